"""Matches between simulated players: how often one beats another."""

from random import Random
from typing import NamedTuple

from engine.analysis.players import Table

LONGEST = 400
"""Turns after which a game is drawn."""


class Score(NamedTuple):
    """What came of a match, for the first player."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self):
        """Games in all."""
        return self.won + self.lost + self.drawn

    @property
    def share(self):
        """Part of the games won, a draw half, 0 to 1."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5


def match(game, one, other, games):
    """Games of two teams, the first player beginning every other one; both have the same cards twice."""
    won = lost = drawn = 0
    for number in range(games):
        first = number % 2 == 0
        sides = (one, other) if first else (other, one)
        table = Table(game, Random(100_003 + number // 2), [sides[side] for side in game.side_of])
        for _ in range(LONGEST):
            if table.over:
                break
            table.next_turn()
        winner = table.position.winner
        if winner is None:
            drawn += 1
        elif (winner == game.teams[0]) == first:
            won += 1
        else:
            lost += 1
    return Score(won, lost, drawn)
