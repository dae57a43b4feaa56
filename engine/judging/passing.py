"""What was seen for certain and undone at once: two quick turns on one space, or a chip taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.judging.explain import stories
from engine.judging.patience import Patience
from engine.judging.sight import Change
from engine.judging.story import Step

if TYPE_CHECKING:
    from engine.judging.court import Court


def tend_passed(court: Court, patience: Patience, disputed: set[int]) -> None:
    """A change was seen with a clear view, and another reach undid it: two turns on one space, if they are legal.

    A chip taken and laid again by the next seat, or laid and taken. One that the same reach laid elsewhere was
    only taken back.
    """
    passed, court.sight.passed = court.sight.passed, []
    for change in passed:
        if change.space in disputed or change.mean < patience.sure:
            continue
        if court.ledger.faults and (court.arbiter.on_fault == "strict" or not court.disputes.may_stand()):
            continue
        table = court.disputes.if_all_stood(change) if court.ledger.faults else court.ledger.table
        if table.letters[change.space] != change.before or _laid_elsewhere(court, change):
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
            if court.ledger.faults:
                court.disputes.stand_all(change.after)
            for step in steps:
                court.play(step, ())


def tend_ending(court: Court, patience: Patience) -> None:
    """The chip that won was taken back at once and laid elsewhere: the game is not over after all."""
    table, sight = court.ledger.table, court.sight
    last = table.last
    if last is None or table.position.winner is None or not 2 <= len(sight.changes) <= 3:
        return
    changes = [change for change in sight.changes.values() if patience.likely(change)]
    if len(changes) != 2 or not all(patience.believed(change, False) for change in changes):
        return
    told = stories(table, changes, most=1)
    if told and [step.kind for step in told[0].steps] == ["taken-back"]:
        court.tell_story(told[0], told, changes, patience, False)


def _laid_elsewhere(court: Court, gone: Change) -> bool:
    return any(
        change.after == gone.after and change.reach == gone.gone_reach for change in court.sight.changes.values()
    )
