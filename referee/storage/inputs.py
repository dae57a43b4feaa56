"""The inputs of each game on disk: what the camera showed and people said, a line each, in the order it came.

A game can be judged again from them. It has one file for each stretch of time the program ran, named after the first
event of that stretch; within a stretch the arbiter remembers more than its events tell, so each is run again by itself;
what the lines say is written and read by `engine.inputs`. Each line ends with the hash of itself and the line before.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import logging
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from calibration.whole_file import sync_file
from engine.inputs import InputsError, InputWriter, head_of
from engine.judging.input_quantization import Input
from engine.rules.position import Game
from engine.saying import Saying, saying
from referee.storage.chain import Mark, link
from referee.storage.durable import AppendFile, OpenAppending, make_folder
from referee.wiring import Rules

FOLDER, SUFFIX = "inputs", ".inputs"
HASH = 32
"""Letters of the hash behind each line: half of SHA-256."""
UNSAVED = "unsaved"
"""What stands in the place of the last hash of the game's chain while the history takes no more."""
MOST_WAITING = 32_000_000
"""Bytes kept in memory for a disk that takes no more, some thirty hours; what comes after that is lost."""

_NAME = re.compile(r"(\d{6,12})(?:-(\d{1,6}))?\.inputs", re.ASCII)
_ANCHOR = re.compile(rb"^#([0-9a-f]{64}|%s)\t" % UNSAVED.encode(), re.MULTILINE)
_log = logging.getLogger(__name__)


class InputFile:
    """Writes inputs as they come; a kill loses at most the line being written."""

    def __init__(
        self,
        file: Path,
        game: Game,
        rules: Rules,
        about: str = "",
        opened: OpenAppending = AppendFile,
    ) -> None:
        """Make the file, with its head; where it cannot be made, that is tried again with each line.

        `about`: the game's entry in the history, as JSON.
        """
        self._opened = opened
        self._file: AppendFile | None = None
        self._writer = InputWriter()
        self._path = file
        self.trouble: Saying | None = None
        """Why the file ends before the game does; none while it does not."""
        self._head, self._lines = "", 0
        self._next = self._written = self._on_disk = Mark(f"{FOLDER}/{file.name}")
        """Marks behind what was given, what was written, and what is on the disk for good."""
        self._waiting = b""
        self._digest = hashlib.sha256()
        self._lost = 0
        self._synced = self._closed = False
        self._add(self._writer.head(head_of(game, rules.on_fault)))
        if about:
            self._add(f"#{about}".encode())

    def keep(self, entered: Input) -> None:
        """Write one input."""
        self._add(self._writer.line(entered))

    def anchor(self, head: str) -> None:
        """Note the last hash of the game's chain, so that a history that lost its end is found out; or `UNSAVED`: what
        the lines behind this lead to may be here alone."""
        self._add(f"#{head}".encode())

    def sync(self) -> Mark:
        """Have on the disk what was written so far; how far that goes."""
        if self._closed:
            return self.mark()
        self._flush()
        if self._file is not None and not self._synced:
            try:
                self._file.sync()
                self._synced = True
                self._on_disk = self._written
            except OSError as error:
                self._say(error)
        return self.mark()

    def mark(self) -> Mark:
        """How far the inputs are on the disk for good."""
        so_far = self._on_disk
        return Mark(so_far.file, so_far.lines, so_far.head, self._lines - so_far.lines)

    def whole(self) -> dict[str, str]:
        """SHA-256 of the file by its path below the game, once it is closed and all that was written is on the disk."""
        safe = self._closed and self._file is not None and self._on_disk == self._written
        return {self._on_disk.file: self._digest.hexdigest()} if safe else {}

    def close(self) -> None:
        """Write what still waits, and close the file; closing twice is harmless."""
        if not self._closed:
            self.sync()
            self._closed = True
            if self._file is not None:
                self._file.close()

    def _add(self, content: bytes) -> None:
        if self._closed:
            return
        self._lines += 1
        self._head = link(self._head, content)[:HASH]
        line = content + b"\t" + self._head.encode() + b"\n"
        if self._lost or len(self._waiting) + len(line) > MOST_WAITING:
            self._lost += 1  # behind a gap no line can be read
        else:
            self._waiting += line
            self._next = Mark(self._on_disk.file, self._lines, self._head)
        self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        try:
            self._file = self._file or self._make()
            while self._waiting:
                taken = self._file.write(self._waiting)
                self._digest.update(self._waiting[:taken])
                self._waiting = self._waiting[taken:]
        except OSError as error:
            # A full disk must not stop the game; what waits is written when there is room.
            self._say(error)
            return
        self._written, self._synced = self._next, False
        if not self._lost:
            self.trouble = None

    def _make(self) -> AppendFile:
        make_folder(self._path.parent)
        return self._opened(self._path)

    def _say(self, error: OSError) -> None:
        if not self.trouble:
            _log.error("inputs cannot be written to %s: %s", self._path, error)
        self.trouble = saying("inputs-cut", file=self._path, why=error.strerror)


