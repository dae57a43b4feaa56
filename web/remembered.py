"""Answers that take time to make, kept for a moment, so that many who ask the same cost as much as one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """At most `size` answers, each for `seconds`. One is made at a time: who asks meanwhile waits and gets it, too."""

    def __init__(self, size: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """An empty memory."""
        self._size, self._seconds, self._clock = size, seconds, clock
        self._lock = threading.Lock()
        self._kept: dict[K, tuple[float, V]] = {}

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The answer to that, made now where none is kept, or the one kept is too old."""
        with self._lock:
            now = self._clock()
            at, kept = self._kept.get(key, (None, None))
            if at is None or kept is None or now - at > self._seconds:
                kept = make()
                self._kept.pop(key, None)
                self._kept[key] = self._clock(), kept
                while len(self._kept) > self._size:
                    del self._kept[next(iter(self._kept))]
            return kept
