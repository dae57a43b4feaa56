"""What the empty board leads to expect of every pixel of a straight picture.

Worked out once for a table, so that a picture costs only what is new in it. Nothing here looks at a picture
in play.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import likeness, opponent
from vision.light import BURNT, Field, Print, darkest_of, grey_levels_of, grey_of, mean_of, middle_of, planes_of

if TYPE_CHECKING:
    from vision.look import TableLook

VEIL = 1.12
"""Paper by so much brighter than elsewhere lay under glare when the empty picture was taken. 1.05 to 1.3."""
BURNT_OUT = 242.0
"""Where the paper as a rule is so bright it is the exposure that burns it out. Grey levels; 240 to 245."""
INKED, FADED = (33, 33), 0.75
"""So near there is ink nearly everywhere, and it is darker than this. Pixels: a space; parts of paper white, 0.6 to
0.85."""
Half = NDArray[np.float16]
"""Kept for as long as the table is watched, so in half the memory: exact to half a thousandth, and what is worked out
from it in single precision."""
SOFT = (3, 3)
"""Every picture is softened so far before it is compared. Pixels."""


@dataclass(frozen=True)
class Expected:
    """Maps over the straight picture, each of shape (height, width) or, as planes, (3, height, width)."""

    planes: NDArray[np.uint8]
    """The empty board, softened as every picture is; planes b g r, grey levels."""
    low: NDArray[np.uint8]
    """The same, the darkest within the play of the print."""
    high: NDArray[np.uint8]
    """The same, the brightest."""
    white: Half
    """White of the paper, glare included; planes b g r."""
    print: Print
    """What is printed, for comparing."""
    told: Half
    """How much print there is to tell by, 0 to 1."""
    across: Half
    """Red against green, parts of paper white."""
    along: Half
    """Blue against yellow, parts of paper white."""
    lightness: Half
    """Mean of the channels, 1 being paper white."""
    shade: Half
    """Its lightness, but no lighter than paper is without glare: a glint that went away leaves its place darker
    than it was, not darker than paper elsewhere."""
    least: Half
    """The darkest within the play of the print, parts of paper white, planes b g r; no lighter than paper without
    glare."""
    glow: Half
    """1 where a lamp mirrored in the empty board so strongly that colours are lost."""
    veil: Half
    """1 where glare lay over the empty board: paper a good deal brighter than elsewhere."""
    bare: dict[str, Half]
    """Team -> 1 where the print has nothing of the colour of its chips, 0 where it has much, with play."""

    @classmethod
    def of(cls, look: TableLook, play: int) -> Expected:
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
        low = grey_levels_of(cv2.erode(soft, near))
        return cls(
            planes=planes,
            low=low,
            high=grey_levels_of(cv2.dilate(soft, near)),
            white=_half(white),
            print=grey,
            told=_half(grey.told),
            across=_half(shades.across),
            along=_half(shades.along),
            lightness=_half(shades.lightness),
            shade=_half(np.minimum(shades.lightness, paper)),
            least=_half(low / white * np.minimum(1.0, paper / np.maximum(shades.lightness, 0.1))),
            glow=_half(glow_of(look)),
            veil=_half(white_grey > VEIL * usual),
            bare={
                team: _half(_bare(likeness(shades, look.colour_of(team), look.colour_of(team).spread), play))
                for team in "bgr"
            },
        )

    def where(self, elsewhere: NDArray[np.bool_], other: Expected) -> Expected:
        """What this leads to expect, but what the other does where `elsewhere` is true.

        How much can be told by print stays as it was: print that is known from elsewhere is no sharp witness.
        """
        kept = {"print", "told", "veil"}
        mixed = {
            field.name: _mixed(elsewhere, getattr(other, field.name), getattr(self, field.name))
            for field in fields(self)
            if field.name not in kept
        }
        return replace(self, told=np.minimum(self.told, other.told), **mixed)


def _mixed(choose: NDArray[np.bool_], one: Any, other: Any) -> Any:
    """Of two maps, or of two sets of them, the first where `choose` is true and the second elsewhere."""
    if isinstance(one, dict):
        return {key: _mixed(choose, one[key], other[key]) for key in one}
    return np.where(choose, one, other)


def _half(one: NDArray[Any]) -> Half:
    return np.asarray(one, np.float16)


def _square(reach: int) -> NDArray[np.uint8]:
    """All pixels within `reach`."""
    return np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)


def _bare(printed: Field, play: int) -> Field:
    # Softened colour reaches farther than the edge it comes from.
    near = np.asarray(cv2.dilate(printed, _square(2 * play - 1)), np.float32)
    return np.asarray(1.0 - np.minimum(2.0 * near, 1.0), np.float32)


def is_burnt_out(look: TableLook) -> bool:
    """Whether the exposure burnt out the paper of the empty picture, all over the board."""
    return _usual_white(look) >= BURNT_OUT


def _usual_white(look: TableLook) -> float:
    """The middling channel of the paper as a rule, grey levels."""
    return float(np.median(middle_of(look.white)))


def glow_of(look: TableLook) -> Field:
    """1 where the empty picture is clipped, or so bright in two channels that it may as well be.

    Paper that the exposure burns out hides nothing; a lamp's mirror image takes the ink near it along.
    """
    burnt = darkest_of(look.empty) >= BURNT
    middle = middle_of(look.empty)
    usual = _usual_white(look)
    if is_burnt_out(look):
        burnt &= cv2.erode(middle, np.ones(INKED, np.uint8)) > FADED * usual
    limit = max(min(float(BURNT), 1.25 * usual), 1.08 * usual)
    return np.asarray((burnt | (middle >= limit)).astype(np.float32))
