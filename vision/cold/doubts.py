"""What may be a chip though none was read: on a board nobody measured a space is empty only if it looks like its twin.

Chips that a lamp bleaches, white faces of a kind nobody showed: where a round thing lies that the twin does not have,
nobody can tell that the space is empty. Spaces to be doubted, never letters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from engine.observation import EMPTY, UNSURE
from vision.cold.alike import colours_at, places_in
from vision.cold.round import REACHES, roundness, roundness_at
from vision.discs import Chip
from vision.doubts import strangeness
from vision.evidence import Evidence
from vision.look import TableLook

NEAR = 2
"""Print of the twin may lie so far aside. Pixels; 1 to 3."""
WORTH, STRANGER, ROUNDER = 0.1, 0.7, 2.0
"""How unlike its twin a space must be before it is looked at again, and from which sum of that and of how round it is,
which counts so much, it is doubted. 0 to 0.2; 0.5 to 0.9; 1 to 3."""


def may_bear_chip(
    evidence: Evidence,
    chips: Sequence[Chip],
    look: TableLook,
    letters: str,
    twins: Mapping[int, tuple[int, int]],
    layout: Layout,
    slack: int,
) -> frozenset[int]:
    """The empty spaces with something round on them that their twins, which lie in the open, do not show.

    `chips` are those that were found, `twins` says where each space's twin lies, `slack` how far print may have crept.
    """
    shape = (layout.rows, layout.columns)
    maps = (evidence.unlike, evidence.strange)
    unlike = np.sum([strangeness(one, look.radius, list(chips), shape) for one in maps], axis=0).ravel()
    spaces = [
        space
        for space, (twin, _) in sorted(twins.items())
        if letters[space] == EMPTY and letters[twin] in (EMPTY, UNSURE) and unlike[space] > WORTH
    ]
    if not spaces:
        return frozenset()
    steps, places = places_in(spaces, layout)
    twin = look.expected(slack).printed()[0]
    here = roundness_at(evidence, places, look.radius)
    there = roundness(colours_at((twin.across, twin.along, twin.lightness), places, look.radius, REACHES))
    here, there = here.reshape(len(spaces), -1), there.reshape(len(spaces), -1)
    apart = np.abs(np.array(steps)[:, None] - np.array(steps)[None]).max(axis=2)
    near = apart <= NEAR
    doubted = []
    for number, space in enumerate(spaces):
        mine, other = _new(here[number], there[number], near), _new(there[number], here[number], near)
        # What is rounder yet on the twin lies there, and will be found there.
        if mine > other and unlike[space] + ROUNDER * mine > STRANGER:
            doubted.append(space)
    return frozenset(doubted)


def _new(round_here: NDArray[np.float32], round_there: NDArray[np.float32], near: NDArray[np.bool_]) -> float:
    """How much rounder the roundest place of a space is than what is near the same place of its twin; `near` says which
    places are."""
    best = int(round_here.argmax())
    return float(round_here[best] - max(float(round_there[near[best]].max()), 0.0))
