"""Dark rings about a light middle: white sides whose print is of hardly any hue, navy or black, whosever they are.

Works on evidence maps only. No pip, no shadow and no finger leaves such a ring; nobody can tell by it whose chip it is.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.discs import BEYOND, Chip, disc, half_of, highest, polars, without
from vision.evidence import Evidence
from vision.placing import is_laid_in

DARKER = 0.15
"""What is by so much darker than the empty board counts in full. Parts of paper white; 0.1 to 0.2."""
RING = 0.35
"""By so much more than what lies around it, or most of what lies within, a ring is darkened. Parts; 0.3 to 0.4."""
WITHIN = 0.7
"""So much of what lies within counts: there is print on a white side, too. Parts; 0.6 to 0.8."""
FACE = 0.75
"""But where all within is darkened more than so far it is the face of a chip. Parts; 0.65 to 0.85."""
STEP, CLOSED = 0.3, 0.72
"""By so much a ring is darker than what lies outside, in so many of all directions. Parts; 0.2 to 0.4, 0.65 to 0.8."""
EDGE = (0.75, 0.82, 0.88, 0.95, 1.02, 1.08)
"""Where its edge is looked for. Chip radii."""


def find_rings(evidence: Evidence, radius: tuple[float, float], chips: list[Chip]) -> list[Chip]:
    """Rings of a chip's size beside `chips`, those that are clear; filled so far as they stand out, `team` empty."""
    half = half_of(radius)
    dark = np.asarray(np.clip((evidence.printed - evidence.lightness) / DARKER, 0.0, 1.0), np.float32)
    small = without(dark, chips, half)
    ring, middle, band = (
        cv2.filter2D(small, -1, disc(half[0] * reach, half[1] * reach, hole))
        for reach, hole in ((1.04, 0.74), (0.55, 0.0), (1.7, 0.72))
    )
    score = (ring - np.maximum(WITHIN * middle, band)) * (middle <= FACE)
    found = highest(np.asarray(score, np.float32), RING, half)
    if not found:
        return []
    outside = polars(dark, found, half, BEYOND).mean(axis=1)
    closed = (polars(dark, found, half, EDGE).max(axis=1) - outside > STEP).mean(axis=1).tolist()
    ends = zip(found, closed, strict=True)
    return [one._replace(closed=part) for one, part in ends if part >= CLOSED and is_laid_in(one)]
