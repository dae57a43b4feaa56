"""Everything the eye must know of one table.

Plain values and arrays, frozen; how they are measured lives in `calibration`, how they are used in
`vision.decode.reading`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.normalize.colour import ORDINARY, ChipColour
from vision.normalize.expected import Expected
from vision.normalize.light import grey_of, smooth_up
from vision.play import ANY, Play
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.parallax import Parallax, parallax_of
from vision.rectify.region import Region
from vision.rectify.size import Radius
from vision.rectify.tracking import Anchors

USUAL_RADIUS = Radius((0.24, 0.27))
"""The size of chips that nobody measured."""


@dataclass(frozen=True)
class TableLook:
    """The look of one table: where the board lies, how it looks empty, what the chips look like."""

    mesh: Mesh
    size: tuple[int, int]
    """Width and height of the pictures it was measured in, pixels."""
    layout: str
    """The layout printed on the board, as `load_layout` finds it: a name or a file."""
    free: frozenset[int]
    """Free spaces, which carry no chip."""
    empty: Picture
    """The empty board, straight; shape (rows * SIDE + 2 * MARGIN, columns * SIDE + 2 * MARGIN, 3)."""
    white: NDArray[np.float32]
    """White of the paper in each space; shape (rows, columns, 3), grey levels b g r."""
    chips: tuple[ChipColour, ...] = ORDINARY
    """Colour of each team's chips."""
    radius: Radius = USUAL_RADIUS
    """Half width and half height of a chip in parts of a space, along the row and along the column."""
    radius_measured: bool = False
    """Whether the size was measured on this table."""
    noise: float = 4.0
    """Standard deviation of one pixel between two pictures of the same thing, grey levels."""
    sharpness: float = 0.0
    """Sharpness of the empty picture, what later ones are compared with."""
    anchors: Anchors | None = None
    """Where to look, in every frame, whether the board still lies where it lay."""
    bare: TableLook | None = None
    """The same table without the glare that lay on the empty board; None where there was none."""
    play: Play = ANY
    """What is played there; not measured, but told."""
    notes: tuple[str, ...] = field(default=())
    """What calibration had to say, in words."""

    @property
    def at_home(self) -> frozenset[str]:
        """Teams whose chips belong to this table: of those that play the ones measured, or all where none was."""
        playing = frozenset(colour.team for colour in self.chips) & self.play.teams
        return playing & frozenset(colour.team for colour in self.chips if colour.measured) or playing

    @cached_property
    def grey(self) -> NDArray[np.float32]:
        """`empty` without its colours; shape (height, width)."""
        return grey_of(self.empty)

    @property
    def white_map(self) -> NDArray[np.float32]:
        """White of the paper at every pixel of `empty`, glare included; same shape as `empty`, float32.

        A closing fills in print that is narrower than a third of a space; where wide pattern lies around
        the cards it stays below the paper, and the measure by space stands.
        """
        filled = cv2.morphologyEx(cv2.blur(self.empty, (3, 3)), cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8))
        by_space = smooth_up(self.white, (self.empty.shape[0], self.empty.shape[1]))
        smooth = cv2.blur(filled, (7, 7)).astype(np.float32)
        return np.asarray(np.maximum(smooth, by_space), np.float32)

    def expected(self, play: int) -> Expected:
        """What the empty board leads to expect; `play` is how far print may seem to have crept, pixels."""
        if play not in self._expected:
            self._expected[play] = Expected.of(self, play)
        return self._expected[play]

    def with_chips(self, chips: tuple[ChipColour, ...]) -> TableLook:
        """The same table with chips of these colours; what does not depend on them is not worked out again."""
        if chips == self.chips:
            # So that what was found on it stays of use.
            return self
        look = replace(self, chips=chips, bare=self.bare and self.bare.with_chips(chips))
        look._expected.update({play: one.for_chips(look, play) for play, one in self._expected.items()})
        return look

    def with_size(self, radius: Radius) -> TableLook:
        """The same table with chips of this size, half width and half height in parts of a space."""
        look = replace(self, radius=radius, bare=self.bare and replace(self.bare, radius=radius))
        look._expected.update(self._expected)
        return look

    def within(self, region: Region) -> TableLook:
        """A part of the board as a table of its own."""
        look = replace(
            self,
            mesh=Mesh(self.mesh.nodes[region.top : region.bottom + 1, region.left : region.right + 1]),
            free=frozenset[int](),
            empty=region.cut(self.empty),
            white=self.white[region.spaces],
            anchors=None,
            bare=self.bare and self.bare.within(region),
        )
        parallax = replace(
            self.parallax, across=self.parallax.across - region.left, down=self.parallax.down - region.top
        )
        vars(look)["parallax"] = parallax
        look._expected.update({play: one.within(region) for play, one in self._expected.items()})
        return look

    @cached_property
    def _expected(self) -> dict[int, Expected]:
        return {}

    @cached_property
    def parallax(self) -> Parallax:
        """How far chips seem to lean away from the camera."""
        return parallax_of(self.mesh, self.size)

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
