"""The smallest run that still fails: troubles are dropped one by one, for as long as the same invariant breaks."""

from __future__ import annotations

import msgspec

from tests.simulation.runner import Outcome, run


def shrink(failed: Outcome, most: int = 200) -> Outcome:
    """The outcome of the smallest plan found that violates the same invariant, in at most so many runs."""
    best, runs = _shortened(failed), 0
    size = max(1, len(best.plan.troubles) // 2)
    while runs < most:
        kept = [trouble.number for trouble in best.plan.troubles]
        smaller = False
        for at in range(0, len(kept), size):
            less = run(best.plan.only(set(kept) - set(kept[at : at + size])))
            runs += 1
            if less.violation == failed.violation:
                best, smaller = _shortened(less), True
                break
        if smaller:
            continue
        if size == 1:
            break
        size = size // 2
    return best


def _shortened(failed: Outcome) -> Outcome:
    """The same failure without the troubles that came after it."""
    before = tuple(t for t in failed.plan.troubles if t.at <= failed.seconds)
    if len(before) == len(failed.plan.troubles):
        return failed
    shorter = run(msgspec.structs.replace(failed.plan, troubles=before))
    return shorter if shorter.violation == failed.violation else failed


def script(outcome: Outcome) -> str:
    """What happened, for people, with the command that makes it happen again."""
    plan = outcome.plan
    kept = ",".join(str(trouble.number) for trouble in plan.troubles) or "none"
    deep = " --deep" if plan.deep else ""
    again = f"python -m tests.simulation --seed {plan.seed}{deep} --only {kept}"
    said = "anything is said" if plan.wild else "honest"
    table = f"{plan.edition} {plan.rules}, {plan.seats}, {said}, {plan.on_fault}, {plan.doubts:.0%} in doubt"
    lines = [f"seed {plan.seed}: {table}", *map(str, plan.troubles), outcome.says or "all is well", f"again: {again}"]
    return "\n".join(lines)
