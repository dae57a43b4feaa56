"""Whether cards beside a board could be read is said before any lies there."""

import numpy as np
import pytest

from tests.vision.cards import table
from vision.cards.room import rank_pixels
from vision.mesh import Mesh


def test_the_size_of_a_rank_follows_from_the_board():
    assert rank_pixels(table(0).mesh, (1640, 1232)) == pytest.approx(20, rel=0.15)
    assert rank_pixels(table(0, (820, 616)).mesh, (820, 616)) == pytest.approx(10, rel=0.15)


def test_a_board_that_fills_the_picture_leaves_no_room():
    across, down = np.meshgrid(np.linspace(20, 1620, 11), np.linspace(20, 1210, 11))
    assert rank_pixels(Mesh(np.stack([across, down], -1).astype(np.float32)), (1640, 1232)) is None
