"""The whole conformance suite made anew by the second referee, and judged by the engine."""

import json
import time

from referee.commands.position import judged
from tests.bench._figures import exactly, figure
from tests.engine.conformance import SUITE, cases

PARTS = ("problems", "sequences", "winner", "rows")


def figures():
    """Name to value, unit, goal and whether it is reached."""
    lines = SUITE.read_text("utf-8").splitlines()
    began = time.process_time()
    agree = sum(_agrees(json.loads(line)) for line in lines)
    rate = round(len(lines) / (time.process_time() - began))
    same = [case.line for case in cases()] == lines
    return {
        "conformance_cases": figure(agree, f"of {len(lines)} agree", "all", agree == len(lines)),
        "conformance_rate": figure(rate, "cases judged/s"),
        "conformance_made_anew": exactly(int(same), 1, "the same bytes"),
    }


def _agrees(case):
    answer = judged(case["position"], case["turn"])
    return all(answer[part] == case[part] for part in PARTS)
