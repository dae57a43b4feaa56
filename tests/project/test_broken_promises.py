"""Promises of every room broken on purpose, one at a time: the tests of that room must notice each.

A copy of a room gets one line changed, and one file of its tests runs on the copy. The rules of the game have a longer
list of their own, in `tests/engine/test_mutations.py`.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.engine.test_mutations import NO_MORE_THAN_NEEDED
from tests.often import cases

ROOT = Path(__file__).parents[2]

BROKEN_PROMISES = {
    "a turn is told late": (
        "engine/judging/patience.py", "    turn_seconds: float = 0.3", "    turn_seconds: float = 3.0",
        "arbiter/test_turns.py",
    ),
    "a fault waits for ever": (
        "engine/judging/patience.py", "    fault_seconds: float = 0.75", "    fault_seconds: float = 75.0",
        "arbiter/test_faults.py",
    ),
    "the same seat begins every game": (
        "engine/judging/beginning.py", "if not (ledger.started and game.edition.turns.dealing_rotates)",
        "if not (ledger.started and False)", "arbiter/test_next_game.py",
    ),
    "a space in doubt is never decided": (
        "engine/judging/doubts.py", "LOOKS = 3", "LOOKS = 3000", "arbiter/test_doubts.py",
    ),
    "whoever was taken off may call": (
        "web/hosts.py", "one for one in book.devices if one.number != number", "one for one in book.devices",
        "web/test_hosts.py",
    ),
    "keys may be guessed without end": (
        "web/hosts.py", "may = len(tried) < TRIES", "may = True", "web/test_hosts.py",
    ),
    "whoever asks is shown the host's code": (
        "web/own_screen.py", "if not screen.asks:", "if False:", "appliance/test_join_card.py",
    ),
    "any name is this machine's": (
        "web/own_names.py", "return self._is_own(address)", "return True", "web/test_own_names.py",
    ),
    "a phone that comes back misses an update": (
        "web/feed.py", "range(len(updates) - missed,", "range(len(updates) - missed + 1,",
        "web/test_feed.py",
    ),
    "a won game's board is cleared by the hands that clear it": (
        "web/scoreboard.py", 'if event.after_win != "begins" or _is_of_piles(event):', "if False:",
        "web/test_scoreboard.py",
    ),
    "a mesh ends at its outer line": (
        "vision/rectify/mesh.py", "shares[places, space + 1] = at - space",
        "shares[places, space + 1] = np.clip(at - space, 0, 1)", "vision/test_mesh.py",
    ),
    "all three teams play wherever they say who does": (
        "vision/play.py", "teams: frozenset[str] = frozenset(\"bgr\")", "teams: frozenset[str] = frozenset(\"bg\")",
        "vision/test_play.py",
    ),
    "the profile of a newer program is taken for ours": (
        "calibration/profile.py", "if version > VERSION:", "if False:", "calibration/test_profile.py",
    ),
    "a profile for pictures of another size is taken": (
        "calibration/profile.py", "if size is not None and size != look.size:", "if False:",
        "calibration/test_profile.py",
    ),
    "whoever brushes the button ends the machine": (
        "hardware/panel/panel.py", "button.when_held = told", "button.when_pressed = told", "hardware/test_panel.py",
    ),
    "a weak power supply counts while it is weak only": (
        "hardware/health.py", "_in_words(bits >> 16)", "()", "hardware/test_health.py",
    ),
    "a clock that nobody sets is believed": (
        "hardware/health.py", "said != UNSYNCHRONISED", "True", "hardware/test_health.py",
    ),
    "two referees keep one table": (
        "referee/storage/locks.py", "if not lock.take():\n            raise", "if False:\n            raise",
        "referee/test_instance_lock.py",
    ),
    "a history that was changed is whole": (
        "referee/storage/verifier.py", "if head != claimed or number != place:", "if False:",
        "referee/test_verify.py",
    ),
}  # fmt: skip
"""What is promised no longer: the file, the line, what stands in its place, and which tests notice."""


def run(room, tests, copied_to):
    """Run these tests with the copy of a room in place of the real one."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-x", "-q", "-m", "not slow", f"tests/{tests}"],
        cwd=ROOT,
        env=os.environ | NO_MORE_THAN_NEEDED | {"PYTHONPATH": os.pathsep.join([str(copied_to), str(ROOT)])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def test_the_lines_that_are_broken_on_purpose_are_there():
    standing = {name: (ROOT / name).read_text("utf-8") for name, *_ in BROKEN_PROMISES.values()}
    assert [promise for promise, (name, line, *_) in BROKEN_PROMISES.items() if line not in standing[name]] == []


@cases("promise", BROKEN_PROMISES, quick=1)
def test_a_broken_promise_is_noticed(tmp_path, promise):
    name, line, changed, tests = BROKEN_PROMISES[promise]
    room = Path(name).parts[0]
    shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "training"))
    file = tmp_path / name
    file.write_text(file.read_text("utf-8").replace(line, changed), "utf-8")
    finished = run(room, tests, tmp_path)
    assert finished.returncode == 1, finished.stdout[-2000:]
    assert "FAILED" in finished.stdout, finished.stdout[-2000:]
