"""The live table: frames in, observations to the arbiter, events to whoever listens.

It only moves data and decides nothing. Events are written before anybody hears of them; frames and people's
calls enter one after the other, whichever thread they come from. Game follows game: when one is over and the
board is cleared, or somebody says `start`, the next begins.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec.structs import replace

from engine import calls
from engine.arbiter import Arbiter
from engine.events import AnyEvent, CallMade
from engine.judging.input_quantization import Input
from engine.judging.states import State
from engine.observation import (
    EMPTY,
    FREE,
    HIDDEN,
    UNSURE,
    Observation,
    SourceBack,
    SourceEnded,
    SourceLost,
)
from engine.rules.position import Seat
from engine.saying import Saying, saying
from hardware.camera import CameraError, Frame, News
from referee.evidence.keeper import Keeper
from referee.session.table_deck import TableDeck
from referee.storage.history import HistoryFull
from referee.storage.recorder import Recorder
from vision.cards.watch import PileWatch
from vision.eye import Eye
from vision.rectify.pictures import PictureError

_log = logging.getLogger(__name__)

CLEARED_SECONDS = 1.5
"""A board seen empty for so long after a game's end is laid for the next one."""
MISREAD = 2
"""A look at which so few chips seem to lie on a cleared board may have misread them: it neither counts nor spoils."""
GLARE = 5
"""Most spaces of a cleared board that may stay unsure."""
MOSTLY, SLOWER = 5, 4
"""A board on which at most one in so many chips of the game that is over lies as it did is another game's, though
nobody saw it cleared; but chips are cleared away by the handful, so that it takes so many times as long."""
AGAIN_SECONDS = 2.0
"""How long a game that could not be entered waits before it is tried again, whatever lies on the board by then."""


class Listener(Protocol):
    """Hears what happens at the table, after it was written down."""

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        """Take in events, in order."""


@dataclass(frozen=True)
class Sitting:
    """One game and what is kept of it."""

    arbiter: Arbiter
    recorder: Recorder | None = None
    keeper: Keeper | None = None
    """Keeps pictures and film of it."""

    @property
    def unsaved(self) -> Saying | None:
        """What of the game is not on disk, and why; none where all is."""
        return self.recorder.unsaved if self.recorder is not None else None

    @property
    def waiting(self) -> int:
        """Events that are not on disk yet, and are to be."""
        return self.recorder.waiting if self.recorder is not None else 0

    @property
    def game(self) -> int | None:
        """Its number in the history; none where it is not kept."""
        return self.recorder.game if self.recorder is not None else None

    def write(self, happened: Sequence[AnyEvent] = ()) -> None:
        """Write these events, and before them whatever still waits: there may be room again."""
        if self.recorder is not None:
            self.recorder.write(happened)

    def close(self) -> None:
        """Write what still waits."""
        if self.keeper is not None:
            self.keeper.close()
        if self.recorder is not None:
            self.recorder.close()


