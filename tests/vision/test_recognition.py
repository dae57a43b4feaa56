"""A board laid straight is told from the same lines a space farther on, from its other side, and from other cards."""

import cv2
import numpy as np
import pytest

from tests.often import cases
from tests.vision.scenes import straight
from vision.finding.again import remember
from vision.finding.recognition import moved, recognise
from vision.rectify.mesh import Mesh
from vision.rectify.straight import SIDE, straight_mesh

RIGHT = straight_mesh(Mesh(np.zeros((11, 11, 2), np.float32)))
PLAYED = [
    ("d0_green_oak", "play_02"),
    ("d2_deluxe_dark", "play_05"),
    ("d3_old_planks", "play_07"),
    ("d4_green_wide", "play_03"),
    ("d5_blue_checked", "play_03"),
]


def known(setup: str, seen: np.ndarray):
    return recognise(seen, RIGHT, remember(straight(setup, "empty"), RIGHT))


@pytest.mark.parametrize(("setup", "name"), PLAYED)
def test_a_played_board_is_known_where_it_lies(setup: str, name: str) -> None:
    told = known(setup, straight(setup, name))
    assert told.lead > 1.5
    assert told.likeness > 0.4


@pytest.mark.parametrize(("right", "down"), [(1, 0), (0, -1), (-2, 1)])
@cases(("setup", "name"), PLAYED, quick=2)
def test_a_board_laid_whole_spaces_beside_its_lines_is_put_right(setup: str, name: str, right: int, down: int) -> None:
    told = known(setup, np.roll(straight(setup, name), (down * SIDE, right * SIDE), axis=(0, 1)))
    assert told.lead < -1
    assert (told.rival.turns, told.rival.right, told.rival.down) == (0, right, down)
    assert np.allclose(moved(RIGHT, told.rival).nodes, RIGHT.nodes + np.array([right, down]) * SIDE, atol=0.01)


@cases(("setup", "name"), PLAYED, quick=2)
def test_a_board_taken_from_its_other_side_is_turned_back(setup: str, name: str) -> None:
    told = known(setup, np.ascontiguousarray(np.rot90(straight(setup, name), 2)))
    assert told.lead < -1
    assert (told.rival.turns, told.rival.right, told.rival.down) == (2, 0, 0)
    assert np.allclose(moved(RIGHT, told.rival).nodes, RIGHT.nodes[::-1, ::-1], atol=0.01)


def small_cards_far_apart(board: np.ndarray) -> np.ndarray:
    """The same cards at half their size on a wide dark ground: their frames are most of what is seen."""
    ground = np.full_like(board, (70, 45, 35))
    for row in range(10):
        for column in range(10):
            y, x = 16 + row * SIDE, 16 + column * SIDE
            ground[y + 6 : y + 26, x + 8 : x + 24] = cv2.resize(board[y : y + SIDE, x : x + SIDE], (16, 20))
    return ground


@cases(("setup", "name"), PLAYED, quick=2)
def test_a_board_of_small_cards_that_look_much_alike_is_known_where_it_lies(setup: str, name: str) -> None:
    before = remember(small_cards_far_apart(straight(setup, "empty")), RIGHT)
    told = recognise(small_cards_far_apart(straight(setup, name)), RIGHT, before)
    assert told.lead > 1.5


def test_a_board_with_other_cards_on_the_same_lines_is_not_known() -> None:
    empty = straight("d0_green_oak", "empty")
    inner = empty[16:-16, 16:-16].reshape(10, SIDE, 10, SIDE, 3)
    other = empty.copy()
    shuffled = np.random.default_rng(4).permutation(100)
    cards = inner.transpose(0, 2, 1, 3, 4).reshape(100, SIDE, SIDE, 3)[shuffled].reshape(10, 10, SIDE, SIDE, 3)
    other[16:-16, 16:-16] = cards.transpose(0, 2, 1, 3, 4).reshape(320, 320, 3)
    told = known("d0_green_oak", other)
    assert told.lead < 1
    assert told.likeness < 0.3
