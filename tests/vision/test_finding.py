"""The board is found by nobody's help: in drawings of every kind, and in cut-down camera pictures."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.equipment.board import load_layout, parse_layout
from tests.often import cases
from tests.vision.boards import draw_scene, off_by
from vision.finding.board import find_board
from vision.finding.found import BoardNotFound
from vision.finding.lattice import Plane
from vision.finding.nodes import lay_nodes

CLASSIC = load_layout("classic")
PICTURES = Path(__file__).parent / "pictures"
NOTHING = np.zeros((0, 2), int), np.zeros((0, 2))
"""No card was seen."""


def find(scene, layout=CLASSIC, **more):
    found = find_board(scene.picture, layout, **more)
    return found, off_by(found.mesh, scene.nodes)


@cases("seed", range(8), quick=1)
def test_an_empty_board_is_found_whatever_its_style_table_and_camera(seed):
    found, error = find(draw_scene(CLASSIC, seed, chips=0, hand=False))
    assert error < 0.08
    assert found.layout_fits
    assert found.confidence > 0.9


GAPS = {"gap": 0.06, "gap_down": 0.58, "ground": "grey", "aspect": 1.0, "border": 0.6, "fill": 0.9, "hand": False}


@cases("sideways", [True, False], quick=1)
@cases("tilt", [0.0, 25.0], quick=1)
def test_a_board_whose_rows_lie_far_apart_and_whose_columns_close_is_found(sideways, tilt):
    found, error = find(draw_scene(CLASSIC, 33, chips=0, tilt=tilt, sideways=sideways, **GAPS))
    assert error < 0.03
    assert found.layout_fits
    assert found.confidence > 0.9


@cases("seed", range(20, 25), quick=1)
def test_a_played_board_is_found_with_chips_and_hands_on_it(seed):
    found, error = find(draw_scene(CLASSIC, seed, chips=30, tilt=20.0, hand=seed % 2 == 0))
    assert error < 0.08
    assert found.layout_fits


@cases("seed", [0, 6, 10], quick=1)
def test_a_deck_with_a_colour_for_each_suit_tells_as_surely_which_way_up_it_lies(seed):
    found, error = find(draw_scene(CLASSIC, seed, chips=30, face="index", four_colours=True, tilt=20.0, hand=False))
    assert error < 0.08
    assert found.layout_fits
    assert found.confidence > 0.9


@cases("turn", [0, 90, 180, 270], quick=2)
def test_it_is_known_which_way_up_the_board_lies(turn):
    scene = draw_scene(CLASSIC, 3, chips=8, tilt=15.0, turn=float(turn), hand=False)
    found, error = find(scene)
    assert error < 0.08
    side = {0: "top", 90: "right", 180: "bottom", 270: "left"}[turn]
    assert f"at the {side} of the picture" in found.messages[0]


@cases("name", ["checkerboard", "jokers-inside"], quick=1)
def test_other_layouts_are_found_the_right_way_up_too(name):
    layout = load_layout(name)
    found, error = find(draw_scene(layout, 5, chips=4, tilt=10.0, hand=False), layout)
    assert error < 0.08
    assert found.layout_fits


def test_a_board_with_another_layout_than_told_is_found_and_said_not_to_fit():
    scene = draw_scene(CLASSIC, 8, chips=0, tilt=10.0, turn=0.0, hand=False)
    found, error = find(scene, load_layout("checkerboard"))
    assert not found.layout_fits
    assert "checkerboard" in found.messages[0]
    assert error < 0.08, "row 1 is then the one at the top of the picture"


def test_a_mirrored_picture_is_refused():
    scene = draw_scene(CLASSIC, 8, chips=0, tilt=10.0, hand=False)
    with pytest.raises(BoardNotFound, match="mirror"):
        find_board(np.ascontiguousarray(scene.picture[:, ::-1]), CLASSIC)


@cases("seed", (31, 32, 33), quick=1)
def test_bent_and_folded_boards_are_followed_node_by_node(seed):
    _, error = find(draw_scene(CLASSIC, seed, chips=0, tilt=25.0, wave=0.15, crease=True, hand=False))
    assert error < 0.06


@cases(("seed", "margin"), [(32, 0.25), (47, 0.25), (33, 0.5), (46, 0.5)], quick=1)
def test_where_neither_lines_nor_gaps_part_the_cards_their_pictures_tell_where_they_lie(seed, margin):
    paper = dict.fromkeys(("paper", "line", "border_colour"), (225, 235, 240))
    plain = {"table": "felt", "tilt": 20.0, "hand": False, "glare": False, "clutter": 0, "fov": 66.0, "wave": 0.0}
    shown = {"gap": 0.0, "face": "pips", "free": "star", "border": margin, "fill": 0.85, "exposure": 0.9}
    found, error = find(draw_scene(CLASSIC, seed, chips=0, size=(1230, 924), **paper, **plain, **shown))
    assert found.layout_fits
    assert error < 0.08


@cases(("seed", "border"), [(603, (60, 40, 30)), (609, (225, 235, 240)), (606, (60, 40, 30))], quick=2)
def test_a_board_without_lines_is_found_while_a_hand_breaks_its_outline(seed, border):
    paper = dict.fromkeys(("paper", "line"), (225, 235, 240))
    shown = {"gap": 0.0, "face": "pips", "border": 0.5, "tilt": 20.0, "glare": False, "clutter": 0, "wave": 0.0}
    scene = draw_scene(CLASSIC, seed, chips=0, size=(1230, 924), hand=True, border_colour=border, **paper, **shown)
    found, error = find(scene)
    assert found.layout_fits
    assert error < 0.08


def test_print_beside_a_faint_line_is_not_taken_for_it():
    wide, high, left, top = 60, 44, 100, 80
    picture = np.full((616, 820, 3), 228, np.uint8)
    for row, column in np.ndindex(10, 10):
        x, y, aside = left + column * wide, top + row * high, round(0.5 * (column - 4.5))
        for pip in (x + 8 - aside, x + wide - 8 - aside):
            cv2.rectangle(picture, (pip - 2, y + 3), (pip + 2, y + high - 3), (60, 60, 60), -1)
    for k in range(11):
        cv2.line(picture, (left + k * wide, top), (left + k * wide, top + 10 * high), (210, 210, 210), 1)
        cv2.line(picture, (left, top + k * high), (left + 10 * wide, top + k * high), (210, 210, 210), 1)
    noise = np.random.default_rng(1).normal(0, 14, picture.shape)
    plane = Plane(np.array([[wide, 0.0, left], [0.0, high, top], [0.0, 0.0, 1.0]]), 0.0, (0.0, 0.0), 1.0)
    nodes, _ = lay_nodes(np.clip(picture + noise, 0, 255).astype(np.uint8), plane, 10, 10, NOTHING)
    true = plane.to_picture(np.stack(np.meshgrid(np.arange(11.0), np.arange(11.0)), -1))
    assert np.abs((nodes - true) / (wide, high)).max() < 0.06


def test_a_line_printed_on_every_card_is_not_taken_for_one_between_them_where_cards_say_otherwise():
    wide, left, chance = 60, 110, np.random.default_rng(1)
    picture = np.full((820, 820, 3), 228.0)
    for row, column in np.ndindex(10, 10):
        x, y = left + column * wide, left + row * wide
        for across, down in chance.uniform(16, wide - 16, (5, 2)):
            cv2.circle(picture, (round(x + across), round(y + down)), 4, (60, 60, 60), -1)
        cv2.line(picture, (x + 7, y + 3), (x + 7, y + wide - 3), (60, 235, 255), 2)
    for k in range(11):
        cv2.line(picture, (left, left + k * wide), (left + 10 * wide, left + k * wide), (120, 120, 120), 1)
        cv2.line(picture, (left + k * wide, left), (left + k * wide, left + 10 * wide), (200, 200, 200), 1)
    plane = Plane(np.array([[wide, 0.0, left], [0.0, wide, left], [0.0, 0.0, 1.0]]), 0.0, (0.0, 0.0), 1.0)
    cards = np.stack(np.meshgrid(np.arange(2, 8), np.arange(2, 8)), -1).reshape(-1, 2)
    about = plane.to_picture(cards + 0.5 + chance.normal(0, 0.03, cards.shape))
    noisy = np.clip(picture + chance.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)
    nodes, _ = lay_nodes(noisy, plane, 10, 10, (cards, about))
    true = plane.to_picture(np.stack(np.meshgrid(np.arange(11.0), np.arange(11.0)), -1))
    assert np.abs(nodes - true).max() < 0.06 * wide


def test_corners_given_by_a_person_are_taken_up_and_made_exact():
    scene = draw_scene(CLASSIC, 9, chips=10, tilt=30.0, wave=0.1, hand=False)
    n = scene.nodes
    off = np.array([[4, -3], [-5, 2], [3, 4], [-2, -4]])
    corners = np.array([n[0, 0], n[0, -1], n[-1, -1], n[-1, 0]]) + off
    found, error = find(scene, corners=corners)
    assert error < 0.05
    assert found.layout_fits


def test_corners_given_the_wrong_way_round_are_noticed():
    scene = draw_scene(CLASSIC, 9, chips=0, tilt=10.0, hand=False)
    n = scene.nodes
    found, _ = find(scene, corners=[n[-1, -1], n[-1, 0], n[0, 0], n[0, -1]])
    assert not found.layout_fits
    assert "wrong way round" in found.messages[0]


def test_corners_of_nothing_are_not_called_the_wrong_way_round():
    noise = np.random.default_rng(3).integers(0, 256, (616, 820, 3), np.uint8)
    found = find_board(noise, CLASSIC, corners=[[100, 80], [400, 90], [410, 390], [95, 400]])
    assert not found.layout_fits
    assert "do not plainly fit" in found.messages[0]


@pytest.mark.parametrize("rows", [[["2H", "2H", "3D", "3D", "4C", "4C"]], [["2H", "3D"], ["3D", "2H"]]])
def test_a_layout_of_hardly_any_spaces_lies_on_no_classic_board(rows):
    scene = draw_scene(CLASSIC, 8, chips=0, tilt=10.0, turn=0.0, hand=False)
    with pytest.raises(BoardNotFound):
        find_board(scene.picture, parse_layout(rows, "tiny"), thorough=False)


@pytest.mark.parametrize("corners", [[[0, 0]], [[5, 5], [5, 5], [5, 5], [5, 5]], [[0, 0], [9, np.nan], [9, 9], [0, 9]]])
def test_corners_that_enclose_nothing_are_refused_in_words(corners):
    with pytest.raises(BoardNotFound, match="corners"):
        find_board(np.full((616, 820, 3), 90, np.uint8), CLASSIC, corners=corners)


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((616, 820, 3), np.uint8),
        np.full((616, 820, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 255, (616, 820, 3), np.uint8),
    ],
    ids=["black", "white", "noise"],
)
def test_where_there_is_no_board_none_is_found(picture):
    with pytest.raises(BoardNotFound):
        find_board(picture, CLASSIC)


def test_a_table_with_cards_and_chips_but_no_board_is_refused():
    scene = draw_scene(CLASSIC, 4, chips=0, table="checked", clutter=8)
    covered = scene.picture.copy()
    hull = cv2.convexHull(scene.nodes.reshape(-1, 2).astype(np.int32))
    cv2.fillConvexPoly(covered, hull, (60, 90, 120))
    with pytest.raises(BoardNotFound):
        find_board(covered, CLASSIC)


def rows_of_keys(rows, columns, seed):
    """What is laid out in rows and is no board: keys with a letter, or the days of a calendar."""
    chance = np.random.default_rng(seed)
    picture = np.full((616, 820, 3), (70, 110, 150), np.uint8)
    wide, high = 700 // columns, 520 // rows
    for row in range(rows):
        for column in range(columns):
            x, y = 60 + column * wide, 48 + row * high
            cv2.rectangle(picture, (x + 2, y + 2), (x + wide - 3, y + high - 3), (235, 238, 240), -1)
            ink = (30, 30, 190) if chance.random() < 0.3 else (30, 30, 30)
            cv2.putText(picture, chr(65 + int(chance.integers(26))), (x + 8, y + high - 12), 0, 0.8, ink, 2)
    return picture


@cases(
    ("rows", "columns", "seed"), [(*at, seed) for seed in range(3) for at in ((9, 9), (6, 15), (6, 7), (8, 8))], quick=1
)
def test_what_is_only_laid_out_in_rows_is_no_board(rows, columns, seed):
    with pytest.raises(BoardNotFound):
        find_board(rows_of_keys(rows, columns, seed), CLASSIC)


@cases("seed", [0, 21, 31], quick=1)
def test_forty_cards_that_chips_and_a_hand_leave_are_enough(seed):
    scene = draw_scene(CLASSIC, seed, chips=60, tilt=38.0, hand=True)
    found = find_board(scene.picture, CLASSIC)
    assert found.layout_fits
    assert off_by(found.mesh, scene.nodes) < 0.08


@cases("seed", [8, 15], quick=1)
def test_pale_lines_hardly_darker_than_the_paper_part_the_cards(seed):
    pale = {"gap": 0.0, "paper": (225, 235, 235), "line": (222, 212, 205), "line_width": 2, "face": "pips"}
    calm = {"hand": False, "glare": False, "noise": 2.0, "exposure": 0.9, "shade": 0.1, "tilt": 20.0, "fill": 0.7}
    scene = draw_scene(CLASSIC, seed, chips=0, size=(1640, 1232), free="star", **pale, **calm)
    assert off_by(find_board(scene.picture, CLASSIC).mesh, scene.nodes) < 0.08


@cases("seed", range(3), quick=1)
def test_cards_that_lie_otherwise_are_not_taken_for_the_layout(seed):
    cards = [card for card in CLASSIC.cards if card]
    np.random.default_rng(seed).shuffle(cards)
    shuffled = tuple(cards.pop() if card else None for card in CLASSIC.cards)
    scene = draw_scene(replace(CLASSIC, cards=shuffled, own_design=True), seed, chips=25, tilt=30.0, hand=False)
    try:
        fits = find_board(scene.picture, CLASSIC).layout_fits
    except BoardNotFound:
        fits = False
    assert not fits


def test_a_board_in_the_dusk_is_found_as_by_day():
    scene = draw_scene(CLASSIC, 12, chips=0, tilt=20.0, hand=False, noise=1.0)
    dusk = (scene.picture * 0.12).astype(np.uint8)
    found = find_board(dusk, CLASSIC)
    assert off_by(found.mesh, scene.nodes) < 0.08
    assert found.layout_fits


def test_half_a_board_in_the_picture_is_refused():
    scene = draw_scene(CLASSIC, 6, chips=0, tilt=5.0, turn=0.0, hand=False)
    middle = int(scene.nodes[:, 5, 0].mean())
    with pytest.raises(BoardNotFound):
        find_board(np.ascontiguousarray(scene.picture[:, :middle]), CLASSIC)


@pytest.mark.parametrize(
    "thing",
    [np.zeros((600, 800), np.uint8), np.zeros((600, 800, 3)), np.zeros((10, 10, 3), np.uint8), "board.jpg", None],
    ids=["grey", "floats", "tiny", "text", "nothing"],
)
def test_what_is_no_picture_is_refused_in_words(thing):
    with pytest.raises(BoardNotFound) as refused:
        find_board(thing, CLASSIC)
    assert "picture" in refused.value.reason


@cases("scale", [2.0, 1.0, 4.0], quick=1)
def test_a_larger_picture_changes_nothing_but_the_scale(scale):
    scene = draw_scene(CLASSIC, 12, chips=10, tilt=20.0, hand=False)
    large = cv2.resize(scene.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    found = find_board(large, CLASSIC)
    assert off_by(found.mesh, (scene.nodes + 0.5) * scale - 0.5) < 0.08


def test_light_noise_and_compression_move_no_node_by_more_than_a_few_hundredths():
    scene = draw_scene(CLASSIC, 14, chips=12, tilt=20.0, hand=False, noise=2.0, exposure=0.9)
    first = find_board(scene.picture, CLASSIC).mesh
    dim = np.clip(scene.picture * 0.6 + 10, 0, 255).astype(np.uint8)
    grain = np.random.default_rng(0).normal(0, 6, scene.picture.shape)
    noisy = np.clip(scene.picture + grain, 0, 255).astype(np.uint8)
    poor = cv2.imdecode(cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 45])[1], cv2.IMREAD_COLOR)
    for other in (dim, noisy, poor):
        assert off_by(find_board(other, CLASSIC).mesh, first.nodes.astype(float)) < 0.03


def test_the_picture_is_left_as_it_was():
    scene = draw_scene(CLASSIC, 15, chips=0)
    before = scene.picture.copy()
    find_board(scene.picture, CLASSIC)
    assert np.array_equal(before, scene.picture)


@pytest.mark.parametrize("name", sorted(json.loads((PICTURES / "truth.json").read_text())) if PICTURES.exists() else [])
def test_camera_pictures_of_boards_are_found(name):
    corners = np.array(json.loads((PICTURES / "truth.json").read_text())[name]["corners"])
    found = find_board(cv2.imread(str(PICTURES / name)), CLASSIC)
    space = np.linalg.norm(corners[0] - corners[1]) / 10
    assert found.layout_fits
    assert np.linalg.norm(found.mesh.corners - corners, axis=1).max() < 0.25 * space


def test_the_outline_of_a_small_board_is_enough_where_its_lines_are_too_fine():
    far = {"tilt": 10.0, "fill": 0.25, "hand": False, "glare": False, "blur": 0.5, "wave": 0.0}
    scene = draw_scene(CLASSIC, 208, chips=0, size=(1640, 1232), **far)
    for thorough in (False, True):
        found = find_board(scene.picture, CLASSIC, thorough=thorough)
        assert found.layout_fits
        assert off_by(found.mesh, scene.nodes) < 0.08


@cases("seed", [202, 205, 212], quick=1)
def test_a_board_that_is_small_in_the_picture_is_sought_with_more_pixels(seed):
    far = {"tilt": 10.0, "fill": 0.25, "hand": False, "glare": False, "blur": 0.5, "wave": 0.0}
    scene = draw_scene(CLASSIC, seed, chips=0, size=(1640, 1232), **far)
    with pytest.raises(BoardNotFound):
        find_board(scene.picture, CLASSIC, thorough=False)
    found = find_board(scene.picture, CLASSIC)
    assert found.layout_fits
    assert off_by(found.mesh, scene.nodes) < 0.08
