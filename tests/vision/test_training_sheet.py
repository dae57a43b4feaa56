"""What a network learns by can be looked at: each drawn space in a frame that says what it is."""

import numpy as np

from vision.training.scenes import EMPTY, HIDDEN, SPACES, draw
from vision.training.sheet import sheet


def test_each_drawn_space_has_the_frame_of_what_it_is() -> None:
    shown, labels = sheet(seed=1, scenes=1), draw(np.random.default_rng([1, 0])).labels
    side = shown.shape[0] // SPACES
    assert shown.shape == (SPACES * side, 2 * SPACES * side, 3)
    frames = {tuple(shown[row * side, column * side]) for row in range(SPACES) for column in range(SPACES)}
    assert len(frames) == len({label if label <= HIDDEN else label // 2 + 1 for label in labels})
    for space, label in enumerate(labels):
        row, column = divmod(space, SPACES)
        white = tuple(shown[row * side, column * side]) == (255, 255, 255)
        assert white == (label == EMPTY)
