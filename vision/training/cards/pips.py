"""The four suits as shapes, drawn by ourselves in many proportions."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
"""Ink, 0 to 255; shape (height, width)."""
_FINE = 4


def pip(suit: str, size: int, rng: np.random.Generator) -> Mask:
    """One suit, `size` pixels high, in a shape that differs each time. `suit` is S, H, D or C."""
    big = size * _FINE
    draw = {"H": _heart, "D": _diamond, "S": _spade, "C": _club}[suit]
    width = rng.uniform(0.68, 1.08) if suit != "D" else rng.uniform(0.65, 1.0)
    mask = np.zeros((big, max(int(big * width), 8)), np.uint8)
    draw(mask, rng)
    return np.asarray(cv2.resize(mask, (max(mask.shape[1] // _FINE, 2), size), interpolation=cv2.INTER_AREA), np.uint8)


def _fill(mask: Mask, points: NDArray[np.floating]) -> None:
    """Fills an outline given in parts of the mask, x and y from 0 to 1."""
    height, width = mask.shape
    scaled = np.round(points * (width - 1, height - 1) * 16).astype(np.int32)
    cv2.fillPoly(mask, [scaled], 255, cv2.LINE_8, 4)


def _lobes(rng: np.random.Generator, foot: float) -> NDArray[np.float64]:
    """A heart's outline, from its notch down to `foot` and up again."""
    notch = rng.uniform(0.12, 0.3)
    belly = rng.uniform(0.28, 0.42)
    radius = 0.25 + rng.uniform(0.0, 0.03)
    slope = rng.uniform(0.65, 1.35)
    angles = np.linspace(np.pi * 0.02, np.pi * 1.0, 20)
    x = 0.5 + radius + np.cos(np.pi - angles) * radius
    y = np.where(angles < np.pi / 2, notch * (1 - np.sin(angles)), belly * (1 - np.sin(angles)))
    down = np.linspace(0, 1, 16)[1:]
    sx = 1.0 - 0.5 * down**slope
    sy = belly + down ** rng.uniform(0.8, 1.2) * (foot - belly)
    right = np.concatenate([np.stack([x, y], 1), np.stack([sx, sy], 1)])
    left = right[::-1] * (-1, 1) + (1, 0)
    return np.clip(np.concatenate([right, left]), 0, 1)


def _leaf(rng: np.random.Generator) -> NDArray[np.float64]:
    """A spade's leaf: a tip, hollow or full shoulders, and two round lobes that meet above their lowest points."""
    shoulder, waist = rng.uniform(0.0, 0.28), rng.uniform(0.15, 0.45)
    wide = rng.uniform(0.5, 0.72)
    low, meet = rng.uniform(0.86, 1.1), rng.uniform(0.55, 0.82)
    side = _bezier((0.5, 0.0), (0.5 + shoulder, waist), (1.0, wide - rng.uniform(0.05, 0.3)), (1.0, wide))
    lobe = _bezier((1.0, wide), (1.0, low), (0.5 + rng.uniform(0.05, 0.3), low), (0.5, meet))
    right = np.concatenate([side, lobe])
    right[:, 1] /= right[:, 1].max()
    return np.concatenate([right, right[::-1] * (-1, 1) + (1, 0)])


def _bezier(*points: tuple[float, float]) -> NDArray[np.float64]:
    t = np.linspace(0, 1, 16)[:, None]
    one, two, three, four = (np.array(point) for point in points)
    return np.asarray((1 - t) ** 3 * one + 3 * (1 - t) ** 2 * t * two + 3 * (1 - t) * t**2 * three + t**3 * four)


def _heart(mask: Mask, rng: np.random.Generator) -> None:
    _fill(mask, _leaf(rng) * (1, -1) + (0, 1) if rng.random() < 0.5 else _lobes(rng, 1.0))


def _diamond(mask: Mask, rng: np.random.Generator) -> None:
    bend = rng.uniform(-0.02, 0.12)
    t = np.linspace(0, 1, 12)
    hollow = np.sin(np.pi * t) * bend
    corner = [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]
    points = []
    for one, two in zip(corner, [*corner[1:], corner[0]], strict=True):
        a, b = np.array(one), np.array(two)
        line = a + (b - a) * t[:, None]
        points.append(line + (0.5 - line) * hollow[:, None] * 2)
    _fill(mask, np.concatenate(points))


def _stem(mask: Mask, rng: np.random.Generator, top: float) -> None:
    wide, narrow = rng.uniform(0.1, 0.28), rng.uniform(0.02, 0.07)
    t = np.linspace(0, 1, 10)
    half = narrow + (wide - narrow) * t ** rng.uniform(1.0, 3.0)
    y = top + (1.0 - top) * t
    right = np.stack([0.5 + half, y], 1)
    _fill(mask, np.concatenate([right, right[::-1] * (-1, 1) + (1, 0)]))


def _spade(mask: Mask, rng: np.random.Generator) -> None:
    foot = rng.uniform(0.72, 0.92)
    leaf = _leaf(rng) if rng.random() < 0.7 else _lobes(rng, 1.0) * (1, -1) + (0, 1)
    _fill(mask, leaf * (1, foot))
    _stem(mask, rng, rng.uniform(0.45, 0.6))


def _club(mask: Mask, rng: np.random.Generator) -> None:
    height, width = mask.shape
    radius = rng.uniform(0.19, 0.265)
    low = rng.uniform(0.5, 0.64)
    size = (int(radius * width), int(radius * height * rng.uniform(0.9, 1.05)))
    places = ((0.5, radius), (radius, low), (1 - radius, low))
    for x, y in places:
        cv2.ellipse(mask, (int(x * width), int(y * height)), size, 0, 0, 360, 255, -1)
    if radius < 0.24 or rng.random() < 0.8:
        # What joins the three leaves: narrow or broad.
        broad = rng.uniform(0.1, 0.35)
        middle = np.array([0.5, 0.48])
        for x, y in places:
            across = np.array([y - middle[1], middle[0] - x]) * broad
            at = np.array([x, y])
            _fill(mask, np.array([middle + across, at + across, at - across, middle - across]))
        cv2.ellipse(mask, (width // 2, int(0.48 * height)), (width // 9, height // 9), 0, 0, 360, 255, -1)
    _stem(mask, rng, rng.uniform(0.45, 0.6))
