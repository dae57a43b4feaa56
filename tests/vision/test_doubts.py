"""Discs nobody ever showed the eye: whatever they are, the space under them is not bare."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import pytest

from engine.observation import EMPTY, FREE, UNSURE
from tests.vision.drawn import of_hue
from tests.vision.scenes import LAYOUT, look_of, straight
from vision.classify.discs import Chip
from vision.classify.doubts import Doubts
from vision.decode.reading import Reading, read_straight
from vision.rectify.mesh import Picture
from vision.rectify.straight import MARGIN, SIDE

TEAMS = ("b", "g", "r")
SPREAD = [space for space in range(12, 90, 7) if space not in LAYOUT.free]
ROW, SLANT = range(62, 67), range(23, 68, 11)
WHITE, ROSE, PALE_BLUE = (0.86, 0.86, 0.86), (0.74, 0.78, 0.9), (0.95, 0.8, 0.76)
"""What such discs send back, parts of paper white b g r."""


def laid(setup: str, spaces: Iterable[int], body: tuple, ring: tuple) -> Picture:
    """A board with a disc in the middle of each of these spaces: a body with a thin ring halfway to its edge."""
    look = look_of(setup)
    picture = cv2.resize(straight(setup, "empty"), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    for space in spaces:
        row, column = divmod(space, look.columns)
        white = look.white[row, column]
        middle = (round(4 * (MARGIN + (column + 0.5) * SIDE)), round(4 * (MARGIN + (row + 0.5) * SIDE)))
        axes = tuple(round(4 * SIDE * radius) for radius in look.radius)
        cv2.ellipse(picture, middle, axes, 0, 0, 360, (white * body).tolist(), -1, cv2.LINE_AA)
        half = (round(0.5 * axes[0]), round(0.5 * axes[1]))
        cv2.ellipse(picture, middle, half, 0, 0, 360, (white * ring).tolist(), 6, cv2.LINE_AA)
    return cv2.resize(picture, look.empty.shape[1::-1], interpolation=cv2.INTER_AREA)


def with_thin_rings(setup: str, spaces: Iterable[int], aside: float) -> Picture:
    """A board with white faces that show no colour: as light as the paper, with a thin dark ring, `aside` of the
    middle by that part of a space."""
    look = look_of(setup)
    picture = cv2.resize(straight(setup, "empty"), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    for space in spaces:
        row, column = divmod(space, look.columns)
        white = look.white[row, column]
        middle = (round(4 * (MARGIN + (column + 0.5 + aside) * SIDE)), round(4 * (MARGIN + (row + 0.5) * SIDE)))
        axes = tuple(round(4 * SIDE * radius) for radius in look.radius)
        cv2.ellipse(picture, middle, axes, 0, 0, 360, (white * 0.97).tolist(), -1, cv2.LINE_AA)
        inner = (round(0.85 * axes[0]), round(0.85 * axes[1]))
        cv2.ellipse(picture, middle, inner, 0, 0, 360, (white * 0.45).tolist(), 5, cv2.LINE_AA)
    return cv2.resize(picture, look.empty.shape[1::-1], interpolation=cv2.INTER_AREA)


def read_with(setup: str, spaces: Iterable[int], body: tuple, ring: tuple) -> Reading:
    """What is read of it."""
    return read_straight(laid(setup, spaces, body, ring), look_of(setup), TEAMS)


def ring_of(setup: str, team: str) -> tuple[float, float, float]:
    """A ring of the hue of a team's chips, half as light as paper."""
    return of_hue(look_of(setup).colour_of(team).hue, 0.4)


def others(reading: Reading, spaces: Iterable[int]) -> list[str]:
    return [reading.letters[space] for space in range(100) if space not in LAYOUT.free and space not in spaces]


@pytest.mark.parametrize("setup", ["d0_green_oak", "d3_old_planks", "d5_blue_checked"])
@pytest.mark.parametrize(
    ("body", "ring"),
    [(WHITE, (0.2, 0.2, 0.75)), (ROSE, ROSE), (PALE_BLUE, WHITE), ((0.84, 0.8, 0.8), (0.84, 0.8, 0.8))],
)
def test_a_disc_of_no_known_kind_leaves_no_space_empty_for_certain(setup: str, body: tuple, ring: tuple) -> None:
    reading = read_with(setup, SPREAD, body, ring)
    assert [reading.letters[space] for space in SPREAD].count(EMPTY) <= 1
    assert others(reading, SPREAD).count(UNSURE) <= 2


@pytest.mark.parametrize("setup", ["d0_green_oak", "d3_old_planks", "d5_blue_checked"])
@pytest.mark.parametrize("aside", [0.0, 0.2])
def test_a_white_face_without_colour_leaves_no_space_empty_for_certain(setup: str, aside: float) -> None:
    reading = read_straight(with_thin_rings(setup, SPREAD, aside), look_of(setup), TEAMS)
    assert [reading.letters[space] for space in SPREAD].count(EMPTY) == 0
    assert others(reading, SPREAD).count(UNSURE) == 0


@pytest.mark.parametrize("three", [ROW[:3], SLANT[:3]])
def test_three_of_them_are_no_five(three: range) -> None:
    reading = read_with("d0_green_oak", three, WHITE, ring_of("d0_green_oak", "g"))
    assert [reading.letters[space] for space in three] == [UNSURE] * 3


@pytest.mark.parametrize("team", [None, "r"])
def test_five_white_discs_without_a_hue_of_this_table_belong_to_nobody(team: str | None) -> None:
    setup = "d0_green_oak"
    assert team not in look_of(setup).at_home
    reading = read_with(setup, ROW, WHITE, ring_of(setup, team) if team else WHITE)
    assert all(reading.letters[space] not in TEAMS for space in ROW)


@pytest.mark.parametrize(
    ("setup", "team"), [("d0_green_oak", "b"), ("d0_green_oak", "g"), ("d2_deluxe_dark", "r"), ("d5_blue_checked", "b")]
)
def test_a_chip_under_a_veil_of_glare_still_shows_its_own_face(setup: str, team: str) -> None:
    colour = look_of(setup).colour_of(team)
    veiled = tuple(0.65 + 0.35 * part for part in of_hue(colour.hue, colour.saturation))
    reading = read_with(setup, SPREAD, veiled, veiled)
    assert [reading.letters[space] for space in SPREAD] == [team] * len(SPREAD)
    assert not set(reading.flipped) & set(SPREAD)


@pytest.mark.parametrize(("filled", "closed", "empty"), [(0.7, 1.0, False), (0.5, 1.0, True), (0.7, 0.85, True)])
def test_a_sharp_dark_disc_is_no_bare_board_even_on_print_of_its_colour(
    filled: float, closed: float, empty: bool
) -> None:
    disc = Chip("", 4.5, 4.5, filled, 0.0, white=False, closed=closed)
    assert (Doubts(marked={44: disc}, strange={44: 0.02}).empty(44) > 0.95) is empty


def test_free_spaces_side_by_side_are_no_five_of_white_faces() -> None:
    look = replace(look_of("d0_green_oak"), free=frozenset(ROW))
    reading = read_straight(look.empty, look, TEAMS)
    assert reading.letters.count(FREE) == len(ROW)
    assert reading.flipped == ()
