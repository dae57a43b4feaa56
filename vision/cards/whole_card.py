"""A card as a whole: straightened by its outline and told by a learnt network (`vision/training/cards`).

Its large pips tell the suit where the small one of an index is a blur, and rims across it tell that another card lies
over it. The indices say about where it lies and which way round; the network says where exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outline import HEIGHT, WIDTH, Outline, lying
from vision.cards.patch import NAMES, as_input, chances_of
from vision.cards.tabletop import Tabletop
from vision.network import Network
from vision.rectify.mesh import Picture

PX = 24
"""Pixels of a centimetre of the straightened card, which is cut as if it were WIDTH by HEIGHT."""
ACROSS, DOWN = 176, 240
"""Its size in pixels: the card and half a centimetre around."""
OUTLINE_UNITS = np.array([0.2, 0.2, 0.05, 0.05, 0.05], np.float32)
"""What one of each outline output of the network stands for: centimetres right and down, logarithms of width and
height, radians turned."""
TURNED_OVER = np.array([1] * (NAMES + 3) + [-1, -1, 1, 1, 1], np.float32)
"""What each output of the network is multiplied by where the card was cut upside down: right and down change sides."""
MOST = 5.0
"""By so many of these units an outline is corrected at once at most."""


class SeenFace(NamedTuple):
    """What the network says of one card."""

    outline: Outline
    """Where it lies, seen more exactly than it was thought."""
    chances: NDArray[np.float32]
    """Of the 52 cards in the order of CARDS, if it is a playing card."""
    card: float
    """Chance that a playing card lies there just so, be it uppermost or under others."""
    uncovered: float
    """Chance that no other card lies on it; hands and chips may."""
    there: float
    """Chance that any card lies there just so, face up or down."""
    looks: NDArray[np.float32]
    """What is seen all over it, by which faces are told apart that nobody learnt; shape (channels, rows, columns)."""


class WholeCardReader:
    """The learnt network that looks at whole cards."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def look(
        self, picture: Picture, table: Tabletop, outlines: Sequence[Outline], *, both_ways: bool = False
    ) -> list[SeenFace]:
        """What lies where cards are thought to lie, to about half a centimetre and a few degrees, in their order.

        `both_ways`: told by the mean of the log odds of two looks, at the card as its outline says and turned by half,
        which takes twice as long.
        """
        if not outlines:
            return []
        cuts = [cut_whole(picture, table.to_picture @ to_table(outline)) for outline in outlines]
        given = as_input(cuts)
        told, looks = self._network.run(cards=given)
        if both_ways:
            turned, _ = self._network.run(cards=np.ascontiguousarray(given[:, :, ::-1, ::-1]))
            told = np.asarray((told + turned * TURNED_OVER) / 2, np.float32)
        lies = 1 / (1 + np.exp(-told[:, NAMES : NAMES + 3]))
        better = np.clip(told[:, NAMES + 3 :], -MOST, MOST) * OUTLINE_UNITS
        return [
            SeenFace(_better(outline, *by), face, card, bare, there, seen)
            for outline, by, face, (card, bare, there), seen in zip(
                outlines, better.tolist(), chances_of(told), lies.tolist(), looks, strict=True
            )
        ]

    def settled(self, picture: Picture, table: Tabletop, outlines: Sequence[Outline]) -> list[SeenFace]:
        """What lies there, looked at again where the first look saw it."""
        return self.look(picture, table, [face.outline for face in self.look(picture, table, outlines)])

    def looks(self, cuts: Sequence[Picture]) -> NDArray[np.float32]:
        """What is seen all over straightened cards; shape (n, channels, rows, columns)."""
        return self._network.run(cards=as_input(cuts))[1]


def _better(outline: Outline, right: float, down: float, wider: float, higher: float, turned: float) -> Outline:
    x, y, _ = to_table(outline) @ (right, down, 1)
    width, height = outline.width * np.exp(wider), outline.height * np.exp(higher)
    return Outline(float(x), float(y), outline.turn + turned, float(width), float(height))


def to_table(outline: Outline) -> NDArray[np.float64]:
    """From centimetres right and down of its middle, were it WIDTH by HEIGHT, to the table; shape (3, 3)."""
    return lying((outline.x, outline.y), outline.turn, outline.width / WIDTH, outline.height / HEIGHT)


def cut_whole(picture: Picture, from_card: NDArray[np.floating]) -> Picture:
    """A card straightened; shape (DOWN, ACROSS, 3), black beyond the picture.

    Args:
        picture: the picture.
        from_card: from centimetres right and down of the middle of an ordinary card to the picture; shape (3, 3).
    """
    scale, flags = 1 / PX, cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = np.array([[scale, 0, -(ACROSS - 1) / 2 * scale], [0, scale, -(DOWN - 1) / 2 * scale], [0, 0, 1]])
    return np.asarray(cv2.warpPerspective(picture, from_card @ matrix, (ACROSS, DOWN), flags=flags), np.uint8)
