"""Games one after another by the same players: a series, and its score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from flask import Blueprint, Response

from web.answers import error_answer, json_answer
from web.feed import Feed
from web.kept_games import GameEntry, Games
from web.readers import Readers
from web.remembered import Remembered
from web.setting import seats_of

BREAK_SECONDS = 12 * 3600.0
"""A game that began so long after the one before it begins a series of its own."""
REMEMBERED_SECONDS = 2.0


class Won(msgspec.Struct, frozen=True):
    """How often a team has won."""

    team: str
    names: tuple[str, ...]
    wins: int


class Series(msgspec.Struct, frozen=True):
    """Games of the same players."""

    games: int
    """Those that were played to their end."""
    drawn: int
    score: tuple[Won, ...]


def series_of(entries: Sequence[GameEntry], game: int) -> Series | None:
    """The series that ends with a game; none where there is no such game.

    Whoever sits at the same colours by the same names are the same players, in whatever order they sit. Games that were
    left count for nothing, and interrupt nothing that was played.
    """
    ordered = sorted((entry for entry in entries if entry.id <= game), key=lambda entry: entry.id, reverse=True)
    if not ordered or ordered[0].id != game:
        return None
    last, results, before = ordered[0], Counter[str](), ordered[0].began
    for entry in ordered:
        if set(entry.seats.split()) != set(last.seats.split()):
            if entry.result == "*":
                continue
            break
        if before - entry.began > BREAK_SECONDS:
            break
        before = entry.began
        results[entry.result] += 1
    del results["*"]
    seats = seats_of(tuple(last.seats.split()))
    score = tuple(
        Won(team, tuple(seat.name for seat in seats if seat.team == team and seat.name), results[team])
        for team in dict.fromkeys(seat.team for seat in seats)
    )
    return Series(results.total(), results["drawn"], score)


def series_door(games: Games, feed: Feed, readers: Readers) -> Blueprint:
    """`/api/series` tells how the series stands that ends with the game shown."""
    door = Blueprint("series", __name__)
    told: Remembered[tuple[int | None, str | None], Series | None] = Remembered(1, REMEMBERED_SECONDS)

    @door.get("/api/series")
    def series() -> Response:
        if not readers.sees_any:
            return error_answer(403, kind="kept_back")
        board = feed.scoreboard
        shown = board.game
        # A game that was won this moment is another than the one still open a moment ago.
        now = told.get((shown, board.winner), lambda: None if shown is None else series_of(games.games(), shown))
        return json_answer({"series": msgspec.to_builtins(now)})

    return door
