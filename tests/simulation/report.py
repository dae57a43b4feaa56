"""What many runs came to."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.arbiter.scoring import Score
from tests.simulation.runner import Outcome


@dataclass
class Report:
    """Counts over all runs so far."""

    runs: int = 0
    hours: float = 0.0
    kills: int = 0
    longest_wrong: float = 0.0
    violations: Counter[str] = field(default_factory=Counter)
    score: Score = field(default_factory=Score)
    _began: float = field(default_factory=time.process_time)

    def add(self, outcome: Outcome) -> None:
        """Count one more run."""
        self.runs += 1
        self.hours += outcome.seconds / 3600
        self.kills += outcome.kills
        self.longest_wrong = max(self.longest_wrong, outcome.longest_wrong)
        self.score.add(outcome.score)
        if outcome.violation:
            self.violations[outcome.violation] += 1

    @property
    def hours_a_minute(self) -> float:
        """Simulated hours a minute of processor time."""
        return self.hours / max(1e-9, (time.process_time() - self._began) / 60)

    def figures(self) -> dict[str, dict[str, Any]]:
        """As the benches tell them."""
        score, turns, faults = self.score, max(1, self.score.turns), max(1, self.score.faults)
        found, named = 100 * score.found / turns, 100 * score.named / faults
        return {
            "simulated hours a minute": _figure(self.hours_a_minute, "hours"),
            "simulated hours": _figure(self.hours, "hours"),
            "evenings": _figure(self.runs, ""),
            "kills": _figure(self.kills, ""),
            "violations": _figure(sum(self.violations.values()), "", "0", not self.violations),
            "turns found once": _figure(found, f"% of {score.turns}", ">= 99.95", found >= 99.95),
            "turns invented": _figure(
                1e4 * score.false_turns / turns, "in 10,000", "<= 1", score.false_turns <= turns / 1e4
            ),
            "faults named": _figure(named, f"% of {score.faults}", ">= 99.5", named >= 99.5),
            "false faults": _figure(
                1e4 * score.false_faults / turns, "in 10,000 turns", "<= 1", score.false_faults <= turns / 1e4
            ),
            "longest out of step": _figure(self.longest_wrong, "s", "<= 10", self.longest_wrong <= 10),
        }

    def __str__(self) -> str:
        lines = [f"{name:28} {f['value']:.5g} {f['unit']}  {f['goal']}" for name, f in self.figures().items()]
        return "\n".join([*lines, *(f"violated {count} times: {name}" for name, count in self.violations.items())])


def _figure(value: float, unit: str, goal: str = "", reached: bool | None = None) -> dict[str, Any]:
    return {"value": value, "unit": unit, "goal": goal, **({} if reached is None else {"reached": reached})}
