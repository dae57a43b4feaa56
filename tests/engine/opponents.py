"""The coach as a player, which only tests and benches sit at a table."""

from __future__ import annotations

from collections.abc import Sequence as Listing
from random import Random

from engine.analysis.coach import CANDIDATES, SAMPLES, advise
from engine.analysis.players import Chooser
from engine.equipment.cards import Card
from engine.rules.legality import Turn
from engine.rules.position import Game, Position


def coach(candidates: int = CANDIDATES, samples: int = SAMPLES) -> Chooser:
    """The coach as a player, for matches against the sparring players of `players`."""

    def choose(game: Game, position: Position, hand: Listing[Card], random: Random) -> Turn:
        advice = advise(game, position, hand, random, candidates=candidates, samples=samples)
        return advice[0].turn if advice else Turn("pass")

    return choose
