"""What 100 open phones cost: memory of the serving process, and how long another request takes meanwhile.

The server runs in a process of its own, as in the product; phones are plain sockets on loopback.
"""

from __future__ import annotations

import http.client
import json
import os
import selectors
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench._figures import at_most

PHONES = 100
EVENTS = 40
REQUESTS = 400

Figure = dict[str, Any]


def figures() -> dict[str, Figure]:
    """Memory and latency with 100 open phones."""
    with _server() as (port, process):
        empty = _resident(process)
        phones = [_phone(port, number) for number in range(PHONES)]
        _wait_until_all_have(phones, b'"state"')
        full = _resident(process)
        delays = _request_times(port)
        news = _news_times(process, phones)
        after = _resident(process)
        for phone in phones:
            phone.close()
    return {
        "page memory, 100 phones": at_most(max(full, after), 80, "MB"),
        "page memory a phone": at_most((max(full, after) - empty) * 1024 / PHONES, 100, "KB"),
        "page request, median": at_most(statistics.median(delays), 10, "ms"),
        "page request, 99th percentile": at_most(statistics.quantiles(delays, n=100)[98], 50, "ms"),
        "page news at the last phone, median": at_most(statistics.median(news), 100, "ms"),
        "page news at the last phone, worst": at_most(max(news), 300, "ms"),
    }


SERVER = """
import sys
from tests.web.script import Script, long_game
from web.app import create_app
from web.feed import Feed
from web.server import Server
feed = Feed(events=long_game())
server = Server(create_app(feed), "127.0.0.1", 0)
server.start()
print(server.port, flush=True)
import itertools, time
number = itertools.count()
for line in sys.stdin:
    feed.tell(eye={"asked": next(number), "at": line.strip()})
"""


@contextmanager
def _server() -> Iterator[tuple[int, subprocess.Popen[str]]]:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdout
    assert process.stdin
    try:
        yield int(process.stdout.readline()), process
    finally:
        process.stdin.close()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def _resident(process: subprocess.Popen[str]) -> float:
    """Resident megabytes; where the system does not tell, not a number."""
    try:
        pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return float("nan")


def _phone(port: int, number: int) -> socket.socket:
    """A phone at an address of its own, as each at a table has."""
    own = (f"127.0.0.{2 + number}", 0) if sys.platform == "linux" else None
    phone = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=own)
    phone.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
    return phone


def _wait_until_all_have(phones: list[socket.socket], wanted: bytes, limit: float = 10) -> float:
    """Seconds until the last phone has received that text."""
    begin = time.perf_counter()
    with selectors.DefaultSelector() as waiting:
        held = dict.fromkeys(phones, b"")
        for phone in phones:
            waiting.register(phone, selectors.EVENT_READ)
        while waiting.get_map():
            for key, _ in waiting.select(max(0, begin + limit - time.perf_counter())):
                phone: Any = key.fileobj
                held[phone] = held[phone][-len(wanted) :] + phone.recv(65536)
                if wanted in held[phone]:
                    waiting.unregister(phone)
            if time.perf_counter() - begin > limit:
                raise TimeoutError(f"{len(waiting.get_map())} phones heard nothing within {limit} s")
    return time.perf_counter() - begin


def _request_times(port: int) -> list[float]:
    """Milliseconds of one ordinary request after another."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    times = []
    for _ in range(REQUESTS):
        begin = time.perf_counter()
        connection.request("GET", "/api/state")
        answer = connection.getresponse()
        json.loads(answer.read())
        times.append((time.perf_counter() - begin) * 1000)
    connection.close()
    return times


def _news_times(process: subprocess.Popen[str], phones: list[socket.socket]) -> list[float]:
    """Milliseconds from an event until the last of all phones has it."""
    assert process.stdin
    times = []
    for number in range(EVENTS):
        process.stdin.write(f"mark-{number}-\n")
        times.append(_wait_until_all_have(phones, b"mark-%d-" % number) * 1000)
    return times
