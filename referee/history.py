"""Every game on disk, in one SQLite file.

An event is on disk before anybody is told of it, so a kill at any moment loses nothing that was announced.
Here live writing, reading and deleting; what the events mean does not.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from types import TracebackType

import msgspec

from engine import events
from engine.events import AnyEvent
from referee.refusal import Refusal
from referee.salvage import carry_over

FORM = 1
"""Version of the tables below; an older program refuses a newer file instead of harming it."""

LEAST_ROOM = 128 * 1024
"""Free bytes below which SQLite cannot lay its own files beside the history."""

_TABLES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    began REAL NOT NULL,           -- wall clock, seconds since 1970
    ended REAL,
    edition TEXT NOT NULL,
    layout TEXT NOT NULL,
    seats TEXT NOT NULL,
    rules TEXT NOT NULL,
    source TEXT NOT NULL,          -- the camera, as it was named
    profile TEXT NOT NULL,         -- folder of the table profile
    result TEXT NOT NULL DEFAULT '*'
);
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    wall REAL NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class GameRow:
    """One game of the list."""

    id: int
    began: float
    ended: float | None
    edition: str
    layout: str
    seats: str
    rules: str
    source: str
    profile: str
    result: str
    """The winning team, `drawn`, or `*` while it is open."""
    turns: int

    @property
    def book(self) -> str:
        """The edition as people call it: of a file neither folder nor ending."""
        return Path(self.edition).stem if self.edition.endswith(".toml") else self.edition


class HistoryFull(Exception):
    """The disk took no more; what was to be written is still in the caller's hands."""

    def __init__(self, file: Path, error: sqlite3.Error) -> None:
        why = str(_cannot_write(file, error))
        super().__init__(why)


class History:
    """The games on disk. One object may be used by several threads."""

    def __init__(self, file: Path, *, patience: float = 10.0) -> None:
        """Open the file, making it where there is none; `patience`: seconds to wait while another program writes.

        Raises:
            Refusal: the folder cannot be written, or the file was made by a newer program. A damaged file is
                kept beside a new one that holds whatever could be read (`salvaged` tells).
        """
        self.file = file
        self.salvaged = ""
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        self._lock = threading.RLock()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._connection = _connect(file, patience)
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
                self._connection = self._salvage(str(error))
        except sqlite3.Error as error:
            raise _cannot_write(file, error) from error
        except OSError as error:
            raise _cannot_write(file, error) from error

    @classmethod
    def reading(cls, file: Path) -> History:
        """The history to be read only: where its folder cannot be written, a copy of it is read. Raises Refusal."""
        try:
            return cls(file)
        except Refusal:
            if not file.is_file():
                raise
            folder = tempfile.TemporaryDirectory(prefix="referee-history-")
            copy = Path(folder.name) / file.name
            try:
                for part, there in zip(_with_tails(file), _with_tails(copy), strict=True):
                    if part.exists() and not part.name.endswith("-shm"):
                        shutil.copyfile(part, there)
                history = cls(copy)
            except (OSError, Refusal):
                folder.cleanup()
                raise
            history.file = file
            history._copy = folder
            return history

    def _salvage(self, why: str) -> sqlite3.Connection:
        """Put the damaged file aside, unchanged, and carry over what can still be read."""
        fresh = self.file.with_name(f"{self.file.stem}.new{self.file.suffix}")
        for old in _with_tails(fresh):
            old.unlink(missing_ok=True)
        into = _connect(fresh)
        try:
            saved = carry_over(self.file, into)
        finally:
            into.close()
        aside = self.file.with_name(f"{self.file.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}{self.file.suffix}")
        for beside, there in zip(_with_tails(self.file), _with_tails(aside), strict=True):
            if beside.exists():
                beside.rename(there)
        fresh.rename(self.file)
        self.salvaged = (
            f"The history was damaged ({why}). It is kept as {aside}; "
            f"{saved} of its games could be read and go on in a new file."
        )
        return _connect(self.file)

    def begin(
        self,
        *,
        edition: str,
        layout: str,
        seats: Sequence[str],
        rules: str = "",
        source: str = "",
        profile: str = "",
    ) -> int:
        """Enter a new game; its number."""
        with self._writing() as connection:
            cursor = connection.execute(
                "INSERT INTO games (began, edition, layout, seats, rules, source, profile) VALUES (?,?,?,?,?,?,?)",
                (time.time(), edition, layout, " ".join(seats), rules, source, profile),
            )
            return int(cursor.lastrowid or 0)

    def append(self, game: int, happened: Iterable[AnyEvent]) -> None:
        """Write events behind those the game has, all or none.

        Raises:
            HistoryFull: the disk is full, or the file cannot be written; nothing was written.
        """
        now = time.time()
        with self._writing() as connection:
            number = self._next_number(game)
            for event in happened:
                connection.execute(
                    "INSERT INTO events (game, number, wall, json) VALUES (?,?,?,?)",
                    (game, number, now, events.encode(event).decode()),
                )
                number += 1
                result = _result_of(event)
                if result is not None:
                    ended = None if result == "*" else now
                    connection.execute("UPDATE games SET result = ?, ended = ? WHERE id = ?", (result, ended, game))

    def complete(self, row: GameRow, happened: Sequence[AnyEvent]) -> None:
        """Enter a game under its old number, or what is missing behind the events it has. Raises HistoryFull."""
        with self._writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO games (id, began, ended, edition, layout, seats, rules, source, profile)"
                " VALUES (?,?,?,?,?,?,?,?,?)",
                (*astuple(row)[:9],),
            )
        self.append(row.id, happened)

    def close_game(self, game: int) -> None:
        """Note that nobody goes on with a game that has no result."""
        with self._writing() as connection:
            connection.execute("UPDATE games SET ended = ? WHERE id = ? AND ended IS NULL", (time.time(), game))

    def events(self, game: int) -> list[AnyEvent]:
        """The game's events in order. Raises Refusal where one cannot be read."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT number, json FROM events WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        found: list[AnyEvent] = []
        for number, line in rows:
            try:
                found.append(events.decode(line))
            except msgspec.MsgspecError as error:
                raise Refusal(
                    f"Event {number} of game {game} in {self.file} cannot be read: {error}.",
                    "It may come from a newer program: update, or export the game there.",
                ) from error
        return found

    def games(self) -> list[GameRow]:
        """All games, newest first."""
        return list(self._rows("ORDER BY id DESC"))

    def game(self, number: int) -> GameRow:
        """One game. Raises Refusal where there is none of that number."""
        for row in self._rows("WHERE id = ?", (number,)):
            return row
        raise Refusal(f"There is no game {number} in {self.file}.", "See `referee history list`.")

    def unfinished(self, profile: str) -> GameRow | None:
        """The newest game at this table that has no end yet."""
        return next(self._rows("WHERE profile = ? AND ended IS NULL ORDER BY id DESC LIMIT 1", (profile,)), None)

    def delete(self, game: int) -> None:
        """Remove a game and all that belongs to it."""
        self.game(game)
        with self._writing() as connection:
            connection.execute("DELETE FROM games WHERE id = ?", (game,))

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        with self._lock:
            self._connection.close()
            if self._copy is not None:
                self._copy.cleanup()

    def __enter__(self) -> History:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _next_number(self, game: int) -> int:
        row = self._connection.execute("SELECT max(number) FROM events WHERE game = ?", (game,)).fetchone()
        return 0 if row[0] is None else int(row[0]) + 1

    def _rows(self, where: str, values: tuple[object, ...] = ()) -> Iterator[GameRow]:
        with self._lock:
            rows = self._connection.execute(
                "SELECT id, began, ended, edition, layout, seats, rules, source, profile, result, "
                '(SELECT count(*) FROM events WHERE game = games.id AND json LIKE \'{"event":"turn"%\') '
                f"FROM games {where}",
                values,
            ).fetchall()
        yield from (GameRow(*row) for row in rows)

    def _writing(self) -> _Writing:
        return _Writing(self._connection, self._lock, self.file)


class _Writing:
    """One transaction: all of it or nothing, and a full disk told as such."""

    def __init__(self, connection: sqlite3.Connection, lock: threading.RLock, file: Path) -> None:
        self._connection = connection
        self._lock = lock
        self._file = file

    def __enter__(self) -> sqlite3.Connection:
        self._lock.acquire()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            self._lock.release()
            raise HistoryFull(self._file, error) from error
        return self._connection

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._connection.execute("COMMIT")
                return
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.OperationalError as full:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise HistoryFull(self._file, full) from full
        finally:
            self._lock.release()
        if isinstance(error, sqlite3.OperationalError):
            raise HistoryFull(self._file, error) from error


def _result_of(event: AnyEvent) -> str | None:
    """What an event makes of the game's result; none where it changes nothing."""
    if isinstance(event, events.GameWon):
        return event.team
    if isinstance(event, events.GameDrawn):
        return "drawn"
    if isinstance(event, events.TurnUndone):
        return "*"
    return None


