"""A part of the board that is looked at by itself: a smaller board, cut out of the straight picture.

Its edges lie between spaces, and it keeps a margin as wide as the board's own, so that all that reads a board reads it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.rectify.straight import MARGIN, SIDE


class Region(NamedTuple):
    """Rows from `top` to before `bottom`, columns from `left` to before `right`, counted in spaces."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def around(cls, spaces: NDArray[np.bool_]) -> Region:
        """The smallest with all `spaces` that are true in it; shape (rows, columns). There must be one."""
        rows, columns = np.flatnonzero(spaces.any(axis=1)), np.flatnonzero(spaces.any(axis=0))
        return cls(int(rows[0]), int(columns[0]), int(rows[-1]) + 1, int(columns[-1]) + 1)

    @property
    def rows(self) -> int:
        """Rows of spaces."""
        return self.bottom - self.top

    @property
    def columns(self) -> int:
        """Columns of spaces."""
        return self.right - self.left

    @property
    def size(self) -> int:
        """How many spaces it has."""
        return self.rows * self.columns

    def wider(self, rows: int, columns: int) -> Region:
        """With the spaces beside it, as far as a board of so many rows and columns goes."""
        return Region(
            max(self.top - 1, 0), max(self.left - 1, 0), min(self.bottom + 1, rows), min(self.right + 1, columns)
        )

    def within(self, other: Region) -> Region:
        """The same, counted from the first row and column of a wider one."""
        return Region(self.top - other.top, self.left - other.left, self.bottom - other.top, self.right - other.left)

    @property
    def spaces(self) -> tuple[slice, slice]:
        """What of a map of shape (rows, columns) it takes."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def place(self) -> tuple[slice, slice]:
        """Where it and its margin lie in a straight picture."""
        return (
            slice(self.top * SIDE, self.bottom * SIDE + 2 * MARGIN),
            slice(self.left * SIDE, self.right * SIDE + 2 * MARGIN),
        )
