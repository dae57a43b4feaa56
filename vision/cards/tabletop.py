"""The plane of the table in centimetres, as far as the board tells it.

Nobody says how large a board is printed, but its spaces hold pictures of cards and differ little: about sixteen square
centimetres each. How wide they are against their height follows from the way they lie in the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import Plane, fit_plane
from vision.rectify.mesh import Mesh, Picture

SPACE_AREA = 16.3
"""Square centimetres of a space, of the boards we know 15.8 to 16.9."""
FOCAL = 0.85
"""Focal length in widths of the picture where perspective does not tell it; the cameras we know have 0.6 to 1.1."""
SLANT = 0.02
"""By so much (cosine) rows and columns may seem to cross otherwise than at right angles before that tells the focal
length. 0.01 to 0.05."""
AROUND = 0.06
"""What is taken of a picture reaches so far beyond the part that is looked at; widths of the picture, 0.05 to 0.1."""
STEP = 8
"""Pixels from one place to the next for which it is worked out what the lens does; between them it hardly changes."""


@dataclass(frozen=True)
class Tabletop:
    """Centimetres on the table and pixels of the picture. The origin is the outer corner of a1, x along row 1."""

    to_picture: NDArray[np.float64]
    """From centimetres to pixels, but for what the lens does; shape (3, 3)."""
    board: NDArray[np.float32]
    """Corners of the field of spaces in centimetres; shape (4, 2)."""
    space: tuple[float, float]
    """Width and height of a space in centimetres, as estimated."""
    lens: Plane | None = None
    """Takes pixels of a picture in which straight lines are straight, as its board coordinates, to those of the picture
    that the lens gives; None where it bends nothing."""

    @classmethod
    def of(cls, mesh: Mesh, size: tuple[int, int]) -> Tabletop:
        """The table under a board.

        Args:
            mesh: where the spaces lie.
            size: width and height of the picture in pixels.
        """
        down, across = np.mgrid[: mesh.rows + 1, : mesh.columns + 1]
        places = np.stack([across.ravel(), down.ravel()], 1).astype(np.float64)
        fitted = fit_plane(places, mesh.nodes.reshape(-1, 2).astype(np.float64), size)
        if fitted is None:
            raise ValueError("the nodes of the mesh lie on no plane")
        lens, _ = fitted
        in_pixels = np.array([[lens.reach, 0, lens.middle[0]], [0, lens.reach, lens.middle[1]], [0, 0, 1]])
        found = in_pixels @ lens.homography
        ratio = _ratio(found, size)
        width, height = float(np.sqrt(SPACE_AREA * ratio)), float(np.sqrt(SPACE_AREA / ratio))
        to_picture = found @ np.diag([1 / width, 1 / height, 1.0])
        corners = np.array([[0, 0], [mesh.columns, 0], [mesh.columns, mesh.rows], [0, mesh.rows]], np.float32)
        board = corners * np.array([width, height], np.float32)
        bent = replace(lens, homography=np.linalg.inv(in_pixels)) if lens.bend else None
        return cls(to_picture, board, (width, height), bent)

    def in_picture(self, points: NDArray[np.floating]) -> NDArray[np.float32]:
        """Pixels of places in centimetres; shape (n, 2)."""
        flat = _mapped(points, self.to_picture)
        return flat if self.lens is None else self.lens.to_picture(flat).astype(np.float32)

    def on_table(self, pixels: NDArray[np.floating]) -> NDArray[np.float32]:
        """Centimetres of pixels; shape (n, 2)."""
        flat = pixels if self.lens is None else self.lens.to_board(pixels)
        return _mapped(flat, np.linalg.inv(self.to_picture))

    def without_lens(self, picture: Picture, where: NDArray[np.uint8]) -> tuple[Picture, NDArray[np.uint8], Tabletop]:
        """The part of a picture in which `where` is 255, and what lies around it, as a lens would show it that leaves
        straight lines straight; with its own `where`, and the table as it lies in it.

        Args:
            picture: the picture.
            where: shape (height, width); it must be 255 somewhere.
        """
        if self.lens is None:
            return picture, where, self
        left, top, width, height = cv2.boundingRect(where)
        around = round(AROUND * picture.shape[1])
        across = np.linspace(max(left - around, 0), min(left + width + around, picture.shape[1]), 20)
        down = np.linspace(max(top - around, 0), min(top + height + around, picture.shape[0]), 20)
        flat = self.lens.to_board(np.stack(np.meshgrid(across, down), -1))
        low, high = (np.round(end(flat, axis=(0, 1))).astype(int) for end in (np.min, np.max))
        wide, tall = (high - low).tolist()
        x, y = ((np.arange(-1, side // STEP + 2) + 0.5) * STEP - 0.5 for side in (wide, tall))
        few = self.lens.to_picture(np.stack(np.meshgrid(x, y), -1) + low).astype(np.float32)
        every = cv2.resize(few, None, fx=STEP, fy=STEP)[STEP : STEP + tall, STEP : STEP + wide]
        seen = cv2.remap(picture, every, None, cv2.INTER_CUBIC)  # type: ignore[call-overload]
        there = cv2.remap(where, every, None, cv2.INTER_NEAREST)  # type: ignore[call-overload]
        aside = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
        table = replace(self, to_picture=aside @ self.to_picture, lens=None)
        return np.asarray(seen, np.uint8), np.asarray(there, np.uint8), table

    def edge_space(self, x: float, y: float) -> int:
        """The space at the board's edge that is nearest to a place, centimetres; counted row by row, 0 for a1."""
        columns, rows = (round(float(size / side)) for size, side in zip(self.board[2], self.space, strict=True))
        column, row = (
            min(max(int(place // side), 0), count - 1)
            for place, side, count in zip((x, y), self.space, (columns, rows), strict=True)
        )
        if 0 < row < rows - 1 and 0 < column < columns - 1:  # above the board: by the side it is nearest to
            away = {(0, column): row, (rows - 1, column): rows - 1 - row, (row, 0): column}
            row, column = min({**away, (row, columns - 1): columns - 1 - column}.items(), key=lambda one: one[1])[0]
        return row * columns + column

    def pixels_at(self, point: tuple[float, float]) -> float:
        """Pixels a centimetre has near a place, along the direction in which it has fewest."""
        x, y = point
        ends = self.in_picture(np.array([[x, y], [x + 1, y], [x, y + 1], [x + 0.7, y + 0.7], [x + 0.7, y - 0.7]]))
        return float(np.linalg.norm(ends[1:] - ends[0], axis=1).min())


def _mapped(points: NDArray[np.floating], matrix: NDArray[np.floating]) -> NDArray[np.float32]:
    homogeneous = np.asarray(points, np.float64) @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float32)


def _ratio(found: NDArray[np.float64], size: tuple[int, int]) -> float:
    """Width of a space by its height, as a pinhole camera must see it.

    With K the camera, K⁻¹H = [r₁ r₂ t] up to the two sizes; r₁ and r₂ are of one length and at right angles
    (Zhang, A flexible new technique for camera calibration, 2000).
    """
    centred = found.copy()
    centred[:2] -= np.outer(((size[0] - 1) / 2, (size[1] - 1) / 2), found[2])
    one, two = centred[:, 0], centred[:, 1]
    focal = FOCAL * size[0]

    def product(a: NDArray[np.float64], b: NDArray[np.float64], length: float) -> float:
        return float((a[0] * b[0] + a[1] * b[1]) / length**2 + a[2] * b[2])

    slant = product(one, two, focal) / np.sqrt(product(one, one, focal) * product(two, two, focal))
    together = float(one[2] * two[2])
    if abs(slant) > SLANT and together:
        square = -float(one[0] * two[0] + one[1] * two[1]) / together
        if square > 0:
            focal = float(np.clip(np.sqrt(square), 0.55 * size[0], 2.0 * size[0]))
    return float(np.clip(np.sqrt(product(one, one, focal) / product(two, two, focal)), 0.6, 1.7))
