"""The page of a table that cannot start yet: it says what is missing and how to mend it, and looks again by itself.

Where it can be set up from a phone, the way there is on it.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, render_template

from engine.calls import AnyCall
from engine.trouble import Trouble
from web import page_words, wording
from web.answers import json_answer, language, new_app
from web.calls import LONGEST_CALL, CallAnswer, calls_door
from web.hosts import Hosts
from web.machine import Machine, machine_door
from web.own_names import OwnNames
from web.screens import OwnScreen
from web.setup import SetupDesk, setup_door

LOOK_AGAIN_SECONDS = 5


def create_waiting_app(
    trouble: Callable[[], Trouble | None],
    names: OwnNames,
    desk: SetupDesk | None = None,
    hosts: Hosts | None = None,
    machine: Machine | None = None,
    screen: OwnScreen | None = None,
) -> Flask:
    """The application.

    Args:
        trouble: gives what is missing at this moment, none where the table is about to start.
        names: the names it answers by.
        desk: sets the table up for the phones of `hosts`; none where that is done elsewhere.
        hosts: who may set it up.
        machine: the one the table runs on.
        screen: of this machine, where a browser shows `/tv`.
    """
    app = new_app(names, STREAM_CAP=4, MAX_CONTENT_LENGTH=LONGEST_CALL)

    @app.get("/")
    def page() -> Response:
        now = trouble()
        told = page_words.trouble_words(now, "setup", language()) if now else {"reason": "", "mend": ""}
        body = render_template(
            "waiting.html",
            reason=told["reason"],
            mend=told["mend"],
            seconds=LOOK_AGAIN_SECONDS,
            set_up=desk is not None,
            machine=machine is not None,
        )
        return _looks_again(body)

    @app.get("/tv")
    def room() -> Response:
        if screen is None or not screen.asks:
            return page()
        words = wording.table(screen.language)
        return _looks_again(render_template("waiting_screen.html", t=words, card=screen.page_part()))

    @app.get("/healthz")
    def health() -> Response:
        now = trouble()
        told = {"ok": False, "frame_age": None, "eye": str(now) if now else "starting", "unsaved": 0, "disk_free": None}
        return json_answer({**told, **(machine.told() if machine is not None else {})}, 503)

    if hosts is not None:
        app.register_blueprint(calls_door(_no_game, hosts))
        if desk is not None:
            app.register_blueprint(setup_door(desk, hosts))
        if machine is not None:
            app.register_blueprint(machine_door(machine, hosts))
    return app


def _looks_again(page: str) -> Response:
    answer = Response(page, mimetype="text/html")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Refresh"] = str(LOOK_AGAIN_SECONDS)
    return answer


def _no_game(_call: AnyCall) -> CallAnswer:
    return CallAnswer(False, wording.text("page", "waiting", language()))
