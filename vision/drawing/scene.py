"""What is being drawn: the light a board sends back, and who may add to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import Plane, Scale

Colour = NDArray[np.float32]
"""Blue, green, red: parts of the light sent back (0 to 1), or the light itself; linear, shape (3,)."""
Place = tuple[float, float]
"""Across and down, in spaces from the upper left corner of what is drawn; the middle of space (r, c) is
(c + 1, r + 1)."""
Shift = Callable[[float, float, float], Place]
"""By how many spaces what stands so high (spaces) at a place appears to lie aside."""


@dataclass
class Scene:
    """One moment of one board. Everything linear, over the whole picture; shape (side, side, 3)."""

    scale: Scale
    radiance: Plane
    """What comes to the camera; drawn into."""
    light: Plane
    """What falls on the board."""
    mirrored: Plane | None
    """What shiny surfaces mirror towards the camera besides."""
    lamp: Colour
    """Light of the strongest lamp, which glints mirror."""
    shift: Shift

    def pixel(self, place: Place) -> tuple[float, float]:
        """Where a place lies, in pixels."""
        return place[0] * self.scale.space - 0.5, place[1] * self.scale.space - 0.5
