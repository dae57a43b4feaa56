"""Room on the disk: how much there is, saying early that it runs out, and a little held back for the record.

Pictures, film and other programs fill a disk; the record of a game needs some hundred kilobytes. A file of a few
megabytes keeps them for it, and goes when nothing else is left.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable
from pathlib import Path

from engine.saying import Saying, saying
from hardware.health import disk_free
from referee.storage.durable import make_folder, privately

_log = logging.getLogger(__name__)

MB = 1_000_000
HELD_BACK = 4 * MB
"""Bytes kept for the record: several long games."""
EARLY = 200 * MB
"""Free bytes below which people are told that room runs out: about two evenings with pictures and film."""


def free_bytes(folder: Path) -> int:
    """Bytes free on the disk of a folder that need not be there yet; 0 where that cannot be known."""
    return disk_free(folder) or 0


class Room:
    """The disk below one data folder."""

    def __init__(self, data: Path, free: Callable[[Path], int] = free_bytes) -> None:
        self._data = data
        self._file = data / "held-back"
        self._free = free

    @property
    def warning(self) -> Saying | None:
        """What to tell people while room runs out; none while there is enough."""
        free = self._free(self._data)
        if free >= EARLY:
            return None
        code = "room-little" if self._file.exists() else "room-least"
        return saying(code, free=free // MB, folder=self._data)

    def hold_back(self) -> None:
        """Keep some megabytes for the record, while there is more than that."""
        if self._file.exists() or self._free(self._data) < 4 * HELD_BACK:
            return
        try:
            make_folder(self._data)
            with open(self._file, "wb", buffering=0, opener=privately) as opened:
                os.posix_fallocate(opened.fileno(), 0, HELD_BACK)
                os.fsync(opened.fileno())
        except (OSError, AttributeError) as error:  # a system that has no such call
            _log.warning("no room could be held back in %s: %s", self._data, error)
            self.release()

    def release(self) -> bool:
        """Give what is held back to the record; whether there was any."""
        with contextlib.suppress(OSError):
            self._file.unlink()
            _log.warning("the disk of %s is full: what was held back for the record is given to it", self._data)
            return True
        return False
