"""What the page of the running game asks for: its state, its news as a stream, the code for another phone, the eye.

A reaction of whoever watches is shown for a moment by every phone and the screen of the room.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Protocol

import segno
from flask import Blueprint, Response, request

from engine.saying import Saying
from web import wording
from web.answers import conditional, error_answer, in_language, json_answer, language
from web.call_words import read_json
from web.calls import must_be_from_this_page, refusal
from web.feed import Feed
from web.pace import Pace
from web.stream import Stream, Streams
from web.wording import text

KINDS = ("clap", "wow", "laugh")
BURST, PER_SECOND = 3, 0.5
"""Reactions from one address at once, and for long: a joy, not a hail."""
RETRY_SECONDS = 15
"""When to ask for a live place again where all were taken."""


class Measure(Protocol):
    """One number and its bounds."""

    @property
    def name(self) -> str:
        """What is measured, as `[measure]` of the languages calls it."""

    @property
    def value(self) -> float:
        """In `unit`, as `[unit]` calls it; a sign of its own where it is not there."""

    @property
    def unit(self) -> str:
        """Of the value and its bounds."""

    @property
    def least(self) -> float | None:
        """What it must be at least; none where it may be anything less than `most`."""

    @property
    def most(self) -> float | None:
        """What it may be at most."""

    @property
    def good(self) -> bool:
        """Whether it is within its bounds."""


def measure_words(measure: Measure, language: str) -> dict[str, Any]:
    """What is measured, its value, unit and bounds, whether it is good, and what helps where it is not."""
    texts = wording.table(language)
    ends = {"least": measure.least, "most": measure.most}
    known = {name: f"{round(end, 1):g}" for name, end in ends.items() if end is not None}
    kind = "between" if len(known) == 2 else next(iter(known))
    return {
        "name": texts["measure"][measure.name],
        "value": measure.value,
        "unit": texts["unit"].get(measure.unit, measure.unit),
        "bound": wording.fill(texts["measure"][kind], {**known, "n": next(iter(known.values()))}),
        "good": measure.good,
        "advice": wording.told(Saying(f"{measure.name}-bad"), language),
    }


def cheers_door(feed: Feed) -> Blueprint:
    """`POST /api/cheer` with `{"kind": "clap"}`, from any phone; nothing of it is recorded."""
    door, pace = Blueprint("cheers", __name__), Pace(BURST, PER_SECOND)

    @door.post("/api/cheer")
    def cheer() -> Response:
        must_be_from_this_page()
        kind = read_json(language()).get("kind")
        if kind not in KINDS:
            return refusal(text("needs", "other", language()), 400)
        pace.must_not_hurry()
        feed.tell(cheer=kind)
        return json_answer({"accepted": True, "message": ""})

    return door


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
