"""Matches between simulated players: how often one beats another; the coach and a player by chance as such."""

from __future__ import annotations

from collections.abc import Sequence as Listing
from random import Random
from typing import NamedTuple

from engine.analysis.coach import CANDIDATES, SAMPLES, advise
from engine.analysis.players import Chooser, Table
from engine.equipment.board import spaces_in
from engine.equipment.cards import Card
from engine.rules.legality import Turn, placements, removals
from engine.rules.position import Game, Position

LONGEST = 400
"""Turns after which a game is drawn."""


class Score(NamedTuple):
    """What came of a match, for the first player."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self) -> int:
        """Games in all."""
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> float:
        """Part of the games won, a draw half, 0 to 1."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5


def match(game: Game, one: Chooser, other: Chooser, games: int) -> Score:
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


def choose_at_random(game: Game, position: Position, hand: Listing[Card], random: Random) -> Turn:
    """A random card of the hand that can be played, on a random space of those where it can."""
    cards = list(hand)
    random.shuffle(cards)
    for card in cards:
        removing = card in game.deck.removes
        spaces = spaces_in(removals(game, position) if removing else placements(game, position, card))
        if spaces:
            return Turn("remove" if removing else "place", random.choice(spaces), card)
    return Turn("pass")


def coach(candidates: int = CANDIDATES, samples: int = SAMPLES) -> Chooser:
    """The coach as a player, for matches against the sparring players of `players`."""

    def choose(game: Game, position: Position, hand: Listing[Card], random: Random) -> Turn:
        advice = advise(game, position, hand, random, candidates=candidates, samples=samples)
        return advice[0].turn if advice else Turn("pass")

    return choose
