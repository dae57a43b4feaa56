"""The four sides of an outline that a hand or an arm breaks or adds to, and lines in a picture in general.

Nothing here knows what the outline is of.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

BENT, SHORTEST, ALONG = 0.006, 0.03, 0.004
"""Where an outline is bent by more it turns, so long are straight stretches of it at least, and what is no farther off
a line lies along it. Parts of its length; 0.004 to 0.01, 0.02 to 0.05, 0.003 to 0.006."""
MOST_LINES, SEEN = 9, 0.3
"""Most lines that are tried as sides, and the part of the outline that must lie along four of them, and within. 6 to
12; 0.2 to 0.4."""


def between_sides(
    outline: Array, points: Array, shape: tuple[int, ...], areas: tuple[float, float]
) -> Iterator[tuple[float, Array, Array]]:
    """What lies between the four straight stretches that most of an outline lies along, and within: area, corners in
    order, and those of its `points`, (n, 2), that lie along them; nothing where too little does.

    `shape` is the picture's, (height, width), and `areas` the least and the most that it may cover, in pixels.
    """
    length = cv2.arcLength(outline, True)
    near = ALONG * length
    best: tuple[float, float, Array, Array] | None = None
    for four in itertools.combinations(_stretches(outline, length, shape), 4):
        corners = _quadrilateral([one for one, _ in four])
        area = 0.0 if corners is None else float(cv2.contourArea(corners.astype(np.float32)))
        if corners is None or not areas[0] < area < areas[1]:
            continue
        sides = list(zip(corners, np.roll(corners, -1, axis=0), strict=True))
        inwards = np.stack([beside(points, *side)[1] * math.dist(*side) for side in sides]).min(axis=0)
        # An arm's own sides leave most of the field outside.
        seen = float((inwards > -near).mean()) * sum(share for _, share in four)
        if best is None or seen > best[0]:
            best = seen, area, corners, points[np.abs(inwards) < near]
    if best is not None and best[0] >= SEEN:
        yield best[1:]


def _stretches(outline: Array, length: float, shape: tuple[int, ...]) -> list[tuple[Array, float]]:
    """Lines along the longest straight stretches of an outline, and their share of its length; where the picture ends
    nothing else does."""
    bends = cv2.approxPolyDP(outline, BENT * length, True).reshape(-1, 2).astype(np.float64)
    ends = np.roll(bends, -1, axis=0)
    longs = np.linalg.norm(ends - bends, axis=1)
    for end in (np.zeros(2), np.array([shape[1] - 1, shape[0] - 1])):
        longs[((np.abs(bends - end) <= 1.0) & (np.abs(ends - end) <= 1.0)).any(axis=1)] = 0.0
    lines: list[tuple[Array, float]] = []
    for k in np.argsort(-longs):
        if longs[k] < SHORTEST * length:
            break
        for n, (other, share) in enumerate(lines):
            # What goes on behind the arm is the same side.
            if np.abs(np.stack([bends[k], ends[k]]) @ other[:2] + other[2]).max() < ALONG * length:
                lines[n] = other, share + longs[k] / length
                break
        else:
            lines.append((line(bends[k], (ends[k] - bends[k]) / longs[k]), longs[k] / length))
    return sorted(lines, key=lambda one: -one[1])[:MOST_LINES]


def _quadrilateral(lines: list[Array]) -> Array | None:
    """The corners of the convex quadrilateral between four lines, in order; None where they enclose none."""
    angles = [math.atan2(one[0], -one[1]) % math.pi for one in lines]
    a, b, c, d = np.argsort(angles).tolist()

    def apart(one: int, other: int) -> float:
        return abs(math.remainder(angles[one] - angles[other], math.pi))

    # Opposite sides are those of the nearest directions.
    around = (a, c, b, d) if apart(a, b) + apart(c, d) < apart(d, a) + apart(b, c) else (a, b, d, c)
    corners = where_they_meet(np.array([lines[k] for k in around]))
    if corners is None or not cv2.isContourConvex(corners.astype(np.float32)):
        return None
    return in_order(corners)


def beside(outline: Array, start: Array, end: Array) -> tuple[Array, Array]:
    """Where each place of an outline lies along a side and how far inwards of it, both in parts of the side; (n,)."""
    side, apart = end - start, outline - start
    length = max(float(side @ side), 1e-9)
    return apart @ side / length, apart @ (-side[1], side[0]) / length


def line(place: Array, along: Array) -> Array:
    """The line through a place that goes along there, as what is 0 for all of its places; shape (3,)."""
    return np.array([along[1], -along[0], along[0] * place[1] - along[1] * place[0]])


def where_they_meet(lines: Array) -> Array | None:
    """Where each of four lines, shape (4, 3), meets the one before it; None where two are parallel."""
    meet = np.cross(np.roll(lines, 1, axis=0), lines)
    return None if (np.abs(meet[:, 2]) < 1e-9).any() else np.asarray(meet[:, :2] / meet[:, 2:])


def in_order(corners: Array) -> Array:
    """Corners of a quadrilateral, (4, 2), as x and y turn."""
    x, y = corners[:, 0], corners[:, 1]
    turning = float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())
    return corners if turning > 0 else corners[::-1].copy()
