"""Players that only tests and benches sit at a table: one that plays at random, and the coach."""

from __future__ import annotations

from collections.abc import Sequence as Listing
from random import Random

from engine.analysis.coach import CANDIDATES, SAMPLES, advise
from engine.analysis.players import Chooser
from engine.equipment.board import spaces_in
from engine.equipment.cards import Card
from engine.rules.legality import Turn, placements, removals
from engine.rules.position import Game, Position


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
