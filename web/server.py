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

from flask import Flask
from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.adjustments import Adjustments  # type: ignore[import-untyped]
from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]

from web.app import STREAM_CAP
from web.lines import Budget, PoliteServer

SPARE_THREADS = 8
"""Threads beyond the streams, for pages, states and calls."""
STACK_BYTES = 1024 * 1024
"""Address space of a thread's stack; Flask needs a fraction of it."""
LARGEST_BODY = 64 * 1024
"""Bytes of a request that are taken in at all; a call is far smaller, and the page says so in words up to here."""
LARGEST_HEADER = 32 * 1024
PORTS_TRIED = 50


class PortTaken(Exception):
    """Another program listens there; the message says so and names a free port."""


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
        settings = Adjustments(
            sockets=[taken],
            threads=cap + SPARE_THREADS,
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
        self._app = app
        self._server = PoliteServer(app, {}, adj=settings, dispatcher=_threads(settings.threads), taken=taken)
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

    @property
    def budget(self) -> Budget:
        """What of the processor's time each address has left."""
        return self._server.budget

    def take_in(self, line: socket.socket, address: tuple[str, int]) -> None:
        """Answer on a line that was accepted elsewhere, as one that comes from that address."""
        self._in_loop(lambda: self._server.take_in(line, address))

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

    def _in_loop(self, action: Callable[[], None]) -> None:
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
