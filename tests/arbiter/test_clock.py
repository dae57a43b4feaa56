"""A machine without a clock of its own: whatever its time does, inputs count in the order in which they come."""

import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from tests.arbiter.harness import Harness
from tests.arbiter.stories import live


@pytest.mark.parametrize("step", [-3600.0, -40.0, -1.5, -0.7, 86_400 * 365.0, 1e12])
def test_a_clock_that_is_set_or_frames_that_come_a_little_late_change_nothing_about_a_game(step: float) -> None:
    harness = Harness()
    harness.play("b e4", "g e5")
    harness.at += step
    harness.play("b c3", "g h7")
    assert harness.turns() == ["blue place e4", "green place e5", "blue place c3", "green place h7"]
    assert harness.faults() == []
    times = [event.at for event in harness.told]
    assert times == sorted(times)
    assert times[-1] < 60


def test_a_clock_that_is_set_between_two_looks_at_a_new_chip_loses_no_turn() -> None:
    live("e4=b x1, gone -7200, look 3 > blue place e4")


def test_a_call_with_any_time_does_not_set_the_clock() -> None:
    harness = Harness()
    harness.play("b e4")
    for at in (0.0, 1e300, -1e300):
        harness.give(calls.NoDraw(at=at, turn=1))
    assert all(call.at < 60 for call in harness.all(events.CallMade))
    harness.play("g e5")
    assert harness.turns() == ["blue place e4", "green place e5"]


def test_time_goes_on_after_a_restart_though_the_source_counts_from_nought_again() -> None:
    harness = Harness()
    harness.play("b e4", "g e5")
    harness.arbiter = Arbiter.resume(harness.game, harness.told)
    harness.at = 0.0
    harness.look(4)
    harness.play("b c3")
    assert harness.turns()[-1] == "blue place c3"
    times = [event.at for event in harness.told]
    assert times == sorted(times)
