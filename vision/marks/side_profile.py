"""Where a disc lies that looks like certain others: white, with the same ring, star or word about its middle.

The white sides of one team are all printed alike. How their colours change from the middle to the edge is found
again in a space whatever is printed beside it, and whoever looks there knows where the middle of the next one lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.discs import WITHIN, Chip, polars
from vision.evidence import Evidence
from vision.straight import SIDE

Array = NDArray[Any]

REACHES = (0.12, 0.24, 0.36, 0.48, 0.6, 0.72, 0.84, 0.96, 1.15)
"""Where a disc is looked at, and what lies right around it. Chip radii."""
LIGHT = 0.5
"""What lightness counts against colour: shadows and the print beside a disc change it more. 0.3 to 1."""
SLACK = 0.02
"""Colours are told so much beyond those of the profile. Parts of paper white; 0.01 to 0.05."""
PRINT = 0.2
"""So much less like the others is print that shows. Correlation; 0.1 to 0.3."""
EDGE, COARSE = 3, 2
"""Pixels of a space that are left out at its edge, and steps in which the rest is looked at first. 1 to 4, each."""


def profile_of(discs: Sequence[Chip], evidence: Evidence, half: tuple[float, float]) -> Array:
    """How the colours of these discs change from the middle to the edge; shape (3 planes, reaches)."""
    return np.asarray(np.median(_seen(discs, evidence, half), axis=3).mean(axis=0))


def alike(discs: Sequence[Chip], profile: Array, evidence: Evidence, half: tuple[float, float]) -> Array:
    """How like a profile each disc looks in all directions: correlation, -1 to 1; shape (discs,)."""
    # Print beside a disc is often stronger than its own: it counts no more than that.
    most, least = (end(profile, axis=1)[:, None, None] for end in (np.max, np.min))
    seen = np.clip(_seen(discs, evidence, half), least - SLACK, most + SLACK)
    seen, profile = seen - seen.mean(axis=(2, 3), keepdims=True), profile - profile.mean(axis=1, keepdims=True)
    both = np.einsum("dprw,pr->d", seen, profile)
    size = np.sqrt((seen * seen).sum(axis=(1, 2, 3)) * (profile * profile).sum() * seen.shape[3])
    return np.asarray(both / np.maximum(size, 1e-6))


def likest(
    row: int, column: int, profile: Array, evidence: Evidence, half: tuple[float, float], barer: float
) -> tuple[Chip, float]:
    """The disc in a space that looks most like a profile, and how much so; its `team` is empty.

    One under which less of the print is gone than `barer`, 0 to 1, is rather print itself: a pip in the middle of a
    white card is much like a ring.
    """

    def best(discs: list[Chip]) -> tuple[float, float, Chip]:
        like = alike(discs, profile, evidence, half)
        gone = polars(evidence.unlike, discs, half, WITHIN).mean(axis=(1, 2))
        worth = like - PRINT * (gone <= barer)
        most = int(worth.argmax())
        return float(worth[most]), float(like[most]), discs[most]

    coarse = range(EDGE, SIDE - EDGE + 1, COARSE)
    first = best([_disc(row, column, x, y) for y in coarse for x in coarse])
    x, y = (first[2].across - column) * SIDE, (first[2].down - row) * SIDE
    near = range(-COARSE + 1, COARSE)
    closer = best([_disc(row, column, x + i, y + k) for k in near for i in near])
    _, like, disc = max(first, closer, key=lambda told: told[0])
    return disc, like


def _disc(row: int, column: int, x: float, y: float) -> Chip:
    return Chip("", column + x / SIDE, row + y / SIDE, 0.0, 0.0, True)


def _seen(discs: Sequence[Chip], evidence: Evidence, half: tuple[float, float]) -> Array:
    """Colours and lightness around each disc; shape (discs, 3 planes, reaches, 16 directions)."""
    planes = [polars(plane, list(discs), half, REACHES) for plane in (*evidence.plane, evidence.lightness)]
    planes[2] = LIGHT * planes[2]
    return np.stack(planes, axis=1)
