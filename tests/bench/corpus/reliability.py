"""Whether chances are what they say: of letters guessed with a chance of 0.99, 99 in 100 should be right.

`python -m tests.bench.corpus.reliability [--held-out]` prints, for guesses of spaces in view, how many fall into each
range of chances, how many of them should be wrong by what was said, and how many are.
"""

import argparse
from itertools import pairwise

import cv2
import numpy as np

from tests.bench.corpus.tables import tables
from tests.bench.corpus.tally import SEEN
from tests.bench.eye import LAYOUT
from vision.eye import Eye

EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.998, 1.001)
"""Where one range of chances ends and the next begins."""


def guesses(table, measured):
    """Chance of each guess in a table's pictures as an eye in play gives it, and whether it is right."""
    look = table.measured if measured else table.from_empty
    if look is None:
        return
    for view in table.views:
        seen = Eye(look, LAYOUT).look(view.picture, 0.0, 0)
        for space, true in enumerate(view.letters if seen.letters else ""):
            if space not in LAYOUT.free and view.hidden[space] < SEEN:
                guess, chance = seen.likeliest(space)
                yield chance, guess == true


def diagram(pairs):
    """For each range: from, to, how many guesses, how many should be wrong, how many are."""
    found = list(pairs)
    chances = np.array([chance for chance, _ in found])
    right = np.array([good for _, good in found], bool)
    rows = []
    for low, high in pairwise(EDGES):
        here = (chances >= low) & (chances < high)
        rows.append((low, min(high, 1.0), int(here.sum()), float((1 - chances[here]).sum()), int((~right[here]).sum())))
    return rows


def main():
    """Print it for tables measured with their chips and from the empty board."""
    parser = argparse.ArgumentParser(prog="reliability", description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="the tables that are looked at only at the end")
    them = list(tables(parser.parse_args().held_out))
    cv2.setNumThreads(1)
    for measured in (True, False):
        print("measured with the chips" if measured else "from the empty board")
        print("   chance        guesses  should be wrong  are wrong")
        for low, high, count, wrong, real in diagram(pair for table in them for pair in guesses(table, measured)):
            print(f"   {low:.3f}-{high:.3f} {count:9} {wrong:16.1f} {real:10}")


if __name__ == "__main__":
    main()
