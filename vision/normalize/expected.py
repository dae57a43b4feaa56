"""What the empty board leads to expect of every pixel of a straight picture.

Worked out once for a table, so that a picture costs only what is new in it. Nothing here looks at a picture
in play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.normalize.colour import ChipColour, Shades, hues_of, likeness, opponent
from vision.normalize.light import (
    BURNT,
    Field,
    Print,
    darkest_of,
    grey_levels_of,
    grey_of,
    mean_of,
    middle_of,
    planes_of,
)
from vision.rectify.mesh import Picture
from vision.rectify.region import Region
from vision.rectify.straight import AROUND

VEIL = 1.12
"""Paper by so much brighter than elsewhere lay under glare when the empty picture was taken. 1.05 to 1.3."""
BURNT_OUT = 242.0
"""Where the paper as a rule is so bright it is the exposure that burns it out. Grey levels; 240 to 245."""
FADED = 0.75
"""Within a space there is ink nearly everywhere, and it is darker than this. Parts of paper white; 0.6 to 0.85."""
Part = NDArray[np.uint8]
"""A map of 0 to 1 in steps of a 255th: it is kept for as long as the table is watched, so in little memory."""
SOFT = (3, 3)
"""Every picture is softened so far before it is compared. Pixels."""


class MeasuredBoard(Protocol):
    """What is known of an empty board, and of the chips that belong to it."""

    @property
    def empty(self) -> Picture:
        """The empty board, straight; shape (height, width, 3)."""

    @property
    def white(self) -> NDArray[np.float32]:
        """White of the paper in each space; shape (rows, columns, 3), grey levels b g r."""

    @property
    def white_map(self) -> NDArray[np.float32]:
        """White of the paper at every pixel of `empty`; same shape."""

    def colour_of(self, team: str) -> ChipColour:
        """The chips of a team, by its letter."""


class Printed(NamedTuple):
    """The colours of the empty board, parts of the paper white of their place; maps."""

    across: Field
    """Red against green."""
    along: Field
    """Blue against yellow."""
    lightness: Field
    """Mean of the channels, 1 being paper white."""


@dataclass(frozen=True)
class Expected:
    """Maps over the straight picture, each of shape (height, width) or, as planes, (3, height, width)."""

    planes: NDArray[np.uint8]
    """The empty board, softened as every picture is; planes b g r, grey levels."""
    low: NDArray[np.uint8]
    """The same, the darkest within the play of the print."""
    high: NDArray[np.uint8]
    """The same, the brightest."""
    white: Field
    """White of the paper, glare included; planes b g r."""
    print: Print
    """What is printed, for comparing."""
    told: Field
    """How much print there is to tell by, 0 to 1."""
    shade: Field
    """Its lightness, but no lighter than paper is without glare: a glint that went away leaves its place darker
    than it was, not darker than paper elsewhere."""
    glow: Part
    """1 where a lamp mirrored in the empty board so strongly that colours are lost."""
    veil: Part
    """1 where glare lay over the empty board: paper a good deal brighter than elsewhere."""
    bare: dict[str, Part]
    """Team -> 255 where the print has nothing of the colour of its chips, 0 where it has much, with play: all of this
    that depends on what the chips look like."""

    @classmethod
    def of(cls, look: MeasuredBoard, play: int) -> Expected:
        """Of a table; `play` is how far print may seem to have crept, pixels."""
        near = _square(play)
        soft = cv2.blur(look.empty, SOFT)
        planes = grey_levels_of(soft)
        white = planes_of(look.white_map)
        grey = Print.of(grey_of(soft))
        shades = opponent(*(planes / white))
        usual = float(np.median(look.white.mean(axis=2)))
        white_grey = mean_of(white)
        paper = np.minimum(1.0, 1.1 * usual / np.maximum(white_grey, 1.0))
        return cls(
            planes=planes,
            low=grey_levels_of(cv2.erode(soft, near)),
            high=grey_levels_of(cv2.dilate(soft, near)),
            white=white,
            print=grey,
            told=grey.told,
            shade=np.minimum(shades.lightness, paper),
            glow=glow_of(look).astype(np.uint8),
            veil=(white_grey > VEIL * usual).astype(np.uint8),
            bare=_bare_of(shades, look, play),
        )

    def printed(self) -> tuple[Printed, Field]:
        """The colours of the board, and the darkest within the play of the print, parts of paper white, planes b g r;
        no lighter than paper without glare. They take more to keep than to work out."""
        blue, green, red = self.planes / self.white
        lightness = (blue + green + red) * np.float32(1 / 3)
        paper = np.clip(self.shade, 0.1, np.inf) / np.clip(lightness, 0.1, np.inf)
        colours = Printed(red - green, blue - (red + green) * np.float32(0.5), lightness)
        return colours, self.low / self.white * paper

    def for_chips(self, look: MeasuredBoard, play: int) -> Expected:
        """The same board with the chips of `look`, which may be of other colours than those it was made for."""
        return replace(self, bare=_bare_of(opponent(*(self.planes / self.white)), look, play))

    def within(self, region: Region) -> Expected:
        """What is expected of a part of the board."""
        part: Expected = _each(self, region.cut)
        return part

    def where(self, elsewhere: NDArray[np.bool_], other: Expected) -> Expected:
        """What this leads to expect, but what the other does where `elsewhere` is true.

        How much can be told by print stays as it was: print that is known from elsewhere is no sharp witness.
        """
        kept = {"print", "told", "veil"}
        mixed = {
            field.name: chosen(elsewhere, getattr(other, field.name), getattr(self, field.name))
            for field in fields(self)
            if field.name not in kept
        }
        return replace(self, told=np.minimum(self.told, other.told), **mixed)


def _each(maps: Any, work: Callable[[NDArray[Any]], NDArray[Any]]) -> Any:
    """The same maps, each as `work` makes it."""
    if isinstance(maps, np.ndarray):
        return work(maps)
    if isinstance(maps, dict):
        return {key: _each(one, work) for key, one in maps.items()}
    return type(maps)(**{field.name: _each(getattr(maps, field.name), work) for field in fields(maps)})


def chosen(choose: NDArray[np.bool_], one: Any, other: Any) -> Any:
    """Of two maps, or of two sets of them, the first where `choose` is true and the second elsewhere."""
    if isinstance(one, dict):
        return {key: chosen(choose, one[key], other[key]) for key in one}
    if one.ndim == 3:
        return np.array([chosen(choose, *pair) for pair in zip(one, other, strict=True)])
    # numpy's own choice goes pixel by pixel, and takes ten times as long.
    return cv2.copyTo(one, choose.view(np.uint8), other.copy())


def _square(reach: int) -> NDArray[np.uint8]:
    """All pixels within `reach`."""
    return np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)


def _bare_of(shades: Shades, look: MeasuredBoard, play: int) -> dict[str, Part]:
    """Where print of these shades has nothing of the colours of the chips."""
    hues, colours = hues_of(shades), [look.colour_of(team) for team in "bgr"]
    return {colour.team: _bare(likeness(hues, colour, colour.spread), play) for colour in colours}


def _bare(printed: Field, play: int) -> Part:
    # Softened colour reaches farther than the edge it comes from.
    near = cv2.dilate(printed, _square(2 * play - 1))
    return np.asarray(np.round(255.0 * (1.0 - np.minimum(2.0 * near, 1.0))), np.uint8)


def is_burnt_out(look: MeasuredBoard) -> bool:
    """Whether the exposure burnt out the paper of the empty picture, all over the board."""
    return _usual_white(look) >= BURNT_OUT


def _usual_white(look: MeasuredBoard) -> float:
    """The middling channel of the paper as a rule, grey levels."""
    return float(np.median(middle_of(look.white)))


def glow_of(look: MeasuredBoard) -> Field:
    """1 where the empty picture is clipped, or so bright in two channels that it may as well be.

    Paper that the exposure burns out hides nothing; a lamp's mirror image takes the ink near it along.
    """
    burnt = darkest_of(look.empty) >= BURNT
    middle = middle_of(look.empty)
    usual = _usual_white(look)
    if is_burnt_out(look):
        burnt &= cv2.erode(middle, AROUND) > FADED * usual
    limit = max(min(float(BURNT), 1.25 * usual), 1.08 * usual)
    return np.asarray((burnt | (middle >= limit)).astype(np.float32))
