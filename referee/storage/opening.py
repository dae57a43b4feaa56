"""Opening the history: checking it, and setting a file aside that is damaged or of an earlier form.

A history that is as it was closed is taken as it is; any other is looked through, link by link. A file that is set
aside is never written to: what is whole of it goes into a new one in its place.

While anybody has it open its bytes change; the last one to close it seals it: writes down their hash beside it, in the
form of `sha256sum`, and whoever writes to it again takes that away first. After a kill there is none.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import sqlite3
import time
from dataclasses import dataclass, field
from pathlib import Path

from calibration.whole_file import sync_folder
from referee.refusal import Refusal
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
from referee.storage.durable import make_folder, make_private, write_private
from referee.storage.locks import Lock
from referee.storage.salvage import carry_over, check

_log = logging.getLogger(__name__)


class Seal:
    """The seal of one file, and who has the file open."""

    def __init__(self, file: Path, patience: float) -> None:
        """Note that this process has it open. Raises OSError, TimeoutError while another mends it."""
        self._file = file
        self.seal = file.with_name(f"{file.name}.sha256")
        self.lock = Lock(file.with_name(f"{file.name}.lock"))
        """Shared by all who have the file open; taken by whoever makes sure that nobody else has."""
        if not self.lock.share(patience):
            self.lock.close()
            raise TimeoutError(f"{file} is being mended by another program")
        self._broken = False
        self._as_closed = False

    def intact(self) -> bool | None:
        """Whether the file is as it was closed; none where nobody closed it, or somebody has it open."""
        try:
            said = self.seal.read_text(encoding="ascii", errors="replace")
        except OSError:
            return None
        if _tail(self._file):
            return None
        self._as_closed = said == self._words()
        return self._as_closed

    def break_open(self) -> None:
        """The file is about to change."""
        if self._broken:
            return
        if self.seal.exists():
            self.seal.unlink()
            sync_folder(self._file.parent)
        self._broken, self._as_closed = True, False

    def close(self, *, whole: bool = True) -> None:
        """This process has closed it. The last one to do so seals it, unless it is not known to be whole."""
        try:
            if whole and not self._as_closed and self._file.exists() and self.lock.take() and not _tail(self._file):
                write_private(self.seal, self._words().encode())
        except OSError:
            pass  # a full disk: the file has no seal, as after a kill
        finally:
            self.lock.close()

    def _words(self) -> str:
        with self._file.open("rb") as content:
            return f"{hashlib.file_digest(content, 'sha256').hexdigest()}  {self._file.name}\n"


def _tail(file: Path) -> bool:
    """Whether SQLite keeps changes beside the file that are not in it yet."""
    log = Path(f"{file}-wal")
    try:
        return log.stat().st_size > 0
    except OSError:
        return False


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
            aside = _unused(file.with_name(f"{file.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"), file.suffix)
            return _renew(file, seal, patience, opened, aside, str(error))
    except BaseException as error:
        if seal is not None:
            seal.close(whole=False)
        if isinstance(error, sqlite3.Error | OSError):
            raise cannot_write(file, error) from error
        raise


def _connect(file: Path, seal: Seal, patience: float, opened: Open, told: str = "") -> Found:
    intact = seal.intact()
    found = Found(opened(file, patience), seal, told)
    connection = found.connection
    try:
        if (form := form_of(connection)) > FORM:
            connection.close()
            return _connect(file, seal, patience, opened, _take_own_copy(file, seal, form))
        if not intact and connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Damaged("its pages do not fit together")
        if form < FORM and columns(connection, "games"):
            connection.close()
            return _renew(file, seal, patience, opened, copy_of(file, form))
        prepare(connection)
        if not form:
            seal.break_open()
            lay_tables(connection)
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


def _take_own_copy(file: Path, seal: Seal, newer: int) -> str:
    """A newer version has moved the history on: set that aside and take the copy it left; what people are told.

    Raises Refusal where there is no copy, and while another program has the history open.
    """
    copy = copy_of(file, FORM)
    if not copy.exists() or not seal.lock.take():
        reason = f"The history {file} was written by a newer Sequence Referee (form {newer}; known: {FORM})."
        mend = "Update this program, or give another folder with --data."
        raise Refusal(reason, mend)
    aside = _unused(file.with_name(f"{file.stem}.form-{newer}"), file.suffix)
    _rename(file, aside)
    seal.break_open()
    _rename(copy, file)
    seal.lock.share(0)
    told = (
        "A newer version moved the history on; this one goes on with the copy from before that. "
        f"What was played since is kept as {aside}."
    )
    _log.warning("%s", told)
    return told


def _renew(file: Path, seal: Seal, patience: float, opened: Open, aside: Path, why: str = "") -> Found:
    """Put a file aside, unchanged, and carry over what it says, or, where it is damaged, what can be read of it."""
    if not seal.lock.take():
        raise TimeoutError(f"{file} is to be mended, and another program has it open")
    fresh = file.with_name(f"{file.stem}.new{file.suffix}")
    for old in with_tails(fresh):
        old.unlink(missing_ok=True)
    make_private(fresh)
    with contextlib.closing(opened(fresh, patience)) as into:
        prepare(into)
        lay_tables(into)
        saved = carry_over(file, into, damaged=bool(why))
    _rename(file, aside)
    seal.break_open()
    _rename(fresh, file)
    connection = opened(file, patience)
    prepare(connection)
    seal.lock.share(0)
    if not why:
        return Found(connection, seal)
    told = (
        f"The history was damaged ({why}). It is kept as {aside}; "
        f"{len(saved)} of its games could be read and go on in a new file."
    )
    _log.warning("%s", told)
    unharmed = {found.number for found in saved if not found.flaw}
    return Found(connection, seal, told, damaged=True, unharmed=unharmed)


def _rename(file: Path, there: Path) -> None:
    """Let a database and what SQLite keeps beside it have another name."""
    for beside, name in zip(with_tails(file), with_tails(there), strict=True):
        if beside.exists():
            beside.rename(name)
        else:
            name.unlink(missing_ok=True)
    sync_folder(file.parent)


def _unused(name: Path, suffix: str) -> Path:
    """A file of that name and suffix, with a number between them where there is one already."""
    count, file = 1, name.with_name(name.name + suffix)
    while file.exists():
        count += 1
        file = name.with_name(f"{name.name}-{count}{suffix}")
    return file
