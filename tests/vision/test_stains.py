"""Discs nobody ever showed the eye: whatever they are the space under them is not bare, and five in a line are a
sequence that was turned over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.observation import EMPTY, FREE, HIDDEN, UNSURE
from tests.vision.drawn import INK, board_of, middle_of, of_hue
from tests.vision.drawn import look_of as drawn_look
from tests.vision.scenes import LAYOUT, look_of, straight, told
from vision.discs import Chip
from vision.evidence import weigh
from vision.marks.fives import turned_fives
from vision.marks.stains import Doubts, doubts
from vision.mesh import Picture
from vision.reading import Reading, read_straight
from vision.straight import MARGIN, SIDE

TEAMS = ("b", "g", "r")
SPREAD = [space for space in range(12, 90, 7) if space not in LAYOUT.free]
ROW, COLUMN, SLANT = range(62, 67), range(24, 65, 10), range(23, 68, 11)
WHITE, GREY, ROSE, PALE_BLUE = (0.86, 0.86, 0.86), (0.84, 0.8, 0.8), (0.74, 0.78, 0.9), (0.95, 0.8, 0.76)
IVORY = (0.88, 0.91, 0.95)
"""What such discs send back, parts of paper white b g r."""


def laid(
    setup: str,
    spaces: Iterable[int],
    body: tuple,
    ring: tuple,
    on: str = "empty",
    *,
    aside: float = 0.0,
    at: float = 0.5,
    arm: range = range(0),
    seed: int = 1,
) -> Picture:
    """A board with discs on it: a body with a thin ring `at` that part of the way to its edge; each lies up to `aside`
    off the middle of its space, as `seed` has it; over the columns of `arm` lies an arm."""
    look = look_of(setup)
    picture = cv2.resize(straight(setup, on), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    chance = np.random.default_rng(seed)
    for space in spaces:
        row, column = divmod(space, look.columns)
        white = look.white[row, column]
        across, down = column + 0.5 + chance.uniform(-aside, aside), row + 0.5 + chance.uniform(-aside, aside)
        middle = (round(4 * (MARGIN + across * SIDE)), round(4 * (MARGIN + down * SIDE)))
        axes = tuple(round(4 * SIDE * radius) for radius in look.radius)
        cv2.ellipse(picture, middle, axes, 0, 0, 360, (white * body).tolist(), -1, cv2.LINE_AA)
        half = (round(at * axes[0]), round(at * axes[1]))
        cv2.ellipse(picture, middle, half, 0, 0, 360, (white * ring).tolist(), 6, cv2.LINE_AA)
    if arm:
        picture[:, 4 * (MARGIN + arm.start * SIDE) : 4 * (MARGIN + arm.stop * SIDE)] = (90, 120, 170)
    return cv2.resize(picture, look.empty.shape[1::-1], interpolation=cv2.INTER_AREA)


def read_with(setup: str, *discs: object, **how: object) -> Reading:
    """What is read of it."""
    return read_straight(laid(setup, *discs, **how), look_of(setup), TEAMS)


def ring_of(setup: str, team: str) -> tuple[float, float, float]:
    """A ring of the hue of a team's chips, half as light as paper."""
    return of_hue(look_of(setup).colour_of(team).hue, 0.4)


