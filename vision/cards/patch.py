"""The small upright picture in which an index is read: rank above, suit below.

Training and reading cut it alike; what is said of its size here is what the network was trained with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import RANKS, SUITS, Card
from vision.network import shares
from vision.rectify.mesh import Picture

RANK_NAMES, SUIT_NAMES = tuple(RANKS), tuple(SUITS)
"""What the outputs of the network stand for, in their order."""
NAMES = len(RANK_NAMES) + len(SUIT_NAMES)
"""How many outputs these are, the first of a network that names cards."""
CARDS: tuple[Card, ...] = tuple(rank + suit for rank in RANK_NAMES for suit in SUIT_NAMES)
"""The 52 cards in the order in which likelihoods are given."""
POSE_UNITS = np.array([10.0, 10.0, 1.0, 1.0], np.float32)
"""What one of each pose output of the namer stands for: pixels right and down, logarithm of size, radians turned."""
FINER = 2
"""The patch is cut so many times finer and averaged, so that thin strokes survive."""
SIDE = 56
"""Pixels along a patch."""
GREY, STEEP = 0.7, 2.0
"""Part of the paper's brightness that a network is given as 0, and what one such part more is given as."""
ENOUGH = 3000
"""Pixels that tell how bright the paper is."""
INDEX = 44.0
"""Pixels from the top of the rank to the foot of the suit, when the patch is cut as it should be."""
BEYOND = 18
"""Pixels by which the patch reaches further to the right of the index than to its left: beside it lie the first pips,
which are larger than its suit and tell that where it is blurred."""
MIDDLE = ((SIDE - BEYOND - 1) / 2, (SIDE - 1) / 2)
"""Where in the patch the middle of the index is: right and down, in pixels."""


@dataclass(frozen=True, kw_only=True)
class CardChances:
    """Which card something may be."""

    chances: NDArray[np.float32]
    """Of each of `cards`."""
    cards: tuple[Card, ...] = CARDS
    """What the chances stand for."""

    @property
    def likeliest(self) -> Card:
        """The likeliest card."""
        return self.cards[int(self.chances.argmax())]

    @property
    def confidence(self) -> float:
        """Its chance."""
        return float(self.chances.max())


@dataclass(frozen=True)
class Pose:
    """Where an index lies on a plane: the middle of its box, its height and which way its top points."""

    x: float
    y: float
    height: float
    turn: float
    """Radians by which the upright index is turned, clockwise as a picture is seen (y down)."""

    def matrix(self) -> NDArray[np.float64]:
        """From pixels of the patch to the plane; shape (3, 3)."""
        scale = self.height / INDEX
        c, s = cos(self.turn) * scale, sin(self.turn) * scale
        return np.array(
            [
                [c, -s, self.x - c * MIDDLE[0] + s * MIDDLE[1]],
                [s, c, self.y - s * MIDDLE[0] - c * MIDDLE[1]],
                [0, 0, 1],
            ]
        )

    def moved(self, across: float, down: float, larger: float, turn: float) -> Pose:
        """The pose so many pixels of its patch beside itself, `larger` and turned further."""
        scale = self.height / INDEX
        c, s = cos(self.turn) * scale, sin(self.turn) * scale
        return Pose(
            self.x + c * across - s * down, self.y + s * across + c * down, self.height * larger, self.turn + turn
        )

    def far(self, other: Pose) -> float:
        """Distance of the middles in the mean of their heights."""
        return hypot(self.x - other.x, self.y - other.y) * 2 / (self.height + other.height)


def cut(picture: Picture, to_picture: NDArray[np.floating]) -> Picture:
    """The patch of an index; shape (SIDE, SIDE, 3).

    Args:
        picture: the picture.
        to_picture: from pixels of the patch to pixels of the picture; shape (3, 3).
    """
    shift = 0.5 / FINER - 0.5
    finer = np.array([[1 / FINER, 0, shift], [0, 1 / FINER, shift], [0, 0, 1]])
    large = cv2.warpPerspective(
        picture,
        to_picture @ finer,
        (SIDE * FINER, SIDE * FINER),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def as_input(patches: Sequence[Picture]) -> NDArray[np.float32]:
    """What the network is given: each patch by the brightest of its own paper; shape (n, 3, height, width).

    So the colour of a lamp and the exposure are gone, as far as the paper shows them.
    """
    few = np.stack([patch.reshape(-1, 3)[:: max(1, patch.size // (3 * ENOUGH))] for patch in patches])
    paper = np.maximum(np.percentile(few, 80, axis=1).astype(np.float32), 8.0)
    levels = np.arange(256, dtype=np.float32)
    told = (np.minimum(levels / paper[:, :, None], 1.3) - GREY) * STEEP
    given = np.empty((len(patches), 3, *patches[0].shape[:2]), np.float32)
    for number, patch in enumerate(patches):
        for channel in range(3):
            given[number, channel] = cv2.LUT(np.ascontiguousarray(patch[:, :, channel]), told[number, channel])
    return given


def chances_of(told: NDArray[np.float32]) -> NDArray[np.float32]:
    """Chances of the 52 cards by what a network says of ranks and suits; shape (n, outputs) to (n, 52)."""
    ranks, suits = shares(told[:, : len(RANK_NAMES)]), shares(told[:, len(RANK_NAMES) : NAMES])
    return (ranks[:, :, None] * suits[:, None, :]).reshape(len(told), -1)
