"""Light over a board at two moments: when it was measured empty, and now."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import ACROSS, Chance, Plane, Scale, blurred, enlarged, happens, smooth_field, spread
from vision.drawing.scene import Colour

COARSE = 16
"""Points along a side of a field of light before it is enlarged."""


@dataclass(frozen=True)
class Light:
    """What falls on a board at two moments; fields have the shape (COARSE, COARSE, 3), linear."""

    empty: Plane
    now: Plane
    lamp: Colour
    """Light of the strongest lamp, as glints mirror it."""
    hard: bool
    """Whether this table is a trying one: lamps go on and off, glare, shadows."""


def _lamp_colour(chance: Chance) -> NDArray[np.float64]:
    """From candle-like to daylight; blue, green, red."""
    cold = chance.random()
    colour = np.array([0.22 + 0.95 * cold, 0.62 + 0.38 * cold, 1.15 - 0.3 * cold])
    return colour * np.exp(chance.normal(0, 0.04, 3))


def _two_lamps(chance: Chance) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Colours of two lamps after the camera balanced white, more or less."""
    first, second = _lamp_colour(chance), _lamp_colour(chance)
    if happens(chance, 0.55):
        second = first * chance.uniform(0.8, 1.1) * np.exp(chance.normal(0, 0.05, 3))
    balance = 1 / (first * chance.uniform(0.2, 1) + second * 0.4)
    balance /= balance.mean()
    balanced = chance.uniform(0.3, 1.05)
    tint = np.exp(chance.normal(0, 0.08, 3))
    one, two = (lamp / lamp.mean() * (balanced * balance + 1 - balanced) * tint for lamp in (first, second))
    return one, two


def _vignette(chance: Chance) -> Plane:
    """Light that falls off around a middle of the lens; shape (COARSE, COARSE, 1)."""
    at = (np.arange(COARSE) + 0.5) / COARSE - 0.5
    middle = chance.normal(0, 0.12, 2)
    far = (at[None] - middle[0]) ** 2 + (at[:, None] - middle[1]) ** 2
    return np.asarray(1 / (1 + chance.uniform(0.1, 1.2) * far) ** 2, np.float32)[..., None]


def light_of(chance: Chance) -> Light:
    """Light from chance: two lamps, each of its own colour and reach, and how they changed since."""
    hard = happens(chance, 0.27)
    first, second = _two_lamps(chance)
    knots = int(chance.integers(2, 4))
    reach_one, reach_two = (smooth_field(chance, knots, COARSE)[..., None] for _ in range(2))
    least = chance.uniform(0.15, 0.95) if hard else chance.uniform(0.5, 1)
    weight = chance.uniform(0, 1)

    def field(strength: float = 1.0, other: float = 1.0) -> NDArray[np.float64]:
        one = (least + (1 - least) * reach_one) * first * strength
        return one + (least + (1 - least) * reach_two) * second * other * weight

    empty = field()
    # A dim evening is seen darker, but for what the camera's own exposure makes good.
    bright = chance.uniform(0.5, 1.15) if happens(chance, 0.92) else spread(chance, 0.12, 0.5)
    level = float(bright / (empty.mean() * 0.85))
    empty, now = empty * level, empty * level
    drift = np.exp(chance.normal(0, 0.03)) * np.exp(chance.normal(0, 0.01, 3))
    if happens(chance, 0.35 if hard else 0.03):
        now = field(chance.uniform(0.05, 1.2), chance.uniform(0.05, 1.6)) * level
        drift = drift / (now.mean() / empty.mean()) ** chance.uniform(0.3, 1)
    if happens(chance, 0.45 if hard else 0.1):
        drift = drift * chance.uniform(0.55, 1.5) * np.exp(chance.normal(0, 0.07, 3))
    if happens(chance, 0.3):
        dark = _vignette(chance)
        empty, now = empty * dark, now * dark
    lamp = (first * level * drift).astype(np.float32)
    return Light(empty.astype(np.float32), (now * drift).astype(np.float32), lamp, hard)


