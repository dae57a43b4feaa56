"""Every game on disk, in one SQLite file.

An event is on disk before anybody is told of it, so a kill at any moment loses nothing that was announced.
Here live writing, reading and deleting; what the events mean does not.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import msgspec

from engine import events
from engine.events import AnyEvent
from referee.refusal import Refusal

FORM = 1
"""Version of the tables below; an older program refuses a newer file instead of harming it."""

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


class HistoryFull(Exception):
    """The disk took no more; what was to be written is still in the caller's hands."""


class History:
    """The games on disk. One object may be used by several threads."""

    def __init__(self, file: Path) -> None:
        """Open the file, making it where there is none.

        Raises:
            Refusal: the folder cannot be written, or the file was made by a newer program. A damaged file is
                kept beside a new one that holds whatever could be read (`salvaged` tells).
        """
        self.file = file
        self.salvaged = ""
        self._lock = threading.RLock()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._connection = self._open()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "unable to open" in str(error):
                raise _cannot_write(file, str(error)) from error
            self._connection = self._salvage(error)
        except OSError as error:
            raise _cannot_write(file, error.strerror or str(error)) from error

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, check_same_thread=False, isolation_level=None, timeout=10)
        try:
            form = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if form > FORM:
                raise Refusal(
                    f"The history {self.file} was written by a newer Sequence Referee (form {form}; known: {FORM}).",
                    "Update this program, or give another folder with --data.",
                )
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("its pages do not fit together")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")  # a pulled plug, too, loses nothing announced
            connection.execute("PRAGMA foreign_keys = ON")
            if form == 0:
                connection.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {FORM}; COMMIT;")
        except BaseException:
            connection.close()
            raise
        return connection

    def _salvage(self, error: sqlite3.DatabaseError) -> sqlite3.Connection:
        """Put the damaged file aside and carry over what can still be read."""
        aside = self.file.with_name(f"{self.file.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}{self.file.suffix}")
        self.file.rename(aside)
        for tail in ("-wal", "-shm"):
            beside = Path(f"{self.file}{tail}")
            if beside.exists():
                beside.rename(f"{aside}{tail}")
        connection = self._open()
        saved = _carry_over(aside, connection)
        self.salvaged = (
            f"The history was damaged ({error}). It is kept as {aside}; "
            f"{saved} of its games could be read and go on in a new file."
        )
        return connection

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
        return _Writing(self._connection, self._lock)


class _Writing:
    """One transaction: all of it or nothing, and a full disk told as such."""

    def __init__(self, connection: sqlite3.Connection, lock: threading.RLock) -> None:
        self._connection = connection
        self._lock = lock

    def __enter__(self) -> sqlite3.Connection:
        self._lock.acquire()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            self._lock.release()
            raise HistoryFull(str(error)) from error
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
            raise HistoryFull(str(full)) from full
        finally:
            self._lock.release()
        if isinstance(error, sqlite3.OperationalError):
            raise HistoryFull(str(error)) from error


def _result_of(event: AnyEvent) -> str | None:
    """What an event makes of the game's result; none where it changes nothing."""
    if isinstance(event, events.GameWon):
        return event.team
    if isinstance(event, events.GameDrawn):
        return "drawn"
    if isinstance(event, events.TurnUndone):
        return "*"
    return None


def _carry_over(damaged: Path, into: sqlite3.Connection) -> int:
    """Copy every game that can be read whole out of a damaged file; how many there were."""
    saved = 0
    try:
        old = sqlite3.connect(f"file:{damaged}?mode=ro", uri=True)
    except sqlite3.DatabaseError:
        return 0
    try:
        for row in _readable(old, "SELECT * FROM games ORDER BY id"):
            into.execute("BEGIN")
            into.execute(f"INSERT INTO games VALUES ({','.join('?' * len(row))})", row)
            for event in _readable(old, "SELECT * FROM events WHERE game = ? ORDER BY number", (row[0],)):
                into.execute("INSERT INTO events VALUES (?,?,?,?)", event)
            into.execute("COMMIT")
            saved += 1
    finally:
        old.close()
    return saved


def _readable(source: sqlite3.Connection, query: str, values: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Rows up to the first that cannot be read."""
    try:
        yield from source.execute(query, values)
    except sqlite3.DatabaseError:
        return


def _cannot_write(file: Path, why: str) -> Refusal:
    return Refusal(
        f"The history {file} cannot be opened for writing: {why}.",
        "Give another folder with --data DIR, or make that one writable.",
    )
