"""White sides with rings of navy or black: hardly any hue tells their team, but they are not bare board."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from engine.observation import EMPTY, UNSURE
from tests.vision.drawn import LAYOUT, SIZE, board_of, look_of, middle_of
from vision.evidence import weigh
from vision.look import TableLook
from vision.marks.rings import find_rings
from vision.reading import read_straight
from vision.straight import SIDE

CHIPS = {"b": (95.0, 0.41, 0.44), "g": (-108.0, 0.56, 0.87), "r": (-13.0, 0.58, 0.95)}
TEAMS = tuple(CHIPS)
RADIUS = 0.3
PAPER, BLACK, LEAD = (210, 212, 214), (60, 60, 60), (90, 87, 87)
FIVE = range(42, 47)


def board() -> np.ndarray:
    """An empty board whose cards bear no print where discs may lie, so that none is gone under them."""
    picture = board_of(PAPER)
    for space in (22, 57, *FIVE):
        cv2.circle(picture, middle_of(space), SIDE // 2 - 1, PAPER, -1)
    return picture


def table() -> TableLook:
    return look_of(board(), CHIPS, RADIUS)


def ringed(spaces: Iterable[int], ink: tuple[int, int, int]) -> np.ndarray:
    """The board with a white disc on each space, a ring and a dot of that ink on it."""
    scale = 8
    large = cv2.resize(board(), None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    for space in spaces:
        middle, size = tuple(scale * pixel for pixel in middle_of(space)), scale * SIDE * RADIUS
        cv2.circle(large, middle, round(size), ink, -1, cv2.LINE_AA)
        cv2.circle(large, middle, round(0.86 * size), PAPER, -1, cv2.LINE_AA)
        cv2.circle(large, middle, round(0.3 * size), ink, round(0.04 * size), cv2.LINE_AA)
    return cv2.resize(large, (SIZE, SIZE), interpolation=cv2.INTER_AREA)


def letters(picture: np.ndarray) -> str:
    return read_straight(picture, table(), TEAMS).letters


@pytest.mark.parametrize("ink", [BLACK, LEAD], ids=["black", "lead"])
@pytest.mark.parametrize("space", [22, 57])
def test_a_dark_ring_whosever_it_is_is_no_bare_board(space: int, ink: tuple[int, int, int]) -> None:
    said = letters(ringed([space], ink))
    assert said[space] == UNSURE
    assert {said[other] for other in set(range(100)) - {space} - LAYOUT.free} == {EMPTY}


def test_five_dark_rings_show_together_the_team_that_none_of_them_shows_alone() -> None:
    assert {letters(ringed([space], LEAD))[space] for space in FIVE} == {UNSURE}
    said = letters(ringed(FIVE, LEAD))
    assert [said[space] for space in FIVE] == ["b"] * 5
    assert UNSURE in [letters(ringed(FIVE, BLACK))[space] for space in FIVE]


def test_nothing_that_is_printed_and_no_chip_that_shows_its_colour_is_a_ring() -> None:
    look = table()
    picture = board()
    for space, team in zip((33, 36, 63, 66), "bgrb", strict=True):
        colour = (np.array(PAPER) * look.colour_of(team).reflectance).tolist()
        cv2.circle(picture, middle_of(space), round(SIDE * RADIUS), colour, -1, cv2.LINE_AA)
    for seen in (board(), (0.6 * board()).astype(np.uint8), picture):
        assert find_rings(weigh(seen, look, TEAMS), look.radius, []) == []
