"""What the empty board looks like where a lamp mirrored in it when its picture was taken.

Every card is printed twice: what burnt out on one is seen on the other. This is needed when the glare goes away or
elsewhere; while it stays, it is as good as print.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.normalize.expected import glow_of
from vision.normalize.light import grey_of, smooth_up
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture
from vision.rectify.straight import SIDE, wider, window

VEIL = 1.08
"""Paper by so much brighter than on the whole lay under glare. 1.05 to 1.2."""
BESIDE = 4
"""Pixels around what is burnt out that glare has washed out as well. 2 to 8."""
ENOUGH = 0.25
"""With so much of a space to be seen it tells which way its twin is turned. Parts; 0.2 to 0.5."""
LEAST = 0.005
"""Less than this of the board burnt out is not worth the while. Parts; 0.001 to 0.02."""
PLAY = 2
"""Pixels by which twins may lie beside each other. 1 to 3."""


def with_bare(look: TableLook, layout: Layout) -> TableLook:
    """The look that also knows its board without the glare that lay on it, if any did."""
    glow = glow_of(look)
    if float(glow.mean()) < LEAST:
        return look
    empty, white = _without_glare(look, glow, layout)
    return replace(look, bare=replace(look, empty=empty, white=white, bare=None))


def _without_glare(look: TableLook, glow: NDArray[np.float32], layout: Layout) -> tuple[Picture, NDArray[np.float32]]:
    """The straight picture of the empty board and its paper white as they were without the glare; `glow` is 1
    where a lamp burnt it out."""
    lost = cv2.dilate(glow, np.ones((2 * BESIDE + 1, 2 * BESIDE + 1), np.uint8)) > 0
    paper = paper_without_glare(look.white)
    clean = smooth_up(paper, (look.empty.shape[0], look.empty.shape[1]))
    # Glare is light that was added.
    result = np.clip(look.empty - np.maximum(look.white_map - clean, 0.0), 0, 255).astype(np.uint8)
    turns = _turns(result, lost, layout)
    for here, there in layout.twins.items():
        at, other = window(here, layout.columns), window(there, layout.columns)
        gone = lost[at]
        if not gone.any():
            continue
        near = wider(other, PLAY)
        likely = _likely_turn(turns, here, there, layout.columns)
        part, dark = _most_alike(result[at], gone, result[near], lost[near], likely)
        lit = np.clip(part * (paper.reshape(-1, 3)[here] / paper.reshape(-1, 3)[there]), 0, 255).astype(np.uint8)
        lit[dark] = paper.reshape(-1, 3)[here].astype(np.uint8)
        result[at][gone] = lit[gone]
    return result, paper


def paper_without_glare(white: NDArray[np.float32]) -> NDArray[np.float32]:
    """Paper white of each space, as the spaces without glare lead to expect it: it changes evenly over the board."""
    rows, columns = white.shape[:2]
    row, column = np.mgrid[:rows, :columns]
    terms = np.stack([np.ones(row.size), row.ravel() / rows, column.ravel() / columns], 1)
    values = white.reshape(-1, 3).astype(np.float64)
    bright = values.mean(axis=1)
    plain = bright <= VEIL * np.median(bright)
    even = terms @ np.linalg.lstsq(terms[plain], values[plain], rcond=None)[0]
    glare = bright > VEIL * even.mean(axis=1)
    return np.ascontiguousarray(np.where(glare[:, None], even, values).reshape(white.shape), np.float32)


def _turns(picture: Picture, lost: NDArray[np.bool_], layout: Layout) -> dict[tuple[int, int], int]:
    """Quarter turns by which the second of two twins that are both seen looks like the first."""
    turns: dict[tuple[int, int], int] = {}
    for first, second in layout.twins.items():
        one, two = window(first, layout.columns), window(second, layout.columns)
        if (first, second) not in turns and not (lost[one].any() or lost[two].any()):
            turn = max(range(4), key=lambda turn: _alike(picture[one], np.rot90(picture[two], turn), ~lost[one]))
            turns[first, second], turns[second, first] = turn, -turn % 4
    return turns


def _likely_turn(turns: dict[tuple[int, int], int], here: int, there: int, columns: int) -> int:
    """Quarter turns by which a twin is likely turned: as those that lie nearest to both are."""

    def far(pair: tuple[int, int]) -> int:
        ways = (np.subtract(divmod(a, columns), divmod(b, columns)) for a, b in zip(pair, (here, there), strict=True))
        return sum(int(np.abs(way).sum()) for way in ways)

    return turns[min(turns, key=far)] if turns else 0


def _most_alike(
    here: Picture, gone: NDArray[np.bool_], there: Picture, dark: NDArray[np.bool_], likely: int
) -> tuple[Picture, NDArray[np.bool_]]:
    """The twin, turned and moved to where it is most like what is seen here, and where it is lost itself."""
    known = float((~gone).mean()) >= ENOUGH
    best: tuple[float, Picture, NDArray[np.bool_]] | None = None
    for turn in range(4) if known else (likely,):
        picture, hole = np.rot90(there, turn), np.rot90(dark, turn)
        for down in range(2 * PLAY + 1) if known else (PLAY,):
            for across in range(2 * PLAY + 1) if known else (PLAY,):
                cut = (slice(down, down + SIDE), slice(across, across + SIDE))
                alike = _alike(here, picture[cut], ~gone & ~hole[cut])
                if best is None or alike > best[0]:
                    best = (alike, picture[cut], hole[cut])
    assert best is not None
    return best[1], best[2]


def _alike(one: Picture, other: Picture, seen: NDArray[np.bool_]) -> float:
    """Correlation of two pieces where both are seen."""
    if seen.sum() < 20:
        return 0.0
    first, second = grey_of(np.ascontiguousarray(one))[seen], grey_of(np.ascontiguousarray(other))[seen]
    first, second = first - first.mean(), second - second.mean()
    return float((first * second).sum() / (np.sqrt((first * first).sum() * (second * second).sum()) + 1.0))
