"""What stands on the table: drawn from right above in white light, and seen by the camera from aside."""

from __future__ import annotations

from collections.abc import Callable

from hardware.tabletop.optics import View
from vision.drawing.canvas import Scale
from vision.drawing.scene import Place, Scene
from vision.drawing.stamps import Stamp, stamped

SPACE = 4.0
"""Centimetres of a space of the scenes in which things are drawn."""
_FINER = 1.2
"""Things are drawn so many times finer than the picture."""


def seen(view: View, at: tuple[float, float], across: int, draw: Callable[[Scene], None]) -> Stamp:
    """What is drawn in a scene so many spaces across, whose middle lies there on the table, as the camera sees it."""
    scale = Scale(max(6, round(SPACE * view.pixels_per_cm() * _FINER)), across)
    half = SPACE * across / 2
    x, y = at
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    eye = view.eye

    def shift(right: float, down: float, height: float) -> Place:
        """How far aside the line of sight past what stands so high meets the table."""
        part = height / (-eye[2] / SPACE - height)
        return (right + (x - half - eye[0]) / SPACE) * part, (down + (y - half - eye[1]) / SPACE) * part

    return stamped(draw, scale, view.project(corners), view.size, shift)
