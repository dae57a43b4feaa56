"""What moves over a board: it hides what lies there, and is read once it rests, for moments later it is elsewhere."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.memory.board_memory import BELIEVE_SECONDS
from vision.memory.stirring import HUNTING, Stirring
from vision.rectify.straight import Glance


class Movement:
    """Which spaces of a board look otherwise from frame to frame."""

    def __init__(self, stirring: Stirring) -> None:
        self._stirring = stirring
        self.forget()

    def forget(self) -> None:
        """No frame was seen yet."""
        self._last: Glance | None = None
        self._moving = np.zeros(self._stirring.size, bool)
        self._since = np.full(self._stirring.size, np.inf)

    def see(self, glance: Glance) -> None:
        """Compares a frame with the one before."""
        # From one end of its hunt to the other a camera goes twice as far as from its middle.
        self._moving = self._stirring.change(self._last or glance, glance, 2.0 * HUNTING).stirred
        self._last = glance
        if not self.astir:
            self._since.fill(np.inf)

    @property
    def astir(self) -> bool:
        """Whether anything moves."""
        return bool(self._moving.any())

    def passing(self, changed: NDArray[np.bool_], at: float) -> NDArray[np.bool_]:
        """Those of the `changed` spaces, shape (rows, columns), over which something large moves, and has not for
        long, as a lamp that sways or leaves before a window; `at` is in seconds."""
        # A chip that a hand leaves behind, with the spaces beside it, is no more than three by three: read at once.
        _, parts, boxes, _ = cv2.connectedComponentsWithStats(changed.view(np.uint8))
        large = boxes[:, cv2.CC_STAT_WIDTH] * boxes[:, cv2.CC_STAT_HEIGHT] > 3 * 3
        large &= np.isin(np.arange(len(boxes)), parts[self._moving & changed])
        moving = large[parts]
        self._since = np.where(moving, np.minimum(self._since, at), np.inf)
        return np.asarray(moving & (at - self._since <= BELIEVE_SECONDS))
