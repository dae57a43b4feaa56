"""The rounds of a record: whose turn comes next, and when everybody who still plays has had one."""

from __future__ import annotations

from engine.rules.playing import seat_to_move
from engine.rules.position import Game


class Rounds:
    """Goes along the turns of a record. A round is one turn of every seat whose team has not resigned."""

    def __init__(self, game: Game, seat: int = 0) -> None:
        self.game, self.seat = game, seat
        self.number = 1
        """The round that goes on, or the one about to begin."""
        self.fresh = True
        """Whether nobody has moved in this round yet."""
        self.resigned: tuple[str, ...] = ()
        self._left = len(game.seats)

    def turn(self) -> None:
        """A seat had its turn."""
        self.fresh = False
        self._left -= 1
        self.seat = (self.seat + 1) % len(self.game.seats)
        if self.resigned:
            self.seat = seat_to_move(self.game, self.seat, self.resigned)
        if self._left <= 0:
            self._next_round()

    def resign(self, team: str) -> None:
        """A team gave up; its seats that were still to come in this round have no turn."""
        seats, here = self.game.seats, self.seat
        coming = [
            n % len(seats) for n in range(here, here + len(seats)) if seats[n % len(seats)].team not in self.resigned
        ]
        self._left -= sum(seats[number].team == team for number in coming[: self._left])
        self.resigned = (*self.resigned, team)
        self.seat = seat_to_move(self.game, here, self.resigned)
        if self._left <= 0:
            self._next_round()

    def went_on_with(self, seat: int) -> None:
        """The table said whose turn it is."""
        self.seat = seat_to_move(self.game, seat, self.resigned)

    def _next_round(self) -> None:
        self.number += not self.fresh
        self.fresh = True
        self._left = sum(seat.team not in self.resigned for seat in self.game.seats)
