"""The field of spaces as one light quadrilateral: the last resort, where lines are too faint to part the cards.

It gives planes to try, no more; only printed cards that fit the layout can say that one of them is a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import BENDS, Plane, lens
from vision.finding.sides import beside, between_sides, in_order, line, where_they_meet

Array = NDArray[Any]

SMALLEST, LARGEST = 0.04, 0.85
"""Share of the picture that the field may cover."""
MOST_FIELDS = 4
"""Light quadrilaterals tried at most, the largest first."""
SAME = 3.0
"""Fields whose corners lie no farther apart are one. Pixels; 2 to 6."""
AROUND, DARKER = 121, 0.88
"""A border is darker than so much of the mean of this many pixels around it."""
WIDEST = 0.2
"""A border is at most so wide, in parts of its side. 0.1 to 0.3."""
TOLERANCES = (0.01, 0.02, 0.04, 0.06)
"""An outline may be so far off its sides, in turn; parts of its length."""
CORNER = 1.3
"""Spaces from a corner within which the outline need not be straight."""
STRAIGHT = 0.07
"""Mean distance, in spaces, of the outline from straight sides above which it is not the outline of a field."""


def planes_of_fields(channel: Array, rows: int, columns: int) -> Iterator[Plane]:
    """Planes that lay `rows` by `columns` spaces into each large light quadrilateral of a channel."""
    height, width = channel.shape
    for corners, outline in _light_fields(channel):
        best: tuple[float, Plane] | None = None
        for bend in BENDS:
            bent = lens((width, height), bend)
            straight = _sharpened(bent.straight(corners), bent.straight(outline))
            if straight is None:
                continue
            plane = bent.between(straight, rows, columns)
            at = plane.to_board(outline)
            aside = np.abs(at - np.clip(at, CORNER, (columns - CORNER, rows - CORNER)))
            # Free spaces in the corners are dark on many boards, and the outline runs around them.
            at = at[aside.min(1) == 0.0]
            from_side = np.abs(np.stack([at[:, 0], at[:, 0] - columns, at[:, 1], at[:, 1] - rows])).min(0)
            off = float(np.minimum(from_side, 0.5).mean()) if len(at) else 0.5
            if best is None or off < best[0]:
                best = off, plane
        if best is not None and best[0] < STRAIGHT:
            yield best[1]


def _sharpened(corners: Array, outline: Array) -> Array | None:
    """Corners where straight lines through the four sides of the outline meet."""
    lines = []
    for k in range(4):
        share, off = beside(outline, corners[k], corners[(k + 1) % 4])
        side = outline[(share > 0.08) & (share < 0.92) & (np.abs(off) < 0.06)]
        if len(side) < 8:
            return None
        fitted = cv2.fitLine(side.astype(np.float32), cv2.DIST_HUBER, 0, 1e-4, 1e-4).ravel().astype(np.float64)
        lines.append(line(fitted[2:], fitted[:2]))
    return where_they_meet(np.array(lines))


def _light_fields(channel: Array) -> list[tuple[Array, Array]]:
    """Corners, in order as x and y turn, and outline of large light regions with four sides."""
    size = channel.size
    found: list[tuple[float, Array, Array]] = []
    closed = cv2.morphologyEx(cv2.GaussianBlur(channel, (5, 5), 0), cv2.MORPH_CLOSE, np.ones((13, 13), np.uint8))
    level, light = cv2.threshold(closed, 0, 255, cv2.THRESH_OTSU)
    # Where light falls off over the table no one level parts field and border; beside one another they differ.
    around = cv2.blur(closed, (AROUND, AROUND))
    beside = np.asarray(closed > DARKER * around, np.uint8) * 255
    for mask in (light, cv2.threshold(closed, min(level * 1.25, 250.0), 255, cv2.THRESH_BINARY)[1], beside):
        # On a light table the field lies within the hole that a dark border cuts out of it.
        outlines, inside = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        for k, outline in enumerate(outlines):
            if inside[0][k][3] >= 0:
                continue
            hull = cv2.convexHull(outline)
            area = float(cv2.contourArea(hull))
            if not SMALLEST < area / size < LARGEST:
                continue
            points = outline.reshape(-1, 2)[::3].astype(np.float64)
            found += between_sides(outline, points, channel.shape, (SMALLEST * size, LARGEST * size))
            if cv2.contourArea(outline) < 0.7 * area:
                continue
            for corners in (_sides(hull, 4), _of_eight_sides(hull)):
                if corners is not None:
                    found.append((area, corners, points))
        found += _within_borders(mask)
    found.sort(key=lambda field: -field[0])
    fields: list[tuple[Array, Array]] = []
    for _, corners, outline in found:
        if all(np.abs(corners - other).max() > SAME for other, _ in fields):
            fields.append((corners, outline))
    return fields[:MOST_FIELDS]


def _within_borders(light: Array) -> Iterator[tuple[float, Array, Array]]:
    """What is light within each large dark four-sided thing: area, corners and outline.

    Glare may open a border to a light table, but it leaves most of each of its sides.
    """
    for outline in cv2.findContours(cv2.bitwise_not(light), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        hull = cv2.convexHull(outline)
        border = _sides(hull, 4)
        if border is None or not SMALLEST < cv2.contourArea(hull) / light.size < LARGEST:
            continue
        within = cv2.erode(cv2.fillConvexPoly(np.zeros_like(light), hull, 255), np.ones((5, 5), np.uint8))
        fields = cv2.findContours(cv2.bitwise_and(light, within), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        if not fields:
            continue
        field = max(fields, key=cv2.contourArea)
        points = field.reshape(-1, 2)[::3].astype(np.float64)
        corners = _set_in(border, points)
        if corners is not None:
            yield float(cv2.contourArea(field)), corners, points


def _set_in(border: Array, outline: Array) -> Array | None:
    """Corners of what lies within a border, whose corners are given, as far from each side as most of its outline."""
    lines = []
    for start, end in zip(border, np.roll(border, -1, axis=0), strict=True):
        share, off = beside(outline, start, end)
        within = off[(share > 0.2) & (share < 0.8) & (off < WIDEST)]
        if not len(within):
            return None
        along = end - start
        lines.append(line(start + float(np.median(within)) * np.array([-along[1], along[0]]), along))
    return where_they_meet(np.array(lines))


def _sides(hull: Array, count: int) -> Array | None:
    """The corners of an outline of so many sides, as nearly as it has them, in order; None where it has not."""
    length = cv2.arcLength(hull, True)
    for tolerance in TOLERANCES:
        corners = cv2.approxPolyDP(hull, tolerance * length, True).reshape(-1, 2).astype(np.float64)
        if len(corners) == count:
            return in_order(corners)
    return None


def _of_eight_sides(hull: Array) -> Array | None:
    """Where every second one of eight sides meet, the longer ones: dark spaces may cut the corners."""
    corners = _sides(hull, 8)
    if corners is None:
        return None
    ends = np.roll(corners, -1, axis=0)
    lengths = np.linalg.norm(ends - corners, axis=1)
    long = slice(int(lengths[1::2].sum() > lengths[::2].sum()), None, 2)
    start, end = (np.column_stack([one[long], np.ones(4)]) for one in (corners, ends))
    return where_they_meet(np.cross(start, end))