def unchained(lines: Iterable[bytes], file: str = "") -> Iterator[bytes]:
    """The lines of a file of inputs without their hashes and without what is no input; a torn end is left out.

    Lines from before there were hashes come as they are. Raises InputsError where a line is not what was written.
    """
    before, chained = "", False
    for number, line in enumerate(lines, 1):
        content, _, rest = line.rpartition(b"\t")
        head = rest.removesuffix(b"\n").decode("ascii", errors="replace")
        if number == 1:
            chained = bool(content) and len(head) == HASH
        if not chained:
            yield line
            continue
        if not line.endswith(b"\n"):
            return
        before = link(before, content)[:HASH]
        if head != before:
            raise InputsError(f"{file or 'inputs'}:{number}: this line, or one before it, is not what was written")
        if not content.startswith(b"#"):
            yield content + b"\n"


def about_of(file: Path) -> bytes:
    """What a file of inputs says of its game's entry in the history; empty where it says nothing. Raises OSError."""
    with file.open("rb") as lines:
        said = next(itertools.islice(lines, 1, None), b"").rpartition(b"\t")[0]
    return said[1:] if said.startswith(b"#{") else b""


def last_anchor(file: Path) -> str:
    """The last hash of its game's chain that a file of inputs speaks of, or UNSAVED; else empty. Raises OSError."""
    anchors: list[bytes] = _ANCHOR.findall(file.read_bytes())
    return anchors[-1].decode() if anchors else ""


def close_left_open(file: Path) -> dict[str, str]:
    """Cut off the torn end that a kill or a pulled plug left; SHA-256 of the file by its path below the game.

    Nothing for a file that is damaged elsewhere, which is left as it is, and for one that holds no line, which is
    removed. Raises OSError.
    """
    content = file.read_bytes()
    whole, head = 0, ""
    for line in io.BytesIO(content):
        said, _, rest = line.rpartition(b"\t")
        head = link(head, said)[:HASH]
        if rest != head.encode() + b"\n":
            break
        whole += len(line)
    if b"\n" in content[whole:].partition(b"\0")[0]:
        return {}  # a torn line has no end, and where a disk that lost its power has a hole there are zeros
    if not whole:
        file.unlink()
        return {}
    if whole < len(content):
        with file.open("r+b") as opened:
            opened.truncate(whole)
        sync_file(file)
        content = content[:whole]
    return {f"{FOLDER}/{file.name}": hashlib.sha256(content).hexdigest()}


class InputShelf:
    """The input files of all games below one folder."""

    def __init__(self, folder: Path, opened: OpenAppending = AppendFile) -> None:
        self.folder = folder
        self._opened = opened

    def new(self, number: int, first_event: int, game: Game, rules: Rules, about: str = "") -> InputFile:
        """The file for a stretch of game `number` that goes on behind so many events."""
        folder = self.folder / str(number)
        taken = {file.name for _, file in self.stretches(number)}
        names = (f"{first_event:06d}{f'-{count}' if count else ''}{SUFFIX}" for count in range(len(taken) + 1))
        file = folder / next(name for name in names if name not in taken)
        return InputFile(file, game, rules, about, self._opened)

    def stretches(self, number: int) -> list[tuple[int, Path]]:
        """Number of the first event and file of each stretch, in order."""
        found = [(named, file) for file in (self.folder / str(number)).glob(f"*{SUFFIX}") if (named := order(file))]
        return [(named[0], file) for named, file in sorted(found)]

    def games(self) -> list[int]:
        """Numbers of the games that have inputs."""
        return sorted(
            int(folder.name) for folder in self.folder.glob("*") if re.fullmatch(r"[1-9]\d{0,17}", folder.name)
        )

    def delete(self, number: int) -> None:
        """Remove all of a game's inputs."""
        shutil.rmtree(self.folder / str(number), ignore_errors=True)


def order(file: Path) -> tuple[int, int] | None:
    """By what the stretches of a game are ordered; none for a file that is no stretch."""
    named = _NAME.fullmatch(file.name)
    return named and (int(named[1]), int(named[2] or 0))
