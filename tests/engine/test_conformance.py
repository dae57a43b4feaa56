"""The conformance suite: the engine agrees with every case, every rule is in it, and any program can run it."""

import json
import subprocess
import sys
from collections import Counter, defaultdict
from itertools import islice

import pytest

from referee.commands.position import judge_lines, judged
from tests import often
from tests.engine.conformance import SUITE, cases

RUNNER = SUITE.parent / "run.py"
CASES = [json.loads(line) for line in SUITE.read_text("utf-8").splitlines()]

EVERYWHERE = {
    *("T5", "T8", "J2", "J4", "J7", "C1", "C2", "C4", "S1", "S2", "S6", "S7", "K1", "K2", "L2", "E1", "D7"),
    *("A5", "A9", "A13", "X1"),
    *("game-over", "not-dead", "corner", "occupied", "nothing-there", "own-chip", "locked", "wrong-card"),
    *("third-copy", "no-card-explains", "bad-claim"),
}
"""Rules and problems that every edition can show in one turn."""


def test_there_are_two_thousand_cases_and_no_two_alike():
    assert len(CASES) >= 2000
    assert len({(case["position"], case["turn"]) for case in CASES}) == len(CASES)


def test_every_rule_is_shown_in_every_edition_where_it_can_be():
    shown = defaultdict(Counter)
    for case in CASES:
        shown[case["position"].split("+")[0].split()[0]].update(case["rules"])
    for edition in ("classic", "european", "european-es", "bible", "kids"):
        due = set(EVERYWHERE)
        if edition == "european-es":
            due -= {"S2"}  # lines aslant only
        assert due - set(shown[edition]) == set(), edition
    for edition in ("classic", "bible", "kids"):
        assert shown[edition]["too-many-dead"]


def test_the_engine_agrees_with_every_case():
    for case in CASES:
        answer = judged(case["position"], case["turn"])
        told = {key: answer[key] for key in ("problems", "sequences", "winner", "rows")}
        assert told == {key: case[key] for key in told}, (case["position"], case["turn"])


@often.cases("count", [120, None], quick=1)
def test_the_suite_is_made_anew_to_the_byte(count):
    """Its beginning, or all of it."""
    lines = SUITE.read_text("utf-8").splitlines()
    assert [case.line for case in islice(cases(), count)] == lines[:count]


def test_the_runner_counts_what_agrees_and_shows_what_does_not(tmp_path):
    some = tmp_path / "some.jsonl"
    lines = SUITE.read_text("utf-8").splitlines()[:20]
    some.write_text("\n".join(lines), "utf-8")
    answers = "".join(
        json.dumps({key: json.loads(line)[key] for key in ("problems", "sequences", "winner", "rows")}) + "\n"
        for line in lines
    )
    (tmp_path / "right.txt").write_text(answers, "utf-8")
    (tmp_path / "wrong.txt").write_text(answers.replace("null", '"red"', 1), "utf-8")
    echo = "import sys; sys.stdin.read(); print(open(sys.argv[1]).read(), end='')"
    for name, code, words in (("right", 0, "20 of 20"), ("wrong", 1, "19 of 20")):
        program = [sys.executable, "-c", echo, str(tmp_path / f"{name}.txt")]
        ran = subprocess.run(
            [sys.executable, str(RUNNER), "--suite", str(some), "--", *program],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == code
        assert words in ran.stdout


def test_the_runner_is_short_and_needs_nothing_but_python():
    text = RUNNER.read_text("utf-8")
    assert len(text.splitlines()) <= 100
    imports = [line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert {name.partition(".")[0] for name in imports} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("line", ["{", "[]", '{"position": "x"}', '{"position": "x", "turn": "y"}', "[" * 100_000])
def test_a_line_that_is_no_case_gets_an_answer_in_words(line):
    (answer,) = map(json.loads, judge_lines([line]))
    assert set(answer) == {"error"}
    assert answer["error"].startswith("line 1: ")
