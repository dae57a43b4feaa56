"""Turns that were otherwise than announced, and what is judged again because of it."""

from __future__ import annotations

from typing import Any

from engine import events
from engine.faults import kind_of
from engine.judging.acts import Played
from engine.judging.context import Context
from engine.judging.faults import clear
from engine.judging.ledger import OpenFault
from engine.judging.table import Table
from engine.rules.legality import Turn, problems
from engine.saying import Saying, saying


def correct(context: Context, old: Played, turn: Turn, irregular: str | None, reason: Saying, **more: Any) -> None:
    """Announce that a turn was another one; `more` is what else the event holds."""
    layout = context.game.layout
    context.tell(
        events.TurnCorrected(
            turn=old.number,
            team=context.game.seats[old.act.seat].team,
            action=turn.action,
            space=None if turn.space is None else layout.name_of(turn.space),
            card=turn.card,
            claims=tuple(layout.names_of(claim) for claim in turn.claims),
            dead=None if turn.dead == old.turn.dead else turn.dead,
            no_draw=turn.no_draw,
            irregular=irregular,
            reason=reason,
            **more,
        )
    )


def put_right(context: Context, old: Played, turn: Turn, irregular: str | None, reason: Saying, **more: Any) -> None:
    """As `correct`, and what was played since, or is open, is judged again."""
    correct(context, old, turn, irregular, reason, **more)
    judge_again(context, old.index + 1)


def judge_again(context: Context, first: int) -> None:
    """Judge the turns from the act numbered `first` on again, and what is open now: turns that are faulty are marked,
    those that are allowed lose their mark, and an open fault that is allowed is none, so that its change becomes a
    turn."""
    for index in range(first, len(context.ledger.acts)):
        later = context.ledger.played_at(index)
        if later is None:
            continue
        verdict = verdict_on(later, later.turn)
        if (verdict is None) != (later.turn.irregular is None):
            correct(context, later, later.turn, verdict, saying("judged-again"))
    for fault in list(context.ledger.faults.values()):
        if _is_allowed(context.ledger.table, fault):
            clear(context, fault)


def _is_allowed(table: Table, fault: OpenFault) -> bool:
    """Whether a fault is a turn of the seat to move that the rules allow."""
    if len(fault.changes) != 1 or kind_of(fault.code).mended_by != "letters":
        return False
    ((space, before, after),) = fault.changes
    if after == ".":
        return not table.problems("remove", space, table.seat)
    return before == "." and after == table.team_of(table.seat) and not table.problems("place", space, table.seat)


def verdict_on(played: Played, turn: Turn) -> str | None:
    """The first problem of a turn as `turn`, or the mark it had where it is faulty for a reason only a camera sees."""
    found, marked = problems(played.before.game, played.position, turn), played.turn.irregular
    return found[0].code if found else marked if marked and kind_of(marked).outlasts_judging else None