class LiveTable:
    """The games at one table, one after the other."""

    def __init__(
        self,
        eye: Eye,
        sitting: Sitting,
        next_sitting: Callable[[], Sitting] | None = None,
        *,
        listeners: Iterable[Listener] = (),
        began: float = 0.0,
        piles: PileWatch | TableDeck | None = None,
    ) -> None:
        """`piles` watches the discards, where anybody does; `began`: time on the arbiter's clock when the first frame
        comes; `next_sitting` lays the next game."""
        self.eye = eye
        self.sitting = sitting
        self.looked = 0
        """Frames the eye looked at."""
        self.observation: Observation | None = None
        """What the eye said last."""
        self._next_sitting = next_sitting
        self._piles = piles
        self._listeners = list(listeners)
        self._began = began
        self._first: float | None = None
        self._now = began
        self._cleared = 0.0
        """Seconds that the board has been seen empty since the game's end."""
        self._cleared_at: float | None = None
        self._next_due: float | None = None
        """When the next game, which found no room on the disk, is tried again."""
        self.bands: Saying | None = None
        """What is to be done about bands of light in the pictures; none where there are none."""
        self.lost: Saying | str = ""
        """Why no frames come; empty while they do."""
        self._gone = False
        """Whether the camera itself said so: it then says that it is back, too."""
        self._door = threading.RLock()

    def listen(self, listener: Listener) -> None:
        """Let one more hear what happens from now on."""
        with self._door:
            self._listeners.append(listener)

    @property
    def arbiter(self) -> Arbiter:
        """The referee of the game at hand."""
        return self.sitting.arbiter

    def see(self, frame: Frame) -> tuple[AnyEvent, ...]:
        """Look at a frame; the events it led to.

        Raises:
            PictureError: the very first frame does not fit the table profile.
        """
        with self._door:
            if self._gone:  # taken before the camera went: that it is back is said before its first new frame
                return ()
            self._reach(frame.at)
            try:
                observation = self.eye.look(frame.picture, self._now, frame.index)
            except PictureError as error:
                if self.looked == 0:
                    raise
                return self._lost(_told(error))
            except Exception:  # noqa: BLE001 - whatever it is
                # One picture that the eye stumbles over must not stop the referee: the next may be better.
                _log.exception("frame %s could not be read", frame.index)
                return self._lost(saying("eye-stumbled"))
            self.looked += 1
            self.observation = observation
            if self.sitting.keeper is not None:  # it sees what led to the events before it hears them
                self.sitting.keeper.see(frame.picture, observation)
            happened = self._back()
            self._lay_next_if_cleared(observation)
            if self._piles is not None and not observation.problem:
                # A card is told before the chip that goes with it is judged.
                for card in self._piles.look(frame.picture, self.eye.mesh, self._now):
                    happened += self._enter(card)
            return happened + self._enter(observation)

    def say(self, call: calls.AnyCall) -> CallMade | None:
        """Bring a person's call before the arbiter; what it answered."""
        with self._door:
            if isinstance(call, calls.Start) and self.arbiter.state is State.FINISHED:
                seats = self.arbiter.game.seats
                self._lay_next()
                call = _at_the_same_seat(call, seats, self.arbiter.game.seats)
            happened = self._enter(replace(call, at=self._now))
            answer = next((event for event in reversed(happened) if isinstance(event, CallMade)), None)
            if isinstance(call, calls.LookAgain) and answer is not None and answer.accepted:
                self.eye.look_again()
            return answer

    def hear_of_camera(self, news: News) -> None:
        """Take in what is said of the camera: it is gone, it shows nothing, it is back, its pictures have bands."""
        with self._door:
            if news.kind in ("bands", "even"):  # they are evened out, and the game goes on
                self.bands = saying("bands") if news.kind == "bands" else None
            elif news.kind in ("back", "well"):
                self._gone = False
                if news.at is not None:
                    self._reach(news.at)
                self._back()
            elif news.why is not None:
                self._gone = True
                self._lost(_told(news.why), anew=True)
            elif news.kind not in ("black", "white"):  # such frames still come, and the eye has a word for them
                self._gone = True
                self._lost(Saying(news.kind))

    def end_of_source(self) -> tuple[AnyEvent, ...]:
        """A recording is over: what was seen and not counted is judged as far as it goes."""
        with self._door:
            happened = self._enter(SourceEnded(at=self._now))
            if self.sitting.keeper is not None:
                self.sitting.keeper.rest()
            return happened

    def close(self) -> None:
        """The program ends."""
        with self._door:
            self.sitting.close()

    def _reach(self, at: float) -> None:
        """Let the table's clock go on to when a frame was taken, by the camera's clock."""
        if self._first is None:
            self._first = at
        self._now = max(self._now, self._began + at - self._first)

    def _lost(self, reason: Saying | str, *, anew: bool = False) -> tuple[AnyEvent, ...]:
        """No frames come. Why is told once, and where the camera found out more, `anew`."""
        if self.lost and (not anew or reason == self.lost):
            return ()
        self.lost = reason
        return self._enter(SourceLost(at=self._now, reason=reason))

    def _back(self) -> tuple[AnyEvent, ...]:
        if not self.lost:
            return ()
        self.lost = ""
        return self._enter(SourceBack(at=self._now))

    def _lay_next_if_cleared(self, seen: Observation) -> None:
        if self.arbiter.state is not State.FINISHED:
            self._cleared_at = self._next_due = None
            return
        if self._next_due is not None:
            if seen.at >= self._next_due:
                self._lay_next()
            return
        if self._cleared_at is None:
            self._cleared_at, self._cleared = seen.at, 0.0
        passed, self._cleared_at = seen.at - self._cleared_at, seen.at
        if not seen.letters or HIDDEN in seen.letters or seen.letters.count(UNSURE) > GLARE:
            return
        chips, left = _chips(seen.letters), _left(self.arbiter.ledger.table.letters, seen.letters)
        if not chips:
            self._cleared += passed
        elif left * MOSTLY <= _chips(self.arbiter.ledger.table.letters):
            self._cleared += passed / SLOWER
        elif chips > MISREAD:
            self._cleared = 0.0
        if self._cleared >= CLEARED_SECONDS:
            self._lay_next()

    def _lay_next(self) -> None:
        self._cleared_at = self._next_due = None
        if self._next_sitting is None:
            return
        try:
            laid = self._next_sitting()
        except HistoryFull as full:
            if self.sitting.recorder is not None:
                self.sitting.recorder.trouble = saying("no-next-game", why=full)
            self._next_due = self._now + AGAIN_SECONDS
            return
        before = self.arbiter
        self.sitting.close()
        self.sitting = laid
        for call in _piles_said(before, laid.arbiter):  # they lie where they lay
            self._enter(replace(call, at=self._now))
        if self.lost:  # the next game has to know, or nobody would be told that it is back
            self._enter(SourceLost(at=self._now, reason=self.lost))

    def _enter(self, entered: Input) -> tuple[AnyEvent, ...]:
        if self.sitting.recorder is not None:
            self.sitting.recorder.keep(entered)
        happened = self.arbiter.receive(entered)
        self.eye.expect(self.arbiter.ledger.table.letters if self.arbiter.ledger.started else "")
        self.sitting.write(happened)
        if happened:
            for listener in (*([self.sitting.keeper] if self.sitting.keeper else ()), *self._listeners):
                try:
                    listener.hear(happened)
                except Exception:  # noqa: BLE001 - whatever it is
                    # A listener that stumbles must not stop the referee.
                    _log.exception("%s did not take in %s", type(listener).__name__, happened)
        return happened


