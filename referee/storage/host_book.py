"""The host's key and devices in the data folder, readable by its owner only.

A running table and `referee host` both read and change it: who changes it holds a lock, and a change is seen at once.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from referee.refusal import Refusal, file_trouble
from referee.storage.durable import PRIVATE_FILE, stamp, write_private
from referee.storage.locks import Lock
from web.hosts import Book, new_key

_log = logging.getLogger(__name__)

NAME = "host.json"


class BookOnDisk:
    """The book of one data folder."""

    def __init__(self, data: Path, *, must_write: bool = False) -> None:
        """`must_write`: a change that cannot be written is a Refusal; else it holds until the program ends.

        Raises:
            Refusal: the book cannot be read, though it is there.
        """
        self.file = data / NAME
        self._must_write = must_write
        self._lock = threading.RLock()
        self._seen: tuple[int, ...] | None = None
        self._book: Book | None = None
        self.read()

    def read(self) -> Book:
        """The book as it is now; a new one with a new key where there was none."""
        with self._lock:
            now = stamp(self.file)
            if self._book is None or (now is not None and now != self._seen):
                with self._locked():
                    self._book = self._load() or self._written(Book(new_key()))
            return self._book

    def change(self, change: Callable[[Book], Book]) -> Book:
        """Change the book. Raises Refusal where that must be written and cannot be."""
        with self._lock, self._locked():
            now = stamp(self.file)
            before = self._load() if now is not None and now != self._seen else self._book
            self._book = self._written(change(before or Book(new_key())))
            return self._book

    def _load(self) -> Book | None:
        """The book in the file; none where there is no file, or one that holds no book, which is put aside."""
        self._seen = stamp(self.file)
        try:
            content = self.file.read_bytes()
            if self.file.stat().st_mode & 0o077:
                self.file.chmod(PRIVATE_FILE)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Refusal(file_trouble(error)) from error
        try:
            return msgspec.json.decode(content, type=Book)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            aside = self.file.with_suffix(".broken")
            with contextlib.suppress(OSError):
                self.file.replace(aside)
            _log.error("%s could not be read; it is kept as %s, and a new key was made", self.file, aside)
            return None

    def _written(self, book: Book) -> Book:
        """Write the book in one stroke: a power cut leaves the old one or the new one."""
        try:
            write_private(self.file, msgspec.json.format(msgspec.json.encode(book), indent=1))
            self._seen = stamp(self.file)
        except OSError as error:
            if self._must_write:
                raise Refusal(file_trouble(error)) from error
            _log.error("%s cannot be written: %s", self.file, error)
        return book

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock that every program changing the book holds."""
        try:
            lock = Lock(self.file.with_suffix(".lock"))
        except OSError:  # a folder that cannot be written: nobody changes anything there
            yield
            return
        with contextlib.closing(lock):
            lock.wait()
            yield
