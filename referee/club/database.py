"""Where a hub keeps its links: SQLite in a file of its own, or PostgreSQL that several hubs share.

The two differ in how a transaction is begun, how a row is held and who is told of a change; all else is the same SQL,
with `?` for values.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from referee.refusal import Refusal
from referee.storage.database import HistoryFull, cannot_write, open_database, writing
from referee.storage.durable import make_folder

Row = tuple[Any, ...]

TABLES = (
    """
CREATE TABLE IF NOT EXISTS tables (
    name TEXT PRIMARY KEY,
    mark TEXT NOT NULL,            -- SHA-256 of its secret
    heard DOUBLE PRECISION NOT NULL,   -- hub's clock, seconds since 1970
    state TEXT NOT NULL,           -- what it said last of itself, JSON
    trouble TEXT NOT NULL DEFAULT ''   -- game whose links contradict those kept here
)""",
    """
CREATE TABLE IF NOT EXISTS games (
    number {serial},
    genesis TEXT NOT NULL UNIQUE,  -- hash of its first link
    at_table TEXT NOT NULL,
    links INTEGER NOT NULL,
    head TEXT NOT NULL,            -- hash of its last link
    came DOUBLE PRECISION NOT NULL,    -- when its first link did
    changed DOUBLE PRECISION NOT NULL  -- read by nobody; files of earlier hubs demand it
)""",
    """
CREATE TABLE IF NOT EXISTS links (
    genesis TEXT NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    wall BIGINT NOT NULL,
    json TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (genesis, number)  -- so that none is ever there twice
)""",
    """
CREATE TABLE IF NOT EXISTS pictures (   -- of faults that wait for a host, and of no others
    genesis TEXT NOT NULL,
    fault INTEGER NOT NULL,
    jpeg {blob} NOT NULL,
    PRIMARY KEY (genesis, fault)
)""",
    "CREATE TABLE IF NOT EXISTS said (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)


class ClubAway(Exception):
    """The database cannot be reached or takes nothing; nothing was written."""

    def __init__(self, why: str, kind: Literal["away", "full"] = "away") -> None:
        """`kind`: it cannot be reached, or its disk is full."""
        super().__init__(why)
        self.kind = kind


class Work:
    """One transaction."""

    def __init__(self, connection: Any, placeholder: str) -> None:
        self._connection, self._placeholder = connection, placeholder

    def run(self, sql: str, *values: object) -> list[Row]:
        """Carry out a statement; its rows."""
        cursor = self._connection.execute(sql.replace("?", self._placeholder), values)
        return list(cursor.fetchall()) if cursor.description else []


class Sqlite:
    """A file, for a hub that is one process."""

    held = ""
    """What a SELECT ends with whose row nobody else may change until the transaction ends."""

    def __init__(self, file: Path) -> None:
        """Open it, making it where there is none. Raises Refusal."""
        self._file, self._lock, self._news = file, threading.RLock(), threading.Event()
        try:
            make_folder(file.parent)
            self._connection = open_database(file, 10.0)
            self._connection.execute("PRAGMA journal_mode = WAL")
            # A pulled plug may cost the last links, which their tables send again: what counts is what is here.
            self._connection.execute("PRAGMA synchronous = NORMAL")
            for table in TABLES:
                self._connection.execute(table.format(serial="INTEGER PRIMARY KEY AUTOINCREMENT", blob="BLOB"))
        except (OSError, sqlite3.Error) as error:
            raise _cannot_use(file, error) from error

    @contextlib.contextmanager
    def working(self) -> Iterator[Work]:
        """A transaction. Raises ClubAway."""
        try:
            with writing(self._connection, self._lock, self._file) as connection:
                yield Work(connection, "?")
        except HistoryFull as full:
            why = str(_cannot_use(self._file, full.error))
            raise ClubAway(why, "full" if full.no_room else "away") from full

    def changed(self) -> None:
        """Wake who waits."""
        self._news.set()

    def wait(self, seconds: float) -> None:
        """Wait for a change in this process; one that came since the last wait ended counts. Called by one thread."""
        self._news.wait(seconds)
        self._news.clear()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()


def _cannot_use(file: Path, error: sqlite3.Error | OSError) -> Refusal:
    """What keeps a club's file from being used, in words."""
    mend = "Move it away, start again, and let the tables join: they send their games once more."
    return cannot_write(file, error, "The club's file", mend)


