"""Whether the history file is, byte for byte, what the program that closed it last left behind.

While anybody has it open its bytes change; the last one to close it writes down their hash beside it, in the form of
`sha256sum`, and whoever writes to it again takes that away first. After a kill there is none.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from referee.storage.durable import sync_folder, write_private
from referee.storage.locks import Lock


class Seal:
    """The seal of one file, and who has the file open."""

    def __init__(self, file: Path, patience: float) -> None:
        """Note that this process has it open. Raises OSError, TimeoutError while another mends it."""
        self._file = file
        self.seal = file.with_name(f"{file.name}.sha256")
        self._lock = Lock(file.with_name(f"{file.name}.lock"))
        if not self._lock.share(patience):
            self._lock.close()
            raise TimeoutError(f"{file} is being mended by another program")
        self._broken = False
        self._as_closed = False

    def intact(self) -> bool | None:
        """Whether the file is as it was closed; none where nobody closed it, or somebody has it open."""
        try:
            said = self.seal.read_text(encoding="ascii", errors="replace")
        except OSError:
            return None
        if _tail(self._file):
            return None
        self._as_closed = said == self._words()
        return self._as_closed

    def break_open(self) -> None:
        """The file is about to change."""
        if self._broken:
            return
        if self.seal.exists():
            self.seal.unlink()
            sync_folder(self._file.parent)
        self._broken, self._as_closed = True, False

    def lock(self) -> bool:
        """Make sure that nobody else has the file open; false where somebody has."""
        return self._lock.take()

    def share(self) -> None:
        """Let others open the file again."""
        self._lock.share(0)

    def close(self, *, whole: bool = True) -> None:
        """This process has closed it. The last one to do so seals it, unless it is not known to be whole."""
        try:
            if whole and not self._as_closed and self._file.exists() and self.lock() and not _tail(self._file):
                write_private(self.seal, self._words().encode())
        except OSError:
            pass  # a full disk: the file has no seal, as after a kill
        finally:
            self._lock.close()

    def _words(self) -> str:
        with self._file.open("rb") as content:
            return f"{hashlib.file_digest(content, 'sha256').hexdigest()}  {self._file.name}\n"


def _tail(file: Path) -> bool:
    """Whether SQLite keeps changes beside the file that are not in it yet."""
    log = Path(f"{file}-wal")
    try:
        return log.stat().st_size > 0
    except OSError:
        return False
