"""Rules broken on purpose, one at a time: the tests beside this one must notice each.

A copy of the engine gets one line changed, and the conformance suite runs on the copy with the tests named below.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.often import cases

ROOT = Path(__file__).parents[2]
NOTICING = ["test_conformance.py", "test_open_questions.py", "test_deduction.py", "test_replay.py"]

NO_MORE_THAN_NEEDED = {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Half of the time of each run would be plugins that these tests do not use."""

BROKEN_RULES = {
    "two sequences may share two spaces": ("../editions/classic.toml", "shared_spaces = 1", "shared_spaces = 2"),
    "a chip in a sequence may be taken": (
        "legality.py",
        "if position.locked & bit and not game",
        "if False and not game",
    ),
    "an own chip may be taken": (
        "legality.py",
        "if position.chips[game.side_of[position.seat]] & bit:",
        "if False:",
    ),
    "one dead card more may be turned in": ("legality.py", "len(turn.dead) > limit", "len(turn.dead) > limit + 1"),
    "a card with one space covered is dead": (
        "legality.py",
        "home & position.taken == home",
        "home & position.taken != 0",
    ),
    "jacks can be dead": ("legality.py", "return home != 0 and home", "return home"),
    "a chip may lie on a corner": ("legality.py", "if game.free & bit:\n        yield", "if False:\n        yield"),
    "the win comes one sequence late": ("playing.py", ">= game.need", "> game.need"),
    "the five furthest from row 1 count": ("sequences.py", "len(rank)), run[1])", "len(rank)), [-s for s in run[1]])"),
    "a claim is not listened to": ("sequences.py", "rank.get(run[0], len(rank))", "0"),
    "three copies of a card are fine": ("deduction.py", "if seen >= copies:", "if seen > copies:"),
    "unseen plays do not compete for the wild cards": (
        "playing.py",
        "                wilds += 1\n            unseen += unit",
        "                wilds += 0\n            unseen += unit",
    ),
    "the shuffle brings no card back": ("playing.py", "        laid=0,\n        unseen=0,", "        unseen=0,"),
    "nobody counts the draws": ("playing.py", "draw_deck -= 1  #", "draw_deck -= 0  #"),
    "a broken sequence stands": ("playing.py", "if position.locked & bit and not mine:", "if False:"),
    "what is left of a broken run is forgotten": ("playing.py", "standing += lying_in_line(game, now, side)", "pass"),
    "the Spanish book has diagonals": ("../editions/european-es.toml", "diagonals = false", "diagonals = true"),
    "a forgotten draw is drawn all the same": ("playing.py", "if draw_deck and not turn.no_draw:", "if draw_deck:"),
    "the deck is shuffled as soon as it is empty": ("playing.py", "or (draw_deck == 0", "or (draw_deck <= 1"),
    "only the first team's turn ever comes": ("playing.py", "seat_to_move(game, seat + 1,", "seat_to_move(game, seat,"),
}  # fmt: skip


def still_passes(copy, files):
    """Run these tests with the engine of this folder in place of the real one."""
    finished = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-x", "-q", "-m", "not slow", "--noconftest", *files],
        cwd=ROOT,
        env=os.environ | NO_MORE_THAN_NEEDED | {"PYTHONPATH": str(copy)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert finished.returncode in (0, 1), finished.stdout[-2000:]
    return finished.returncode == 0


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


FILES = [f"tests/engine/{name}" for name in NOTICING]


@pytest.mark.slow
def test_the_unbroken_copy_passes(copy):
    assert still_passes(copy, FILES)


def test_the_lines_that_are_broken_on_purpose_are_there():
    standing = {name: (ROOT / "engine" / "rules" / name).read_text("utf-8") for name, *_ in BROKEN_RULES.values()}
    assert [rule for rule, (name, line, _) in BROKEN_RULES.items() if line not in standing[name]] == []


@cases("rule", BROKEN_RULES, quick=1)
def test_a_broken_rule_is_noticed(copy, rule):
    name, line, changed = BROKEN_RULES[rule]
    file = copy / "engine" / "rules" / name
    file.write_text(file.read_text("utf-8").replace(line, changed))
    assert not still_passes(copy, FILES)
