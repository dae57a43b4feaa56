"""What hides the board where colours and print say little, and what it leaves to be seen."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from engine.observation import EMPTY, HIDDEN, UNSURE
from tests.vision.drawn import CHIPS, LAYOUT, board_of, look_of, middle_of
from vision.decode.reading import Reading, read_straight
from vision.normalize.behind_glare import with_bare
from vision.normalize.expected import glow_of
from vision.normalize.look import TableLook
from vision.rectify.straight import MARGIN, SIDE

PAPER = np.array([205.0, 212.0, 218.0])
LAMP = 45
"""The space a lamp mirrors over; it burns out a circle of four spaces across."""
BURNT_OUT = (44, 45, 46, 35, 55)
SKINS = {"light": (0.76, 0.84, 0.95), "tanned": (0.5, 0.66, 0.85), "dark": (0.25, 0.33, 0.45)}
"""What an arm sends back, parts of paper white; blue, green, red."""


def board() -> np.ndarray:
    return board_of(tuple(PAPER.astype(int).tolist()))


def lit(picture: np.ndarray, but: np.ndarray | None = None) -> np.ndarray:
    """The picture with a lamp mirrored in it, `but` where something dull lies."""
    result = picture.copy()
    cv2.circle(result, middle_of(LAMP), 2 * SIDE, (255, 255, 255), -1)
    result = cv2.GaussianBlur(result, (5, 5), 0)
    return result if but is None else np.where(but[..., None], picture, result)


def arm_over(picture: np.ndarray, skin: tuple[float, float, float], first: int, last: int) -> np.ndarray:
    """The picture with the lamp and an arm over the columns `first` to `last` of its rows 1 to 6."""
    under = np.zeros(picture.shape[:2], bool)
    under[: MARGIN + 7 * SIDE, MARGIN + first * SIDE : MARGIN + (last + 1) * SIDE] = True
    chance = np.random.default_rng(3)
    dull = picture.copy()
    dull[under] = np.clip(PAPER * skin + chance.normal(0, 2, (under.sum(), 1)), 0, 255)
    return lit(dull, under)


@pytest.fixture(scope="module")
def look() -> TableLook:
    return with_bare(look_of(lit(board()), CHIPS, 0.26), LAYOUT)


def read(picture: np.ndarray, look: TableLook) -> Reading:
    return read_straight(picture, look, ("b", "g", "r"))


@pytest.mark.parametrize("skin", SKINS.values(), ids=list(SKINS))
@pytest.mark.parametrize(("first", "last"), [(5, 5), (3, 4), (4, 5)])
def test_an_arm_over_the_mirror_image_of_a_lamp_hides_the_board_whatever_its_skin(
    look: TableLook, skin: tuple[float, float, float], first: int, last: int
) -> None:
    reading = read(arm_over(board(), skin, first, last), look)
    under = [row * 10 + column for row in range(7) for column in range(first, last + 1)]
    assert {reading.letters[space] for space in under} == {HIDDEN}


def test_where_the_lamp_mirrors_and_nothing_lies_the_board_is_not_hidden(look: TableLook) -> None:
    assert HIDDEN not in read(lit(board()), look).letters


@pytest.mark.parametrize("team", ["b", "g", "r"])
def test_a_chip_that_takes_the_image_away_hides_no_board(look: TableLook, team: str) -> None:
    played, under = board(), np.zeros(look.empty.shape[:2], np.uint8)
    for space in BURNT_OUT:
        cv2.circle(under, middle_of(space), 8, 1, -1)
    played[under > 0] = PAPER * look.colour_of(team).reflectance
    reading = read(lit(played, under > 0), look)
    assert [reading.letters[space] for space in BURNT_OUT] == [team] * len(BURNT_OUT)
    assert reading.letters.count(EMPTY) == 96 - len(BURNT_OUT)


BURNT_PAPER = (250, 250, 249)
"""Paper that the exposure burns out, grey levels."""


@pytest.mark.parametrize("skin", [(205, 222, 249), (150, 185, 240), (60, 85, 120)], ids=list(SKINS))
def test_an_arm_over_paper_that_the_exposure_burns_out_hides_it(skin: tuple[int, int, int]) -> None:
    empty = board_of(BURNT_PAPER)
    picture = empty.copy()
    picture[MARGIN : MARGIN + 7 * SIDE, MARGIN + 3 * SIDE : MARGIN + 5 * SIDE] = skin
    letters = read(picture, look_of(empty, CHIPS, 0.26)).letters
    under = {row * 10 + column for row in range(7) for column in (3, 4)}
    assert {letters[space] for space in under} == {HIDDEN}
    assert {letters[space] for space in {*range(100)} - under - LAYOUT.free} == {EMPTY}


def test_a_lamp_in_paper_that_the_exposure_burns_out_is_known_by_the_ink_it_takes_along() -> None:
    glow = glow_of(look_of(lit(board_of(BURNT_PAPER)), CHIPS, 0.26))
    across, down = middle_of(LAMP)
    assert glow[down, across] == 1.0
    assert glow[MARGIN : MARGIN + 2 * SIDE, MARGIN:-MARGIN].mean() < 0.02


def arm_from_the_left(picture: np.ndarray, space: int, width: float, reach: float) -> np.ndarray:
    """The picture with a brown arm, so many spaces wide, from the left up to that part of a space, over its
    middle."""
    across, down = middle_of(space)
    half = round(width * SIDE / 2)
    covered = picture.copy()
    covered[down - half : down + half, : across + round((reach - 0.5) * SIDE)] = (60, 85, 120)
    return covered


@pytest.mark.parametrize(("width", "reach"), [(0.6, 0.25), (1.0, 0.25), (1.0, 0.35)])
def test_a_space_partly_beneath_an_arm_is_empty_where_a_chip_would_show_beside_it(width: float, reach: float) -> None:
    plain = look_of(board(), CHIPS, 0.26)
    assert read(arm_from_the_left(board(), 54, width, reach), plain).letters[54] == EMPTY


@pytest.mark.parametrize(("width", "reach"), [(0.3, 0.8), (0.45, 0.75), (0.6, 0.65)])
def test_a_space_in_which_a_chip_may_lie_beneath_a_hand_is_not_called_empty(width: float, reach: float) -> None:
    plain = look_of(board(), CHIPS, 0.26)
    assert read(arm_from_the_left(board(), 54, width, reach), plain).letters[54] in (UNSURE, HIDDEN)


def test_a_speck_of_a_teams_colour_beside_a_hand_may_be_all_that_it_leaves_of_a_chip() -> None:
    plain = look_of(board(), CHIPS, 0.26)
    covered = arm_from_the_left(board(), 54, 0.6, 0.45)
    assert read(covered, plain).letters[54] == EMPTY
    across, down = middle_of(54)
    covered[down - 3 : down + 3, across - 3 : across + 2] = PAPER * plain.colour_of("r").reflectance
    assert read(covered, plain).letters[54] == UNSURE


def test_a_place_that_glare_lays_bare_beside_an_arm_hides_no_chip(look: TableLook) -> None:
    beside = read(arm_over(board(), SKINS["dark"], 2, 3), look)
    assert {beside.letters[space] for space in (44, 45, 46, 35, 55)} == {EMPTY}


DIMLY = (150, 156, 160)
"""Paper far from the lamp, grey levels: an arm nearer to it is brighter."""
LIGHT_ARM = (200, 212, 228)
NEARER = (slice(MARGIN, MARGIN + 5 * SIDE), slice(MARGIN + 3 * SIDE, MARGIN + 6 * SIDE))
"""What lies under that arm: three columns, five spaces long."""


def read_dimly(change: Callable[[np.ndarray], np.ndarray]) -> str:
    """The letters of a dimly lit board in whose NEARER part the picture is changed."""
    empty = board_of(DIMLY)
    picture = empty.copy()
    picture[NEARER] = np.clip(change(empty[NEARER].astype(float)), 0, 235)
    return read(picture, look_of(empty, CHIPS, 0.26)).letters


def test_a_light_arm_that_is_brighter_than_the_paper_is_no_glare() -> None:
    chance = np.random.default_rng(3)
    letters = read_dimly(lambda under: chance.normal(0, 2, (*under.shape[:2], 1)) + np.array(LIGHT_ARM))
    assert {letters[row * 10 + column] for row in range(5) for column in (3, 4, 5)} == {HIDDEN}


def test_a_veil_of_glare_through_which_print_shows_hides_nothing() -> None:
    letters = read_dimly(lambda under: under + 60.0)
    assert HIDDEN not in letters


VEILED = (slice(MARGIN + 2 * SIDE, MARGIN + 6 * SIDE), slice(MARGIN + 2 * SIDE, MARGIN + 8 * SIDE))
"""Where a veil of glare lay over the empty board: six columns of the rows 3 to 6."""
BENEATH = (slice(MARGIN + 2 * SIDE, MARGIN + 6 * SIDE), slice(MARGIN + 4 * SIDE, MARGIN + 6 * SIDE))
"""What lies there under a dark hand, or in its shadow: two of those columns."""
DARK_HAND = (86, 90, 94)
"""As dark as a deep shadow on that paper, grey levels."""


def read_under_a_veil(change: Callable[[np.ndarray], np.ndarray]) -> set[str]:
    """The letters of the spaces BENEATH, where the picture of a board with a veil over it is the dull board changed."""
    dull = board_of(DIMLY)
    empty = dull.copy()
    empty[VEILED] = 0.5 * empty[VEILED] + 100.0
    picture = empty.copy()
    picture[BENEATH] = np.clip(change(dull[BENEATH].astype(float)), 0, 255)
    letters = read(picture, look_of(empty, CHIPS, 0.26)).letters
    assert {letters[row * 10 + column] for row in range(10) for column in (0, 8, 9)} <= {EMPTY, "*"}
    return {letters[row * 10 + column] for row in range(2, 6) for column in (4, 5)}


def test_a_dark_hand_over_a_veil_of_glare_is_no_shadow_for_no_print_shows_in_it() -> None:
    chance = np.random.default_rng(3)
    letters = read_under_a_veil(lambda under: np.array(DARK_HAND) + chance.normal(0, 2, (*under.shape[:2], 1)))
    assert letters <= {HIDDEN, UNSURE}


def test_a_shadow_that_lifts_a_veil_of_glare_hides_nothing() -> None:
    assert read_under_a_veil(lambda under: 0.6 * under) == {EMPTY}


def chip_beneath_an_arm(
    look: TableLook, team: str | None, seen: float, turn: int, arm: tuple[int, int, int], aside: float = 0.35
) -> np.ndarray:
    """The picture with a chip so far, in spaces, aside of the middle of space 54, `turn` degrees from the row, and an
    arm from that side that leaves so much of its width to be seen; with the arm alone for no team."""
    picture, middle = board(), np.array(middle_of(54))
    way = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    centre = middle + aside * SIDE * way
    if team is not None:
        colour = (PAPER * look.colour_of(team).reflectance).tolist()
        place = [round(16.0 * one) for one in centre]
        cv2.circle(picture, place, round(16.0 * 0.26 * SIDE), colour, -1, cv2.LINE_AA, shift=4)
    rows, columns = np.indices(picture.shape[:2])
    along = (columns - centre[0]) * way[0] + (rows - centre[1]) * way[1]
    picture[along > (2.0 * seen - 1.0) * 0.26 * SIDE] = arm
    return picture


@pytest.mark.parametrize("arm", [(60, 85, 120), (205, 212, 218), (60, 60, 60)], ids=["brown", "paper", "black"])
@pytest.mark.parametrize("turn", [20, 45, 60, 80])
def test_a_space_is_not_called_empty_when_an_arm_leaves_a_third_of_a_chip_to_be_seen(
    turn: int, arm: tuple[int, int, int]
) -> None:
    plain = look_of(board(), CHIPS, 0.26)
    for seen in (0.35, 0.4):
        letters = [read(chip_beneath_an_arm(plain, team, seen, turn, arm), plain).letters[54] for team in "bgr"]
        assert EMPTY not in letters
    assert read(chip_beneath_an_arm(plain, None, 0.4, turn, arm), plain).letters[54] in (EMPTY, HIDDEN)


@pytest.mark.parametrize("arm", [(60, 85, 120), (60, 60, 60)], ids=["brown", "black"])
@pytest.mark.parametrize("turn", [20, 45, 80, 200])
def test_a_chip_of_which_an_arm_leaves_two_thirds_is_told_or_left_open(turn: int, arm: tuple[int, int, int]) -> None:
    plain = look_of(board(), CHIPS, 0.26)
    for team in "bg":
        assert read(chip_beneath_an_arm(plain, team, 2 / 3, turn, arm, 0.15), plain).letters[54] in (
            team,
            UNSURE,
            HIDDEN,
        )


@pytest.mark.parametrize("team", ["b", "g"])
def test_a_sleeve_of_a_teams_colour_is_no_chip_that_an_arm_leaves_to_be_seen(team: str) -> None:
    plain = look_of(board(), CHIPS, 0.26)
    sleeve = tuple((PAPER * plain.colour_of(team).reflectance).astype(int).tolist())
    picture = board()
    rows, columns = np.indices(picture.shape[:2])
    picture[np.abs(columns - 0.3 * rows - 4 * SIDE) < 1.2 * SIDE] = sleeve
    letters = read(picture, plain).letters
    covered = {int(4 + 0.3 * row + off) + 10 * row for row in range(10) for off in (-1.7, -1, 0, 1, 1.7)}
    assert {letters[space] for space in set(range(100)) - covered - LAYOUT.free} == {EMPTY}
