"""The screen of the room, which nobody touches.

It follows the game as phones do. What it shows of the camera is as fresh as the last second.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, render_template

from web import wording
from web.answers import error_answer, language
from web.readers import Readers
from web.remembered import Remembered

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
        return render_template("screen.html", t=wording.table(language()), address=address(), **shows)

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
