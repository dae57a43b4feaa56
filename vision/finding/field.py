"""The field of spaces as one light quadrilateral: the last resort, where lines are too faint to part the cards.

Its outline gives planes to try, no more; only printed cards that fit the layout can say that one of them is a board.
The two pictures of one card are alike only where both are looked at in the same part of their spaces, so each plane is
laid where they speak plainest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.faces import faces_of, look_at_faces
from vision.finding.lattice import BENDS, Fit, Plane
from vision.finding.layout import Placing, Way, placings
from vision.rectify.mesh import Mesh, Picture

Array = NDArray[Any]

SMALLEST, LARGEST = 0.04, 0.85
"""Share of the picture that the field may cover."""
MOST_FIELDS = 4
"""Light quadrilaterals tried at most, the largest first."""
SAME = 3.0
"""Fields whose corners lie no farther apart are one. Pixels; 2 to 6."""
AROUND, DARKER = 121, 0.88
"""A border is darker than so much of the mean of this many pixels around it."""
TOLERANCES = (0.01, 0.02, 0.04, 0.06)
"""An outline may be so far off its sides, in turn; parts of its length."""
CORNER = 1.3
"""Spaces from a corner within which the outline need not be straight."""
STRAIGHT = 0.07
"""Mean distance, in spaces, of the outline from straight sides above which it is not the outline of a field."""
HALF = (0.42, 0.42)
"""Half of the part of a space that is looked at, in spaces."""
MARGINS = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Spaces by which a light margin may make the field seem larger than its spaces, all around."""


def planes_of_fields(channel: Array, rows: int, columns: int) -> Iterator[Plane]:
    """Planes that lay `rows` by `columns` spaces into each large light quadrilateral of a channel."""
    height, width = channel.shape
    outer = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    middle = ((width - 1) / 2, (height - 1) / 2)
    reach = float(np.hypot(width, height) / 2)
    for corners, outline in _light_fields(channel):
        best: tuple[float, Plane] | None = None
        for bend in BENDS:
            lens = Plane(np.eye(3), bend, middle, reach)
            straight = _sharpened(lens.straight(corners), lens.straight(outline))
            if straight is None:
                continue
            homography = cv2.getPerspectiveTransform(outer, straight.astype(np.float32)).astype(np.float64)
            plane = Plane(homography, bend, middle, reach)
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
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along, apart = end - start, outline - start
        length = max(float(along @ along), 1e-9)
        share, off = apart @ along / length, apart @ (-along[1], along[0]) / length
        side = outline[(share > 0.08) & (share < 0.92) & (np.abs(off) < 0.06)]
        if len(side) < 8:
            return None
        x, y, left, top = cv2.fitLine(side.astype(np.float32), cv2.DIST_HUBER, 0, 1e-4, 1e-4).ravel().tolist()
        lines.append((y, -x, x * top - y * left))
    # Each side meets the one before it in a corner.
    meet = np.cross(np.roll(lines, 1, axis=0), lines)
    return None if (np.abs(meet[:, 2]) < 1e-9).any() else np.asarray(meet[:, :2] / meet[:, 2:])


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
            corners = _four_corners(hull)
            if corners is not None and cv2.contourArea(outline) >= 0.7 * area:
                found.append((area, corners, outline.reshape(-1, 2)[::3].astype(np.float64)))
    found.sort(key=lambda field: -field[0])
    fields: list[tuple[Array, Array]] = []
    for _, corners, outline in found:
        if all(np.abs(corners - other).max() > SAME for other, _ in fields):
            fields.append((corners, outline))
    return fields[:MOST_FIELDS]


def _four_corners(hull: Array) -> Array | None:
    """The corners of an outline of four sides, as nearly as it has them, as x and y turn; None where it has not."""
    length = cv2.arcLength(hull, True)
    for tolerance in TOLERANCES:
        corners = cv2.approxPolyDP(hull, tolerance * length, True).reshape(-1, 2).astype(np.float64)
        if len(corners) == 4:
            x, y = corners[:, 0], corners[:, 1]
            turning = float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())
            return corners if turning > 0 else corners[::-1].copy()
    return None


def bare(plane: Plane) -> Fit:
    """A fit of no card at all."""
    return Fit(plane, np.zeros(0, int), np.zeros((0, 2), int))


def within_margins(picture: Picture, plane: Plane, ways: tuple[Way, ...]) -> tuple[Plane, list[Placing]]:
    """The plane with whatever light margin around its field the cards speak plainest for, and how the layout lies on
    it, the likeliest first of these ways, which are of one shape."""
    rows, columns = ways[0].shape
    tried = [_within(plane, rows, columns, margin) for margin in MARGINS]
    lying = [placings(look_at_faces(picture, one, (0, 0), (columns, rows), HALF), bare(one), ways) for one in tried]
    best = int(np.argmax([placings[0].evidence for placings in lying]))
    return tried[best], lying[best]


def _within(plane: Plane, rows: int, columns: int, margin: float) -> Plane:
    """The plane whose field lies that much within the field of this one, in spaces."""
    outer = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    inner = outer + np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], np.float32) * margin
    return replace(plane, homography=plane.homography @ cv2.getPerspectiveTransform(outer, inner))


def evidence_on(picture: Picture, plane: Plane, laid: Array, way: Way) -> float:
    """How plainly the cards printed between nodes that lie so, near those of the plane, speak for this way."""
    return placings(faces_of(picture, Mesh(laid.astype(np.float32)), HALF), bare(plane), (way,))[0].evidence
