"""A part of the board that is looked at by itself: a smaller board, cut out of the straight picture.

Its edges lie between spaces, and it keeps a margin as wide as the board's own, so that all that reads a board reads it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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

    def field(self, smaller: int = 1) -> tuple[slice, slice]:
        """What its spaces take of a straight picture made so many times `smaller`."""
        side, margin = SIDE // smaller, MARGIN // smaller
        return (
            slice(self.top * side + margin, self.bottom * side + margin),
            slice(self.left * side + margin, self.right * side + margin),
        )

    def place(self, smaller: int = 1) -> tuple[slice, slice]:
        """Where it and its margin lie in a straight picture made so many times `smaller`."""
        side, margin = SIDE // smaller, MARGIN // smaller
        return (
            slice(self.top * side, self.bottom * side + 2 * margin),
            slice(self.left * side, self.right * side + 2 * margin),
        )

    def cut(self, one: NDArray[Any], smaller: int = 1) -> NDArray[Any]:
        """It and its margin out of a straight picture, a map of it, or planes, made so many times `smaller`."""
        # A picture has its channels last, and never three rows only.
        return one[:, *self.place(smaller)] if one.ndim == 3 and one.shape[0] == 3 else one[self.place(smaller)]

    def holds(self, across: float, down: float, beyond: float = 0.0) -> bool:
        """Whether a place, in spaces, lies in it, or beside it by no more than so much."""
        inside = self.top - beyond <= down < self.bottom + beyond
        return inside and self.left - beyond <= across < self.right + beyond
