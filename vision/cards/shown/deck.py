"""The faces of a deck as the camera was shown them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import Card
from vision.cards.outline import Outline, lying
from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Picture

FINE = 20
"""Pixels per centimetre of a kept face. A table seen whole in 1640 pixels has 15 to 25."""


@dataclass(frozen=True)
class ShownDeck:
    """The cards of a deck that were shown, each as a straightened picture."""

    names: tuple[Card, ...]
    """By which the game knows them."""
    faces: NDArray[np.uint8]
    """Upright, blue green red, `FINE` pixels a centimetre; shape (n, height, width, 3)."""
    size: tuple[float, float]
    """Width and height of a card, centimetres on the table."""

    def with_face(self, name: Card, face: Picture) -> ShownDeck:
        """The deck with one card more, or another picture of one it has."""
        rest = self.without(name)
        return ShownDeck((*rest.names, name), np.concatenate([rest.faces, face[None]]), self.size)

    def without(self, name: Card) -> ShownDeck:
        """The deck without one of its cards."""
        kept = [place for place, known in enumerate(self.names) if known != name]
        return ShownDeck(tuple(self.names[place] for place in kept), self.faces[kept], self.size)


def no_cards(size: tuple[float, float]) -> ShownDeck:
    """A deck of cards so large of which none was shown yet."""
    return ShownDeck((), np.zeros((0, *face_shape(size), 3), np.uint8), size)


def face_shape(size: tuple[float, float]) -> tuple[int, int]:
    """Height and width in pixels of the face of a card so many centimetres wide and high."""
    return round(size[1] * FINE), round(size[0] * FINE)


def face_at(picture: Picture, table: Tabletop, outline: Outline) -> Picture:
    """What the picture shows of a card, straightened."""
    height, width = face_shape((outline.width, outline.height))
    on_card = np.array([[1 / FINE, 0, (0.5 - width / 2) / FINE], [0, 1 / FINE, (0.5 - height / 2) / FINE], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = table.to_picture @ lying((outline.x, outline.y), outline.turn) @ on_card
    return np.asarray(cv2.warpPerspective(picture, matrix, (width, height), flags=flags), np.uint8)
