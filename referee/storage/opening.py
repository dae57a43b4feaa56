"""Opening the history: checking it, moving an earlier form, and setting a damaged file aside.

A history that is as it was closed is taken as it is; any other is looked through, link by link. One that is damaged is
never written to: what is whole of it goes into a new file in its place.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from dataclasses import dataclass, field
from pathlib import Path

from referee.storage.database import (
    FORM,
    Damaged,
    Open,
    cannot_write,
    columns,
    form_of,
    is_damage,
    lay_tables,
    prepare,
    with_tails,
)
from referee.storage.durable import make_folder, make_private, sync_file, sync_folder
from referee.storage.salvage import MOST_GAMES, carry_over, check, enter, examine
from referee.storage.seal import Seal

_log = logging.getLogger(__name__)


@dataclass
class Found:
    """An open history, and what was found when it was opened."""

    connection: sqlite3.Connection
    seal: Seal
    told: str = ""
    """What people are to be told of it; empty where nothing was wrong."""
    damaged: bool = False
    """Whether something of it was lost."""
    unharmed: set[int] = field(default_factory=set)
    """Games of a damaged file of which nothing was lost."""
    moved: bool = False
    """Whether it was one without hashes until now."""


def open_history(file: Path, patience: float, opened: Open) -> Found:
    """The history, made where there is none; `patience`: seconds to wait while another program writes or mends it.

    Raises Refusal where it can be neither used nor mended.
    """
    seal: Seal | None = None
    try:
        make_folder(file.parent)
        seal = Seal(file, patience)
        make_private(file)
        try:
            return _connect(file, seal, patience, opened)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            # SQLite quotes what it cannot understand, and what is spoilt need not even be letters.
            if isinstance(error, sqlite3.Error) and not is_damage(error):
                raise
            return _salvage(file, seal, patience, opened, str(error))
    except BaseException as error:
        if seal is not None:
            seal.close(whole=False)
        if isinstance(error, sqlite3.Error | OSError):
            raise cannot_write(file, error) from error
        raise


def account_for_gaps(connection: sqlite3.Connection) -> None:
    """Note the numbers of games that are lost for good as deleted."""
    there = {number for (number,) in connection.execute("SELECT id FROM games UNION SELECT game FROM deleted")}
    for number in set(range(1, max(there, default=0))) - there:
        connection.execute("INSERT INTO deleted VALUES (?, 0, '')", (number,))


def _connect(file: Path, seal: Seal, patience: float, opened: Open) -> Found:
    intact = seal.intact()
    told = _take_own_copy(file, seal)
    found = Found(opened(file, patience), seal, told)
    connection = found.connection
    try:
        form = form_of(connection, file)
        if not intact and connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Damaged("its pages do not fit together")
        prepare(connection)
        if form < FORM:
            seal.break_open()
            if form or columns(connection, "games"):
                _keep_copy(connection, copy_of(file, form))
            found.moved = _move(connection, file)
        if not intact:
            check(connection)
    except BaseException:
        connection.close()
        raise
    if intact is False:
        found.told = told or (
            f"The history {file} was changed since it was closed, by another program or by a fault of the disk; all "
            "that it says still fits together."
        )
        _log.warning("%s", found.told)
    return found


def copy_of(file: Path, form: int) -> Path:
    """Where a history of an earlier form is kept when it is moved, for a version that is gone back to."""
    return file.with_name(f"{file.stem}.form-{form}{file.suffix}")


def _keep_copy(connection: sqlite3.Connection, copy: Path) -> None:
    """A copy of the history as it stands, made by SQLite itself; it is there whole or not at all."""
    making = copy.with_name(f".{copy.name}")
    making.unlink(missing_ok=True)
    make_private(making)
    into = sqlite3.connect(making)
    try:
        connection.backup(into)
    finally:
        into.close()
    sync_file(making)
    making.rename(copy)
    sync_folder(copy.parent)


def _take_own_copy(file: Path, seal: Seal) -> str:
    """Where a newer version has moved the history on, set that aside and take the copy it left; what people are told.

    Nothing where the history is of a form that is known, or where there is no copy: then it is refused.
    """
    copy = copy_of(file, FORM)
    if not copy.exists() or not (newer := _newer_form(file)) or not seal.lock():
        return ""
    aside = _unused(file.with_name(f"{file.stem}.form-{newer}"), file.suffix)
    for beside, there in zip(with_tails(file), with_tails(aside), strict=True):
        if beside.exists():
            beside.rename(there)
    seal.break_open()
    copy.rename(file)
    sync_folder(file.parent)
    seal.share()
    told = (
        "A newer version moved the history on; this one goes on with the copy from before that. "
        f"What was played since is kept as {aside}."
    )
    _log.warning("%s", told)
    return told


def _newer_form(file: Path) -> int:
    """The form of a history that is newer than ours; 0 for any other, and where it cannot be told."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as history:
            form = int(history.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0
    return form if form > FORM else 0


def _move(connection: sqlite3.Connection, file: Path) -> bool:
    """Lay the tables, and chain the games of an earlier form; whether there were any such."""
    connection.execute("BEGIN IMMEDIATE")
    form = form_of(connection, file)  # another program may have been quicker
    old = form < FORM and bool(form or columns(connection, "games"))
    if old:
        connection.execute("ALTER TABLE games RENAME TO old_games")
        connection.execute("ALTER TABLE events RENAME TO old_events")
        (most,) = connection.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'old_games'").fetchone()
        if not isinstance(most or 0, int) or (most or 0) > MOST_GAMES:
            raise Damaged("its games have no numbers")
    if form < FORM:
        lay_tables(connection)
    if old:
        for found in examine(connection, "old_"):
            if found.flaw:
                raise Damaged(f"in game {found.number} {found.flaw}")
            enter(found, connection)
        connection.execute("DELETE FROM sqlite_sequence")
        connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('games', ?)", (most or 0,))
        account_for_gaps(connection)
        connection.execute("DROP TABLE old_events")
        connection.execute("DROP TABLE old_games")
    connection.execute("COMMIT")
    return old


def _salvage(file: Path, seal: Seal, patience: float, opened: Open, why: str) -> Found:
    """Put the damaged file aside, unchanged, and carry over what can still be read."""
    if not seal.lock():
        raise TimeoutError(f"{file} is damaged ({why}), and another program has it open")
    fresh = file.with_name(f"{file.stem}.new{file.suffix}")
    for old in with_tails(fresh):
        old.unlink(missing_ok=True)
    make_private(fresh)
    into = opened(fresh, patience)
    try:
        prepare(into)
        _move(into, fresh)
        saved = carry_over(file, into)
        account_for_gaps(into)
    finally:
        into.close()
    aside = _unused(file.with_name(f"{file.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"), file.suffix)
    for beside, there in zip(with_tails(file), with_tails(aside), strict=True):
        if beside.exists():
            beside.rename(there)
    seal.break_open()
    fresh.rename(file)
    connection = opened(file, patience)
    prepare(connection)
    seal.share()
    told = (
        f"The history was damaged ({why}). It is kept as {aside}; "
        f"{len(saved)} of its games could be read and go on in a new file."
    )
    _log.warning("%s", told)
    unharmed = {found.number for found in saved if found.chained and not found.flaw}
    return Found(connection, seal, told, damaged=True, unharmed=unharmed)


def _unused(name: Path, suffix: str) -> Path:
    """A file of that name and suffix, with a number between them where there is one already."""
    count, file = 1, name.with_name(name.name + suffix)
    while file.exists():
        count += 1
        file = name.with_name(f"{name.name}-{count}{suffix}")
    return file
