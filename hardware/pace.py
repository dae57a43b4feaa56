"""Waiting that can be broken off: the beat by which recorded and drawn frames come."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

Clock = Callable[[], float]
Wait = Callable[[float], object]


class Pace:
    """Gives frames when they are due. Clock and waiting are arguments, so that tests need neither."""

    def __init__(self, speed: float, clock: Clock = time.monotonic, wait: Wait | None = None) -> None:
        """`speed` is seconds of the source that pass in a second."""
        self._speed = speed
        self._clock = clock
        self._stop = threading.Event()
        self._wait: Wait = wait or self._stop.wait
        self._began: float | None = None

    def start(self) -> None:
        """Begin, or begin again after `stop`; the first time asked for is due at once."""
        self._stop.clear()
        self._began = None

    def stop(self) -> None:
        """Break off whoever waits."""
        self._stop.set()

    def late(self, at: float) -> float:
        """Seconds of the source by which its time `at` is over; negative while it is still to come."""
        now = self._clock()
        if self._began is None:
            self._began = now - at / self._speed
        return (now - self._began) * self._speed - at

    def until(self, at: float) -> bool:
        """Wait for the time `at` of the source; false when broken off."""
        ahead = -self.late(at) / self._speed
        if ahead > 0 and not self._stop.is_set():
            self._wait(ahead)
        return not self._stop.is_set()
