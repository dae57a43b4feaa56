"""What the page of the running game asks for: its state, its news as a stream, the code for another phone, the eye.

A reaction of whoever watches is shown for a moment by every phone and the screen of the room.

Each open stream holds one thread of the server, so their number is capped below the number of threads; who comes when
all are taken is told so politely, and the page asks from time to time instead.
"""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import segno
from flask import Blueprint, Response, request

from web.answers import conditional, error_answer, in_language, json_answer, language, read_json
from web.calls import accepted, must_be_from_this_page, refusal
from web.feed import Feed
from web.pace import Pace
from web.wording import text

BEAT_SECONDS = 3.9
"""A sign of life this often, seconds; phones call a stream dead after nine without one."""
LOOK_SECONDS = 2.0
"""How often a waiting stream looks whether its phone is still there."""
RETRY_MILLISECONDS = 1000
KINDS = ("clap", "wow", "laugh")
BURST, PER_SECOND = 3, 0.5
"""Reactions from one address at once, and for long: a joy, not a hail."""
RETRY_SECONDS = 15
"""When to ask for a live place again where all were taken."""


class Streams:
    """Counts open streams. One page holds one: when it comes again, its old stream ends.

    A sixth of the places is kept from any one address, for the others.
    """

    def __init__(self, cap: int) -> None:
        """At most `cap` streams at once."""
        self.cap = cap
        self._lock = threading.Lock()
        self._open: dict[object, tuple[str, str]] = {}
        self._ended: set[object] = set()

    def take(self, page: str, address: str = "") -> object | None:
        """A place for that page at that address, or none when all it may have are taken."""
        with self._lock:
            if page:
                self._ended.update(place for place, (other, _) in self._open.items() if other == page)
            # An ended stream still holds its thread until it has noticed.
            held = sum(holder == address for _, holder in self._open.values())
            if len(self._open) >= self.cap or held >= self.cap - self.cap // 6:
                return None
            place = object()
            self._open[place] = page, address
            return place

    def leave(self, place: object) -> None:
        """Give a place back."""
        with self._lock:
            self._open.pop(place, None)
            self._ended.discard(place)

    def ended(self, place: object) -> bool:
        """Whether the page of that place has opened another stream meanwhile."""
        return place in self._ended

    def __len__(self) -> int:
        """How many are open."""
        with self._lock:
            return len(self._open)


def messages(feed: Feed, last_id: str, language: str, over: Callable[[], bool]) -> Iterator[bytes]:
    """What one phone is sent in its language, from the update after `last_id` on, until it is `over`."""
    yield b"retry: %d\nevent: time\ndata: %d\n\n" % (RETRY_MILLISECONDS, feed.now)
    beaten = time.monotonic()
    news = feed.since(last_id, language)
    while True:
        for update in news:
            yield b"id: %s\ndata: %s\n\n" % (update.id.encode(), update.data)
            last_id = update.id
        if feed.closed or over():
            return
        if time.monotonic() - beaten >= BEAT_SECONDS:
            beaten = time.monotonic()
            yield b"event: time\ndata: %d\n\nevent: beat\ndata: %d\n\n" % (feed.now, feed.number)
        news = feed.wait(last_id, LOOK_SECONDS, language)


Measures = Callable[[str], list[dict[str, Any]]]
"""Says in a language how well the eye sees at this moment, measure by measure."""


def cheers_door(feed: Feed) -> Blueprint:
    """`POST /api/cheer` with `{"kind": "clap"}`, from any phone; nothing of it is recorded."""
    door, pace = Blueprint("cheers", __name__), Pace(BURST, PER_SECOND)

    @door.post("/api/cheer")
    def cheer() -> Response:
        must_be_from_this_page()
        kind = read_json().get("kind")
        if kind not in KINDS:
            return refusal(text("needs", "other", language()), 400)
        pace.must_not_hurry()
        feed.tell(cheer=kind)
        return accepted("")

    return door


def live_door(
    feed: Feed,
    streams: Streams,
    own_address: Callable[[], str],
    measures: Measures | None,
    health: Callable[[], dict[str, Any]] | None,
) -> Blueprint:
    """The addresses of the running game.

    Args:
        feed: what is shown.
        streams: the live places, counted.
        own_address: where phones reach this server, for the QR code.
        measures: how well the eye sees.
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
        gone = request.environ.get("waitress.client_disconnected", bool)
        sent = messages(feed, last_id, language(), lambda: gone() or streams.ended(place))
        answer = Response(sent, mimetype="text/event-stream")
        answer.call_on_close(lambda: streams.leave(place))
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    @door.get("/qr.svg")
    def qr_code() -> Response:
        return conditional(Response(qr_drawing(own_address()), mimetype="image/svg+xml"))

    @door.get("/api/eye")
    def eye() -> Response:
        return json_answer({"measures": measures(language()) if measures is not None else []})

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
