"""A card as a whole: straightened by its outline and told by a learnt network (`vision/training/cards`).

Its large pips tell the suit where the small one of an index is a blur, and rims across it tell that another card lies
over it. The indices say where it lies and which way round; this only looks closer.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outline import Outline
from vision.cards.patch import RANK_NAMES, SUIT_NAMES, as_input
from vision.cards.tabletop import Tabletop
from vision.network import Network, shares
from vision.rectify.mesh import Picture

PX = 12
"""Pixels of a centimetre of the straightened card."""
ACROSS, DOWN = 88, 120
"""Its size in pixels: the largest cards and half a centimetre around."""
FINER = 2
"""It is cut so many times finer and averaged, so that thin rims survive."""
_NAMES = len(RANK_NAMES) + len(SUIT_NAMES)


@dataclass(frozen=True)
class Told:
    """What the network says of some outlines."""

    chances: NDArray[np.float32]
    """Of the 52 cards in the order of CARDS, if it is a playing card; shape (n, 52)."""
    card: NDArray[np.float32]
    """Chance that a playing card lies there just so, be it uppermost or under others; shape (n,)."""
    uncovered: NDArray[np.float32]
    """Chance that no other card lies on it; hands and chips may. Shape (n,)."""


class WholeCardReader:
    """The learnt network that looks at whole cards."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def look(self, picture: Picture, table: Tabletop, outlines: list[Outline]) -> Told:
        """What lies where cards are thought to lie; one outline at least."""
        cuts = [cut_whole(picture, table.to_picture @ to_table(outline)) for outline in outlines]
        (told,) = self._network.run(cards=as_input(cuts))
        ranks, suits = shares(told[:, : len(RANK_NAMES)]), shares(told[:, len(RANK_NAMES) : _NAMES])
        card, uncovered = (np.asarray(1 / (1 + np.exp(-told[:, _NAMES + i])), np.float32) for i in range(2))
        chances = (ranks[:, :, None] * suits[:, None, :]).reshape(len(outlines), -1)
        return Told(np.asarray(chances, np.float32), card, uncovered)


def to_table(outline: Outline) -> NDArray[np.float64]:
    """From centimetres right and down of a card's middle to the table; shape (3, 3)."""
    c, s = np.cos(outline.turn), np.sin(outline.turn)
    return np.array([[c, -s, outline.x], [s, c, outline.y], [0, 0, 1]])


def cut_whole(picture: Picture, from_card: NDArray[np.floating]) -> Picture:
    """A card straightened; shape (DOWN, ACROSS, 3).

    Args:
        picture: the picture.
        from_card: from centimetres right and down of the card's middle to pixels of the picture; shape (3, 3).
    """
    scale = 1 / (PX * FINER)
    size = ACROSS * FINER, DOWN * FINER
    matrix = [[scale, 0, -(size[0] - 1) / 2 * scale], [0, scale, -(size[1] - 1) / 2 * scale], [0, 0, 1]]
    large = cv2.warpPerspective(
        picture,
        from_card @ np.array(matrix),
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cv2.resize(large, (ACROSS, DOWN), interpolation=cv2.INTER_AREA), np.uint8)
