"""Where the spaces of the board lie in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

SLIVER = 0.12
"""What lies outside the picture of a space, where it is no more, hides no chip. Parts of the space; 0.05 to 0.15."""

Picture = NDArray[np.uint8]
"""A picture: shape (height, width, 3), 8 bits, blue green red."""


@dataclass(frozen=True)
class Mesh:
    """The grid nodes of the board: exact also where the board is folded or wavy.

    `nodes` has shape (rows + 1, columns + 1, 2), x and y in pixels, float32; pixel (0, 0) is the centre of
    the top left pixel. `nodes[0, 0]` is the outer corner of a1 and `nodes[0, -1]` that of the last column of
    row 1, whichever way round the board lies in the picture.
    """

    nodes: NDArray[np.float32]

    def __post_init__(self) -> None:
        shape = self.nodes.shape
        if len(shape) != 3 or shape[2] != 2 or shape[0] < 2 or shape[1] < 2:
            raise ValueError(f"mesh nodes must have shape (rows + 1, columns + 1, 2), got {shape}")

    @cached_property
    def lowest(self) -> float:
        """The row of the picture in which its lowest node lies, in pixels."""
        return float(self.nodes[..., 1].max())

    @property
    def rows(self) -> int:
        """Rows of spaces."""
        return int(self.nodes.shape[0]) - 1

    @property
    def columns(self) -> int:
        """Columns of spaces."""
        return int(self.nodes.shape[1]) - 1

    @property
    def corners(self) -> NDArray[np.float32]:
        """Outer corners of a1, the end of row 1, the last space and the end of column a; shape (4, 2)."""
        return np.asarray(self.nodes[[0, 0, -1, -1], [0, -1, -1, 0]], np.float32)

    def outside(self, size: tuple[int, int]) -> frozenset[int]:
        """The spaces of which more than a sliver lies outside a picture of this width and height; row by row."""
        nodes, (width, height) = self.nodes, size
        if ((nodes > -0.5) & (nodes < np.array([width, height]) - 0.5)).all():
            return frozenset()
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        quads = (nodes[:-1, :-1], nodes[:-1, 1:], nodes[1:, 1:], nodes[1:, :-1])
        spaces = np.stack(quads, 2).reshape(-1, 4, 2)
        shown = [cv2.intersectConvexConvex(space, frame)[0] / max(cv2.contourArea(space), 1.0) for space in spaces]
        return frozenset(np.flatnonzero(np.array(shown) < 1 - SLIVER).tolist())

    def pixels(self, across: NDArray[np.floating], down: NDArray[np.floating]) -> NDArray[np.float32]:
        """Pixels of every place so many spaces `across` and `down` from the first node; (down, across, 2), x and y.

        Bilinear inside a space, and going on straight beyond the outer nodes.
        """
        below, aside = _shares(down, self.rows), _shares(across, self.columns)
        # OpenCV's product rather than BLAS, which for so small a one takes tens of megabytes to work in.
        x, y = (
            cv2.gemm(cv2.gemm(below, plane, 1.0, None, 0.0), aside, 1.0, None, 0.0, flags=cv2.GEMM_2_T)  # type: ignore[call-overload]
            for plane in cv2.split(self.nodes)
        )
        return np.asarray(cv2.merge([x, y]), np.float32)


def _shares(at: NDArray[np.floating], spaces: int) -> NDArray[np.float32]:
    """What share of each node of a line there is in each place along it; shape (places, spaces + 1)."""
    space = np.clip(np.floor(at), 0, spaces - 1).astype(np.intp)
    shares = np.zeros((len(at), spaces + 1), np.float32)
    places = np.arange(len(at))
    shares[places, space] = 1 - (at - space)
    shares[places, space + 1] = at - space
    return shares
