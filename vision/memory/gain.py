"""How the camera's brightness changed between two glances, so that it is not taken for something on the board."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify.channels import brightest_of, darkest_of

BURNT = 246
"""Grey levels from which a channel is taken as clipped. 240 to 255."""
TELLING = 40
"""Grey levels below which a cell says little of a gain. 20 to 60."""
FEWEST = 40
"""Cells in which a gain must show. 20 to 100."""


def gain_between(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> NDArray[np.float32]:
    """By what factor each channel of most of a picture changed, shape (3,); what is dark or burnt out has no say."""
    told = (darkest_of(before) > TELLING) & (brightest_of(cv2.max(before, now)) < BURNT)
    if told.sum() < FEWEST:
        return np.ones(3, np.float32)
    return np.asarray(np.median(now[told].astype(np.float32) / before[told], axis=0), np.float32)


def expected_after(before: NDArray[np.uint8], now: NDArray[np.uint8], gain: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A picture as it would look now, were that gain of each channel all that changed.

    What was burnt out may have been any amount brighter.
    """
    steps = np.clip(np.round(np.arange(256)[:, None] * gain), 0, 255).astype(np.uint8)
    expected = np.asarray(cv2.LUT(before, np.ascontiguousarray(steps.reshape(1, 256, 3))), np.uint8)
    if float(gain.min()) < 1.0:
        np.copyto(expected, cv2.max(expected, now), where=before >= BURNT)
    return expected
