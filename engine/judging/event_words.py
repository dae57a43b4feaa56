"""How a table is written in events: its moment, its turns, its changes. The ledger reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from engine import events
from engine.judging.table import Table
from engine.rules.position import Game
from engine.rules.turn import Action


class Now(TypedDict):
    """What every event carries of its moment."""

    at: float
    frame: int | None


def write_changes(game: Game, changes: Sequence[tuple[int, str, str]]) -> tuple[str, ...]:
    """Space, before, after as `e4:.b`."""
    return tuple(f"{game.layout.name_of(space)}:{before}{after}" for space, before, after in changes)


def turn_told(
    table: Table, now: Now, seat: int, action: Action, space: int | None = None, **more: Any
) -> events.TurnPlayed:
    """The event of a turn of a seat on this table, `more` being what else is known of it."""
    return events.TurnPlayed(
        **now,
        turn=table.skip_to(seat).turn + 1,
        seat=seat,
        team=table.game.seats[seat].team,
        action=action,
        space=None if space is None else table.game.layout.name_of(space),
        **more,
    )
