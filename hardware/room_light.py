"""Notices that the light in the room has changed for good, and lets a camera that holds its settings measure it anew.

A camera whose exposure and white balance stand still is blind to the evening: what fitted the window is too dark for
the lamp. Whoever leans over the board, a cloud or a lamp that is switched off and on again change nothing for good.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Camera, Frame, News, Picture, Report, Wrapped
from hardware.camera_settings import Adjustable, Settings

BRIGHTNESS = 1.6
"""Factor up or down by which grey levels change in another light: after a camera's gamma, thus nearly three times the
light. 1.3 to 3."""
COLOUR = 1.2
"""Factor by which red or blue changes against green in another colour of light, after a camera's gamma. 1.1 to 1.5."""
LASTING_SECONDS = 45.0
"""So long without a break must it last: a cloud and a person who leans over the table take less. 20 to 300."""
STILL, NOISE = 0.04, 2.0
"""Two looks of which hardly a cell differs by more than this part and these grey levels show nobody moving, so that no
sleeve is what the camera settles on."""
STILL_SECONDS = 2.0
DARKEST, BRIGHTEST = 60.0, 250.0
"""Grey levels, of 255, that the brightest twentieth of a picture should lie between when a camera begins."""
BLACK = 20.0
"""Below it nothing is to be measured: somebody switched off the light, and will be back."""
EVERY_SECONDS = 1.0
"""How often a frame is looked at: a room does not change faster than people see."""
_CELLS = (80, 60)
"""A picture is looked at in so many cells across and down: each lies on a chip or beside it, few on both."""
_SAMPLES = 5
"""Pixels each way whose mean is a cell, which takes the noise out."""

Keep = Callable[[Settings], None]
"""Takes settings that a camera has settled on, to be used again."""


class RoomLight:
    """Compares the light of each frame with that of the frames its camera's settings were made for."""

    def __init__(self) -> None:
        self._reference: NDArray[np.float64] | None = None
        self._last: NDArray[np.float64] | None = None
        self._other_since: float | None = None
        self._still_since = 0.0
        self._looked_at = float("-inf")

    def begin_anew(self) -> None:
        """The camera has settled: the light of the next frame is the one to compare with."""
        self._reference = self._last = self._other_since = None

    def has_changed(self, frame: Frame, *, first: bool = False) -> bool:
        """Whether the light has been another one for long enough, and nobody moves now.

        Args:
            frame: its time counts.
            first: whether the camera's settings come from an earlier day, so that this light may be too weak or too
                strong for them from the beginning.
        """
        if frame.at - self._looked_at < EVERY_SECONDS:
            return False
        self._looked_at = frame.at
        seen = _cells(frame.picture)
        if self._last is None or not _is_still(self._last, seen):
            self._still_since = frame.at
        self._last = seen
        if self._reference is None or self._reference.shape != seen.shape:
            self._reference = seen
            self._other_since = frame.at if first and not _is_exposed(seen) else None
            return False
        if not self._is_other(seen) and not (first and not _is_exposed(seen)):
            self._other_since = None
            return False
        if self._other_since is None or _brightest(seen) < BLACK:
            self._other_since = frame.at
        return frame.at - self._other_since >= LASTING_SECONDS and frame.at - self._still_since >= STILL_SECONDS

    def _is_other(self, seen: NDArray[np.float64]) -> bool:
        # Cell by cell, and of that the middle: chips and cards lie on less than half of a picture.
        assert self._reference is not None
        blue, green, red = (float(middle) for middle in np.median(np.log(seen / self._reference), axis=0))
        return abs(green) > math.log(BRIGHTNESS) or max(abs(red - green), abs(blue - green)) > math.log(COLOUR)


class Resettling(Wrapped):
    """A camera that holds its settings until the light in the room has changed for good."""

    def __init__(self, camera: Camera, report: Report, keep: Keep | None = None) -> None:
        """`keep` takes the settings that were found anew; where the camera has none to hold, nothing is done."""
        super().__init__(camera)
        self._report = report
        self._keep = keep

    def frames(self) -> Iterator[Frame]:
        """The frames; while the camera settles there are none. Raises CameraError as the camera does."""
        light, first = RoomLight(), True
        for frame in self.camera.frames():
            yield frame
            if not isinstance(self.camera, Adjustable) or "settings" not in self.camera.describe():
                continue  # automatic: it follows the light by itself
            if light.has_changed(frame, first=first):
                self._report(News("settling"))
                settings = self.camera.settle(refocus=False)
                if self._keep is not None:
                    self._keep(settings)
                self._report(News("well"))
                light.begin_anew()
                first = False


def _cells(picture: Picture) -> NDArray[np.float64]:
    """Mean blue, green and red of cells spread over a picture, at least 1: shape (cells, 3)."""
    step = max(1, picture.shape[1] // (_CELLS[0] * _SAMPLES))
    cells = cv2.resize(np.ascontiguousarray(picture[::step, ::step]), _CELLS, interpolation=cv2.INTER_AREA)
    return np.maximum(cells.reshape(-1, 3).astype(np.float64), 1.0)


def _is_still(before: NDArray[np.float64], now: NDArray[np.float64]) -> bool:
    if before.shape != now.shape:
        return False
    moved = np.abs(now - before) - NOISE
    return float(np.percentile(moved / np.maximum(now, before), 98)) < STILL


def _brightest(cells: NDArray[np.float64]) -> float:
    """Grey level that one cell in twenty exceeds."""
    return float(np.percentile(cells.max(axis=1), 95))


def _is_exposed(cells: NDArray[np.float64]) -> bool:
    return DARKEST <= _brightest(cells) <= BRIGHTEST
