"""Faults from their naming to their end: how they are put right or stand.

What a fault is, and whether it is certain, was decided before; here it is announced and closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from engine import events
from engine.editions.edition import TEAM_OF
from engine.faults import Code, kind_of
from engine.judging.context import Context
from engine.judging.ledger import OpenFault, write_changes
from engine.judging.states import Happening
from engine.judging.table import Table
from engine.observation import CHIPS
from engine.saying import saying


def standing(table: Table, fault: OpenFault, next_letter: str, seen: str) -> Iterator[events.AnyEvent]:
    """Events that bring the table in step with the board.

    Args:
        table: as it stood before the fault.
        fault: the fault.
        next_letter: team of the turn that made it stand, empty where none did: it tells whether a chip that was
            taken was somebody's turn.
        seen: what lies on each space now, `?` where that is not known.
    """
    laid, playing = {chip for *_, chip in fault.changes}, {table.team_of(seat) for seat in table.seats_from_here()}
    match kind_of(fault.code).stands:
        case "nothing":
            pass
        case "turns" if laid and laid <= playing:  # of a team that resigned it is nobody's turn
            yield from _turns(table, fault)
        case "removal" if not next_letter or next_letter != table.team_of(table.seat):
            yield table.turn_told(table.seat, "remove", fault.changes[0][0], irregular=fault.code)
        case "position":
            position, rows = table.edited({}).position, as_seen(table, seen)
            assumed = saying("upset-taken")
            yield events.PositionSet(position=rows, to_move=position.seat, turn=position.turn, assumed=assumed)
        case "change" | "turns" | "removal":
            yield events.ChangeStood(
                code=fault.code,
                changes=write_changes(table.game, fault.changes),
                team=fault.team,
                turn=table.position.turn,
                number=fault.number,
            )
        case unknown:
            assert_never(unknown)


def _turns(table: Table, fault: OpenFault) -> Iterator[events.TurnPlayed]:
    """The chips of a fault as turns of those who laid them, marked unless they were allowed to."""
    for place, (space, _, after) in enumerate(fault.changes):
        seat = table.seat
        if table.team_of(seat) != after or place:
            seat = next(s for s in table.seats_from_here() if table.team_of(s) == after)
        regular = fault.code == Code.TWO_CHIPS and place == 0 and len(fault.changes) > 1
        event = table.turn_told(seat, "place", space, irregular=None if regular else fault.code)
        yield event
        table = table.play(table.turn_for("place", space, irregular=event.irregular), seat)


def as_seen(table: Table, seen: str) -> tuple[str, ...]:
    """The board as the camera sees it, in rows; what it does not see is as the game says, locks as they were."""
    held, locked = table.letters, table.position.locked
    known = [own if new in "?#" else new for own, new in zip(held, seen, strict=True)]
    return table.game.layout.rows_of(
        [
            letter.upper() if locked >> space & 1 and letter == held[space] and letter in CHIPS else letter
            for space, letter in enumerate(known)
        ]
    )


def raise_fault(
    context: Context,
    code: str,
    changes: Sequence[tuple[int, str, str]],
    spaces: Sequence[int],
    letter: str,
    **more: Any,
) -> None:
    """Name a fault that was seen on the board.

    Args:
        context: the table.
        code: what is wrong, as the rules or the eye call it.
        changes: for each space concerned what lay there and what lies there now.
        spaces: the spaces to show.
        letter: the team that did it; empty where nobody knows.
        more: what else its event holds.
    """
    about = {
        "problems": (code,),
        "spaces": context.game.layout.names_of(spaces),
        "team": TEAM_OF.get(letter),
        "turn": context.position.turn,
        "changes": write_changes(context.game, changes),
        "seen_at": context.at,
    }
    tell_fault(context, code, **(about | more))


def tell_fault(context: Context, code: str, **about: Any) -> None:
    """Announce a fault, `about` what its event holds, and let it stand at once where the table plays so."""
    number = context.ledger.counted["fault"] + 1
    context.tell(events.FaultFound(code=code, number=number, **about))
    context.happen(Happening.FAULT)
    if context.on_fault == "stand":
        if kind_of(code).stands == "nothing":
            clear(context, context.ledger.faults[number], stands=True)
        else:
            stand_all(context, "")


def clear(context: Context, fault: OpenFault, stands: bool = False) -> None:
    """A fault is over: put right, or let stand."""
    context.tell(
        events.FaultCleared(
            code=fault.code,
            spaces=context.game.layout.names_of(fault.spaces),
            team=fault.team,
            number=fault.number,
            stands=stands,
        ),
        context.tracker.hands.reach,
    )
    if not context.ledger.faults:
        context.happen(Happening.MENDED)


def stand_all(context: Context, next_letter: str, only: int = 0, lying: str = "") -> None:
    """Let every open fault stand, or the one numbered `only`; an upset board as it lies, or as `lying` says."""
    for fault in [f for f in context.ledger.faults.values() if not only or f.number == only]:
        clear(context, fault, stands=True)
        seen = lying or context.tracker.latest
        for event in standing(context.ledger.table, fault, next_letter, seen):
            context.tell(event)
        if kind_of(fault.code).stands == "position":
            context.tracker.unsworn.forget()  # It was doubted of the board as it lay before.
    context.tell_position()
