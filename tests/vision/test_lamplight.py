"""Chips in the soft light of a lamp that mirrors in the board: its colour lies over theirs and is told from it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import CHIPS, LAYOUT, SIZE, look_of, middle_of
from vision.look import TableLook
from vision.marks.lamplight import GAMMA, with_lamplight
from vision.reading import read_straight
from vision.straight import MARGIN, SIDE, window

AMBER, NEUTRAL = np.array([0.02, 0.16, 0.4]), np.array([0.25, 0.25, 0.25])
"""Light that lamps add, blue green red, linear."""
LAMP = 44
"""The space in which the lamp mirrors."""
LIT, UNLIT = (33, 34, 43, 44, 45, 54), (11, 18, 76, 81, 88)
PAPER = np.array([205, 208, 211], np.uint8)


def board() -> np.ndarray:
    """The straight picture of an empty board; both spaces of a card bear the same print."""
    picture = np.empty((SIZE, SIZE, 3), np.uint8)
    picture[:] = PAPER
    chance = np.random.default_rng(4)
    for here, there in LAYOUT.twins.items():
        if here < there:
            card = np.empty((SIDE, SIDE, 3), np.uint8)
            card[:] = PAPER
            for x, y in chance.uniform(5, SIDE - 5, (5, 2)):
                ink = (30, 30, 30) if here % 3 else (40, 35, 200)
                cv2.circle(card, (round(x), round(y)), 3, ink, -1, cv2.LINE_AA)
            picture[window(here, 10)], picture[window(there, 10)] = card, np.rot90(card)
    return picture


def lit(picture: np.ndarray, lamp: np.ndarray) -> np.ndarray:
    """The picture with the light of a lamp on it, two spaces wide."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]] - MARGIN
    down, across = (y / SIDE - LAMP // 10 - 0.5, x / SIDE - LAMP % 10 - 0.5)
    added = np.exp(-(down**2 + across**2) / 2.0)[..., None] * lamp
    light = (picture / 255.0) ** GAMMA + added
    return np.clip(255.0 * light ** (1 / GAMMA), 0, 255).astype(np.uint8)


def table_of(empty: np.ndarray) -> TableLook:
    return with_lamplight(look_of(empty, CHIPS, 0.26), LAYOUT)


@pytest.mark.parametrize("lamp", [AMBER, NEUTRAL], ids=["amber", "neutral"])
def test_what_a_lamp_adds_is_measured_where_it_does_and_in_its_colour(lamp: np.ndarray) -> None:
    found = table_of(lit(board(), lamp)).lamplight
    assert found is not None
    spaces = found.reshape(-1, 3)
    colours = spaces[list(LIT)] / np.linalg.norm(spaces[list(LIT)], axis=1, keepdims=True)
    assert (colours @ (lamp / np.linalg.norm(lamp))).min() > 0.97
    assert not spaces[list(UNLIT)].any()


def test_a_board_in_which_no_lamp_mirrors_has_no_lamplight() -> None:
    assert table_of(board()).lamplight is None


@pytest.mark.parametrize("lamp", [AMBER, NEUTRAL], ids=["amber", "neutral"])
def test_chips_in_the_soft_light_of_a_lamp_are_told_by_the_colour_beneath_it(lamp: np.ndarray) -> None:
    look = table_of(lit(board(), lamp))
    for first in range(3):
        played = board()
        laid = {space: "bgr"[(first + number) % 3] for number, space in enumerate(LIT)}
        for space, team in laid.items():
            cv2.circle(
                played, middle_of(space), 8, (PAPER * look.colour_of(team).reflectance).tolist(), -1, cv2.LINE_AA
            )
        reading = read_straight(lit(played, lamp), look, ("b", "g", "r"))
        assert {space: reading.letters[space] for space in LIT} == laid
        assert {reading.letters[space] for space in UNLIT} == {"."}
