"""Faults from their naming to their end: put right, or let stand.

What a fault is, and whether it is certain, was decided before; here it is announced and closed.
"""

from __future__ import annotations

from engine import events
from engine.judging.context import Context
from engine.judging.faults import words
from engine.judging.ledger import OpenFault, names, write_changes
from engine.judging.standing import standing
from engine.judging.states import Happening
from engine.judging.story import Step, Story, weighed


def raise_fault(
    context: Context,
    code: str,
    changes: tuple[tuple[int, str, str], ...],
    spaces: tuple[int, ...],
    letter: str,
    step: Step | None = None,
    told: tuple[Story, ...] = (),
) -> None:
    """Name a fault.

    Args:
        context: the table.
        code: what is wrong, as the rules or the eye call it.
        changes: for each space concerned what lay there and what lies there now.
        spaces: the spaces to show.
        letter: the team that did it; empty where nobody knows.
        step: the step of a story that is the fault, with the problems the rules found.
        told: the stories it was weighed against, the likeliest first.
    """
    table = context.ledger.table
    found = step.problems if step else ()
    since = min((change.first_at for change in step.changes), default=context.at) if step else context.at
    said = words(table, code, {space: (was, now) for space, was, now in changes}, spaces, letter, found)
    codes = dict.fromkeys((code, *(problem.code for problem in found)))
    context.tell(
        events.FaultFound(
            **context.now,
            code=code,
            problems=tuple(codes),
            spaces=names(context.game, spaces),
            team=table.name(letter) if letter in "bgr" and letter else None,
            turn=table.position.turn,
            message=said.message,
            rule=said.rule,
            mend=said.mend,
            number=context.ledger.counted["fault"] + 1,
            changes=write_changes(context.game, changes),
            seen_at=since,
            weighed=weighed(context.game, told),
        )
    )
    context.happen(Happening.FAULT)
    if context.on_fault == "stand":
        stand_all(context, "")


def clear(context: Context, fault: OpenFault, stands: bool = False) -> None:
    """A fault is over: put right, or let stand."""
    context.tell(
        events.FaultCleared(
            **context.now,
            code=fault.code,
            spaces=names(context.game, fault.spaces),
            team=fault.team,
            number=fault.number,
            stands=stands,
        ),
        context.tracker.reach,
    )
    if not context.ledger.faults:
        context.happen(Happening.MENDED)


def stand_all(context: Context, next_letter: str, only: int = 0, lying: str = "") -> None:
    """Let every open fault stand, or the one numbered `only`; an upset board as it lies, or as `lying` says."""
    before, ended = context.ledger.table, context.ledger.ended
    for fault in [f for f in context.ledger.faults.values() if not only or f.number == only]:
        clear(context, fault, stands=True)
        seen = lying or context.tracker.latest
        for event in standing(context.ledger.table, fault, next_letter, seen, context.at, context.frame):
            context.tell(event)
    context.tell_difference(before, ended)
    context.tell_position()
