"""What many runs came to."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.arbiter.scoring import Score
from tests.bench._figures import figure
from tests.simulation.runner import Outcome


@dataclass
class Report:
    """Counts over all runs so far."""

    runs: int = 0
    hours: float = 0.0
    kills: int = 0
    longest_wrong: float = 0.0
    violations: Counter[str] = field(default_factory=Counter)
    plain: Score = field(default_factory=Score)
    """Of the evenings in which the eye doubted nothing for long."""
    doubting: Score = field(default_factory=Score)
    """Of those with lasting doubts."""
    _began: float = field(default_factory=time.process_time)

    def add(self, outcome: Outcome) -> None:
        """Count one more run."""
        self.runs += 1
        self.hours += outcome.seconds / 3600
        self.kills += outcome.kills
        self.longest_wrong = max(self.longest_wrong, outcome.longest_wrong)
        (self.doubting if outcome.plan.doubts else self.plain).add(outcome.score)
        if outcome.violation:
            self.violations[outcome.violation] += 1

    @property
    def hours_a_minute(self) -> float:
        """Simulated hours a minute of processor time."""
        return self.hours / max(1e-9, (time.process_time() - self._began) / 60)

    def figures(self) -> dict[str, dict[str, Any]]:
        """Each with its unit and goal."""
        return {
            "simulated hours a minute": figure(self.hours_a_minute, "hours"),
            "simulated hours": figure(self.hours, "hours"),
            "evenings": figure(self.runs, ""),
            "kills": figure(self.kills, ""),
            "violations": figure(sum(self.violations.values()), "", "0", not self.violations),
            "longest out of step": figure(self.longest_wrong, "s", "<= 10", self.longest_wrong <= 10),
            **_how_well(self.plain, ""),
            **_how_well(self.doubting, ", spaces in doubt"),
        }

    def __str__(self) -> str:
        lines = [f"{name:38} {f['value']:.5g} {f['unit']}  {f['goal']}" for name, f in self.figures().items()]
        return "\n".join([*lines, *(f"violated {count} times: {name}" for name, count in self.violations.items())])


def _how_well(score: Score, of: str) -> dict[str, dict[str, Any]]:
    turns, faults = max(1, score.turns), max(1, score.faults)
    found, named = 100 * score.found / turns, 100 * score.named / faults
    invented, false = (1e4 * count / turns for count in (score.false_turns, score.false_faults))
    return {
        f"turns found once{of}": figure(found, f"% of {score.turns}", ">= 99.95", found >= 99.95),
        f"turns invented{of}": figure(invented, "in 10,000", "<= 1", invented <= 1),
        f"faults named{of}": figure(named, f"% of {score.faults}", ">= 99.5", named >= 99.5),
        f"false faults{of}": figure(false, "in 10,000 turns", "<= 1", false <= 1),
    }
