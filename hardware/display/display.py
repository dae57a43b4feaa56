"""What displays show, and that they cannot."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.trouble import Trouble

Grey = NDArray[np.uint8]
"""A picture in grey: shape (height, width), 0 is dark."""


class DisplayError(Trouble):
    """A display cannot be used: one sentence with the reason, one with the mend."""
