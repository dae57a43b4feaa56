"""A figure that became worse than at the last release is told, and nothing else is."""

import pytest

from tests.bench import _released as released


def run(value, unit="%", goal=">= 99"):
    return {"a figure": {"value": value, "unit": unit, "goal": goal}}


def complaints(before, now, faster=1.0):
    return released.complaints([now], released.kept(before), faster)


@pytest.mark.parametrize(
    ("goal", "before", "now", "told"),
    [
        (">= 99", 99.5, 99.4, True),
        (">= 99", 99.5, 99.6, False),
        ("<= 0.1", 0.05, 0.06, True),
        ("<= 0.1", 0.05, 0.01, False),
        ("0", 0, 1, True),
        ("", 7, 3, False),
    ],
)
def test_a_figure_is_told_when_it_is_worse_on_the_side_its_goal_names(goal, before, now, told):
    assert bool(complaints([run(before, goal=goal)], run(now, goal=goal))) is told


def test_what_runs_of_the_release_differed_by_is_noise():
    before = [run(99.5), run(99.3), run(99.6)]
    assert complaints(before, run(99.2)) == []
    assert len(complaints(before, run(99.0))) == 1


@pytest.mark.parametrize(
    ("unit", "goal", "slower"), [("warps", "<= 40", 1.0), ("ms", "<= 5", 1.0), ("games/s", ">= 2000", -1.0)]
)
def test_a_speed_is_told_when_it_is_more_than_a_tenth_worse_however_alike_the_kept_runs_were(unit, goal, slower):
    before = [run(100, unit, goal)] * 3
    assert complaints(before, run(100 + 9 * slower, unit, goal)) == []
    assert len(complaints(before, run(100 + 11 * slower, unit, goal))) == 1
    assert complaints(before, run(100 - 40 * slower, unit, goal)) == []


@pytest.mark.parametrize(("unit", "goal"), [("ms", "<= 5"), ("games/s", ">= 2000")])
def test_a_slower_machine_is_not_a_slower_program(unit, goal):
    twice = 2.0 if unit == "ms" else 0.5
    assert complaints([run(3000, unit, goal)], run(3000 * twice, unit, goal), faster=0.5) == []
    assert len(complaints([run(3000, unit, goal)], run(3000 * twice, unit, goal), faster=1.0)) == 1


def test_a_figure_that_is_gone_is_told():
    assert complaints([run(99.5)], {}) == ["a figure: 99.5 before, and nothing now"]


@pytest.mark.parametrize(("unit", "goal", "slow"), [("warps", "<= 40", 150), ("games/s", ">= 2000", 50)])
def test_runs_that_a_busy_machine_slowed_are_no_slower_program(unit, goal, slow):
    before = released.kept([run(100, unit, goal)])
    assert released.complaints([run(value, unit, goal) for value in (slow, slow, 100)], before, 1.0) == []
    assert len(released.complaints([run(slow, unit, goal)] * 3, before, 1.0)) == 1


def test_one_unlucky_run_of_three_is_not_told():
    before = released.kept([run(99.5)])
    assert released.complaints([run(90.0), run(99.5), run(99.5)], before, 1.0) == []


def test_the_kept_figures_can_be_held_against_themselves():
    for bench, told in released.load().items():
        assert told["yardstick"] > 0, bench
        assert released.complaints([told["figures"]], told["figures"], 1.0) == []
