"""What lies where a lamp burnt the board out: of a chip there no more than its rim is seen, dark in the glare.

Works on evidence maps only. Nobody can tell whose chip it is, nor that the space is empty.
"""

from __future__ import annotations

import numpy as np

from vision.discs import Chip, disc, half_of, mean_at, polars, smaller, standing_out, without
from vision.evidence import Evidence
from vision.placing import is_well_inside

BURNT = 0.4
"""At least so much of the disc is burnt out, or was. Parts; 0.3 to 0.5."""
RIM = 0.26
"""By so much more than the band around it a rim is dimmed. Parts; 0.22 to 0.3."""
STEP, DIRECTIONS = 0.25, 0.43
"""It is by so much dimmer than what lies outside in so many of all directions: a lamp lights its other side. Parts;
0.15 to 0.4, 0.37 to 0.5."""
CLEARER = 0.23
"""And by so much less is dimmed within it: where glare only went elsewhere, all of a disc is. Parts; 0.2 to 0.26."""
EDGE, OUTSIDE, MIDDLE = (0.8, 0.9, 1.0, 1.1), (1.3, 1.45, 1.6), (0.15, 0.3, 0.45, 0.6)
"""Where the rim, what lies outside and what lies within are looked at. Chip radii."""


def find_rims(evidence: Evidence, radius: tuple[float, float], chips: list[Chip]) -> list[Chip]:
    """Rims of a chip's size in what is burnt out, beside `chips`, those that are clear; their `team` is empty."""
    if not evidence.blind.any():
        return []
    half = half_of(radius)
    rim, band = (disc(half[0] * reach, half[1] * reach, 0.74) for reach in (1.08, 1.75))
    found = standing_out(without(evidence.dimmed, chips, half), rim, band, RIM, half)
    if not found:
        return []
    burnt = mean_at(smaller(evidence.blind), disc(*half), found)
    edge = polars(evidence.dimmed, found, half, EDGE).max(axis=1)
    closed = (edge - polars(evidence.dimmed, found, half, OUTSIDE).mean(axis=1) > STEP).mean(axis=1)
    within = polars(evidence.dimmed, found, half, MIDDLE).mean(axis=(1, 2))
    clearer = np.array([one.filled for one in found]) - within
    likely = (burnt >= BURNT) & (closed >= DIRECTIONS) & (clearer >= CLEARER)
    return [one for one, may_be in zip(found, likely.tolist(), strict=True) if may_be and is_well_inside(one)]
