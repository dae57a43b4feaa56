"""The simulator that searches: evenings with every trouble until the time is over, held against every invariant.

`SIMULATION_MINUTES` says how long (default 2), `SIMULATION_FIRST` the first seed. What fails is shrunk and printed.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from tests.simulation.plan import plan_of
from tests.simulation.report import Report
from tests.simulation.runner import run
from tests.simulation.shrinking import script, shrink

MINUTES = float(os.environ.get("SIMULATION_MINUTES", "2"))
FIRST = int(os.environ.get("SIMULATION_FIRST", "0"))


def figures() -> dict[str, dict[str, Any]]:
    """How many simulated hours a minute, what was violated, and how well turns and faults were found."""
    report, seed, until = Report(), FIRST, time.monotonic() + MINUTES * 60
    while time.monotonic() < until:
        outcome = run(plan_of(seed))
        report.add(outcome)
        if outcome.violation:
            print(script(shrink(outcome)), file=sys.stderr)
        for missed in outcome.score.missed:
            print(f"seed {seed}: {missed}", file=sys.stderr)
        seed += 1
    return report.figures()
