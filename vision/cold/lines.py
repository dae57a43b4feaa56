"""The lines between the cards of a board nobody measured: where none goes on, something lies over them.

What parts two cards, a thin line or a wide gap, looks the same all over one board. A box, a cup or a sheet of paper
may be as white as a card and covered with print, but it does not go on with the lines around it.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.normalize.light import grey_of
from vision.normalize.twins import SLACK
from vision.rectify.mesh import Picture
from vision.rectify.straight import MARGIN, SIDE, spaces_of, wider, window

Array = NDArray[Any]

REACH = 8
"""Pixels to each side of a line that are compared. 5 to 10."""
ENDS = 5
"""Pixels left out at both ends of a line, where other lines cross it. 3 to 8."""
SEEN = 0.05
"""Lines that stand out less from the cards say nothing. Spread, parts of paper white; 0.03 to 0.08."""
BROKEN, FAINT = 0.45, 0.3
"""A line that shows less than the first of what lines are is not seen; where none is, and on average those around a
space show less than the second, it is covered. 0.35 to 0.5, and 0.2 to 0.35."""
HALF = 0.5
"""Where they show less than this on average, something may lie over a part of it. 0.4 to 0.6."""
LIKE, ALIKE = 0.45, 0.55
"""Correlation with what the twin shows from which a space is in the open, lines or not, and where it is only in doubt.
0.3 to 0.6, each."""
DAZZLING, DAZZLED = 245, 0.15
"""A lamp that mirrors in a space brings so much more of it than of others so near to the brightest there is; then it
takes lines, and hides nothing. Steps of 255, and parts; 240 to 250, and 0.1 to 0.2."""
BRIGHTEST = 1.3
"""Light beyond this is not told apart. Parts of paper white; 1.2 to 1.5."""


def without_lines(
    straight: Picture, expected: Picture, white: NDArray[np.float32], layout: Layout
) -> tuple[frozenset[int], frozenset[int]]:
    """Spaces around which no line is seen, and those where few are; whose card is not seen either.

    `straight` is the straight picture, `expected` what the twins lead to expect of it, `white` the paper white of each
    space, shape (rows, columns, 3).
    """
    size = (straight.shape[1], straight.shape[0])
    paper = np.maximum(cv2.resize(white, size, interpolation=cv2.INTER_LINEAR), 1.0)
    light = np.minimum(straight / paper, BRIGHTEST).astype(np.float32)
    rows, columns = layout.rows, layout.columns
    upright, upright_seen = _lines(light, rows, columns)
    level, level_seen = _lines(np.ascontiguousarray(light.transpose(1, 0, 2)), columns, rows)
    if max(upright_seen, level_seen) < SEEN:
        return frozenset(), frozenset()
    around = np.full((4, rows, columns), np.nan)
    around[0, :, 1:], around[1, :, :-1] = upright, upright
    around[2, 1:], around[3, :-1] = level.T, level.T
    usual, best = np.nanmean(around, axis=0).ravel(), np.nanmax(around, axis=0).ravel()
    dazzling = (straight.max(axis=2) >= DAZZLING).astype(np.float32)
    bright = spaces_of(dazzling, rows, columns).mean(axis=(2, 3)).ravel()
    dazzled = bright > np.median(bright) + DAZZLED
    few = [int(space) for space in np.flatnonzero((usual < HALF) & ~dazzled) if int(space) not in layout.free]
    alike = {space: _likeness(straight, expected, space, columns) for space in few}
    covered = {space for space in few if best[space] < BROKEN and usual[space] < FAINT and alike[space] < LIKE}
    return frozenset(covered), frozenset(space for space in few if alike[space] < ALIKE) - covered


def _lines(light: NDArray[np.float32], rows: int, columns: int) -> tuple[Array, float]:
    """How much of a line each upright inner one is, shape (rows, columns - 1), and how far lines stand out at all."""
    wide = REACH + SLACK
    strips = light[MARGIN : MARGIN + rows * SIDE].reshape(rows, SIDE, *light.shape[1:])[:, ENDS:-ENDS]
    across = np.median(strips, axis=1)
    at = MARGIN + SIDE * np.arange(1, columns)[:, None] + np.arange(-wide, wide)
    seen = across[:, at]
    usual = np.median(seen[:, :, SLACK:-SLACK].reshape(-1, 2 * REACH, 3), axis=0)
    usual -= usual.mean(axis=0)
    size = float((usual * usual).sum())
    best = np.full(seen.shape[:2], -np.inf)
    for aside in range(2 * SLACK + 1):
        there = seen[:, :, aside : aside + 2 * REACH]
        best = np.maximum(best, ((there - there.mean(axis=2, keepdims=True)) * usual).sum(axis=(2, 3)))
    return np.clip(best / max(size, 1e-6), 0.0, 1.0), float(np.sqrt(size / usual.size))


def _likeness(straight: Picture, expected: Picture, space: int, columns: int) -> float:
    """Correlation of a space with what is expected there, -1 to 1; either may lie a little aside."""
    place = window(space, columns)
    here, there = grey_of(straight[wider(place, SLACK)]), grey_of(expected[place])
    return float(cv2.matchTemplate(here, there, cv2.TM_CCOEFF_NORMED).max())
