"""The ground between the cards of a board nobody measured: where it shows, and what it looks like in each space.

Cards lie in the same place of every space; what shows no paper around that place anywhere on the board is ground.
It may differ from space to space, also between the two spaces of a card: so a space is compared with itself there.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.classify.evidence import Map
from vision.normalize.light import grey_of
from vision.rectify.mesh import Picture
from vision.rectify.straight import SIDE, spaces_of, window

PAPER, COLOURLESS = 0.8, 0.25
"""A pixel is paper if it is at least so light, against paper white, and no more saturated. 0.7 to 0.9; 0.15 to 0.35."""
BARE = 0.4
"""A row or column of all spaces laid over each other in which paper shows nowhere so often, against where it shows
most, is no part of the card. Parts; 0.25 to 0.5."""
SEAM = 1
"""Where card and ground meet nothing is held to be ground. Pixels; 1 or 2."""
LEAST = 0.15
"""Less ground than this is but lines between the cards. Parts of a space; 0.1 to 0.2."""
LEEWAY, SPREADS = 0.02, 2.0
"""A pixel is of the ground of its space if it is no farther from what is usual there: parts of paper white, and
spreads. 0.02 to 0.05; 2 to 4."""
FINEST, COARSEST = 0.005, 0.02
"""Bounds of that spread. Parts of paper white; 0.005 to 0.02, and 0.04 to 0.1."""
DARKEST, BRIGHTEST = 0.5, 1.15
"""A chip's shadow darkens the ground so far at most, and a lamp brightens it so far. Parts; 0.4 to 0.7, 1.1 to 1.3."""


@dataclass(frozen=True)
class Ground:
    """The ground, over the straight picture."""

    place: NDArray[np.bool_]
    """Where ground is to be seen on an empty board."""
    usual: Picture
    """What it looks like in each space, one colour a space; the picture itself elsewhere."""
    shows: Map
    """How surely it shows in this picture, 0 to 1."""

    def instead(self, picture: Picture, twins: Picture) -> Picture:
        """What to expect, given what the twins lead to expect: the ground of each space where its own is seen, or else
        what explains the picture better, the usual ground here or the twin's."""
        here = picture.astype(np.int16)
        nearer = np.abs(here - self.usual).sum(axis=-1) < np.abs(here - twins).sum(axis=-1)
        ground = np.where((self.shows > 0.5)[..., None], picture, np.where(nearer[..., None], self.usual, twins))
        return np.where(self.place[..., None], ground, twins).astype(np.uint8)


def ground_of(straight: Picture, white: NDArray[np.float32], layout: Layout) -> Ground | None:
    """The ground of a board; None where its cards fill their spaces.

    `straight` is the straight picture, `white` the paper white of each space, shape (rows, columns, 3).
    """
    soft = cv2.blur(straight, (3, 3)).astype(np.float32)
    against_paper = spaces_of(soft, layout.rows, layout.columns) / white[:, :, None, None]
    spaces = np.asarray(against_paper.reshape(layout.size, SIDE, SIDE, 3), np.float32)
    ground = _outside(_card(spaces[sorted(set(range(layout.size)) - layout.free)]))
    if ground.mean() < LEAST:
        return None
    place = np.zeros(straight.shape[:2], bool)
    usual = straight.copy()
    shows = np.zeros(straight.shape[:2], np.float32)
    for space in set(range(layout.size)) - layout.free:
        row, column = divmod(space, layout.columns)
        at = window(space, layout.columns)
        seen = spaces[space]
        middle = np.median(seen[ground], axis=0)
        place[at] = ground
        usual[at][ground] = np.clip(middle * white[row, column], 0, 255).astype(np.uint8)
        shows[at] = ground * _like(seen, middle, ground)
    return Ground(place, usual, shows)


def _card(spaces: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where the card lies in its space: a rectangle; shape (SIDE, SIDE)."""
    light = np.stack([grey_of(space) for space in spaces]) > PAPER
    most = spaces.max(axis=-1)
    share = (light & (most - spaces.min(axis=-1) < COLOURLESS * most)).mean(axis=0)
    enough = share >= BARE * share.max()
    rows, columns = np.flatnonzero(enough.any(axis=1)), np.flatnonzero(enough.any(axis=0))
    card = np.zeros((SIDE, SIDE), bool)
    card[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = True
    return card


def _outside(card: NDArray[np.bool_]) -> NDArray[np.bool_]:
    near = cv2.dilate(card.astype(np.uint8), np.ones((2 * SEAM + 1, 2 * SEAM + 1), np.uint8))
    return np.asarray(near == 0)


def _like(seen: NDArray[np.float32], middle: NDArray[np.float32], ground: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How far each pixel of a space is like its ground, in shadow or out of it; 0 to 1."""
    light = seen.mean(axis=-1) / max(float(middle.mean()), 0.01)
    off = np.abs(seen - np.clip(light, DARKEST, BRIGHTEST)[..., None] * middle).max(axis=-1)
    spread = float(np.clip(1.5 * np.median(off[ground]), FINEST, COARSEST))
    return np.asarray(np.clip(2.0 - off / (LEEWAY + SPREADS * spread), 0.0, 1.0), np.float32)
