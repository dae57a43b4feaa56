"""How often one address, or one player's phone, may ask."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from flask import abort, request

from web.answers import error_answer

BURST, PER_SECOND = 8, 0.5
"""Things a phone may ask or do with its seat at once, and for long."""
BURST_OF_ADDRESS, PER_SECOND_OF_ADDRESS = 60, 5.0
"""Things that all phones behind one address may ask or do at once, and for long."""
SOURCES = 1000
"""Addresses that are counted; with more, whichever asked longest ago is forgotten."""


class Pace:
    """Gives each address a store of requests that fills again by and by."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Every store is full."""
        self._burst, self._per_second, self._clock = burst, per_second, clock
        self._lock = threading.Lock()
        self._left: dict[str, tuple[float, float]] = {}

    def seconds_to_wait(self, address: str, take: bool = True) -> float:
        """0 and, where it is to `take` one, one less in store; or how long to wait until there is one again."""
        with self._lock:
            now = self._clock()
            at, left = self._left.pop(address, (now, self._burst))
            left = min(self._burst, left + (now - at) * self._per_second)
            wait = 0.0 if left >= 1 else (1 - left) / self._per_second
            self._left[address] = now, left - 1 if take and not wait else left
            while len(self._left) > SOURCES:
                del self._left[next(iter(self._left))]
            return wait

    def must_not_hurry(self) -> None:
        """Turns the request away where its address asks too often; with the seconds to wait in `Retry-After`."""
        _wait(self.seconds_to_wait(request.remote_addr or ""))


class AskingPace:
    """Counts what each phone, and each address, asks."""

    def __init__(self) -> None:
        self._phones = Pace(BURST, PER_SECOND)
        self._addresses = Pace(BURST_OF_ADDRESS, PER_SECOND_OF_ADDRESS)

    def must_not_hurry(self, who: str) -> None:
        """Turns the request away where `who` asks too often; with the seconds to wait in `Retry-After`."""
        _wait(max(self._phones.seconds_to_wait(who), self._addresses.seconds_to_wait(request.remote_addr or "")))


def _wait(seconds: float) -> None:
    if seconds:
        abort(error_answer(429, math.ceil(seconds)))
