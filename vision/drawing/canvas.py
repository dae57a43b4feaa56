"""What everything is drawn with: blurs, smooth fields, grain, and how large a board is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]
Ink = tuple[int, int, int]
"""A printed colour, grey levels, blue green red."""
Chance = np.random.Generator
Choice = TypeVar("Choice")

SPACES = 10
"""Spaces along a side of a board."""
ACROSS = SPACES + 1
"""Spaces along a side of what is drawn: half a space lies around the field."""
STILL = 128
"""Grey level at which grain neither lightens nor darkens."""
GRAIN = 32
"""Standard deviation of grain in the bank, grey levels."""


@dataclass(frozen=True)
class Scale:
    """How large a board is drawn."""

    space: int
    """Pixels along a space."""
    across: int = ACROSS
    """Spaces along a side of what is drawn."""

    @property
    def side(self) -> int:
        """Pixels along the whole picture, half a space around the field included."""
        return self.space * self.across

    @property
    def field(self) -> slice:
        """Rows, or columns, of the field itself."""
        return slice(self.space // 2, self.side - self.space // 2)

    @cached_property
    def axis(self) -> Plane:
        """The number of every pixel along a side."""
        return np.arange(self.side, dtype=np.float32)


def happens(chance: Chance, share: float) -> bool:
    """Whether what happens in this share of cases happens now."""
    return bool(chance.random() < share)


def spread(chance: Chance, low: float, high: float) -> float:
    """Between two numbers, every ratio as likely as any other."""
    return float(np.exp(chance.uniform(np.log(low), np.log(high))))


def some_ink(chance: Chance, low: int = 0, high: int = 256) -> Ink:
    """Any colour whose channels lie in [low, high)."""
    blue, green, red = chance.integers(low, high, 3).tolist()
    return blue, green, red


def toned_ink(chance: Chance) -> Ink:
    """A colour as printers mix them: any hue, mostly not at its most vivid."""
    if happens(chance, 0.2):
        return some_ink(chance)
    hue, vivid, bright = chance.uniform(0, 180), chance.beta(2, 2.2) * 255, chance.uniform(0.12, 0.92) * 255
    blue, green, red = cv2.cvtColor(np.array([[[hue, vivid, bright]]]).astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def one_of(chance: Chance, choices: Sequence[Choice]) -> Choice:
    """Any of these, each as likely."""
    return choices[int(chance.integers(len(choices)))]


def remapped(picture: NDArray[Any], points: Plane) -> Any:
    """A picture sampled at these points, across and down; outside lies what its border shows."""
    no_second_map: Any = None
    return cv2.remap(picture, points, no_second_map, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def blurred(picture: NDArray[Any], sigma: float) -> Any:
    """A Gaussian blur with a short kernel; a wide one is made on a smaller picture."""
    height, width = picture.shape[:2]
    if sigma > 3 and min(height, width) > 64:
        smaller = 2 if sigma < 6 else 4
        small = cv2.resize(picture, (width // smaller, height // smaller), interpolation=cv2.INTER_AREA)
        return cv2.resize(blurred(small, sigma / smaller), (width, height), interpolation=cv2.INTER_LINEAR)
    kernel = next((k for k, limit in ((3, 0.75), (5, 1.3), (7, 1.9)) if sigma < limit), 2 * int(2.2 * sigma) + 1)
    return cv2.GaussianBlur(picture, (kernel, kernel), sigma)


def streak(side: int, way: NDArray[np.float64]) -> Plane:
    """A kernel that blurs along a line: `way` goes from its middle to an end, pixels; shape (side, side)."""
    kernel = np.zeros((side, side), np.float32)
    start, end = (np.rint((side - 1) / 2 + sign * way).astype(int).tolist() for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA)
    return np.asarray(kernel / kernel.sum(), np.float32)


@lru_cache(maxsize=128)
def rounded(width: int, height: int, corner: int, line: int = cv2.LINE_8) -> Picture:
    """A rectangle with round corners, 255 inside; shape (height, width). Not to be written to."""
    mask: Picture = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (corner, 0), (width - 1 - corner, height - 1), 255, -1)
    cv2.rectangle(mask, (0, corner), (width - 1, height - 1 - corner), 255, -1)
    for x in (corner, width - 1 - corner):
        for y in (corner, height - 1 - corner):
            cv2.circle(mask, (x, y), corner, 255, -1, line)
    mask.setflags(write=False)
    return mask


def smooth_field(chance: Chance, knots: int, size: int) -> Plane:
    """A field that changes smoothly, 0 to 1; shape (size, size)."""
    field: Any = cv2.resize(chance.random((knots, knots), np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(field, 0, 1), np.float32)


def enlarged(field: NDArray[Any], side: int) -> Plane:
    """A coarse field over a whole picture, nowhere below 0; shape (side, side, ...)."""
    middling = cv2.resize(np.asarray(field, np.float32), (56, 56), interpolation=cv2.INTER_CUBIC)
    large: Any = cv2.resize(np.maximum(middling, 0), (side, side), interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, np.float32)


@lru_cache(maxsize=1)
def _bank() -> Picture:
    chance = np.random.default_rng(7)
    own = chance.standard_normal((1024, 1024, 3), np.float32) * np.float32(0.6)
    common = chance.standard_normal((1024, 1024, 1), np.float32) * np.float32(0.8)
    bank: Picture = np.clip((own + common) * GRAIN + STILL, 0, 255).astype(np.uint8)
    bank.setflags(write=False)
    return bank


def grain(chance: Chance, height: int, width: int) -> Picture:
    """Grain around STILL with a deviation of GRAIN; shape (height, width, 3), not to be written to.

    What is larger than 1024 pixels shows the same grain again.
    """
    bank = _bank()
    top, left = (int(chance.integers(0, max(0, bank.shape[0] - side) + 1)) for side in (height, width))
    if max(height, width) > bank.shape[0]:
        return bank.take(range(height), 0, mode="wrap").take(range(width), 1, mode="wrap")
    return bank[top : top + height, left : left + width]


def grained(picture: Picture, noise: Picture, strength: float) -> Any:
    """A picture with grain of so many grey levels."""
    return cv2.addWeighted(picture, 1, noise, strength / GRAIN, -STILL * strength / GRAIN)
