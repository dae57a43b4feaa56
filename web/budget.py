"""How much of the processor the page may take from the eye, which works in the same process.

Whoever asks more often than that is not refused but read later: a line that is not read costs nothing. The measure is
processor time, not requests, so that it means the same on a small machine and on a big one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

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
