"""Faults from their naming to their end: how they are put right or stand.

What a fault is, and whether it is certain, was decided before; here it is announced and closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import events
from engine.faults import OF_CARDS, Code, kind_of
from engine.judging.context import Context
from engine.judging.ledger import OpenFault, names, write_changes
from engine.judging.states import Happening
from engine.judging.story import Step, Story, weighed
from engine.judging.table import Table
from engine.saying import saying


def standing(
    table: Table, fault: OpenFault, next_letter: str, seen: str, at: float, frame: int | None
) -> Iterator[events.AnyEvent]:
    """Events that bring the table in step with the board.

    Args:
        table: as it stood before the fault.
        fault: the fault.
        next_letter: team of the turn that made it stand, empty where none did: it tells whether a chip that was
            taken was somebody's turn.
        seen: what lies on each space now, `?` where that is not known.
        at: time of what made it stand.
        frame: its frame.
    """
    if fault.code in OF_CARDS:
        return  # its turn, if there is one, was told with the mark already
    if kind_of(fault.code).like_a_turn and fault.changes:
        yield from _turns(table, fault, at, frame)
    elif fault.code == Code.CHIP_TAKEN and (not next_letter or next_letter != table.team_of(table.seat)):
        yield _removal(table, fault, at, frame)
    elif fault.code == Code.BOARD_UPSET:
        yield _position(table, seen, at, frame)
    else:
        yield events.ChangeStood(
            at=at,
            frame=frame,
            code=fault.code,
            changes=write_changes(table.game, fault.changes),
            team=fault.team,
            turn=table.position.turn,
            number=fault.number,
        )


def _turns(table: Table, fault: OpenFault, at: float, frame: int | None) -> Iterator[events.TurnPlayed]:
    """The chips of a fault as turns of those who laid them, marked unless they were allowed to."""
    game = table.game
    for place, (space, _, after) in enumerate(fault.changes):
        seat = table.seat
        if table.team_of(seat) != after or place:
            seat = next((s for s in table.seats_from_here() if table.team_of(s) == after), seat)
        regular = fault.code == Code.TWO_CHIPS and place == 0 and len(fault.changes) > 1
        event = events.TurnPlayed(
            at=at,
            frame=frame,
            turn=table.skip_to(seat).turn + 1,
            seat=seat,
            team=game.seats[seat].team,
            action="place",
            space=game.layout.name_of(space),
            irregular=None if regular else fault.code,
        )
        yield event
        table = table.play(table.turn_for("place", space, irregular=event.irregular), seat)


def _removal(table: Table, fault: OpenFault, at: float, frame: int | None) -> events.TurnPlayed:
    """A chip that was taken, as the turn of the seat to move."""
    (space, _, _), *_ = fault.changes
    return events.TurnPlayed(
        at=at,
        frame=frame,
        turn=table.skip_to(table.seat).turn + 1,
        seat=table.seat,
        team=table.game.seats[table.seat].team,
        action="remove",
        space=table.game.layout.name_of(space),
        irregular=fault.code,
    )


def _position(table: Table, seen: str, at: float, frame: int | None) -> events.PositionSet:
    """An upset board as it lies there now."""
    position = table.edited({}).position
    return events.PositionSet(
        at=at,
        frame=frame,
        position=as_seen(table, seen),
        to_move=position.seat,
        turn=position.turn,
        assumed=saying("upset-taken"),
    )


def as_seen(table: Table, seen: str) -> tuple[str, ...]:
    """The board as the camera sees it, in rows; what it does not see is as the game says, locks as they were."""
    known = [own if new in "?#" else new for own, new in zip(table.letters, seen, strict=True)]
    locked = table.position.locked
    before = table.letters
    text = "".join(
        letter.upper() if locked >> space & 1 and letter == before[space] and letter in "bgr" else letter
        for space, letter in enumerate(known)
    )
    width = table.game.layout.columns
    return tuple(text[start : start + width] for start in range(0, len(text), width))


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
    codes = dict.fromkeys((code, *(problem.code for problem in found)))
    tell_fault(
        context,
        code,
        problems=tuple(codes),
        spaces=names(context.game, spaces),
        team=table.name(letter) if letter in "bgr" and letter else None,
        turn=table.position.turn,
        changes=write_changes(context.game, changes),
        seen_at=since,
        weighed=weighed(context.game, told),
    )


def tell_fault(context: Context, code: str, **about: Any) -> None:
    """Announce a fault, `about` what its event holds, and let it stand at once where the table plays so."""
    number = context.ledger.counted["fault"] + 1
    context.tell(events.FaultFound(**context.now, code=code, number=number, **about))
    context.happen(Happening.FAULT)
    if context.on_fault == "stand":
        if code in OF_CARDS:
            clear(context, context.ledger.faults[number], stands=True)
        else:
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
        context.tracker.hands.reach,
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
