"""The hash chain over all that is kept of a game: each link carries the hash of itself and of the link before it.

Whoever knows the last hash knows whether anything before it was changed. The form stands in `docs/evidence.md`; the
verifier, `referee/storage/verifier.py`, shares nothing with this file on purpose.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping

import msgspec

FIRST = "0" * 64
"""What stands for the hash before the first link."""

EVENT, GAME, INPUTS, FILES, CLOCK, NOTE = "event", "game", "inputs", "files", "clock", "note"
"""Kinds of link: what was announced; what the game's entry says from now on; how far inputs are on disk; the SHA-256 of
whole files, empty for one that went to make room; a clock that was set; a remark for people."""

GAME_FIELDS = (
    "began", "ended", "clock_set", "edition", "layout", "seats", "rules", "source", "profile", "result", "turns"
)  # fmt: skip
"""Columns of a game's entry that are what its `game` links say, the later over the earlier."""


def link(before: str, content: bytes) -> str:
    """The hash of a link: SHA-256 of the hash before it, a line break and its content, in hexadecimal."""
    return hashlib.sha256(before.encode() + b"\n" + content).hexdigest()


class Link(msgspec.Struct, frozen=True, array_like=True):
    """One link of a game's chain."""

    kind: str
    wall: int
    """Wall clock, thousandths of a second since 1970; never an order of things."""
    json: str
    hash: str = ""

    def follows(self, before: str) -> bool:
        """Whether it is whole and stands behind the link of that hash."""
        return self.hash == self.hash_behind(before)

    @property
    def turns(self) -> int:
        """How many turns more stand by it: 1 where one is told, -1 where one is taken back, else 0."""
        if self.kind != EVENT:
            return 0
        return self.json.startswith('{"event":"turn"') - self.json.startswith('{"event":"undone"')

    def hash_behind(self, before: str) -> str:
        """The hash it has behind that one."""
        return link(before, f"{self.kind}\n{self.wall}\n{self.json}".encode())


def encoded(number: int, link: Link) -> bytes:
    """A link with its number as a line, `[number, kind, wall, json, hash]`: in exported games, and to a club's hub."""
    return msgspec.json.encode([number, link.kind, link.wall, link.json, link.hash]) + b"\n"


def decoded(line: bytes) -> tuple[int, Link]:
    """A link with its number, from such a line. Raises msgspec.MsgspecError, RecursionError."""
    number, *rest = msgspec.json.decode(line, type=tuple[int, str, int, str, str])
    return number, msgspec.convert(rest, Link)


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a file of inputs is on the disk for good."""

    file: str
    """Its path below the game, `inputs/000000.inputs`."""
    lines: int = 0
    head: str = ""
    """Hash of the last of these lines."""
    missing: int = 0
    """Lines behind them that a full disk did not take."""


class GameChain:
    """The pen for one game's chain, within a transaction of its caller's."""

    def __init__(self, connection: sqlite3.Connection, game: int) -> None:
        """Go on behind the links the game has. Raises sqlite3.IntegrityError where there is no such game."""
        self._connection = connection
        self.game = game
        row = connection.execute("SELECT links, head, turns FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise sqlite3.IntegrityError(f"game {game} is not in it any more")
        self.links: int
        self.head: str
        self.links, self.head, self._counted = row
        self._turns = self._counted
        last = connection.execute("SELECT wall FROM events WHERE game = ? AND number = ?", (game, self.links - 1))
        self._last_wall: int = (last.fetchone() or (0,))[0]

    @classmethod
    def begin(cls, connection: sqlite3.Connection, fields: Mapping[str, object], wall: int, game: int = 0) -> GameChain:
        """Enter a game, under that number or, for 0, under the next; `fields` are columns of `games`."""
        fields = {**fields, **({"id": game} if game else {})}
        names, places = ", ".join(fields), ",".join("?" * len(fields))
        cursor = connection.execute(f"INSERT INTO games ({names}) VALUES ({places})", tuple(fields.values()))
        chain = cls(connection, int(cursor.lastrowid or 0))
        chain.note(GAME, {"id": chain.game, **chain._row()}, wall)
        return chain

    def add(self, kind: str, content: str, wall: int) -> None:
        """Add a link. Its time is never before that of the link behind which it stands."""
        self._last_wall = max(self._last_wall, wall)
        new = Link(kind, self._last_wall, content)
        self._turns += new.turns
        self._append(new)

    def note(self, kind: str, said: object, wall: int) -> None:
        """Add a link that says this, as JSON."""
        self.add(kind, msgspec.json.encode(said).decode(), wall)

    def set(self, fields: Mapping[str, object], wall: int) -> None:
        """Change columns of the game's entry."""
        self._connection.execute(
            f"UPDATE games SET {', '.join(f'{name} = ?' for name in fields)} WHERE id = ?",
            (*fields.values(), self.game),
        )
        self.note(GAME, fields, wall)

    def began(self) -> float:
        """When the game began, seconds since 1970."""
        return float(self._connection.execute("SELECT began FROM games WHERE id = ?", (self.game,)).fetchone()[0])

    def shift(self, since: int, seconds: float, wall: int) -> None:
        """Note that the clock was set, and how wrong the times of the links from `since` on are."""
        self._last_wall = 0  # what was stamped by the wrong clock may lie ahead of the right one
        self.note(CLOCK, {"since": since, "shift": round(seconds, 3)}, wall)

    def copy(self, old: Link) -> None:
        """Add a link as it stands in another file; its turns are counted already."""
        self._append(Link(old.kind, old.wall, old.json))
        self._last_wall = old.wall

    def store(self) -> None:
        """Write down how many turns stand and how far the chain goes."""
        if self._turns != self._counted:
            self.set({"turns": self._turns}, self._last_wall)
        self._connection.execute(
            "UPDATE games SET links = ?, head = ? WHERE id = ?", (self.links, self.head, self.game)
        )

    def _append(self, new: Link) -> None:
        self.head = new.hash_behind(self.head)
        self._connection.execute(
            "INSERT INTO events (game, number, kind, wall, json, hash) VALUES (?,?,?,?,?,?)",
            (self.game, self.links, new.kind, new.wall, new.json, self.head),
        )
        self.links += 1

    def _row(self) -> dict[str, object]:
        cursor = self._connection.execute(f"SELECT {', '.join(GAME_FIELDS)} FROM games WHERE id = ?", (self.game,))
        return dict(zip(GAME_FIELDS, cursor.fetchone(), strict=True))