CHANNEL = "sequence_referee_club"
"""On which PostgreSQL tells other processes of a change."""


class Postgres:
    """A server, for hubs that are several processes or machines."""

    held = " FOR UPDATE"

    def __init__(self, address: str) -> None:
        """Connect. Raises Refusal where psycopg is not installed or the server does not answer."""
        try:
            import psycopg
        except ImportError:
            raise Refusal(
                "PostgreSQL needs the library psycopg, which is not installed.",
                "pip install 'sequence-referee[club]'",
            ) from None
        self._psycopg, self._address = psycopg, address
        self._lock = threading.RLock()
        self._writer: Any = None
        self._listener: Any = None
        try:
            with self.working() as work:
                # One process lays the tables; who comes at the same moment waits for it.
                work.run("SELECT pg_advisory_xact_lock(7337)")
                for table in TABLES:
                    work.run(table.format(serial="SERIAL PRIMARY KEY", blob="BYTEA"))
        except ClubAway as away:
            raise Refusal(f"The database cannot be used: {away}.", "Mend the address, or start the server.") from None

    @contextlib.contextmanager
    def working(self) -> Iterator[Work]:
        """A transaction. Raises ClubAway."""
        with self._lock:
            try:
                if self._writer is None or self._writer.closed:
                    self._writer = self._psycopg.connect(self._address, connect_timeout=5, autocommit=True)
                with self._writer.transaction():
                    yield Work(self._writer, "%s")
            except self._psycopg.Error as error:
                if isinstance(error, self._psycopg.OperationalError):
                    self._drop()
                full = isinstance(error, self._psycopg.errors.DiskFull)
                raise ClubAway(_first_line(error), "full" if full else "away") from error

    def changed(self) -> None:
        """Tell every process that listens."""
        with contextlib.suppress(ClubAway), self.working() as work:
            work.run(f"NOTIFY {CHANNEL}")

    def wait(self, seconds: float) -> None:
        """Wait for what any process tells. Called by one thread."""
        try:
            if self._listener is None or self._listener.closed:
                self._listener = self._psycopg.connect(self._address, connect_timeout=5, autocommit=True)
                self._listener.execute(f"LISTEN {CHANNEL}")
                return  # what was told before this is not heard
            for _ in self._listener.notifies(timeout=seconds, stop_after=1):
                return
        except self._psycopg.Error:
            with contextlib.suppress(Exception):
                self._listener.close()
            self._listener = None
            time.sleep(min(seconds, 0.5))

    def close(self) -> None:
        """Hang up."""
        with self._lock:
            self._drop()
        if self._listener is not None:
            self._listener.close()

    def _drop(self) -> None:
        with contextlib.suppress(Exception):
            self._writer.close()
        self._writer = None


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


Database = Sqlite | Postgres
"""What a hub needs of a database; used by several threads."""


def open_club(data: Path, address: str = "") -> Database:
    """The database at an address, else a file in the data folder. Raises Refusal."""
    if not address:
        return Sqlite(data / "club.sqlite")
    if not address.startswith(("postgresql://", "postgres://")):
        reason = f"{address.partition(':')[0]!r} is no database this program knows."
        mend = "Say postgresql://USER@HOST/NAME, or nothing for a file of its own."
        raise Refusal(reason, mend)
    return Postgres(address)


def rows(database: Database, sql: str, *values: object) -> Sequence[Row]:
    """What one question finds. Raises ClubAway."""
    with database.working() as work:
        return work.run(sql, *values)
