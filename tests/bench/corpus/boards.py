"""Rendered tables as boards to learn from: what the product's own measuring and finding make of their pictures.

    python -m tests.bench.corpus.boards SETS OUT

writes OUT/b_NAME.npz for each set-up in the folder SETS but those that are held out, in the form of
`vision.training.boards`; `python -m vision.training reader --more OUT` learns from them beside what it draws.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from engine.observation import CHIPS
from tests.bench.corpus.tables import CorpusTable, is_held_out
from tests.bench.eye import LAYOUT, rendered
from vision.drawing.arrangement import WHITE
from vision.eye import Eye
from vision.read.reader import twins_of
from vision.read.teams import ORDINARY
from vision.rectify.straight import burnt_share
from vision.training.boards import Sample, save, stacked


def samples(table):
    """The boards of a table; none where it is refused, nor of a picture in which its board is not found."""
    look = table.measured
    if look is None:
        return
    ordinary = {one.team: one.colour for one in ORDINARY}
    measured = {one.team: one.colour for one in look.chips}
    none = (-1.0,) * 3
    team, nominal = (
        np.array([colours[one] if one in table.teams else none for one in CHIPS], np.float16)
        for colours in (measured, ordinary)
    )
    twins = twins_of(look.empty, LAYOUT)
    at = np.stack(np.divmod(twins.of, LAYOUT.columns), -1)
    at[twins.of < 0] = 255
    for view in table.views:
        eye = Eye(look, LAYOUT)
        eye.look(view.picture, 0.0, 0)
        if eye.last_frame is None:
            continue
        label = np.array([CHIPS.find(letter) + 1 for letter in view.letters], np.uint8)
        label[list(view.flipped)] += WHITE
        yield Sample(
            now=eye.last_frame.straight,
            empty=look.empty,
            label=_by_space(label),
            centre=_by_space(view.centres).astype(np.float16),
            between=np.zeros((LAYOUT.rows, LAYOUT.columns), np.uint8),
            occ=_by_space(view.hidden).astype(np.float16),
            burnt=burnt_share(eye.last_frame.straight, LAYOUT.rows, LAYOUT.columns).astype(np.float16),
            team=team,
            nominal=nominal,
            twin=_by_space(at).astype(np.uint8),
            twinrot=_by_space(twins.turn).astype(np.uint8),
        )


def _by_space(one):
    return one.reshape(LAYOUT.rows, LAYOUT.columns, *one.shape[1:])


def main():
    """Write them; a table that was written before is passed over."""
    parser = argparse.ArgumentParser(prog="boards", description=__doc__.splitlines()[0])
    parser.add_argument("sets", type=Path)
    parser.add_argument("out", type=Path)
    told = parser.parse_args()
    cv2.setNumThreads(1)
    told.out.mkdir(parents=True, exist_ok=True)
    for setup in rendered(told.sets):
        to = told.out / f"b_{setup.name}.npz"
        if is_held_out(setup.name) or to.exists():
            continue
        found = list(samples(CorpusTable(setup)))
        if found:
            save(to, stacked(found))
        print(f"{setup.name}: {len(found)} boards", flush=True)


if __name__ == "__main__":
    main()
