"""What of a history is whole, and what can be carried over into a new file.

It reads files of every form, damaged ones too, and never writes to what it reads.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from engine import events
from referee.storage.chain import EVENT, FIRST, GAME, GAME_FIELDS, NOTE, GameChain, Link
from referee.storage.database import Damaged, columns

Row = dict[str, object]

MOST_GAMES = 1_000_000
"""No history has more; a higher number is damage."""


@dataclass
class FoundGame:
    """One game as it was found."""

    number: int
    row: Row
    """Its entry, as far as it can be read."""
    links: list[Link] = field(default_factory=list)
    """Those of its links that are whole, up to the first that is not."""
    flaw: str = ""
    """What is wrong with it; empty where nothing is."""

    @property
    def chained(self) -> bool:
        """Whether it comes from a file whose links have hashes, and its first link is whole."""
        return bool(self.links) and self.links[0].kind == GAME


def examine(history: sqlite3.Connection, *, damaged: bool = False) -> Iterator[FoundGame]:
    """Every game of a history, with what is whole of it; of a damaged one what stands before the first spoilt page.

    Raises sqlite3.Error where the file cannot be read and is not said to be damaged.
    """
    read, order = (_readable_rows, "NOT INDEXED") if damaged else (_rows, "ORDER BY game, number")
    hashed = "hash" in columns(history, "events")
    entries = {_number(row.get("id")): row for row in read(history, "SELECT * FROM games NOT INDEXED")}
    told = read(history, f"SELECT * FROM events {order}")
    if damaged:
        told = iter(sorted(told, key=lambda row: (_number(row.get("game")) or 0, _number(row.get("number")) or 0)))
    for number, rows in itertools.groupby(told, lambda row: _number(row.get("game"))):
        yield _look_at(number, entries.pop(number, {}), rows, hashed)
    for number, entry in entries.items():
        yield _look_at(number, entry, iter(()), hashed)


def _look_at(number: int | None, entry: Row, told: Iterator[Row], hashed: bool) -> FoundGame:
    if number is None:
        return FoundGame(0, {}, flaw="a game has no number")
    found = FoundGame(number, entry, flaw="" if entry else "its entry is gone")
    _take_chain(found, told) if hashed else _take_bare(found, told)
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


def carry_over(old: sqlite3.Connection, into: sqlite3.Connection, *, damaged: bool) -> list[FoundGame]:
    """Enter the games of another file, and note as deleted the numbers of those that are gone; the games entered.

    Raises Damaged, sqlite3.Error where not all can be carried over and the file is not said to be damaged.
    """
    carried = []
    for found in examine(old, damaged=damaged):
        if found.number and (damaged or not found.flaw) and enter(found, into):
            carried.append(found)
        elif not damaged:
            raise Damaged(f"in game {found.number} {found.flaw or 'something cannot be carried over'}")
    most = 0
    if not damaged:  # else that number may be what was spoilt
        (most,) = old.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'games'").fetchone()
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
    """Enter a game as it was found elsewhere; whether it could be."""
    into.execute("BEGIN IMMEDIATE")
    try:
        _enter(found, into)
    except (sqlite3.Error, msgspec.MsgspecError, TypeError, ValueError):
        into.execute("ROLLBACK")
        return False
    into.execute("COMMIT")
    return True


def _enter(found: FoundGame, into: sqlite3.Connection) -> None:
    fields = {name: found.row[name] for name in GAME_FIELDS if found.row.get(name) is not None}
    fields = {"edition": "classic", "layout": "classic", "seats": "", "rules": "", "source": "", "profile": ""} | fields
    wall = found.links[0].wall if found.links else 0
    fields["began"] = _time(fields.get("began")) or wall / 1000
    fields["ended"] = _time(fields.get("ended"))
    fields["clock_set"] = int(fields.get("clock_set") != 0)
    fields["turns"] = sum(link.turns for link in found.links)
    fields = {name: value if name in _NUMBERS else str(value) for name, value in fields.items()}
    if found.chained:
        # Its links keep their hashes, so that a head that was shown somewhere is found again.
        names = ", ".join(fields)
        into.execute(
            f"INSERT INTO games (id, {names}) VALUES (?{',?' * len(fields)})", (found.number, *fields.values())
        )
        chain = GameChain(into, found.number)
    else:
        chain = GameChain.begin(into, fields, wall, found.number)
    for link in found.links:
        chain.copy(link)
    if found.chained:
        said = _said(found.links)
        changed = {name: value for name, value in fields.items() if name not in said or said[name] != value}
        if changed:
            chain.set(changed, 0)
    if found.flaw:
        chain.note(NOTE, {"salvaged": found.flaw}, 0)
    elif not found.chained:
        chain.note(NOTE, {"moved": "from a history without hashes"}, 0)
    chain.store()


_NUMBERS = ("began", "ended", "clock_set", "turns")


def _take_chain(found: FoundGame, told: Iterator[Row]) -> None:
    before = FIRST
    for expected, row in enumerate(told):
        link = _link(row)
        if link is None or row.get("number") != expected or not link.follows(before):
            found.flaw = f"link {expected} is not what was written"
            break
        # What an event says needs no look: its hash says that it is what was written.
        if link.kind == GAME and not _is_read(link.json, _entry):
            found.flaw = f"link {expected} cannot be understood"
            break
        found.links.append(link)
        before = link.hash
    said = _said(found.links)
    right = {**said, "links": len(found.links), "head": before}
    if not found.flaw and (said.get("id") != found.number or found.row != right):
        found.flaw = "its entry does not agree with its events"
    # What its links say of it is certain; the entry may be what was spoilt.
    found.row |= {name: value for name, value in said.items() if name in GAME_FIELDS}


def _take_bare(found: FoundGame, told: Iterator[Row]) -> None:
    for expected, row in enumerate(told):
        line, wall, number = row.get("json"), _time(row.get("wall")), row.get("number")
        if number != expected or wall is None or not isinstance(line, str) or not _is_read(line, events.decode):
            found.flaw = f"event {expected} cannot be understood"
            return
        found.links.append(Link(EVENT, round(wall * 1000), line))


def _said(links: Sequence[Link]) -> Row:
    """What a game's links say of its entry."""
    said: Row = {}
    for link in links:
        if link.kind == GAME:
            said |= msgspec.json.decode(link.json, type=dict[str, object])
    return said


def _link(row: Row) -> Link | None:
    kind, wall, text, digest = row.get("kind"), row.get("wall"), row.get("json"), row.get("hash")
    whole = isinstance(kind, str) and isinstance(wall, int) and isinstance(text, str) and isinstance(digest, str)
    return Link(kind, wall, text, digest) if whole else None  # type: ignore[arg-type]


def _is_read(line: str, decode: Callable[[str], object]) -> bool:
    try:
        decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return True


_entry = msgspec.json.Decoder(dict[str, float | str | None]).decode


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and 0 < value <= MOST_GAMES else None


def _time(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and abs(value) < 1e11 else None


def _rows(history: sqlite3.Connection, query: str, values: tuple[object, ...] = ()) -> Iterator[Row]:
    cursor = history.execute(query, values)
    names = [column[0] for column in cursor.description]
    for row in cursor:
        yield dict(zip(names, row, strict=True))


def _readable_rows(history: sqlite3.Connection, query: str) -> Iterator[Row]:
    """Rows up to the first that cannot be read."""
    try:
        yield from _rows(history, query)
    except (sqlite3.Error, UnicodeDecodeError):
        return
