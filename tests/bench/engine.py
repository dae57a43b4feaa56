"""How fast the rules are: full random games, checked records, and the cards behind unseen plays.

Time is the process's own, so that a busy machine changes the figures little; each is the quickest of several runs.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.analysis.players import Table, random_game
from engine.records.record import make_record, write_record
from engine.rules.deduction import explanations
from engine.rules.position import new_game
from referee.commands.check import check_games
from tests.engine.stands import positions

GAMES_GOAL = 2000
"""Full random games a second, one process."""


def figures() -> dict[str, dict[str, Any]]:
    """Name to value, unit, goal and whether it is reached."""
    game, random = new_game("classic", "blue green"), Random(20261121)
    lengths = [len(random_game(game, random)) for _ in range(100)]
    games = _rate(lambda: random_game(game, random), 200)
    found = {
        "games_per_second": _figure(round(games), "full random games/s", f">= {GAMES_GOAL}", games >= GAMES_GOAL),
        "turns_per_game": _figure(round(statistics.mean(lengths), 1), "turns", "about 80", True),
        "records_checked_per_second": _figure(round(_checking()), "records/s, one process", ">= 1000", None),
        "deduction_120_turns": _figure(round(_deduction() * 1000, 2), "ms", "<= 1", None),
    }
    records, ms = found["records_checked_per_second"], found["deduction_120_turns"]
    records["reached"], ms["reached"] = records["value"] >= 1000, ms["value"] <= 1
    return found


def _figure(value: float, unit: str, goal: str, reached: bool | None) -> dict[str, Any]:
    return {"value": value, "unit": unit, "goal": goal, "reached": reached}


def _rate(work: Callable[[], object], times: int, runs: int = 5) -> float:
    rates = []
    for _ in range(runs):
        began = time.process_time()
        for _ in range(times):
            work()
        rates.append(times / (time.process_time() - began))
    return max(rates)  # whatever else the machine does only ever slows it


def _checking() -> float:
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


def _deduction(turns: int = 120) -> float:
    """Seconds to name the cards behind every turn of a long game in which no card was seen, at every turn anew."""
    game, random = new_game("classic", "blue green", rules="sequences_to_win=6"), Random(3)
    table = Table(game, random)
    played = [msgspec.structs.replace(table.next_turn(), card=None, dead=()) for _ in range(turns)]
    record = make_record(game, tuple(played))
    stands = list(positions(record))

    def explain_all() -> None:
        for turn, before in zip(played, stands, strict=False):
            if turn.space is not None:
                explanations(game, before, turn.action, turn.space)

    return 1 / _rate(explain_all, 5)
