"""Earlier games: the list, one game turn by turn, what the camera saw of a turn, and what there is to learn.

Nothing is kept or removed here: the history and its evidence are handed in by whoever keeps them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, current_app, render_template, request, send_file, url_for

from engine.analysis.puzzles import puzzles
from engine.analysis.review import Remark, review
from engine.events import AnyEvent
from engine.records.twin import record_of
from web.answers import conditional, in_language, keep_private, language
from web.kept_games import KeptGames, shown_entry
from web.remembered import Remembered
from web.setting import GameEntry
from web.spreadsheet import as_csv
from web.state_words import moments

KINDS = {".jpg": "picture", ".jpeg": "picture", ".png": "picture", ".mp4": "film", ".webm": "film", ".json": "words"}
REMEMBERED_SECONDS = 2.0
"""How long a replay and the names of pictures are given out again before they are made anew."""
LESSONS_SECONDS = 600.0
"""How long what was learnt from a game is given out again: it takes seconds to make, and the game is over."""
REPLAYS = 8
EXHIBITS = 64
"""Replays and turns' pictures that are remembered."""
Evidence = Callable[[int, int], Iterable[Path]]
"""`(game, turn)`: the files kept of a turn and its faults, each in a folder named after what it shows."""
LONGEST_SECONDS = 20.0
"""After this long the rest of a game is not looked at any more; the page says so."""


def games_shelf(
    kept: KeptGames,
    evidence: Evidence | None,
    *,
    draws: bool = False,
    deletes: bool = False,
    renames: bool = False,
    own_address: Callable[[], str] = lambda: "/",
) -> Blueprint:
    """The pages `/games` and `/games/ID`, and what they ask for.

    Args:
        kept: the games, for whoever may see them.
        evidence: what the camera saw.
        draws: whether pictures of boards can be had.
        deletes: whether hosts may delete games.
        renames: whether hosts may mend their names.
        own_address: where phones reach this server.
    """
    shelf = Blueprint("games", __name__)
    replays: Remembered[tuple[int, str], bytes] = Remembered(REPLAYS, REMEMBERED_SECONDS)
    learnt: Remembered[GameEntry, bytes] = Remembered(REPLAYS, LESSONS_SECONDS)

    @shelf.get("/games")
    def list_page() -> str:
        shown = [shown_entry(entry, kept.readers.these_games) for entry in kept.visible()]
        told = {"games": shown, "all": kept.readers.sees_all, "deletes": deletes, "renames": renames}
        return render_template("games.html", book="book" in current_app.blueprints, **told)  # a club has none

    @shelf.get("/games/<int:game>")
    def replay_page(game: int) -> str:
        return render_template(
            "replay.html",
            game=shown_entry(kept.entry(game), kept.readers.these_games),
            turn=request.args.get("turn", type=int),
            draws=draws,
            address=own_address(),
        )

    @shelf.get("/api/games/<int:game>")
    def replay(game: int) -> Response:
        kept.entry(game)

        def make() -> bytes:
            return msgspec.json.encode({"game": game, "moments": list(moments(kept.events(game), asked))})

        asked = language()
        return in_language(conditional(Response(replays.get((game, asked), make), mimetype="application/json")))

    @shelf.get("/api/games/<int:game>/lessons")
    def lessons(game: int) -> Response:
        entry = kept.entry(game)
        if entry.result == "*":
            return abort(404)  # nobody is coached while the game goes on
        made = learnt.get(entry, lambda: msgspec.json.encode(lessons_of(kept.events(game), time.monotonic)))
        return conditional(Response(made, mimetype="application/json"))

    _show_table(shelf, kept)
    _show_evidence(shelf, kept, evidence)
    return shelf


def _show_table(shelf: Blueprint, kept: KeptGames) -> None:
    """Adds the games as a table."""

    @shelf.get("/games.csv")
    def table_of_games() -> Response:
        heading = ("game", "began", "book", "players", "winner", "turns")
        return Response(as_csv(heading, map(_row, kept.visible())), mimetype="text/csv")

    shelf.after_request(keep_private)


def _row(entry: GameEntry) -> tuple[object, ...]:
    """One game in the table of games; the time is of this machine."""
    began = datetime.fromtimestamp(entry.began).astimezone().isoformat(timespec="minutes")
    winner = "" if entry.result == "*" else entry.result
    return entry.id, began, entry.book, entry.seats, winner, entry.turns


def _show_evidence(shelf: Blueprint, kept: KeptGames, evidence: Evidence | None) -> None:
    """Adds what was kept of a turn: which files there are, and the files."""
    exhibited: Remembered[tuple[int, int], list[Path]] = Remembered(EXHIBITS, REMEMBERED_SECONDS)

    def files(game: int, turn: int) -> list[Path]:
        return exhibited.get((game, turn), lambda: _files(evidence, game, turn))

    @shelf.get("/api/games/<int:game>/evidence/<int:turn>")
    def exhibits(game: int, turn: int) -> Response:
        kept.entry(game)
        shown = {"exhibits": [_exhibit(game, turn, file) for file in files(game, turn)]}
        return conditional(Response(msgspec.json.encode(shown), mimetype="application/json"))

    @shelf.get("/games/<int:game>/evidence/<int:turn>/<folder>/<name>")
    def exhibit(game: int, turn: int, folder: str, name: str) -> Response:
        kept.entry(game)
        # Only what the keeper names is given out, whatever the address says.
        for file in files(game, turn):
            if (file.parent.name, file.name) == (folder, name) and file.is_file():
                answer = send_file(file.resolve(), conditional=True, max_age=3600)
                answer.headers["Cache-Control"] = "private, max-age=3600"  # not in a proxy: it may be for some only
                return answer
        return abort(404)


def _files(evidence: Evidence | None, game: int, turn: int) -> list[Path]:
    found = evidence(game, turn) if evidence is not None else ()
    return [file for file in found if file.suffix in KINDS]


def _exhibit(game: int, turn: int, file: Path) -> dict[str, str]:
    folder, name = file.parent.name, file.name
    address = url_for("games.exhibit", game=game, turn=turn, folder=folder, name=name)
    return {"folder": folder, "name": file.stem, "kind": KINDS[file.suffix], "url": address}


def lessons_of(happened: Iterable[AnyEvent], clock: Callable[[], float]) -> dict[str, Any]:
    """Remarks and puzzles of a game as plain data; `clock` counts the seconds it takes.

    `cut` is the turn after which nothing was looked at, 0 where all of it was; `unseen` counts turns whose card
    nobody saw. Of a game that never began there is nothing.
    """
    began, cut = clock(), 0
    remarks: list[Any] = []
    try:
        record = record_of(happened)
    except ValueError:
        return {"remarks": [], "puzzles": [], "unseen": 0, "turns": 0, "cut": 0}
    for one in review(record):
        if isinstance(one, Remark):
            remarks.append(msgspec.to_builtins(one))
        elif clock() - began > LONGEST_SECONDS:
            cut = one
            break
    return {
        "remarks": remarks,
        "puzzles": [msgspec.to_builtins(puzzle) for puzzle in puzzles(record)],
        "unseen": sum(turn.card is None and turn.space is not None for turn in record.turns),
        "turns": len(record.turns),
        "cut": cut,
    }
