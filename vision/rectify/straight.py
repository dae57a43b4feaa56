"""The board lifted out of a picture: every space the same square, whichever way the board lies.

The cost depends on the number of spaces, never on the size of the picture: only the pixels needed are touched.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify.channels import BURNT, darkest_of
from vision.rectify.mesh import Mesh, Picture

SIDE = 32
"""Pixels along a space in the straight picture. A chip is then 12 to 20 pixels across."""
GLANCE = 2
"""A glance takes every so manieth pixel of the straight picture, each way."""
CELL = 8
"""Pixels of the straight picture along a cell, over which a glance is averaged: the noise of sixteen pixels averages
out, and a chip still fills several cells. Pixels; 4 to 16."""
MARGIN = 16
"""Pixels kept around the field: chips cross its outer lines, and hands come in over them."""


def straight_size(mesh: Mesh) -> tuple[int, int]:
    """Rows and columns of pixels in the straight picture of this mesh."""
    return mesh.rows * SIDE + 2 * MARGIN, mesh.columns * SIDE + 2 * MARGIN


def straight_mesh(mesh: Mesh) -> Mesh:
    """Where the nodes lie in the straight picture itself."""
    down, across = np.mgrid[: mesh.rows + 1, : mesh.columns + 1].astype(np.float32)
    nodes = np.dstack([across, down]) * SIDE + (MARGIN - 0.5)
    return Mesh(nodes.astype(np.float32))


def by_space(one: NDArray[Any], shape: tuple[int, int], smaller: int = 1) -> NDArray[Any]:
    """A view of the straight picture or of a map of it, made so many times `smaller`, taken apart by spaces without its
    margins; `shape` are their rows and columns. Shape (rows, block, columns, block, ...), block being the side of a
    space in it."""
    (rows, columns), edge, block = shape, MARGIN // smaller, SIDE // smaller
    return one[edge:, edge:][: rows * block, : columns * block].reshape(rows, block, columns, block, *one.shape[2:])


def pixels_in(spaces: NDArray[np.bool_], smaller: int = 1) -> NDArray[np.bool_]:
    """Which pixels of a straight picture, made so many times `smaller`, lie in these spaces or in the margin beside
    them; shape (height, width, 1) for `spaces` (rows, columns)."""
    block, edge = SIDE // smaller, (SIDE - MARGIN) // smaller
    wide = np.pad(spaces, 1, mode="edge").repeat(block, axis=0).repeat(block, axis=1)
    return np.asarray(wide[edge:-edge, edge:-edge, None])


class Glance(NamedTuple):
    """What is looked at of every picture."""

    seen: Picture
    """A straight picture GLANCE times smaller each way."""
    cells: Picture
    """A straight picture CELL times smaller each way, averaged."""


class Straightener:
    """Takes the straight picture of one mesh out of pictures, with the sampling worked out once.

    Bilinear inside every space: at ten spaces a side the error against the true perspective stays far
    below a pixel, and folded or wavy boards are followed exactly at their nodes.
    """

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh
        across, down = ((np.arange(length) + (0.5 - MARGIN)) / SIDE for length in reversed(straight_size(mesh)))
        points = mesh.pixels(across, down)
        # Fixed-point maps: a third quicker than floats and exact to a 32nd of a pixel.
        self._all = cv2.convertMaps(points[..., 0], points[..., 1], cv2.CV_16SC2)
        self._few = _few_of(self._all[0]), _few_of(self._all[1])

    def glance(self, picture: Picture) -> Glance:
        """Enough of the straight picture to see whether anything changed."""
        seen: Any = cv2.remap(picture, *self._few, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return Glance(seen, cells_of(seen))

    @staticmethod
    def glance_in(straight: Picture) -> Glance:
        """The very glance, out of a straight picture that was taken anyway."""
        seen = _few_of(straight)
        return Glance(seen, cells_of(seen))

    def take(self, picture: Picture) -> Picture:
        """The straight picture, shape (rows * SIDE + 2 * MARGIN, columns * SIDE + 2 * MARGIN, 3)."""
        return np.asarray(cv2.remap(picture, *self._all, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _few_of(straight: NDArray[Any]) -> NDArray[Any]:
    """What a glance takes of a straight picture or a map of it."""
    return np.ascontiguousarray(straight[GLANCE // 2 :: GLANCE, GLANCE // 2 :: GLANCE])


def cells_of(seen: Picture) -> Picture:
    """What a glance sees, averaged over cells."""
    size = (seen.shape[1] * GLANCE // CELL, seen.shape[0] * GLANCE // CELL)
    return np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), np.uint8)


def spaces_of(straight: NDArray[Any], rows: int, columns: int) -> NDArray[Any]:
    """A view of the straight picture by space; shape (rows, columns, SIDE, SIDE, ...)."""
    return np.swapaxes(by_space(straight, (rows, columns)), 1, 2)


def burnt_share(straight: Picture, rows: int, columns: int) -> NDArray[np.float64]:
    """Part of each space that glare has burnt out; shape (rows, columns)."""
    burnt = (darkest_of(straight) >= BURNT).astype(np.float32)
    return np.asarray(spaces_of(burnt, rows, columns).mean(axis=(2, 3)))
