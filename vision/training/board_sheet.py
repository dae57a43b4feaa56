"""A sheet of drawn boards in play, beside their empty pictures with the labels on them, to be looked at.

python -m vision.training.board_sheet FILE.png [SEED]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.drawing.canvas import SPACES, Picture
from vision.rectify.straight import MARGIN, SIDE
from vision.training.boards import Sample, sample_of


def _noted(one: Sample) -> Picture:
    """The empty picture twice as large with what the labels say."""
    large = cv2.resize(one.empty, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    for row in range(SPACES):
        for column in range(SPACES):
            x, y = (int(2 * (MARGIN + (at + 0.5) * SIDE)) for at in (column, row))
            label, hidden = int(one.label[row, column]), float(one.occ[row, column])
            if label:
                across, down = (int(2 * SIDE * float(part)) for part in one.centre[row, column])
                cv2.circle(large, (x + across, y + down), 4, (255, 0, 255), -1)
                cv2.putText(large, str(label), (x + 12, y + 24), 0, 0.6, (255, 0, 255), 2)
            if one.between[row, column]:
                cv2.putText(large, "b", (x - 28, y + 24), 0, 0.6, (0, 0, 255), 2)
            if hidden > 0.02:
                cv2.putText(large, f"{hidden:.1f}", (x - 28, y - 14), 0, 0.5, (0, 140, 0), 2)
    return np.asarray(large, np.uint8)


def sheet(seed: int, boards: int = 6) -> Picture:
    """Boards in play beside their empty pictures with labels on them."""
    rows = []
    for number in range(boards):
        one = sample_of(seed, 0, number)
        now = cv2.resize(one.now, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        rows.append(np.hstack([now, _noted(one)]))
    return np.vstack([np.hstack(rows[at : at + 2]) for at in range(0, boards - 1, 2)])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.board_sheet", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    told = parser.parse_args()
    cv2.setNumThreads(1)
    cv2.imwrite(str(told.file), sheet(told.seed))


if __name__ == "__main__":
    main()
