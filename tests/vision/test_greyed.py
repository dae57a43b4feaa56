"""A chip greyed by the light that mirrors in it is told by what that light may have been added to."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.observation import EMPTY, UNSURE
from tests.vision.drawn import board_of, look_of
from vision.look import TableLook
from vision.marks.greyed import misfits
from vision.reading import read_straight
from vision.straight import MARGIN, SIDE

SPACE = 44
SKY, FOREST, CHERRY = (122, 0.6, 1.0), (176, 0.52, 0.35), (-25, 0.8, 0.75)
"""Hue in degrees of the opponent plane, saturation and value; a dark green between blue and green."""
MIRRORED = (0.0, 0.2, 0.3, 0.4)
"""Parts of white that mirror in a chip."""
SHADED = (1.0, 0.9, 0.75)
"""Parts of the light that fall on it."""


@pytest.fixture(scope="module")
def look() -> TableLook:
    return look_of(board_of((205, 212, 218)), {"b": SKY, "g": FOREST, "r": CHERRY}, 0.27)


def letter_of(look: TableLook, reflectance: np.ndarray) -> str:
    """The letter of a space with a chip on it that looks so; blue, green, red, parts of paper white."""
    row, column = divmod(SPACE, look.columns)
    centre = tuple(round(16 * (MARGIN + (at + 0.5) * SIDE - 0.5)) for at in (column + 0.05, row - 0.03))
    axes = tuple(round(SIDE * 16 * radius) for radius in look.radius)
    colour = tuple(np.clip(reflectance * look.white[row, column], 0, 255).tolist())
    picture = cv2.ellipse(look.empty.copy(), centre, axes, 0, 0, 360, colour, -1, cv2.LINE_AA, shift=4)
    return read_straight(picture, look, tuple(one.team for one in look.chips)).letters[SPACE]


def greyed(look: TableLook, team: str, added: float, shade: float) -> np.ndarray:
    return (look.colour_of(team).reflectance * (1 - added) + added) * shade


@pytest.mark.parametrize("shade", SHADED)
@pytest.mark.parametrize("team", "bgr")
def test_a_chip_is_told_through_the_white_that_mirrors_in_it(look: TableLook, team: str, shade: float) -> None:
    assert {letter_of(look, greyed(look, team, added, shade)) for added in MIRRORED} == {team}


def test_a_dark_chip_that_greyed_towards_the_hue_of_a_bright_one_is_no_bright_one(look: TableLook) -> None:
    of_many_shades = replace(look, chips=tuple(replace(one, spread=np.radians(18)) for one in look.chips))
    assert letter_of(of_many_shades, np.array([0.463, 0.435, 0.266])) == "g"
    assert letter_of(of_many_shades, np.array([0.75, 0.55, 0.35])) == "b"


def test_what_is_grey_itself_is_no_chip_for_certain(look: TableLook) -> None:
    assert {letter_of(look, np.full(3, grey)) for grey in (0.3, 0.5, 0.7)} <= {UNSURE, EMPTY}


def test_no_light_makes_a_bright_chip_dark_and_grey_at_once(look: TableLook) -> None:
    colours = {team: look.colour_of(team) for team in "bgr"}
    seen = np.stack([greyed(look, team, added, shade) for team in "bgr" for added in MIRRORED for shade in SHADED])
    off = misfits(seen, colours)
    for number, team in enumerate(np.repeat(list("bgr"), len(MIRRORED) * len(SHADED))):
        assert off[team][number] < 0.06
    dark = misfits(np.array([[0.3, 0.34, 0.25]]), colours)
    assert min(dark, key=lambda team: dark[team][0]) == "g"