def discs_in(spaces: Iterable[int], filled: float) -> dict[int, Chip]:
    """What was noticed in the middle of these spaces."""
    return {space: Chip("", space % 10 + 0.5, space // 10 + 0.5, filled, 0.0, white=False) for space in spaces}


def others(reading: Reading, spaces: Iterable[int]) -> list[str]:
    return [reading.letters[space] for space in range(100) if space not in LAYOUT.free and space not in spaces]


@pytest.mark.parametrize("setup", ["d0_green_oak", "d2_deluxe_dark", "d3_old_planks", "d5_blue_checked"])
@pytest.mark.parametrize("body", [(0.92, 0.98, 1.0), (1.0, 0.96, 0.9)], ids=["cream", "bluish"])
def test_a_plain_disc_as_light_as_the_cards_is_noticed_by_its_hue(setup: str, body: tuple) -> None:
    reading = read_with(setup, SPREAD, body, body)
    # Where hardly anything is printed nothing is gone beneath it.
    assert [reading.letters[space] for space in SPREAD].count(EMPTY) <= len(SPREAD) // 4
    assert not set(reading.letters) & set(TEAMS)
    assert set(others(reading, SPREAD)) == {EMPTY}


@pytest.mark.parametrize("setup", ["d0_green_oak", "d3_old_planks", "d5_blue_checked"])
@pytest.mark.parametrize(
    ("body", "ring"),
    [(WHITE, (0.2, 0.2, 0.75)), (ROSE, ROSE), (PALE_BLUE, WHITE), ((0.84, 0.8, 0.8), (0.84, 0.8, 0.8))],
)
def test_a_disc_of_no_known_kind_leaves_no_space_empty_for_certain(setup: str, body: tuple, ring: tuple) -> None:
    reading = read_with(setup, SPREAD, body, ring)
    assert [reading.letters[space] for space in SPREAD].count(EMPTY) <= 1
    assert others(reading, SPREAD).count(UNSURE) <= 2


@pytest.mark.parametrize(
    ("setup", "team"), [("d0_green_oak", "b"), ("d0_green_oak", "g"), ("d2_deluxe_dark", "r"), ("d5_blue_checked", "g")]
)
@pytest.mark.parametrize("five", [ROW, COLUMN, SLANT])
def test_white_faces_of_a_kind_nobody_showed_are_told_by_the_five_they_lie_in(
    setup: str, team: str, five: range
) -> None:
    reading = read_with(setup, five, WHITE, ring_of(setup, team))
    assert [reading.letters[space] for space in five] == [team] * 5
    assert set(reading.flipped) == set(five)
    assert set(others(reading, five)) == {EMPTY}


@pytest.mark.parametrize(
    ("setup", "team"),
    [("d0_green_oak", "g"), ("d2_deluxe_dark", "r"), ("d3_old_planks", "b"), ("d5_blue_checked", "g")],
)
def test_a_small_ring_tells_the_team_wherever_in_their_spaces_they_lie(setup: str, team: str) -> None:
    reading = read_with(setup, ROW, IVORY, ring_of(setup, team), aside=0.25, at=0.35)
    assert [reading.letters[space] for space in ROW] == [team] * 5


@pytest.mark.parametrize(("five", "seed"), [(ROW, 3), (COLUMN, 4), (range(13, 18), 3)])
def test_sides_as_white_as_the_cards_are_found_at_the_edges_of_their_spaces(five: range, seed: int) -> None:
    paper, ring = (1.0, 1.0, 1.0), ring_of("d2_deluxe_dark", "r")
    reading = read_with("d2_deluxe_dark", five, paper, ring, aside=0.38, at=0.35, seed=seed)
    assert [reading.letters[space] for space in five] == ["r"] * 5
    assert "r" not in others(reading, five)


@pytest.mark.parametrize(
    ("setup", "team", "five", "at"),
    [
        ("d0_green_oak", "g", range(2, 7), 0.35),
        ("d2_deluxe_dark", "r", range(13, 18), 0.5),
        ("d3_old_planks", "b", range(13, 18), 0.35),
        ("d5_blue_checked", "g", ROW, 0.5),
    ],
)
def test_the_fifth_is_found_by_the_four_that_were(setup: str, team: str, five: range, at: float) -> None:
    reading = read_with(setup, five, IVORY, ring_of(setup, team), aside=0.25, at=at)
    assert [reading.letters[space] for space in five] == [team] * 5
    assert team not in others(reading, five)


@pytest.mark.parametrize("shown", [2, 3])
def test_some_beside_an_arm_are_white_sides_for_the_others_may_lie_under_it(shown: int) -> None:
    setup, team = "d0_green_oak", "g"
    reading = read_with(setup, ROW, WHITE, ring_of(setup, team), arm=range(2 + shown, 7))
    assert [reading.letters[space] for space in ROW[:shown]] == [team] * shown
    assert all(reading.letters[space] in HIDDEN + UNSURE for space in ROW[shown:])


@pytest.mark.parametrize("lying", [3, 4, 5])
def test_three_tell_the_others_of_their_five_only_where_those_lie(lying: int) -> None:
    setup, team = "d0_green_oak", "g"
    look = look_of(setup)
    evidence = weigh(laid(setup, ROW[:lying], WHITE, ring_of(setup, team)), look, TEAMS)
    doubt = doubts(evidence, [], np.zeros(evidence.value.shape, np.float32), look)
    # Nothing but three of them was noticed.
    noticed = Doubts(bare={space: doubt.bare[space] for space in ROW[:3]}, unlike=doubt.unlike)
    found = turned_fives(evidence, noticed, [], frozenset(), look)
    assert sorted(int(chip.across) for chip in found) == (list(range(2, 7)) if lying == 5 else [])
    assert {chip.team for chip in found} <= {team}


@pytest.mark.parametrize(("strange", "told"), [(0.3, 5), (0.02, 0)])
def test_discs_that_only_have_another_hue_are_a_five_where_they_are_strange_too(strange: float, told: int) -> None:
    setup, team = "d0_green_oak", "g"
    look = look_of(setup)
    evidence = weigh(laid(setup, ROW, WHITE, ring_of(setup, team)), look, TEAMS)
    noticed = Doubts(tinged=discs_in(ROW, 0.025), strange=dict.fromkeys(ROW, strange))
    assert [chip.team for chip in turned_fives(evidence, noticed, [], frozenset(), look)] == [team] * told


@pytest.mark.parametrize(("lying", "noticed"), [(5, 5), (5, 2), (3, 3)])
def test_discs_under_which_little_print_is_gone_are_a_five_where_they_fill_one(lying: int, noticed: int) -> None:
    setup, team = "d0_green_oak", "g"
    look = look_of(setup)
    evidence = weigh(laid(setup, ROW[:lying], WHITE, ring_of(setup, team)), look, TEAMS)
    doubt = Doubts(bare=discs_in(ROW[:noticed], 0.2), unlike=dict.fromkeys(ROW, 0.02))
    found = turned_fives(evidence, doubt, [], frozenset(), look)
    assert [chip.team for chip in found] == [team] * (5 if noticed == 5 else 0)


@pytest.mark.parametrize(("covered", "told"), [((), 0), ((ROW[4], ROW[0] - 1), 4)])
def test_three_tell_a_fourth_where_the_fifth_cannot_be_seen(covered: tuple[int, ...], told: int) -> None:
    setup, team = "d0_green_oak", "g"
    look = look_of(setup)
    evidence = weigh(laid(setup, ROW[:4], WHITE, ring_of(setup, team)), look, TEAMS)
    doubt = doubts(evidence, [], np.zeros(evidence.value.shape, np.float32), look)
    noticed = Doubts(bare={space: doubt.bare[space] for space in ROW[:3]}, unlike=doubt.unlike)
    assert len(turned_fives(evidence, noticed, [], frozenset(covered), look)) == told


def test_a_disc_in_line_with_a_full_five_is_none_of_another() -> None:
    setup, team = "d0_green_oak", "g"
    look = look_of(setup)
    evidence = weigh(laid(setup, [ROW[0] - 2, *ROW], WHITE, ring_of(setup, team)), look, TEAMS)
    doubt = doubts(evidence, [], np.zeros(evidence.value.shape, np.float32), look)
    # Sixth and five with a gap between them: four of the five spaces on that side bear a disc.
    found = turned_fives(evidence, doubt, [], frozenset(), look)
    assert sorted(int(chip.across) for chip in found) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("down", "aslant"),
    [
        (range(33, 74, 10), range(47, 84, 9)),
        (range(45, 86, 10), range(35, 72, 9)),
        (range(45, 86, 10), range(35, 63, 9)),
    ],
    ids=["at its foot", "at its head", "four that are seen"],
)
def test_one_of_another_teams_five_in_line_with_a_full_five_stays_theirs(down: range, aslant: range) -> None:
    empty = board_of((240, 240, 240))
    played = empty.copy()
    for spaces, hue in ((down, 150), (aslant, -44)):
        for space in spaces:
            cv2.circle(played, middle_of(space), 9, (228, 228, 228), -1, cv2.LINE_AA)
            cv2.circle(
                played, middle_of(space), 4, tuple(240 * x for x in of_hue(np.radians(hue), 0.3)), 1, cv2.LINE_AA
            )
    look = drawn_look(empty, {"g": (150, 0.7, 0.8), "r": (-44, 0.8, 0.8)}, 0.29)
    evidence = weigh(played, look, TEAMS)
    discs = discs_in([*down, *aslant], 0.5)
    noticed = Doubts(bare=discs, unlike=dict.fromkeys(discs, 0.3))
    found = turned_fives(evidence, noticed, [], frozenset(), look)
    told = {int(chip.down) * 10 + int(chip.across): chip.team for chip in found}
    assert told == dict.fromkeys(down, "g") | dict.fromkeys(aslant, "r")


def test_one_disc_beside_a_full_five_is_none_of_another_that_is_hidden() -> None:
    setup, team = "d0_green_oak", "g"
    look, beside = look_of(setup), ROW[1] - 10
    evidence = weigh(laid(setup, [*ROW, beside], WHITE, ring_of(setup, team)), look, TEAMS)
    doubt = doubts(evidence, [], np.zeros(evidence.value.shape, np.float32), look)
    assert beside in doubt.bare
    under_an_arm = frozenset(range(ROW[1] % 10, beside, 10))
    found = turned_fives(evidence, doubt, [], under_an_arm, look)
    assert sorted((int(chip.down), int(chip.across)) for chip in found) == [divmod(space, 10) for space in ROW]


def test_a_chip_whose_colour_plainly_shows_is_none_of_a_turned_five() -> None:
    setup, team = "d0_green_oak", "g"
    look = look_of(setup)
    six = range(ROW[0] - 1, ROW[-1] + 1)
    evidence = weigh(laid(setup, six, WHITE, ring_of(setup, team)), look, TEAMS)
    doubt = doubts(evidence, [], np.zeros(evidence.value.shape, np.float32), look)
    found = turned_fives(evidence, doubt, [], frozenset(), look, faces=frozenset({six[0]}))
    assert sorted(int(chip.across) for chip in found) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(("steady", "own"), [(0.9, True), (0.3, False)])
def test_a_side_whose_ring_is_of_many_hues_says_nothing_about_its_own_team(steady: float, own: bool) -> None:
    setup, team = "d0_green_oak", "g"
    look = look_of(setup)
    evidence = weigh(laid(setup, ROW, WHITE, ring_of(setup, team)), look, TEAMS)
    doubt = doubts(evidence, [], np.zeros(evidence.value.shape, np.float32), look)
    first = doubt.bare[ROW[0]]._replace(team="b", white=True, steady=steady)
    noticed = replace(doubt, bare={space: doubt.bare[space] for space in ROW[1:]}, marked={})
    found = turned_fives(evidence, noticed, [first], frozenset(), look)
    assert {int(chip.across): chip.team for chip in found} == dict.fromkeys(range(3 if own else 2, 7), team)


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


@pytest.mark.parametrize(("setup", "name"), [("d2_deluxe_dark", "play_05"), ("d5_blue_checked", "play_03")])
def test_a_worn_white_face_is_told_by_the_others_of_its_five(setup: str, name: str) -> None:
    true = told(setup, name)
    row = sorted(space for space in true["flipped"] if not true["hidden"] or true["hidden"][space] == 0)
    worn = row[len(row) // 2]
    team = true["letters"][worn]
    reading = read_with(setup, [worn], WHITE, ring_of(setup, team), on=name)
    assert reading.letters[worn] == team
    assert worn in reading.flipped


@pytest.mark.parametrize(
    ("setup", "team"), [("d0_green_oak", "b"), ("d0_green_oak", "g"), ("d2_deluxe_dark", "r"), ("d5_blue_checked", "b")]
)
def test_a_chip_under_a_veil_of_glare_still_shows_its_own_face(setup: str, team: str) -> None:
    colour = look_of(setup).colour_of(team)
    veiled = tuple(0.65 + 0.35 * part for part in of_hue(colour.hue, colour.saturation))
    reading = read_with(setup, SPREAD, veiled, veiled)
    assert [reading.letters[space] for space in SPREAD] == [team] * len(SPREAD)
    assert not set(reading.flipped) & set(SPREAD)


@pytest.mark.parametrize(("unlike", "sure"), [(0.25, False), (0.2, False), (0.1, True), (-0.08, True)])
def test_a_stain_under_which_the_print_shows_is_hardly_one(unlike: float, sure: bool) -> None:
    assert (Doubts(stained={5: 0.5}, unlike={5: unlike}).empty(5) > 0.95) == sure


@pytest.mark.parametrize(("filled", "closed", "empty"), [(0.7, 1.0, False), (0.5, 1.0, True), (0.7, 0.85, True)])
def test_a_sharp_dark_disc_is_no_bare_board_even_on_print_of_its_colour(
    filled: float, closed: float, empty: bool
) -> None:
    disc = Chip("", 4.5, 4.5, filled, 0.0, white=False, closed=closed)
    assert (Doubts(marked={44: disc}, strange={44: 0.02}).empty(44) > 0.95) is empty


@pytest.mark.parametrize("red", [95, 110, 125])
def test_a_dark_red_chip_on_a_red_robe_is_no_bare_board(red: int) -> None:
    robes, played = range(20, 80, 7), range(20, 80, 14)
    empty = board_of((235, 238, 240))
    for across, down in map(middle_of, robes):
        cv2.rectangle(empty, (across - 9, down - 12), (across + 9, down + 12), (45, 42, 205), -1)
        for fold in range(-10, 15, 5):
            cv2.line(empty, (across - 9, down + fold), (across + 9, down + fold - 2), INK, 1, cv2.LINE_AA)
    picture = empty.copy()
    for across, down in map(middle_of, played):
        cv2.circle(picture, (across - 2, down - 2), 9, (38, 36, red), -1, cv2.LINE_AA)
    look = drawn_look(empty, {"b": (120, 0.67, 0.8), "r": (-30, 0.62, 0.5)}, 0.28)
    reading = read_straight(picture, look, ("b", "r"))
    assert {reading.letters[space] for space in played} <= {UNSURE, "r"}
    assert {reading.letters[space] for space in robes if space not in played} == {EMPTY}


def test_free_spaces_side_by_side_are_no_five_of_white_faces() -> None:
    look = replace(look_of("d0_green_oak"), free=frozenset(ROW))
    reading = read_straight(look.empty, look, TEAMS)
    assert reading.letters.count(FREE) == len(ROW)
    assert reading.flipped == ()
