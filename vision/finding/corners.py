"""A field of spaces that lines do not part, laid where its printed cards speak plainest for the layout.

The two pictures of one card are alike only where both are looked at in the same part of their spaces.
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

_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
_OUT = 2 * _CORNERS - 1


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


def _with_corners(plane: Plane, shape: tuple[int, int], moved: Array) -> Plane:
    """The plane whose field has its corners so many spaces, (4, 2), beside those of `plane`; in order round it."""
    outer = _CORNERS * shape[::-1]
    bend = cv2.getPerspectiveTransform(outer.astype(np.float32), (outer + moved).astype(np.float32))
    return replace(plane, homography=plane.homography @ bend)