def _told(why: CameraError | PictureError) -> Saying | str:
    """Why no frames come; as it was said in English, where that is no trouble of a known kind."""
    return Saying(why.code, dict(why.about)) if why.code else f"{why.reason} {why.mend}".strip()


def _at_the_same_seat(call: calls.Start, before: Sequence[Seat], now: Sequence[Seat]) -> calls.Start:
    """Who begins, said of the seats of the game that is over, for those of the next: another may be the first."""
    if call.to_move is None or call.to_move >= len(before) or before[call.to_move] not in now:
        return call
    return replace(call, to_move=list(now).index(before[call.to_move]))


def _piles_said(before: Arbiter, now: Arbiter) -> Iterator[calls.PileIs]:
    """Whose piles are whose, as it was said in the game that is over, for the seats of the next."""
    seats, following = before.game.seats, list(now.game.seats)
    for beside, seat in before.piles_said.items():
        if seat is None:
            yield calls.PileIs(at=0.0, who="host", beside=beside)
        elif seats[seat] in following:
            yield calls.PileIs(at=0.0, who="host", beside=beside, seat=following.index(seats[seat]))


def _chips(letters: str) -> int:
    """Chips on a board."""
    return len(letters) - letters.count(EMPTY) - letters.count(FREE) - letters.count(UNSURE)


def _left(before: str, now: str) -> int:
    """Chips that lie where they lay."""
    return sum(one == other for one, other in zip(before, now, strict=True) if one not in (EMPTY, FREE))
