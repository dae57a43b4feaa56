"""Some evenings of the simulator, with every trouble among them: none of them violates an invariant."""

from collections.abc import Sequence

import msgspec
import pytest

from engine import events
from engine.events import AnyEvent
from referee.storage.recorder import Recorder
from tests.arbiter.simulator import CHEATS
from tests.often import cases
from tests.simulation.plan import CALLS, CAMERA, DISK, HANDS, WILD, plan_of
from tests.simulation.runner import run
from tests.simulation.shrinking import script, shrink

SEEDS = (1133, 1138, 1177, 1252, 1316, 144, 369, *range(100, 104))


@cases("seed", SEEDS, quick=1)
def test_an_evening_full_of_trouble_is_refereed_without_a_mistake(seed: int) -> None:
    outcome = run(plan_of(seed))
    assert not outcome.violation, script(outcome)
    score = outcome.score
    assert (score.found, score.false_turns, score.false_faults) == (score.turns, 0, 0), score.missed
    assert score.named == score.faults, score.missed


def test_these_evenings_know_every_trouble() -> None:
    met = {trouble.kind for seed in SEEDS for trouble in plan_of(seed).troubles}
    assert {*HANDS, *CHEATS, *CAMERA, *DISK, *CALLS, *WILD} <= met


def test_a_number_is_all_a_run_needs() -> None:
    plan = msgspec.structs.replace(plan_of(1252), seconds=60.0)
    first, again = run(plan), run(plan)
    assert [event for _, event in first.heard] == [event for _, event in again.heard]
    assert len(first.heard) > 10


def test_a_run_that_fails_is_shrunk_to_the_trouble_that_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(self: Recorder, happened: Sequence[AnyEvent]) -> None:
        self.history.append(self.game, [event for event in happened if not isinstance(event, events.LightChanged)])

    monkeypatch.setattr(Recorder, "write", forgetful)
    whole = plan_of(1316)
    lamp = next(trouble for trouble in whole.troubles if trouble.kind == "lamp")
    near = [trouble for trouble in whole.troubles if abs(trouble.at - lamp.at) < 20]
    soon = tuple(msgspec.structs.replace(trouble, at=trouble.at - lamp.at + 12) for trouble in near)
    failed = run(msgspec.structs.replace(whole, troubles=soon, seconds=20.0))
    assert failed.violation == "what was announced is on disk"
    smallest = shrink(failed, most=30)
    assert [trouble.kind for trouble in smallest.plan.troubles] == ["lamp"]
    assert "--seed 1316 --only" in script(smallest)


def test_an_evening_at_a_drawn_table_is_refereed_through_the_real_eye() -> None:
    plan = msgspec.structs.replace(plan_of(1, deep=True), seconds=12.0)
    outcome = run(plan)
    assert not outcome.violation, script(outcome)
    assert any(isinstance(event, events.TurnPlayed) for _, event in outcome.heard)
