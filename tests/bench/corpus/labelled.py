"""Labelled spaces out of the corpus, to fit a classifier by: `python -m tests.bench.corpus.labelled OUT.npz`.

Of every picture of every table that is not held out, as it is and made worse, the statistics of all spaces, what truly
lies there, and what the eye says of them today. A table's name stands with each space, so that a fit can leave it out.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from tests.bench.corpus.matrix import KINDS, STRENGTHS, spoiled
from tests.bench.corpus.readers import unused
from tests.bench.corpus.tables import CorpusTable, tables
from tests.bench.eye import LAYOUT, View
from vision.classify.evidence import weigh
from vision.eye import Eye
from vision.normalize.look import TableLook
from vision.training.statistics import Said, statistics

WORSE = 4
"""How often each picture is made worse."""
TEAMS = ("b", "g", "r")


def labels_of(view: View) -> np.ndarray:
    """0 empty, 1 hidden, 2 + 2 t a chip of team t, 3 + 2 t one white side up, -1 nobody could say; shape (spaces,)."""
    labels = np.zeros(len(view.letters), np.int64)
    for space, letter in enumerate(view.letters):
        if letter in TEAMS:
            labels[space] = 2 + 2 * TEAMS.index(letter) + (space in view.flipped)
    labels[view.hidden >= 0.25] = -1
    labels[view.hidden >= 0.5] = 1
    labels[list(LAYOUT.free)] = -1
    return labels


def spaces_of(table: CorpusTable, seed: int) -> dict[str, list]:
    """All labelled spaces of one table."""
    out: dict[str, list] = {"statistics": [], "labels": [], "letters": [], "tag": [], "how": []}
    chance = np.random.default_rng(seed)
    eyes = {how: Eye(look, LAYOUT) for how, look in _looks(table).items()}
    for view in table.views:
        views = [view]
        for _ in range(WORSE):
            kind = KINDS[int(chance.integers(len(KINDS)))]
            if not (kind == "occlusion" and view.tags & {"nudge", "shift"}):
                views.append(spoiled(view, kind, int(chance.choice(STRENGTHS)), table.setup.mesh, chance))
        for number, one in enumerate(views):
            for how, kept in eyes.items():
                eye = unused(kept)
                seen = eye.look(one.picture, 0.0, 0)
                if not seen.letters or eye.last_frame is None:
                    continue
                evidence = weigh(eye.last_frame.straight, eye.last_frame.table, TEAMS)
                confidence = np.frombuffer(seen.confidence, np.uint8)
                said = Said(seen.letters, seen.guesses, (confidence / 255).astype(np.float32))
                told = statistics(evidence, eye.last_frame.table.radius, 10, 10, said)
                out["statistics"].append(told.astype(np.float16))
                out["labels"].append(labels_of(one))
                out["letters"].append(list(seen.letters))
                out["tag"].append("plain" if number == 0 else min(one.tags, key=len))
                out["how"].append(how)
    return out


def _looks(table: CorpusTable) -> dict[str, TableLook]:
    both = {"measured": table.measured, "empty": table.from_empty}
    return {how: look for how, look in both.items() if look is not None}


def main(out: str, held_out: bool = False) -> None:
    """The command."""
    cv2.setNumThreads(1)
    everything: dict[str, list] = {}
    for number, table in enumerate(tables(held_out)):
        found = spaces_of(table, number)
        found["table"] = [table.name] * len(found["labels"])
        for key, values in found.items():
            everything.setdefault(key, []).extend(values)
        print(table.name, len(found["labels"]), "pictures", flush=True)
        np.savez(Path(out), **{key: np.array(values) for key, values in everything.items()})


if __name__ == "__main__":
    main(sys.argv[1], "--held-out" in sys.argv)
