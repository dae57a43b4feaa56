"""How well and how fast simulated games are refereed: thousands of them, every edition, every kind of trouble.

One table for people, a line a kind of trouble; `figures` gives what was promised. `ARBITER_GAMES` says how many
games each kind gets.
"""

import os
import statistics
import sys
import time

from rich.console import Console
from rich.table import Table

from engine import calls
from engine.arbiter import Arbiter
from engine.observation import Observation, certain
from engine.rules.position import new_game
from tests.arbiter.scoring import Score, referee
from tests.arbiter.simulator import CALM_TROUBLES, CHEATS, Simulated, Torment
from tests.bench._figures import at_least, at_most, exactly, figure

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


def kinds():
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


class Timed(Arbiter):
    """An arbiter that notes what each input cost."""

    def __init__(self, game, spent):
        super().__init__(game)
        self._spent = spent

    def receive(self, given):
        """As every arbiter does."""
        before = time.thread_time()
        told = super().receive(given)
        self._spent.append(1000 * (time.thread_time() - before))
        return told


def measured(torment, games, first, spent):
    """So many games of one kind, the tables taken in turn; milliseconds of every input go to `spent`."""
    total = Score()
    opened = {table: new_game(*table) for table in TABLES}
    for number in range(games):
        game = opened[TABLES[number % len(TABLES)]]
        total.add(referee(Simulated(game, first + number, torment), Timed(game, spent)).score)
    return total


def long_game(hours=4.0):
    """A game of hours: chips laid and taken, a turn every eighteen seconds, the deck shuffled now and then."""
    board = ["*" if space in (0, 9, 90, 99) else "." for space in range(100)]
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
        yield Observation(at=at, frame=frame, letters=letters, chances=certain("".join(board)))


def figures():
    """What was promised and what was measured."""
    table = Table(
        "trouble", "games", "turns", "found %", "false ‰", "cheats", "named %", "false ‰", title="Simulated games"
    )
    total, spent = Score(), []
    for number, (name, torment) in enumerate(kinds().items()):
        score = measured(torment, GAMES, 10_000 * (number + 1), spent)
        table.add_row(name, *_row(score))
        total.add(score)
    table.add_row("all", *_row(total))
    Console(file=sys.stderr, width=120).print(table)
    spent.sort()
    arbiter = Timed(new_game("classic", "blue green"), long := [])
    for given in long_game():
        arbiter.receive(given)
    part, turns = len(long) // 8, arbiter.position.turn
    return {
        "turns found once": at_least(100 * total.found / total.turns, 99.99, f"% of {total.turns}"),
        "false turns": at_most(100 * total.false_turns / total.turns, 0.01, "%"),
        "faults named right": at_least(100 * total.named / total.faults, 99.9, f"% of {total.faults}"),
        "false faults": at_most(10_000 * total.false_faults / total.turns, 0.3, "in 10,000 turns"),
        "longest out of step where the eye sees clearly": at_most(total.clear_out, 10, "s"),
        "games out of step for ever": exactly(total.out_of_step, 0, f"of {total.games}"),
        "one input at rest, median": at_most(statistics.median(long), 0.01, "ms"),
        "one input, median": figure(spent[len(spent) // 2], "ms"),
        "one input, slowest of a hundred": at_most(spent[len(spent) * 99 // 100], 2, "ms"),
        "last half hour of four against the first": at_most(
            sum(long[-part:]) / sum(long[:part]), 1.2, f"times ({turns} turns)"
        ),
    }


def _row(score):
    named = f"{100 * score.named / score.faults:.2f}" if score.faults else ""
    found, false = 100 * score.found / score.turns, 1000 * score.false_turns / score.turns
    accused = 1000 * score.false_faults / score.turns
    words = (score.games, score.turns, f"{found:.2f}", f"{false:.2f}", score.faults or "", named, f"{accused:.2f}")
    return [str(word) for word in words]
