"""How far things that stand above the board seem to lean: parallax of a chip's middle.

From the mesh alone, with an ordinary lens assumed; good to a few hundredths of a space, which is what a
chip near a line needs.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.rectify.mesh import Mesh

LENS = 0.8
"""Focal length assumed, in widths of the picture: 64 degrees across, as the common cameras have."""
HEIGHT = 0.03
"""Height of the middle of a chip's visible patch, in spaces: half of the 3 mm a chip is thick. 0.02 to 0.08."""


@dataclass(frozen=True)
class Parallax:
    """Where the foot of the camera stands on the board, and how much a chip leans away from it."""

    across: float
    """Foot of the camera along the row, in spaces."""
    down: float
    """Foot of the camera along the column, in spaces."""
    aspect: float
    """Width of a space against its height."""
    share: float
    """Part of the distance from that foot by which a chip seems to lie farther out."""

    def upright(self, across: float, down: float) -> tuple[float, float]:
        """Where a chip seen at (across, down) really lies."""
        return (
            across - (across - self.across) * self.share,
            down - (down - self.down) * self.share,
        )


def parallax_of(mesh: Mesh, size: tuple[int, int]) -> Parallax:
    """The parallax of a mesh in pictures of `size` (width, height).

    Takes the plane-to-picture homography apart as in Zhang, "A flexible new technique for camera
    calibration", PAMI 2000, section 3.1, with the focal length taken as known.
    """
    rows, columns = mesh.rows, mesh.columns
    spaces = np.stack(np.meshgrid(np.arange(columns + 1), np.arange(rows + 1)), -1).reshape(-1, 2)
    width, height = size
    focus = LENS * max(width, height)
    rays = (mesh.nodes.reshape(-1, 2).astype(np.float64) - ((width - 1) / 2, (height - 1) / 2)) / focus
    plane = np.asarray(cv2.findHomography(spaces.astype(np.float64), rays)[0])
    if plane.shape != (3, 3):
        return Parallax(columns / 2, rows / 2, 1.0, 0.0)
    right, forth, place = plane[:, 0], plane[:, 1], plane[:, 2]
    if place[2] < 0:
        right, forth, place = -right, -forth, -place
    wide, high = float(np.linalg.norm(right)), float(np.linalg.norm(forth))
    turned = np.column_stack([right / wide, forth / high, np.cross(right / wide, forth / high)])
    camera = -np.linalg.solve(turned, place)
    unit = float(np.sqrt(wide * high))
    rise = abs(float(camera[2])) / unit
    if not np.isfinite(rise) or rise < 2 * HEIGHT:
        return Parallax(columns / 2, rows / 2, 1.0, 0.0)
    return Parallax(float(camera[0]) / wide, float(camera[1]) / high, wide / high, HEIGHT / rise)
