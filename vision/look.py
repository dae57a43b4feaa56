"""Everything the eye must know of one table.

Plain values and arrays, frozen; how they are measured lives in `calibration`, how they are used in
`vision.reading`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.colour import ORDINARY, ChipColour
from vision.mesh import Mesh, Picture
from vision.tracking import Anchors


@dataclass(frozen=True)
class TableLook:
    """The look of one table: where the board lies, how it looks empty, what the chips look like."""

    mesh: Mesh
    size: tuple[int, int]
    """Width and height of the pictures it was measured in, pixels."""
    layout: str
    """Name of the layout printed on the board."""
    free: frozenset[int]
    """Free spaces, which carry no chip."""
    empty: Picture
    """The empty board, straight; shape (rows * SIDE + 2 * MARGIN, columns * SIDE + 2 * MARGIN, 3)."""
    white: NDArray[np.float32]
    """White of the paper in each space; shape (rows, columns, 3), grey levels b g r."""
    chips: tuple[ChipColour, ...] = ORDINARY
    """Colour of each team's chips."""
    radius: tuple[float, float] = (0.24, 0.27)
    """Half width and half height of a chip in parts of a space, along the row and along the column."""
    radius_measured: bool = False
    """Whether the size was measured on this table."""
    noise: float = 4.0
    """Standard deviation of one pixel between two pictures of the same thing, grey levels."""
    sharpness: float = 0.0
    """Sharpness of the empty picture, what later ones are compared with."""
    anchors: Anchors | None = None
    """Where to look, in every frame, whether the board still lies where it lay."""
    notes: tuple[str, ...] = field(default=())
    """What calibration had to say, in words."""

    @property
    def rows(self) -> int:
        """Rows of spaces."""
        return self.mesh.rows

    @property
    def columns(self) -> int:
        """Columns of spaces."""
        return self.mesh.columns

    def colour_of(self, team: str) -> ChipColour:
        """The colour of a team's chips; the ordinary one where none was measured."""
        for colour in (*self.chips, *ORDINARY):
            if colour.team == team:
                return colour
        raise ValueError(f"no chips of team {team!r} are known; teams are b, g and r")
