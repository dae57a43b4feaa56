"""What every display can do."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.trouble import Trouble

Grey = NDArray[np.uint8]
"""A picture in grey: shape (height, width), 0 is dark."""


class DisplayError(Trouble):
    """A display cannot be used: one sentence with the reason, one with the mend."""


class Display(Protocol):
    """A screen of some pixels."""

    size: tuple[int, int]
    """Width and height in pixels."""

    def show(self, picture: Grey) -> None:
        """Show a picture of just that size. Raises DisplayError where the display is gone."""

    def close(self) -> None:
        """Leave it dark. Closing twice is harmless."""
