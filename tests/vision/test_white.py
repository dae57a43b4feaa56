"""White sides of chips: whose they are is told by their ring, whatever the white of the paper looks like."""

import cv2
import numpy as np
import pytest

from vision.colour import ChipColour
from vision.light import paper_white
from vision.look import TableLook
from vision.mesh import Mesh
from vision.reading import read_straight
from vision.straight import MARGIN, SIDE, straight_mesh

GRID = Mesh(np.dstack(np.meshgrid(np.arange(11.0), np.arange(11.0))).astype(np.float32))
FIVE = range(32, 37)
COLOURS = {"b": (120, 0.67), "g": (154, 0.73), "r": (-44, 0.82)}
"""Sky, teal and orange: degrees of the opponent plane, and saturation."""


def drawn(degrees, saturation, value=0.8):
    """That colour, parts of white; blue, green, red."""
    red_green, blue_yellow = saturation * value * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    least = value - max(0.0, red_green, blue_yellow + red_green / 2)
    return np.array([blue_yellow + least + red_green / 2, least, least + red_green])


def board_of(paper):
    """An empty straight picture with some black pips on each space."""
    side = 10 * SIDE + 2 * MARGIN
    picture = np.empty((side, side, 3), np.uint8)
    picture[:] = paper
    chance = np.random.default_rng(5)
    for row, column in np.ndindex(10, 10):
        for across, down in chance.uniform(5, SIDE - 5, (4, 2)):
            centre = (round(MARGIN + column * SIDE + across), round(MARGIN + row * SIDE + down))
            cv2.circle(picture, centre, 2, (40, 40, 40), -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("team", "bgr")
@pytest.mark.parametrize("paper", [(238, 240, 241), (185, 222, 240)], ids=["white", "cream"])
def test_a_white_side_belongs_to_the_team_of_its_ring_on_paper_of_any_white(paper, team):
    empty = board_of(paper)
    played = empty.copy()
    ring = 240 * drawn(*COLOURS[team])
    for space in FIVE:
        centre = (MARGIN + space % 10 * SIDE + SIDE // 2, MARGIN + space // 10 * SIDE + SIDE // 2)
        for radius, colour in ((9, (238, 240, 241)), (8, ring), (6, (238, 240, 241))):
            cv2.circle(played, centre, radius, tuple(map(float, colour)), -1, cv2.LINE_AA)
    look = TableLook(
        mesh=straight_mesh(GRID),
        size=(empty.shape[1], empty.shape[0]),
        layout="classic",
        free=frozenset({0, 9, 90, 99}),
        empty=empty,
        white=paper_white(empty, 10, 10, frozenset({0, 9, 90, 99})),
        chips=tuple(
            ChipColour(name, np.radians(hue), np.radians(8), saturation, 0.8, 0.8, measured=True)
            for name, (hue, saturation) in COLOURS.items()
        ),
        radius=(0.29, 0.29),
    )
    reading = read_straight(played, look, ("b", "g", "r"))
    assert [reading.letters[space] for space in FIVE] == [team] * 5
    assert set(reading.flipped) == set(FIVE)
