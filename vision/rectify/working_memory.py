"""What the C library does with memory that one picture needed: kept for the next one, and given back after a search.

Speed and size only; nothing here changes what is seen.
"""

from __future__ import annotations

import ctypes

import numpy as np


def keep_for_the_next() -> None:
    """Gives the C library back a block larger than any map of a board, once, so that it keeps what pictures need.

    glibc returns what is free above twice the largest block it was ever given back (mallopt(3), M_MMAP_THRESHOLD), and
    fetching it anew page by page takes a third of the time of a reading. The block is never touched and costs nothing.
    """
    np.empty(6 << 20, np.uint8)


def give_back() -> None:
    """Gives back all memory that is free now: after work that is seldom done, and needs more than a picture does.

    What such work leaves behind lies in pieces between what is kept, where the next pictures' maps do not fit
    (malloc_trim(3); other C libraries than glibc do without).
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
