"""A machine without a clock of its own: whatever its time does, inputs count in the order in which they come."""

import msgspec
import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.inputs import head_of, read_inputs, rerun
from engine.rules.position import new_game
from tests.arbiter.harness import Harness, write_inputs
from tests.arbiter.simulator import Simulated, Torment
from tests.arbiter.stories import live


@pytest.mark.parametrize("step", [-3600.0, -40.0, -1.5, 86_400 * 365.0, 1e12])
def test_a_clock_that_is_set_in_the_middle_of_a_game_changes_nothing_about_it(step: float) -> None:
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


def test_frames_that_come_a_little_late_are_taken_to_come_now() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.at -= 0.7
    harness.play("g e5")
    assert harness.turns() == ["blue place e4", "green place e5"]
    times = [event.at for event in harness.told]
    assert times == sorted(times)


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


def test_a_game_on_a_clock_that_is_set_is_judged_again_alike() -> None:
    game, arbiter = new_game("classic", "blue green"), Arbiter(new_game("classic", "blue green"))
    film = []
    for number, seen in enumerate(Simulated(game, 7, Torment(), most_turns=12).play()):
        moved = -50.0 * (number > 60) + 1e6 * (number > 150)
        film.append(msgspec.structs.replace(seen, at=seen.at + moved))
    told = [event for seen in film for event in arbiter.receive(seen)]
    head, given = read_inputs(write_inputs(head_of(game), film))
    assert [events.encode(event) for event in rerun(head, given)] == [events.encode(event) for event in told]
    assert sum(isinstance(event, events.TurnPlayed) for event in told) == 12
