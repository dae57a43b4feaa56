"""What is drawn once from right above and then laid into a camera's own pictures, as often as they need it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import Picture, Scale
from vision.drawing.scene import Scene, Shift

Window = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, pixels."""
NOTHING: Window = (0, 0, 0, 0)
_SEEN = 0.004
"""Share of the light below which a change cannot be seen."""


def common(one: Window, other: Window) -> Window:
    """The part that two windows share; `NOTHING` where they lie apart."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else NOTHING


@dataclass(frozen=True)
class Stamp:
    """Something as it is seen in one place of a picture; both arrays have the shape (height, width, 3)."""

    window: Window
    keep: Picture
    """What stays of the light under it, 0 to 255 for 0 to 1."""
    paint: Picture
    """Square roots of the light it adds, as in the picture."""

    @property
    def middle(self) -> tuple[float, float]:
        """Pixel in the middle of its window."""
        return (self.window[0] + self.window[2]) / 2, (self.window[1] + self.window[3]) / 2

    def lit(self, levels: NDArray[np.float32]) -> Stamp:
        """This stamp in another light: square roots of so much blue, green and red against that it was drawn in."""
        return Stamp(self.window, self.keep, _bytes(self.paint * (levels / np.float32(255))))

    def lay(self, picture: Picture, window: Window) -> None:
        """Lay what of it lies in a window into a picture of square roots of light, in place."""
        left, top, right, bottom = common(self.window, window)
        if left == right:
            return
        part = np.s_[top - self.window[1] : bottom - self.window[1], left - self.window[0] : right - self.window[0]]
        region = picture[top:bottom, left:right]
        light = np.square(region, dtype=np.float32) * (self.keep[part] * np.float32(1 / 255))
        light += np.square(self.paint[part], dtype=np.float32)
        region[:] = np.minimum(np.sqrt(light) + np.float32(0.5), 255).astype(np.uint8)


def stamped(
    draw: Callable[[Scene], None],
    scale: Scale,
    seen: NDArray[np.float32],
    size: tuple[int, int],
    shift: Shift,
) -> Stamp:
    """What `draw` draws into a scene in white light, as a camera sees it that looks from aside.

    Args:
        draw: draws the same each time it is asked.
        scale: how large the scene is.
        seen: pixels of the scene's corners, from its upper left one clockwise; shape (4, 2).
        size: width and height of the camera's picture.
        shift: of what stands above the table.
    """
    side = scale.side
    white = np.ones((side, side, 3), np.float32)
    dark, bright = np.zeros_like(white), white.copy()
    for radiance in (dark, bright):  # what is drawn adds to the light under it, and takes a share of it
        draw(Scene(scale, radiance, white, None, white[0, 0], shift))
    keep = np.subtract(bright, dark, out=bright)
    to_picture = cv2.getPerspectiveTransform(
        np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - np.float32(0.5), seen.astype(np.float32)
    )
    changed = cv2.bitwise_not(cv2.inRange(keep, (1 - _SEEN,) * 3, (2.0,) * 3))
    x, y, wide, high = cv2.boundingRect(changed)
    corners = np.array([[(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]], np.float32)
    outline = cv2.perspectiveTransform(corners, to_picture)[0]
    low, end = np.floor(outline.min(0)).astype(int) - 1, np.ceil(outline.max(0)).astype(int) + 2
    window = common((int(low[0]), int(low[1]), int(end[0]), int(end[1])), (0, 0, *size))
    if not wide or window == NOTHING:
        return Stamp(NOTHING, np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0, 3), np.uint8))
    to_window = np.array([[1, 0, -window[0]], [0, 1, -window[1]], [0, 0, 1]]) @ to_picture
    part = (window[2] - window[0], window[3] - window[1])
    kept = cv2.warpPerspective(keep, to_window, part, borderMode=cv2.BORDER_CONSTANT, borderValue=(1, 1, 1))
    added = cv2.warpPerspective(dark, to_window, part)
    return Stamp(window, _bytes(kept), _bytes(np.sqrt(np.maximum(added, 0))))


def _bytes(share: NDArray[Any]) -> Picture:
    return np.asarray(np.clip(share * 255 + np.float32(0.5), 0, 255), np.uint8)
