"""The passes over the corpus: the figures of `make bench`, and the command.

make bench BENCH="corpus --readers measured empty --sample 200 --worsened 300"
make bench BENCH="corpus --readers cold --held-out"
"""

import argparse
import sys

import cv2
from rich.console import Console

from tests.bench._figures import figure
from tests.bench.corpus.compare import read_all, side_by_side
from tests.bench.corpus.readers import READERS
from tests.bench.corpus.sample import plain, worsened
from tests.bench.corpus.tables import tables

SAMPLE, WORSENED = 60, 75
"""How many pictures `make bench` looks at as they are, and made worse."""


def figures():
    """Wrong and unsure of the readers over a small sample, per cent of the spaces to be seen."""
    them = list(tables())
    rows = {}
    for title, picked in (("as they are", plain(them, SAMPLE)), ("made worse", worsened(them, WORSENED))):
        tallies = read_all(picked, ("measured", "empty"))
        for reader, by_tag in tallies.items():
            tally = by_tag["all"]
            for part in ("wrong", "unsure"):
                value = 100.0 * tally.count[part] / max(tally.count["visible"], 1)
                rows[f"{reader}, {title}: {part}"] = figure(value, f"%: {tally.share(part)}")
    return rows


def main(words):
    """The command; 2 where there are no such tables."""
    parser = argparse.ArgumentParser(prog="corpus", description="Compares readers.")
    parser.add_argument("--readers", nargs="+", default=["measured", "empty"], choices=sorted(READERS))
    parser.add_argument("--sample", type=int, default=None, help="so many pictures as they are; all without it")
    parser.add_argument("--worsened", type=int, default=0, help="so many pictures made worse")
    parser.add_argument("--held-out", action="store_true", help="the tables that are looked at only at the end")
    told = parser.parse_args(words)
    cv2.setNumThreads(1)
    console = Console(width=160 if not sys.stdout.isatty() else None)
    them = list(tables(told.held_out))
    if not them:
        print("No such tables: CORPUS names the folder of rendered set-ups.", file=sys.stderr)
        return 2
    console.print(f"{len(them)} tables: {', '.join(table.name for table in them)}")
    picked = [*plain(them, told.sample), *worsened(them, told.worsened)]
    tallies = read_all(picked, told.readers)
    console.print(side_by_side(tallies, f"{len(picked)} pictures"))
    for reader, by_tag in tallies.items():
        console.print(f"{reader}: costs {by_tag['all'].cost:.2f} `?` a hundred spaces")
    return 0
