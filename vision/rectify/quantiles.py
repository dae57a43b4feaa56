"""Quantiles of a few values, many times over: numpy's own take ten times as long for so few."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def quantiles(values: NDArray[Any], *parts: float) -> list[NDArray[np.float32]]:
    """Below each result lie that part, 0 to 1, of the values along the last axis; in between they are mixed."""
    ordered = np.sort(values, axis=-1)
    found = []
    for part in parts:
        low, more = divmod(part * (values.shape[-1] - 1), 1.0)
        below, above = ordered[..., int(low)], ordered[..., int(low) + (more > 0.0)]
        found.append(np.asarray(below + (above - below) * np.float32(more), np.float32))
    return found
