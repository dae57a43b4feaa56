"""What the eye is told of the game: who plays, whether chips are turned over, how long a line is."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from engine.judging.change_tracker import ChangeTracker
from engine.observation import UNSURE, Observation
from tests.vision.drawn import CHIPS, board_of, look_of, middle_of, of_hue
from vision.classify.line_support import fives, line_support
from vision.decode.reading import read_straight
from vision.play import Play

TEAMS = ("b", "g", "r")
BLUE_AND_GREEN = Play(frozenset("bg"))
RADIUS = 0.27
PAPER = (225, 230, 232)


def drawn(spaces: dict[int, str], white: dict[int, tuple[int, int, int]] | None = None) -> np.ndarray:
    """The straight picture of a board with chips, and white sides with a ring of some colour."""
    picture = board_of(PAPER)
    size = round(RADIUS * 32)
    for space, team in spaces.items():
        hue, saturation, value = CHIPS[team]
        colour = of_hue(np.radians(hue), saturation * value)
        top = max(colour)
        pixels = tuple(float(value * part / top * paper) for part, paper in zip(colour, PAPER, strict=True))
        cv2.circle(picture, middle_of(space), size, pixels, -1, cv2.LINE_AA)
    for space, ring in (white or {}).items():
        cv2.circle(picture, middle_of(space), size, ring, -1, cv2.LINE_AA)
        cv2.circle(picture, middle_of(space), size - 3, (236, 238, 240), -1, cv2.LINE_AA)
    return picture


def looked_at(measured: str = "bgr", play: Play | None = None):
    look = look_of(board_of(PAPER), {team: CHIPS[team] for team in TEAMS}, RADIUS)
    chips = tuple(replace(chip, measured=chip.team in measured) for chip in look.chips)
    return replace(look, chips=chips, **({} if play is None else {"play": play}))


def test_a_plain_chip_of_a_colour_that_does_not_play_is_still_seen() -> None:
    picture = drawn({23: "r", 44: "b", 67: "g"})
    letters = read_straight(picture, looked_at(play=BLUE_AND_GREEN), TEAMS).letters
    assert (letters[23], letters[44], letters[67]) == ("r", "b", "g")


def test_a_table_is_at_home_to_those_who_play_there() -> None:
    assert looked_at().at_home == frozenset("bgr")
    assert looked_at(play=BLUE_AND_GREEN).at_home == frozenset("bg")
    assert looked_at(measured="b", play=BLUE_AND_GREEN).at_home == frozenset("b")
    assert looked_at(measured="r", play=BLUE_AND_GREEN).at_home == frozenset("bg")


def test_white_sides_whose_ink_has_no_colour_to_be_seen_are_given_to_nobody() -> None:
    five = (42, 43, 44, 45, 46)
    reading = read_straight(drawn({}, dict.fromkeys(five, (49, 50, 51))), looked_at(), TEAMS)
    assert not set("bgr") & {reading.letters[space] for space in five}


def test_white_sides_whose_ink_is_seen_are_given_to_their_team() -> None:
    five = (42, 43, 44, 45, 46)
    ring = tuple(int(200 * part) for part in of_hue(np.radians(CHIPS["b"][0]), 0.6))
    reading = read_straight(drawn({}, dict.fromkeys(five, ring)), looked_at(), TEAMS)
    assert [reading.letters[space] for space in five] == ["b"] * 5
    assert set(five) <= set(reading.flipped)


def test_white_sides_whose_ink_may_be_either_of_two_teams_are_turned_over_but_nobodys() -> None:
    five = (42, 43, 44, 45, 46)
    halfway = tuple(int(200 * part) for part in of_hue(np.radians(149), 0.6))
    reading = read_straight(drawn({}, dict.fromkeys(five, halfway)), looked_at(), TEAMS)
    assert [reading.letters[space] for space in five] == [UNSURE] * 5
    assert set(five) <= set(reading.flipped)
    assert max(reading.confidence[list(five)]) <= 0.5


def test_a_chip_seen_white_side_up_counts_as_turned_whosever_it_is() -> None:
    tracker = ChangeTracker(100, 10)
    tracker.expect("." * 100)
    letters = "".join(UNSURE if space == 42 else "." for space in range(100))
    for count in range(4):
        tracker.look(Observation(at=count * 0.2, frame=count, letters=letters, flipped=(42,)))
    assert tracker.flipped == frozenset({42})
    for count in range(4, 9):  # no white side is seen there any more, nor anything else
        tracker.look(Observation(at=count * 0.2, frame=count, letters=letters))
    assert tracker.flipped == frozenset({42})


def test_a_line_is_as_long_as_the_edition_says() -> None:
    assert len(fives(10, 10)) == 192
    assert {len(four) for four in fives(10, 10, 4)} == {4}
    assert line_support(0, {1, 2, 3}, 10, 10, line=4) == line_support(0, {1, 2, 3, 4}, 10, 10) == 4
    assert line_support(0, {55}, 10, 10, line=4) == 0
