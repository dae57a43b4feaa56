"""The other space of each card, and what it leads to expect of this one: every card is printed twice.

So a board that nobody measured carries its own comparison, and what a lamp's mirror image hid of an empty one is known
all the same. Pictures only; what lies on them is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.normalize.light import Field, grey_of
from vision.rectify.mesh import Picture
from vision.rectify.size import Radius
from vision.rectify.straight import SIDE, wider, window

SLACK = 2
"""How far print may lie differently in two spaces with the same card. Pixels of the straight picture."""
BEYOND = 1.2
"""A disc is compared with its twin so far out, so that its edge is seen. Chip radii; 1.1 to 1.4."""
ENOUGH = 0.25
"""With so much of a space to be seen it tells which way its twin is turned. Parts; 0.2 to 0.5."""
Twins = Mapping[int, tuple[int, int]]
"""Space -> the other space of its card, and by how many quarter turns that one's picture lies over this one."""


def twins_of(straight: Picture, layout: Layout, lost: NDArray[np.bool_] | None = None) -> Twins:
    """The twins of a board, turned the way in which they are most alike: some boards have cards that face outwards.

    Nothing is compared where the picture is `lost`, shape (height, width); twins of which too little is left are turned
    as those that lie nearest to both.
    """
    grey = grey_of(straight)
    seen = np.ones(grey.shape, np.float32) if lost is None else np.float32(1.0) - lost
    turns: dict[tuple[int, int], int] = {}
    for one, other in layout.twins.items():
        if (one, other) not in turns:
            at, there = window(one, layout.columns), window(other, layout.columns)
            if min(seen[at].mean(), seen[there].mean()) >= ENOUGH:
                turn = _turns((grey[at], seen[at]), (grey[there], seen[there]))
                turns[one, other], turns[other, one] = turn, -turn % 4
    return {
        one: (other, turns[one, other] if (one, other) in turns else _likely_turn(turns, one, other, layout.columns))
        for one, other in layout.twins.items()
    }


def twin_picture(
    straight: Picture, twins: Twins, layout: Layout, white: NDArray[np.float32], taken: NDArray[np.bool_]
) -> Picture:
    """The straight picture with every space replaced by its twin, in its own light.

    `taken` says where chips, or glare, are known to lie: there the twin tells nothing, and the space itself stands;
    where both are taken, plain paper does.
    """
    picture = straight.copy()
    paper = white.reshape(-1, 3)
    for here, (there, turns) in twins.items():
        at, twin = window(here, layout.columns), window(there, layout.columns)
        part = _lit(np.rot90(straight[twin], turns), paper[here] / paper[there])
        there_taken = np.rot90(taken[twin], turns)
        part[there_taken] = straight[at][there_taken]
        part[there_taken & taken[at]] = paper[here].astype(np.uint8)
        picture[at] = part
    return picture


def likeness(straight: Picture, expected: Picture, space: int, columns: int) -> float:
    """Correlation of a space with what its twin leads to expect, colours and all, -1 to 1; print may lie a little
    aside."""
    at = window(space, columns)
    inner = slice(at[0].start + SLACK, at[0].stop - SLACK), slice(at[1].start + SLACK, at[1].stop - SLACK)
    return _alike(expected[wider(inner, SLACK)], straight[inner])


def disc_likeness(
    straight: Picture, place: tuple[float, float], space: int, radius: Radius, twins: Twins, layout: Layout
) -> float:
    """Correlation of a disc and its edge with the same place of the twin: print is as like as the lamp lets it be, a
    chip only where another lies on the twin in the same place.

    `place` is where the middle of the disc lies across and down the board, in spaces.
    """
    row, column = divmod(space, layout.columns)
    across, down = (place[0] - column) * SIDE, (place[1] - row) * SIDE
    wide, high = (BEYOND * one * SIDE for one in radius)
    top, bottom = max(round(down - high), 0), min(round(down + high) + 1, SIDE)
    left, right = max(round(across - wide), 0), min(round(across + wide) + 1, SIDE)
    there, turns = twins[space]
    twin = np.rot90(straight[wider(window(there, layout.columns), SLACK)], turns)
    here = straight[window(space, layout.columns)][top:bottom, left:right]
    return _alike(twin[top : bottom + 2 * SLACK, left : right + 2 * SLACK], here)


def _alike(around: Picture, here: Picture) -> float:
    """Correlation of a picture with the part of a larger one that is likest."""
    found = cv2.matchTemplate(np.ascontiguousarray(around), np.ascontiguousarray(here), cv2.TM_CCOEFF_NORMED)
    return float(found.max())


def _lit(part: Picture, factor: NDArray[np.float32]) -> Picture:
    """A piece of picture in other light."""
    return np.asarray(np.clip(part.astype(np.float32) * factor, 0, 255).astype(np.uint8))


def _turns(first: tuple[Field, Field], second: tuple[Field, Field]) -> int:
    """Quarter turns of the second space that make it most like the first; each is its grey, and 1 where it is seen."""
    small = (SIDE // 2, SIDE // 2)
    one, seen, two, also = (cv2.resize(part, small, interpolation=cv2.INTER_AREA) for part in (*first, *second))

    def alike(turns: int) -> float:
        both = np.minimum(seen, np.rot90(also, turns)) == 1.0
        here, there = one[both], np.rot90(two, turns)[both]
        here, there = here - here.mean(), there - there.mean()
        return float((here * there).sum() / (np.sqrt((here * here).sum() * (there * there).sum()) + 1.0))

    return max(range(4), key=alike)


def _likely_turn(turns: dict[tuple[int, int], int], here: int, there: int, columns: int) -> int:
    """Quarter turns by which a twin is likely turned: as those that lie nearest to both are."""

    def far(pair: tuple[int, int]) -> int:
        ways = (np.subtract(divmod(a, columns), divmod(b, columns)) for a, b in zip(pair, (here, there), strict=True))
        return sum(int(np.abs(way).sum()) for way in ways)

    return turns[min(turns, key=far)] if turns else 0
