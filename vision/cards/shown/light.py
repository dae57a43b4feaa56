"""What is seen of a card, as it would look in the light in which its face was shown."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify.mesh import Picture

ROUNDS = 2
"""How often gain and black level are fitted to what agrees already."""


def in_its_light(seen: Picture, face: Picture, where: NDArray[np.bool_]) -> Picture:
    """A picture of a card with gain and black level as on a kept face, by what of it agrees; same shape."""
    few = seen[::3, ::3][where[::3, ::3]].astype(np.float32)
    known = face[::3, ::3][where[::3, ::3]].astype(np.float32)
    bright = len(few) * 17 // 20
    paper = np.partition(few, bright, axis=0)[bright]
    gain = np.partition(known, bright, axis=0)[bright] / np.maximum(paper, 8.0)
    bias = np.zeros(3, np.float32)
    for _ in range(ROUNDS):
        apart = np.abs(few * gain + bias - known)
        off = np.maximum(np.maximum(apart[:, 0], apart[:, 1]), apart[:, 2])
        own = off <= max(20.0, float(np.partition(off, len(off) * 3 // 5)[len(off) * 3 // 5]))
        x, y = few[own], known[own]
        spread = ((x - x.mean(axis=0)) ** 2).mean(axis=0)
        slope = ((x - x.mean(axis=0)) * (y - y.mean(axis=0))).mean(axis=0) / np.maximum(spread, 1.0)
        gain = np.clip(slope, 0.75 * gain, 1.35 * gain)
        bias = y.mean(axis=0) - gain * x.mean(axis=0)
    levels = np.arange(256, dtype=np.float32)[:, None] * gain + bias
    return np.asarray(cv2.LUT(seen, np.clip(levels, 0, 255).astype(np.uint8).reshape(1, 256, 3)), np.uint8)
