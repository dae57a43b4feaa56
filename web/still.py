"""The game as it stands, as plain HTML can show it: for browsers that run no scripts."""

from __future__ import annotations

from typing import Any

from web import wording
from web.scoreboard import Scoreboard
from web.setting import TEAMS

LATEST = 8
"""Turns that are listed."""


def still(board: Scoreboard, language: str) -> dict[str, Any] | None:
    """Whose turn it is, the board by its letters, and the latest turns; none where no game has begun."""
    setting = board.setting
    if setting is None:
        return None
    page = wording.table(language)["page"]
    if board.winner == "drawn":
        now = page["drawn"]
    elif board.winner:
        now = wording.won(board.winner, board.seats, language)
    elif board.to_move is not None and board.to_move < len(board.seats):
        seat = board.seats[board.to_move]
        team = wording.table(language)["team"][seat.team]
        now = wording.text("page", "to_play", language, who=f"{seat.name} ({team})" if seat.name else team)
    else:
        now = page["game_over"]
    latest = [line.words for line in board.lines[-LATEST:]][::-1]
    return {
        "now": now,
        "rows": board.position,
        "teams": TEAMS,
        "turns": [wording.sentence(words, language, setting=setting) for words in latest],
    }
