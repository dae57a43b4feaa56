"""The table as the arbiter believes it to be: the position, and what lies there that no position can hold.

Here the rules are asked and turns are laid; what was seen, and how likely it is, is elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from engine import events
from engine.faults import Code
from engine.rules.found_position import edit
from engine.rules.legality import Turn, may_have_run_out, play, problems
from engine.rules.position import Game, Position
from engine.rules.turn import Action
from engine.rules.wording import Problem

OF_CARDS_LEFT = {Code.NO_CARD_EXPLAINS, Code.THIRD_COPY}
"""Problems of a turn for which no card is left since the last shuffle."""


class LastTurn(NamedTuple):
    """What the last turn did, and the table before it."""

    turn: Turn
    space: int
    letter: str
    """Team that moved."""
    seat: int
    reach: int
    before: Table
    relieved: int | None = None
    """The reach in which the second chip of two that were laid with it was taken off again."""


@dataclass(frozen=True, eq=False)
class Table:
    """One moment of the game on one table; changing it makes a new one."""

    game: Game
    position: Position
    extra: Mapping[int, str] = field(default_factory=dict)
    """Chips that no team of this game owns, or that lie on a free space, by space."""
    also: frozenset[int] = frozenset()
    """Seats that may move as well as the one whose turn it is: an irregular change let stand left that in doubt."""
    owed: frozenset[int] = frozenset()
    """Seats that were passed over though nobody saw them pass: a chip of theirs may lie there that was missed."""
    left: frozenset[int] = frozenset()
    """Seats whose player left; they never move."""
    dead: tuple[str, ...] = ()
    """Dead cards said for the coming turn."""
    last: LastTurn | None = None
    """The last turn, where nothing else has changed the table since."""
    between: tuple[tuple[tuple[int, ...], str], ...] = ()
    """Chips that lie between spaces and were played over: the spaces, and whose chip."""
    drawn: bool = False
    """The table agreed that nobody wins."""
    stood: tuple[tuple[tuple[int, str, str], ...], ...] = ()
    """Changes that were let stand and may still be put right: space, before, after of each."""
    white: frozenset[int] = frozenset()
    """Spaces whose chip may show its white side though no sequence lies there: it was played over, or found so."""

    @cached_property
    def letters(self) -> str:
        """A letter a space, as it ought to be seen: `.` `b` `g` `r` `*`."""
        return "".join(self.rows).lower()

    @property
    def rows(self) -> tuple[str, ...]:
        """The board as text, row 1 first, as `letters`; capitals where a sequence locks a chip."""
        return self.position.rows(self.game, self.extra)

    @cached_property
    def seat(self) -> int:
        """The seat to move; seats whose player left are passed over."""
        return next(iter(self.seats_from_here()), self.position.seat)

    @property
    def ended(self) -> str | None:
        """The winning team, `drawn`, or None while the game goes on."""
        if self.drawn:
            return "drawn"
        return self.position.winner

    @cached_property
    def away(self) -> frozenset[int]:
        """Seats that never move: their player left, or their team resigned."""
        gone = self.position.resigned
        return self.left | {number for number, seat in enumerate(self.game.seats) if seat.team in gone}

    def team_of(self, seat: int) -> str:
        """The letter of a seat's team."""
        return self.game.seats[seat].team[0]

    def seats_from_here(self) -> Iterable[int]:
        """Seats in turn order, the one to move first, those that left passed over."""
        seats = len(self.game.seats)
        for step in range(seats):
            seat = (self.position.seat + step) % seats
            if seat not in self.away:
                yield seat

    def turn_for(self, action: str, space: int, **more: object) -> Turn:
        """A turn with an unseen card, the dead cards said before it included."""
        return Turn(action=action, space=space, dead=self.dead, **more)  # type: ignore[arg-type]

    def turn_told(self, seat: int, action: Action, space: int | None = None, **more: Any) -> events.TurnPlayed:
        """The event of a turn of a seat on this table, `more` being what else is known of it."""
        return events.TurnPlayed(
            turn=self.skip_to(seat).turn + 1,
            seat=seat,
            team=self.game.seats[seat].team,
            action=action,
            space=None if space is None else self.game.layout.name_of(space),
            **more,
        )

    def skip_to(self, seat: int) -> Position:
        """The position once the seats before `seat` did not play."""
        position = self.position
        if self.game.seats[seat].team in position.resigned:
            return msgspec.structs.replace(position, seat=seat)
        while position.seat != seat:
            position = play(self.game, position, Turn(action="pass"))
        return position

    def played_since(self, reach: int) -> int:
        """How many of the last turns, one after the other, were made by a hand that came after this one."""
        since, last = 0, self.last
        while last is not None and 0 <= reach < last.reach:
            since, last = since + 1, last.before.last
        return since

    def problems(self, action: str, space: int, seat: int) -> tuple[Problem, ...]:
        """What is wrong with a seat doing this now, its turn or not.

        That no card is left for it is nothing wrong where the deck may have been shuffled unseen.
        """
        position = self.skip_to(seat)
        found = problems(self.game, position, self.turn_for(action, space))
        if found and {one.code for one in found} <= OF_CARDS_LEFT and may_have_run_out(self.game, position):
            return ()
        return found

    def play(self, turn: Turn, seat: int, reach: int = -1) -> Table:
        """The table after a turn, legal or not; seats before `seat` did not play."""
        position = play(self.game, self.skip_to(seat), turn)
        extra = seat != self.seat and seat in self.also | self.owed
        owed = self.owed - {seat} if extra else self.owed | self._passed_over(seat)
        last = None
        if turn.space is not None:
            last = LastTurn(turn, turn.space, self.team_of(seat), seat, reach, before=self)
        also = frozenset({self.seat}) if extra else frozenset[int]()
        return replace(self, position=position, also=also, owed=owed, dead=(), last=last)

    def _passed_over(self, seat: int) -> frozenset[int]:
        """Seats that did not play before this one did."""
        order = list(self.seats_from_here())
        return frozenset(order[: order.index(seat)]) if seat in order else frozenset()

    def in_doubt(self, letters: Mapping[int, str], seat: int | None = None) -> Table:
        """The table with some spaces changed against the rules: who did it may have used up a turn by it, or not."""
        after = self.edited(letters, seat)
        _, *others = after.seats_from_here()
        return replace(after, also=self.also | frozenset(others[:1]))

    def out_of_order(self, turn: Turn, seat: int, reach: int = -1) -> Table:
        """The table after an irregular turn: the seat whose turn it was may still take it."""
        return replace(self.play(turn, seat, reach), also=frozenset({self.seat}), owed=self.owed)

    def edited(self, letters: Mapping[int, str], seat: int | None = None) -> Table:
        """The table with some spaces as they are said to be, whatever the rules think of it."""
        position, extra = edit(self.game, self.position, self.extra, letters)
        if seat is not None:
            position = msgspec.structs.replace(position, seat=seat)
        return replace(self, position=position, extra=extra, last=None)
