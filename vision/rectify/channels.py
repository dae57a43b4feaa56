"""The least and the most of a picture's three channels, pixel by pixel; OpenCV's, several times as fast as NumPy's."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

BURNT = 248
"""Grey levels from which a channel is burnt out. 240 to 255."""


def darkest_of(picture: NDArray[Any]) -> NDArray[Any]:
    """Darkest channel of each pixel of a picture (height, width, 3); shape (height, width)."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red))


def brightest_of(picture: NDArray[Any]) -> NDArray[Any]:
    """Brightest channel of each pixel of a picture (height, width, 3); shape (height, width)."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red))
