"""The screen of the room, which nobody touches, and that of this machine, which shows phones the way and what is wrong.

The first follows the game as phones do; what it shows of the camera is as fresh as the last second. What the other
shows may hold the code that makes a phone the host's, so its browser brings a word from the data folder.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

import segno
from flask import Blueprint, Response, abort, render_template, request

from web.answers import error_answer
from web.kept_games import Readers
from web.remembered import Remembered
from web.wording import DEFAULT

CAMERA_SECONDS = 0.5
"""How long one picture of the camera is given to all who ask."""

Camera = Callable[[], bytes | None]
"""Gives what the camera saw last, as JPEG; none while it sees nothing."""


def screen_door(camera: Camera | None, readers: Readers, keeps_games: bool, address: Callable[[], str]) -> Blueprint:
    """The page `/tv`, on which phones read the `address` to come to, and the camera's picture for it."""
    door = Blueprint("screen", __name__)
    seen: Remembered[str, bytes] = Remembered(1, CAMERA_SECONDS)

    @door.get("/tv")
    def room() -> str:
        shows = {"camera": camera is not None and readers.sees_any, "keeps_games": keeps_games and readers.sees_any}
        return render_template("screen.html", address=address(), **shows)

    @door.get("/camera.jpg")
    def picture() -> Response:
        if not readers.sees_any:
            abort(error_answer(403, kind="kept_back"))
        shown = seen.get("", lambda: (camera() if camera is not None else None) or b"")
        if not shown:
            abort(error_answer(404, kind="no_camera"))
        answer = Response(shown, mimetype="image/jpeg")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return door


@dataclass(frozen=True)
class JoinCard:
    """What there is to be told."""

    codes: tuple[tuple[str, str], ...]
    """For each code a heading and what a phone reads of it, the first to be scanned first."""
    lines: tuple[str, ...] = ()
    """Below, the most important first."""


@dataclass(frozen=True)
class OwnScreen:
    """The screen of this machine: its browser asks with `?screen=WORD`."""

    word: str
    card: Callable[[], JoinCard]
    language: str = DEFAULT
    """Of the table, in which it says everything."""

    @property
    def asks(self) -> bool:
        """Whether the request at hand is its."""
        return secrets.compare_digest(request.args.get("screen", "").encode(), self.word.encode())

    def page_part(self) -> str:
        """The card as a part of a page, its codes drawn."""
        card = self.card()
        drawn = [(heading, segno.make(content, error="l", micro=False)) for heading, content in card.codes]
        codes = [(heading, code.svg_data_uri(border=4, omitsize=True)) for heading, code in drawn]
        return render_template("join_card.html", codes=codes, lines=card.lines)


def own_screen_door(screen: OwnScreen) -> Blueprint:
    """The card at `/join-card`, for the page that follows a game on that screen."""
    door = Blueprint("own_screen", __name__)

    @door.get("/join-card")
    def card() -> str:
        if not screen.asks:
            abort(error_answer(403))
        return screen.page_part()

    return door
