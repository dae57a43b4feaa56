"""A game turn by turn: each moment as what changes on the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine import events as e
from engine.events import AnyEvent
from web.scoreboard import Scoreboard, fold
from web.updates import difference, page_state

STEPS = (
    e.TurnPlayed,
    e.TurnUndone,
    e.TurnCorrected,
    e.FaultFound,
    e.FaultCleared,
    e.ChangeStood,
    e.PositionSet,
    e.GameWon,
    e.GameDrawn,
)
"""Events with which a new moment of a replay begins."""


def moments(happened: Iterable[AnyEvent]) -> Iterator[dict[str, Any]]:
    """A game in moments: the turn, and what to lay over the page state of the moment before."""
    board = Scoreboard()
    shown: dict[str, Any] = {}
    begun = False
    for event in happened:
        if begun and isinstance(event, STEPS):
            yield _moment(board, shown)
            shown = page_state(board)
        board = fold(board, event)
        begun = True
    if begun:
        yield _moment(board, shown)


def _moment(board: Scoreboard, before: dict[str, Any]) -> dict[str, Any]:
    turn = board.lines[-1].turn if board.lines else 0
    return {"turn": turn, "fault": bool(board.faults), **difference(before, page_state(board))}
