"""A disk that runs full, tears writes and is there when the program is killed at any of them.

Within `mounted` every file below the folder that is opened for writing, and every SQLite connection to one, goes
through here. A kill leaves what had reached the operating system, as `kill -9` does: the folder is copied at that
moment and the next life begins with the copy.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import io
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import IO, Any, NamedTuple
from unittest import mock

PLENTY = 10_000_000_000
PAGES = 12_000
"""Bytes that a transaction of the history takes."""


class Killed(BaseException):
    """The program is gone at this very moment; nothing of it may go on."""


class Usage(NamedTuple):
    """As `shutil.disk_usage` tells it."""

    total: int
    used: int
    free: int


class Disk:
    """One machine's disk and its clock on the wall."""

    def __init__(self, root: Path, random: Random) -> None:
        self._root = root
        self._random = random
        self.life = 0
        """How often the program was killed."""
        self.folder.mkdir()
        self.room: int | None = None
        """Bytes that still fit; none while there is plenty."""
        self.kill_in: int | None = None
        """Writes until the program is killed; none while nobody kills it."""
        self.wall = 1_790_000_000.0
        """What the clock on the wall shows at second 0 of the evening."""
        self.now: Callable[[], float] = lambda: 0.0
        self._open: list[IO[Any] | io.RawIOBase | sqlite3.Connection] = []

    @property
    def folder(self) -> Path:
        """Where the program keeps its data in this life."""
        return self._root / str(self.life)

    @property
    def full(self) -> bool:
        """Whether nothing more fits."""
        return self.room is not None and self.room < PAGES

    def take(self, wanted: int) -> int:
        """Take room for so many bytes; how many fit."""
        if self.room is None:
            return wanted
        fits = min(wanted, self.room)
        self.room -= fits
        return fits

    def give_back(self, file: Path) -> None:
        """A file is gone: its room is free again."""
        if self.room is not None and self.holds(file) and file.is_file():
            self.room += file.stat().st_size

    def point(self, torn: Callable[[], object] | None = None) -> None:
        """A place where a kill may fall; `torn` does half of what was to be done. Raises Killed."""
        if self.kill_in is None:
            return
        self.kill_in -= 1
        if self.kill_in >= 0:
            return
        if torn is not None and self._random.random() < 0.5:
            torn()
        self.kill()

    def kill(self) -> None:
        """End the program here. Raises Killed, always."""
        self.kill_in = None
        before = self.folder
        self.life += 1
        shutil.copytree(before, self.folder, ignore=shutil.ignore_patterns("*-shm"))
        raise Killed

    def holds(self, file: object) -> bool:
        """Whether a file lies on this disk."""
        return isinstance(file, str | os.PathLike) and str(file).startswith(str(self._root))

    def let_go(self) -> None:
        """Close what a killed program left open; nothing of it reaches the disk."""
        for held in self._open:
            with contextlib.suppress(OSError, ValueError, sqlite3.Error):
                held.close()
        self._open.clear()

    @contextlib.contextmanager
    def mounted(self) -> Iterator[None]:
        """While this lasts, the disk and the clock are these."""
        opened, connect = io.open, sqlite3.connect

        def open_here(file: Any, mode: str = "r", buffering: int = -1, *words: Any, **options: Any) -> Any:
            if not self.holds(file) or not set(mode) & set("wax+"):
                return opened(file, mode, buffering, *words, **options)
            raw = _File(self, os.fspath(file), mode.replace("b", "").replace("t", ""))
            if "b" in mode and buffering == 0:
                self._open.append(raw)
                return raw
            whole: IO[Any] = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
            self._open.append(whole if "b" in mode else io.TextIOWrapper(whole, *words, **options))
            return self._open[-1]

        def connect_here(file: Any, *words: Any, **options: Any) -> Any:
            if not self.holds(file):
                return connect(file, *words, **options)
            self._open.append(connect(file, *words, **{"factory": _connection_on(self), **options}))
            return self._open[-1]

        def at_a_point(act: Callable[..., Any]) -> Callable[..., Any]:
            def acted(*words: Any, **options: Any) -> Any:
                if words and (isinstance(words[0], int) or self.holds(words[0])):
                    self.point()
                return act(*words, **options)

            return acted

        unlink = os.unlink

        def unlink_here(file: Any, **options: Any) -> None:
            self.give_back(Path(file))
            unlink(file, **options)

        with contextlib.ExitStack() as patches:
            for where, name, stand_in in (
                (io, "open", open_here),
                (builtins, "open", open_here),
                (sqlite3, "connect", connect_here),
                (os, "replace", at_a_point(os.replace)),
                (os, "rename", at_a_point(os.rename)),
                (os, "unlink", unlink_here),
                (os, "fsync", at_a_point(os.fsync)),
                (shutil, "disk_usage", lambda _: Usage(PLENTY, 0, PLENTY if self.room is None else self.room)),
                (time, "time", lambda: self.wall + self.now()),
            ):
                patches.enter_context(mock.patch.object(where, name, stand_in))
            yield


class _File(io.FileIO):
    """A file on the disk; what a killed program still had in hand never arrives."""

    def __init__(self, disk: Disk, file: str, mode: str) -> None:
        self._disk, self._life = disk, disk.life
        super().__init__(file, mode)

    def write(self, data: Any) -> int:
        disk, data = self._disk, bytes(data)
        if self._life != disk.life:
            return len(data)
        disk.point(lambda: super(_File, self).write(data[: len(data) // 2]))
        fits = disk.take(len(data))
        if data and not fits:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self.name)
        return super().write(data[:fits])


def _connection_on(disk: Disk) -> type[sqlite3.Connection]:
    class Connection(sqlite3.Connection):
        """A connection to a database on the disk."""

        _life = disk.life

        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            return self._carefully(sql, lambda: super(Connection, self).execute(sql, *values))

        def executescript(self, sql: str) -> sqlite3.Cursor:
            return self._carefully(sql, lambda: super(Connection, self).executescript(sql))

        def _carefully(self, sql: str, act: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
            word = sql.lstrip()[:6].upper()
            if self._life != disk.life or word in ("SELECT", "PRAGMA", "ROLLBA"):
                return act()
            disk.point()
            if disk.full and word != "BEGIN ":
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
                raise error
            done = act()
            if word == "COMMIT":
                disk.take(PAGES)
                disk.point()
            return done

    return Connection
