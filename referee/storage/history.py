"""Every game on disk, in one SQLite file.

An event is on disk before anybody is told of it, so a kill at any moment loses nothing that was announced. Nothing
that was written is changed: what comes to be known later is written behind it, and each game's links are chained by
hashes. Here live writing, reading and deleting; what the events mean does not.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec

from engine import events
from engine.events import AnyEvent
from hardware.address import clean_json, cleaned
from referee.refusal import Refusal
from referee.storage.chain import EVENT, FILES, GAME_FIELDS, INPUTS, NOTE, GameChain, Link, Mark
from referee.storage.database import HistoryFull, Open, open_database, with_tails, writing
from referee.storage.opening import open_history
from referee.storage.salvage import account_for_gaps
from referee.storage.times import GameTimes, WallClock
from web.setting import GameEntry

__all__ = ["GameRow", "History", "HistoryFull"]


class GameRow(GameEntry, frozen=True, kw_only=True):
    """One game as its entry says it."""

    ended: float | None
    layout: str
    rules: str
    source: str
    profile: str
    clock_set: bool = True
    """Whether the machine knew what time it was."""
    links: int = 0
    """Length of its chain."""
    head: str = ""
    """Last hash of its chain."""


_ROW = GameRow.__struct_fields__


class History(AbstractContextManager["History"]):
    """The games on disk. One object may be used by several threads."""

    def __init__(
        self,
        file: Path,
        *,
        patience: float = 10.0,
        clock: WallClock | None = None,
        opened: Open = open_database,
    ) -> None:
        """Open the file, making it where there is none; `patience`: seconds to wait while another program writes.

        Raises:
            Refusal: the folder cannot be written, or the file was made by a newer program. A damaged file is
                kept beside a new one that holds whatever could be read (`salvaged` tells).
        """
        self.file = file
        self.found = open_history(file, patience, opened)
        """What was found when it was opened."""
        self._connection = self.found.connection
        self._times = GameTimes(clock or WallClock())
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        self._lock = threading.RLock()

    @property
    def salvaged(self) -> str:
        """What people are to be told of the file; empty where nothing was wrong with it."""
        return self.found.told

    @classmethod
    def reading(cls, file: Path) -> History:
        """The history of a folder that cannot be written, to be read: a copy of it; where there is none, an empty one.

        Raises Refusal.
        """
        folder = tempfile.TemporaryDirectory(prefix="referee-history-")
        copy = Path(folder.name) / file.name
        try:
            for part, there in zip(with_tails(file), with_tails(copy), strict=True):
                if part.exists() and not part.name.endswith("-shm"):
                    shutil.copyfile(part, there)
            history = cls(copy)
        except OSError:
            folder.cleanup()
            raise
        except Refusal as no:
            folder.cleanup()
            raise Refusal(no.reason.replace(str(copy), str(file)), no.mend) from no
        if folder.name in history.found.told:
            history.found.told = f"The history {file} is damaged; only what is whole of it is read."
        history.file = file
        history._copy = folder
        return history

    # ---- writing

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
        """Enter a new game; its number. Raises HistoryFull."""
        fields: dict[str, object] = {
            "edition": edition,
            "layout": layout,
            "seats": " ".join(seats),
            "rules": rules,
            "source": source,
            "profile": profile,
        }
        with self._writing() as connection:
            self._times.put_right(connection)
            chain = GameChain.begin(connection, {**self._times.begin(), **fields}, self._times.wall())
            chain.store()
            self._times.writes_to(chain, 0)
            return chain.game

    def append(self, game: int, happened: Iterable[AnyEvent], inputs: Mark | None = None) -> str:
        """Write events behind those the game has, all or none; the last hash of its chain.

        `inputs`: what is on disk of the inputs that led to them.

        Raises:
            HistoryFull: the disk is full, or the file cannot be written; nothing was written.
        """
        with self._adding(game) as chain:
            if inputs is not None:
                chain.note(INPUTS, inputs, self._times.wall())
            for event in happened:
                chain.add(EVENT, events.encode(event).decode(), self._times.wall())
                if isinstance(event, events.SeatsChanged):
                    chain.set({"seats": " ".join(event.seats)}, self._times.wall())
                result = _result_of(event)
                if result is not None and result != self._one("SELECT result FROM games WHERE id = ?", game):
                    ended = {"ended": None} if result == "*" else self._times.end_of(chain)
                    chain.set({"result": result, **ended}, self._times.wall())
        return chain.head

    def note_files(self, game: int, files: Mapping[str, str], inputs: Mark | None = None) -> None:
        """Note files that are about to be kept, or are complete, by their SHA-256; empty for one about to go.

        Their paths are those below the game, as `evidence/turn-0007/film.mp4`. Raises HistoryFull.
        """
        with self._adding(game) as chain:
            if inputs is not None:
                chain.note(INPUTS, inputs, self._times.wall())
            chain.note(FILES, dict(sorted(files.items())), self._times.wall())

    def remark(self, game: int, **said: str) -> None:
        """Write down something about how the game was kept. Raises HistoryFull."""
        with self._adding(game) as chain:
            chain.note(NOTE, said, self._times.wall())

    def remarks(self, game: int) -> dict[str, str]:
        """What was written down so. Raises Refusal."""
        said: dict[str, str] = {}
        for (text,) in self._read("SELECT json FROM events WHERE game = ? AND kind = ?", (game, NOTE)):
            with contextlib.suppress(msgspec.MsgspecError):  # nothing hangs on what cannot be read
                said |= msgspec.json.decode(str(text), type=dict[str, str])
        return said

    def complete(self, row: GameRow, happened: Sequence[AnyEvent]) -> None:
        """Enter a game under its old number, or what is missing behind the events it has. Raises HistoryFull."""
        fields = {name: getattr(row, name) for name in GAME_FIELDS} | {"clock_set": int(row.clock_set)}
        with self._writing() as connection:
            connection.execute("DELETE FROM deleted WHERE game = ?", (row.id,))
            if connection.execute("SELECT 1 FROM games WHERE id = ?", (row.id,)).fetchone() is None:
                GameChain.begin(connection, fields, round(row.began * 1000), row.id).store()
                account_for_gaps(connection)
        self.append(row.id, happened)
        self.remark(row.id, rebuilt="from its inputs")

    def close_game(self, game: int) -> None:
        """Note that nobody goes on with a game that has no result. Raises HistoryFull."""
        with self._adding(game) as chain:
            if self._one("SELECT ended FROM games WHERE id = ?", game) is None:
                chain.set(self._times.end_of(chain), self._times.wall())

    def rename(self, game: int, seats: Sequence[str]) -> None:
        """Enter other names for a game's seats; its chain keeps those it began with. Raises HistoryFull."""
        with self._adding(game) as chain:
            chain.set({"seats": " ".join(seats)}, self._times.wall())

    def delete(self, game: int) -> None:
        """Remove a game and all that belongs to it; only that there was one is kept. Raises Refusal, HistoryFull."""
        head = self.game(game).head
        with self._writing() as connection:
            connection.execute("INSERT INTO deleted VALUES (?,?,?)", (game, self._times.wall(), head))
            connection.execute("DELETE FROM games WHERE id = ?", (game,))

    # ---- reading

    def events(self, game: int) -> list[AnyEvent]:
        """The game's events in order. Raises Refusal where one cannot be read."""
        found: list[AnyEvent] = []
        for number, link in enumerate(self.links(game)):
            if link.kind != EVENT:
                continue
            try:
                found.append(events.decode(clean_json(link.json)))
            except (msgspec.MsgspecError, RecursionError) as error:
                reason = f"Event {number} of game {game} in {self.file} cannot be read: {error}."
                mend = "It may come from a newer program: update, or export the game there."
                raise Refusal(reason, mend) from error
        return found

    def links(self, game: int) -> list[Link]:
        """The game's chain. Raises Refusal where it cannot be read."""
        rows = self._read("SELECT kind, wall, json, hash FROM events WHERE game = ? ORDER BY number", (game,))
        try:
            return msgspec.convert(rows, list[Link])
        except msgspec.ValidationError as error:
            raise self._unreadable(error) from error

    def files(self, game: int) -> dict[str, str]:
        """SHA-256 of each whole file of the game by its path, as last noted. Raises Refusal."""
        noted: dict[str, str] = {}
        for link in self.links(game):
            if link.kind == FILES:
                try:
                    noted |= msgspec.json.decode(link.json, type=dict[str, str])
                except (msgspec.MsgspecError, RecursionError) as error:
                    raise self._unreadable(error) from error
        return {name: digest for name, digest in noted.items() if digest}

    def games(self) -> list[GameRow]:
        """All games, newest first."""
        return list(self._rows("ORDER BY id DESC"))

    def game(self, number: int) -> GameRow:
        """One game. Raises Refusal where there is none of that number."""
        for row in self._rows("WHERE id = ?", (number,)) if number < 1 << 62 else ():
            return row
        raise Refusal(f"There is no game {number} in {self.file}.", "See `referee history list`.")

    def began_with(self, row: GameRow) -> str:
        """The seats a game began with; its entry has those of now."""
        first = (
            'SELECT json FROM events WHERE game = ? AND kind = ? AND json LIKE \'{"event":"start"%\' ORDER BY number'
        )
        for (text,) in self._read(f"{first} LIMIT 1", (row.id, EVENT)):
            with contextlib.suppress(msgspec.MsgspecError):  # what cannot be read is judged again from the inputs
                return " ".join(msgspec.json.decode(clean_json(str(text)), type=events.GameStarted).seats)
        return row.seats

    def unfinished(self, profile: str) -> GameRow | None:
        """The newest game at this table that has no end yet."""
        return next(self._rows("WHERE profile = ? AND ended IS NULL ORDER BY id DESC LIMIT 1", (profile,)), None)

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        with self._lock:
            self._connection.close()
            self.found.seal.close()
            if self._copy is not None:
                self._copy.cleanup()

    def __exit__(self, *exception: object) -> None:
        self.close()

    # ---- how

    def _writing(self) -> AbstractContextManager[sqlite3.Connection]:
        with contextlib.suppress(OSError):
            self.found.seal.break_open()
        return writing(self._connection, self._lock, self.file)

    @contextlib.contextmanager
    def _adding(self, game: int) -> Iterator[GameChain]:
        """The pen for one game's chain; what it writes is on disk afterwards. Raises HistoryFull."""
        with self._writing() as connection:
            self._times.put_right(connection)
            chain = GameChain(connection, game)
            self._times.writes_to(chain, chain.links)
            yield chain
            chain.store()

    def _one(self, query: str, *values: object) -> object:
        return (self._connection.execute(query, values).fetchone() or (None,))[0]

    def _read(self, query: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        try:
            with self._lock:
                return self._connection.execute(query, values).fetchall()
        except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
            raise self._unreadable(error) from error

    def _rows(self, where: str, values: tuple[object, ...] = ()) -> Iterator[GameRow]:
        for row in self._read(f"SELECT {', '.join(_ROW)} FROM games {where}", values):
            said = {name: cleaned(value) for name, value in zip(_ROW, row, strict=True)}
            try:
                yield msgspec.convert(said | {"clock_set": said["clock_set"] == 1}, GameRow)
            except msgspec.ValidationError as error:
                raise self._unreadable(error) from error

    def _unreadable(self, error: Exception) -> Refusal:
        return Refusal(
            f"The history {self.file} cannot be read: {error}.", "Start `referee serve`: what can be saved goes on."
        )


REOPENED = ("watching", "disputed")
"""States that no game is in that is over."""


def _result_of(event: AnyEvent) -> str | None:
    """What an event makes of the game's result; none where it changes nothing."""
    if isinstance(event, events.GameWon):
        return event.team
    if isinstance(event, events.GameDrawn):
        return "drawn"
    if isinstance(event, events.StateChanged) and event.state in REOPENED:
        return "*"  # a turn, a resignation or a draw was taken back, or the board is said to be otherwise
    return None
