"""Where tables are served from a data folder, so that other commands find their pages.

Each serving program leaves a note while it runs. A note that a killed program left behind is known by nobody answering.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from hardware.health import text_of
from referee.storage.durable import make_folder

ANSWER_SECONDS = 3.0
"""How long a page may take to say how it is."""


class Note(msgspec.Struct, frozen=True):
    """A page that is, or was, being served."""

    address: str
    """What phones open."""
    host: str
    """Where this machine reaches it."""
    port: int
    process: int = 0
    boot: str = ""
    """Names the machine's start: after another one the same number is another process."""


@contextlib.contextmanager
def noted(data: Path, address: str, host: str, port: int) -> Iterator[None]:
    """Leave the note while the page is served."""
    near = "127.0.0.1" if host in ("", "0.0.0.0") else "::1" if host == "::" else host
    file = data / "serving" / f"{port}.json"
    with contextlib.suppress(OSError):  # the page is served all the same
        make_folder(file.parent)
        file.write_bytes(msgspec.json.encode(Note(address, near, port, os.getpid(), _boot())))
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)


def was_cut_off(data: Path) -> bool:
    """Whether a program that served from there ended without taking its note back: its power was cut, or it was
    killed. Those that run are none."""
    return any(note.process and not _runs(note) for note in notes(data))


def _boot() -> str:
    return text_of(Path("/proc/sys/kernel/random/boot_id"))


def _runs(note: Note) -> bool:
    if note.boot != _boot() or note.process == os.getpid():
        return False
    try:
        os.kill(note.process, 0)
    except OSError as error:  # somebody else's, unless there is none
        return not isinstance(error, ProcessLookupError)
    return True


def forget_notes(data: Path) -> None:
    """Take away the notes of programs that do not run any more."""
    for file, note in _left_in(data):
        if not _runs(note):
            with contextlib.suppress(OSError):
                file.unlink()


def notes(data: Path) -> list[Note]:
    """The notes in a data folder, the newest first."""
    return [note for _, note in _left_in(data)]


def _left_in(data: Path) -> list[tuple[Path, Note]]:
    found: list[tuple[float, Path, Note]] = []
    with contextlib.suppress(OSError):
        for file in (data / "serving").glob("*.json"):
            with contextlib.suppress(OSError, msgspec.MsgspecError):
                found.append((file.stat().st_mtime, file, msgspec.json.decode(file.read_bytes(), type=Note)))
    return [(file, note) for _, file, note in sorted(found, key=lambda one: one[0], reverse=True)]


def health(host: str, port: int) -> dict[str, Any] | None:
    """What the page there says of itself; none where no referee answers."""
    connection = http.client.HTTPConnection(host, port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/healthz")
        said = json.loads(connection.getresponse().read(64 * 1024))
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
    return said if isinstance(said, dict) and "ok" in said and "frame_age" in said else None


def running(data: Path) -> Note | None:
    """The page that was served last from that folder and still answers."""
    return next((note for note in notes(data) if health(note.host, note.port) is not None), None)
