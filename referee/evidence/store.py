"""Evidence on disk: a folder a game, in it a folder a turn or fault, all under one budget of bytes.

When the budget is spent the oldest legal turns go first, then turns that were let stand, and faults last.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from calibration.whole_file import sync_file, sync_folder
from referee.refusal import Refusal
from referee.storage.durable import PRIVATE_FILE
from referee.storage.history import History
from referee.storage.locks import hold_game
from referee.storage.room import free_bytes
from referee.storage.settings import EVIDENCE_MB

BUDGET = EVIDENCE_MB * 1_000_000
"""Bytes all games together may take unless told otherwise."""

RESERVE = 64 * 1024 * 1024
"""Free bytes that evidence leaves on the disk: the record of the game comes first."""

_NAME = re.compile(r"(turn|stood|fault)-(\d{4,})(?:-(\d+))?")
_FILE = re.compile(r"(before|after|straight|film|evidence)\.(jpg|mp4|json)")
_WORTH = ("turn", "stood", "fault")
"""Kinds of bundle, the first to go first."""


@dataclass(frozen=True)
class Bundle:
    """What is kept for one turn or fault."""

    folder: Path
    game: int
    kind: str
    """`turn`, `stood` (an irregular turn) or `fault`."""
    turn: int

    @property
    def files(self) -> list[str]:
        """Names of its files."""
        return sorted(file.name for file in self.folder.iterdir() if _FILE.fullmatch(file.name))


class Store:
    """All evidence below one folder."""

    def __init__(
        self,
        folder: Path,
        budget: int = BUDGET,
        free: Callable[[Path], int] = free_bytes,
        ledger: History | None = None,
    ) -> None:
        """`budget`: bytes; `free` tells how many are free on the disk of a folder; `ledger` notes what is kept
        before it is, so that nothing can be added, changed or taken away unnoticed."""
        self.folder = folder
        self._ledger = ledger
        self.budget = budget
        self._free = free
        self._spent: int | None = None
        """Bytes all bundles take, as far as is known: never less than they do."""

    def place(self, game: int, kind: str, turn: int, which: int = 0) -> Path:
        """Where a bundle's files go; the folder is not made. `which` tells the faults of one turn apart."""
        return self.folder / str(game) / (f"{kind}-{turn:04d}" + (f"-{which}" if which else ""))

    def bundles(self, game: int | None = None) -> Iterator[Bundle]:
        """The bundles of one game or of all."""
        for folder in sorted(self.folder.glob(f"{'*' if game is None else game}/*")):
            named = _NAME.fullmatch(folder.name)
            if named and folder.parent.name.isdigit():
                yield Bundle(folder, int(folder.parent.name), named[1], int(named[2]))

    def of_turn(self, game: int, turn: int) -> list[Path]:
        """Files kept for a turn, those of its faults included."""
        found = [bundle for bundle in self.bundles(game) if bundle.turn == turn]
        return [bundle.folder / name for bundle in found for name in bundle.files]

    def take_in(self, made: Path, place: Path) -> None:
        """Keep a folder of files that was made beside its place, under a name that begins with a dot.

        They are on the disk and noted before they are there to be seen. Raises OSError, and what the ledger raises.
        """
        for file in made.iterdir():
            file.chmod(PRIVATE_FILE)
            sync_file(file)
        sync_folder(made)
        if self._ledger is not None:
            self._ledger.note_files(int(place.parent.name), hashes(made, place.name))
        shutil.rmtree(place, ignore_errors=True)
        made.rename(place)
        sync_folder(place.parent)

    def finish(self) -> None:
        """Put in its place what was noted and not put there before a kill; remove what was only half made.

        What a game that is being refereed just now has half made is left to its referee.
        """
        for made in self.folder.glob("*/.*"):
            if not made.parent.name.isdecimal() or not made.is_dir():
                continue
            game = int(made.parent.name)
            with contextlib.suppress(Refusal), contextlib.closing(hold_game(game, self.folder.parent)):
                noted = self._ledger.files(game) if self._ledger is not None else {}
                place = made.with_name(made.name[1:])
                found = hashes(made, place.name)
                if found and found.items() <= noted.items() and not place.exists():
                    made.rename(place)
                else:
                    shutil.rmtree(made, ignore_errors=True)

    def delete(self, game: int) -> None:
        """Remove all evidence of a game."""
        shutil.rmtree(self.folder / str(game), ignore_errors=True)

    def _drop(self, place: Path) -> None:
        """Remove a bundle, once that it went is noted."""
        if self._ledger is not None:
            self._ledger.note_files(int(place.parent.name), dict.fromkeys(hashes(place, place.name), ""))
        shutil.rmtree(place, ignore_errors=True)

    def has_room(self) -> bool:
        """Whether the disk has more left than the record of the game may need."""
        return self._free(self.folder) > RESERVE

    def keep_within_budget(self, fresh: Path | None = None) -> int:
        """Remove the least worth until the budget, and what the disk can spare, hold; how many bundles went.

        `fresh` is the place of the only bundle written since last time: while it fits, the others, which may be
        thousands, are not measured again.
        """
        if fresh is not None and self._spent is not None:
            self._spent += _size(fresh) if fresh.is_dir() else 0
            if self._spent <= self.budget and self.has_room():
                return 0
        sizes = {bundle: _size(bundle.folder) for bundle in self.bundles()}
        spent = sum(sizes.values())
        budget = min(self.budget, spent + self._free(self.folder) - RESERVE)
        gone = 0
        # Once anything must go, a little more goes with it, so that not every bundle after it asks for room.
        goal = budget if spent <= budget else budget - budget // 100
        for bundle in sorted(sizes, key=lambda b: (_WORTH.index(b.kind), b.game, b.turn)):
            if spent <= goal:
                break
            self._drop(bundle.folder)
            spent -= sizes[bundle]
            gone += 1
        self._spent = spent
        return gone


def hashes(folder: Path, named: str = "") -> dict[str, str]:
    """SHA-256 of each file in a folder, by its path below the game; `named`: what the folder will be called there."""
    return {
        f"evidence/{named or folder.name}/{file.name}": hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.is_file()
    }


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir() if file.is_file())
