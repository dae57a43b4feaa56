"""Times in warps of a picture, both the least of many tries taken by turns.

Time is the process's own, and whatever else a machine does only ever adds to it: the least of both is what the work
takes, so that figures of two days, or of an idle and a busy machine, can be compared.
"""

import statistics
import time
from collections import defaultdict

import cv2
import numpy as np

PLANE = np.array([[1, 0.05, -200], [0.02, 1, -100], [1e-5, 1e-5, 1]])


class Warps:
    """Weighs work against the warp of one picture to a size of so many pixels."""

    def __init__(self, picture, size):
        self._picture, self._size = picture, size
        self._spent = defaultdict(list)
        self.warp = float("inf")
        """Seconds of the quickest warp."""

    def weigh(self, what, work, times=1):
        """One more try of this work, done so many `times`, with a warp before and after it."""
        self._warp()
        self._spent[what].append(seconds(work, times))
        self._warp()

    def least(self, what):
        """Warps that the quickest try of this work took."""
        return min(self._spent[what]) / self.warp

    def median(self, what):
        """Warps that the middle try took, where tries are of different work."""
        return statistics.median(self._spent[what]) / self.warp

    def _warp(self):
        self.warp = min(self.warp, seconds(lambda: cv2.warpPerspective(self._picture, PLANE, self._size)))


def seconds(work, times=1):
    """Seconds of the process that one of so many turns of work takes."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def warp_of_a_frame():
    """Seconds that the quickest of some warps of a frame of 1640x1232 to 1000x1000 takes."""
    picture = np.random.default_rng(0).integers(0, 255, (1232, 1640, 3), np.uint8)
    return min(seconds(lambda: cv2.warpPerspective(picture, PLANE, (1000, 1000))) for _ in range(20))
