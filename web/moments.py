"""A game turn by turn: each moment as what changes on the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.events import AnyEvent
from web.scoreboard import Scoreboard, fold
from web.state_words import StateWords
from web.updates import PageState, difference, page_state


def moments(happened: Iterable[AnyEvent], language: str | None = None) -> Iterator[dict[str, Any]]:
    """A game in moments: the turn, and what to lay over the page state of the moment before; with its words where a
    language is named."""
    words = StateWords(language) if language is not None else None
    shown: PageState = {}
    for board in boards(happened):
        state = page_state(board)
        before, shown = shown, state if words is None else words.told(state, board.setting)
        yield {"turn": turn_of(board), "fault": bool(board.faults), **difference(before, shown)}


def boards(happened: Iterable[AnyEvent]) -> Iterator[Scoreboard]:
    """The scoreboard before each event at which a replay stops, and the last."""
    board = None
    for event in happened:
        if board is not None and event.steps:
            yield board
        board = fold(board or Scoreboard(), event)
    if board is not None:
        yield board


def turn_of(board: Scoreboard) -> int:
    """The last turn that was played; 0 before the first."""
    return board.lines[-1].turn if board.lines else 0
