"""A store of drawn pieces that processes fill without end, the oldest first replaced, while a training takes of it."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import Picture, happens
from vision.training.cards.designs import drawn_design
from vision.training.cards.face import Design
from vision.training.cards.free_decks import free_designs
from vision.training.cards.heaps import CELLS, Piece, piece
from vision.training.cards.lens import SIDE

MOST = 28
"""Indices on a piece that are kept."""
MOST_CARDS = 12
"""Whole cards on a piece that are kept, the uppermost."""
BANK = 28
"""Drawn designs of which pieces are made at any time."""
RENEW = 20
"""Pieces after which one of them is replaced: with 120 a training came to know its designs by heart."""
OTHERS = 0.3
"""Share of pieces that are not drawn, where there are others to learn from."""
HELD_FONTS = 8
"""One family of fonts in so many is for judging alone."""
UNFIT = re.compile(
    "symbol|dingbat|math|italic|oblique|mono|emoji|thin|hairline|ultralight|extralight|barcode|braille|ocr|typewriter|music|"
    "binary|brk",
    re.IGNORECASE,
)
"""Words in the names of fonts that print no rank as cards do."""
ONE_SCRIPT = re.compile("Noto(Sans|Serif)(?!Display)[A-Z]")
"""Fonts of one script each, whose Latin letters are all the same."""
FEWEST = 20
"""Fonts from which it is worth to learn."""


@dataclass
class Pool:
    """Pieces in memory that several processes share."""

    pictures: NDArray[np.uint8]
    """(size, SIDE, SIDE, 3)."""
    marks: NDArray[np.float32]
    """(size, MOST, 7): x, y, height, turn, rank, suit, and its kind, -1 where there is none."""
    surface: NDArray[np.uint8]
    """(size, CELLS, CELLS)."""
    cards: NDArray[np.float32]
    """(size, MOST_CARDS, 11): those that lie whole on a piece, from centimetres of an ordinary card to pixels of the
    piece (6), rank, suit, 1 where an index is in view, the part that is covered, and 1; all 0 where there is none."""
    drawn: NDArray[np.int64]
    """How many pieces were drawn in all; (1,)."""

    @classmethod
    def at(cls, folder: Path, size: int) -> Pool:
        """The pool in a folder, of files that are made where they are missing."""
        folder.mkdir(parents=True, exist_ok=True)

        def shared(name: str, kind: type, *shape: int) -> NDArray[np.generic]:
            file = folder / name
            there = file.exists() and file.stat().st_size == np.dtype(kind).itemsize * int(np.prod(shape))
            return np.memmap(file, kind, "r+" if there else "w+", shape=shape)

        return cls(
            shared("pictures", np.uint8, size, SIDE, SIDE, 3),  # type: ignore[arg-type]
            shared("marks", np.float32, size, MOST, 7),  # type: ignore[arg-type]
            shared("surface", np.uint8, size, CELLS, CELLS),  # type: ignore[arg-type]
            shared("cards", np.float32, size, MOST_CARDS, 11),  # type: ignore[arg-type]
            shared("drawn", np.int64, 1),  # type: ignore[arg-type]
        )

    @classmethod
    def there(cls, folder: Path) -> Pool:
        """The pool that was made in a folder. Raises FileNotFoundError where none was."""
        return cls.at(folder, (folder / "pictures").stat().st_size // (SIDE * SIDE * 3))

    @property
    def size(self) -> int:
        """How many pieces there is room for."""
        return len(self.pictures)

    @property
    def filled(self) -> int:
        """How many there are."""
        return int(min(self.drawn[0], self.size))

    def some(self, chance: np.random.Generator, count: int) -> NDArray[np.int64]:
        """Numbers of some pieces, none of which is being replaced."""
        if self.drawn[0] < self.size:
            return chance.integers(0, max(1, self.filled - 8), count)
        first = int(self.drawn[0]) + 64
        return (first + chance.integers(0, self.size - 128, count)) % self.size

    def put(self, place: int, one: Piece) -> None:
        """Writes a piece."""
        self.pictures[place], self.surface[place] = one.picture, one.surface
        self.marks[place], self.cards[place] = -1, 0
        for row, mark in enumerate(one.marks[:MOST]):
            self.marks[place, row] = (mark.x, mark.y, mark.height, mark.turn, mark.rank, mark.suit, mark.kind)
        for row, card in enumerate(one.cards[-MOST_CARDS:]):
            self.cards[place, row] = (*card.place.ravel(), card.rank, card.suit, card.legible, card.covered, 1)

    def take(self, place: int, other: Pool, number: int) -> None:
        """Writes a piece of another pool."""
        self.pictures[place], self.surface[place] = other.pictures[number], other.surface[number]
        self.marks[place], self.cards[place] = other.marks[number], other.cards[number]


def turned(picture: Picture, marks: NDArray[np.float32], quarters: int) -> tuple[Picture, NDArray[np.float32]]:
    """A piece and its marks after so many quarter turns, clockwise as it is seen."""
    told = marks.copy()
    for _ in range(quarters):
        told[:, 0], told[:, 1], told[:, 3] = SIDE - 1 - told[:, 1], told[:, 0].copy(), told[:, 3] + np.pi / 2
    return np.ascontiguousarray(np.rot90(picture, -quarters)), told


def fonts() -> list[Path]:
    """Latin fonts of this machine, by name. Raises RuntimeError where there are too few to learn from."""
    told = subprocess.run(["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True)
    paths = sorted({Path(line.split(": ")[0].rstrip(":")) for line in told.stdout.splitlines()}, key=lambda p: p.name)
    fit = [p for p in paths if p.suffix in (".ttf", ".otf") and not (UNFIT.search(p.name) or ONE_SCRIPT.match(p.name))]
    if len(fit) < FEWEST:
        raise RuntimeError(
            f"Only {len(fit)} fonts are installed; a reader trained from so few knows only those. On Debian: "
            "apt install fonts-dejavu fonts-freefont-ttf fonts-urw-base35 fonts-texgyre fonts-lato fonts-open-sans"
        )
    return fit


def _designs(held: bool, store: Path) -> tuple[list[Design], list[Path]]:
    """Free decks and fonts, those for judging or those for learning."""
    files = [file for file in fonts() if (zlib.crc32(file.stem.split("-")[0].encode()) % HELD_FONTS == 0) == held]
    return [design for _, design in free_designs(store, held)], files


def fill(
    folder: Path, size: int, seed: int, every: int, first: int, held: bool, store: Path, zoom: float, more: Path | None
) -> None:
    """Puts pieces into the places first, first + every and so on: without end, or once where they are held out.

    They are drawn; where there is a pool `more` some are of that.
    """
    cv2.setNumThreads(1)
    pool = Pool.at(folder, size)
    chance = np.random.default_rng([seed, first])
    free, files = _designs(held, store)
    bank = [drawn_design(chance, files) for _ in range(BANK)]
    others = None if more is None else Pool.there(more)
    number = first if held else int(pool.drawn[0]) // every * every + first
    while not held or number < size:
        # As many free decks as a fourth of the drawn ones: they are real, but so few that they are soon known by heart.
        decks = [*bank, *(free[int(chance.integers(len(free)))] for _ in range(BANK // 4))]
        if others is not None and happens(chance, OTHERS):
            pool.take(number % size, others, int(chance.integers(others.filled)))
        else:
            pool.put(number % size, piece(chance, decks, zoom))
        number += every
        if first == 0:
            pool.drawn[0] = number
        if number // every % RENEW == 0:
            bank[int(chance.integers(BANK))] = drawn_design(chance, files)


def drawers(
    folder: Path, size: int, seed: int, count: int, store: Path, zoom: float, more: Path | None
) -> list[subprocess.Popen[bytes]]:
    """Processes that fill a pool."""
    words = [sys.executable, "-m", "vision.training.cards.pool", str(folder), str(size), str(seed), str(count)]
    last = [str(store), str(zoom), *([] if more is None else [str(more)])]
    return [subprocess.Popen([*words, str(first), *last]) for first in range(count)]


def held_pool(folder: Path, size: int, store: Path, zoom: float) -> Pool:
    """Pieces of decks and fonts that nobody learns from, drawn where they are not there yet."""
    pool = Pool.at(folder, size)
    if pool.filled < size:
        fill(folder, size, 99, 1, 0, True, store, zoom, None)
    return pool


if __name__ == "__main__":
    _, where, size_, seed_, every_, first_, store_, zoom_, *more_ = sys.argv
    counts = int(size_), int(seed_), int(every_), int(first_)
    fill(Path(where), *counts, False, Path(store_), float(zoom_), Path(more_[0]) if more_ else None)
