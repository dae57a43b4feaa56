"""Where a disc that bears print lies: where it is the same all around.

Rings, stars and words on a chip are printed about its middle, and only from there they look alike in all directions.
Which discs there are, and what they are, is found elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from vision.discs import Chip, polars
from vision.evidence import Evidence
from vision.straight import SIDE

REACHES = (0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.0)
"""Where a disc is looked at. Chip radii."""
PLAY = 5
"""How far off its middle a disc may have been found. Pixels; 3 to 6."""


def evenly_centred(discs: Sequence[Chip], evidence: Evidence, half: tuple[float, float]) -> list[Chip]:
    """The discs, each moved to where it differs least from direction to direction; `half` are the half width and half
    height of a chip in pixels of the smaller maps."""
    steps = _steps()
    near = [
        one._replace(across=one.across + right / SIDE, down=one.down + below / SIDE)
        for one in discs
        for right, below in steps
    ]
    uneven = np.zeros(len(near))
    for plane in (evidence.lightness, *evidence.plane):
        seen = polars(plane, near, half, REACHES)
        # The middling direction, whatever lies over some; numpy takes ten times as long for a median.
        middling = np.sort(seen, axis=2)[:, :, 7:8]
        uneven += np.abs(seen - middling).mean(axis=(1, 2))
    best = uneven.reshape(len(discs), len(steps)).argmin(axis=1) if discs else ()
    return [near[number * len(steps) + step] for number, step in enumerate(best)]


@lru_cache(maxsize=1)
def _steps() -> tuple[tuple[int, int], ...]:
    """All steps within PLAY, the shortest first."""
    reach = range(-PLAY, PLAY + 1)
    steps = [(right, below) for right in reach for below in reach if right * right + below * below <= PLAY * PLAY]
    return tuple(sorted(steps, key=lambda step: step[0] ** 2 + step[1] ** 2))
