"""Chip colours: what they are measured in, and how likely a pixel shows one.

A pixel is first divided by the white of the place it lies at, so that lamp, window and the yellow of old
card drop out; what is left is a reflectance. Its hue and saturation in an opponent plane (red against
green, blue against yellow) tell teams apart; highlights only shorten the vector, they do not turn it.
Nothing here knows where chips lie.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

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
    measured: bool = False
    """Whether it was measured on this table or is what such chips ordinarily look like."""


ORDINARY = (
    ChipColour("b", math.radians(104), math.radians(17), 0.62, 0.8),
    ChipColour("g", math.radians(196), math.radians(24), 0.6, 0.6),
    ChipColour("r", math.radians(-27), math.radians(12), 0.85, 0.8),
)
"""Ordinary chips: blue is navy, royal or sky; green is green, leaf or teal; red is red, dark red or orange."""

DARK = 0.10
"""Below this reflectance a pixel has no trustworthy hue. Unit: parts of paper white; 0 to 0.3."""

LOW, HIGH = 0.15, 0.35
"""Parts of a chip's saturation below which a pixel is none of it, and above which it may be in full."""


def opponent(reflectance: NDArray[np.float32]) -> tuple[Planes, Planes, Planes, Planes]:
    """Hue (radians), saturation, value and lightness of a reflectance picture of shape (..., 3), b g r.

    Saturation is relative to the brightest channel, as in Smith, "Color gamut transform pairs",
    SIGGRAPH 1978, but in an opponent plane, where the length shrinks evenly under a white highlight.
    """
    blue, green, red = reflectance[..., 0], reflectance[..., 1], reflectance[..., 2]
    value = np.maximum(np.maximum(blue, green), red)
    scale = 1.0 / np.maximum(value, DARK)
    across = (red - green) * scale
    along = (blue - (red + green) * 0.5) * scale
    hue = np.arctan2(along, across)
    saturation = np.sqrt(across * across + along * along)
    return hue, saturation, value, (blue + green + red) / 3.0


def angle_between(a: Planes, b: float) -> Planes:
    """Smallest absolute angle between hues, radians, 0 to pi."""
    turn = np.abs(a - np.float32(b))
    return np.asarray(np.minimum(turn, np.float32(2 * math.pi) - turn), np.float32)


def likeness(hue: Planes, saturation: Planes, value: Planes, colour: ChipColour) -> Planes:
    """How well each pixel fits a chip colour, 0 to 1.

    One within two spreads of the hue and from nearly half the typical saturation on, falling smoothly
    outside; the fainter the colour, the less it counts, because paper in coloured light is faint too.
    """
    off = angle_between(hue, colour.hue) / np.float32(colour.spread)
    fits = np.clip(2.0 - off * 0.5, 0.0, 1.0)
    low, high = LOW * colour.saturation, HIGH * colour.saturation
    vivid = np.clip((saturation - low) / (high - low), 0.0, 1.0)
    seen = np.clip((value - 0.5 * DARK) / (1.5 * DARK), 0.0, 1.0)
    return np.asarray(fits * vivid * seen, np.float32)
