"""Reads indices: patches in, likelihoods of the 52 cards out. A small learnt network (`vision/training/cards`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.patch import CARDS, RANK_NAMES, SUIT_NAMES, Pose, as_input
from vision.mesh import Picture

POSE_UNITS = np.array([10.0, 10.0, 1.0, 1.0], np.float32)
"""What one of each pose output stands for: pixels, pixels, logarithm, radians."""
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

    def name(self, which: int) -> str:
        """The likeliest card."""
        return CARDS[int(self.cards(which).argmax())]

    def better(self, pose: Pose, which: int) -> Pose:
        """The pose the network would rather have had."""
        right, down, larger, turn = (float(value) for value in self.lies[which])
        return pose.moved(right, down, float(np.exp(np.clip(larger, -0.5, 0.5))), turn)


class IndexReader:
    """The network, ready to be asked."""

    def __init__(self, model: bytes | None = None, sharpness: float = 1.0) -> None:
        if model is None:
            model = (files("vision.cards") / "index_reader.onnx").read_bytes()
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
        self._sharpness = sharpness

    def read(self, patches: list[Picture]) -> Told:
        """What a batch of patches shows, each as `patch.cut` cuts it."""
        self._net.setInput(as_input(patches))
        told = np.asarray(self._net.forward(), np.float32).reshape(len(patches), -1)
        ranks = len(RANK_NAMES)
        return Told(
            np.asarray(1 / (1 + np.exp(-told[:, _INDEX])), np.float32),
            _shares(told[:, :ranks] * self._sharpness),
            _shares(told[:, ranks:_INDEX] * self._sharpness),
            told[:, _INDEX + 1 :] * POSE_UNITS,
        )


def _shares(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


@cache
def ordinary_reader() -> IndexReader:
    """The reader that comes with the program, loaded once."""
    return IndexReader()
