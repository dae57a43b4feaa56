"""`python -m tests.simulation`: run evenings until the time is over; shrink what fails, and print it."""

from __future__ import annotations

import argparse
import sys
import time

from engine.events import encode
from tests.simulation.plan import plan_of
from tests.simulation.report import Report
from tests.simulation.runner import run
from tests.simulation.shrinking import script, shrink


def main() -> int:
    """1 when an invariant was violated."""
    words = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    words.add_argument("--seed", type=int, help="run this one evening (default: as many as the time allows)")
    words.add_argument("--only", default="", help="with --seed: the numbers of the troubles to keep, or none")
    words.add_argument(
        "--events", action="store_true", help="with --seed: print what was laid and every event, with the time"
    )
    words.add_argument("--deep", action="store_true", help="the real eye on drawn pictures, in shorter evenings")
    words.add_argument("--first", type=int, default=0, help="the first seed")
    words.add_argument("--minutes", type=float, default=1.0, help="how long to search")
    asked = words.parse_args()
    if asked.seed is not None:
        plan = plan_of(asked.seed, deep=asked.deep)
        if asked.only:
            plan = plan.only({int(number) for number in asked.only.split(",") if number.isdigit()})
        outcome = run(plan)
        told = [(at, 1, encode(event).decode()) for at, event in outcome.heard]
        for at, by, what in (
            sorted([*told, *((at, 0, changes) for at, changes in outcome.laid)]) if asked.events else ()
        ):
            print(f"{at:7.1f} {'+' if by else '-'} {what}")
        print(script(outcome))
        print("\n".join(outcome.score.missed))
        return int(bool(outcome.violation))
    report, seed = Report(), asked.first
    until = time.monotonic() + asked.minutes * 60
    while time.monotonic() < until:
        outcome = run(plan_of(seed, deep=asked.deep))
        report.add(outcome)
        if outcome.violation:
            print(script(shrink(outcome)), "\n", flush=True)
        for missed in outcome.score.missed:
            print(f"seed {seed}: {missed}", flush=True)
        seed += 1
    print(f"seeds {asked.first} to {seed - 1}\n{report}")
    return int(bool(report.violations))


if __name__ == "__main__":
    sys.exit(main())
