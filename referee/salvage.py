"""What can be saved of a damaged history: games that can still be read, and games judged again from their inputs.

The damaged file is only read here, never written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine import events


def carry_over(damaged: Path, into: sqlite3.Connection) -> int:
    """Copy every game that can be read out of a damaged file, its events up to the first gap; how many games."""
    saved = 0
    try:
        old = sqlite3.connect(f"file:{damaged}?mode=ro", uri=True)
    except sqlite3.DatabaseError:
        return 0
    try:
        # So SQLite takes a file that was cut short for as long as it is.
        list(_readable(old, "PRAGMA writable_schema = ON"))
        for row in list(_readable(old, "SELECT * FROM games ORDER BY id")):
            into.execute("BEGIN")
            into.execute(f"INSERT INTO games VALUES ({','.join('?' * len(row))})", row)
            told = _readable(old, "SELECT * FROM events WHERE game = ? ORDER BY number", (row[0],))
            for expected, (game, number, wall, line) in enumerate(told):
                if number != expected or not _is_event(line):
                    break
                into.execute("INSERT INTO events VALUES (?,?,?,?)", (game, number, wall, line))
            into.execute("COMMIT")
            saved += 1
    finally:
        old.close()
    return saved


def _is_event(line: object) -> bool:
    try:
        events.decode(str(line))
    except msgspec.MsgspecError:
        return False
    return True


def _readable(source: sqlite3.Connection, query: str, values: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Rows up to the first that cannot be read."""
    try:
        yield from source.execute(query, values)
    except sqlite3.DatabaseError:
        return
