"""Files that are there whole or not at all, whatever pulls the plug."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write beside it and swap, so that a kill or a full disk leaves the old file or the new one. Raises OSError,
    which names the file."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        error.filename = str(path)
        with contextlib.suppress(OSError):
            part.unlink()
        raise
