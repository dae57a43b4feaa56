"""Reads the piles by all there is: the indices of the cards, and the faces of a deck where one was shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import Card
from vision.cards.outline import Outline
from vision.cards.patch import CARDS
from vision.cards.piles import Pile, beside, piles_in
from vision.cards.reader import ordinary_reader
from vision.cards.shown.deck import ShownDeck
from vision.cards.shown.faces import ShownFaces
from vision.cards.tabletop import Tabletop
from vision.cards.whole_card import SeenFace
from vision.rectify.mesh import Mesh, Picture


class PileReader:
    """Tells which cards lie on the piles beside a board."""

    def __init__(self, shown: ShownDeck | None = None) -> None:
        """`shown` is the deck as it was shown, where it was."""
        self._shown = None if shown is None or not shown.names else ShownFaces(shown, ordinary_reader().whole)
        self.cards: tuple[Card, ...] = CARDS if self._shown is None else self._shown.cards
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
        piles = piles_in(picture, flat, where, ordinary_reader(), self._shown)
        return [replace(pile, corners=table.in_picture(flat.on_table(pile.corners))) for pile in piles]

    def faces_at(self, picture: Picture, table: Tabletop, outlines: list[Outline]) -> list[SeenFace]:
        """What lies where cards are thought to lie, to about half a centimetre and a few degrees, in their order; the
        lens of the picture bends no straight line."""
        return ordinary_reader().whole.settled(picture, table, outlines)


def find_piles(picture: Picture, mesh: Mesh) -> list[Pile]:
    """The piles beside a board, from left to right, by the indices of their cards alone."""
    return PileReader().piles(picture, mesh)
