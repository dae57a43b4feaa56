"""Where exactly a disc lies: by its edge, looked for in all directions.

Print of a chip's colour beside it draws its centre of mass aside, and a lamp in it pushes that away; its edge
stays where it is. Which discs there are is found elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.classify.discs import SEARCH, Chip, polars
from vision.classify.evidence import Map
from vision.rectify.size import PixelRadius
from vision.rectify.straight import SIDE

Array = NDArray[Any]

FIRST, LAST, STEP = 0.5, 1.6, 0.1
"""Where the edge is looked for. Chip radii."""
FAINTEST = 0.5
"""A disc that shows less of its colour than this is left where it is. Parts; 0.4 to 0.7."""
OPEN, PRINTED = 0.35, 0.3
"""A direction in which the colour goes on so far, or in which so much print of that colour lies, tells of no edge.
Parts; 0.2 to 0.5, each."""
FEWEST = 7
"""Of 16 directions so many must show the edge. 6 to 10."""
PLAY = 0.08
"""An edge so far off the circle is believed half. Chip radii; 0.05 to 0.15."""
FARTHEST = 0.3
"""A centre is moved by no more at a time. Chip radii; 0.2 to 0.5."""
ROUNDS = 2


def centred(
    chips: Sequence[Chip], colour: Mapping[str, Map], printed: Mapping[str, Map], half: PixelRadius
) -> list[Chip]:
    """The chips, each moved to the middle of its edge.

    Team by team `colour` is how surely each pixel shows it, `printed` how far that may be print; `half` are the half
    width and half height of a chip in pixels of the smaller maps.
    """
    reaches = tuple(np.arange(FIRST, LAST + STEP / 2, STEP).tolist())
    wide, high = half[0] * SEARCH / SIDE, half[1] * SEARCH / SIDE
    found = sorted(chips, key=lambda chip: chip.team)
    teams = [list(team) for _, team in groupby(found, key=lambda chip: chip.team)]
    for _ in range(ROUNDS if found else 0):
        seen = np.concatenate([polars(colour[team[0].team], team, half, reaches) for team in teams])
        beyond = np.concatenate([polars(printed[team[0].team], team, half, reaches[3:]) for team in teams])
        within = seen[:, :3].mean(axis=1)
        part = np.clip(seen / np.maximum(within, FAINTEST)[:, None], 0.0, 1.0)
        edge = FIRST - STEP / 2 + STEP * part.sum(axis=1)
        told = (part[:, -2:].mean(axis=1) < OPEN) & (beyond.mean(axis=1) < PRINTED) & (within > FAINTEST)
        found = [
            chip._replace(across=chip.across + right * wide, down=chip.down + below * high)
            for chip, (right, below) in zip(found, _middles(edge, told).tolist(), strict=True)
        ]
        teams = [list(team) for _, team in groupby(found, key=lambda chip: chip.team)]
    return found


def _middles(edge: Array, told: NDArray[np.bool_]) -> Array:
    """How far the middle of each circle lies aside of where its edge was measured from; (chips, 2), right and below.

    `edge` is how far off the edge was found in each direction, `told` where that can be believed; (chips, 16) each.
    """
    directions = _directions()
    hold = np.diag([1e-3, 0.5, 0.5])
    trust: Array = told.astype(np.float64)
    circle: Array = np.zeros((len(edge), 3))
    for _ in range(4):
        square = np.einsum("cd,di,dj->cij", trust, directions, directions) + hold
        circle = np.linalg.solve(square, ((trust * edge) @ directions)[..., None])[..., 0]
        trust = told / (1.0 + ((edge - circle @ directions.T) / PLAY) ** 2)
    enough = told.sum(axis=1, keepdims=True) >= FEWEST
    return np.where(enough, np.clip(circle[:, 1:], -FARTHEST, FARTHEST), 0.0)


@lru_cache(maxsize=1)
def _directions() -> NDArray[np.float64]:
    """What the edge of a circle lies off by in each direction of `polars`: its size, and where its middle is."""
    turn = np.arange(16) * np.pi / 8
    return np.stack([np.ones(16), np.cos(turn), np.sin(turn)], axis=1)
