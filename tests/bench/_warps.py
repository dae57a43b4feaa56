"""Times in warps of a picture, both the least of many tries taken by turns.

Time is the process's own, and whatever else a machine does only ever adds to it: the least of both is what the work
takes, so that figures of two days, or of an idle and a busy machine, can be compared.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable

import cv2
import numpy as np

PLANE = np.array([[1, 0.05, -200], [0.02, 1, -100], [1e-5, 1e-5, 1]])


class Warps:
    """Weighs work against the warp of one picture to a size of so many pixels."""

    def __init__(self, picture: np.ndarray, size: tuple[int, int]) -> None:
        self._picture, self._size = picture, size
        self._spent: defaultdict[str, list[float]] = defaultdict(list)
        self.warp = float("inf")
        """Seconds of the quickest warp."""

    def weigh(self, what: str, work: Callable[[], object], times: int = 1) -> None:
        """One more try of this work, done so many `times`, with a warp before and after it."""
        self._warp()
        self._spent[what].append(seconds(work, times))
        self._warp()

    def least(self, what: str) -> float:
        """Warps that the quickest try of this work took."""
        return min(self._spent[what]) / self.warp

    def median(self, what: str) -> float:
        """Warps that the middle try took, where tries are of different work."""
        return statistics.median(self._spent[what]) / self.warp

    def _warp(self) -> None:
        self.warp = min(self.warp, seconds(lambda: cv2.warpPerspective(self._picture, PLANE, self._size)))


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Seconds of the process that one of so many turns of work takes."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times
