"""The passes over the corpus: the figures of `make bench`, and the command.

make bench BENCH="corpus --readers measured empty --sample 200 --worsened 300"
make bench BENCH="corpus --sample 100 --worsened 150 --ablate marks.faint marks"
make bench BENCH="corpus --sample 100 --turn reading.COVERED 0.7 1.3"
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

import cv2
from rich.console import Console

from tests.bench.corpus.ablation import multiplied, numbers, taken_away
from tests.bench.corpus.compare import Tallies, letters_changed, read_all, side_by_side
from tests.bench.corpus.readers import READERS
from tests.bench.corpus.sample import plain, worsened
from tests.bench.corpus.tables import tables
from tests.bench.corpus.tally import WRONG_COSTS, Tally

Change = tuple[str, Callable[[], AbstractContextManager[None]]]
SAMPLE, WORSENED = 60, 75
"""How many pictures `make bench` looks at as they are, and made worse."""


def figures() -> dict[str, dict[str, object]]:
    """Wrong and unsure of the readers over a small sample, per cent of the spaces to be seen."""
    them = list(tables())
    rows: dict[str, dict[str, object]] = {}
    for title, picked in (("as they are", plain(them, SAMPLE)), ("made worse", worsened(them, WORSENED))):
        tallies, _ = read_all(picked, ("measured", "empty"))
        for reader, by_tag in tallies.items():
            tally = by_tag["all"]
            for part in ("wrong", "unsure"):
                value = 100.0 * tally.count[part] / max(tally.count["visible"], 1)
                rows[f"{reader}, {title}: {part}"] = {"value": value, "unit": f"%: {tally.share(part)}", "goal": ""}
    return rows


def main(words: list[str]) -> int:
    """The command; 2 when it was not understood."""
    parser = argparse.ArgumentParser(prog="corpus", description="Compares readers, and says what rules are worth.")
    parser.add_argument("--readers", nargs="+", default=["measured", "empty"], choices=sorted(READERS))
    parser.add_argument("--sample", type=int, default=None, help="so many pictures as they are; all without it")
    parser.add_argument("--worsened", type=int, default=0, help="so many pictures made worse")
    parser.add_argument("--held-out", action="store_true", help="the tables that are looked at only at the end")
    parser.add_argument(
        "--ablate", nargs="+", default=[], metavar="NAME", help="functions, modules or folders of vision"
    )
    parser.add_argument("--turn", nargs="+", default=[], metavar="NAME|FACTOR", help="numbers of vision, and factors")
    told = parser.parse_args(words)
    cv2.setNumThreads(1)
    console = Console(width=160 if not sys.stdout.isatty() else None)
    try:
        changes = [*_ablations(told.ablate), *_turns(told.turn)]
    except ValueError as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    them = list(tables(told.held_out))
    if not them:
        print("No such tables: CORPUS names the folder of rendered set-ups.", file=sys.stderr)
        return 2
    console.print(f"{len(them)} tables: {', '.join(table.name for table in them)}")
    picked = [*plain(them, told.sample), *worsened(them, told.worsened)]
    before, said = read_all(picked, told.readers)
    console.print(side_by_side(before, f"{len(picked)} pictures"))
    if changes:
        # Line by line: a pass takes a while, and what is known is of use at once.
        print(f"{'letters':>8} {'wrong':>6} {'unsure':>7} {'flawless':>9} {'cost':>8}   (a wrong one: {WRONG_COSTS})")
        print(_worth("as it is", before, 0), flush=True)
    for name, change in changes:
        try:
            with change():
                after, says = read_all(picked, told.readers)
        except Exception as error:  # noqa: BLE001  without it nothing goes on, which is worth knowing, too
            print(f"{name}: cannot do without: {error}", flush=True)
            continue
        print(_worth(name, after, letters_changed(said, says)), flush=True)
    return 0


def _ablations(names: list[str]) -> list[Change]:
    """Each name taken away."""
    changes: list[Change] = []
    for name in names:
        with taken_away(name):
            pass
        changes.append((f"without {name}", partial(taken_away, name)))
    return changes


def _turns(words: list[str]) -> list[Change]:
    """Each number times each factor."""
    factors = [float(word) for word in words if word.replace(".", "", 1).isdigit()] or [0.7, 1.3]
    names = [number for word in words if not word.replace(".", "", 1).isdigit() for number in numbers(word)]
    return [(f"{name} x {factor:g}", partial(multiplied, name, factor)) for name in names for factor in factors]


def _worth(name: str, tallies: Tallies, changed: int) -> str:
    """One line: letters changed, wrong, unsure, boards without a flaw, and the cost of all readers together."""
    total = Tally()
    for by_tag in tallies.values():
        total.count += by_tag["all"].count
    count = total.count
    return f"{changed:8} {count['wrong']:6} {count['unsure']:7} {count['flawless']:9} {total.cost:8.3f}   {name}"
