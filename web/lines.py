"""Connections as they come in: how many an address may hold, whose turn it is to be read, which make room for others.

Waitress reads every connection as soon as something arrives on it. Here a connection that says nothing gives way to new
ones, and one whose address has asked for too much waits.

How much of the processor the page may take from the eye, which works in the same process, is measured in processor
time, not in requests, so that it means the same on a small machine and on a big one. Whoever asks more often than that
is not refused but read later: a line that is not read costs nothing.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import TcpWSGIServer  # type: ignore[import-untyped]

SHARE = 0.06
"""Part of one processor core that all who ask without end may use together, beside an eye."""
STORE = 2.0
"""Seconds of processor time in store for all: some hundred pages opened at once."""
STORE_ONE = 1.0
"""Seconds of processor time in store for each address."""
QUIET = 0.9
"""Part of its store that an address must have left to be read while the store of all is spent."""
AT_MOST = 0.25
"""Seconds charged for one request at most; a live stream of a whole evening is one request, too."""
ACTIVE_SECONDS = 10.0
"""Who asked within that time takes part in the share."""
SOURCES = 2000
"""Addresses that are counted; with more, the counting begins anew."""


@dataclass
class _Store:
    left: float
    at: float
    """When `left` was reckoned."""
    used: float
    """When it was taken from last."""


class Budget:
    """Processor time in store for each address and for all. Used from the server's loop and from its threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, share: float = SHARE) -> None:
        """Every store is full; `share` is the part of one core that all may use who ask without end."""
        self._clock = clock
        self._share = share
        self._lock = threading.Lock()
        self._all = _Store(STORE, clock(), clock())
        self._stores: dict[str, _Store] = {}
        self._active = 1
        self._counted = clock()
        self._owed_until = clock()

    @property
    def owed(self) -> bool:
        """Whether somebody may have to wait at this moment."""
        return self._clock() < self._owed_until

    def charge(self, address: str, seconds: float) -> None:
        """Note processor time spent on an address."""
        spent = min(max(seconds, 0.0), AT_MOST)
        with self._lock:
            now = self._clock()
            store = self._stores.get(address)
            if store is None:
                if len(self._stores) >= SOURCES:
                    self._stores.clear()
                store = self._stores[address] = _Store(STORE_ONE, now, now)
            self._fill(store, STORE_ONE, self._share / self._sharers(now), now)
            self._fill(self._all, STORE, self._share, now)
            store.left -= spent
            self._all.left -= spent
            store.used = now
            debt = max(-store.left * self._active, -self._all.left) / self._share
            self._owed_until = max(self._owed_until, now + debt)

    def may_read(self, address: str) -> bool:
        """Whether a request from that address is taken in now."""
        with self._lock:
            now = self._clock()
            store = self._stores.get(address)
            if store is None:
                return True
            self._fill(store, STORE_ONE, self._share / self._sharers(now), now)
            if store.left < 0:
                return False
            self._fill(self._all, STORE, self._share, now)
            return self._all.left >= 0 or store.left >= QUIET * STORE_ONE

    def _fill(self, store: _Store, full: float, share: float, now: float) -> None:
        store.left = min(full, store.left + (now - store.at) * share)
        store.at = now

    def _sharers(self, now: float) -> int:
        """How many addresses ask at this time, counted once a second."""
        if now - self._counted >= 1.0:
            self._counted = now
            self._active = max(1, sum(now - store.used < ACTIVE_SECONDS for store in self._stores.values()))
        return self._active


WAITING_ONE = 64
"""Connections of one address that say nothing; a browser keeps six."""
LEAST_ONE = 240
"""Connections of one address in all, live streams among them."""
SPARE = 60
"""Connections below the server's limit from which on the one that was silent longest makes room for each new one."""
COMING = 1000
COMING_A_SECOND = 200.0
"""New connections taken in at once, and a second for long; the system lets further ones wait."""
TOGETHER = 64
"""New connections taken in at one go: between two goes the eye may be at work."""
LOOK_AGAIN = 0.05
"""Seconds until a line that had to wait is looked at again."""
LOOK = 1.0
NEVER_SPOKE_SECONDS = 10.0
"""So long a connection may say nothing at all; browsers open some ahead of time, and open another where it went."""
LONGEST_LINE = 8192
"""Bytes of a request's first line that are looked at."""
_OTHER_TONGUE = re.compile(rb" (?:RTSP/\d\.\d|HTTP/[2-9](?:\.\d)?)\r?")


def may_begin_a_request(said: bytes) -> bool:
    """Whether this may be how a request begins, as far as it has come: TLS and SSH differ in their first letters, RTSP
    and HTTP/2 at the end of their first line."""
    first, ended, _ = said.lstrip(b"\r\n").partition(b"\n")
    method, _, rest = first.partition(b" ")
    if method.strip() and not method.strip().isalpha():
        return False
    return not (ended and _OTHER_TONGUE.fullmatch(b" " + rest.rpartition(b" ")[2]))


