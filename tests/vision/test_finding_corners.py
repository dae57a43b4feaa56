"""The corners of a field without lines are moved to where its printed cards say that they are."""

from dataclasses import replace

import cv2
import numpy as np

from engine.equipment.board import load_layout
from tests.often import cases
from tests.vision.boards import draw_scene
from vision.finding.corners import settled
from vision.finding.lattice import Plane
from vision.finding.layout import ways_of

CLASSIC = load_layout("classic")
GRID = np.stack(np.meshgrid(np.arange(11.0), np.arange(11.0)), -1)
ENDS = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)


def plane_with(corners, size):
    lens = Plane(np.eye(3), 0.0, ((size[0] - 1) / 2, (size[1] - 1) / 2), float(np.hypot(*size) / 2))
    lay = cv2.getPerspectiveTransform(ENDS, lens.straight(corners).astype(np.float32))
    return replace(lens, homography=lay.astype(np.float64))


@cases(("corner", "astray"), [(0, (0.0, 1.3)), (1, (-0.9, 0.0)), (2, (0.7, -0.3)), (3, (0.0, 1.3))], quick=1)
def test_one_corner_that_glare_moved_is_brought_back_by_the_printed_cards(corner, astray):
    scene = draw_scene(CLASSIC, 12, chips=12, tilt=20.0, hand=False)
    size = scene.picture.shape[1::-1]
    true = plane_with(scene.nodes[[0, 0, 10, 10], [0, 10, 10, 0]], size)
    moved = ENDS.astype(np.float64)
    moved[corner] += astray
    wrong = plane_with(true.to_picture(moved), size)
    upright = next(way for way in ways_of(CLASSIC) if way.turns == 0 and not way.mirrored)
    nodes = settled(scene.picture, wrong, wrong.to_picture(GRID), upright)
    space = np.linalg.norm(np.diff(scene.nodes, axis=1), axis=2).mean()
    off = np.linalg.norm(nodes - scene.nodes, axis=2).mean() / space
    assert off < 0.12
