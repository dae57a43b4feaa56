"""Whether the board lies where it lay, whichever way it is pushed: its lines look alike a little farther on."""

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from engine.equipment.board import load_layout
from tests.often import cases
from tests.vision.boards import draw_scene, leaned, off_by, slid
from vision.eye import Eye
from vision.rectify.mesh import Mesh

CLASSIC = load_layout("classic")
LENT = {"tilt": 10.0, "fill": 0.7, "hand": False, "glare": False, "blur": 0.5, "size": (1230, 924), "wave": 0.0}
ALONG = [(0.3, 0.0), (0.02, 0.15), (0.0, 1.0), (0.2, 0.0), (0.0, 0.2), (0.0, 0.3), (1.0, 0.0)]
"""Spaces by which a board is pushed, nearly along its lines."""


@pytest.fixture(scope="module", params=[44, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (48, 52, 55, 58))])
def board(request):
    scene = draw_scene(CLASSIC, request.param, chips=0, **LENT)
    return scene, calibrate(scene.picture, layout=CLASSIC, mesh=Mesh(scene.nodes.astype(np.float32))).look


@cases(("right", "down"), ALONG, quick=3)
def test_a_board_that_is_pushed_along_its_lines_is_followed(board, right, down):
    scene, look = board
    eye = Eye(look, CLASSIC)
    assert not eye.look(scene.picture, 0.0, 0).moved
    picture, nodes = slid(scene, 0.0, right, down)
    assert eye.look(picture, 0.2, 1).moved
    assert off_by(eye.mesh, nodes) < 0.05
    assert not eye.look(picture, 0.4, 2).moved


@cases(("right", "down"), [(0.05, 0.0), (-0.06, 0.08), (0.0, 0.12), (0.0, -0.05), (0.08, -0.05), (0.1, 0.1)], quick=3)
def test_a_board_that_leans_otherwise_is_followed_though_its_middle_stays(board, right, down):
    scene, look = board
    eye = Eye(look, CLASSIC)
    eye.look(scene.picture, 0.0, 0)
    picture, nodes = leaned(scene, right, down)
    assert eye.look(picture, 0.2, 1).moved
    assert off_by(eye.mesh, nodes) < 0.02
    assert not eye.look(picture, 0.4, 2).moved


def test_one_that_was_pushed_before_anybody_looked_is_followed_from_the_first_picture_on(board):
    scene, look = board
    picture, nodes = slid(scene, 0.0, 0.3, 0.0)
    eye = Eye(look, CLASSIC)
    assert eye.look(picture, 0.0, 0).moved
    assert off_by(eye.mesh, nodes) < 0.05


def test_one_that_was_pushed_under_a_cloth_is_followed_when_the_cloth_is_taken_away(board):
    scene, look = board
    eye = Eye(look, CLASSIC)
    eye.look(scene.picture, 0.0, 0)
    picture, nodes = slid(scene, 0.0, 0.3, 0.0)
    covered = picture.copy()
    left, right = nodes[..., 0].min(), nodes[..., 0].max()
    covered[:, int(left) : int(left + 0.75 * (right - left))] = (40, 60, 90)
    for number in range(1, 3):
        eye.look(covered, number / 5, number)
    for number in range(3, 7):
        eye.look(picture, number / 5, number)
    assert off_by(eye.mesh, nodes) < 0.05


def dimmed(scene):
    """The lamp is switched off."""
    return (scene.picture * 0.6).astype(np.uint8)


def under_an_arm(scene):
    """An arm reaches in from a corner to the middle."""
    return cv2.line(scene.picture.copy(), scene.nodes[5, 5].astype(int).tolist(), (0, 0), (90, 120, 180), 70)


def jolted(scene):
    """The board slid by less than half a pixel."""
    return slid(scene, 0.0, 0.4 * 10 / float(np.linalg.norm(scene.nodes[0, -1] - scene.nodes[0, 0])), 0.0)[0]


@pytest.mark.parametrize("change", [dimmed, under_an_arm, jolted])
def test_a_lamp_switched_off_an_arm_and_a_jolt_too_small_to_matter_move_no_board(board, change):
    scene, look = board
    eye = Eye(look, CLASSIC)
    eye.look(scene.picture, 0.0, 0)
    seen = eye.look(change(scene), 0.2, 1)
    assert not seen.moved
    assert not seen.problem
