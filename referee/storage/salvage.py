"""What of a history is whole, and what can be carried over into a new file.

It reads files of every form, damaged ones too, and never writes to what it reads.
"""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from referee.storage.chain import FIRST, GAME, GAME_FIELDS, NOTE, GameChain, Link
from referee.storage.database import Damaged, open_to_read

Row = dict[str, object]

MOST_GAMES = 1_000_000
"""No history has more; a higher number is damage."""


@dataclass
class FoundGame:
    """One game as it was found."""

    number: int
    links: list[Link] = field(default_factory=list)
    """Those of its links that are whole, up to the first that is not."""
    said: Row = field(default_factory=dict)
    """What these say of its entry, whatever that has become."""
    flaw: str = ""
    """What is wrong with it; empty where nothing is."""


def examine(history: sqlite3.Connection, *, damaged: bool = False) -> Iterator[FoundGame]:
    """Every game of a history, with what is whole of it; of a damaged one what stands before the first spoilt page.

    Raises sqlite3.Error where the file cannot be read and is not said to be damaged.
    """
    read, order = (_readable_rows, "NOT INDEXED") if damaged else (_rows, "ORDER BY game, number")
    entries = {_number(row.get("id")): row for row in read(history, "SELECT * FROM games NOT INDEXED")}
    told = read(history, f"SELECT * FROM events {order}")
    if damaged:
        told = iter(sorted(told, key=lambda row: (_number(row.get("game")) or 0, _number(row.get("number")) or 0)))
    for number, rows in itertools.groupby(told, lambda row: _number(row.get("game"))):
        yield _look_at(number, entries.pop(number, {}), rows)
    for number, entry in entries.items():
        yield _look_at(number, entry, iter(()))


def _look_at(number: int | None, entry: Row, told: Iterator[Row]) -> FoundGame:
    if number is None:
        return FoundGame(0, flaw="a game has no number")
    found, before = FoundGame(number, flaw="" if entry else "its entry is gone"), FIRST
    for expected, row in enumerate(told):
        link = _link(row)
        if link is None or row.get("number") != expected or not link.follows(before):
            found.flaw = f"link {expected} is not what was written"
            break
        if link.kind == GAME:  # what an event says needs no look: its hash says that it is what was written
            try:
                found.said |= _entry(link.json)
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                found.flaw = f"link {expected} cannot be understood"
                break
        found.links.append(link)
        before = link.hash
    right = {**found.said, "links": len(found.links), "head": before}
    if not found.flaw and (found.said.get("id") != number or entry != right):
        found.flaw = "its entry does not agree with its events"
    return found


def check(history: sqlite3.Connection) -> None:
    """Look through all that a history says. Raises Damaged with the first flaw, sqlite3.Error."""
    history.execute("BEGIN")  # one moment of it, whoever writes meanwhile
    try:
        _check(history)
    finally:
        history.execute("ROLLBACK")


def _check(history: sqlite3.Connection) -> None:
    for found in examine(history):
        if found.flaw:
            raise Damaged(f"in game {found.number} {found.flaw}")
    known = {number for (number,) in history.execute("SELECT game FROM deleted UNION SELECT id FROM games")}
    most = history.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone() or (0,)
    if len(known) != most[0] or any(not isinstance(number, int) or not 0 < number <= most[0] for number in known):
        raise Damaged("a game is gone that nobody deleted")


def carry_over(file: Path, into: sqlite3.Connection, *, damaged: bool) -> list[FoundGame]:
    """Enter the games of another file, and note as deleted the numbers of those that are gone; the games entered.

    Raises Damaged, sqlite3.Error where not all can be carried over and the file is not said to be damaged.
    """
    carried, most = [], 0
    try:
        with contextlib.closing(open_to_read(file)) as old:
            if damaged:
                old.text_factory = lambda text: text.decode(errors="replace")
                old.execute("PRAGMA writable_schema = ON")  # so SQLite takes a file cut short for as long as it is
            else:  # of a damaged one that number may be what was spoilt
                (most,) = old.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'games'").fetchone()
            for found in examine(old, damaged=damaged):
                if found.number and (damaged or not found.flaw) and enter(found, into):
                    carried.append(found)
                elif not damaged:
                    raise Damaged(f"in game {found.number} {found.flaw or 'something cannot be carried over'}")
    except (sqlite3.Error, UnicodeDecodeError):
        if not damaged:
            raise
    into.execute("BEGIN IMMEDIATE")
    account_for_gaps(into, _number(most) or 0)
    into.execute("COMMIT")
    return carried


def account_for_gaps(history: sqlite3.Connection, most: int = 0) -> None:
    """Note the numbers of games that are lost for good as deleted, and those up to `most`: none is given again."""
    there = {number for (number,) in history.execute("SELECT id FROM games UNION SELECT game FROM deleted")}
    most = max(most, *there, 0)
    for number in set(range(1, most + 1)) - there:
        history.execute("INSERT INTO deleted VALUES (?, 0, '')", (number,))
    history.execute("DELETE FROM sqlite_sequence")
    history.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('games', ?)", (most,))


def enter(found: FoundGame, into: sqlite3.Connection) -> bool:
    """Enter a game as its links tell it; whether it could be. They keep their hashes, so that a head that was shown
    somewhere is found again."""
    fields = {name: found.said[name] for name in ("id", *GAME_FIELDS) if name in found.said}
    turns = sum(link.turns for link in found.links)
    if fields.get("id") != found.number:
        return False
    into.execute("BEGIN IMMEDIATE")
    try:
        names, places = ", ".join(fields), ",".join("?" * len(fields))
        into.execute(f"INSERT INTO games ({names}) VALUES ({places})", (*fields.values(),))
        chain = GameChain(into, found.number)
        for link in found.links:
            chain.copy(link)
        if turns != fields.get("turns"):
            chain.set({"turns": turns}, 0)
        if found.flaw:
            chain.note(NOTE, {"salvaged": found.flaw}, 0)
        chain.store()
    except sqlite3.Error:
        into.execute("ROLLBACK")
        return False
    into.execute("COMMIT")
    return True


def _link(row: Row) -> Link | None:
    kind, wall, text, digest = row.get("kind"), row.get("wall"), row.get("json"), row.get("hash")
    whole = isinstance(kind, str) and isinstance(wall, int) and isinstance(text, str) and isinstance(digest, str)
    return Link(kind, wall, text, digest) if whole else None  # type: ignore[arg-type]


_entry = msgspec.json.Decoder(dict[str, int | float | str | None]).decode


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and 0 < value <= MOST_GAMES else None


def _rows(history: sqlite3.Connection, query: str) -> Iterator[Row]:
    cursor = history.execute(query)
    names = [column[0] for column in cursor.description]
    for row in cursor:
        yield dict(zip(names, row, strict=True))


def _readable_rows(history: sqlite3.Connection, query: str) -> Iterator[Row]:
    """Rows up to the first that cannot be read."""
    try:
        yield from _rows(history, query)
    except (sqlite3.Error, UnicodeDecodeError):
        return
