"""How well and how fast simulated games are refereed: thousands of them, every edition, every kind of trouble.

One table for people, a line a kind of trouble; `figures` gives what was promised. `ARBITER_GAMES` says how many
games each kind gets.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from engine import calls
from engine.arbiter import Arbiter
from engine.observation import Observation
from engine.rules.position import Game, new_game
from tests.arbiter.scoring import Score, referee
from tests.arbiter.simulator import CALM_TROUBLES, CHEATS, Simulated, Torment

GAMES = int(os.environ.get("ARBITER_GAMES", "90"))
"""Games of each kind of trouble."""
TABLES = (
    ("classic", "blue green"),
    ("classic", "blue green red"),
    ("classic", "blue green blue green"),
    ("classic", "blue green red blue green red"),
    ("classic", "blue green blue green blue green blue green blue green blue green"),
    ("european", "green red"),
    ("european-es", "blue green"),
    ("bible", "blue green"),
    ("bible", "red green blue"),
    ("bible", "blue green blue green"),
)
GOALS = {"turns": 99.95, "false turns": 0.01, "faults": 99.5, "false faults": 0.1, "out of step": 10.0}


def kinds() -> dict[str, Torment]:
    """Every kind of trouble by name."""
    found = {
        "an honest eye": Torment(wrong=0.0, stuck=0.0, unsure=0.005),
        "2 % of spaces misread": Torment(wrong=0.02, stuck=0.0),
        "a space misread for a second": Torment(wrong=0.002, stuck=0.01),
        "two free observations a turn": Torment(wrong=0.0005, stuck=0.0, clean=(2, 2)),
    }
    for trouble in CALM_TROUBLES:
        found[trouble] = Torment(wrong=0.002, stuck=0.0, troubles={trouble: 0.08})
    for code in CHEATS:
        found[code] = Torment(wrong=0.002, stuck=0.0, troubles={code: 0.04})
    found["a chip in doubt for long"] = Torment(wrong=0.002, stuck=0.0, doubts=0.02)
    found["a space in doubt for long"] = Torment(wrong=0.002, stuck=0.0, stray_doubts=0.005)
    found["doubts after bumps"] = Torment(wrong=0.002, stuck=0.0, troubles={"bump": 0.08}, doubts_after_bumps=0.5)
    cheats = dict.fromkeys(CHEATS, 0.007)
    calm = dict.fromkeys(CALM_TROUBLES, 0.015)
    found["quick cheats"] = Torment(wrong=0.0005, stuck=0.0, troubles=cheats, clean=(2, 4), after_cheat=(2, 4))
    found["everything"] = Torment(
        wrong=0.003, stuck=0.002, troubles=cheats | calm, doubts=0.005, stray_doubts=0.002, doubts_after_bumps=0.3
    )
    return found


def measured(torment: Torment, games: int, first: int) -> Score:
    """So many games of one kind, the tables taken in turn."""
    total = Score()
    opened: dict[tuple[str, str], Game] = {}
    for number in range(games):
        table = TABLES[number % len(TABLES)]
        game = opened.setdefault(table, new_game(*table))
        total.add(referee(Simulated(game, first + number, torment), Arbiter(game), cost=True).score)
    return total


def long_game(hours: float = 4.0) -> Iterator[Observation | calls.AnyCall]:
    """A game of hours: chips laid and taken, a turn every eighteen seconds, the deck shuffled now and then."""
    board = ["*" if space in (0, 9, 90, 99) else "." for space in range(100)]
    sure = bytes([253]) * 100
    turn, places = 0, [44, 45, 46, 54]
    for frame in range(int(hours * 3600 * 5)):
        at, phase = frame / 5, frame % 90
        if frame % 720 == 5:
            yield calls.DeckShuffled(at=at)
        letters = "".join(board)
        if phase >= 80:
            space = places[turn // 2 % 4]
            if phase == 85:
                board[space] = "b" if turn % 2 == 0 else "."
                turn += 1
            letters = letters[:space] + "##" + letters[space + 2 :]
        yield Observation(at=at, frame=frame, letters=letters, guesses="".join(board), confidence=sure)


def costs_of_a_long_game() -> tuple[float, float, int]:
    """Milliseconds an input costs on average in the first and in the last half hour, and the turns played."""
    arbiter = Arbiter(new_game("classic", "blue green"))
    spent: list[float] = []
    for given in long_game():
        before = time.thread_time()
        arbiter.receive(given)
        spent.append(time.thread_time() - before)
    part = len(spent) // 8
    first, last = sum(spent[:part]) / part, sum(spent[-part:]) / part
    return 1000 * first, 1000 * last, arbiter.position.turn


def figures() -> dict[str, dict[str, object]]:
    """What was promised and what was measured."""
    table = Table(title="Simulated games, by kind of trouble")
    for column in (
        "trouble",
        "games",
        "turns",
        "found %",
        "false ‰",
        "cheats",
        "named %",
        "false ‰",
        "out s",
        "delay s",
    ):
        table.add_column(column, justify="left" if column == "trouble" else "right")
    total = Score()
    for number, (name, torment) in enumerate(kinds().items()):
        score = measured(torment, GAMES, 10_000 * (number + 1))
        table.add_row(name, *_row(score))
        total.add(score)
    table.add_section()
    table.add_row("all", *_row(total))
    Console(file=sys.stderr, width=120).print(table)
    costs = sorted(total.costs)
    first, last, turns = costs_of_a_long_game()
    return {
        "turns found once": _figure(100 * total.found / total.turns, "%", ">= 99.95", GOALS["turns"], False),
        "false turns": _figure(100 * total.false_turns / total.turns, "%", "<= 0.01", GOALS["false turns"], True),
        "turns told and taken back": _figure(total.taken_back, f"of {total.turns}", "", math.inf, True),
        "questions about doubts": _figure(1000 * total.questions / total.turns, "in 1000 turns", "", math.inf, True),
        "faults named right": _figure(100 * total.named / total.faults, "%", ">= 99.5", GOALS["faults"], False),
        "false faults": _figure(
            1000 * total.false_faults / total.turns, "in 1000 turns", "<= 0.1", GOALS["false faults"], True
        ),
        "longest out of step where the eye sees clearly": _figure(
            total.clear_out, "s", "<= 10", GOALS["out of step"], True
        ),
        "games out of step for ever": _figure(total.out_of_step_games, f"of {total.games}", "0", 0, True),
        "delay of a turn, median": _figure(_at(sorted(total.delays), 0.5), "s", "<= 0.6", 0.6, True),
        "one input, median": _figure(1000 * _at(costs, 0.5), "ms", "< 1", 1.0, True),
        "one input, 99th percentile": _figure(1000 * _at(costs, 0.99), "ms", "< 1", 1.0, True),
        "last half hour of four against the first": _figure(
            last / first, f"times ({turns} turns)", "<= 1.2", 1.2, True
        ),
    }


def _figure(value: float, unit: str, goal: str, bound: float, most: bool) -> dict[str, object]:
    reached = value <= bound if most else value >= bound
    return {"value": round(value, 4), "unit": unit, "goal": goal, "reached": reached}


def _at(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def _row(score: Score) -> list[str]:
    delays = sorted(score.delays)
    named = f"{100 * score.named / score.faults:.2f}" if score.faults else ""
    return [
        str(score.games),
        str(score.turns),
        f"{100 * score.found / score.turns:.2f}",
        f"{1000 * score.false_turns / score.turns:.2f}",
        str(score.faults or ""),
        named,
        f"{1000 * score.false_faults / score.turns:.2f}",
        f"{score.longest_out:.0f}",
        f"{_at(delays, 0.5):.1f} / {_at(delays, 0.99):.1f}",
    ]
