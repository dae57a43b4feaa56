"""Where a lamp burns the board out a chip shows no more than its rim: the space is not called empty."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.observation import EMPTY, UNSURE
from tests.vision.drawn import SIZE, board_of, look_of, middle_of
from vision.reading import read_straight
from vision.straight import SIDE

CHIPS = {"b": (120.0, 0.67, 0.8), "r": (-30.0, 0.62, 0.5)}
RADIUS = 0.28
HERE, NEXT = 44, 45


def under_a_lamp(picture: np.ndarray, at: tuple[int, int], reach: float = 1.4) -> np.ndarray:
    """The picture with a burnt-out disc, so many spaces across."""
    glow = np.zeros((SIZE, SIZE), np.float32)
    cv2.circle(glow, at, round(reach * SIDE / 2), 1.0, -1, cv2.LINE_AA)
    glow = cv2.GaussianBlur(glow, (0, 0), 1.5)[..., None]
    return np.clip(picture + 255.0 * glow, 0, 255).astype(np.uint8)


def rim_on(picture: np.ndarray, space: int, shade: tuple[int, int, int], around: tuple[int, int]) -> np.ndarray:
    """The picture with the rim of a chip on a space, between two directions in degrees."""
    large = cv2.resize(picture, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    middle = tuple(4 * pixel for pixel in middle_of(space))
    axes = (round(4 * SIDE * RADIUS),) * 2
    cv2.ellipse(large, middle, axes, 0, *around, shade, 10, cv2.LINE_AA)
    return cv2.resize(large, (SIZE, SIZE), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("around", [(0, 360), (-100, 130)], ids=["all around", "on its dark side"])
@pytest.mark.parametrize("shade", [(170, 120, 140), (150, 150, 150)], ids=["violet", "grey"])
def test_a_rim_in_a_burnt_out_disc_makes_its_space_doubtful(shade, around) -> None:
    empty = under_a_lamp(board_of((200, 205, 208)), middle_of(HERE))
    look = look_of(empty, CHIPS, RADIUS)
    assert set(read_straight(empty, look, ("b", "r")).letters) <= {EMPTY, "*"}
    letters = read_straight(rim_on(empty, HERE, shade, around), look, ("b", "r")).letters
    assert letters[HERE] == UNSURE
    assert letters[NEXT] == EMPTY


@pytest.mark.parametrize("aside", range(0, SIDE, 3))
def test_glare_that_went_elsewhere_leaves_no_rim(aside: int) -> None:
    across, down = middle_of(HERE)
    look = look_of(under_a_lamp(board_of((200, 205, 208)), (across, down)), CHIPS, RADIUS)
    letters = read_straight(under_a_lamp(board_of((200, 205, 208)), (across + aside, down)), look, ("b", "r")).letters
    assert not set(letters) & {"b", "r"}
    assert letters[HERE] == EMPTY
