"""A board nobody measured: chips are read that their twin says nothing about; what is covered is not read."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.equipment.board import load_layout
from tests.often import cases
from tests.vision.boards import draw_scene
from vision.finding.found import BoardNotFound
from vision.read.cold import read_cold
from vision.rectify.pictures import PictureError

CLASSIC = load_layout("classic")
RED, GREEN, BLUE = (40, 40, 190), (60, 130, 40), (150, 60, 30)
PICTURES = Path(__file__).parent / "pictures"


def _lay(scene, chips, size=0.25):
    """Discs of (space, colour, pixels to the right of its middle) on a board; as large as chips are, or another part of
    a space."""
    for space, colour, aside in chips:
        corners = scene.nodes[space // 10 : space // 10 + 2, space % 10 : space % 10 + 2].reshape(4, 2)
        across, down = corners.mean(axis=0)
        axes = np.linalg.norm(corners[1] - corners[0]) * size, np.linalg.norm(corners[2] - corners[0]) * size
        cv2.ellipse(scene.picture, ((across + aside, down), (2 * axes[0], 2 * axes[1]), 0), colour, -1, cv2.LINE_AA)


def _empty_board(seed, tilt=15.0):
    return draw_scene(
        CLASSIC, seed, chips=0, tilt=tilt, size=(1230, 924), fill=0.9, hand=False, glare=False, blur=0.5, noise=2.0
    )


@cases("margin", [(255, 255, 255), (90, 110, 130)], ids=["white", "grey"], quick=1)
def test_a_picture_with_a_plain_margin_is_read_as_without_it(margin):
    scene = _empty_board(3)
    _lay(scene, [(44, BLUE, 0), (67, RED, 3), (71, GREEN, 0)])
    within = cv2.copyMakeBorder(scene.picture, 250, 400, 0, 0, cv2.BORDER_CONSTANT, value=margin)
    assert read_cold(within, CLASSIC).told.letters == read_cold(scene.picture, CLASSIC).told.letters


def test_a_picture_without_colours_is_refused_for_chips_cannot_be_told_by_it():
    scene = _empty_board(3)
    _lay(scene, [(44, BLUE, 0), (67, RED, 3)])
    grey = cv2.cvtColor(cv2.cvtColor(scene.picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    with pytest.raises(PictureError, match="no colours"):
        read_cold(grey, CLASSIC)


@cases("row", [740, 300], quick=1)
def test_a_picture_that_broke_off_before_the_end_of_the_board_is_refused(row):
    picture = _empty_board(3).picture
    broken = cv2.copyMakeBorder(picture[:row], 0, 924 - row, 0, 0, cv2.BORDER_CONSTANT, value=(128, 128, 128))
    with pytest.raises(PictureError, match="torn"):
        read_cold(broken, CLASSIC)


def test_a_hand_on_a_camera_picture_hides_what_lies_under_it():
    told = json.loads((PICTURES / "truth.json").read_text())
    assert "blue_checked_hand.jpg" in told
    letters = read_cold(cv2.imread(str(PICTURES / "blue_checked_hand.jpg")), CLASSIC).told.letters
    assert letters.count("#") >= 5


def test_a_board_of_another_layout_is_not_read_but_named_as_such():
    scene = draw_scene(load_layout("checkerboard"), 41, chips=0, tilt=20.0, hand=False)
    with pytest.raises(BoardNotFound, match="layout classic"):
        read_cold(scene.picture, CLASSIC)


def _wrong(letters, lies):
    """Spaces told as something else than what lies there."""
    return [s for s, letter in enumerate(letters) if s not in CLASSIC.free and letter not in "?#" + lies.get(s, ".")]


@cases("seed", [40, 42], quick=1)
def test_chips_of_ordinary_colours_are_told_or_doubted_but_never_given_to_others(seed):
    scene = _empty_board(seed)
    lies = {13: "r", 86: "r", 22: "g", 71: "g", 37: "b", 55: "b", 64: "b"}
    colours = {"r": RED, "g": GREEN, "b": BLUE}
    _lay(scene, [(space, colours[team], 2) for space, team in lies.items()])
    letters = read_cold(scene.picture, CLASSIC).told.letters
    assert _wrong(letters, lies) == [], letters
    assert sum(letters[space] == team for space, team in lies.items()) >= 5, letters


@cases("seed", [40, 42], quick=1)
def test_chips_of_one_team_on_both_spaces_of_a_card_are_no_print(seed):
    scene = _empty_board(seed)
    cards = {"7S": BLUE, "5D": GREEN, "9C": RED}
    lies = {space: team for card, team in zip(cards, "bgr", strict=True) for space in CLASSIC.spaces_of(card)}
    _lay(scene, [(space, colour, 0) for card, colour in cards.items() for space in CLASSIC.spaces_of(card)])
    assert _wrong(read_cold(scene.picture, CLASSIC).told.letters, lies) == []


@pytest.mark.parametrize(("seed", "colour"), [(40, (120, 150, 205)), (40, (60, 40, 35))], ids=["skin", "dark"])
def test_what_an_arm_covers_is_hidden_and_makes_no_chips_of_the_print_elsewhere(colour, seed):
    scene = draw_scene(CLASSIC, seed, chips=0, tilt=20.0, fill=0.9, hand=False, glare=False, blur=0.5, noise=2.0)
    arm = [scene.nodes[row, column] for row, column in ((3, 3), (3, 5), (10, 6), (10, 2))]
    cv2.fillPoly(scene.picture, [np.array(arm, np.int32)], colour, cv2.LINE_AA)
    letters = read_cold(scene.picture, CLASSIC).told.letters
    covered = [row * 10 + column for row in range(4, 9) for column in (3, 4)]
    assert sum(letters[space] in "#?" for space in covered) >= 9, letters
    assert sum(letter in "bgr" for letter in letters) <= 1, letters
    assert letters.count(".") >= 50
