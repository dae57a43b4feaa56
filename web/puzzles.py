"""The coach's puzzles as the page `/puzzles` asks them, one game's at a time: a board, a hand, and what is right.

Cut out of games that are over; where a table has none of its own, out of games of simulated players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, render_template

from engine.analysis.players import Table
from engine.analysis.puzzles import Puzzle, puzzles
from engine.events import AnyEvent, GameStarted
from engine.records.notation import read_position
from engine.records.record import Record, make_record
from engine.records.twin import record_of
from engine.rules.position import new_game
from web.answers import conditional, keep_private
from web.kept_games import KeptGames
from web.remembered import Remembered
from web.setting import Setting, setting_of

SEATS = "blue green"
"""Who plays where nobody does."""
Asked = dict[str, Any]
"""A puzzle as JSON knows it: `table`, `position`, `sequences` and `last` as a page state has them, beside the rest."""
GAMES = 40
"""Games that are looked through, the latest."""
SIMULATED = 32
"""Games of simulated players that are looked through after them."""
KEPT, KEPT_SECONDS = 16, 600.0
"""Games whose puzzles are given out again, and how long: each takes a part of a second, and is over."""


def puzzles_of(happened: Iterable[AnyEvent]) -> list[Asked]:
    """The puzzles of a recorded game; none where it never began.

    Raises EditionError, LayoutError, SeatsError where its rule book or board is not known here.
    """
    try:
        record = record_of(happened)
    except ValueError:
        return []
    return _asked_of(record)


def simulated(number: int, setting: Setting | None = None) -> list[Asked]:
    """The puzzles of one of many games of two simulated players, on the board that is played on here, else the usual
    one; the same number gives the same game."""
    try:
        game = (
            new_game(setting.edition, SEATS, setting.layout, setting.rules) if setting else new_game("classic", SEATS)
        )
    except ValueError:
        game = new_game("classic", SEATS)
    return _asked_of(make_record(game, Table(game, Random(number)).to_the_end()))


def _asked_of(record: Record) -> list[Asked]:
    edition, layout, seats, rules = (record.tag(name) for name in ("Edition", "Board", "Seats", "Rules"))
    setting = setting_of(GameStarted(edition=edition, layout=layout, seats=tuple(seats.split()), rules=rules))
    return [_asked(puzzle, setting) for puzzle in puzzles(record)]


def _asked(puzzle: Puzzle, setting: Setting) -> Asked:
    game, position = read_position(puzzle.position)
    seat, rows, last = setting.seats[position.seat], position.rows(game), None
    if puzzle.space:
        last = {"space": puzzle.space, "team": seat.team, "action": "place"}
        rows = _with_chip(rows, game.layout.space(puzzle.space), seat.team)
    return {
        "kind": puzzle.kind,
        "turn": puzzle.turn,
        "table": msgspec.to_builtins(setting),
        "position": list(rows),
        "sequences": [{"team": made.team, "spaces": game.layout.names_of(made.spaces)} for made in position.sequences],
        "last": last,
        "seat": msgspec.to_builtins(seat),
        "hand": list(puzzle.hand),
        "solutions": list(puzzle.solutions),
        "options": list(puzzle.options),
    }


def _with_chip(rows: tuple[str, ...], space: int, team: str) -> tuple[str, ...]:
    row, column = divmod(space, len(rows[0]))
    there = rows[row]
    return (*rows[:row], there[:column] + team[0] + there[column + 1 :], *rows[row + 1 :])


def puzzles_door(kept: KeptGames, playing: Callable[[], Setting | None]) -> Blueprint:
    """Their addresses; only games that whoever asks may see are looked through. `playing` is what is played on here."""
    door = Blueprint("puzzles", __name__)
    found: Remembered[object, bytes] = Remembered(KEPT, KEPT_SECONDS)

    @door.get("/puzzles")
    def page() -> str:
        visible = kept.visible() if kept.readers.sees_any else []
        games = [entry.id for entry in visible if entry.result != "*"][:GAMES]
        return render_template("puzzles.html", games=games, simulated=SIMULATED)

    @door.get("/api/games/<int:game>/puzzles")
    def of_a_game(game: int) -> Response:
        entry = kept.entry(game)
        if entry.result == "*":
            return abort(404)  # nobody is coached while the game goes on
        return _given(found.get(entry, lambda: msgspec.json.encode(puzzles_of(kept.events(game)))))

    @door.get("/api/puzzles/<int:number>")
    def of_simulated_players(number: int) -> Response:
        if not 0 <= number < SIMULATED:
            return abort(404)
        board = playing()
        asked = (number, board and (board.edition, board.layout, board.rules))
        return _given(found.get(asked, lambda: msgspec.json.encode(simulated(number, board))))

    door.after_request(keep_private)
    return door


def _given(puzzles: bytes) -> Response:
    return conditional(Response(puzzles, mimetype="application/json"))
