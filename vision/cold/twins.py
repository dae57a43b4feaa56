"""The other space of each card, and what it leads to expect of this one: every card is printed twice.

Pictures only; what lies on them is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.classify.discs import Chip
from vision.cold.ground import Ground
from vision.normalize.light import grey_of
from vision.rectify.mesh import Picture
from vision.rectify.size import Radius
from vision.rectify.straight import SIDE, wider, window

SLACK = 2
"""How far print may lie differently in two spaces with the same card. Pixels of the straight picture."""
BEYOND = 1.2
"""A disc is compared with its twin so far out, so that its edge is seen. Chip radii; 1.1 to 1.4."""
Twins = Mapping[int, tuple[int, int]]
"""Space -> the other space of its card, and by how many quarter turns that one's picture lies over this one."""


def twins_of(straight: Picture, layout: Layout) -> Twins:
    """The twins of a board, turned the way in which they are most alike: some boards have cards that face outwards."""
    twins: dict[int, tuple[int, int]] = {}
    for one, other in layout.twins.items():
        if other in twins:
            twins[one] = (other, -twins[other][1] % 4)
        else:
            turns = _turns(straight[window(one, layout.columns)], straight[window(other, layout.columns)])
            twins[one] = (other, turns)
    return twins


def twin_picture(
    straight: Picture,
    twins: Twins,
    layout: Layout,
    white: NDArray[np.float32],
    taken: NDArray[np.bool_],
    ground: Ground | None = None,
) -> Picture:
    """The straight picture with every space replaced by its twin, in its own light.

    `taken` says where chips are known to lie: there the twin tells nothing, and the space itself stands; where
    both are taken, plain paper does.
    """
    picture = straight.copy()
    paper = white.reshape(-1, 3)
    for here, (there, turns) in twins.items():
        at, twin = window(here, layout.columns), window(there, layout.columns)
        part = _lit(np.rot90(straight[twin], turns), paper[here] / paper[there])
        there_taken = np.rot90(taken[twin], turns)
        part[there_taken] = straight[at][there_taken]
        part[there_taken & taken[at]] = paper[here].astype(np.uint8)
        picture[at] = part if ground is None else ground.instead(at, straight, part)
    return picture


def likeness(straight: Picture, expected: Picture, space: int, columns: int) -> float:
    """Correlation of a space with what its twin leads to expect, colours and all, -1 to 1; print may lie a little
    aside."""
    at = window(space, columns)
    inner = slice(at[0].start + SLACK, at[0].stop - SLACK), slice(at[1].start + SLACK, at[1].stop - SLACK)
    return _alike(expected[wider(inner, SLACK)], straight[inner])


def disc_likeness(straight: Picture, chip: Chip, space: int, radius: Radius, twins: Twins, layout: Layout) -> float:
    """Correlation of a disc and its edge with the same place of the twin: print is as like as the lamp lets it be, a
    chip only where another lies on the twin in the same place."""
    row, column = divmod(space, layout.columns)
    across, down = (chip.across - column) * SIDE, (chip.down - row) * SIDE
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


def _turns(first: Picture, second: Picture) -> int:
    """Quarter turns of the second that make it most like the first."""
    small = (SIDE // 2, SIDE // 2)
    one = grey_of(cv2.resize(first, small, interpolation=cv2.INTER_AREA))
    two = grey_of(cv2.resize(second, small, interpolation=cv2.INTER_AREA))
    one = one - one.mean()
    two = two - two.mean()
    likeness = [float((one * np.rot90(two, turns)).sum()) for turns in range(4)]
    return int(np.argmax(likeness))
