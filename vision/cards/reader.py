"""Reads indices: places in, likelihoods of the 52 cards out. Small learnt networks (`vision/training/cards`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from vision.cards.detector import IndexDetector
from vision.cards.patch import NAMES, POSE_UNITS, CardChances, Pose, as_input, chances_of, cut
from vision.cards.tabletop import Tabletop
from vision.cards.whole_card import WholeCardReader
from vision.network import Network
from vision.rectify.mesh import Picture

SURE = 0.6
"""A card of which no index is as likely as this to be one is none. 0.5 to 0.9."""


@dataclass(frozen=True)
class Index(CardChances):
    """What was read at one place of the table; the chances are those if it is an index."""

    pose: Pose
    """On the table, in centimetres."""
    index: float
    """Chance that it is one."""

    @property
    def sure(self) -> bool:
        """Whether it is one without another that bears it out."""
        return self.index >= SURE


class IndexNamer:
    """A learnt network that names what lies in patches of the table."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def look(self, picture: Picture, table: Tabletop, poses: list[Pose]) -> list[Index]:
        """What lies at some places of the table, each with the pose the network would rather have had."""
        patches = [cut(picture, table.to_picture @ pose.matrix()) for pose in poses]
        (told,) = self._network.run(patches=as_input(patches))
        index, lies = 1 / (1 + np.exp(-told[:, NAMES])), told[:, NAMES + 1 :] * POSE_UNITS
        by_pose = zip(poses, index.tolist(), lies.tolist(), chances_of(told), strict=True)
        return [Index(_better(pose, *by), chance, chances=cards) for pose, chance, by, cards in by_pose]


def _better(pose: Pose, right: float, down: float, larger: float, turn: float) -> Pose:
    return pose.moved(right, down, float(np.exp(np.clip(larger, -0.5, 0.5))), turn)


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
