"""Games one after another: those of one evening, and a series by the same players with its score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import msgspec
from flask import Blueprint, Response

from engine.events import AnyEvent
from web.answers import error_answer, json_answer
from web.feed import Feed
from web.kept_games import Games, Readers
from web.remembered import Remembered
from web.scoreboard import Scoreboard, fold
from web.setting import GameEntry, seats_of

BREAK_SECONDS = 12 * 3600.0
"""A game that began so long after the one before it begins a series of its own."""
EVENING_SECONDS = 12 * 3600.0
"""Games that began at most so long before or after the one being played are of its evening."""
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
        if set(entry.seats.casefold().split()) != set(last.seats.casefold().split()):  # Ada and ada are one player
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


def evening_of(entries: Sequence[GameEntry], these_games: Sequence[int]) -> tuple[int, ...]:
    """Numbers of the games of the evening on which these are played; none where none of them is kept."""
    now = max((entry.began for entry in entries if entry.id in these_games), default=None)
    return () if now is None else tuple(e.id for e in entries if abs(now - e.began) <= EVENING_SECONDS)


def evenings_games(games: Games, these_games: Callable[[], tuple[int, ...]]) -> Callable[[], tuple[int, ...]]:
    """Tells the numbers of this evening's games, remembered for a moment."""
    told: Remembered[tuple[int, ...], tuple[int, ...]] = Remembered(1, REMEMBERED_SECONDS)
    return lambda: told.get(these_games(), lambda: evening_of(games.games(), these_games()))


def last_game(entries: Sequence[GameEntry], shown: int) -> dict[str, Any] | None:
    """The game of this evening that was over last before the one shown: its number and who won it, or none."""
    evening = evening_of(entries, (shown,))
    over = [entry for entry in entries if entry.id in evening and entry.id < shown and entry.result != "*"]
    last = max(over, key=lambda entry: entry.id, default=None)
    if last is None:
        return None
    names = [seat.name for seat in seats_of(tuple(last.seats.split())) if seat.team == last.result and seat.name]
    return {"game": last.id, "winner": last.result, "names": names}


def sequences_in(events: Sequence[AnyEvent], winner: str) -> str:
    """The sequences of each team at the end, the winner's first, as `2:1`; empty where the winner made none."""
    board = reduce(fold, events, Scoreboard())
    made = Counter(one["team"] for one in board.sequences)
    others = sorted((made[team] for team in {seat.team for seat in board.seats} - {winner}), reverse=True)
    return ":".join(str(count) for count in (made[winner], *others)) if made[winner] else ""


def series_door(games: Games, feed: Feed, readers: Readers) -> Blueprint:
    """`/api/series` tells how the series stands that ends with the game shown, and which game was over last."""
    door = Blueprint("series", __name__)
    told: Remembered[tuple[int | None, str | None], dict[str, Any]] = Remembered(1, REMEMBERED_SECONDS)

    @door.get("/api/series")
    def series() -> Response:
        if not readers.sees_any:
            return error_answer(403, kind="kept_back")
        board = feed.scoreboard
        shown = board.game
        # A game that was won this moment is another than the one still open a moment ago.
        return json_answer(told.get((shown, board.winner), lambda: standing(shown)))

    def standing(shown: int | None) -> dict[str, Any]:
        if shown is None:
            return {"series": None, "last": None}
        entries = games.games()
        last = last_game(entries, shown)
        if last is not None:
            last["score"] = sequences_in(games.events(last["game"]), last["winner"])
        return {"series": msgspec.to_builtins(series_of(entries, shown)), "last": last}

    return door
