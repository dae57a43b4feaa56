"""What looks like a chip already known, on a board nobody measured: chips of one team are alike all around.

A chip is compared by its colours from the middle to beyond its edge. Nothing is decided here from a twin.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.classify.discs import SEARCH, Chip, chip_at, half_of, polars
from vision.classify.evidence import Evidence, Map
from vision.rectify.size import Radius
from vision.rectify.straight import MARGIN, SIDE

REACHES = (0.15, 0.3, 0.45, 0.6, 0.72, 0.84, 0.96, 1.08)
"""Where chips are compared. Chip radii."""
WEIGHTS = np.array(REACHES, np.float32)[:, None] / np.float32(sum(REACHES))
FARTHEST = 11
"""So far from the middle of its space a chip may lie. Pixels; 8 to 14."""
STEP = 2
"""Places are tried so far apart at first. Pixels."""
NEARER, MISTAKEN = 0.8, 10
"""What is a chip is at most so far from another as the empty spaces are that are most similar, but for so many of them
that may be no empty ones. Parts, 0.6 to 0.85; per cent, 5 to 15."""
LIKELIEST = 4
"""Of all places of a space so many are compared in all directions. 3 to 10."""
AT_ONCE = 2000
"""OpenCV samples no more than some 32,000 rows at once."""
AROUND = 13
"""So many of sixteen directions are compared: glare or the next chip may lie in the others. 10 to 14."""
FEWEST, SPREAD = 3, 2.0
"""So many certain chips of a team show what the others look like, and by so much more than four in five of those
another one may differ. 2 to 4; 1.5 to 2.5."""

Profile = NDArray[np.float32]
"""Colours of a chip by reach, the same in all directions; shape (reaches, 3)."""


@dataclass(frozen=True)
class Alike:
    """The most similar place of each space to one chip."""

    places: dict[int, Chip]
    far: dict[int, float]
    """Mean difference of colour, parts of paper white."""

    def chips(self, empty: Iterable[int]) -> dict[int, Chip]:
        """The spaces that bear such a chip, given those that are empty as far as their twins tell."""
        far = [self.far[space] for space in empty if space in self.far]
        limit = NEARER * float(np.percentile(far, MISTAKEN)) if far else 0.0
        return {space: chip for space, chip in self.places.items() if self.far[space] < limit}


def colours_of(evidence: Evidence, chips: list[Chip], radius: Radius) -> NDArray[np.float32]:
    """Colours around each place; shape (places, reaches, directions, 3)."""
    return colours_at((*evidence.plane, evidence.lightness), chips, radius, REACHES)


def colours_at(
    maps: tuple[Map, ...], chips: list[Chip], radius: Radius, reaches: tuple[float, ...]
) -> NDArray[np.float32]:
    """What several maps show around each place; shape (places, reaches, directions, maps)."""
    half = half_of(radius)
    parts = [chips[at : at + AT_ONCE] for at in range(0, len(chips), AT_ONCE)]
    return np.concatenate([np.stack([polars(one, part, half, reaches) for one in maps], axis=-1) for part in parts])


def places_in(spaces: Iterable[int], layout: Layout) -> tuple[list[tuple[int, int]], list[Chip]]:
    """Steps from the middle of a space at which chips may lie, pixels, and the places of each space in that order."""
    way = range(-FARTHEST, FARTHEST + 1, STEP)
    steps = [(right, below) for right in way for below in way]
    return steps, [_place(space, right, below, layout) for space in spaces for right, below in steps]


def _place(space: int, right: int, below: int, layout: Layout) -> Chip:
    row, column = divmod(space, layout.columns)
    middle = (SIDE - 1) / 2
    down, across = MARGIN + row * SIDE + middle + below, MARGIN + column * SIDE + middle + right
    return chip_at("", (down + 0.5) / SEARCH - 0.5, (across + 0.5) / SEARCH - 0.5, 0.0, 0.0)


def unlike_others(evidence: Evidence, doubted: list[Chip], certain: list[Chip], radius: Radius) -> list[Chip]:
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


class Comparer:
    """Compares every place of some spaces with one chip after the other."""

    def __init__(self, evidence: Evidence, spaces: Iterable[int], layout: Layout, radius: Radius) -> None:
        self._evidence, self._radius = evidence, radius
        self._layout = layout
        self._spaces = list(spaces)
        self._steps, places = places_in(self._spaces, layout)
        # All directions of all places, for every chip anew, would take thirty times as long.
        self._usual = np.median(self._colours(places), axis=2)

    def like(self, chip: Chip) -> Alike:
        """Where each space is most like the chip, and how far from it."""
        profile: Profile = np.median(self._colours([chip])[0], axis=1)
        off = (np.abs(self._usual - profile).sum(axis=-1) * WEIGHTS[:, 0]).sum(axis=1)
        likely = np.argsort(off.reshape(len(self._spaces), len(self._steps)), axis=1)[:, :LIKELIEST]
        steps = [[self._steps[k] for k in row] for row in likely.tolist()]
        best = [steps[n][k] for n, (k, _) in enumerate(self._nearest(steps, profile))]
        around = [[(right + r, below + b) for r in (-1, 0, 1) for b in (-1, 0, 1)] for right, below in best]
        nearest = self._nearest(around, profile)
        places, far = {}, {}
        for space, steps_of, (k, apart) in zip(self._spaces, around, nearest, strict=True):
            place = _place(space, *steps_of[k], self._layout)
            places[space], far[space] = chip._replace(across=place.across, down=place.down), apart
        return Alike(places, far)

    def _nearest(self, steps: list[list[tuple[int, int]]], profile: Profile) -> list[tuple[int, float]]:
        """Which of each space's places is most like the profile, and how far from it."""
        places = [
            _place(space, right, below, self._layout)
            for space, own in zip(self._spaces, steps, strict=True)
            for right, below in own
        ]
        far = _far(self._colours(places), profile).reshape(len(self._spaces), -1)
        return list(zip(far.argmin(axis=1).tolist(), far.min(axis=1).tolist(), strict=True))

    def _colours(self, chips: list[Chip]) -> NDArray[np.float32]:
        return colours_of(self._evidence, chips, self._radius)


def _far(seen: NDArray[np.float32], profile: Profile) -> NDArray[np.float32]:
    """Mean difference of colour to a profile, the least similar directions left out; shape (places,)."""
    off = np.abs(seen - profile[None, :, None, :]).sum(axis=-1)
    by_direction = np.sort((off * WEIGHTS).sum(axis=1), axis=1)
    return np.asarray(by_direction[:, :AROUND].mean(axis=1), np.float32)
