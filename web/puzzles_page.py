"""The page `/puzzles`, and the puzzles of one game at a time, which it asks for as they are wanted."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from flask import Blueprint, Response, abort, render_template

from web import wording
from web.answers import conditional, keep_private, language
from web.kept_games import KeptGames
from web.puzzles import puzzles_of, simulated
from web.remembered import Remembered
from web.setting import Setting

GAMES = 40
"""Games that are looked through, the latest."""
SIMULATED = 20
"""Games of simulated players that are looked through after them."""
KEPT, KEPT_SECONDS = 16, 600.0
"""Games whose puzzles are given out again, and how long: each takes a part of a second, and is over."""


def puzzles_door(kept: KeptGames, playing: Callable[[], Setting | None]) -> Blueprint:
    """Their addresses; only games that whoever asks may see are looked through. `playing` is what is played on here."""
    door = Blueprint("puzzles", __name__)
    found: Remembered[str, bytes] = Remembered(KEPT, KEPT_SECONDS)

    @door.get("/puzzles")
    def page() -> str:
        visible = kept.visible() if kept.readers.sees_any else []
        games = [entry.id for entry in visible if entry.result != "*"][:GAMES]
        return render_template(
            "puzzles.html",
            t=wording.table(language()),
            p=wording.table_of("puzzles", language()),
            games=games,
            simulated=SIMULATED,
        )

    @door.get("/api/games/<int:game>/puzzles")
    def of_a_game(game: int) -> Response:
        entry = kept.entry(game)
        if entry.result == "*":
            return abort(404)  # nobody is coached while the game goes on
        return _given(found.get(f"{game} {entry.seats}", lambda: msgspec.json.encode(puzzles_of(kept.events(game)))))

    @door.get("/api/puzzles/<int:number>")
    def of_simulated_players(number: int) -> Response:
        if not 0 <= number < SIMULATED:
            return abort(404)
        board = playing()
        name = f"simulated {number} {board and (board.edition, board.layout, board.rules)}"
        return _given(found.get(name, lambda: msgspec.json.encode(simulated(number, board))))

    door.after_request(keep_private)
    return door


def _given(puzzles: bytes) -> Response:
    return conditional(Response(puzzles, mimetype="application/json"))
