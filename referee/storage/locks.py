"""Locks that the system lets go of with the process, however it ends.

Two referees would write one game between them: each table has a lock, and so has each game that is being refereed.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from referee.refusal import Refusal
from referee.storage.durable import PRIVATE_FILE, make_folder

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
        with contextlib.suppress(OSError):  # on a full disk nobody is told who holds it, and it is held
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, str(os.getpid()).encode(), 0)
        return True

    def wait(self) -> None:
        """Hold it alone, as soon as nobody else does."""
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
        try:
            fcntl.flock(self._file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


@contextlib.contextmanager
def instance_lock(what: str, data: Path) -> Iterator[None]:
    """Hold a table or a club in that data folder. Raises Refusal while another referee holds it."""
    name = hashlib.sha256(what.encode()).hexdigest()[:16]
    with contextlib.closing(_lock(data, f"{name}.lock")) as lock:
        if not lock.take():
            raise Refusal(
                f"Another referee{lock.holder()} already keeps the games of {what}.",
                "Stop it first, or give this one another folder with --data DIR.",
            )
        yield


def hold_game(game: int, data: Path) -> Lock:
    """Hold a game for as long as it is refereed, or while it is deleted. Raises Refusal while another does."""
    lock = _lock(data, f"game-{game}.lock")
    if not lock.take():
        holder = lock.holder()
        lock.close()
        raise Refusal(
            f"Game {game} is being refereed just now{holder}.", "Stop that referee first, or wait for the game's end."
        )
    return lock


def must_be_idle(data: Path) -> None:
    """Raises Refusal while anybody referees in that data folder, or deletes from it."""
    for file in sorted((data / "tables").glob("*.lock")):
        with contextlib.closing(_lock(data, file.name)) as lock:
            if not lock.share(0):
                raise Refusal(f"A referee{lock.holder()} works in {data}.", "Stop it first.")


def _lock(data: Path, name: str) -> Lock:
    try:
        return Lock(data / "tables" / name)
    except OSError as error:
        raise Refusal(
            f"The data folder {data} cannot be written: {error.strerror}.", "Give another folder with --data DIR."
        ) from error
