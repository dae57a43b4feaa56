"""A second look, once it is known roughly where the spaces lie: straightened, and as sharp as the camera gave it.

Far spaces of a leaning board are small and its lines thin; straightened from the full picture they are as
large as the near ones, and cards are seen that the first look missed.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.cells import Patches, light_patches, pool
from vision.finding.lattice import Fit, grow
from vision.finding.layout import extent
from vision.rectify.channels import brightest_of, darkest_of
from vision.rectify.mesh import Picture

Array = NDArray[Any]

PER_SPACE = 30
"""Pixels a space in the straightened picture."""
BEYOND = 4
"""Spaces beyond the known cards that are looked at: farther off the plane is not to be trusted."""
MOST = 16
"""Spaces looked at, each way, at most."""


def look_closer(
    picture: Picture, scale: float, fit: Fit, patches: Patches, size: tuple[int, int]
) -> tuple[Fit, Patches] | None:
    """The fit with the cards found by a closer look, and all patches; None if there was nothing to add.

    `fit`, `patches` and `size` are those of the working picture, `scale` times the size of `picture`.
    """
    first, last = extent(fit.where)
    low = np.maximum(first - BEYOND, last - MOST)
    count = np.minimum(last + BEYOND + 1 - low, MOST)
    every = 5
    x, y = (low[k] + (np.arange(count[k] * PER_SPACE // every + 1)) * every / PER_SPACE for k in (0, 1))
    board = np.stack(np.meshgrid(x, y), -1)
    coarse = (fit.plane.to_picture(board) + 0.5) / scale - 0.5
    # Sample k of the straight picture lies k + 1/2 samples from its edge.
    steps = [((np.arange(count[k] * PER_SPACE) + 0.5) / every).astype(np.float32) for k in (0, 1)]
    at = np.stack(np.meshgrid(*steps), -1)
    fine = cv2.remap(coarse.astype(np.float32), at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    flat = cv2.remap(picture, fine[..., 0], fine[..., 1], cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT)
    darkest, brightest = darkest_of(flat), brightest_of(flat)
    found = [patches]
    for channel, block, offset in ((darkest, 21, 4), (brightest, 21, 4), (darkest, 35, 7)):
        seen = light_patches(channel, block, offset).corners
        found.append(Patches(fit.plane.to_picture(low + (seen + 0.5) / PER_SPACE)))
    everything = pool(found)
    closer = grow(everything, fit.which, fit.where, size)
    return (closer, everything) if closer is not None and len(closer.which) > len(fit.which) else None
