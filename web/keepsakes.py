"""What people take away from a game: a picture of the board, a film of the game, the game as one file.

Who draws is handed in; here lives who may ask, and that films are made one at a time, behind everybody's back.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import resources
from threading import Lock
from typing import Any, Protocol

import msgspec
from flask import Blueprint, Response, abort, render_template, request

from engine.events import AnyEvent
from engine.trouble import Trouble
from web.answers import conditional, error_answer, language
from web.assets import bundle
from web.kept_games import KeptGames, shown_entry
from web.remembered import Remembered
from web.setting import GameEntry
from web.state_words import boards, moments, turn_of
from web.updates import PageState, page_state

FILMS = 6
"""Films that are kept in memory, some hundred kilobytes each."""
PICTURES = 16
REMEMBERED_SECONDS = 60.0
FOLDED = 4
"""Games whose moments are kept in memory, a megabyte or so each."""
OVER_SECONDS, RUNNING_SECONDS = 600.0, 2.0
"""How long they are kept, of a game that is over and of one that goes on."""
ASK_AGAIN = 1
"""Seconds after which to ask again for a film that is being made."""


class Painter(Protocol):
    """Whoever draws boards."""

    def picture(self, state: PageState) -> bytes:
        """The board of one page state as PNG."""

    def clip(self, states: Sequence[PageState]) -> bytes:
        """A film of these moments, as MP4."""


class Films:
    """Films that were made, and the one being made. Making takes seconds on a small machine."""

    def __init__(self, painter: Painter) -> None:
        """None is made yet."""
        self._painter = painter
        self._worker = ThreadPoolExecutor(1, "films")
        self._lock = Lock()
        self._made: dict[str, Future[bytes]] = {}
        """By what they show."""

    def ask(self, game: int, states: Sequence[PageState]) -> bytes | None:
        """The film, or none while it is being made. A film that failed is tried again when it is next asked for."""
        key = _digest(states)
        with self._lock:
            made = self._made.get(key)
            if made is None:
                made = self._made[key] = self._worker.submit(self._painter.clip, states)
                while len(self._made) > FILMS:
                    self._made.pop(next(iter(self._made))).cancel()
                return None
            if made.done():
                wrong = None
                if made.cancelled() or (wrong := made.exception()) is not None:
                    del self._made[key]
                    raise Trouble(f"The film of game {game} was not made: {wrong}", "Ask for it again.")
                return made.result()
        return None


def keepsakes_door(kept: KeptGames, painter: Painter | None) -> Blueprint:
    """The addresses of a game's picture, films and file."""
    door = Blueprint("keepsakes", __name__)
    over: Remembered[GameEntry, list[PageState]] = Remembered(FOLDED, OVER_SECONDS)
    running: Remembered[GameEntry, list[PageState]] = Remembered(FOLDED, RUNNING_SECONDS)
    pictures: Remembered[str, bytes] = Remembered(PICTURES, REMEMBERED_SECONDS)
    films = Films(painter) if painter is not None else None

    def states_in(game: int) -> list[PageState]:
        entry = kept.entry(game)
        remembered = running if entry.result == "*" else over
        # What is over changes only with its result, its names or its number of turns.
        return remembered.get(entry, lambda: states_of(kept.events(game)))

    @door.get("/games/<int:game>/picture.png")
    def picture(game: int) -> Response:
        states, turn = states_in(game), request.args.get("turn", type=int)
        if painter is None or not states:
            abort(404)
        chosen = states[-1] if turn is None else state_after(states, turn)
        made = pictures.get(_digest(chosen), lambda: painter.picture(chosen))
        return conditional(Response(made, mimetype="image/png"))

    @door.get("/games/<int:game>/clip.mp4")
    def clip(game: int) -> Response:
        states = by_turn(states_in(game))
        if films is None or not states:
            abort(404)
        made = films.ask(game, states)
        if made is None:
            return error_answer(202, ASK_AGAIN, "making")
        answer = conditional(Response(made, mimetype="video/mp4"))
        answer.headers["Content-Disposition"] = f'inline; filename="sequence-{game}.mp4"'
        return answer

    @door.get("/games/<int:game>/game.html")
    def file(game: int) -> Response:
        entry = kept.entry(game)
        happened = list(moments(kept.events(game), language()))
        if not happened:
            abort(404)
        answer = Response(game_file(entry, happened), mimetype="text/html")
        answer.headers["Content-Disposition"] = f'attachment; filename="sequence-{game}.html"'
        return answer

    return door


def _digest(shown: object) -> str:
    """Another one for whatever is shown otherwise: a turn that was corrected, a name that was mended."""
    return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()


def states_of(happened: Sequence[AnyEvent]) -> list[PageState]:
    """Each moment of a game as a whole page state, with its turn under `turn`."""
    return [{**page_state(board), "turn": turn_of(board)} for board in boards(happened)]


def by_turn(states: Sequence[PageState]) -> list[PageState]:
    """The last moment of each turn, without those at which something was wrong and was put right."""
    last: dict[Any, PageState] = {state["turn"]: state for state in states}
    return list(last.values())


def state_after(states: Sequence[PageState], turn: int) -> PageState:
    """The board after that turn; the end where there was none."""
    return next((state for state in by_turn(states) if state["turn"] == turn), states[-1])


# The game as one file of HTML: it opens from a disk, asks nobody for anything, and plays the game turn by turn.


def game_file(entry: GameEntry, happened: list[dict[str, Any]]) -> str:
    """The file's text. `happened`: the game in moments, as the page is given it."""
    return render_template(
        "one_file.html",
        game=shown_entry(entry, ()),
        kept=_within_script({"game": entry.id, "moments": happened}),
        style=_static("page.css").replace("url(icon.svg)", f"url({_icon()})"),
        icon=_icon(),
        script=bundle("replay.js", whole=True),
    )


def _static(name: str) -> str:
    return (resources.files("web") / "static" / name).read_text("utf-8")


def _icon() -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(_static('icon.svg').encode()).decode()}"


def _within_script(content: Any) -> str:
    """JSON that cannot end the script element it stands in, whatever names are in it."""
    return msgspec.json.encode(content).decode().replace("<", "\\u003c")
