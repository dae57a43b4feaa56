"""The history's SQLite file: its tables, opening it, and in which words it fails.

What stands in the tables is the business of `history` and `chain`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from hardware.health import disk_free
from referee.refusal import Refusal

FORM = 2
"""Version of the tables below; an older program refuses a newer file instead of harming it."""

LEAST_ROOM = 128 * 1024
"""Free bytes below which SQLite cannot lay its own files beside the history."""

CARD_FULL = "card-full"
"""The code of a refusal for want of room."""

TABLES = (
    """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    began REAL NOT NULL,           -- wall clock, seconds since 1970
    ended REAL,
    clock_set INTEGER NOT NULL DEFAULT 1,  -- 0: nobody had set that clock
    edition TEXT NOT NULL,
    layout TEXT NOT NULL,
    seats TEXT NOT NULL,
    rules TEXT NOT NULL,
    source TEXT NOT NULL,          -- the camera, as it was named
    profile TEXT NOT NULL,         -- folder of the table profile
    result TEXT NOT NULL DEFAULT '*',
    turns INTEGER NOT NULL DEFAULT 0,      -- that were not taken back
    links INTEGER NOT NULL DEFAULT 0,      -- of its chain
    head TEXT NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000'
)""",
    """
CREATE TABLE events (              -- the links of the games' chains
    game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,       -- from 0 without gaps: the order of things
    kind TEXT NOT NULL,
    wall INTEGER NOT NULL,         -- wall clock, thousandths of a second since 1970
    json TEXT NOT NULL,
    hash TEXT NOT NULL,            -- of this link and the one before it
    PRIMARY KEY (game, number)
)""",
    """
CREATE TABLE deleted (             -- games that were deleted on purpose
    game INTEGER PRIMARY KEY,
    wall INTEGER NOT NULL,
    head TEXT NOT NULL             -- the last hash of its chain
)""",
)

Open = Callable[[Path, float], sqlite3.Connection]
"""Opens the database at a path, without transactions of its own, with seconds of patience while it is held."""


def open_to_read(file: Path, patience: float = 5.0) -> sqlite3.Connection:
    """A database that is only looked at, and never made where there is none. Raises sqlite3.Error."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    if not os.access(file.parent, os.W_OK) and not with_tails(file)[1].exists():
        address += "&immutable=1"  # else SQLite lays its own files beside it, which cannot be done there
    return sqlite3.connect(address, uri=True, timeout=patience)


def open_database(file: Path, patience: float) -> sqlite3.Connection:
    """The real one. Raises sqlite3.Error."""
    return sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=patience)


class HistoryFull(Exception):
    """The history took no more, for want of room or whatever else; it is still in the caller's hands."""

    def __init__(self, file: Path, error: sqlite3.Error) -> None:
        super().__init__(str(cannot_write(file, error)))
        self.error, self.no_room = error, is_full(file, error)


class Damaged(sqlite3.DatabaseError):
    """The file can be opened, and what it says does not fit together."""


@contextlib.contextmanager
def writing(connection: sqlite3.Connection, lock: threading.RLock, file: Path) -> Iterator[sqlite3.Connection]:
    """One transaction: all of it or nothing, and whatever keeps it from being written told as a full disk is."""
    with lock:
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise HistoryFull(file, error) from error


def form_of(connection: sqlite3.Connection) -> int:
    """The form of what stands in a file, 0 for nothing. Raises sqlite3.Error where it is no database."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def prepare(connection: sqlite3.Connection) -> None:
    """Make a connection safe against a pulled plug."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # a pulled plug, too, loses nothing announced
    connection.execute("PRAGMA foreign_keys = ON")


def lay_tables(connection: sqlite3.Connection) -> None:
    """Make the tables in a file that has none; another program may have been quicker."""
    connection.execute("BEGIN IMMEDIATE")
    if not form_of(connection):
        for table in TABLES:
            connection.execute(table)
        connection.execute(f"PRAGMA user_version = {FORM}")
    connection.execute("COMMIT")


def columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """Names of a table's columns; none where there is no such table."""
    return [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is spoilt; a full or write-protected disk and a busy file are no damage."""
    code = getattr(error, "sqlite_errorcode", None)  # none where the complaint is our own
    return code is None or code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def with_tails(file: Path) -> tuple[Path, Path, Path]:
    """A database and the two files SQLite keeps beside it."""
    return file, Path(f"{file}-wal"), Path(f"{file}-shm")


def cannot_write(
    file: Path,
    error: sqlite3.Error | OSError,
    what: str = "The history",
    damaged: str = "Start again: what can be saved of it goes on.",
) -> Refusal:
    """What keeps a file from being written, in words; `damaged` says how a spoilt one is mended."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if is_full(file, error):
        reason = f"{what} {file} cannot be written: the disk is full."
        mend = "Free some space, or give another folder with --data DIR."
        return Refusal(reason, mend, code=CARD_FULL)
    if code == sqlite3.SQLITE_BUSY or isinstance(error, TimeoutError):
        return Refusal(f"{what} {file} is held by another program.", "Wait until it is done, or stop it.")
    if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError) and is_damage(error):
        return Refusal(f"{what} {file} is damaged: {error}.", damaged)
    if isinstance(error, sqlite3.IntegrityError):
        return Refusal(f"{what} {file} does not take it: {error}.", "Begin a new game.")
    why = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    return Refusal(
        f"{what} {file} cannot be written: {why}.",
        "Give another folder with --data DIR, or make that one writable.",
    )


def is_full(file: Path, error: sqlite3.Error | OSError) -> bool:
    """Whether there is no room left for a file; SQLite says so in more than one way."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    full = code == sqlite3.SQLITE_FULL or (isinstance(error, OSError) and error.errno == errno.ENOSPC)
    return full or (code == sqlite3.SQLITE_IOERR and wants_room(file.parent))


def wants_room(folder: Path) -> bool:
    """Whether its disk has too little room for SQLite's own files."""
    free = disk_free(folder)
    return free is not None and free < LEAST_ROOM
