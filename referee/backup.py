"""Everything of a machine's tables in one file, and back again: games, inputs, films, keys, table profiles, settings.

A zip file with `backup.json`, which lists each file with its SHA-256, and the files below `data/`, `table/` and
`settings/`. The history is copied by SQLite itself, so that a backup made while a game is refereed is whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import sqlite3
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from hardware.address import addresses_in, shown_name, without_secrets
from hardware.health import nearest
from referee.refusal import Refusal, check_has_end, file_trouble
from referee.setup.place import FILE as CHOSEN
from referee.storage.database import open_to_read
from referee.storage.durable import make_folder
from referee.storage.locks import must_be_idle
from referee.storage.settings import demo_folder

FORM = 1
"""Version of the form; an older program refuses a newer backup."""
SETTINGS = "settings/table.toml"
"""The settings file in a backup; the addresses of cameras in it are shortened, since they may hold a password."""
LARGEST = 64 * 1024**3
"""Bytes a restored backup may take in all; more is no backup of ours."""
_LEFT_OUT = (".lock", ".part", "-wal", "-shm", ".log", ".sqlite.sha256", "held-back")
"""Endings of what belongs to a running program, or to the very bytes of its history, and is of no use to another."""


_OLD = re.compile(r"\.(form-\d+|damaged-[\d-]+)\.sqlite$")
"""Histories that were set aside: what could be read of them is in the one that is kept."""


class Listed(msgspec.Struct, frozen=True):
    """One file of a backup."""

    name: str
    size: int
    sha256: str


class Contents(msgspec.Struct, frozen=True):
    """What a backup holds."""

    form: int
    made: str
    files: tuple[Listed, ...]


@dataclass(frozen=True)
class Places:
    """Where on this machine the parts of a backup lie."""

    data: Path
    table: Path | None = None
    settings: Path | None = None

    def sources(self) -> Iterator[tuple[str, Path]]:
        """Each file that belongs in a backup, with its name in there."""
        for part, folder in (("data", self.data), ("table", self.table)):
            if folder is None or not folder.is_dir():
                continue
            # Nobody played the demo's games, and a table profile below the data folder is kept once.
            apart = [demo_folder(self.data), *filter(None, [self.table])] if part == "data" else []
            for file in sorted(folder.rglob("*")):
                if not file.is_file() or file.is_symlink() or file.name.endswith(_LEFT_OUT) or _OLD.search(file.name):
                    continue
                if any(file.is_relative_to(other) for other in apart):
                    continue
                yield f"{part}/{file.relative_to(folder).as_posix()}", file
        if self.settings is not None and self.settings.is_file():
            yield SETTINGS, self.settings

    def target(self, name: str) -> Path | None:
        """Where a file of a backup goes; none where this machine was given no place for it.

        Raises Refusal for a name that leads out of its folder.
        """
        part, *rest = PurePosixPath(name).parts or ("",)
        wrong = not rest or any(word in ("", ".", "..") or "\\" in word or ":" in word for word in rest)
        if wrong or name.startswith("/") or part not in ("data", "table", "settings"):
            raise Refusal(
                f"The backup holds a file called {name!r}, which belongs to no backup.", "Nothing was restored."
            )
        if part == "settings":
            return self.settings
        folder = self.data if part == "data" else self.table
        return None if folder is None else folder.joinpath(*rest)


def back_up(places: Places, output: Path) -> Contents:
    """Write a backup; the file is there whole or not at all.

    Raises Refusal where there is nothing to back up, or a file cannot be read or written.
    """
    if not output.name:
        raise Refusal(f"“{output}” names no file to write the backup to.", "Name one, as in referee backup saved.zip.")
    if output.exists() and not output.is_file():  # a device that was replaced by a file would be missed by everybody
        raise Refusal(f"{output} is there and is no file, so nothing is put in its place.", "Name another file.")
    if output.exists() and output.stat().st_size and not _is_backup(output):
        raise Refusal(f"{output} is there and is no backup, so nothing is put in its place.", "Name another file.")
    for folder in filter(None, (places.data, places.table)):
        if output.resolve().is_relative_to(folder.resolve()):
            reason = f"{output} lies in {folder}, which is backed up: each backup would hold all that were made before."
            mend = "Name a place outside, best on another disk."
            raise Refusal(reason, mend)
    if not output.parent.is_dir():  # a folder made here would hide that a stick is not plugged in
        raise Refusal(f"There is no folder {output.parent}.", "Plug the disk in that it is on, or make the folder.")
    part = output.with_name(output.name + ".part")
    listed: list[Listed] = []
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive, tempfile.TemporaryDirectory() as spare:
            for name, file in places.sources():
                taken = _snapshot(file, Path(spare)) if file.suffix == ".sqlite" else file
                if name == SETTINGS or file.name == CHOSEN:
                    taken = Path(spare) / file.name
                    _write(taken, without_secrets(_read(file)))
                listed.append(_add(archive, name, taken))
            if not listed:
                raise Refusal(f"There is nothing to back up in {places.data}.", "Name the data folder with --data.")
            contents = Contents(FORM, time.strftime("%Y-%m-%d %H:%M:%S"), tuple(listed))
            archive.writestr("backup.json", msgspec.json.format(msgspec.json.encode(contents)))
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(output)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, OSError):
            error.filename = error.filename or str(output)
        why = file_trouble(error) or f"The backup {output} cannot be written: {error}."
        raise Refusal(why) from error
    finally:
        part.unlink(missing_ok=True)
    return contents


def restore(backup: Path, places: Places) -> tuple[Contents, list[Path]]:
    """Bring a backup back; with what it holds, where that lies now which was there before. Every file is checked
    before the first is put in its place.

    Raises Refusal where the file is no backup, was changed, or cannot be put in its place, and while a referee works
    there: it would go on in what is put aside.
    """
    must_be_idle(places.data)
    try:
        check_has_end(backup)
        beside = nearest(places.data.parent)  # on the same disk, so that files only have to be renamed
        with zipfile.ZipFile(backup) as archive, tempfile.TemporaryDirectory(dir=beside) as spare:
            contents = _contents(archive, backup)
            checked = [
                (where, _take(archive, listed, Path(spare), backup))
                for listed in contents.files
                if (where := places.target(listed.name)) is not None
            ]
            for where, file in checked:
                if where == places.settings:
                    _fill_in_addresses(file, where)
            aside = _put_aside(places)
            for where, file in checked:
                make_folder(where.parent)
                shutil.move(file, where)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, KeyError, RuntimeError, ValueError) as error:
        raise Refusal(f"{backup} is no backup, or a damaged one ({error}).", "Nothing was restored.") from error
    except OSError as error:
        why = error.strerror or error
        raise Refusal(f"{backup} cannot be restored: {why}.", "Check the file and the room on the disk.") from error
    return contents, aside


def _is_backup(file: Path) -> bool:
    """Whether it looks like one, whole or not."""
    try:
        with zipfile.ZipFile(file) as archive:
            return "backup.json" in archive.namelist()
    except (OSError, zipfile.BadZipFile, ValueError):
        return False


def _contents(archive: zipfile.ZipFile, backup: Path) -> Contents:
    try:
        contents = msgspec.json.decode(archive.read("backup.json"), type=Contents)
    except (KeyError, msgspec.MsgspecError, RecursionError) as error:
        raise Refusal(f"{backup} is no backup of Sequence Referee.", "`referee backup FILE` makes one.") from error
    if contents.form > FORM:
        raise Refusal(f"{backup} was made by a newer Sequence Referee.", "Update this one first.")
    if sum(listed.size for listed in contents.files) > LARGEST:
        raise Refusal(f"{backup} claims to hold more than any backup does.", "Nothing was restored.")
    return contents


def _add(archive: zipfile.ZipFile, name: str, file: Path) -> Listed:
    digest, size = hashlib.sha256(), 0
    with file.open("rb") as source, archive.open(name, "w", force_zip64=True) as into:
        while piece := source.read(1 << 20):
            digest.update(piece)
            size += len(piece)
            into.write(piece)
    return Listed(name, size, digest.hexdigest())


def _take(archive: zipfile.ZipFile, listed: Listed, spare: Path, backup: Path) -> Path:
    """A file of the backup, unpacked and checked, in a place of its own."""
    file = spare / hashlib.sha256(listed.name.encode()).hexdigest()
    digest, size = hashlib.sha256(), 0
    with archive.open(listed.name) as source, file.open("xb") as into:
        os.fchmod(into.fileno(), 0o600)
        while piece := source.read(1 << 20):
            size += len(piece)
            if size > listed.size:
                break
            digest.update(piece)
            into.write(piece)
    if (size, digest.hexdigest()) != (listed.size, listed.sha256):
        raise Refusal(f"{listed.name} in {backup} is not what was backed up.", "Nothing was restored.")
    return file


def _snapshot(file: Path, spare: Path) -> Path:
    """A copy of a database as it stands at one moment, made by SQLite itself."""
    copy = spare / file.name
    with contextlib.closing(open_to_read(file)) as source, contextlib.closing(sqlite3.connect(copy)) as into:
        source.backup(into)
    return copy


def _fill_in_addresses(file: Path, there: Path) -> None:
    """What a backup leaves out of a camera's address is taken from the settings that are there, if it is in them."""
    if there.is_file():
        text = _read(file)
        said = (line for line in _read(there).splitlines() if not line.lstrip().startswith("#"))
        for whole in addresses_in("\n".join(said)):
            text = text.replace(f'"{shown_name(whole)}"', f'"{whole}"')
        _write(file, text)


def _read(file: Path) -> str:
    return file.read_text("utf-8", "surrogateescape")


def _write(file: Path, text: str) -> None:
    file.write_text(text, "utf-8", "surrogateescape")


def _put_aside(places: Places) -> list[Path]:
    """Keep what is there now under other names, which are returned, so that nothing is lost by a restore."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return [
        there.rename(there.with_name(f"{there.name}.before-{stamp}"))
        for there in (places.data, places.table, places.settings)
        if there is not None and there.exists() and (there.is_file() or any(there.iterdir()))
    ]
