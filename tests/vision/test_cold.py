"""A board nobody measured: chips are read that their twin says nothing about; what is covered is not read."""

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.equipment.board import load_layout
from hardware.simulated import SimulatedTable
from hardware.tabletop.scene import Laid
from tests.vision.boards import draw_scene
from vision.classify.discs import Chip
from vision.cold.discs import of_print
from vision.cold.reading import read_cold
from vision.cold.whites import may_be_turned
from vision.finding.board import find_board
from vision.finding.found import BoardNotFound
from vision.rectify.pictures import PictureError

CLASSIC = load_layout("classic")
RED, GREEN, BLUE = (40, 40, 190), (60, 130, 40), (150, 60, 30)
PICTURES = Path(__file__).parent / "pictures"


def _lay(scene, chips, size=0.25):
    """Discs of (space, colour, pixels to the right of its middle) on a board; as large as chips are, or another part of
    a space."""
    for space, colour, aside in chips:
        corners = scene.nodes[space // 10 : space // 10 + 2, space % 10 : space % 10 + 2].reshape(4, 2)
        across, down = corners.mean(axis=0)
        axes = np.linalg.norm(corners[1] - corners[0]) * size, np.linalg.norm(corners[2] - corners[0]) * size
        cv2.ellipse(scene.picture, ((across + aside, down), (2 * axes[0], 2 * axes[1]), 0), colour, -1, cv2.LINE_AA)


def _empty_board(seed, tilt=15.0):
    return draw_scene(
        CLASSIC, seed, chips=0, tilt=tilt, size=(1230, 924), fill=0.9, hand=False, glare=False, blur=0.5, noise=2.0
    )


def _discs(places, team="r"):
    return {
        space: Chip(team, space % 10 + 0.5 + across, space // 10 + 0.5 + down, 1.0, 0.0, white=False)
        for space, (across, down) in places.items()
    }


@pytest.mark.parametrize("margin", [(255, 255, 255), (90, 110, 130)], ids=["white", "grey"])
def test_a_picture_with_a_plain_margin_is_read_as_without_it(margin):
    scene = _empty_board(3)
    _lay(scene, [(44, BLUE, 0), (67, RED, 3), (71, GREEN, 0)])
    within = cv2.copyMakeBorder(scene.picture, 250, 400, 0, 0, cv2.BORDER_CONSTANT, value=margin)
    assert read_cold(within, CLASSIC).reading.letters == read_cold(scene.picture, CLASSIC).reading.letters


def test_a_picture_without_colours_is_refused_for_chips_cannot_be_told_by_it():
    scene = _empty_board(3)
    _lay(scene, [(44, BLUE, 0), (67, RED, 3)])
    grey = cv2.cvtColor(cv2.cvtColor(scene.picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    with pytest.raises(PictureError, match="no colours"):
        read_cold(grey, CLASSIC)


@pytest.mark.parametrize("row", [300, 740])
def test_a_picture_that_broke_off_before_the_end_of_the_board_is_refused(row):
    picture = _empty_board(3).picture
    broken = cv2.copyMakeBorder(picture[:row], 0, 924 - row, 0, 0, cv2.BORDER_CONSTANT, value=(128, 128, 128))
    with pytest.raises(PictureError, match="torn"):
        read_cold(broken, CLASSIC)


def test_discs_in_the_same_place_of_both_spaces_of_most_cards_are_pips():
    pairs = {min(space, twin): max(space, twin) for space, twin in CLASSIC.twins.items()}
    cards = [pair for pair in pairs.items() if re.fullmatch("([2-9]|10)[HD]", CLASSIC.cards[pair[0]] or "")]
    pips = {space: (0.1, 0.05) for pair in cards[:6] for space in pair}
    assert set(pips) <= of_print(_discs(pips), CLASSIC)
    outwards = {space: (0.05, -0.1) if number % 2 else place for number, (space, place) in enumerate(pips.items())}
    assert set(outwards) <= of_print(_discs(outwards), CLASSIC)
    chance = np.random.default_rng(3)
    laid = {space: tuple(chance.normal(0, 0.12, 2)) for space in pips}
    assert not of_print(_discs(laid), CLASSIC)


@pytest.mark.parametrize(
    ("alike", "ringed", "turned"),
    [
        ({97, 98}, {97, 98}, False),
        ({18, 28, 38}, {18}, False),
        ({18, 28, 38, 47, 57}, {47, 57}, False),
        ({18, 28, 38}, {18, 38}, True),
        ({96, 97, 98}, {96, 98}, True),
        ({18, 28, 38, 58}, {38}, True),
    ],
    ids=["two by a corner", "one ring", "rings elsewhere", "two rings", "two rings by a corner", "four"],
)
def test_what_looks_like_white_sides_is_print_unless_enough_of_a_five_are_seen(alike, ringed, turned):
    assert may_be_turned(alike, ringed, CLASSIC) == turned


def test_discs_far_aside_in_the_same_place_of_many_cards_are_the_halves_of_pips():
    spaces = [space for space in range(11, 89, 4) if (CLASSIC.card_at(space) or "K")[0] not in "KQJ"]
    halves = {space: ((0.1, -0.33), (-0.12, 0.34), (0.32, 0.09))[number % 3] for number, space in enumerate(spaces)}
    laid = {12: (0.02, 0.1), 34: (-0.2, 0.3), 58: (0.0, -0.05)}
    assert of_print(_discs(halves | laid), CLASSIC) == set(halves)
    chance = np.random.default_rng(3)
    assert not of_print(_discs({space: tuple(chance.uniform(-0.4, 0.4, 2)) for space in spaces}), CLASSIC)


@pytest.mark.parametrize(("seed", "size"), [(40, 0.18), (42, 0.19)])
def test_a_red_spot_that_is_smaller_than_the_chips_is_doubted_for_pips_are_red(seed, size):
    scene = _empty_board(seed)
    _lay(scene, [(22, GREEN, 2), (37, BLUE, -2), (71, GREEN, 0), (55, BLUE, 3), (13, RED, 2), (86, RED, -3)])
    _lay(scene, [(34, RED, 3)], size)
    letters = read_cold(scene.picture, CLASSIC).reading.letters
    assert letters[34] == "?"
    assert letters[13] == letters[86] == "r"


@pytest.mark.parametrize("seed", [40, 42])
def test_chips_in_which_a_yellow_lamp_mirrors_are_read_by_others_that_lie_in_plain_light(seed):
    scene = _empty_board(seed)
    _lay(scene, [(22, GREEN, 2), (37, BLUE, -2), (71, GREEN, 0), (55, BLUE, 3), (12, GREEN, 1), (83, GREEN, 0)])
    twins = CLASSIC.spaces_of("7S")
    _lay(scene, [(space, (40, 150, 120), 0) for space in twins])
    _lay(scene, [(space, GREEN, -3) for space in twins], 0.17)
    letters = read_cold(scene.picture, CLASSIC).reading.letters
    assert [letters[space] for space in twins] == ["g", "g"]


@pytest.mark.parametrize(("seed", "card"), [(40, "KH"), (42, "QD")])
def test_chips_on_both_spaces_of_a_court_card_are_at_least_doubted_whatever_mirrors_in_them(seed, card):
    scene = _empty_board(seed)
    plain = [(13, RED, 2), (86, RED, -3), (67, RED, 0), (64, RED, 1), (22, GREEN, 2), (37, BLUE, -2)]
    twins = CLASSIC.spaces_of(card)
    _lay(scene, [*plain, *((space, RED, 0) for space in twins)])
    _lay(scene, [(space, (110, 110, 235), 4) for space in twins], 0.1)
    letters = read_cold(scene.picture, CLASSIC).reading.letters
    assert all(letters[space] in "r?" for space in twins), [letters[space] for space in twins]


@pytest.mark.parametrize("seed", [40, 42])
def test_chips_of_one_team_on_both_spaces_of_a_card_are_no_print(seed):
    scene = _empty_board(seed)
    cards = {"7S": BLUE, "5D": GREEN, "9C": RED}
    _lay(scene, [(space, colour, 0) for card, colour in cards.items() for space in CLASSIC.spaces_of(card)])
    letters = read_cold(scene.picture, CLASSIC).reading.letters
    for card, team in zip(cards, "bgr", strict=True):
        assert [letters[space] for space in CLASSIC.spaces_of(card)] == [team, team], letters
    assert sum(letter in "bgr" for letter in letters) == 6


def test_a_chip_is_read_though_the_other_space_of_its_card_is_covered():
    scene = _empty_board(42)
    arm = [scene.nodes[row, column] for row, column in ((3, 3), (3, 5), (10, 6), (10, 2))]
    cv2.fillPoly(scene.picture, [np.array(arm, np.int32)], (120, 150, 205), cv2.LINE_AA)
    twins = [next(s for s in CLASSIC.spaces_of(CLASSIC.card_at(space)) if s != space) for space in (43, 54, 63)]
    assert all(not 2 <= space % 10 <= 6 or space < 30 for space in twins)
    _lay(scene, [(space, colour, 3) for space, colour in zip(twins, (BLUE, GREEN, RED), strict=True)])
    letters = read_cold(scene.picture, CLASSIC).reading.letters
    assert [letters[space] for space in twins] == ["b", "g", "r"], letters


@pytest.mark.parametrize("seed", [5, 7])
def test_white_chips_are_read_beside_chips_on_the_other_spaces_of_their_cards(seed):
    table = SimulatedTable(seed=seed, seats="blue green", live=False, speed=1e6)
    row = [52, 53, 54, 55, 56]
    twins = [next(s for s in CLASSIC.spaces_of(CLASSIC.card_at(space)) if s != space) for space in row]
    chips = {space: Laid("g", 0.2, 0.1, 0.0, True) for space in row}
    chips |= {space: Laid("b", 0.0, 0.0, 0.0, False) for space in twins[:3]}
    chips |= {space: Laid("g", 0.0, 0.0, 0.0, False) for space in (22, 66, 77)}
    with table:
        table.scene.show(chips)
        reading = read_cold(table.scene.still, CLASSIC).reading
    assert "".join(reading.letters[space] for space in row) == "ggggg", reading.letters
    assert reading.flipped == tuple(row)
    assert all(reading.letters[space] == "b" for space in twins[:3])


def test_a_straight_five_of_white_chips_is_read_though_every_twin_bears_a_chip():
    table = SimulatedTable(seed=5, seats="blue green", live=False, speed=1e6)
    row = [52, 53, 54, 55, 56]
    twins = [next(s for s in CLASSIC.spaces_of(CLASSIC.card_at(space)) if s != space) for space in row]
    chips = {space: Laid("g", 0.2, 0.1, 0.0, True) for space in row}
    chips |= {space: Laid("b", 0.0, 0.0, 0.0, False) for space in twins}
    chips |= {space: Laid("g", 0.0, 0.0, 0.0, False) for space in (22, 66, 77)}
    with table:
        table.scene.show(chips)
        letters = read_cold(table.scene.still, CLASSIC).reading.letters
    assert "".join(letters[space] for space in row) == "ggggg", letters


@pytest.mark.parametrize(
    ("spaces", "letters"),
    [((23, 24, 25, 26, 27), {"r"}), ((24, 47, 63, 75, 82), {".", "?"})],
    ids=["five", "scattered"],
)
def test_rings_that_lie_in_no_straight_five_are_read_as_no_white_chips(spaces, letters):
    scene = _empty_board(45)
    for space in spaces:
        corners = scene.nodes[space // 10 : space // 10 + 2, space % 10 : space % 10 + 2].reshape(4, 2)
        middle, radius = corners.mean(axis=0).astype(int), np.linalg.norm(corners[1] - corners[0]) * 0.25
        cv2.circle(scene.picture, middle, int(radius), (235, 235, 235), -1, cv2.LINE_AA)
        cv2.circle(scene.picture, middle, int(radius * 0.72), RED, max(2, int(radius * 0.2)), cv2.LINE_AA)
    reading = read_cold(scene.picture, CLASSIC).reading
    assert {reading.letters[space] for space in spaces} <= set(letters)


@pytest.mark.parametrize("seed", [40, 42])
def test_a_bleached_chip_is_doubted_where_the_other_space_of_its_card_is_empty(seed):
    scene = _empty_board(seed)
    bleached = [CLASSIC.spaces_of(card)[0] for card in ("7S", "9D", "10C")]
    before = read_cold(scene.picture, CLASSIC).reading.letters
    assert before.count("?") <= 2
    _lay(scene, [(space, (205, 225, 190), 2) for space in bleached])
    letters = read_cold(scene.picture, CLASSIC).reading.letters
    assert [letters[space] for space in bleached] == ["?"] * 3, letters
    assert letters.count("?") <= before.count("?") + 4


@pytest.mark.parametrize(
    ("shade", "team"),
    [((69, 25, 164), "r"), ((20, 105, 215), "r"), ((110, 140, 20), "g"), ((25, 205, 180), "g"), ((165, 45, 75), "b")],
    ids=["raspberry", "amber", "sea", "lime", "violet"],
)
def test_chips_of_a_shade_nobody_expects_are_told_by_one_another(shade, team):
    scene = _empty_board(42)
    spaces = (24, 37, 51, 66, 73)
    _lay(scene, [(space, shade, 2) for space in spaces])
    letters = read_cold(scene.picture, CLASSIC).reading.letters
    assert "".join(letters[space] for space in spaces) == team * 5, letters
    assert sum(letter in "bgr" for letter in letters) == 5


def test_violet_chips_beside_blue_ones_are_those_of_the_red_team():
    scene = _empty_board(42)
    laid = dict.fromkeys((24, 37, 51, 66, 73), "r") | dict.fromkeys((22, 45, 58, 71), "b")
    colours = {"r": (115, 40, 95), "b": BLUE}
    _lay(scene, [(space, colours[team], 2) for space, team in laid.items()])
    letters = read_cold(scene.picture, CLASSIC).reading.letters
    assert {space: letter for space, letter in enumerate(letters) if letter in "bgr"} == laid


def test_what_all_queens_bear_in_the_same_place_is_no_chip():
    scene = _empty_board(40)
    queens = [space for space in range(100) if (CLASSIC.card_at(space) or "").startswith("Q")]
    _lay(scene, [(space, RED, 0) for space in queens])
    assert "r" not in read_cold(scene.picture, CLASSIC).reading.letters


@pytest.mark.parametrize(
    ("seed", "colour"),
    [(40, (120, 150, 205)), (42, (245, 245, 245)), (40, (60, 40, 35))],
    ids=["skin", "white", "dark"],
)
def test_what_an_arm_covers_is_hidden_and_makes_hardly_any_chip_of_the_print_elsewhere(colour, seed):
    scene = draw_scene(CLASSIC, seed, chips=0, tilt=20.0, fill=0.9, hand=False, glare=False, blur=0.5, noise=2.0)
    picture = scene.picture.copy()
    arm = [scene.nodes[row, column] for row, column in ((3, 3), (3, 5), (10, 6), (10, 2))]
    cv2.fillPoly(picture, [np.array(arm, np.int32)], colour, cv2.LINE_AA)
    letters = read_cold(picture, CLASSIC).reading.letters
    covered = [row * 10 + column for row in range(4, 9) for column in (3, 4)]
    assert all(letters[space] == "#" for space in covered), letters
    assert sum(letters[space] in "bgr" for space in range(100)) <= 4, letters
    assert letters.count(".") >= 50


def test_large_chips_are_not_taken_for_something_that_covers_their_spaces():
    scene = draw_scene(CLASSIC, 29, size=(1230, 924), tilt=25.0, chips=40, hand=False, glare=False)
    reading = read_cold(scene.picture, CLASSIC).reading
    assert sum(reading.letters[space] == team for space, team in scene.chips.items()) >= 36
    assert reading.confidence.max() < 1.0


def test_a_hand_on_a_camera_picture_hides_what_lies_under_it():
    told = json.loads((PICTURES / "truth.json").read_text())
    assert "blue_checked_hand.jpg" in told
    letters = read_cold(cv2.imread(str(PICTURES / "blue_checked_hand.jpg")), CLASSIC).reading.letters
    assert letters.count("#") >= 5


@pytest.mark.parametrize("seed", [40, 47])
def test_grounds_of_other_colours_beneath_the_two_spaces_of_a_card_are_no_chips(seed):
    fixed = {"gap": 0.35, "ground": "blocks", "tilt": 15.0, "fill": 0.9, "hand": False, "glare": False, "noise": 2.0}
    scene = draw_scene(CLASSIC, seed, chips=24, size=(1230, 924), blur=0.5, **fixed)
    letters = read_cold(scene.picture, CLASSIC).reading.letters
    told = "".join("*" if card is None else scene.chips.get(space, ".") for space, card in enumerate(CLASSIC.cards))
    assert sum(one != other for one, other in zip(letters, told, strict=True)) <= 1, letters


@pytest.mark.parametrize("seed", [41, 43])
def test_under_a_box_as_white_as_the_cards_nothing_is_claimed(seed):
    scene = _empty_board(seed)
    corners = np.array([scene.nodes[row, column] for row, column in ((2, 3), (2, 8), (7, 8), (7, 3))], np.int32)
    cv2.fillPoly(scene.picture, [corners], (232, 236, 238), cv2.LINE_AA)
    for row, word in ((3, "GAME"), (4, "OF CARDS"), (6, "FOR TWO")):
        across, down = scene.nodes[row, 4].astype(int).tolist()
        cv2.putText(scene.picture, word, (across - 20, down + 30), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (90, 40, 30), 5)
    letters = read_cold(scene.picture, CLASSIC).reading.letters
    under = [row * 10 + column for row in range(2, 7) for column in range(3, 8)]
    assert not any(letters[space] in "bgr" for space in under), letters
    assert sum(letters[space] == "." for space in under) <= 2, letters
    assert sum(letter in "bgr" for letter in letters) == 0


def test_a_board_of_another_layout_is_not_read_but_named_as_such():
    scene = draw_scene(load_layout("checkerboard"), 41, chips=0, tilt=20.0, hand=False)
    with pytest.raises(BoardNotFound, match="layout classic"):
        read_cold(scene.picture, CLASSIC)


def test_a_board_is_read_on_which_no_space_is_plainly_bare():
    scene = _empty_board(42)
    found = find_board(scene.picture, CLASSIC)
    covered = scene.nodes[0, 0], scene.nodes[0, 5], scene.nodes[10, 5], scene.nodes[10, 0]
    cv2.fillPoly(scene.picture, [np.array(covered, np.int32)], (120, 150, 205), cv2.LINE_AA)
    _lay(scene, [(one, BLUE, 2) for one, other in CLASSIC.twins.items() if one < other and one % 10 > 4 < other % 10])
    letters = read_cold(scene.picture, CLASSIC, found=found).reading.letters
    assert letters.count("#") >= 35, letters
    assert letters.count("b") >= 8, letters
