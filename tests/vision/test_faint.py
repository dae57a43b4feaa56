"""A chip in a soft highlight is told by the little colour that is left; a pale thing in plain light is not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.observation import EMPTY, UNSURE
from tests.vision.scenes import look_of
from vision.light import paper_white
from vision.reading import read_straight
from vision.straight import MARGIN, SIDE

TEAMS = ("b", "g", "r")
SPACE = 44
ROYAL, LEAF, CHERRY = (160, 60, 25), (45, 110, 25), (35, 25, 170)


def _read(colour: tuple[int, int, int] | None, veil: float, pale: float = 0.0) -> str:
    """The letter of a space with a chip on it, under a highlight that lies there with and without the chip."""
    look = look_of("d3_old_planks")
    y, x = np.mgrid[: look.empty.shape[0], : look.empty.shape[1]].astype(np.float32)
    row, column = divmod(SPACE, look.columns)
    middle = (MARGIN + (column + 0.5) * SIDE - 0.5, MARGIN + (row + 0.5) * SIDE - 0.5)
    over = (veil * np.exp(-((((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (1.6 * SIDE) ** 2) ** 2)))[..., None]

    def mirrored(picture: np.ndarray) -> np.ndarray:
        return (picture + (250 - picture) * over).astype(np.uint8)

    picture = look.empty.copy()
    if colour is not None:
        shade = tuple(round(one + (220 - one) * pale) for one in colour)
        axes = tuple(round(SIDE * 16 * radius) for radius in look.radius)
        centre = tuple(round(at * 16) for at in middle)
        cv2.ellipse(picture, centre, axes, 0, 0, 360, shade, -1, cv2.LINE_AA, shift=4)
    white = look.white + (250 - look.white) * veil * (np.arange(100).reshape(10, 10) == SPACE)[..., None]
    return read_straight(
        mirrored(picture), replace(look, empty=mirrored(look.empty), white=white.astype(np.float32)), TEAMS
    ).letters[SPACE]


@pytest.mark.parametrize(("colour", "team"), [(ROYAL, "b"), (LEAF, "g"), (CHERRY, "r")])
def test_a_chip_in_a_soft_highlight_is_never_held_for_another_or_for_none(colour: tuple, team: str) -> None:
    assert _read(colour, veil=0.0) == team
    assert {_read(colour, veil) for veil in (0.5, 0.6, 0.65, 0.7, 0.75)} <= {team, UNSURE}


@pytest.mark.parametrize(("colour", "veil", "team"), [(ROYAL, 0.7, "b"), (LEAF, 0.65, "g")])
def test_a_chip_is_told_by_the_little_colour_a_soft_highlight_leaves(colour: tuple, veil: float, team: str) -> None:
    assert _read(colour, veil) == team
    assert _read(None, veil) == EMPTY


def test_what_is_so_pale_in_plain_light_is_no_chip_for_certain() -> None:
    assert _read(ROYAL, veil=0.0, pale=0.8) == UNSURE


def _read_burning(setup: str, space: int, colour: tuple[int, int, int] | None, lamp: float) -> str:
    """The letter of a space in which a lamp's light, a little warm, lies over the board and over a chip on it."""
    look = look_of(setup)
    y, x = np.mgrid[: look.empty.shape[0], : look.empty.shape[1]]
    row, column = divmod(space, look.columns)
    middle = (MARGIN + (column + 0.5) * SIDE, MARGIN + (row + 0.5) * SIDE)
    far = np.hypot(x - middle[0], y - middle[1]) / (1.8 * SIDE)
    light = lamp * np.exp(-(far**4))[..., None] * np.array([0.85, 0.95, 1.0])

    def lit(picture: np.ndarray) -> np.ndarray:
        return np.clip(picture + light, 0, 255).astype(np.uint8)

    picture, empty = look.empty.copy(), lit(look.empty)
    if colour is not None:
        centre = (round(16 * (middle[0] + 0.15 * SIDE)), round(16 * (middle[1] + 0.1 * SIDE)))
        axes = tuple(round(SIDE * 16 * radius) for radius in look.radius)
        cv2.ellipse(picture, centre, axes, 0, 0, 360, colour, -1, cv2.LINE_AA, shift=4)
    table = replace(look, empty=empty, white=paper_white(empty, look.rows, look.columns, look.free))
    return read_straight(lit(picture), table, TEAMS).letters[space]


@pytest.mark.parametrize("space", [44, 55, 63, 36])
def test_a_chip_that_hardly_shows_its_colour_where_the_board_burns_out_is_told(space: int) -> None:
    assert _read_burning("d4_green_wide", space, (50, 45, 170), 200.0) == "r"
    assert _read_burning("d4_green_wide", space, None, 200.0) == EMPTY


@pytest.mark.parametrize("setup", ["d2_deluxe_dark", "d4_green_wide", "d5_blue_checked"])
@pytest.mark.parametrize(("colour", "team"), [((150, 70, 40), "b"), ((60, 110, 50), "g"), ((50, 45, 170), "r")])
def test_no_lamp_makes_a_chip_look_like_anothers(setup: str, colour: tuple, team: str) -> None:
    for space in (44, 63):
        assert {_read_burning(setup, space, colour, lamp) for lamp in (120.0, 150.0, 170.0)} <= {team, UNSURE}
