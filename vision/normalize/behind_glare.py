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
from vision.normalize.light import smooth_up
from vision.normalize.look import TableLook
from vision.normalize.twins import twin_picture, twins_of
from vision.rectify.mesh import Picture

VEIL = 1.08
"""Paper by so much brighter than on the whole lay under glare. 1.05 to 1.2."""
BESIDE = 4
"""Pixels around what is burnt out that glare has washed out as well. 2 to 8."""
LEAST = 0.005
"""Less than this of the board burnt out is not worth the while. Parts; 0.001 to 0.02."""


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
    expected = twin_picture(result, twins_of(result, layout, lost), layout, paper, lost)
    return np.where(lost[..., None], expected, result), paper


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
