"""The arbiter: observations and calls go in, events come out.

It has no clock, no thread and no file: all time comes with what it is told and never goes back, so a recorded game
run again gives the same rulings. What lasts is in the ledger, built from the announced events alone; what was half
seen is in the sight and is seen again after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypedDict

from engine import events
from engine.judging.answers import answer
from engine.judging.beginning import Beginning
from engine.judging.cards_seen import CardsSeen
from engine.judging.claims import tend_claims
from engine.judging.court import Court
from engine.judging.disputes import Disputes
from engine.judging.given import Clock, Input
from engine.judging.ledger import Ledger, names
from engine.judging.owed import Owed
from engine.judging.passing import tend_ending
from engine.judging.patience import AT_THE_END, Patience
from engine.judging.questions import tend_questions
from engine.judging.sight import Sight
from engine.judging.states import LASTING, Happening, State, after
from engine.judging.table import Table
from engine.judging.view import View
from engine.observation import CardSeen, Observation, SourceBack, SourceEnded, SourceLost
from engine.position import Game, Position

OnFault = Literal["ask", "stand", "strict"]


class Now(TypedDict):
    """What every event carries of its moment."""

    at: float
    frame: int | None


class Arbiter:
    """The referee of one table.

    Args:
        game: the rule book opened for this table.
        on_fault: `ask` names a fault and lets it stand when play goes on; `stand` lets it stand at once; `strict`
            waits until it is put right or the table says that it stands.
        wait_for_start: count nothing before somebody says `start`.
        patience: how long to wait before believing what is seen.
    """

    def __init__(
        self,
        game: Game,
        *,
        on_fault: OnFault = "ask",
        wait_for_start: bool = False,
        patience: Patience | None = None,
    ) -> None:
        self.on_fault: OnFault = on_fault
        self.ledger = Ledger(game)
        self.sight = Sight(game.layout.size, game.layout.columns)
        self.sight.expect(self.ledger.table.letters)
        self.state = State.WATCHING
        self.view = View()
        self.beginning: Beginning | None = Beginning(game, wait_for_start)
        self._patience = patience or Patience()
        self._out: list[events.AnyEvent] = []
        self._clock = Clock()
        self.frame: int | None = None
        self._latest_frame: int | None = None
        self.resuming = False
        self._quiet = 0
        self._owed: Owed | None = None
        self.disputes = Disputes(self)
        self.cards = CardsSeen(self)
        self.court = Court(self, self.disputes)
        self._flipped_known: frozenset[int] = frozenset()

    # ---- what others may ask

    @property
    def game(self) -> Game:
        """The rule book opened for this table, with the seats as they are now."""
        return self.ledger.table.game

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self.ledger.table.position

    @property
    def at(self) -> float:
        """Seconds on the arbiter's own clock, which never goes back, when the last input came."""
        return self._clock.at

    @property
    def letters(self) -> str:
        """What lies on each space as the game stands: `.`, a team's letter, `*` at corners."""
        return self.ledger.table.letters

    @property
    def started(self) -> bool:
        """Whether a game has begun."""
        return self.ledger.started

    @classmethod
    def resume(
        cls,
        game: Game,
        told: Iterable[events.AnyEvent],
        *,
        on_fault: OnFault = "ask",
        wait_for_start: bool = False,
        patience: Patience | None = None,
    ) -> Arbiter:
        """The arbiter that announced these events, ready to go on. Raises LedgerError where they are no game."""
        arbiter = cls(game, on_fault=on_fault, wait_for_start=wait_for_start, patience=patience)
        arbiter._owed = Owed()
        for event in told:
            arbiter.ledger.take(event)
            arbiter._owed.take(event)
            arbiter._clock = Clock(max(arbiter.at, event.at))
        arbiter.state = arbiter.ledger.state
        if arbiter.ledger.started:
            arbiter.beginning = None
            arbiter.resuming = True
        arbiter.view.blocked, arbiter.view.lost = arbiter.ledger.blocked, arbiter.ledger.lost
        arbiter.sight.expect(arbiter.ledger.table.letters)
        arbiter.sight.unsworn.told = arbiter.ledger.told_of_late()
        return arbiter

    # ---- the one door

    def receive(self, given: Input) -> tuple[events.AnyEvent, ...]:
        """Take in what was seen or said; returns what follows from it, in order."""
        self._out = []
        given = self._clock.told(given)
        if isinstance(given, Observation):
            self.frame = self._latest_frame = given.frame
        else:
            # What becomes of the source is known of the frame that came last; what people say is of no frame.
            of_source = isinstance(given, CardSeen | SourceLost | SourceBack | SourceEnded)
            self.frame = self._latest_frame if of_source else None
        if self._owed is not None and self.started:
            self._owed.pay(self)
        self._owed = None
        if isinstance(given, Observation):
            self._observe(given)
        elif isinstance(given, CardSeen):
            self.cards.see(given)
        elif isinstance(given, SourceLost):
            self.view.source_lost(self, given.reason)
        elif isinstance(given, SourceBack):
            self.view.source_back(self)
        elif isinstance(given, SourceEnded):
            self._finish()
        else:
            answer(self, given)
        if self.ledger.questions:
            tend_questions(self)
        out, self._out = self._out, []
        return tuple(out)

    # ---- telling

    @property
    def now(self) -> Now:
        """Time and frame of what is being judged, as every event carries them."""
        return Now(at=self.at, frame=self.frame)

    def tell(self, event: events.AnyEvent, reach: int = -1) -> None:
        """Announce an event and take it into the ledger."""
        self._out.append(event)
        self.ledger.take(event, reach)
        self.cards.heard(event)
        self.sight.expect(self.ledger.table.letters)

    def happen(self, happening: Happening) -> None:
        """Go where the table of states leads; lasting states are announced."""
        self.state = after(self.state, happening)
        if self.state in LASTING and self.ledger.state is not self.state:
            self.tell(events.StateChanged(**self.now, state=self.state.value))

    def tell_position(self) -> None:
        """Announce what lies on the board."""
        table = self.ledger.table
        width = self.game.layout.columns
        rows = [list(row) for row in table.position.rows(table.game)]
        for space, letter in table.extra.items():
            rows[space // width][space % width] = letter
        over = self.ledger.ended is not None
        self.tell(
            events.PositionSettled(
                **self.now,
                position=tuple("".join(row) for row in rows),
                flipped=names(self.game, sorted(self.sight.flipped)),
                hidden=names(self.game, sorted(self.sight.hidden)),
                to_move=None if over else table.seat,
            )
        )

    def tell_difference(self, before: Table, ended: str | None) -> None:
        """Announce what a change of the game did to sequences and to its end."""
        table = self.ledger.table
        old = {(s.team, s.mask): s for s in before.position.sequences}
        new = {(s.team, s.mask): s for s in table.position.sequences}
        turn = table.position.turn
        for key, sequence in old.items():
            if key not in new:
                spaces = names(self.game, sequence.spaces)
                self.tell(events.SequenceBroken(**self.now, team=sequence.team, spaces=spaces, turn=turn))
        for key, sequence in new.items():
            if key not in old:
                spaces = names(self.game, sequence.spaces)
                self.tell(events.SequenceMade(**self.now, team=sequence.team, spaces=spaces, turn=turn))
        over = self.ledger.ended
        if over == ended:
            return
        if over == "drawn":
            self.tell(events.GameDrawn(**self.now, turn=turn))
        elif over:
            self.tell(events.GameWon(**self.now, team=over, turn=turn))
        self.happen(Happening.END if over else Happening.REOPEN)

    def begin_again(self, beginning: Beginning) -> None:
        """Wait for a new game to begin from what lies on the board."""
        self.beginning = beginning
        self.sight.forget()
        if self.state is not State.WATCHING:
            self.state = State.WATCHING
            self.tell(events.StateChanged(**self.now, state=self.state.value))

    # ---- seeing

    def _observe(self, seen: Observation) -> None:
        if not self.view.look(self, seen):
            return
        if self.beginning is not None:
            self.sight.look(seen)
            self.beginning.look(self, seen)
            return
        self.sight.look(seen)
        self.view.cover(self)
        if self.sight.flipped != self._flipped_known:
            self._flipped_known = self.sight.flipped
            tend_claims(self)
        if self.state is State.FINISHED:
            tend_ending(self.court, self._patience)
            self.court.second_thoughts.put_right()
        if self.state in (State.PAUSED, State.FINISHED):
            self.sight.passed.clear()  # what came and went meanwhile is no turn when play goes on
            return
        self.cards.tend()
        sight = self.sight
        ledger = self.ledger
        if (
            sight.changes
            or (sight.unsworn.doubts and sight.unsworn.lasting)
            or ledger.doubted
            or sight.between
            or sight.passed
            or sight.flipped
            or ledger.faults
            or ledger.lying
            or ledger.questions
        ):
            self.court.judge(self._patience)
        else:
            self._quiet += 1
        self._settle()

    def _settle(self) -> None:
        """The passing states, and the word after a restart once all is quiet."""
        forming = any(self._patience.likely(change) for change in self.sight.changes.values())
        if self.state is State.SETTLING and not forming:
            self.happen(Happening.NOTHING)
        if forming:
            self.happen(Happening.CHANGE)
        self.happen(Happening.COVER if self.sight.hidden else Happening.UNCOVER)
        if self.resuming and self._quiet >= 3:
            self.tell_resumed("The board lies as it was left.")

    def tell_resumed(self, assumed: str) -> None:
        """Say what was found after a restart."""
        self.resuming = False
        self.tell(events.GameResumed(**self.now, assumed=assumed))

    def _finish(self) -> None:
        """A recording is over."""
        if self.beginning is not None:
            self.beginning.finish(self)
        elif self.state not in (State.PAUSED, State.FINISHED):
            self.court.judge(AT_THE_END)
            self.court.likely.finish()


__all__ = ["Arbiter", "Input", "OnFault"]
