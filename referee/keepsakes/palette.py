"""The colours of a GIF: at most 256, chosen from the pictures it shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.drawing.faces import Picture

SIZE = 256
BITS = 5
"""Bits of each colour channel that are told apart before the palette is chosen."""
PORTION = 4096
"""Colours whose nearest is sought at one time, so that a small machine has room for it."""

Bytes = NDArray[np.uint8]


class Palette:
    """The commonest colours of some pictures, and for every colour which of them is nearest."""

    def __init__(self, pictures: Sequence[Picture]) -> None:
        """Chosen once for a film, from a few pictures of it."""
        counts = sum(np.bincount(_cells(picture).ravel(), minlength=1 << 3 * BITS) for picture in pictures)
        commonest = np.argsort(np.asarray(counts))[::-1][:SIZE]
        every = np.arange(1 << 3 * BITS)
        colours = _colours(commonest)
        nearest = np.empty(len(every), np.uint8)
        for start in range(0, len(every), PORTION):
            asked = _colours(every[start : start + PORTION])
            apart = ((asked[:, None, :] - colours[None, :, :]) ** 2).sum(2)
            nearest[start : start + PORTION] = apart.argmin(1)
        self._nearest = nearest
        self.argb: Bytes = np.full((SIZE, 4), 255, np.uint8)
        """256 x 4: opacity, red, green, blue."""
        self.argb[:, 1:] = colours[:, ::-1]

    def indices(self, picture: Picture) -> Bytes:
        """For each pixel of a picture, rows x columns, the number of its colour."""
        return np.asarray(self._nearest[_cells(picture)], np.uint8)


def _cells(picture: Picture) -> NDArray[np.int32]:
    """Each pixel's colour as one number of 15 bits, from blue green red."""
    coarse = (picture >> (8 - BITS)).astype(np.int32)
    return np.asarray((coarse[..., 0] << 2 * BITS) | (coarse[..., 1] << BITS) | coarse[..., 2], np.int32)


def _colours(cells: NDArray[np.int64]) -> NDArray[np.int32]:
    """The middle of such numbers' colours, n x 3, blue green red."""
    mask, shift = (1 << BITS) - 1, 8 - BITS
    channels = np.stack([cells >> 2 * BITS & mask, cells >> BITS & mask, cells & mask], 1)
    return ((channels << shift) + (1 << shift) // 2).astype(np.int32)
