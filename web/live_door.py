"""What the page of the running game asks for: its state, its news as a stream, the code for another phone, the eye."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import segno
from flask import Blueprint, Response, request

from web.answers import conditional, error_answer, in_language, json_answer, language
from web.feed import Feed
from web.measures import Measure, measure_words
from web.stream import Stream, Streams

RETRY_SECONDS = 15
"""When to ask for a live place again where all were taken."""


def live_door(
    feed: Feed,
    streams: Streams,
    own_address: Callable[[], str],
    measures: Callable[[], Iterable[Measure]] | None,
    health: Callable[[], dict[str, Any]] | None,
) -> Blueprint:
    """The addresses of the running game.

    Args:
        feed: what is shown.
        streams: the live places, counted.
        own_address: where phones reach this server, for the QR code.
        measures: how well the eye sees at this moment, measure by measure.
        health: how the table is, with `ok`; none where there is only the page.
    """
    door = Blueprint("live", __name__)

    @door.get("/api/state")
    def state() -> Response:
        whole = feed.whole(language())
        answer = Response(whole.data, mimetype="application/json")
        answer.headers["Cache-Control"] = "no-cache"
        answer.headers["X-Update"] = whole.id
        answer.headers["X-Time"] = str(feed.now)
        answer.set_etag(f"{whole.id}-{language()}")
        answer.make_conditional(request)
        return in_language(answer)

    @door.get("/events")
    def events() -> Response:
        if request.method == "HEAD":  # no body is made for it, so that nothing would give its place back
            return Response(mimetype="text/event-stream")
        place = streams.take(request.args.get("page", "")[:40], request.remote_addr or "")
        if place is None or feed.closed:
            return error_answer(503, RETRY_SECONDS)
        last_id = request.headers.get("Last-Event-ID") or request.args.get("last", "")
        gone = request.environ.get("waitress.client_disconnected")
        stream = Stream(feed, streams, place, last_id, gone, language=language())
        answer = Response(stream, mimetype="text/event-stream")
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    @door.get("/qr.svg")
    def qr_code() -> Response:
        return conditional(Response(qr_drawing(own_address()), mimetype="image/svg+xml"))

    @door.get("/api/eye")
    def eye() -> Response:
        return json_answer(
            {"measures": [measure_words(one, language()) for one in (measures() if measures is not None else ())]}
        )

    @door.get("/healthz")
    def healthz() -> Response:
        told = health() if health is not None else {"ok": True}
        return json_answer({**told, "update": feed.number, "streams": len(streams), "cap": streams.cap})

    return door


@lru_cache(maxsize=8)
def qr_drawing(address: str) -> bytes:
    """The address as a drawing that fits any size."""
    drawing = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawing, kind="svg", scale=1, border=2, xmldecl=False, omitsize=True)
    return drawing.getvalue()
