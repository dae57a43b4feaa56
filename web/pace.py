"""How often one address may ask for what is costly to give."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

BURST = 120
"""Costly answers an address may take at once: a replay and all pictures of it, on a few phones behind one address."""
PER_SECOND = 15.0
"""And how many a second for long."""
SOURCES = 1000
"""Addresses that are counted; with more, whichever asked longest ago is forgotten."""


class Pace:
    """Gives each address a store of requests that fills again by and by."""

    def __init__(
        self, burst: float = BURST, per_second: float = PER_SECOND, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Every store is full."""
        self._burst, self._per_second, self._clock = burst, per_second, clock
        self._lock = threading.Lock()
        self._left: dict[str, tuple[float, float]] = {}

    def seconds_to_wait(self, address: str) -> float:
        """0 and one less in store, or how long to wait until there is one again."""
        with self._lock:
            now = self._clock()
            at, left = self._left.pop(address, (now, self._burst))
            left = min(self._burst, left + (now - at) * self._per_second)
            wait = 0.0 if left >= 1 else (1 - left) / self._per_second
            self._left[address] = now, left if wait else left - 1
            while len(self._left) > SOURCES:
                del self._left[next(iter(self._left))]
            return wait
