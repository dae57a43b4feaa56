"""Ten thousand odd requests at the page's door, two thousand torn ones at its socket: none may make it fail."""

from __future__ import annotations

import random
import socket
import tempfile
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine import events as e
from engine.arbiter import Arbiter
from engine.calls import AnyCall
from engine.rules.position import new_game
from tests.web.odd_requests import odd_request
from tests.web.shelf import Shelf
from web.app import Services, create_app
from web.calls import CallAnswer
from web.feed import Feed
from web.server import Server

REQUESTS = 10_000
TORN = 2_000
KEY = "123456"


def figures() -> dict[str, dict[str, Any]]:
    """How many of each went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        feed, shelf = Feed(), Shelf(Path(folder))
        app = create_app(feed, Services(calls=_referee(feed), host_key=KEY, games=shelf, evidence=shelf.evidence))
        failed = sum(_goes_wrong(app, number) for number in range(REQUESTS))
        silent = _torn(app, feed)
    return {
        f"requests: failures in {REQUESTS}": {"value": failed, "unit": "", "goal": "0", "reached": failed == 0},
        f"requests: failures in {TORN} torn": {"value": silent, "unit": "", "goal": "0", "reached": silent == 0},
    }


def _referee(feed: Feed) -> Any:
    arbiter = Arbiter(new_game("classic", "blue green"))

    def takes(call: AnyCall) -> CallAnswer:
        happened = arbiter.receive(replace(call, at=1.0))
        feed.hear([e.decode(e.encode(event)) for event in happened])
        said = [event for event in happened if isinstance(event, e.CallMade)]
        return CallAnswer(said[-1].accepted, said[-1].message)

    return takes


def _goes_wrong(app: Any, number: int) -> bool:
    with app.test_client().open(**odd_request(number, KEY)) as answer:
        wrong = answer.status_code >= 500 or "Location" in answer.headers
    if wrong:
        print(f"request {number}: {answer.status}")
    return bool(wrong)


def _torn(app: Any, feed: Feed) -> int:
    """Bytes that are hardly HTTP, each on a line of its own; then the page must answer as ever."""
    server = Server(app, "127.0.0.1", 0)
    server.start()
    failed = 0
    try:
        for number in range(TORN):
            chance = random.Random(number)
            answered = _send(server.port, _bytes(chance), f"127.0.{number % 50}.9")
            failed += b" 500 " in answered[:20]
        # Whoever hangs up before the answer need not get one; this one stays.
        asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        well = _send(server.port, asked, "127.0.0.1", hang_up=False)
        failed += b" 200 " not in well[:20]
    finally:
        feed.close()
        server.close()
    return failed


def _bytes(chance: random.Random) -> bytes:
    whole = bytearray(
        chance.choice((b"GET / HTTP/1.1", b"POST /calls HTTP/1.1", b"GET //x HTTP/1.0", b"OPTIONS * HTTP/1.1"))
        + b"\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + chance.choice((b"", b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Transfer-Encoding: chunked\r\n"))
        + chance.choice((b"", b"Expect: 100-continue\r\n", b"X: " + b"y" * 40000 + b"\r\n", b"Connection: close\r\n"))
        + b"\r\n"
        + chance.choice((b"", b"{}", b"5\r\n{}", b"\x00" * 9))
    )
    for _ in range(chance.randrange(6)):
        whole[chance.randrange(len(whole))] = chance.randrange(256)
    return bytes(whole[: chance.randrange(len(whole)) + 1])


def _send(port: int, sent: bytes, source: str, *, hang_up: bool = True) -> bytes:
    with socket.socket() as line:
        line.settimeout(5)
        line.bind((source, 0))
        line.connect(("127.0.0.1", port))
        try:
            line.sendall(sent)
            if hang_up:
                line.shutdown(socket.SHUT_WR)
            return line.recv(4096)
        except OSError:
            return b""
