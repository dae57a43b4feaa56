"""A board nobody measured: what is covered is not read."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.board import load_layout
from tests.vision.boards import draw_scene
from vision.cold import read_cold
from vision.finding import BoardNotFound

CLASSIC = load_layout("classic")
PICTURES = Path(__file__).parent / "pictures"


@pytest.mark.parametrize("colour", [(120, 150, 205), (245, 245, 245), (60, 40, 35)], ids=["skin", "white", "dark"])
@pytest.mark.parametrize("seed", [40, 42])
def test_what_an_arm_covers_is_hidden_and_makes_hardly_any_chip_of_the_print_elsewhere(colour, seed):
    scene = draw_scene(CLASSIC, seed, chips=0, tilt=20.0, fill=0.9, hand=False, glare=False, blur=0.5, noise=2.0)
    picture = scene.picture.copy()
    arm = [scene.nodes[row, column] for row, column in ((3, 3), (3, 5), (10, 6), (10, 2))]
    cv2.fillPoly(picture, [np.array(arm, np.int32)], colour, cv2.LINE_AA)
    letters = read_cold(picture, CLASSIC).reading.letters
    covered = [row * 10 + column for row in range(4, 9) for column in (3, 4)]
    assert all(letters[space] == "#" for space in covered), letters
    assert sum(letters[space] in "bgr" for space in range(100)) <= 4, letters
    assert letters.count(".") >= 50


def test_a_hand_on_a_camera_picture_hides_what_lies_under_it():
    told = json.loads((PICTURES / "truth.json").read_text())
    assert "blue_checked_hand.jpg" in told
    letters = read_cold(cv2.imread(str(PICTURES / "blue_checked_hand.jpg")), CLASSIC).reading.letters
    assert letters.count("#") >= 5


def test_a_board_of_another_layout_is_not_read_but_named_as_such():
    scene = draw_scene(load_layout("checkerboard"), 41, chips=0, tilt=20.0, hand=False)
    with pytest.raises(BoardNotFound, match="layout classic"):
        read_cold(scene.picture, CLASSIC)
