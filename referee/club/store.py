"""What a hub has: the links of every table's games, who may send them, and what the organiser said.

A link is taken only behind the link whose hash it carries. What is here is never changed and never merged.
"""

from __future__ import annotations

import contextlib
import hmac
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

import msgspec

from engine.plain_text import same_name
from referee.club.database import Database, Work, rows
from referee.storage.chain import FIRST, Link

NO_GAME = "-"
"""Stands where a game's first hash would, from a table that has no game."""
LEFT = "left"
"""What a table says of itself that leaves the club; it is missed by nobody."""
MOST_SAID = 40
"""Letters of what a table says of its state and version."""
MOST_GONE = 64
"""Deleted games that are remembered of a table."""
HEARD_SECONDS = 4.0
"""How exactly it is kept when a table was last heard of, unless it says something new."""


class Taken(NamedTuple):
    """What became of links that were sent."""

    answer: Literal["have", "gap", "fork"]
    """Taken, there already; sent too far on; or following something else than what is here."""
    have: int
    """Links of that game that are here."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table says of itself."""

    state: str = "live"
    version: str = ""
    gone: tuple[str, ...] = ()
    """Last hashes of games that were deleted there."""
    pictures: bool = False
    """Whether it sends pictures of faults."""

    def short(self) -> Said:
        """As much of it as is kept."""
        gone = tuple(hashed[: len(FIRST)] for hashed in self.gone[:MOST_GONE])
        return Said(self.state[:MOST_SAID], self.version[:MOST_SAID], gone, self.pictures)


class TableRow(NamedTuple):
    """One table."""

    name: str
    heard: float
    state: str
    trouble: str

    @property
    def said(self) -> Said:
        """What it said last; nothing special where that cannot be read."""
        with contextlib.suppress(msgspec.MsgspecError):
            return msgspec.json.decode(self.state, type=Said)
        return Said()


class GameLine(NamedTuple):
    """One game."""

    number: int
    genesis: str
    table: str
    links: int
    head: str
    came: float


