"""What was seen for certain and undone at once: two quick turns on one space, or a chip taken back."""

from __future__ import annotations

from engine.judging.announcer import Announcer
from engine.judging.change import Change
from engine.judging.context import Context
from engine.judging.disputes import Disputes
from engine.judging.explain import stories
from engine.judging.open_faults import stand_all
from engine.judging.patience import Patience
from engine.judging.story import Step, Story


def tend_passed(
    context: Context, disputes: Disputes, announcer: Announcer, patience: Patience, disputed: set[int]
) -> None:
    """A change was seen with a clear view, and another reach undid it: two turns on one space, if they are legal.

    A chip taken and laid again by the next seat, or laid and taken. One that the same reach laid elsewhere was
    only taken back.
    """
    passed, context.tracker.passed = context.tracker.passed, []
    for change in passed:
        if change.space in disputed or change.mean < patience.sure:
            continue
        if context.ledger.faults and (context.on_fault == "strict" or not disputes.may_stand()):
            continue
        table = disputes.if_all_stood(change) if context.ledger.faults else context.ledger.table
        if table.letters[change.space] != change.before or _laid_elsewhere(context, change):
            continue
        order = ("remove", "place") if change.after == "." else ("place", "remove")
        if change.after != "." and change.before != ".":
            continue
        letter = change.before if change.after == "." else change.after
        steps = []
        for action in order:
            seat = table.seat
            if (table.team_of(seat) == letter) != (action == "place") or table.problems(action, change.space, seat):
                break
            steps.append(Step("turn", action, change.space, seat, (change,), letter=letter))
            table = table.play(table.turn_for(action, change.space), seat)
        if len(steps) == 2 and table.position.winner is None:
            if context.ledger.faults:
                stand_all(context, change.after)
            for step in steps:
                announcer.play(step, ())


def taken_back_after_the_end(context: Context, patience: Patience) -> tuple[tuple[Story, ...], list[Change]]:
    """The stories and changes by which the chip that won was taken back at once and laid elsewhere; empty where not."""
    table, tracker = context.ledger.table, context.tracker
    last = table.last
    if last is None or table.position.winner is None or not 2 <= len(tracker.changes) <= 3:
        return (), []
    changes = [change for change in tracker.changes.values() if patience.likely(change)]
    if len(changes) != 2 or not all(patience.believed(change, False) for change in changes):
        return (), []
    told = stories(table, changes, most=1)
    taken_back = told and [step.kind for step in told[0].steps] == ["taken-back"]
    return (told, changes) if taken_back else ((), [])


def _laid_elsewhere(context: Context, gone: Change) -> bool:
    return any(
        change.after == gone.after and change.reach == gone.gone_reach for change in context.tracker.changes.values()
    )
