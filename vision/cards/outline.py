"""Cards as rectangles on the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, sin

import cv2
import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 6.1, 8.78
"""Centimetres of a card nobody measured: between poker (6.3 x 8.8) and bridge (5.7 x 8.7)."""
WIDTHS, HEIGHTS = (5.0, 6.9), (6.8, 9.6)
"""Between these sizes cards are believed, the estimate of the table's scale counted in."""


@dataclass(frozen=True)
class Outline:
    """A card on the table: its middle, its upright and its size, in centimetres and radians."""

    x: float
    y: float
    turn: float
    """Radians clockwise (y down), as an index's."""
    width: float = WIDTH
    height: float = HEIGHT

    @property
    def corners(self) -> NDArray[np.float32]:
        """Its corners: the upper left one of the upright card first, then clockwise on the card; shape (4, 2)."""
        w, h = self.width / 2, self.height / 2
        return self.at(np.array([[-w, -h], [w, -h], [w, h], [-w, h]]))

    @property
    def believed(self) -> bool:
        """Whether it is as large as a card, the estimate of the table's scale counted in."""
        return WIDTHS[0] * HEIGHTS[0] < self.width * self.height < WIDTHS[1] * HEIGHTS[1]

    def at(self, places: NDArray[np.floating]) -> NDArray[np.float32]:
        """Places of the card, centimetres right and down of its middle, on the table; shape (n, 2)."""
        c, s = cos(self.turn), sin(self.turn)
        return np.asarray(places @ np.array([[c, s], [-s, c]]) + (self.x, self.y), np.float32)

    def inside(self, place: tuple[float, float]) -> bool:
        """Whether a place of the table lies on the card."""
        c, s = cos(self.turn), sin(self.turn)
        x, y = place[0] - self.x, place[1] - self.y
        return abs(c * x + s * y) < self.width / 2 and abs(c * y - s * x) < self.height / 2

    def overlaps(self, other: Outline) -> bool:
        """Whether two cards cover some of the same table."""
        area, _ = cv2.intersectConvexConvex(self.corners, other.corners)
        return area > 1.0


def lying(at: Iterable[float], turn: float, wider: float = 1.0, higher: float = 1.0) -> NDArray[np.float64]:
    """From a plane to one on which its origin lies at a place, turned by so many radians clockwise and so many times as
    wide and high; shape (3, 3)."""
    (x, y), c, s = at, np.cos(turn), np.sin(turn)
    return np.array([[c * wider, -s * higher, x], [s * wider, c * higher, y], [0, 0, 1]])
