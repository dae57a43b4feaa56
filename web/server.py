"""Serving the pages with waitress: enough threads for every stream, one clear sentence when the port is taken.

Here lives the socket and nothing of what is served.
"""

from __future__ import annotations

import errno
import select
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Flask
from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import create_server  # type: ignore[import-untyped]
from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]

from web.app import STREAM_CAP
from web.pace import Pace

SPARE_THREADS = 8
"""Threads beyond the streams, for pages, states and calls."""
STACK_BYTES = 1024 * 1024
"""Address space of a thread's stack; Flask needs a fraction of it."""
LARGEST_BODY = 64 * 1024
"""Bytes of a request that are taken in at all; a call is far smaller, and the page says so in words up to here."""
LARGEST_HEADER = 32 * 1024
READS, READS_A_SECOND = 600, 20.0
"""How often one address is read at once, and a second for long, beside an eye: thirty phones that share it, and open
the page together, send 240 requests."""
SPARE_LINES = 60
"""Connections below the server's limit from which on the one that was silent longest makes room for each new one."""
TOGETHER = 32
"""New connections taken in at one go, fewer than SPARE_LINES: one a round keeps hundreds waiting for a second."""
PORTS_TRIED = 50


class PortTaken(Exception):
    """Another program listens there; the message says so and names a free port."""


class Line(HTTPChannel):  # type: ignore[misc]
    """One connection."""

    heard = False
    """Whether anything has come on it."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        """It has just come in; the one that was silent longest makes room for it where nearly all places are taken."""
        super().__init__(server, sock, addr, adj, map)
        lines = server.active_channels.values()
        if len(lines) > adj.connection_limit - SPARE_LINES:
            silent = (line for line in lines if not (line.requests or line.will_close or line is self))
            longest = min(silent, key=lambda line: line.last_activity, default=self)
            longest.will_close = longest is not self

    def readable(self) -> bool:
        """Whether to read from it now. An address that asks without end is read later: a line that is not read costs
        the eye, which works in the same process, nothing."""
        return not self._waits(take=False) and bool(super().readable())

    def handle_read(self) -> None:
        """Read, where another line of its address did not read what was left for it."""
        if not self._waits(take=True):
            super().handle_read()

    def _waits(self, take: bool) -> bool:
        pace: Pace | None = self.server.pace
        return pace is not None and pace.seconds_to_wait(self.addr[0], take) > 0

    def received(self, data: bytes) -> bool:
        """Take in what came. A browser that tries HTTPS here first begins with no letter: hung up on, it tries HTTP
        instead of waiting."""
        if not self.heard and (first := data.lstrip(b"\r\n")[:1]):
            self.heard, self.will_close = True, not first.isalpha()
        return bool(super().received(data))


class Server:
    """A running server. Port 0 takes any free one; `port` is then the real one."""

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 8000) -> None:
        """Take the port.

        Raises:
            PortTaken: another program has it, or it may not be used; the message is for people.
        """
        cap = int(app.config.get("STREAM_CAP", STREAM_CAP))
        taken = listen(host, port)
        self.host, self.port = host, int(taken.getsockname()[1])
        self._server = create_server(
            app,
            sockets=[taken],
            _dispatcher=_threads(cap + SPARE_THREADS),
            connection_limit=4 * cap + 100,
            # waitress would take a gigabyte and lay it on the disk
            max_request_body_size=int(app.config.get("LARGEST_BODY", LARGEST_BODY)),
            max_request_header_size=LARGEST_HEADER,
            channel_request_lookahead=1,  # lets a stream notice that its phone has gone
            outbuf_high_watermark=1 << 20,
            asyncore_use_poll=hasattr(select, "poll"),
            ident="",
            clear_untrusted_proxy_headers=True,
        )
        self._accept = self._server.handle_accept
        self._server.handle_accept = self._take_in_many
        self._server.channel_class = Line
        a_second = app.config.get("READS_A_SECOND", READS_A_SECOND)
        self._server.pace = Pace(READS, a_second) if a_second else None
        self._app = app
        self._thread: threading.Thread | None = None
        self._closed = False

    def start(self) -> None:
        """Serve in the background."""
        self._thread = threading.Thread(target=self._serve, name="pages", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        """Answer, once the first page was made: that takes a hundred times as long as each later one, and everybody who
        comes before it is there would have it made anew."""
        with suppress(Exception):  # who asks for it is told what is wrong
            self._app.test_client().get("/")
        self._server.run()

    def take_in(self, line: socket.socket, address: tuple[str, int]) -> None:
        """Answer on a line that was accepted elsewhere, as one that comes from that address."""
        served = self._server
        self._in_loop(lambda: Line(served, line, address, served.adj, served._map))

    def _take_in_many(self) -> None:
        for _ in range(TOGETHER):
            before = len(self._server.active_channels)
            self._accept()
            if len(self._server.active_channels) == before:
                return

    def close(self) -> None:
        """Stop serving and hang up on everybody. The feed is closed first by whoever owns it."""
        if self._closed:
            return
        self._closed = True
        self._in_loop(self._hang_up)
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=3)
        self._in_loop(self._server.trigger.close)
        if self._thread is not None:
            self._thread.join(3)

    def _in_loop(self, action: Callable[[], object]) -> None:
        """Let the server's own loop do that, since it owns the sockets; here, where it does not run."""
        if self._thread is None or not self._thread.is_alive():
            action()
            return
        with suppress(OSError):  # woken by somebody else, the loop may be through before it is woken by us
            self._server.trigger.pull_trigger(action)

    def _hang_up(self) -> None:
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        wasyncore.dispatcher.close(self._server)


def _threads(count: int) -> ThreadedTaskDispatcher:
    """Threads that answer."""
    made = ThreadedTaskDispatcher()
    before = threading.stack_size(STACK_BYTES)
    try:
        made.set_thread_count(count)
    finally:
        threading.stack_size(before)
    return made


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """Take a port. Raises PortTaken, which names the option that chooses another."""
    try:
        return _opened(host, port)
    except OSError as error:
        raise PortTaken(_refusal(host, port, error, option)) from error


def _opened(host: str, port: int) -> socket.socket:
    six = ":" in host
    family = socket.AF_INET6 if six else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=256, dualstack_ipv6=six)


def _refusal(host: str, port: int, error: OSError, option: str) -> str:
    free = free_port(host, port + 1)
    way_out = f" Port {free} is free: {option} {free}" if free else f" Choose another with {option}."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program, perhaps a referee that still runs.{way_out}"
    if error.errno == errno.EACCES:
        free = free_port(host, 8000)
        return f"Port {port} may only be used by the system's administrator. Choose another: {option} {free or 8000}"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"This machine has no address {host}. Use --host 0.0.0.0 for every address it has."
    why = (error.strerror or str(error)).partition(" (while attempting")[0]
    return f"The pages cannot be served at {host}:{port}: {why}."


def free_port(host: str, first: int) -> int | None:
    """The first port from `first` on that nobody listens at; none among the next fifty."""
    for port in range(first, min(first + PORTS_TRIED, 65536)):
        try:
            _opened(host, port).close()
        except OSError:
            continue
        return port
    return None
