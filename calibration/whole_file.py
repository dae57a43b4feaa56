"""Files that are there whole or not at all, whatever pulls the plug."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path


def write_whole(path: Path, content: bytes, opener: Callable[[str, int], int] | None = None) -> None:
    """Write beside it and swap, so that a kill, a power cut or a full disk leaves the old file or the new one. Raises
    OSError, which names the file. `opener` opens it as `open` wants one, where not everybody may read it."""
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        with open(part, "wb", opener=opener) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        error.filename = str(path)
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can do that."""
    with contextlib.suppress(OSError):  # some file systems cannot, and some systems open no folders
        sync_file(folder)


def sync_file(file: Path) -> None:
    """Have a file that was written by others on the disk. Raises OSError."""
    opened = os.open(file, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
