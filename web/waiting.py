"""The page of a table that cannot start yet: it says what is missing and how to mend it, and looks again by itself."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, render_template

from engine.trouble import Trouble
from web import wording
from web.answers import json_answer, language, speak_plainly
from web.own_names import OwnNames

LOOK_AGAIN_SECONDS = 5


def create_waiting_app(trouble: Callable[[], Trouble | None], names: OwnNames) -> Flask:
    """The application.

    Args:
        trouble: gives what is missing at this moment, none where the table is about to start.
        names: the names it answers by.
    """
    app = Flask("web", static_url_path="/static")
    app.config["STREAM_CAP"] = 4
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    speak_plainly(app, names)

    @app.get("/")
    def page() -> Response:
        now = trouble()
        body = render_template(
            "waiting.html",
            t=wording.table(language()),
            reason=now.reason if now else "",
            mend=now.mend if now else "",
            seconds=LOOK_AGAIN_SECONDS,
        )
        answer = Response(body, mimetype="text/html")
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["Refresh"] = str(LOOK_AGAIN_SECONDS)
        return answer

    @app.get("/healthz")
    def health() -> Response:
        now = trouble()
        told = {"ok": False, "frame_age": None, "eye": str(now) if now else "starting", "unsaved": 0, "disk_free": None}
        return json_answer(told, 503)

    return app
