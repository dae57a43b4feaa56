"""Whose a chip is, where light makes two teams' colours alike."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from engine.observation import UNSURE
from tests.vision.drawn import SIZE, board_of, look_of, middle_of, of_hue
from vision.decode.reading import read_straight
from vision.rectify.straight import SIDE

PAPER = (214, 218, 220)
NAVY, VIOLET = 97.0, 60.0
CHIPS = {"b": (NAVY, 0.53, 0.43), "r": (VIOLET, 0.5, 0.61)}
RADIUS = 0.28
SPACES = (22, 35, 57, 74)


def read_discs(degrees: float, strength: float, veil: float, chips: Mapping[str, tuple] = CHIPS) -> list[str]:
    """The letters of four discs of that hue, over which and around which glare adds so much white light; `chips` are
    those of the table."""
    empty = board_of(PAPER)
    large = cv2.resize(empty, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    glare = np.zeros(large.shape[:2], np.float32)
    for space in SPACES:
        middle = tuple(4 * pixel for pixel in middle_of(space))
        body = np.multiply(PAPER, of_hue(np.radians(degrees), strength))
        cv2.circle(large, middle, round(4 * SIDE * RADIUS), body.tolist(), -1, cv2.LINE_AA)
        cv2.circle(glare, middle, round(4 * SIDE * 0.6), 1.0, -1)
    lit = large + veil * cv2.GaussianBlur(glare, (0, 0), 30)[..., None] * np.subtract(PAPER, 0.55 * large)
    picture = cv2.resize(np.clip(lit, 0, 255).astype(np.uint8), (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    letters = read_straight(picture, look_of(empty, chips, RADIUS), ("b", "g", "r")).letters
    return [letters[space] for space in SPACES]


@pytest.mark.parametrize(("degrees", "team"), [(NAVY, "b"), (VIOLET, "r")])
@pytest.mark.parametrize("veil", [0.0, 0.3, 0.65])
def test_a_chip_of_its_own_hue_is_its_teams_veiled_or_not(degrees: float, team: str, veil: float) -> None:
    assert read_discs(degrees, 0.5, veil) == [team] * len(SPACES)


@pytest.mark.parametrize("degrees", [74, 76, 78])
def test_a_veiled_chip_of_a_hue_between_those_of_two_teams_is_given_to_neither(degrees: int) -> None:
    assert read_discs(degrees, 0.5, 0.65) == [UNSURE] * len(SPACES)


@pytest.mark.parametrize("degrees", [70, 74])
def test_a_colour_that_nobody_plays_with_makes_no_veiled_chip_doubtful(degrees: int) -> None:
    without_blue = {"r": CHIPS["r"], "g": (-160.0, 0.5, 0.5)}
    assert read_discs(degrees, 0.5, 0.65, without_blue) == ["r"] * len(SPACES)


@pytest.mark.parametrize(("degrees", "team"), [(100.0, "b"), (104.0, "b"), (97.0, "b"), (62.0, "r"), (66.0, "r")])
def test_five_cream_sides_whose_rings_turn_a_little_are_no_other_teams(degrees: float, team: str) -> None:
    empty = board_of(PAPER)
    large = cv2.resize(empty, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    row = range(62, 67)
    for space in row:
        middle = tuple(4 * pixel for pixel in middle_of(space))
        reach = 4 * SIDE * RADIUS
        cv2.circle(large, middle, round(reach), np.multiply(PAPER, (0.75, 0.88, 0.94)).tolist(), -1, cv2.LINE_AA)
        ring = np.multiply(PAPER, of_hue(np.radians(degrees), 0.35))
        cv2.circle(large, middle, round(0.6 * reach), ring.tolist(), 6, cv2.LINE_AA)
    picture = cv2.resize(large, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    reading = read_straight(picture, look_of(empty, CHIPS, RADIUS), ("b", "r"))
    assert {reading.letters[space] for space in row} <= {team, UNSURE}


def test_a_face_that_a_window_turns_halfway_to_another_teams_colour_is_its_own_teams_where_it_is_darkest() -> None:
    empty = board_of(PAPER)
    large = cv2.resize(empty, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    for space in SPACES:
        across, down = (4 * pixel for pixel in middle_of(space))
        reach = round(4 * SIDE * RADIUS)
        cv2.circle(large, (across, down), reach, np.multiply(PAPER, of_hue(np.radians(NAVY), 0.5)).tolist(), -1)
        window = np.multiply(PAPER, np.multiply(1.2, of_hue(np.radians(75), 0.45))).tolist()
        cv2.ellipse(
            large, (across - reach // 4, down), (round(0.56 * reach), round(0.8 * reach)), 0, 0, 360, window, -1
        )
    picture = cv2.resize(np.clip(large, 0, 255), (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    letters = read_straight(picture, look_of(empty, CHIPS, RADIUS), ("b", "g", "r")).letters
    assert [letters[space] for space in SPACES] == ["b"] * len(SPACES)
