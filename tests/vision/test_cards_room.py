"""Whether cards beside a board could be read is said before any lies there."""

import numpy as np
import pytest

from tests.vision.cards import table
from vision.cards.room import rank_pixels
from vision.rectify.mesh import Mesh


def test_the_size_of_a_rank_follows_from_the_board():
    large, small = rank_pixels(table(0).mesh, (1640, 1232)), rank_pixels(table(0, (820, 616)).mesh, (820, 616))
    assert max(large.values()) == pytest.approx(20, rel=0.15)
    assert max(small.values()) == pytest.approx(10, rel=0.15)
    assert large.keys() == small.keys()


def test_it_is_told_by_the_sides_of_the_picture_however_the_board_lies():
    def mesh(across, down):
        return np.stack(np.meshgrid(np.linspace(*across, 11), np.linspace(*down, 11)), -1).astype(np.float32)

    at_the_right = mesh((700, 1600), (166, 1066))
    assert list(rank_pixels(Mesh(at_the_right), (1640, 1232))) == ["left"]
    turned = np.ascontiguousarray(np.rot90(at_the_right))
    assert list(rank_pixels(Mesh(turned), (1640, 1232))) == ["left"]
    at_the_top = rank_pixels(Mesh(mesh((370, 1270), (20, 920))), (1640, 1232))
    assert set(at_the_top) == {"left", "right", "below"}


def test_a_board_that_fills_the_picture_leaves_no_room():
    across, down = np.meshgrid(np.linspace(20, 1620, 11), np.linspace(20, 1210, 11))
    assert rank_pixels(Mesh(np.stack([across, down], -1).astype(np.float32)), (1640, 1232)) == {}
