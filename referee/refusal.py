"""Saying no in one sentence.

Whatever stops a command is told as a `Refusal`: what is wrong and where, and how to mend it. Tracebacks
go to the log, never to a person.
"""

from __future__ import annotations

import errno
from pathlib import Path

from engine.trouble import Trouble


class Refusal(Trouble):
    """A command cannot go on: one sentence with the reason, one with the way out."""

    def __init__(self, reason: str, mend: str = "", *, exit_code: int = 2, code: str = "", **about: str) -> None:
        super().__init__(reason, mend, code=code, **about)
        self.exit_code = exit_code


_FULL = (errno.ENOSPC, errno.EDQUOT)
_CLOSED = (errno.EACCES, errno.EPERM, errno.EROFS)


def file_trouble(error: BaseException) -> str:
    """What the system said of a file or an output, for people; empty where it speaks of neither."""
    if isinstance(error, MemoryError):
        return "That takes more memory than there is. Give something smaller, or close other programs."
    if not isinstance(error, OSError) or error.errno is None:
        return ""
    if error.errno == errno.EIO:
        name = error.filename or "A file"
        return f"{name} cannot be read or written: the disk or card fails. Copy what is on it, and take another."
    name = str(error.filename) if error.filename else "The output"
    if error.errno in _FULL:
        return f"{name} cannot be written: the disk is full. Free some space, or name another place."
    why = error.strerror or str(error)
    if error.errno in _CLOSED:
        return f"{name} cannot be used: {why}. Name another place, or let this user write there."
    return f"{name} cannot be used: {why}. Check the path." if error.filename else ""


def unwritten(error: OSError) -> Refusal:
    """Why a file cannot be written."""
    return Refusal(file_trouble(error), code="full" if error.errno in _FULL else "")


def said_by(error: Exception) -> str:
    """What an error says, without the number that the system gives it."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def check_has_end(file: Path) -> None:
    """Raises OSError for a device, which would be read until the memory is full."""
    if file.is_char_device() or file.is_block_device():
        raise OSError(errno.EINVAL, "it is a device, no file", str(file))
