"""How fast the rules are: full random games, checked records, and the cards behind unseen plays.

Time is the process's own, so that a busy machine changes the figures little; each is the quickest of several runs.
"""

import statistics
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec

from engine.analysis.players import Table
from engine.records.record import make_record, write_record
from engine.rules.deduction import explanations
from engine.rules.position import new_game
from referee.commands.records import check_games
from tests.bench._figures import at_least, at_most, figure
from tests.engine.random_games import random_game
from tests.engine.stands import positions

GAMES_GOAL = 2000
"""Full random games a second, one process."""


def figures():
    """Name to value, unit, goal and whether it is reached."""
    game, random = new_game("classic", "blue green"), Random(20261121)
    lengths = [len(random_game(game, random)) for _ in range(100)]
    games = _rate(lambda: random_game(game, random), 200)
    return {
        "games_per_second": at_least(round(games), GAMES_GOAL, "full random games/s"),
        "turns_per_game": figure(round(statistics.mean(lengths), 1), "turns", "about 80", True),
        "records_checked_per_second": at_least(round(_checking()), 1000, "records/s, one process"),
        "deduction_120_turns": at_most(round(_deduction() * 1000, 2), 1, "ms"),
    }


def _rate(work, times, runs=5):
    rates = []
    for _ in range(runs):
        began = time.process_time()
        for _ in range(times):
            work()
        rates.append(times / (time.process_time() - began))
    return max(rates)  # whatever else the machine does only ever slows it


def _checking():
    """Records a second from file to report."""
    random = Random(7)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for edition, seats in (("classic", "blue green"), ("european", "blue green red"), ("bible", "blue green")):
            game = new_game(edition, seats)
            for _ in range(20):
                turns = tuple(turn for turn, _ in random_game(game, random))
                files.append(Path(folder) / f"{len(files)}.sgn")
                files[-1].write_text(write_record(make_record(game, turns)))
        return _rate(lambda: [check_games(file) for file in files], 1) * len(files)


def _deduction(turns=120):
    """Seconds to name the cards behind every turn of a long game in which no card was seen, at every turn anew."""
    game, random = new_game("classic", "blue green", rules="sequences_to_win=6"), Random(3)
    table = Table(game, random)
    played = [msgspec.structs.replace(table.next_turn(), card=None, dead=()) for _ in range(turns)]
    record = make_record(game, tuple(played))
    stands = list(positions(record))

    def explain_all():
        for turn, before in zip(played, stands, strict=False):
            if turn.space is not None:
                explanations(game, before, turn.action, turn.space)

    return 1 / _rate(explain_all, 5)