class Line(HTTPChannel):  # type: ignore[misc]
    """One connection."""

    def __init__(self, server: PoliteServer, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        """A connection that has just come in."""
        self.source = str(addr[0])
        self._begun: bytes | None = b""
        """What has come of the first request's line; none once it is known to be one."""
        self.since = time.monotonic()
        """Since when it may speak and is heard."""
        super().__init__(server, sock, addr, adj, map)
        server.came(self)

    @property
    def silent(self) -> bool:
        """Whether nothing is being answered on it, so that it may be given up."""
        return not self.requests and not self.will_close

    @property
    def never_spoke(self) -> bool:
        """Whether nothing at all has come on it."""
        return self._begun == b""

    def received(self, data: bytes) -> bool:
        """Take in what came; whoever speaks another tongue is hung up on, and tries the next instead of waiting."""
        if self._begun is not None:
            self._begun = (self._begun + data)[:LONGEST_LINE]
            if not may_begin_a_request(self._begun):
                self.will_close = True
                return False
            if b"\n" in self._begun.lstrip() or len(self._begun) == LONGEST_LINE:
                self._begun = None
        return bool(super().received(data))

    def readable(self) -> bool:
        """Whether to read from it now. What a line that has to wait says meanwhile nobody hears: it is not mute."""
        if self.server.budget.may_read(self.source):
            return bool(super().readable())
        self.since = time.monotonic()
        return False

    def handle_read(self) -> None:
        """Read, at the expense of its address."""
        self.server.read.append(self.source)
        super().handle_read()

    def service(self) -> None:
        """Answer, at the expense of its address."""
        began = time.thread_time()
        super().service()
        self.server.budget.charge(self.source, time.thread_time() - began)

    def del_channel(self, map: Any = None) -> None:
        """It is closed."""
        if self._fileno in self.server.active_channels:
            self.server.went(self)
        super().del_channel(map)


class PoliteServer(TcpWSGIServer):  # type: ignore[misc]
    """A server on which no address can take the place of the others."""

    channel_class = Line

    def __init__(self, app: Any, sockets: dict[int, Any], *, taken: socket.socket, adj: Any, dispatcher: Any) -> None:
        """Serve `app` on the port that was taken, the way waitress does with a socket it is given."""
        self.budget = Budget(share=float(app.config.get("PROCESSOR_SHARE", SHARE)))
        self.read: list[str] = []
        """The addresses that were read in this round."""
        self._held: Counter[str] = Counter()
        self._coming, self._came_at = float(COMING), time.monotonic()
        place = (taken.family, taken.type, taken.proto, taken.getsockname())
        super().__init__(app, sockets, True, taken, dispatcher=dispatcher, adj=adj, bind_socket=False, sockinfo=place)

    def came(self, line: Line) -> None:
        """A connection came in: whichever was silent longest makes room for it, of its own address first."""
        self._coming -= 1
        self._held[line.source] += 1
        if self._held[line.source] > WAITING_ONE:
            own = [other for other in self._silent(line) if other.source == line.source]
            if len(own) >= WAITING_ONE:
                self._give_up(own)
            elif self._held[line.source] > LEAST_ONE:
                line.will_close = True
                return
        if len(self._map) > self.adj.connection_limit - SPARE:
            self._give_up(self._silent(line))

    def went(self, line: Line) -> None:
        """A connection was closed."""
        self._held[line.source] -= 1
        if not self._held[line.source]:
            del self._held[line.source]

    def readable(self) -> bool:
        """Whether to take new connections in."""
        now = time.monotonic()
        self._coming = min(COMING, self._coming + (now - self._came_at) * COMING_A_SECOND)
        self._came_at = now
        return self._coming >= 1 and bool(super().readable())

    def handle_accept(self) -> None:
        """Take in those who wait, as far as they may come in now."""
        for _ in range(max(1, min(TOGETHER, int(self._coming)))):
            before = self._coming
            super().handle_accept()
            if self._coming == before:
                return

    def take_in(self, line: socket.socket, address: tuple[str, int]) -> None:
        """Answer on a line that was accepted elsewhere, as one that comes from that address."""
        self.channel_class(self, line, address, self.adj, map=self._map)

    def run(self) -> None:
        """Serve until every socket is closed."""
        try:
            while self._map:
                wait = LOOK_AGAIN if self._coming < 1 or self.budget.owed else LOOK
                began = time.thread_time()
                wasyncore.loop(timeout=wait, use_poll=self.adj.asyncore_use_poll, map=self._map, count=1)
                spent = time.thread_time() - began
                for source in self.read:
                    self.budget.charge(source, spent / len(self.read))
                self.read.clear()
                self._hang_up_on_the_mute()
        except (SystemExit, KeyboardInterrupt):
            self.task_dispatcher.shutdown()

    def _hang_up_on_the_mute(self) -> None:
        long_ago = time.monotonic() - NEVER_SPOKE_SECONDS
        for line in self.active_channels.values():
            if line.never_spoke and line.since < long_ago:
                line.will_close = True

    def _silent(self, fresh: Line) -> list[Line]:
        return [line for line in self.active_channels.values() if line.silent and line is not fresh]

    def _give_up(self, lines: list[Line]) -> None:
        """Closed is the one silent longest, by itself and later: its number must not be used again in this round."""
        if lines:
            min(lines, key=lambda line: line.last_activity).will_close = True
