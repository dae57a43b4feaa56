"""Screens that nobody touches: the room's big one, and one to lay over a film of the table.

They follow the game as phones do. What they show of the camera is as fresh as the last second.
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


def screens_door(camera: Camera | None, readers: Readers) -> Blueprint:
    """The pages `/tv` and `/overlay`, and the camera's picture for the first."""
    door = Blueprint("screens", __name__)
    seen: Remembered[str, bytes] = Remembered(1, CAMERA_SECONDS)

    @door.get("/tv")
    def room() -> str:
        sees = camera is not None and readers.sees_any
        return render_template("screen.html", t=wording.table(language()), kind="tv", camera=sees)

    @door.get("/overlay")
    def overlay() -> str:
        return render_template("screen.html", t=wording.table(language()), kind="overlay", camera=False)

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
