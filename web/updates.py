"""Page states as plain values, and the difference between two of them.

A phone holds the last state it was given and lays each difference over it. What a difference looks like is
decided here and in `static/state.js`, and nowhere else.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.editions.edition_files import load_edition
from engine.events import GameStarted
from engine.rules.dealing import dealer_of
from web.scoreboard import Scoreboard

PageState = dict[str, Any]


def page_state(board: Scoreboard) -> PageState:
    """Everything a page shows, as JSON knows it."""
    setting = board.setting
    seats = board.seats
    teams = list(dict.fromkeys(seat.team for seat in seats))
    score = {team: sum(made["team"] == team for made in board.sequences) for team in teams}
    last = next((line.words for line in reversed(board.lines) if line.words.get("action") != "pass"), None)
    return {
        "table": msgspec.to_builtins(replace(setting, seats=seats) if setting else None),
        "teams": teams,
        "position": list(board.position),
        "flipped": list(board.flipped),
        "hidden": list(board.hidden),
        "to_move": None if board.winner else board.to_move,
        "last": last,
        "just": board.just,
        "turns": [line.words for line in board.lines],
        "gaps": [board.gap_words(gap) for gap in board.turns.gaps],
        "sequences": list(board.sequences),
        "score": score,
        "faults": list(board.faults),
        "questions": list(board.questions),
        "piles": list(board.piles),
        "camera": board.camera,
        "blocked": board.blocked,
        "arbiter": board.arbiter,
        "winner": board.winner,
        "minutes": board.minutes,
        "announcements": [msgspec.to_builtins(made) for made in board.announcements],
        "eye": board.eye,
        "game": board.game,
        "people": msgspec.to_builtins(board.people),
        "club": board.club,
        "cheer": board.cheer,
        "next": None if board.following is None else _next(board.following),
    }


def _next(started: GameStarted) -> list[str]:
    """Who begins the game that waits for its first chip, and who deals it."""
    seats, first = started.seats, started.to_move
    if not 0 <= first < len(seats):
        return []
    try:
        return [seats[first], seats[dealer_of(first, len(seats), load_edition(started.edition, started.rules))]]
    except ValueError:  # a book that is not known here
        return [seats[first]]


def difference(before: PageState, after: PageState) -> dict[str, Any]:
    """What to lay over `before` to get `after`: changed fields whole, the turn list by its changed end."""
    changed = {field: value for field, value in after.items() if field not in before or before[field] != value}
    turns = changed.pop("turns", None)
    change: dict[str, Any] = {"set": changed} if changed else {}
    if turns is not None:
        old = before.get("turns", [])
        kept = next(
            (at for at, (one, other) in enumerate(zip(old, turns, strict=False)) if one != other),
            min(len(old), len(turns)),
        )
        change["turns"] = {"keep": kept, "add": turns[kept:]}
    return change
