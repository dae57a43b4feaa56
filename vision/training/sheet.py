"""`python -m vision.training.sheet FILE`: drawn spaces as one picture, to be looked at before a network learns by them.

A space in a white frame is empty, in a grey one covered, in a thin black one nobody could say; a chip has a frame of
its team's colour, a double one with its white side up.
"""

from __future__ import annotations

import argparse

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes import EMPTY, HIDDEN, SPACES, draw

FRAME = 3
"""Pixels of a frame."""
TEAMS = ((200, 80, 0), (60, 160, 0), (40, 40, 220))
"""Blue, green and red, as b g r."""


def sheet(seed: int, scenes: int) -> NDArray[np.uint8]:
    """So many drawn scenes below one another: in play at the left, empty at the right. Shape (height, width, 3)."""
    shown = []
    for number in range(scenes):
        drawn = draw(np.random.default_rng([seed, number]))
        now = [_tile(space[0, 0:3], int(label)) for space, label in zip(drawn.planes, drawn.labels, strict=True)]
        bare = [_tile(space[0, 3:6], EMPTY) for space in drawn.planes]
        shown.append(np.hstack([_together(now), _together(bare)]))
    return np.vstack(shown)


def _frame(label: int) -> tuple[int, int, int]:
    if label == EMPTY:
        return (255, 255, 255)
    if label == HIDDEN:
        return (128, 128, 128)
    return TEAMS[(label - 2) // 2] if label >= 2 else (0, 0, 0)


def _tile(space: NDArray[np.float32], label: int) -> NDArray[np.uint8]:
    """One space, planes b g r in parts of paper white, in the frame of its label."""
    frame = _frame(label)
    picture = np.clip(np.moveaxis(space, 0, 2) * 255, 0, 255).astype(np.uint8)
    picture = cv2.copyMakeBorder(picture, *(FRAME,) * 4, cv2.BORDER_CONSTANT, value=frame).astype(np.uint8)
    if label > HIDDEN and label % 2:
        far = picture.shape[1] - FRAME - 2
        cv2.rectangle(picture, (FRAME + 1, FRAME + 1), (far, far), frame, 1)
    return picture


def _together(tiles: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    rows = [np.hstack(tiles[first : first + SPACES]) for first in range(0, len(tiles), SPACES)]
    return np.vstack(rows)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="the picture to write, .png or .jpg")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=4)
    asked = parser.parse_args()
    cv2.imwrite(asked.file, sheet(asked.seed, asked.scenes))


if __name__ == "__main__":
    main()
