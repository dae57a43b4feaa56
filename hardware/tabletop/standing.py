"""What stands on the table: drawn from right above, seen by the camera from aside, in the light that falls there."""

from __future__ import annotations

from collections.abc import Callable

from hardware.tabletop.light import LitScene
from hardware.tabletop.optics import View
from vision.drawing.canvas import Scale
from vision.drawing.scene import Place, Scene
from vision.drawing.stamps import Stamp, stamped

SPACE = 4.0
"""Centimetres of a space of the scenes in which things are drawn."""
_FINER = 1.3
"""Things are drawn so many times finer than the picture."""


def seen(view: View, lit: LitScene, at: tuple[float, float], across: int, draw: Callable[[Scene], None]) -> Stamp:
    """What is drawn in a scene so many spaces across, whose middle lies there on the table, as the camera sees it."""
    scale = Scale(max(6, round(SPACE * view.pixels_per_cm() * _FINER)), across)
    half = SPACE * across / 2
    x, y = at
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    middle = view.project([at])[0]
    light, mirrored = lit.at(float(middle[0]), float(middle[1]))
    eye = view.eye

    def shift(right: float, down: float, height: float) -> Place:
        """How far aside the line of sight past what stands so high meets the table."""
        part = height / (-eye[2] / SPACE - height)
        return (right + (x - half - eye[0]) / SPACE) * part, (down + (y - half - eye[1]) / SPACE) * part

    return stamped(draw, scale, view.project(corners), view.size, light=light, mirrored=mirrored, shift=shift)
