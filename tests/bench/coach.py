"""How well the coach plays against the sparring players, and how long a review takes."""

import statistics
import time
from random import Random

from engine.analysis.players import Table, choose_turn
from engine.analysis.review import review
from engine.analysis.tallies import wilson
from engine.records.record import make_record
from engine.rules.position import new_game
from tests.bench._figures import at_most, figure
from tests.engine.matches import match
from tests.engine.opponents import coach
from tests.engine.random_games import choose_at_random

GAMES = 200


def figures():
    """Name to value, unit, goal and whether it is reached."""
    game = new_game("classic", "blue green")
    found = {}
    for name, other, games in (("greedy", choose_turn, GAMES), ("random", choose_at_random, GAMES // 4)):
        score = match(game, coach(), other, games)
        low, high = wilson(score.won + score.drawn / 2, score.games)
        unit = f"of {games} games, 95 %: {low:.3f} to {high:.3f}"
        found[f"coach_against_{name}"] = figure(round(score.share, 3), unit, "interval above 0.5", low > 0.5)
    seconds = statistics.median(_review_seconds(seed) for seed in range(5))
    found["review_of_a_game"] = at_most(round(seconds, 2), 20, "s of one core, median")
    return found


def _review_seconds(seed):
    table = Table(new_game("classic", "blue green"), Random(seed), [choose_at_random] * 2)
    turns = []
    while not table.over and len(turns) < 300:
        turns.append(table.next_turn())
    record = make_record(table.game, tuple(turns))
    began = time.process_time()
    list(review(record))
    return time.process_time() - began
