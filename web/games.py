"""Earlier games: the list, one game turn by turn, and what the camera saw of a turn.

Nothing is kept or removed here: the history and its evidence are handed in by whoever keeps them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec
from flask import Blueprint, Response, abort, render_template, send_file, url_for

from engine import events as e
from engine.events import AnyEvent
from web import wording
from web.answers import conditional, error_answer, language
from web.dates import written
from web.lessons import lessons_of
from web.readers import Readers
from web.remembered import Remembered
from web.scoreboard import Scoreboard, fold
from web.setting import Seat, seats_of
from web.updates import difference, page_state

KINDS = {".jpg": "picture", ".jpeg": "picture", ".png": "picture", ".mp4": "film", ".webm": "film", ".json": "words"}
TYPES = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".json": "application/json",
}
REMEMBERED_SECONDS = 2.0
"""How long the list, a replay and the names of pictures are given out again before they are made anew."""
LESSONS_SECONDS = 600.0
"""How long what was learnt from a game is given out again: it takes seconds to make, and the game is over."""
REPLAYS = 8
EXHIBITS = 64
"""Replays and turns' pictures that are remembered."""
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


class GameEntry(Protocol):
    """One line of the list of games."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def began(self) -> float:
        """Seconds since 1970."""

    @property
    def seats(self) -> str:
        """Turn order, `blue:North green:East`."""

    @property
    def book(self) -> str:
        """The rule book as people call it."""

    @property
    def result(self) -> str:
        """The winning team, `drawn`, or `*` while it is open."""

    @property
    def turns(self) -> int:
        """How many were played."""


class Games(Protocol):
    """Whoever keeps the games."""

    def games(self) -> Sequence[GameEntry]:
        """All games."""

    def events(self, game: int) -> Sequence[AnyEvent]:
        """Everything that was announced in a game, in order."""


Evidence = Callable[[int, int], Iterable[Path]]
"""`(game, turn)`: the files kept of a turn and its faults, each in a folder named after what it shows."""


def games_shelf(games: Games, evidence: Evidence | None, readers: Readers) -> Blueprint:
    """The pages `/games` and `/games/ID`, and what they ask for."""
    shelf = Blueprint("games", __name__)
    lists: Remembered[str, Sequence[GameEntry]] = Remembered(1, REMEMBERED_SECONDS)
    replays: Remembered[int, bytes] = Remembered(REPLAYS, REMEMBERED_SECONDS)
    learnt: Remembered[int, bytes] = Remembered(REPLAYS, LESSONS_SECONDS)
    exhibited: Remembered[tuple[int, int], list[Path]] = Remembered(EXHIBITS, REMEMBERED_SECONDS)

    def entry_of(game: int) -> GameEntry:
        if not readers.may_read(game):
            abort(error_answer(403, kind="kept_back"))
        found = next((entry for entry in lists.get("", games.games) if entry.id == game), None)
        return found if found is not None else abort(404)

    def files(game: int, turn: int) -> list[Path]:
        return exhibited.get((game, turn), lambda: _files(evidence, game, turn))

    @shelf.get("/games")
    def list_page() -> str:
        if not readers.sees_any:
            abort(error_answer(403, kind="kept_back"))
        entries = [entry for entry in lists.get("", games.games) if readers.may_read(entry.id)]
        entries.sort(key=lambda entry: entry.id, reverse=True)
        shown = [_line(entry, readers.these_games) for entry in entries]
        return render_template("games.html", t=wording.table(language()), games=shown, all=readers.sees_all)

    @shelf.get("/games/<int:game>")
    def replay_page(game: int) -> str:
        return render_template(
            "replay.html", t=wording.table(language()), game=_line(entry_of(game), readers.these_games)
        )

    @shelf.get("/api/games/<int:game>")
    def replay(game: int) -> Response:
        entry_of(game)

        def make() -> bytes:
            return msgspec.json.encode({"game": game, "moments": list(moments(games.events(game)))})

        return conditional(Response(replays.get(game, make), mimetype="application/json"))

    @shelf.get("/api/games/<int:game>/lessons")
    def lessons(game: int) -> Response:
        if entry_of(game).result == "*":
            return abort(404)  # nobody is coached while the game goes on
        made = learnt.get(game, lambda: msgspec.json.encode(lessons_of(games.events(game), time.monotonic)))
        return conditional(Response(made, mimetype="application/json"))

    @shelf.get("/api/games/<int:game>/evidence/<int:turn>")
    def exhibits(game: int, turn: int) -> Response:
        entry_of(game)
        shown = {"exhibits": [_exhibit(game, turn, file) for file in files(game, turn)]}
        return conditional(Response(msgspec.json.encode(shown), mimetype="application/json"))

    @shelf.get("/games/<int:game>/evidence/<int:turn>/<folder>/<name>")
    def exhibit(game: int, turn: int, folder: str, name: str) -> Response:
        entry_of(game)
        # Only what the keeper names is given out, whatever the address says.
        for file in files(game, turn):
            if (file.parent.name, file.name) == (folder, name) and file.is_file():
                answer = send_file(file.resolve(), mimetype=TYPES[file.suffix], conditional=True, max_age=3600)
                answer.headers["Cache-Control"] = "private, max-age=3600"  # not in a proxy: it may be for some only
                return answer
        return abort(404)

    @shelf.after_request
    def keep_private(answer: Response) -> Response:
        """What one may see another may not."""
        answer.vary.add("Cookie")
        return answer

    return shelf


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


def _files(evidence: Evidence | None, game: int, turn: int) -> list[Path]:
    found = evidence(game, turn) if evidence is not None else ()
    return [file for file in found if file.suffix in KINDS]


def _exhibit(game: int, turn: int, file: Path) -> dict[str, str]:
    folder, name = file.parent.name, file.name
    address = url_for("games.exhibit", game=game, turn=turn, folder=folder, name=name)
    return {"folder": folder, "name": file.stem, "kind": KINDS[file.suffix], "url": address}


def _line(entry: GameEntry, these_games: Sequence[int]) -> dict[str, Any]:
    began = datetime.fromtimestamp(entry.began).astimezone()
    seats = seats_of(tuple(entry.seats.split()))
    texts = wording.table(language())
    return {
        "id": entry.id,
        "began": written(began, language()),
        "datetime": began.isoformat(timespec="minutes"),
        "players": [(seat.team, seat.name or texts["team"].get(seat.team, seat.team)) for seat in seats],
        "book": entry.book,
        "winner": entry.result if entry.result in texts["team"] else "",
        "result": _result(entry, seats, entry.id in these_games),
        "over": entry.result != "*",
        "turns": wording.text("games", "turns", language(), count=entry.turns),
    }


def _result(entry: GameEntry, seats: Sequence[Seat], being_played: bool) -> str:
    """Who won, by name where the seats have names; else what has become of the game."""
    texts, result = wording.table(language()), entry.result
    if result == "*":
        return texts["games"]["being_played" if being_played else "open_game"]
    if result == "drawn":
        return texts["page"]["drawn"]
    return wording.won(result, seats, language())
