"""Locks that the system lets go of with the process, however it ends."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import ModuleType

from referee.storage.durable import PRIVATE_FILE, make_folder

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # a system without such locks: everybody gets them
    fcntl = None

_AGAIN_SECONDS = 0.02


class Lock:
    """A lock file, held by one or shared by several."""

    def __init__(self, file: Path) -> None:
        """Open it, without holding it yet. Raises OSError."""
        self._file = -1
        make_folder(file.parent)
        self._file = os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)

    def take(self) -> bool:
        """Hold it alone and write down who does; false where anybody else holds it."""
        if not self._lock(shared=False):
            return False
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, str(os.getpid()).encode(), 0)
        return True

    def wait(self) -> None:
        """Hold it alone, as soon as nobody else does."""
        if fcntl is not None:
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def share(self, patience: float) -> bool:
        """Hold it together with others; false where somebody holds it alone for longer than so many seconds."""
        until = time.monotonic() + patience
        while not self._lock(shared=True):
            if time.monotonic() > until:
                return False
            time.sleep(_AGAIN_SECONDS)
        return True

    def holder(self) -> str:
        """The process that holds it alone, in words; empty where that is not known."""
        number = os.pread(self._file, 20, 0).decode(errors="replace").strip()
        return f" (process {number})" if number else ""

    def close(self) -> None:
        """Let go; closing twice is harmless."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __del__(self) -> None:
        self.close()

    def _lock(self, *, shared: bool) -> bool:
        if fcntl is None:
            return True
        try:
            fcntl.flock(self._file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
