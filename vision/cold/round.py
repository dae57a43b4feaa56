"""How round what lies at a place is: all of it ends at a chip's edge, and looks the same in all directions.

Nothing is said here of what it is.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.classify.discs import Chip
from vision.classify.evidence import Evidence
from vision.cold.alike import AROUND, colours_at, places_in
from vision.rectify.size import Radius

REACHES = (0.15, 0.3, 0.45, 0.6, 0.72, 0.82, 0.92, 1.0, 1.2, 1.35)
"""Where a disc is looked at. Chip radii."""
WITHIN, RIM, BEYOND = slice(0, 8), slice(5, 7), slice(8, 10)
"""Which of these lie inside a chip, at its edge, and outside of it."""
APART = 5
"""Two places of one space are at least so far apart. Pixels; 4 to 8."""


def roundest(evidence: Evidence, radius: Radius, layout: Layout, spaces: Iterable[int]) -> list[tuple[int, Chip]]:
    """The roundest places of each space, two well apart, those that are roundest first."""
    spaces = sorted(spaces)
    if not spaces:
        return []
    steps, places = places_in(spaces, layout)
    how_round = roundness_at(evidence, places, radius).reshape(len(spaces), len(steps))
    apart = np.abs(np.array(steps)[:, None] - np.array(steps)[None]).max(axis=2)
    found = []
    for number, space in enumerate(spaces):
        first = int(how_round[number].argmax())
        second = int(np.where(apart[first] >= APART, how_round[number], -np.inf).argmax())
        found += [(float(how_round[number, k]), space, places[number * len(steps) + k]) for k in (first, second)]
    return [(space, place) for _, space, place in sorted(found, key=lambda one: -one[0])]


def roundness_at(evidence: Evidence, places: list[Chip], radius: Radius) -> NDArray[np.float32]:
    """The roundness of each place in a picture; shape (places,)."""
    return roundness(colours_at((*evidence.plane, evidence.lightness), places, radius, REACHES))


def roundness(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far something at each place ends all around at a chip's edge and is the same in all directions, in parts of
    paper white; `seen` has the shape (places, reaches, directions, 3)."""
    step = np.abs(seen[:, RIM].mean(axis=1) - seen[:, BEYOND].mean(axis=1)).sum(axis=-1)
    step = np.sort(step, axis=1)[:, -AROUND]
    inside, weights = seen[:, WITHIN], np.array(REACHES[WITHIN], np.float32)[:, None]
    off = np.abs(inside - np.median(inside, axis=2, keepdims=True)).sum(axis=-1)
    uneven = np.sort((off * weights).sum(axis=1) / weights.sum(), axis=1)[:, :AROUND].mean(axis=1)
    return np.asarray(step - uneven, np.float32)
