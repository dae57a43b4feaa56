"""What is told under sheets of paper laid over the tables: a chip or a bare space is wrong, since none is seen.

`python -m tests.bench.corpus.papers [--held-out]` prints, for sheets that are blank, written on or ruled, the spaces
under them and what per cent of these are told bare and as a chip.
"""

import argparse
import zlib
from itertools import product

import cv2
import numpy as np

from engine.observation import CHIPS, EMPTY
from tests.bench.corpus.tables import tables
from tests.bench.eye import LAYOUT
from tests.vision.scenes import read
from vision.eye import Eye
from vision.rectify.straight import MARGIN, SIDE

WHITES = ((232, 236, 238), (205, 225, 238), (250, 250, 250), (190, 192, 196), (238, 226, 214))
KINDS = ("blank", "written", "ruled")
ROWS, COLUMNS = 4, 5
"""Spaces that a sheet covers."""


def sheet(white, kind):
    """A sheet of paper; shape (pixels down, pixels across, 3)."""
    paper = np.full((ROWS * SIDE, COLUMNS * SIDE, 3), white, np.uint8)
    if kind == "written":
        cv2.putText(paper, "GAME", (20, 70), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (90, 40, 30), 3)
    if kind == "ruled":
        for y in range(10, ROWS * SIDE, 9):
            cv2.line(paper, (8, y), (COLUMNS * SIDE - 10, y), (120, 115, 110), 1)
    return paper


def told_under(table):
    """For sheets of each kind, on the empty board and on one in play: the kind, and the letter of a space under it."""
    chance = np.random.default_rng(zlib.crc32(table.name.encode()))
    for look in filter(None, (table.measured, table.from_empty)):
        eye = Eye(look, LAYOUT)
        eye.look(table.views[len(table.views) // 2].picture, 0.0, 0)
        pictures = [look.empty] + ([] if eye.last_frame is None else [eye.last_frame.straight])
        for picture, white in product(pictures, WHITES):
            row, column = chance.integers(LAYOUT.rows - ROWS), chance.integers(LAYOUT.columns - COLUMNS)
            top, left = MARGIN + row * SIDE, MARGIN + column * SIDE
            inside = [(row + y) * LAYOUT.columns + column + x for y, x in np.ndindex(ROWS, COLUMNS)]
            for kind in KINDS:
                covered = picture.copy()
                covered[top : top + ROWS * SIDE, left : left + COLUMNS * SIDE] = sheet(white, kind)
                letters = read(covered, look).letters
                yield from ((kind, letters[space]) for space in inside if space not in LAYOUT.free)


def main():
    """Print it."""
    parser = argparse.ArgumentParser(prog="papers", description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="the tables that are looked at only at the end")
    them = list(tables(parser.parse_args().held_out))
    cv2.setNumThreads(1)
    told = [one for table in them for one in told_under(table)]
    print("paper     spaces  bare %  chip %")
    for kind in KINDS:
        said = [letter for paper, letter in told if paper == kind]
        bare, chip = sum(letter == EMPTY for letter in said), sum(letter in CHIPS for letter in said)
        print(f"{kind:8} {len(said):7} {100 * bare / len(said):7.2f} {100 * chip / len(said):7.2f}")


if __name__ == "__main__":
    main()
