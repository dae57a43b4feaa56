"""What looks like a chip already known, on a board nobody measured: chips of one team are alike all around.

A chip is compared by its colours from the middle to beyond its edge. Nothing is decided here from a twin.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.discs import SEARCH, Chip, polars
from vision.evidence import Evidence
from vision.straight import SIDE

REACHES = (0.15, 0.3, 0.45, 0.6, 0.72, 0.84, 0.96, 1.08)
"""Where chips are compared. Chip radii."""
WEIGHTS = np.array(REACHES, np.float32)[:, None] / np.float32(sum(REACHES))
AROUND = 13
"""Of sixteen directions so many must be alike: glare or the next chip may lie in the others. 10 to 14."""
FEWEST, SPREAD = 3, 2.0
"""So many certain chips of a team show what the others look like, and by so much more than four in five of those
another one may differ. 2 to 4; 1.5 to 2.5."""

Profile = NDArray[np.float32]
"""Colours of a chip by reach, the same in all directions; shape (reaches, 3)."""


def colours_of(evidence: Evidence, chips: list[Chip], radius: tuple[float, float]) -> NDArray[np.float32]:
    """Colours around each place; shape (places, reaches, directions, 3)."""
    half = (radius[0] * SIDE / SEARCH, radius[1] * SIDE / SEARCH)
    maps = (*evidence.plane, evidence.lightness)
    return np.stack([polars(one, chips, half, REACHES) for one in maps], axis=-1)


def unlike_others(
    evidence: Evidence, doubted: list[Chip], certain: list[Chip], radius: tuple[float, float]
) -> list[Chip]:
    """Those of the doubted chips that do not look like the certain ones of their team, or of whose team too few are
    certain to tell what they look like."""
    unlike = []
    for team in {chip.team for chip in doubted}:
        mine = [chip for chip in doubted if chip.team == team]
        known = [chip for chip in certain if chip.team == team]
        if len(known) < FEWEST:
            unlike += mine
            continue
        seen = colours_of(evidence, known, radius)
        profile: Profile = np.median(seen, axis=(0, 2))
        limit = SPREAD * float(np.percentile(_far(seen, profile), 80))
        far = _far(colours_of(evidence, mine, radius), profile).tolist()
        unlike += [chip for chip, off in zip(mine, far, strict=True) if off > limit]
    return unlike


def _far(seen: NDArray[np.float32], profile: Profile) -> NDArray[np.float32]:
    """Mean difference of colour to a profile, the least similar directions left out; shape (places,)."""
    off = np.abs(seen - profile[None, :, None, :]).sum(axis=-1)
    by_direction = np.sort((off * WEIGHTS).sum(axis=1), axis=1)
    return np.asarray(by_direction[:, :AROUND].mean(axis=1), np.float32)
