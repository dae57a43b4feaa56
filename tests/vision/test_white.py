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
WHITE, CREAM, RED = (238, 240, 241), (170, 210, 226), (40, 35, 205)
COLOURS = {"b": (120, 0.67), "g": (154, 0.73), "r": (-44, 0.82)}
"""Sky, teal and orange: degrees of the opponent plane, and saturation."""


def drawn(degrees, saturation, value=0.8):
    """That colour, parts of white; blue, green, red."""
    red_green, blue_yellow = saturation * value * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    least = value - max(0.0, red_green, blue_yellow + red_green / 2)
    return np.array([blue_yellow + least + red_green / 2, least, least + red_green])


def board_of(paper, patches=0, colour=RED):
    """An empty straight picture with some black pips on each space, and `patches` of a colour on those of the five."""
    side = 10 * SIDE + 2 * MARGIN
    picture = np.empty((side, side, 3), np.uint8)
    picture[:] = paper
    chance = np.random.default_rng(5)
    for row, column in np.ndindex(10, 10):
        for across, down in chance.uniform(5, SIDE - 5, (4, 2)):
            centre = (round(MARGIN + column * SIDE + across), round(MARGIN + row * SIDE + down))
            cv2.circle(picture, centre, 2, (40, 40, 40), -1, cv2.LINE_AA)
    for space in FIVE:
        middle, low = centre_of(space)
        for number in range(patches):
            cv2.circle(picture, (middle - 8 + 5 * number, low + 7 - 3 * (number % 2)), 11, colour, -1, cv2.LINE_AA)
    return picture


def centre_of(space):
    """Middle of a space, pixels of the straight picture."""
    return MARGIN + space % 10 * SIDE + SIDE // 2, MARGIN + space // 10 * SIDE + SIDE // 2


def with_sides(empty, *circles):
    """The picture with a white side on each space of the five: circles of a radius, in pixels, and a colour."""
    played = empty.copy()
    for space in FIVE:
        for radius, colour in circles:
            cv2.circle(played, centre_of(space), radius, tuple(map(float, colour)), -1, cv2.LINE_AA)
    return played


def read(played, empty):
    """What is read on a table with chips of the three colours."""
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
    return read_straight(played, look, ("b", "g", "r"))


def ring_of(team):
    """The colour of a team's ring, blue green red."""
    return 240 * drawn(*COLOURS[team])


def assert_turned(reading, team):
    """The five lies there, white side up, and is the team's."""
    assert [reading.letters[space] for space in FIVE] == [team] * 5
    assert set(reading.flipped) == set(FIVE)


@pytest.mark.parametrize("team", "bgr")
@pytest.mark.parametrize("paper", [WHITE, (185, 222, 240)], ids=["white", "cream"])
def test_a_white_side_belongs_to_the_team_of_its_ring_on_paper_of_any_white(paper, team):
    empty = board_of(paper)
    assert_turned(read(with_sides(empty, (9, WHITE), (8, ring_of(team)), (6, WHITE)), empty), team)


@pytest.mark.parametrize("team", "bg")
def test_red_print_that_a_white_side_half_covers_does_not_make_it_a_red_one(team):
    empty = board_of(WHITE, patches=4)
    thin = 0.7 * ring_of(team) + 0.3 * np.array(WHITE)
    assert_turned(read(with_sides(empty, (9, thin), (8, WHITE)), empty), team)


@pytest.mark.parametrize("team", "bgr")
def test_a_cream_side_belongs_to_the_team_of_the_mark_in_its_middle(team):
    empty = board_of(WHITE)
    assert_turned(read(with_sides(empty, (9, CREAM), (3, ring_of(team))), empty), team)
