"""White sides of a kind nobody showed, on a board nobody measured, are told by being all alike in a straight five."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import LAYOUT, board_of, colour_of, look_of, middle_of
from vision.classify.evidence import weigh
from vision.cold.alike import Comparer
from vision.cold.fives import alike_fives

ROW, SLANT, SCATTERED = (32, 33, 34, 35, 36), (13, 24, 35, 46, 57), (12, 25, 48, 63, 86)
RADIUS = 0.29
WHITE, IVORY = (238, 240, 241), (185, 214, 226)
CHIPS = {"b": (104, 0.62, 0.8), "g": (196, 0.6, 0.6), "r": (-31, 0.85, 0.8)}
"""Ordinary chips: degrees of the opponent plane, saturation and value."""


def fives_on(spaces, team):
    """The fives found on a board with ivory sides on these spaces, which bear a small mark of their team's colour."""
    empty = board_of(WHITE)
    played = empty.copy()
    mark = (240 * colour_of(team, *CHIPS[team]).reflectance).tolist()
    for number, space in enumerate(spaces):
        across, down = middle_of(space)
        middle = across + number % 3 - 1, down + number % 2
        cv2.circle(played, middle, 9, IVORY, -1, cv2.LINE_AA)
        cv2.circle(played, middle, 3, mark, -1, cv2.LINE_AA)
    return fives_in(played, empty)


def fives_in(played, empty):
    """The fives found in a played picture of a drawn board."""
    evidence = weigh(played, look_of(empty, CHIPS, RADIUS), tuple(CHIPS))
    bare = [space for space in range(100) if space not in LAYOUT.free]
    comparer = Comparer(evidence, bare, LAYOUT, (RADIUS, RADIUS))
    return alike_fives(evidence, (RADIUS, RADIUS), LAYOUT, bare, comparer)


@pytest.mark.parametrize("team", "bgr")
@pytest.mark.parametrize("spaces", [ROW, SLANT], ids=["row", "slant"])
def test_five_sides_with_nothing_but_a_mark_are_found_and_tell_their_team(spaces, team):
    (found,) = fives_on(spaces, team)
    assert found.keys() == set(spaces)
    assert {chip.team for chip in found.values()} == {team}
    places = np.array([(chip.across - space % 10, chip.down - space // 10) for space, chip in found.items()])
    assert np.abs(places - 0.5).max() < 0.1


@pytest.mark.parametrize("spaces", [(), ROW[:3], SCATTERED], ids=["none", "three", "scattered"])
def test_sides_in_no_straight_five_and_bare_boards_are_none(spaces):
    assert fives_on(spaces, "b") == []


@pytest.mark.parametrize("wide", [8, 12])
@pytest.mark.parametrize("brighter", [1.0, 1.2])
def test_a_stripe_of_light_that_washes_out_the_print_of_a_row_is_no_five(wide, brighter):
    paper = np.array((170, 190, 205))
    empty = board_of(paper)
    column, row = middle_of(32)[0], middle_of(35)[1]
    washed = np.zeros(empty.shape)
    washed += np.clip(1.6 - np.abs(np.arange(len(empty)) - row) / wide, 0, 0.95)[:, None, None]
    washed[:, : column - 15] = 0
    lamp = np.minimum(paper * brighter * (0.95, 1.0, 1.03), 255)
    played = empty * (1 - washed) + lamp * washed
    assert fives_in(played.astype(np.uint8), empty) == []
