"""What replaced the print in one piece, whatever its colour: chips, before anything is known of their size or shade."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.evidence import Map
from vision.rectify.size import Radius
from vision.rectify.straight import MARGIN, SIDE

REPLACED = 0.3
"""From so much on a pixel is not explained by the print. Parts; 0.2 to 0.4."""
SMALLEST, LARGEST = 0.05, 0.5
"""What is smaller or larger is no chip. Parts of a space; 0.03 to 0.08, 0.4 to 0.6."""
ROUND = 0.93
"""A disc is so round at least; a square is 0.955 and a bar with round ends less. 0.9 to 0.95."""
ALIKE = 0.12
"""Chips differ in width and in height by no more than this from one another. Parts; 0.1 to 0.15."""
FEWEST, MOST = 3, 3.0
"""So many that are alike tell the size of all, if no more lie there than so many times as many. 2 to 5; 2 to 4."""


class Patch(NamedTuple):
    """One piece in which the print is gone."""

    across: float
    """Its middle along the row, in spaces from the outer edge of column a."""
    down: float
    """Its middle along the column, in spaces from the outer edge of row 1."""
    radius: Radius
    """Half width and half height of the ellipse it is like, in parts of a space."""
    roundness: float
    """Its area against that ellipse, 1 for a perfect disc."""
    outline: NDArray[np.uint8]
    """1 within its outline, holes filled, 0 elsewhere; shape of the map it was found in."""


def patches(changed: Map, top: int = 0, left: int = 0) -> list[Patch]:
    """All that is of a size that a chip may be, in a map of what the print does not explain, 0 to 1, whose first pixel
    lies at row `top` and column `left` of the straight picture."""
    square = np.ones((3, 3), np.uint8)
    opened = cv2.morphologyEx((changed > REPLACED).astype(np.uint8), cv2.MORPH_OPEN, square)
    closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    outlines = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    found = []
    for outline in outlines:
        filled = np.asarray(cv2.drawContours(np.zeros_like(closed), [outline], -1, 1, -1), np.uint8)
        y, x = np.nonzero(filled)
        if not SMALLEST <= x.size / SIDE**2 <= LARGEST:
            continue
        # For a filled ellipse the variance along an axis is a quarter of the half axis squared.
        half = 2.0 * float(x.std()), 2.0 * float(y.std())
        roundness = x.size / max(np.pi * half[0] * half[1], 1.0)
        across, down = ((start + float(one.mean()) + 0.5 - MARGIN) / SIDE for start, one in ((left, x), (top, y)))
        found.append(Patch(across, down, Radius((half[0] / SIDE, half[1] / SIDE)), float(roundness), filled))
    return found


def size_of(found: list[Patch]) -> Radius | None:
    """The size that most of the round ones agree on; None where too few do."""
    sizes = np.array([patch.radius for patch in found if patch.roundness >= ROUND]).reshape(-1, 2)
    same = (np.abs(sizes[:, None] / sizes - 1.0) < ALIKE).all(axis=2)
    most = same[same.sum(axis=1).argmax()] if len(sizes) else np.zeros(0, bool)
    if most.sum() < FEWEST or MOST * most.sum() < len(sizes):
        return None
    across, down = np.median(sizes[most], axis=0).tolist()
    return Radius((across, down))
