"""Chip colours: what they are measured in, and how likely a pixel shows one.

A pixel is first divided by the white of the place it lies at, so that lamp, window and the yellow of old
card drop out; what is left is a reflectance. Its hue and saturation in an opponent plane (red against
green, blue against yellow) tell teams apart; highlights only shorten the vector, they do not turn it.
Nothing here knows where chips lie.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Planes = NDArray[np.float32]


@dataclass(frozen=True)
class ChipColour:
    """What chips of one team look like on one table."""

    team: str
    """`b`, `g` or `r`."""
    hue: float
    """Angle in the opponent plane, radians."""
    spread: float
    """Standard deviation of that angle over a chip and over the board, radians."""
    saturation: float
    """Typical length of the opponent vector, 0 (grey) to about 1.2."""
    value: float
    """Typical brightest channel of the reflectance, 1 being as bright as the paper."""
    depth: float
    """Typical length of the opponent vector for each part of light that is missing against paper white. A
    veil of glare shortens both alike, so this stays when the saturation fades."""
    measured: bool = False
    """Whether it was measured on this table or is what such chips ordinarily look like."""

    @property
    def reflectance(self) -> NDArray[np.float64]:
        """What the chip sends back; blue, green, red, parts of paper white."""
        length = self.saturation * self.value
        across, along = length * math.cos(self.hue), length * math.sin(self.hue)
        colours = np.array(channels(across, along, 0.0))
        return np.asarray(colours + (self.value - colours.max()))


ORDINARY = (
    ChipColour("b", math.radians(104), math.radians(17), 0.62, 0.8, 0.6),
    ChipColour("g", math.radians(196), math.radians(24), 0.6, 0.6, 0.62),
    ChipColour("r", math.radians(-31), math.radians(8), 0.85, 0.8, 1.2),
)
"""Ordinary chips: blue is navy, royal or sky; green is green, leaf or teal; red is red, dark red or orange."""
VIOLET = ChipColour("r", math.radians(37), math.radians(15), 0.6, 0.6, 0.6)
"""Chips halfway between red and blue ones, where no ordinary shade is: whose they are is for those who play with them
to say."""

DARK = 0.10
"""Below this reflectance a pixel has no trustworthy hue. Unit: parts of paper white; 0 to 0.3."""

LOW, HIGH = 0.18, 0.38
"""Parts of a chip's vividness below which a pixel is none of it, and above which it may be in full."""
APART = 4.5
"""The hues of two teams lie so many spreads apart: a pixel fits its own within one and a half, and none from three on.
4 to 5."""
FAINT = 0.04
"""Opponent vectors shorter than this are noise. Parts of paper white; 0.02 to 0.08."""
FAINT_AGAINST_ITS_OWN = 0.33
"""Or than this part of what a chip of hardly any colour shows. Parts; 0.25 to 0.4."""


@dataclass(frozen=True)
class Shades:
    """A picture taken apart: all of the picture's shape."""

    across: Planes
    """Red against green, parts of paper white."""
    along: Planes
    """Blue against yellow, parts of paper white."""
    saturation: Planes
    """Length of the opponent vector relative to the brightest channel."""
    lightness: Planes
    """Mean of the channels."""
    value: Planes
    """Brightest channel."""


@dataclass(frozen=True)
class Hues:
    """What of a picture is compared with the colours of chips; all of the picture's shape."""

    hue: Planes
    """Radians."""
    length: Planes
    """Length of the opponent vector, parts of paper white."""
    saturation: Planes
    """Length relative to the brightest channel."""
    depth: Planes
    """Length for each part of light that is missing against paper white."""
    dark: Planes
    """How far enough light is missing for the depth to tell anything, 0 to 0.8."""
    seen: Planes
    """How far the opponent vector is no mere noise, 0 to 1."""


def opponent(blue: Planes, green: Planes, red: Planes) -> Shades:
    """A reflectance picture, given as its channels, taken apart.

    Saturation is relative to the brightest channel, as in Smith, "Color gamut transform pairs",
    SIGGRAPH 1978, but in an opponent plane, where the length shrinks evenly under a white highlight.
    """
    value = np.maximum(np.maximum(blue, green), red)
    across = red - green
    along = blue - (red + green) * np.float32(0.5)
    # numpy holds an array between two bounds much faster than above one.
    saturation = np.sqrt(across * across + along * along) / np.clip(value, DARK, np.inf)
    return Shades(across, along, saturation, (blue + green + red) * np.float32(1 / 3), value)


def hues_of(shades: Shades) -> Hues:
    """The hues of a picture: let go when they are compared, for they take as much memory as all the rest."""
    length = np.sqrt(shades.across * shades.across + shades.along * shades.along)
    missing = 1.0 - shades.lightness
    return Hues(
        hue=np.arctan2(shades.along, shades.across),
        length=length,
        saturation=shades.saturation,
        depth=length / np.clip(missing, 0.12, 1.0),
        dark=np.clip((missing - 0.12) / 0.12, 0.0, 0.8),
        seen=np.clip((length - FAINT) / FAINT, 0.0, 1.0),
    )


def channels(across: Any, along: Any, lightness: Any) -> tuple[Any, Any, Any]:
    """Blue, green and red of what is so far turned in the opponent plane and so light; numbers or arrays."""
    both = 2.0 * lightness - along * (2 / 3)
    return along + both / 2.0, (both - across) / 2.0, (both + across) / 2.0


def hues_apart(one: float, other: float) -> float:
    """Smallest angle between two hues, radians, 0 to pi."""
    return abs(math.remainder(one - other, 2 * math.pi))


def room_beside(colour: ChipColour, others: Iterable[ChipColour]) -> float:
    """How far the hue of a team's chips may spread and still be told from that of every other team, radians."""
    gaps = (hues_apart(other.hue, colour.hue) for other in others if other.team != colour.team)
    return min(gaps, default=math.pi) / APART


def angle_between(a: Planes, b: float) -> Planes:
    """Smallest absolute angle between hues, radians, 0 to pi."""
    turn = np.abs(a - np.float32(b))
    return np.asarray(np.minimum(turn, np.float32(2 * math.pi) - turn), np.float32)


def likeness(hues: Hues, colour: ChipColour, spread: float | Planes) -> Planes:
    """How well each pixel fits a chip colour, 0 to 1; `spread` is that of its hue, everywhere or at each pixel.

    One within one and a half spreads of the hue, nothing from three on; and it must be as vivid as a
    third of the colour's own saturation or depth, because paper in coloured light has a hue, too.
    """
    off = angle_between(hues.hue, colour.hue) / spread
    fits = np.clip(2.0 - off / 1.5, 0.0, 1.0)
    depth = np.clip(hues.depth * (1.0 / colour.depth), 0.0, 1.0) * hues.dark
    vivid = np.maximum(hues.saturation * (1.0 / colour.saturation), depth)
    vivid = np.clip((vivid - LOW) / (HIGH - LOW), 0.0, 1.0)
    faint = min(FAINT, FAINT_AGAINST_ITS_OWN * colour.saturation * colour.value)
    seen = hues.seen if faint == FAINT else np.clip((hues.length - faint) * (1.0 / faint), 0.0, 1.0)
    return np.asarray(fits * vivid * seen, np.float32)
