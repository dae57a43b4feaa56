"""Which spaces look otherwise than a moment ago, whatever noise and a hunting camera make of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify.channels import BURNT, brightest_of, darkest_of
from vision.rectify.mesh import Picture
from vision.rectify.straight import CELL, Glance, by_space, cells_of

STIR = 1.3
"""A space is looked at again when a sixteenth of it changed by more than this many times the noise. 1 to 3."""
NOISY, NOISIEST = 2.5, 12.0
"""Times the median change of all spaces that it must have changed by, too, up to the second: compressed pictures change
in all their colours. 2 to 3; grey levels, 8 to 16."""
HUNTING = 0.1
"""A picture in which every channel changed by no more than this, and nothing else did, shows what it showed: cameras
hunt for their white balance. Parts; 0.08 to 0.15."""

DARK = 40
"""Grey levels below which a cell says little of a gain. 20 to 60."""


class Change(NamedTuple):
    """What changed from one glance to another."""

    stirred: NDArray[np.bool_]
    """Which spaces differ; shape (rows, columns)."""
    light: float
    """By what part most of the board became lighter or darker in some channel; 0 where no space seemed to differ."""


@dataclass(frozen=True)
class Stirring:
    """Compares glances at one board."""

    size: tuple[int, int]
    """Rows and columns."""
    noise: float
    """How far two pictures of the same differ; grey levels."""

    def change(self, before: Glance, now: Glance, hunting: float = HUNTING) -> Change:
        """What changed, but for a change of all of up to `hunting`."""
        stirred = self._differs(cv2.absdiff(now.cells, before.cells))
        if not stirred.any():
            return Change(stirred, 0.0)
        # A camera that hunts for its white balance changes every pixel alike, and nothing on the board.
        gain = _gain_between(before.cells, now.cells)
        light = float(np.abs(gain - 1.0).max())
        if light <= hunting:
            expected = cells_of(_expected_after(before.seen, now.seen, gain))
            stirred &= self._differs(cv2.absdiff(now.cells, expected))
        return Change(stirred, light)

    def _differs(self, difference: NDArray[Any]) -> NDArray[np.bool_]:
        most = by_space(brightest_of(difference), self.size, CELL).max(axis=(1, 3))
        least = 2.5 + STIR * self.noise
        if (most <= least).all():
            return np.zeros(self.size, bool)
        # As noisy as most of the board is at least all of it; where most of it stirred that says less.
        return np.asarray(most > max(least, min(NOISY * float(np.median(most)), NOISIEST)))


def _gain_between(before: Picture, now: Picture) -> NDArray[np.float32]:
    """By what factor each channel of most of a picture changed, shape (3,); what is dark or burnt out has no say."""
    told = (darkest_of(before) > DARK) & (brightest_of(cv2.max(before, now)) < BURNT)
    return np.median(now[told].astype(np.float32) / before[told], axis=0) if told.any() else np.ones(3, np.float32)


def _expected_after(before: Picture, now: Picture, gain: NDArray[np.float32]) -> Picture:
    """A picture as it would look now, were that gain of each channel all that changed."""
    expected = np.asarray(cv2.transform(before, np.diag(gain)), np.uint8)
    if float(gain.min()) < 1.0:
        # What was burnt out may have been any amount brighter.
        np.copyto(expected, cv2.max(expected, now), where=before >= BURNT)
    return expected
