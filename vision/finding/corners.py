"""A field of spaces whose corners are moved to where its printed cards speak plainest for the layout.

Where no line parts the cards they tell by themselves how the board lies: the two pictures of one card are alike only
where both are looked at in the same part of their spaces.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.faces import faces_of, look_at_faces
from vision.finding.lattice import Fit, Plane
from vision.finding.layout import Placing, Way, placings
from vision.rectify.mesh import Mesh, Picture

Array = NDArray[Any]

HALF = (0.42, 0.42)
"""Half of the part of a space that is looked at, in spaces."""
MARGINS = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Spaces by which a light margin may make the field seem larger than its spaces, all around."""
ASTRAY = (-1.6, -1.2, -0.8, -0.4, 0.4, 0.8, 1.2, 1.6)
"""Spaces by which one corner of the light field may be off along a side: glare beside it adds to the field."""
STEPS = (0.2, 0.1, 0.05)
"""Spaces by which corners are moved, in turn."""
ROUNDS = 4
"""How often all moves of one step are tried at most."""
BETTER = 0.1
"""Evidence by which a move must be better, so that noise moves nothing. 0.05 to 0.3."""
ASIDE_COSTS = 10.0
"""Evidence that it costs to move most of the corners by a space: of that alone the two pictures of a card tell
nothing."""
LOST = 2.0
"""Evidence that lines may cost that were found in the field; print taken for lines costs more. 1 to 3."""

_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
_OUT = 2 * _CORNERS - 1
_SIDES = [(_OUT[:, [axis]] == sign) * np.eye(2)[axis] for axis in (0, 1) for sign in (-1, 1)]
_ONES = [np.eye(4)[:, [corner]] * np.eye(2)[axis] for corner in range(4) for axis in (0, 1)]
_MOVES = [_OUT, *_SIDES, *_ONES]
"""Ways to move the four corners: all of them out, those of one side, one alone; each of shape (4, 2)."""


def bare(plane: Plane) -> Fit:
    """A fit of no card at all."""
    return Fit(plane, np.zeros(0, int), np.zeros((0, 2), int))


def lying_on(picture: Picture, plane: Plane, ways: tuple[Way, ...]) -> list[Placing]:
    """How the layout lies on the field that begins where the plane does, the likeliest of these ways first; they are of
    one shape."""
    return placings(look_at_faces(picture, plane, (0, 0), ways[0].shape[::-1], HALF), bare(plane), ways)


def within_margins(picture: Picture, plane: Plane, ways: tuple[Way, ...]) -> tuple[Plane, list[Placing]]:
    """The plane with whatever light margin around its field the cards speak plainest for, and how they lie on it."""
    tried = [_with_corners(plane, ways[0].shape, -margin * _OUT) for margin in MARGINS]
    lying = [lying_on(picture, one, ways) for one in tried]
    best = int(np.argmax([placings[0].evidence for placings in lying]))
    return tried[best], lying[best]


def evidence_on(picture: Picture, plane: Plane, laid: Array, way: Way) -> float:
    """How plainly the cards printed between nodes that lie so, near those of the plane, speak for this way."""
    return placings(faces_of(picture, Mesh(laid.astype(np.float32)), HALF), bare(plane), (way,))[0].evidence


def settled(picture: Picture, plane: Plane, laid: Array, way: Way) -> Array:
    """Nodes of a field: those laid along its lines, or those its cards speak for where that were no lines."""
    rows, columns = way.shape
    by_lines = evidence_on(picture, plane, laid, way)

    def told(moved: Array) -> float:
        aside = float(np.linalg.norm(np.median(moved, axis=0)))
        return lying_on(picture, _with_corners(plane, way.shape, moved), (way,))[0].evidence - ASIDE_COSTS * aside

    starts = [np.zeros((4, 2))] + [off * one for one in _ONES for off in ASTRAY]
    evidence = [told(start) for start in starts]
    first = int(np.argmax(evidence))
    most, moved = evidence[first], starts[first]
    for step in STEPS:
        for _ in range(ROUNDS):
            before = most
            for move in (sign * step * one for one in _MOVES for sign in (-1, 1)):
                now = told(moved + move)
                if now > most + BETTER:
                    most, moved = now, moved + move
            if most == before:
                break
    if by_lines > most - LOST:
        return laid
    nodes = np.stack(np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0)), -1)
    return _with_corners(plane, way.shape, moved).to_picture(nodes)


def _with_corners(plane: Plane, shape: tuple[int, int], moved: Array) -> Plane:
    """The plane whose field has its corners so many spaces, (4, 2), beside those of `plane`; in order round it."""
    outer = _CORNERS * shape[::-1]
    bend = cv2.getPerspectiveTransform(outer.astype(np.float32), (outer + moved).astype(np.float32))
    return replace(plane, homography=plane.homography @ bend)
