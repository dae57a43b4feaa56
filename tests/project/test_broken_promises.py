"""Rules of the game and promises of every room broken on purpose, one at a time: the tests of that room notice each.

A copy of a room gets one line changed, and the tests that are named run on the copy.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.often import cases

ROOT = Path(__file__).parents[2]
NO_MORE_THAN_NEEDED = {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Half of the time of each run would be plugins that these tests do not use."""
OF_RULES = tuple(f"engine/test_{name}.py" for name in ("conformance", "open_questions", "deduction", "replay"))

LEGALITY, PLAYING, SEQUENCES, DEDUCTION = (
    f"engine/rules/{name}.py" for name in ("legality", "playing", "sequences", "deduction")
)
BROKEN_RULES = {
    "two sequences may share two spaces": ("engine/editions/classic.toml", "shared_spaces = 1", "shared_spaces = 2"),
    "a chip in a sequence may be taken": (LEGALITY, "if position.locked & bit and not game", "if False and not game"),
    "an own chip may be taken": (LEGALITY, "if position.chips[game.side_of[position.seat]] & bit:", "if False:"),
    "one dead card more may be turned in": (LEGALITY, "len(turn.dead) > limit", "len(turn.dead) > limit + 1"),
    "a card with one space covered is dead": (LEGALITY, "home & position.taken == home", "home & position.taken != 0"),
    "jacks can be dead": (LEGALITY, "return home != 0 and home", "return home"),
    "a chip may lie on a corner": (LEGALITY, "if game.free & bit:\n        yield", "if False:\n        yield"),
    "the win comes one sequence late": ("engine/rules/position.py", ">= game.need", "> game.need"),
    "the five furthest from row 1 count": (SEQUENCES, "len(rank)), run[1])", "len(rank)), [-s for s in run[1]])"),
    "a claim is not listened to": (SEQUENCES, "rank.get(run[0], len(rank))", "0"),
    "three copies of a card are fine": (DEDUCTION, "if seen >= copies:", "if seen > copies:"),
    "unseen plays take no wild card": (PLAYING, "wilds += 1\n            unseen", "wilds += 0\n            unseen"),
    "the shuffle brings no card back": (PLAYING, "        laid=0,\n        unseen=0,", "        unseen=0,"),
    "nobody counts the draws": (PLAYING, "draw_deck -= 1  #", "draw_deck -= 0  #"),
    "a broken sequence stands": (PLAYING, "if position.locked & bit and not mine:", "if False:"),
    "what is left of a broken run is forgotten": (PLAYING, "standing += lying_in_line(game, now, side)", "pass"),
    "the Spanish book has diagonals": ("engine/editions/european-es.toml", "diagonals = false", "diagonals = true"),
    "a forgotten draw is drawn all the same": (PLAYING, "if draw_deck and not no_draw:", "if draw_deck:"),
    "the deck is shuffled as soon as it is empty": (PLAYING, "or (draw_deck == 0", "or (draw_deck <= 1"),
    "only the first team's turn ever comes": (PLAYING, "seat_to_move(game, seat + 1,", "seat_to_move(game, seat,"),
}  # fmt: skip
"""Rules that are none any more: the file, the line, what stands in its place."""

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
        "web/hosts.py", '"too_many_tries" if self._wrong.seconds_to_wait(address) else "wrong_key"', '"wrong_key"',
        "web/test_hosts.py",
    ),
    "whoever asks is shown the host's code": (
        "web/screens.py", "if not screen.asks:", "if False:", "appliance/test_join_card.py",
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
        "vision/read/teams.py", "teams: frozenset[str] = frozenset()", "teams: frozenset[str] = frozenset(\"bg\")",
        "vision/test_play.py",
    ),
    "the profile of a newer program is taken for ours": (
        "calibration/profile.py", "if version > VERSION:", "if False:", "calibration/test_profile.py",
    ),
    "pictures of another size than the table was measured at are taken": (
        "vision/rectify/pictures.py", "if size != measured:", "if False:",
        "vision/test_eye.py",
    ),
    "whoever brushes the button ends the machine": (
        "hardware/panel.py", "button.when_held = told", "button.when_pressed = told", "hardware/test_panel.py",
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
BROKEN = {rule: (*row, *OF_RULES) for rule, row in BROKEN_RULES.items()} | BROKEN_PROMISES


def test_the_lines_that_are_broken_on_purpose_are_there():
    standing = {name: (ROOT / name).read_text("utf-8") for name, *_ in BROKEN.values()}
    assert [what for what, (name, line, *_) in BROKEN.items() if line not in standing[name]] == []


@cases(
    "what",
    sorted(BROKEN, key=lambda what: what not in (next(iter(BROKEN_RULES)), next(iter(BROKEN_PROMISES)))),
    quick=2,
)
def test_what_is_broken_is_noticed(tmp_path, what):
    name, line, changed, *tests = BROKEN[what]
    room = Path(name).parts[0]
    shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "training"))
    file = tmp_path / name
    file.write_text(file.read_text("utf-8").replace(line, changed), "utf-8")
    finished = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-x", "-q", "-m", "not slow", *(f"tests/{one}" for one in tests)],
        cwd=ROOT,
        env=os.environ | NO_MORE_THAN_NEEDED | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert finished.returncode == 1, finished.stdout[-2000:]
    assert "FAILED" in finished.stdout, finished.stdout[-2000:]
