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
    board = Scoreboard()
    shown: dict[str, Any] = {}
    begun = False
    for event in happened:
        if begun and event.steps:
            state = _state(board, words)
            yield _moment(board, shown, state)
            shown = state
        board = fold(board, event)
        begun = True
    if begun:
        yield _moment(board, shown, _state(board, words))


def _state(board: Scoreboard, words: StateWords | None) -> PageState:
    state = page_state(board)
    return state if words is None else words.told(state, board.setting)


def _moment(board: Scoreboard, before: PageState, state: PageState) -> dict[str, Any]:
    turn = board.lines[-1].turn if board.lines else 0
    return {"turn": turn, "fault": bool(board.faults), **difference(before, state)}
