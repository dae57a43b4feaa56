"""Reads indices: places in, likelihoods of the 52 cards out. Small learnt networks (`vision/training/cards`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from vision.cards.detector import IndexDetector
from vision.cards.patch import POSE_UNITS, RANK_NAMES, SUIT_NAMES, Pose, as_input, cut
from vision.cards.tabletop import Tabletop
from vision.cards.whole_card import WholeCardReader
from vision.network import Network, shares
from vision.rectify.mesh import Picture

_INDEX = len(RANK_NAMES) + len(SUIT_NAMES)


@dataclass(frozen=True)
class Told:
    """What the network says of a batch of patches."""

    index: NDArray[np.float32]
    """Chance that it is an index at all; shape (n,)."""
    rank: NDArray[np.float32]
    """Chances of the ranks, if it is one; shape (n, 13)."""
    suit: NDArray[np.float32]
    """Chances of the suits; shape (n, 4)."""
    lies: NDArray[np.float32]
    """How the index lies in the patch: right, down (pixels), logarithm of its size, turn; shape (n, 4)."""

    def cards(self, which: int) -> NDArray[np.float32]:
        """Chances of the 52 cards in the order of CARDS, if it is an index."""
        return np.asarray(np.outer(self.rank[which], self.suit[which]).ravel(), np.float32)

    def better(self, pose: Pose, which: int) -> Pose:
        """The pose the network would rather have had."""
        right, down, larger, turn = (float(value) for value in self.lies[which])
        return pose.moved(right, down, float(np.exp(np.clip(larger, -0.5, 0.5))), turn)


class IndexNamer:
    """A learnt network that names what lies in patches of the table."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def look(self, picture: Picture, table: Tabletop, poses: list[Pose]) -> Told:
        """What lies at some places of the table."""
        patches = [cut(picture, table.to_picture @ pose.matrix()) for pose in poses]
        (told,) = self._network.run(patches=as_input(patches))
        ranks = len(RANK_NAMES)
        return Told(
            np.asarray(1 / (1 + np.exp(-told[:, _INDEX])), np.float32),
            shares(told[:, :ranks]),
            shares(told[:, ranks:_INDEX]),
            told[:, _INDEX + 1 :] * POSE_UNITS,
        )


class IndexReader:
    """The three networks that read cards: one finds indices, one names them, one looks at whole cards."""

    def __init__(self) -> None:
        """Raises Trouble where a network is missing or damaged."""
        own = files("vision.cards")
        self.detector = IndexDetector(Network(own / "index_detector.onnx"))
        """Finds indices, and how they lie."""
        self.namer = IndexNamer(Network(own / "index_namer.onnx"))
        """Tells rank and suit of an index whose place is known."""
        self.whole = WholeCardReader(Network(own / "whole_card.onnx"))
        """Tells a card by its whole face, and whether another lies on it."""


@cache
def ordinary_reader() -> IndexReader:
    """The reader that comes with the program, loaded once."""
    return IndexReader()
