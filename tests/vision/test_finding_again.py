"""A board seen before is known again where it went, and only the board itself."""

import cv2
import numpy as np
import pytest

from engine.equipment.board import load_layout
from tests.often import cases
from tests.vision.boards import draw_scene, off_by
from vision.finding.again import find_again, remember
from vision.holding import Anchors
from vision.rectify.mesh import Mesh
from vision.rectify.straight import Straightener

CLASSIC = load_layout("classic")


def moved(scene, degrees=0.0, right=0.0, down=0.0):
    """The scene after a bump of the camera, and where the nodes went."""
    height, width = scene.picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    matrix[:, 2] += (right, down)
    picture = cv2.warpAffine(
        scene.picture, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return picture, scene.nodes @ matrix[:, :2].T + matrix[:, 2]


@pytest.fixture(scope="module")
def scene():
    return draw_scene(CLASSIC, 40, chips=15, tilt=25.0, fill=0.75, hand=False, glare=False, blur=0.5)


@pytest.fixture(scope="module")
def mesh(scene):
    return Mesh(scene.nodes.astype(np.float32))


@cases(("degrees", "right", "down"), [(3, -20, 12), (180, 0, 0), (0, 18, 5), (-5, 30, -25), (90, 0, 0)], quick=2)
def test_a_board_that_was_bumped_or_turned_round_is_found_where_it_went(scene, mesh, degrees, right, down):
    picture, nodes = moved(scene, degrees, right, down)
    found = find_again(picture, remember(scene.picture, mesh))
    assert off_by(found.mesh, nodes) < 0.05


def test_another_board_in_its_place_is_not_taken_for_it(scene, mesh):
    other = draw_scene(load_layout("checkerboard"), 41, chips=0, tilt=25.0, hand=False)
    assert find_again(other.picture, remember(scene.picture, mesh)) is None


@pytest.mark.parametrize("picture", [np.zeros((616, 820, 3), np.uint8), np.zeros((4, 4, 3), np.uint8)])
def test_where_there_is_no_board_nothing_is_found_again(scene, mesh, picture):
    assert find_again(picture, remember(scene.picture, mesh)) is None


def check(scene, mesh, picture):
    """What is said of another picture, where the board lay in the scene."""
    glance = Straightener(mesh).glance
    return Anchors(glance(scene.picture), mesh).check(glance(picture))


def test_a_board_that_lies_still_is_said_to_lie_still_in_any_light_and_under_a_hand(scene, mesh):
    dim = np.clip(scene.picture * 0.55 + 12, 0, 255).astype(np.uint8)
    assert check(scene, mesh, dim).still
    covered = scene.picture.copy()
    middle = scene.nodes[5, 5].astype(int)
    cv2.line(covered, middle.tolist(), (0, 0), (90, 120, 180), 70)
    hold = check(scene, mesh, covered)
    assert hold.still
    assert hold.seen < 1.0


@pytest.mark.parametrize(("degrees", "right"), [(0, 2), (0, 3), (0.4, 0)])
def test_a_small_bump_is_noticed(scene, mesh, degrees, right):
    hold = check(scene, mesh, moved(scene, degrees, right)[0])
    assert not hold.still
    assert not hold.lost


def test_a_jolt_too_small_to_matter_is_let_pass(scene, mesh):
    assert check(scene, mesh, moved(scene, 0, 0.4)[0]).still


def test_in_a_black_picture_the_board_is_lost(scene, mesh):
    assert check(scene, mesh, np.zeros_like(scene.picture)).lost
