"""The figures of the last release, and whether today's are worse by more than their noise.

A figure has a better side where its goal begins with `>=`, `>`, `<=` or `<`, or is a bare number, which must be met
exactly. Figures without a goal are told, and judged by nobody. Times and rates are put into the terms of the machine
they were kept on by a yardstick that is measured beside them: turns of one plain Python loop in a second.
"""

import json
import re
import statistics
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("released.json")
RUNS = 3
"""How often a bench runs when its figures are kept, and before one of them is called worse."""
SPEED_SLACK = 0.1
"""Share of a speed by which a program differs from itself between two days, or between an idle machine and a busy one,
however alike the kept runs were: 2 to 9 % were seen."""
RATE, SECONDS, RATIO = re.compile(r"/s\b"), re.compile(r"^(s|ms|µs)\b"), re.compile(r"^(warps|times|MiB|MB)\b")

Figures = Mapping[str, Mapping[str, Any]]


def yardstick(runs=15, turns=300_000):
    """Turns of a plain loop in a second of this process, the quickest of so many runs: how fast this machine is."""
    rates = []
    for _ in range(runs):
        began, total = time.process_time(), 0
        for number in range(turns):
            total += number & 7
        rates.append(turns / (time.process_time() - began))
    return max(rates)  # whatever else the machine does only ever slows it


def kept(runs):
    """Each figure over these runs, its noise, unit and goal.

    Of a speed that is the quickest run, for whatever else a machine does only slows it, and its noise the distance of
    the middle one; of all else the middle run, and the distance of the farthest.
    """
    found = {}
    for name, first in runs[0].items():
        values = [run[name]["value"] for run in runs if name in run]
        if not all(isinstance(value, int | float) for value in values):
            continue
        unit, middle = str(first.get("unit", "")), statistics.median(values)
        quickest = max if RATE.search(unit) else min if SECONDS.match(unit) or RATIO.match(unit) else None
        value = quickest(values) if quickest else middle
        noise = middle - value if quickest else max(abs(one - value) for one in values)
        found[name] = {
            "value": value,
            "noise": round(abs(noise), 6),
            "unit": unit,
            "goal": first.get("goal", ""),
        }
    return found


def worse(name, now, before, faster):
    """Why a figure is worse than the kept one, or None.

    `faster` is this machine's yardstick over that of the machine on which the figure was kept.
    """
    if not isinstance(now, int | float):
        return f"{name}: {before['value']:g} before, and nothing now"
    value, unit, goal = float(before["value"]), str(before["unit"]), str(before["goal"] if before["goal"] else "")
    speed = RATE.search(unit) or SECONDS.match(unit) or RATIO.match(unit)
    now = now / faster if RATE.search(unit) else now * faster if SECONDS.match(unit) else now
    slack = max(2 * before["noise"], SPEED_SLACK * abs(value) if speed else 0.0)
    change = now - value
    lost = {">": change < -slack, "<": change > slack}.get(goal[:1], bool(goal) and abs(change) > slack)
    return f"{name}: {value:g} before, {now:.4g} now (noise {slack:.2g})" if lost else None


def complaints(runs, released, faster):
    """A line for each released figure that over these runs is worse by more than its noise, or that is gone."""
    now = {name: figure["value"] for name, figure in kept(runs).items()}
    found = (worse(name, now.get(name), before, faster) for name, before in released.items())
    return [line for line in found if line]


def load():
    """The kept figures: for each bench its yardstick and its figures."""
    return json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}


def save(bench, speed, runs):
    """Keep the figures of a bench in place of those of the release before."""
    told = load() | {bench: {"yardstick": round(speed), "figures": kept(list(runs))}}
    FILE.write_text(json.dumps(dict(sorted(told.items())), indent=1, ensure_ascii=False) + "\n", "utf-8")
