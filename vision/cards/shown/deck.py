"""The faces of a deck as the camera was shown them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import Card
from vision.cards.outline import Outline
from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Picture

FINE = 20
"""Pixels per centimetre of a kept face. A table seen whole in 1640 pixels has 15 to 25."""
MARGIN = 0.2
"""Centimetres along a card's rim that are not compared: what lies beside the card shows there. 0.1 to 0.3."""


@dataclass(frozen=True)
class ShownDeck:
    """The cards of a deck that were shown, each as a straightened picture."""

    names: tuple[Card, ...]
    """By which the game knows them."""
    faces: NDArray[np.uint8]
    """Upright, blue green red, `FINE` pixels a centimetre; shape (n, height, width, 3)."""
    size: tuple[float, float]
    """Width and height of a card, centimetres on the table."""

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of a face in pixels."""
        return face_shape(self.size)

    @cached_property
    def compared(self) -> NDArray[np.bool_]:
        """The part of a face that is compared; shape (height, width)."""
        return compared_part(self.shape)

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


def compared_part(shape: tuple[int, int]) -> NDArray[np.bool_]:
    """All of a face, height and width in pixels, but its rim."""
    inside = np.zeros(shape, bool)
    edge = round(MARGIN * FINE)
    inside[edge:-edge, edge:-edge] = True
    return inside


def face_at(picture: Picture, table: Tabletop, outline: Outline, bend: NDArray[np.float64] | None = None) -> Picture:
    """What the picture shows of a card, straightened; `bend` maps pixels of the face to where they really lie."""
    height, width = face_shape((outline.width, outline.height))
    on_card = np.array([[1 / FINE, 0, (0.5 - width / 2) / FINE], [0, 1 / FINE, (0.5 - height / 2) / FINE], [0, 0, 1]])
    c, s = np.cos(outline.turn), np.sin(outline.turn)
    on_table = np.array([[c, -s, outline.x], [s, c, outline.y], [0, 0, 1]])
    matrix = table.to_picture @ on_table @ on_card
    if bend is not None:
        matrix = matrix @ bend
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(picture, matrix, (width, height), flags=flags), np.uint8)
