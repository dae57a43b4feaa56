"""Discs of one hue other than the board's around them, whatever hue that is: white sides on yellow paper, things nobody
plays with.

Works on evidence maps only. Nobody can tell whose chip one such disc is, nor that its space is empty; whose five in a
line are, is told in `vision.marks.fives`.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.discs import Chip, face_and_band, half_of, highest, steps_at_edge, without
from vision.evidence import Evidence
from vision.placing import is_well_inside

TINGE, MOST = 0.02, 0.2
"""It is turned by so much more than the band around it, and by no more than the second counts. Parts of paper white;
0.015 to 0.03, 0.15 to 0.3."""
EDGE, DIRECTIONS = 0.45, 0.7
"""At its edge it falls by so much of that in so many of all directions. Parts; 0.3 to 0.5, 0.6 to 0.8."""
PLAINLY, ROUND = 0.035, 0.93
"""And so where nobody needs to see others like it to doubt that its space is empty. Parts of paper white, 0.03 to 0.05;
parts, 0.9 to 1."""


def find_tinged(evidence: Evidence, radius: tuple[float, float], chips: list[Chip]) -> list[Chip]:
    """Discs of a chip's size that have turned one way since the empty picture, beside `chips`, those that are clear;
    their `team` is empty, they are filled as far as they turned, in parts of paper white, and closed where they end."""
    half = half_of(radius)
    face, band = face_and_band(half)
    planes = zip(evidence.plane, evidence.printed_plane, strict=True)
    turned = [np.clip(now - printed, -MOST, MOST) for now, printed in planes]
    small = [without(one, chips, half) for one in turned]
    away = [cv2.filter2D(one, -1, face) - cv2.filter2D(one, -1, band) for one in small]
    found = [one for one in highest(np.hypot(*away).astype(np.float32), TINGE, half) if is_well_inside(one)]
    if not found:
        return []
    across, along = (steps_at_edge(one, found, half) for one in turned)
    step = across + 1j * along
    mean = step.mean(axis=1, keepdims=True)
    falls = (step * np.conj(mean)).real > EDGE * abs(mean) ** 2
    ends = zip(found, falls.mean(axis=1).tolist(), strict=True)
    return [one._replace(closed=closed) for one, closed in ends if closed >= DIRECTIONS]


def is_plainly_tinged(one: Chip) -> bool:
    """Whether such a disc speaks against an empty space by itself."""
    return one.filled >= PLAINLY and one.closed >= ROUND
