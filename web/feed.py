"""The hub between the live loop, which publishes events, and the phones, which follow.

Here live threads and numbers of updates; what a page shows is folded in `scoreboard.py`, and put into the words of
each language that a phone asked for. Nothing here ever makes the live loop wait for a phone.
"""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.events import AnyEvent
from web.people import People
from web.scoreboard import Scoreboard, fold
from web.setting import Setting
from web.state_words import StateWords
from web.turn_clock import TurnClock
from web.updates import PageState, difference, page_state
from web.wording import DEFAULT

REMEMBERED = 256
"""Updates kept for phones that were away for a moment; older ones get the whole state."""


class Update(msgspec.Struct, frozen=True):
    """One numbered message to every phone."""

    number: int
    id: str
    """The run of the program and the number; a phone sends it back when it returns."""
    data: bytes
    """JSON: `{"n": …, "state": …}` whole, or `{"n": …, "set": …, "turns": …}` laid over number n - 1."""


class _Told:
    """What phones of one language were told, and the updates that are kept for them."""

    def __init__(self, language: str, state: PageState, setting: Setting | None) -> None:
        self._words = StateWords(language)
        self.state = self._words.told(state, setting)
        self.updates: deque[Update] = deque(maxlen=REMEMBERED)
        self.whole: Update | None = None

    def change(self, state: PageState, setting: Setting | None) -> dict[str, Any]:
        """Go on to another state, and give what to lay over the last one."""
        before, self.state = self.state, self._words.told(state, setting)
        self.whole = None
        return difference(before, self.state)


class Feed:
    """Takes events from one side, gives numbered page states to any number of phones on the other."""

    def __init__(self, events: Iterable[AnyEvent] = (), clock: TurnClock | None = None) -> None:
        """Start with what happened before, if anything did; turns are limited where a `clock` limits them."""
        self._run = secrets.token_hex(4)
        self._changed = threading.Condition()
        self._closed = False
        self._recorded: int | None = None
        self._board = Scoreboard()
        self._clock = clock or TurnClock()
        for event in events:
            self._board = fold(self._board, event)
            self._clock.remember(event.at)
        self._state = self._page_state(self._board)
        self._number = 0
        self._told: dict[str, _Told] = {}
        """By language, from the first phone on that asked in it."""

    def hear(self, happened: Iterable[AnyEvent], people: People | None = None) -> None:
        """Fold in what happened at one moment, and who sits where since, as one update, and wake every phone: none sees
        half of it."""
        with self._changed:
            board = self._board if people is None else replace(self._board, people=people)
            for event in happened:
                board = fold(board, event)
                self._clock.passed(event.at)
            self._show(board)

    def tell(
        self,
        *,
        hidden: Iterable[str] | None = None,
        eye: dict[str, Any] | None = None,
        game: int | None = None,
        people: People | None = None,
        club: dict[str, Any] | None = None,
        cheer: str | None = None,
        at: float | None = None,
    ) -> None:
        """Show what is no event: what a hand covers now, how the eye is doing, the game's number, who sits there, what
        a club's organiser says, a reaction of whoever watches, how late it is on the clock of the source."""
        with self._changed:
            board = self._board
            if at is not None:
                self._clock.passed(at)
            if hidden is not None:
                board = replace(board, hidden=tuple(hidden))
            if eye is not None:
                board = replace(board, eye=dict(eye))
            if people is not None:
                board = replace(board, people=people)
            if club is not None:
                board = replace(board, club=dict(club))
            if cheer is not None:
                board = replace(board, cheer={"n": board.cheer.get("n", 0) + 1, "kind": cheer})
            if game is not None:
                self._recorded = game
                if not (board.winner and board.game is not None):  # a won game stays while its page is looked at
                    board = replace(board, game=game)
            self._show(board)

    def rest(self) -> None:
        """No more will be seen: the time of a turn stands still."""
        with self._changed:
            self._clock.rest()
            self._show(self._board)

    def _page_state(self, board: Scoreboard) -> PageState:
        return {**page_state(board), "clock": self._clock.shown(board.timed)}

    def _show(self, board: Scoreboard) -> None:
        state = self._page_state(board)
        self._board = board
        if state == self._state:
            return
        self._state = state
        self._number += 1
        for told in self._told.values():
            told.updates.append(self._update({"n": self._number, **told.change(state, self._setting)}))
        self._changed.notify_all()

    @property
    def _setting(self) -> Setting | None:
        """The table as it is named on pages: with the names that players gave their seats."""
        setting = self._board.setting
        return None if setting is None else replace(setting, seats=self._board.seats)

    def _in(self, language: str) -> _Told:
        if language not in self._told:
            self._told[language] = _Told(language, self._state, self._setting)
        return self._told[language]

    def _update(self, content: dict[str, Any]) -> Update:
        return Update(self._number, f"{self._run}-{self._number}", msgspec.json.encode(content))

    @property
    def scoreboard(self) -> Scoreboard:
        """The game as the page shows it."""
        with self._changed:
            return self._board

    @property
    def now(self) -> int:
        """The time on this machine's clock, milliseconds, by which the end of a turn is told."""
        return self._clock.now

    @property
    def games(self) -> tuple[int, ...]:
        """The numbers of the game that is shown and of the one that is recorded: two while a won game is looked at."""
        with self._changed:
            both = (self._board.game, self._recorded)
        return tuple(number for number in both if number is not None)

    @property
    def state(self) -> PageState:
        """The page state as plain values, in English."""
        with self._changed:
            return self._in(DEFAULT).state

    @property
    def number(self) -> int:
        """Number of the last update."""
        with self._changed:
            return self._number

    @property
    def closed(self) -> bool:
        """Whether the table is being cleared away."""
        return self._closed

    def whole(self, language: str = DEFAULT) -> Update:
        """The whole state, for whoever has nothing."""
        with self._changed:
            told = self._in(language)
            if told.whole is None:
                told.whole = self._update({"n": self._number, "state": told.state})
            return told.whole

    def since(self, last_id: str, language: str = DEFAULT) -> list[Update]:
        """What somebody lacks who has seen the update of that id: nothing, the differences, or the whole."""
        run, _, text = last_id.rpartition("-")
        seen = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1
        with self._changed:
            missed, updates = self._number - seen, self._in(language).updates
            if run != self._run or seen < 0 or not 0 <= missed <= len(updates):
                return [self.whole(language)]
            return [updates[at] for at in range(len(updates) - missed, len(updates))]

    def wait(self, last_id: str, seconds: float, language: str = DEFAULT) -> list[Update]:
        """Like `since`, after waiting up to that long for something new."""
        with self._changed:
            if last_id == f"{self._run}-{self._number}" and not self._closed:
                self._changed.wait(seconds)
            return self.since(last_id, language)

    def close(self) -> None:
        """Let go of every phone, when the program ends."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
