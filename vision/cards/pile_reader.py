"""Reads the piles by all there is: the indices of the cards, and the faces of a deck where one was shown."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import Card, is_playing_card
from vision.cards.patch import CARDS
from vision.cards.piles import Pile, beside, piles_in
from vision.cards.reader import IndexReader, ordinary_reader
from vision.cards.shown.deck import ShownDeck
from vision.cards.shown.joining import joined, told_of
from vision.cards.shown.likeness import Faces
from vision.cards.shown.piles import shown_piles
from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Mesh, Picture

READ = 9.0
"""Centimetres around a card that the shown deck tells for certain in which no index is looked for. 7 to 10."""
ROOM = 3.0
"""Centimetres that a part of the table must be wide for an index to be looked for there. 2 to 4."""
COARSE = 8
"""Pixels of a cell in which that is reckoned."""


class PileReader:
    """Tells which cards lie on the piles beside a board."""

    def __init__(self, shown: ShownDeck | None = None, indices: IndexReader | None = None) -> None:
        """`shown` is the deck as it was shown, where it was; `indices` reads indices, else the ordinary reader."""
        self._faces = None if shown is None or not shown.names else Faces(shown)
        self._indices = indices
        names = () if shown is None else shown.names
        self._by_index = all(map(is_playing_card, names))
        self.cards: tuple[Card, ...] = CARDS if self._by_index else names
        """What the chances of every pile stand for."""

    def piles(self, picture: Picture, mesh: Mesh) -> list[Pile]:
        """The piles beside a board, from left to right.

        Args:
            picture: the picture.
            mesh: where the board lies in it.
        """
        table = Tabletop.of(mesh, (picture.shape[1], picture.shape[0]))
        return self.piles_in(picture, table, beside(picture, table))

    def piles_in(self, picture: Picture, table: Tabletop, where: NDArray[np.uint8]) -> list[Pile]:
        """The piles in the part of the picture where `where` is 255, from left to right."""
        if not where.any():
            return []
        picture, where, flat = table.without_lens(picture, where)
        piles = self._piles_in(picture, flat, where)
        return [replace(pile, corners=table.in_picture(flat.on_table(pile.corners))) for pile in piles]

    def _piles_in(self, picture: Picture, table: Tabletop, where: NDArray[np.uint8]) -> list[Pile]:
        if self._faces is None:
            return piles_in(picture, table, where, self._the_indices)
        shown = shown_piles(picture, table, where, self._faces)
        left = _without([pile for pile in shown if pile.named], where, table) if self._by_index else None
        read = [] if left is None else piles_in(picture, table, left, self._the_indices)
        return [told_of(pile, self.cards) for pile in joined(read, shown)]

    @property
    def _the_indices(self) -> IndexReader:
        if self._indices is None:
            self._indices = ordinary_reader()
        return self._indices


def find_piles(picture: Picture, mesh: Mesh) -> list[Pile]:
    """The piles beside a board, from left to right, by the indices of their cards alone."""
    return PileReader().piles(picture, mesh)


def _without(piles: list[Pile], where: NDArray[np.uint8], table: Tabletop) -> NDArray[np.uint8]:
    """What is left to be looked at around cards that are known; shape (height, width)."""
    if not piles:
        return where
    size = where.shape[1] // COARSE, where.shape[0] // COARSE
    cells = np.asarray(cv2.resize(where, size, interpolation=cv2.INTER_NEAREST), np.uint8)
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    for pile in piles:
        ring = np.stack([np.cos(angles), np.sin(angles)], 1) * READ + (pile.top.x, pile.top.y)
        cv2.fillConvexPoly(cells, np.round(table.in_picture(ring) / COARSE).astype(np.int32), 0)
    room = max(3, int(ROOM * table.pixels_at((piles[0].top.x, piles[0].top.y)) / COARSE)) | 1
    cells = np.asarray(cv2.morphologyEx(cells, cv2.MORPH_OPEN, np.ones((room, room), np.uint8)), np.uint8)
    large = cv2.resize(cells, where.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.bitwise_and(large, where), np.uint8)