def _window(chance: Chance, scale: Scale, at: NDArray[np.float64], size: NDArray[np.float64]) -> Plane:
    """A window's soft bright quadrangle."""
    small = np.zeros((scale.side // 2, scale.side // 2), np.uint8)
    corners = at / 2 + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size * (0.5, 0.9)
    corners += chance.normal(0, 0.15, (4, 2)) * scale.space
    cv2.fillPoly(small, [(corners * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    soft = blurred(small, chance.uniform(0.5, 12))
    return np.asarray(cv2.resize(soft, (scale.side, scale.side)), np.float32) * np.float32(0.5 / 255)


def _disc(chance: Chance, scale: Scale, at: NDArray[np.float64], size: NDArray[np.float64]) -> Plane:
    """A lamp's disc with a halo around it."""
    sharp = chance.uniform(1.2, 8)
    across = (scale.axis - np.float32(at[0])) / np.float32(size[0])
    down = (scale.axis - np.float32(at[1])) / np.float32(size[1])
    far = (across * across)[None] + (down * down)[:, None]
    if sharp > 3:
        cv2.pow(far, sharp / 2, far)
    elif sharp > 2.2:
        far *= far
    far += 1
    return np.asarray(cv2.divide(1.0, far), np.float32)


def glare(chance: Chance, scale: Scale, light: Light) -> Plane | None:
    """Discs, windows and veils that the board mirrors; shape (side, side, 3), or None."""
    veil: Plane | None = None
    if happens(chance, 0.25):
        faint = smooth_field(chance, int(chance.integers(2, 4)), COARSE) * np.float32(chance.uniform(0, 0.4))
        veil = enlarged(faint * np.float32(chance.random()), scale.side)
    for _ in range(int(chance.choice([0, 1, 2, 3], p=[0.45, 0.35, 0.15, 0.05]))):
        at = chance.uniform(-0.05, 1.05, 2) * scale.side
        size = spread(chance, 0.12, 2.0) * scale.space * np.exp(chance.normal(0, 0.25, 2))
        shape = _window if happens(chance, 0.2) else _disc
        bright = shape(chance, scale, at, size) * np.float32(chance.uniform(0.2, 4))
        veil = bright if veil is None else veil + bright
    if veil is None:
        return None
    return np.asarray(cv2.merge([veil * channel for channel in light.lamp]), np.float32)


def moved_glare(chance: Chance, scale: Scale, light: Light, before: Plane | None) -> Plane | None:
    """What the board mirrors now, that mirrored `before` when it was empty."""
    if before is None:
        return glare(chance, scale, light) if happens(chance, 0.2 if light.hard else 0.03) else None
    kind = chance.random()
    if kind < (0.25 if light.hard else 0.12):
        return None if happens(chance, 0.4) else glare(chance, scale, light)
    if kind < 0.5:
        across, down = chance.normal(0, 0.25, 2) * scale.space
        move = np.array([[1, 0, across], [0, 1, down]], np.float32)
        moved = cv2.warpAffine(before, move, (scale.side, scale.side), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.float32)
    return before


def _shadow_shape(chance: Chance, scale: Scale) -> NDArray[np.uint8]:
    """A polygon, an arm with a hand, or small round things; half as large as the scene."""
    side, space = scale.side // 2, scale.space / 2
    mask = np.zeros((side, side), np.uint8)
    kind = chance.random()
    if kind < 0.5:
        corners = chance.uniform(-side, 2 * side, (int(chance.integers(3, 6)), 2))
        cv2.fillPoly(mask, [corners.astype(np.int32)], 255)
    elif kind < 0.8:
        hand = chance.uniform(-0.1, 1.1, 2) * side
        angle = chance.uniform(0, 2 * np.pi)
        elbow = hand + 14 * scale.space * np.array([np.cos(angle), np.sin(angle)])
        start, end = (point.astype(int).tolist() for point in (hand, elbow))
        cv2.line(mask, start, end, 255, max(1, int(chance.uniform(0.3, 2.5) * space)))
        cv2.circle(mask, start, int(chance.uniform(0.3, 1.6) * space), 255, -1)
    else:
        for _ in range(int(chance.integers(1, 6))):
            at = chance.uniform(0, side, 2).astype(int).tolist()
            cv2.circle(mask, at, int(chance.uniform(0.1, 0.8) * space), 255, -1)
    return mask


def shadow(chance: Chance, scale: Scale, low: float, high: float) -> Plane:
    """Share of light left under a shadow that takes between `low` and `high` of it; shape (side, side, 3)."""
    mask = blurred(_shadow_shape(chance, scale), spread(chance, 0.4, 14))
    depth = np.asarray(cv2.resize(mask, (scale.side, scale.side)), np.float32) * np.float32(-1 / 255)
    taken = chance.uniform(low, high) * np.exp(chance.normal(0, 0.06, 3))
    return np.asarray(cv2.merge([depth * np.float32(min(part, 0.92)) + 1 for part in taken]), np.float32)


@dataclass(frozen=True)
class Fold:
    """A fold across the board that lifts: both halves lean, and light falls on them differently."""

    across: bool
    at: float
    """Where it lies, spaces."""
    reach: float
    """How far from the fold the halves lean, spaces."""
    step: float
    """By how much one side is lighter and the other darker, empty and now."""
    step_now: float

    def lit(self, field: Plane, scale: Scale, step: float) -> None:
        """Let light that falls on the board fall on its halves as they lean."""
        along = scale.axis / np.float32(scale.space) - np.float32(self.at)
        change = 1 + np.float32(step) * np.sign(along) * np.exp(-np.abs(along) / np.float32(self.reach))
        field *= np.repeat(change, 3).reshape(-1, 3) if self.across else change[:, None, None]


def fold_of(chance: Chance) -> Fold | None:
    """A fold of a board that lifts, sometimes."""
    if not happens(chance, 0.15):
        return None
    step = float(chance.normal(0, 0.1))
    at = ACROSS / 2 + float(chance.normal(0, 0.06))
    return Fold(happens(chance, 0.5), at, spread(chance, 0.4, 8.0), step, step + float(chance.normal(0, 0.06)))


def flickered(chance: Chance, scale: Scale, radiance: Plane) -> None:
    """Bands that a lamp's flicker leaves where a sensor is read line by line."""
    waves, depth = chance.uniform(0.7, 6), chance.uniform(0.02, 0.16)
    phase = scale.axis * np.float32(2 * np.pi * waves / scale.side) + np.float32(chance.uniform(0, 2 * np.pi))
    tint = np.array([1.0, 1.0, 1.0]) + chance.normal(0, 0.15, 3)
    bands = 1 + np.float32(depth) * np.sin(phase)[:, None] * tint.astype(np.float32)
    radiance *= bands[:, None] if happens(chance, 0.5) else bands[None]
