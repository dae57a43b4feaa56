"""Where the drawn players lay their cards."""

import cv2
import numpy as np

from hardware.simulated import SimulatedTable
from hardware.tabletop import clutter


def test_with_little_room_every_seat_still_has_a_pile_of_its_own() -> None:
    for seed in (4, 12):
        scene = SimulatedTable(seed=seed, live=False, size=(640, 480)).scene
        one, other = scene.pile(0), scene.pile(1)
        assert one != other
        corners = [clutter._corners(thing).astype(np.float32) for thing in scene._piles]
        assert cv2.intersectConvexConvex(*corners)[0] <= 0
        for pile in corners:
            pixels = scene.view.project(pile)
            assert (pixels > 0).all()
            assert (pixels < scene.view.size).all()
