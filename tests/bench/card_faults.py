"""Whole games with discard piles in view: honest cards named as faults, and wrong ones that are named.

`CARD_GAMES` says how many games each way of laying and reading gets; 75 are about 3,000 turns.
"""

import os

from msgspec.structs import replace

from engine.arbiter import Arbiter
from engine.rules.position import new_game
from tests.arbiter.carding import CLUMSY, WORST, Cards, SimulatedCards, refereed
from tests.arbiter.simulator import Torment
from tests.bench._figures import at_least, exactly, figure

GAMES = int(os.environ.get("CARD_GAMES", "75"))
FIRST = 50_000
WAYS = {
    "ordinary reader": Cards(),
    "worst reader": WORST,
    "clumsy hands": CLUMSY,
    "one card in ten on any pile": Cards(astray=0.1),
}
WHERE = {
    "own piles": ("blue green", 0),
    "one pile": ("blue green", 1),
    "two piles of four players": ("blue green blue green", 2),
}
"""Who plays, and how many piles they share; 0: each has one."""
READ = replace(Cards(), late=0.0, a_turn_late=0.0, never=0.0, unread=0.0, doubtful=0.0, misread=0.0, wrong=0.1)
LATE = 80
"""Percent of the wrong cards that come after their chips which must be named or asked about."""
CALM = Torment(clean=(10, 14), wrong=0.0, stuck=0.0, unsure=0.0)


def figures():
    """The figures, each with its unit and goal."""
    rows = {}
    for where, (seats, piles) in WHERE.items():
        game = new_game("classic", seats)
        for name, cards in WAYS.items():
            turns = false = told = 0
            for seed in range(FIRST, FIRST + GAMES):
                done = refereed(SimulatedCards(game, seed, Torment(), replace(cards, piles=piles)), Arbiter(game))
                turns, false, told = turns + done.turns, false + done.false, told + done.told
            most = turns / 1000 if name == "worst reader" else 0.0
            goal = "<= 1 in 1000" if most else "0"
            told_with = f"{name}, {where}: turns told with their card"
            rows[told_with] = figure(100 * told / max(1, turns), f"% of {turns}")
            rows[f"{name}, {where}: false faults about cards"] = figure(false, f"of {turns} turns", goal, false <= most)
        if seats == "blue green":
            rows |= _wrong_cards(where, replace(READ, piles=piles))
            rows |= _wrong_cards(f"{where}, all after their chips", replace(READ, piles=piles, late=1.0), least=LATE)
    return rows


def _wrong_cards(where, cards, least=0):
    """How many wrong cards are named, where each can be read; with `least` of them at least named or asked about."""
    game = new_game("classic", "blue green")
    turns = wrong = named = questions = false = 0
    for seed in range(FIRST, FIRST + GAMES // 2):
        done = refereed(SimulatedCards(game, seed, CALM, cards), Arbiter(game))
        turns, false = turns + done.turns, false + done.false
        wrong, named, questions = wrong + done.wrong, named + done.named, questions + done.asked
    share = 100 * (named + (questions if least else 0)) / max(1, wrong)
    told = f"wrong cards that can be read, {where}: {'named or asked about' if least else 'named'}"
    return {
        told: at_least(share, least or 98, f"% of {wrong}, {questions} asked"),
        f"games with wrong cards, {where}: false faults about cards": exactly(false, 0, f"of {turns} turns"),
    }
