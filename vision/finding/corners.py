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
from vision.finding.lattice import Plane, outer
from vision.finding.layout import Placing, Way, placings
from vision.rectify.mesh import Mesh, Picture

Array = NDArray[Any]

HALF = (0.42, 0.42)
"""Half of the part of a space that is looked at, in spaces."""
MARGINS = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Spaces by which a light margin may make the field seem larger than its spaces, all around."""

NO_CARDS = np.zeros((0, 2), int)
"""Column and row of the cards that were seen where none was."""


def within_margins(picture: Picture, plane: Plane, ways: tuple[Way, ...]) -> tuple[Plane, list[Placing]]:
    """The plane with whatever light margin around its field the cards speak plainest for, and how they lie on it, the
    likeliest of these ways first; they are of one shape."""
    rows, columns = ways[0].shape
    corners, inwards = outer(rows, columns), 1 - 2 * outer(1, 1).astype(np.float64)
    tried = []
    for margin in MARGINS:
        set_in = (corners + margin * inwards).astype(np.float32)
        bend = cv2.getPerspectiveTransform(corners, set_in)
        one = replace(plane, homography=plane.homography @ bend)
        faces = look_at_faces(picture, one, (0, 0), (columns, rows), HALF)
        tried.append((one, placings(faces, NO_CARDS, ways)))
    return max(tried, key=lambda lying: lying[1][0].evidence)


def evidence_on(picture: Picture, laid: Array, way: Way) -> float:
    """How plainly the cards printed between nodes that lie so speak for this way."""
    return placings(faces_of(picture, Mesh(laid.astype(np.float32)), HALF), NO_CARDS, (way,))[0].evidence
