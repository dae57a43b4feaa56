"""Files that survive a pulled plug, and that only their owner reads."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Callable
from pathlib import Path

from calibration.whole_file import sync_folder, write_whole

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


class AppendFile(io.FileIO):
    """A new file that only grows, on the real disk; the tests put a disk of their own behind it. Raises OSError."""

    def __init__(self, file: Path) -> None:
        """Make it, its name safe on the disk. Raises OSError, FileExistsError where it is there already."""
        super().__init__(file, "x", opener=privately)
        sync_folder(file.parent)

    def sync(self) -> None:
        """Return when all that was written is on the disk."""
        os.fsync(self.fileno())


OpenAppending = Callable[[Path], AppendFile]
"""Makes a new, empty file. Raises OSError, FileExistsError where there is one."""


def privately(file: str, flags: int) -> int:
    """Opens a file, as `open` wants it, that only its owner may read."""
    return os.open(file, flags, PRIVATE_FILE)


def make_folder(folder: Path) -> None:
    """Make it where it is not there, for its owner only, together with missing folders above. Raises OSError."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        sync_folder(folder.parent)


def make_private(file: Path) -> None:
    """Let only its owner read it; made empty where it is not there. Raises OSError where it cannot be made."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    with contextlib.suppress(OSError):  # a file system without such rights, or somebody else's file
        if file.stat().st_mode & 0o077:
            file.chmod(PRIVATE_FILE)


def write_private(file: Path, content: bytes) -> None:
    """Write a file in one stroke, for its owner only: a power cut leaves the old one or the new one. Raises OSError,
    which names the file."""
    make_folder(file.parent)
    write_whole(file, content, privately)


def stamp(file: Path) -> tuple[int, ...] | None:
    """Another one whenever the file was written since; none where there is no file."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size
