"""A disk whose power may go at any moment: what was not synced is there afterwards, or not, or half.

SQLite reaches it through a file layer of `apsw`, inputs through the door that `AppendFile` has. Both count the same
operations, so that a cut falls between a line of inputs and the ruling it led to as well as within a page.
"""

import sqlite3
from pathlib import Path
from random import Random

import apsw

SECTOR = 512
"""Bytes a disk writes whole or not at all."""
LAYER = "power"


class _Stored:
    """One file: what is on the disk for good, and what was written since."""

    def __init__(self, content=b""):
        self.safe = bytearray(content)
        self.now = bytearray(content)
        self.since = []
        """Offset and content of each write since the last sync; an offset of -1 cuts the file to that length."""

    def write(self, offset, content):
        self.since.append((offset, content))
        _apply(self.now, offset, content)

    def truncate(self, size):
        self.since.append((-1, size.to_bytes(8)))
        _apply(self.now, -1, size.to_bytes(8))

    def sync(self):
        for offset, content in self.since:
            _apply(self.safe, offset, content)
        self.since = []

    def survivor(self, chance, kind):
        """What is there when the power comes back."""
        left = bytearray(self.safe)
        for number, (offset, content) in enumerate(self.since):
            if kind == "all" or (kind == "some" and chance.random() < 0.5):
                _apply(left, offset, content)
            elif kind == "first" and number <= len(self.since) // 2:
                _apply(left, offset, content[: chance.randrange(len(content) // SECTOR + 1) * SECTOR])
        return bytes(left)


def _apply(content, offset, change):
    if offset < 0:
        del content[int.from_bytes(change) :]
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(change)] = change


class PowerDisk:
    """Files in memory, until the power goes."""

    def __init__(self, seed):
        self.chance = Random(seed)
        self.files = {}
        self.left = -1
        """Operations until the power goes; less than none while it stays."""
        self.dead = False

    def operate(self):
        """Whether there is power for one operation more."""
        if self.left == 0:
            self.dead = True
        self.left -= 1
        return not self.dead

    def clear(self):
        """Another disk, with nothing on it."""
        self.files, self.dead, self.left = {}, False, -1

    def restart(self):
        """The power is back: only what survived is there."""
        kind = self.chance.choice(("none", "some", "first", "all"))
        self.files = {name: _Stored(stored.survivor(self.chance, kind)) for name, stored in self.files.items()}
        self.dead, self.left = False, -1

    def open_database(self, file, _patience):
        """The history's database on this disk."""
        return _Connection(file)

    def open_appending(self, file):
        """A file of inputs on this disk."""
        return _Appended(self, file)

    def lay_out(self):
        """What survived as real files, for the verifier and for whoever looks for files in a folder."""
        for name, stored in self.files.items():
            Path(name).write_bytes(stored.now)


class _Appended:
    def __init__(self, disk, file):
        self._disk = disk
        if not disk.operate():
            raise OSError(5, "the power is gone")
        self._stored = disk.files[str(file)] = _Stored()

    def write(self, content):
        if not self._disk.operate():
            raise OSError(5, "the power is gone")
        self._stored.write(len(self._stored.now), content)
        return len(content)

    def sync(self):
        if not self._disk.operate():
            raise OSError(5, "the power is gone")
        self._stored.sync()

    def close(self): ...


class Layer(apsw.VFS):
    """SQLite's way to the disk that is plugged in."""

    def __init__(self):
        self.disk = PowerDisk(0)
        super().__init__(LAYER, "")

    def xOpen(self, name, flags):
        flags[1] = flags[0]
        file = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        return _Opened(self.disk, file)

    def xDelete(self, name, syncdir):
        if not self.disk.operate():
            raise apsw.IOError
        self.disk.files.pop(name, None)

    def xAccess(self, name, flags):
        return name in self.disk.files

    def xFullPathname(self, name):
        return name


class _Opened:
    """One file as SQLite sees it; nobody else has it open, so locks are always given."""

    def __init__(self, disk, name):
        self._disk = disk
        self._stored = disk.files.setdefault(name, _Stored())

    def xRead(self, amount, offset):
        return bytes(self._stored.now[offset : offset + amount])

    def xWrite(self, content, offset):
        if not self._disk.operate():
            raise apsw.IOError
        self._stored.write(offset, bytes(content))

    def xTruncate(self, size):
        if not self._disk.operate():
            raise apsw.IOError
        self._stored.truncate(size)

    def xSync(self, _flags):
        if not self._disk.operate():
            raise apsw.IOError
        self._stored.sync()

    def xFileSize(self):
        return len(self._stored.now)

    def xLock(self, _level): ...

    def xUnlock(self, _level): ...

    def xCheckReservedLock(self):
        return False

    def xFileControl(self, _operation, _pointer):
        return False

    def xSectorSize(self):
        return SECTOR

    def xDeviceCharacteristics(self):
        return 0

    def xClose(self): ...


class _Connection:
    """Of Python's own connection to SQLite as much as the history uses, over that file layer."""

    def __init__(self, file):
        self._real = apsw.Connection(str(file), vfs=LAYER)
        self.execute("PRAGMA locking_mode = EXCLUSIVE")  # so that SQLite needs no shared memory

    @property
    def in_transaction(self):
        return self._real.in_transaction

    def execute(self, sql, values=()):
        return _Cursor(self._real, sql, values)

    def close(self):
        try:
            self._real.close()
        except apsw.Error as error:
            raise _as_usual(error) from error


class _Cursor:
    def __init__(self, connection, sql, values):
        try:
            cursor = connection.execute(sql, values)
            self.description = cursor.get_description() if sql.lstrip()[:6].upper() in ("SELECT", "PRAGMA") else ()
        except apsw.ExecutionCompleteError:
            self.description = ()
        except apsw.Error as error:
            raise _as_usual(error) from error
        self.lastrowid = connection.last_insert_rowid()
        self._rows = iter(cursor)

    def __iter__(self):
        try:
            yield from self._rows
        except apsw.Error as error:
            raise _as_usual(error) from error

    def fetchone(self):
        return next(iter(self), None)

    def fetchall(self):
        return list(self)


def _as_usual(error):
    usual = sqlite3.OperationalError(str(error))
    usual.sqlite_errorcode = getattr(error, "extendedresult", sqlite3.SQLITE_IOERR)
    return usual


LAYER_OF_SQLITE = Layer()
"""Registered for as long as this module is loaded."""