class Store:
    """All of it, over a database. Every method raises ClubAway where that takes or gives nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- tables

    def join(self, name: str, mark: str, now: float) -> bool:
        """Let a table in by the mark of its secret; false where another has that name, but for case and blanks."""
        with self._database.working() as work:
            known = work.run("SELECT mark FROM tables WHERE name = ?", name)
            if known:
                return hmac.compare_digest(str(known[0][0]), mark)
            if _has_alike(work, name):
                return False
            work.run("INSERT INTO tables (name, mark, heard, state) VALUES (?, ?, ?, ?)", name, mark, now, "{}")
        self._database.changed()
        return True

    def has_mark(self, name: str, mark: str) -> bool:
        """Whether a table of that name has that mark."""
        known = rows(self._database, "SELECT mark FROM tables WHERE name = ?", name)
        return bool(known) and hmac.compare_digest(str(known[0][0]), mark)

    def rename(self, was: str, name: str) -> bool:
        """Call a table otherwise, and have its games under that name; false where another has it."""
        with self._database.working() as work:
            if _has_alike(work, name, was):
                return False
            work.run("UPDATE tables SET name = ? WHERE name = ?", name, was)
            work.run("UPDATE games SET at_table = ? WHERE at_table = ?", name, was)
        self._database.changed()
        return True

    def take_off(self, name: str) -> bool:
        """Let a table send no more; its games stay. Whether there was one."""
        with self._database.working() as work:
            found = work.run("DELETE FROM tables WHERE name = ? RETURNING name", name)
        self._database.changed()
        return bool(found)

    def heard_of(self, name: str, state: str, now: float) -> None:
        """A table said how it is."""
        with self._database.working() as work:
            known = work.run("SELECT state, heard FROM tables WHERE name = ?", name)
            if not known or (known[0][0] == state and 0 <= now - float(known[0][1]) < HEARD_SECONDS):
                return
            work.run("UPDATE tables SET state = ?, heard = ? WHERE name = ?", state, now, name)
        if known[0][0] != state:
            self._database.changed()

    def tables(self) -> list[TableRow]:
        """All tables by name."""
        found = rows(self._database, "SELECT name, heard, state, trouble FROM tables ORDER BY name")
        return [TableRow(*one) for one in found]

    # ---- games

    def append(self, table: str, genesis: str, first: int, links: Sequence[Link], now: float) -> Taken:
        """Take a game's links from number `first` on: those that are new, behind those that are here."""
        with self._database.working() as work:
            taken = self._append(work, table, genesis, first, links, now)
            if taken.answer == "fork":
                work.run("UPDATE tables SET trouble = ? WHERE name = ?", genesis, table)
            elif taken.answer == "have" and links:  # it has gone on to another game
                work.run(
                    "UPDATE tables SET trouble = '' WHERE name = ? AND trouble <> '' AND trouble <> ?"
                    " AND ? = (SELECT genesis FROM games WHERE at_table = ? ORDER BY number DESC LIMIT 1)",
                    table, genesis, genesis, table,
                )  # fmt: skip
        if links and taken.answer in ("have", "fork"):
            self._database.changed()
        return taken

    def _append(self, work: Work, table: str, genesis: str, first: int, links: Sequence[Link], now: float) -> Taken:
        ask = f"SELECT links, head, at_table FROM games WHERE genesis = ?{self._database.held}"
        known = work.run(ask, genesis)
        if not known:
            if first or not links:
                return Taken("gap", 0)
            if links[0].hash != genesis or not _follow(links, FIRST):
                return Taken("fork", 0)
            work.run(
                "INSERT INTO games (genesis, at_table, links, head, came, changed) VALUES (?, ?, 0, ?, ?, ?)"
                " ON CONFLICT (genesis) DO NOTHING",
                genesis, table, FIRST, now, now,
            )  # fmt: skip
            known = work.run(ask, genesis)
        have, head, owner = int(known[0][0]), str(known[0][1]), str(known[0][2])
        if owner != table:
            return Taken("fork", have)
        if first > have:
            return Taken("gap", have)
        old, new = links[: have - first], links[have - first :]
        if old:
            last = first + len(old) - 1
            there = work.run("SELECT hash FROM links WHERE genesis = ? AND number = ?", genesis, last)
            # Each hash holds all before it: where the last is the same so are they all.
            if there[0][0] != old[-1].hash:
                return Taken("fork", have)
        if new:
            if not _follow(new, head):
                return Taken("fork", have)
            for number, link in enumerate(new, have):
                work.run(
                    "INSERT INTO links (genesis, number, kind, wall, json, hash) VALUES (?, ?, ?, ?, ?, ?)",
                    genesis, number, link.kind, link.wall, link.json, link.hash,
                )  # fmt: skip
            have += len(new)
            work.run("UPDATE games SET links = ?, head = ? WHERE genesis = ?", have, new[-1].hash, genesis)
        return Taken("have", have)

    def games(self, after: int = 0) -> list[GameLine]:
        """The games behind that number, in the order in which they came."""
        found = rows(
            self._database,
            "SELECT number, genesis, at_table, links, head, came FROM games WHERE number > ? ORDER BY number",
            after,
        )
        return [GameLine(*one) for one in found]

    def links(self, genesis: str, first: int = 0) -> list[Link]:
        """A game's links from that number on."""
        found = rows(
            self._database,
            "SELECT kind, wall, json, hash FROM links WHERE genesis = ? AND number >= ? ORDER BY number",
            genesis,
            first,
        )
        return [Link(*one) for one in found]

    # ---- pictures

    def keep_picture(self, genesis: str, fault: int, jpeg: bytes) -> None:
        """Keep the picture of a fault."""
        with self._database.working() as work:
            work.run(
                "INSERT INTO pictures (genesis, fault, jpeg) VALUES (?, ?, ?) ON CONFLICT (genesis, fault) DO NOTHING",
                genesis, fault, jpeg,
            )  # fmt: skip
        self._database.changed()

    def picture(self, genesis: str, fault: int) -> bytes | None:
        """The picture of a fault; none where there is none."""
        found = rows(self._database, "SELECT jpeg FROM pictures WHERE genesis = ? AND fault = ?", genesis, fault)
        return bytes(found[0][0]) if found else None

    def pictures(self) -> set[tuple[str, int]]:
        """Of which faults there are any: the game's first hash and the fault's number."""
        found = rows(self._database, "SELECT genesis, fault FROM pictures")
        return {(str(genesis), int(fault)) for genesis, fault in found}

    def forget_pictures(self, those: Collection[tuple[str, int]]) -> None:
        """Keep these no longer."""
        with self._database.working() as work:
            for genesis, fault in those:
                work.run("DELETE FROM pictures WHERE genesis = ? AND fault = ?", genesis, fault)

    # ---- what was said

    def said(self, name: str, default: str = "") -> str:
        """What was said under a name."""
        found = rows(self._database, "SELECT value FROM said WHERE name = ?", name)
        return str(found[0][0]) if found else default

    def say(self, name: str, value: str) -> None:
        """Keep something under a name."""
        with self._database.working() as work:
            work.run(
                "INSERT INTO said (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                name,
                value,
            )
        self._database.changed()

    def said_once(self, name: str, value: str) -> str:
        """What stands under a name; `value` where nothing did, whichever process comes first."""
        with self._database.working() as work:
            work.run("INSERT INTO said (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, value)
            return str(work.run("SELECT value FROM said WHERE name = ?", name)[0][0])


def _has_alike(work: Work, name: str, but: str = "") -> bool:
    """Whether a table is called like that by people, who would not tell `Table 1` from `table 1`."""
    names = [str(one) for (one,) in work.run("SELECT name FROM tables")]
    return any(same_name(one) == same_name(name) for one in names if one != but)


def _follow(links: Sequence[Link], before: str) -> bool:
    for link in links:
        if not link.follows(before):
            return False
        before = link.hash
    return True
