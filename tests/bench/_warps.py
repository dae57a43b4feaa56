"""Times in warps of a picture, each held against warps taken right before and after it.

Time is the process's own, and the yardstick is taken beside each try: a busy or warm machine slows both alike, so that
figures of two days can be compared.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import cv2
import numpy as np

PLANE = np.array([[1, 0.05, -200], [0.02, 1, -100], [1e-5, 1e-5, 1]])


class Warps:
    """Weighs work against warps of one picture to a size of so many pixels."""

    def __init__(self) -> None:
        self.weights: dict[str, list[float]] = {}
        """Each try of each kind of work, in warps."""
        self.warps: list[float] = []
        """Seconds of each warp."""

    def weigh(
        self, what: str, work: Callable[[], object], picture: np.ndarray, size: tuple[int, int], times: int = 1
    ) -> None:
        """One more try: the work, done so many `times`, between two warps of this picture to that size."""

        def warp() -> None:
            cv2.warpPerspective(picture, PLANE, size)

        before = seconds(warp)
        spent = seconds(work, times)
        after = seconds(warp)
        self.warps += [before, after]
        self.weights.setdefault(what, []).append(2 * spent / (before + after))

    def median(self, what: str) -> float:
        """Warps that this work takes."""
        return statistics.median(self.weights[what])


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Seconds of the process that one of so many turns of work takes."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times
