"""A kept picture as if seen straight from above, so that the page can point into it as into its own board."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.evidence.ring import Picture

SPACE = (40, 44)
"""Width and height of a space, pixels: those of the page's board."""
EDGE = 13
"""Pixels shown around the field, as on the page's board."""


def straight_picture(picture: Picture, mesh: NDArray[np.float32]) -> Picture:
    """The field of `picture` with every space the same size, shape (rows * 44 + 26, columns * 40 + 26, 3).

    `mesh`: the corners of the spaces in the picture, shape (rows + 1, columns + 1, 2). Between four corners points are
    laid out evenly; around the field the outer spaces go on.
    """
    rows, columns = mesh.shape[0] - 1, mesh.shape[1] - 1
    across = (np.arange(columns * SPACE[0] + 2 * EDGE, dtype=np.float32) + 0.5 - EDGE) / SPACE[0]
    down = (np.arange(rows * SPACE[1] + 2 * EDGE, dtype=np.float32) + 0.5 - EDGE) / SPACE[1]
    column = np.clip(across.astype(int), 0, columns - 1)
    row = np.clip(down.astype(int), 0, rows - 1)[:, None]
    right, low = (across - column)[None, :, None], (down[:, None] - row)[..., None]
    upper = mesh[row, column] * (1 - right) + mesh[row, column + 1] * right
    lower = mesh[row + 1, column] * (1 - right) + mesh[row + 1, column + 1] * right
    at = (upper * (1 - low) + lower * low).astype(np.float32)
    seen = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return seen.astype(np.uint8, copy=False)