def _connect(file: Path, patience: float = 10.0) -> sqlite3.Connection:
    """The file opened for writing, its tables made where there are none. Raises sqlite3.Error, Refusal."""
    connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=patience)
    try:
        form = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if form > FORM:
            raise Refusal(
                f"The history {file} was written by a newer Sequence Referee (form {form}; known: {FORM}).",
                "Update this program, or give another folder with --data.",
            )
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("its pages do not fit together")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # a pulled plug, too, loses nothing announced
        connection.execute("PRAGMA foreign_keys = ON")
        if form == 0:
            connection.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {FORM}; COMMIT;")
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        if not {"games", "events"} <= there:
            raise sqlite3.DatabaseError("its tables are gone")
    except BaseException:
        connection.close()
        raise
    return connection


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is spoilt; a full or write-protected disk and a busy file are no damage."""
    code = getattr(error, "sqlite_errorcode", None)  # none where the complaint is our own
    return code is None or code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _with_tails(file: Path) -> tuple[Path, Path, Path]:
    """A database and the two files SQLite keeps beside it."""
    return file, Path(f"{file}-wal"), Path(f"{file}-shm")


def _cannot_write(file: Path, error: sqlite3.Error | OSError) -> Refusal:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    full = code == sqlite3.SQLITE_FULL or (isinstance(error, OSError) and error.errno == errno.ENOSPC)
    if full or (code == sqlite3.SQLITE_IOERR and _no_room(file.parent)):
        return Refusal(
            f"The history {file} cannot be written: the disk is full.",
            "Free some space, or give another folder with --data DIR.",
        )
    if code == sqlite3.SQLITE_BUSY:
        return Refusal(f"The history {file} is held by another program.", "Wait until it is done, or stop it.")
    why = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    return Refusal(
        f"The history {file} cannot be written: {why}.",
        "Give another folder with --data DIR, or make that one writable.",
    )


def _no_room(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < LEAST_ROOM
    except OSError:
        return False
