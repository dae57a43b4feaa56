"""The door through which people speak to the referee: who may, how often, and from where.

What a call means is the arbiter's; here it is only let in or turned away, with a sentence.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from urllib.parse import unquote, urlsplit

import msgspec
from flask import Blueprint, Response, request

from engine.calls import AnyCall
from web.answers import json_answer
from web.wording import text

LONGEST_CALL = 8 * 1024
"""Bytes of one call; a whole position is well under one kilobyte."""
TRIES = 5
"""Wrong keys from one address before it has to wait."""
TRIES_ALL = 60
"""Wrong keys from everywhere before everybody who has a wrong one waits."""
WAIT_SECONDS = 60.0
LONGEST_NAME = 40


class CallAnswer(msgspec.Struct, frozen=True):
    """What the referee says to a call."""

    accepted: bool
    message: str = ""


TakesCall = Callable[[AnyCall], CallAnswer]
"""Takes a call, whose time it sets by the clock of the source, and gives what the referee says to it."""


def new_host_key() -> str:
    """Six digits that make a phone the host's."""
    return f"{secrets.randbelow(1_000_000):06d}"


class Doorkeeper:
    """Compares host keys and makes whoever guesses wait."""

    def __init__(self, key: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Let in whoever knows `key`."""
        self._key, self._clock = key, clock
        self._lock = threading.Lock()
        self._wrong: list[tuple[float, str]] = []

    def refusal(self, key: str, address: str) -> int | None:
        """None for the right key, else the status: 403 wrong, 429 too many tries."""
        with self._lock:
            now = self._clock()
            self._wrong = [(at, who) for at, who in self._wrong if now - at < WAIT_SECONDS]
            if len(self._wrong) >= TRIES_ALL or sum(who == address for _, who in self._wrong) >= TRIES:
                return 429
            if hmac.compare_digest(key.encode(), self._key.encode()):
                return None
            self._wrong.append((now, address))
            return 403


def calls_door(takes: TakesCall, host_key: str) -> Blueprint:
    """`POST /calls`: the call as JSON, the host key in `X-Host-Key`, a name in `X-Host-Name` (percent-encoded)."""
    door = Blueprint("calls", __name__)
    keeper = Doorkeeper(host_key)

    @door.post("/calls")
    def make_call() -> Response:
        if not from_this_page(request.headers.get("Origin"), request.host, request.headers.get("Sec-Fetch-Site")):
            return json_answer({"accepted": False, "message": text("error", "not_allowed")}, 403)
        if not request.is_json:
            return json_answer({"accepted": False, "message": text("error", "bad")}, 415)
        refused = keeper.refusal(request.headers.get("X-Host-Key", ""), request.remote_addr or "")
        if refused:
            said = text("call", "too_many_tries" if refused == 429 else "wrong_key")
            answer = json_answer({"accepted": False, "message": said}, refused)
            if refused == 429:
                answer.headers["Retry-After"] = str(int(WAIT_SECONDS))
            return answer
        if (request.content_length or 0) > LONGEST_CALL:
            return json_answer({"accepted": False, "message": text("error", "too_big")}, 413)
        posted = request.get_json(silent=True)
        if not isinstance(posted, dict):
            return json_answer({"accepted": False, "message": text("error", "bad")}, 400)
        if posted == {"input": "hello"}:  # a phone that asks whether its key is right
            return json_answer({"accepted": True, "message": ""})
        who = _name(request.headers.get("X-Host-Name", "")) or "host"
        try:
            call = msgspec.convert({**posted, "at": 0.0, "who": who}, AnyCall)
        except msgspec.ValidationError as error:
            return json_answer({"accepted": False, "message": f"{text('error', 'bad')} {error}"}, 400)
        return json_answer(msgspec.to_builtins(takes(call)))

    return door


def from_this_page(origin: str | None, host: str, fetch_site: str | None) -> bool:
    """Whether a request comes from a page of this server, and not from another page in somebody's browser."""
    if fetch_site not in (None, "same-origin", "none"):
        return False
    return origin is None or urlsplit(origin).netloc == host


def _name(header: str) -> str:
    name = "".join(letter for letter in unquote(header) if letter.isprintable())
    return name.strip()[:LONGEST_NAME]
