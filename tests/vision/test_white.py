"""White sides of chips: whose they are is told by their ring, whatever the white of the paper looks like."""

import cv2
import numpy as np
import pytest

from engine.observation import UNSURE
from tests.vision.drawn import board_of, colour_of, look_of, middle_of
from vision.decode.reading import read_straight

FIVE = range(32, 37)
WHITE, CREAM, RED = (238, 240, 241), (170, 210, 226), (40, 35, 205)
CHIPS = {"b": (120, 0.67, 0.8), "g": (154, 0.73, 0.8), "r": (-44, 0.82, 0.8)}
"""Sky, teal and orange: degrees of the opponent plane, saturation and value."""


def with_sides(empty, *circles, five=FIVE):
    """The picture with a white side on each space of a five: circles of a radius, in pixels, and a colour."""
    played = empty.copy()
    for space in five:
        for radius, colour in circles:
            cv2.circle(played, middle_of(space), radius, tuple(map(float, colour)), -1, cv2.LINE_AA)
    return played


def read(played, empty):
    """What is read on a table with chips of the three colours."""
    return read_straight(played, look_of(empty, CHIPS, 0.29), ("b", "g", "r"))


def ring_of(team, paper=(240, 240, 240)):
    """The colour of a team's ring, blue green red; its chips were measured against the paper."""
    return paper * colour_of(team, *CHIPS[team]).reflectance


def assert_turned(reading, team, five=FIVE):
    """A five lies there, white side up, and is the team's."""
    assert [reading.letters[space] for space in five] == [team] * 5
    assert set(reading.flipped) == set(five)


def assert_no_others(reading, team, five=FIVE):
    """Something lies there, and it is no other team's: where little shows whose it is nobody needs to say."""
    assert {reading.letters[space] for space in five} <= {team, UNSURE}


@pytest.mark.parametrize("team", "bgr")
@pytest.mark.parametrize("paper", [WHITE, (185, 222, 240)], ids=["white", "cream"])
def test_a_white_side_belongs_to_the_team_of_its_ring_on_paper_of_any_white(paper, team):
    empty = board_of(paper)
    assert_turned(read(with_sides(empty, (9, WHITE), (8, ring_of(team)), (6, WHITE)), empty), team)


@pytest.mark.parametrize("team", "bg")
def test_red_print_that_a_white_side_half_covers_does_not_make_it_a_red_one(team):
    empty = board_of(WHITE)
    for across, down in map(middle_of, FIVE):
        for number in range(4):
            cv2.circle(empty, (across - 8 + 5 * number, down + 7 - 3 * (number % 2)), 11, RED, -1, cv2.LINE_AA)
    thin = 0.7 * ring_of(team) + 0.3 * np.array(WHITE)
    assert_turned(read(with_sides(empty, (9, thin), (8, WHITE)), empty), team)


@pytest.mark.parametrize("team", "bgr")
def test_a_cream_side_belongs_to_no_team_but_that_of_the_mark_in_its_middle(team):
    empty = board_of(WHITE)
    assert_no_others(read(with_sides(empty, (9, CREAM), (3, ring_of(team))), empty), team)


@pytest.mark.parametrize("team", "bgr")
def test_an_ivory_side_on_grey_paper_is_no_skin(team):
    empty = board_of((222, 220, 218))
    thin = 0.7 * ring_of(team) + 0.3 * np.array(WHITE)
    assert_turned(read(with_sides(empty, (9, thin), (8, (205, 226, 236)), (2, ring_of(team))), empty), team)


@pytest.mark.parametrize("rim", [0.75, 0.85])
def test_a_white_side_that_shows_no_team_is_given_to_none(rim):
    empty = board_of((185, 222, 240))
    for space in FIVE:
        cv2.circle(empty, middle_of(space), 5, RED, -1, cv2.LINE_AA)
    white = np.array((222.0, 226.0, 228.0))
    reading = read(with_sides(empty, (9, rim * white), (8, white)), empty)
    assert not {reading.letters[space] for space in FIVE} & set("bgr.")


@pytest.mark.parametrize("team", "bgr")
def test_a_chip_whose_middle_a_lamp_burns_out_with_the_board_around_it_is_doubted(team):
    burnt = (255, 255, 255)
    empty = board_of(WHITE)
    cv2.circle(empty, middle_of(44), 48, burnt, -1, cv2.LINE_AA)
    rim = ring_of(team).tolist()
    reading = read(with_sides(empty, (9, rim), (5, burnt), five=[44]), empty)
    assert reading.letters[44] == "?"
    assert not reading.flipped
