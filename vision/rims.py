"""What lies where a lamp burnt the board out: of a chip there no more than its rim is seen, dark in the glare.

Works on evidence maps only. Nobody can tell whose chip it is, nor that the space is empty.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.discs import Chip, chip_at, disc, erase, half_of, mean_at, peaks, place_of, polars, smaller
from vision.evidence import Evidence

BURNT = 0.4
"""At least so much of the disc is burnt out, or was. Parts; 0.3 to 0.5."""
RIM = 0.26
"""By so much more than the band around it a rim is dimmed. Parts; 0.22 to 0.3."""
STEP, DIRECTIONS = 0.25, 0.43
"""It is by so much dimmer than what lies outside in so many of all directions: a lamp lights its other side. Parts;
0.15 to 0.4, 0.37 to 0.5."""
CLEARER = 0.23
"""And by so much less is dimmed within it: where glare only went elsewhere, all of a disc is. Parts; 0.2 to 0.26."""
ASIDE = 0.42
"""It lies no farther from the middle of its space, each way. Spaces; 0.38 to 0.44."""
EDGE, OUTSIDE, MIDDLE = (0.8, 0.9, 1.0, 1.1), (1.3, 1.45, 1.6), (0.15, 0.3, 0.45, 0.6)
"""Where the rim, what lies outside and what lies within are looked at. Chip radii."""


def find_rims(evidence: Evidence, radius: tuple[float, float], chips: list[Chip]) -> list[Chip]:
    """Rims of a chip's size in what is burnt out, beside `chips`, those that are clear; their `team` is empty."""
    if not evidence.blind.any():
        return []
    half = half_of(radius)
    small = smaller(evidence.dimmed)
    for chip in chips:
        erase(small, *place_of(chip), half, 1.3)
    rim = cv2.filter2D(small, -1, disc(half[0] * 1.08, half[1] * 1.08, 0.74))
    band = cv2.filter2D(small, -1, disc(half[0] * 1.75, half[1] * 1.75, 0.74))
    found = [
        chip_at("", float(row), float(column), filled, 0.0)
        for filled, row, column in peaks(np.asarray(rim - band, np.float32), RIM, half)
    ]
    if not found:
        return []
    burnt = mean_at(smaller(evidence.blind), disc(*half), found)
    edge = polars(evidence.dimmed, found, half, EDGE).max(axis=1)
    closed = (edge - polars(evidence.dimmed, found, half, OUTSIDE).mean(axis=1) > STEP).mean(axis=1)
    within = polars(evidence.dimmed, found, half, MIDDLE).mean(axis=(1, 2))
    clearer = np.array([one.filled for one in found]) - within
    likely = (burnt >= BURNT) & (closed >= DIRECTIONS) & (clearer >= CLEARER)
    return [one for one, may_be in zip(found, likely.tolist(), strict=True) if may_be and _in_the_middle(one)]


def _in_the_middle(chip: Chip) -> bool:
    return max(abs(chip.across % 1.0 - 0.5), abs(chip.down % 1.0 - 0.5)) <= ASIDE
