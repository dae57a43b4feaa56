"""Where in its space a chip lies: near the middle as a rule, for so people place them.

What this habit says for or against a chip that is seen somewhere. What is seen there is weighed elsewhere.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.classify.discs import Chip

SPREAD = 0.105
"""How far from the middle of a space chips lie, each way, standard deviation. Spaces; 0.08 to 0.15."""
CARELESS, FARTHEST = 0.07, 0.4
"""So many were put down with less care, anywhere up to so far from the middle, each way. Parts, 0.03 to 0.15; spaces,
0.35 to 0.45."""


def off_centre(chip: Chip) -> float:
    """How far from the middle of its space a chip seems to lie, in spaces."""
    return math.hypot(chip.across % 1.0 - 0.5, chip.down % 1.0 - 0.5)


def habit(off: float) -> float:
    """How much likelier a chip lies so far from the middle of its space than just anywhere; log odds, -2.2 to 2.6.

    What looks like a chip but is none, a shadow or a bit of a hand, lies anywhere.
    """
    near = math.exp(-0.5 * (off / SPREAD) ** 2) / (2.0 * math.pi * SPREAD**2)
    return math.log((1.0 - CARELESS) * near + CARELESS / (2.0 * FARTHEST) ** 2)


@lru_cache(maxsize=8)
def habits(block: int) -> NDArray[np.float32]:
    """The same for each place of a space, against its middle: 0 there, less elsewhere; shape (block, block)."""
    return np.array([[habit(math.hypot(x, y)) - habit(0.0) for x in _off(block)] for y in _off(block)], np.float32)


@lru_cache(maxsize=8)
def likely(block: int) -> NDArray[np.float32]:
    """How likely a chip that is laid with care lies in each place of a space, one way; sums to 1, shape (block,)."""
    near = np.exp(-0.5 * (_off(block) / SPREAD) ** 2)
    return np.asarray(near / near.sum(), np.float32)


def _off(block: int) -> NDArray[np.float32]:
    """How far each place of a space lies from its middle, one way, in spaces; shape (block,)."""
    return np.asarray((np.arange(block, dtype=np.float32) + 0.5) / block - 0.5, np.float32)
