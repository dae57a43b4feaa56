"""The small network that competes with the eye, run by OpenCV: a probability for empty, hidden and each team, for
every space.

It sees every space once for each team, with the same weights. What the teams say of empty and hidden is averaged, so
it makes no difference which of them is called blue. Nothing of the program reads by it yet.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.trouble import Trouble
from vision.classify.evidence import Evidence
from vision.normalize.colour import channels
from vision.training.planes import CROP, PLANES, Teams, at_space_scale, crops, planes

OUTPUTS = 4
"""What it says of a space for each team: empty, hidden, face up, white side up."""


class WeightsError(Trouble):
    """The weights cannot be used: one sentence with the reason, one with the mend."""


class Network:
    """A network read from an ONNX file."""

    def __init__(self, path: Path) -> None:
        """Raises WeightsError where the file is missing, damaged or of another network."""
        mend = "Make it anew with “make train TRAIN=spaces”, or take the file of this version."
        try:
            content = np.frombuffer(path.read_bytes(), np.uint8)
        except OSError:
            raise WeightsError(f"The weights of the network cannot be read: {path}.", mend) from None
        try:
            self._net = cv2.dnn.readNetFromONNX(content)
            told = self._scores(np.zeros((1, PLANES, CROP, CROP), np.float32))
        except cv2.error:
            raise WeightsError(f"The weights of the network are damaged: {path}.", mend) from None
        if told.shape != (1, OUTPUTS):
            raise WeightsError(f"The weights are of another network: {path}.", mend)

    def chances(self, evidence: Evidence, rows: int, columns: int, empty_known: bool = True) -> NDArray[np.float32]:
        """Probabilities of empty, hidden and each team of `evidence.colours`; shape (spaces, 2 + teams)."""
        now = np.stack(channels(*evidence.plane, evidence.lightness), -1).clip(0.0, 1.6)
        bare = np.stack(channels(*evidence.printed_plane, evidence.printed), -1).clip(0.0, 1.6)
        colours = np.array([colour.reflectance for colour in evidence.colours.values()], np.float32)
        teams = Teams(colours.clip(0.0, 1.2), np.array([c.measured for c in evidence.colours.values()], np.float32))
        small = [at_space_scale(np.asarray(one, np.float32)) for one in (now, bare)]
        seen = crops(planes(small[0], small[1] if empty_known else None, teams), rows, columns)
        scores = self._scores(seen.reshape(-1, *seen.shape[2:])).reshape(rows * columns, -1, OUTPUTS)
        told = np.concatenate([scores[:, :, :2].mean(axis=1), scores[:, :, 2:].reshape(len(scores), -1)], axis=1)
        told = np.exp(told - told.max(axis=1, keepdims=True))
        told /= told.sum(axis=1, keepdims=True)
        return np.asarray(np.concatenate([told[:, :2], told[:, 2::2] + told[:, 3::2]], axis=1), np.float32)

    def _scores(self, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """Scores of shape (batch, OUTPUTS) for planes of shape (batch, PLANES, CROP, CROP)."""
        self._net.setInput(np.ascontiguousarray(seen))
        return np.asarray(self._net.forward(), np.float32)
