"""Everything the eye must know of one table.

Plain values and arrays, frozen; they are measured in `calibration` and kept in a table profile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from vision.read.teams import ANY, ORDINARY, ChipColour, Play, Teams
from vision.rectify.mesh import Mesh, Picture


@dataclass(frozen=True)
class TableLook:
    """The look of one table: where the board lies, how it looks empty, what the chips look like."""

    mesh: Mesh
    size: tuple[int, int]
    """Width and height of the pictures it was measured in, pixels."""
    layout: str
    """The layout printed on the board, as `load_layout` finds it: a name or a file."""
    empty: Picture
    """The empty board, straight; shape (rows * SIDE + 2 * MARGIN, columns * SIDE + 2 * MARGIN, 3)."""
    chips: tuple[ChipColour, ...] = ORDINARY
    """Colour of each team's chips."""
    noise: float = 4.0
    """Standard deviation of one pixel between two pictures of the same thing, grey levels."""
    sharpness: float = 0.0
    """Sharpness of the empty picture, what later ones are compared with."""
    play: Play = ANY
    """What is played there; not measured, but told."""
    notes: tuple[str, ...] = field(default=())
    """What calibration had to say, in words."""

    @cached_property
    def teams(self) -> Teams:
        """Who plays with which chips."""
        return Teams.of(self.chips, self.play)

    @property
    def rows(self) -> int:
        """Rows of spaces."""
        return self.mesh.rows

    @property
    def columns(self) -> int:
        """Columns of spaces."""
        return self.mesh.columns
