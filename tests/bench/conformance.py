"""The whole conformance suite made anew by the second referee, and judged by the engine."""

from __future__ import annotations

import json
import time
from typing import Any

from referee.commands.judge import judged
from tests.engine.conformance import SUITE, cases

PARTS = ("problems", "sequences", "winner", "rows")


def figures() -> dict[str, dict[str, Any]]:
    """Name to value, unit, goal and whether it is reached."""
    lines = SUITE.read_text("utf-8").splitlines()
    began = time.process_time()
    agree = sum(_agrees(json.loads(line)) for line in lines)
    rate = round(len(lines) / (time.process_time() - began))
    same = [case.line for case in cases()] == lines
    return {
        "conformance_cases": {
            "value": agree, "unit": f"of {len(lines)} agree", "goal": "all", "reached": agree == len(lines),
        },
        "conformance_rate": {"value": rate, "unit": "cases judged/s", "goal": "", "reached": None},
        "conformance_made_anew": {"value": int(same), "unit": "the same bytes", "goal": "1", "reached": same},
    }  # fmt: skip


def _agrees(case: dict[str, Any]) -> bool:
    answer = judged(case["position"], case["turn"])
    return all(answer[part] == case[part] for part in PARTS)
