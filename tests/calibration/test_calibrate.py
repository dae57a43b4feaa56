"""Measuring a table: what is said of it, and what is refused."""

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate, parse_chips
from calibration.usable import CalibrationError
from engine.equipment.board import load_layout
from hardware.simulated import SimulatedTable
from hardware.tabletop.boards import STYLES
from hardware.tabletop.scene import Laid
from tests.often import cases
from tests.vision.boards import draw_scene
from vision.read.inputs import GAMMA, paper_of
from vision.read.teams import apart

LAYOUT = load_layout("classic")
E5 = LAYOUT.space("e5")


def white_of(look):
    """Grey levels of the paper in each space."""
    return 255 * paper_of(look.empty) ** (1 / GAMMA)


def chip_of(look, team):
    """The colour of a team's chips as it was measured."""
    return next(one for one in look.chips if one.team == team)


@pytest.fixture(scope="module")
def table():
    return SimulatedTable(seed=7, seats="blue green", live=False, size=(1024, 768), clutter=False, orientation=1)


@pytest.fixture(scope="module")
def chips(table):
    return parse_chips(" ".join(f"{team}:{space}" for team, space in table.color_chips.items()), LAYOUT)


@pytest.fixture(scope="module")
def measured(table, chips):
    return calibrate(table.empty_picture(), table.colors_picture(), chips, layout=LAYOUT)


@pytest.fixture(scope="module")
def without_chips(table):
    return calibrate(table.empty_picture(), layout=LAYOUT)


def test_a_table_is_measured_and_described_in_sentences(measured, table):
    off = np.linalg.norm(measured.look.mesh.nodes - np.asarray(table.nodes), axis=2)
    assert off.mean() < 2.0
    assert {chip.team for chip in measured.look.chips if chip.measured} == {"b", "g"}
    assert any("Row 1" in sentence for sentence in measured.report)
    assert any("% sure" in sentence for sentence in measured.report)
    assert any("told apart well" in sentence for sentence in measured.report)
    assert measured.separation > 20


def test_without_chips_ordinary_colours_are_expected(without_chips):
    assert not any(chip.measured for chip in without_chips.look.chips)
    assert any("ordinary" in sentence for sentence in without_chips.report)


def test_a_second_board_in_the_picture_is_told(table, without_chips):
    other = SimulatedTable(seed=9, seats="blue green", live=False, size=(1024, 768), clutter=False)
    said = calibrate(np.hstack([table.empty_picture(), other.empty_picture()]), layout=LAYOUT).warnings
    assert any("Two boards are in the picture" in sentence for sentence in said)
    assert not any("Two boards" in sentence for sentence in without_chips.warnings)


def test_an_exposure_that_burns_out_the_paper_is_named_and_taken_for_no_lamp(table, without_chips):
    paper = np.median(white_of(without_chips.look))
    said = calibrate(cv2.convertScaleAbs(table.empty_picture(), alpha=265.0 / paper), layout=LAYOUT).warnings
    assert any("paper is burnt out" in sentence and "exposure" in sentence for sentence in said)
    assert not any("A lamp mirrors" in sentence for sentence in said)
    assert not any("burnt out" in sentence for sentence in without_chips.warnings)


def test_a_chip_in_which_a_lamp_mirrors_is_named_and_measured_by_what_is_left_of_it(table, chips, measured):
    picture = table.colors_picture().copy()
    around, size, turn = _chip_on(chips["b"], table, measured)
    lamp = [0.75 * part for part in size]
    cv2.ellipse(picture, (_middle_of_blue(picture, around), lamp, turn), (255, 255, 255), -1)
    again = calibrate(table.empty_picture(), picture, chips, layout=LAYOUT)
    assert any("A lamp mirrors in the blue chip" in sentence for sentence in again.warnings)
    assert [chip.team for chip in again.look.chips if chip.measured] == ["b", "g"]


def _chip_on(space, table, measured):
    """The corners of a space in the picture, and the width, height and turn of a chip there; pixels and degrees."""
    row, column = divmod(space, LAYOUT.columns)
    around = np.asarray(table.nodes).reshape(11, 11, 2)[row : row + 2, column : column + 2].reshape(4, 2)
    sides = [float(np.linalg.norm(around[k] - around[0])) for k in (1, 2)]
    size = [0.5 * side for side in sides]
    return around, size, float(np.degrees(np.arctan2(*(around[1] - around[0])[::-1])))


def _middle_of_blue(picture, around):
    (left, top), (right, bottom) = around.min(axis=0).astype(int), around.max(axis=0).astype(int)
    part = picture[top:bottom, left:right].astype(int)
    rows, columns = np.nonzero(part[..., 0] - part[..., 2] > 60)
    return float(left + columns.mean()), float(top + rows.mean())


def test_a_chip_that_is_not_where_it_was_said_to_lie_is_missed(table):
    with pytest.raises(CalibrationError, match="No blue chip can be seen on b9"):
        calibrate(table.empty_picture(), table.colors_picture(), {"b": LAYOUT.space("b9")}, layout=LAYOUT)


def test_chips_named_the_wrong_way_round_are_refused_with_the_right_words(table, chips):
    wrong = {"b": chips["g"], "g": chips["b"]}
    right = f"blue:{LAYOUT.name_of(chips['b'])} green:{LAYOUT.name_of(chips['g'])}"
    with pytest.raises(CalibrationError, match=f"each other's spaces.*{right}"):
        calibrate(table.empty_picture(), table.colors_picture(), wrong, layout=LAYOUT)
    with pytest.raises(CalibrationError, match="each other's spaces"):
        calibrate(table.empty_picture(), table.colors_picture(), wrong, layout=LAYOUT, anyway=True)


def test_a_chip_that_looks_like_another_teams_is_refused_unless_a_person_knows_better(table, chips):
    told = table.empty_picture(), table.colors_picture(), {"g": chips["b"]}
    with pytest.raises(CalibrationError, match=r"looks blue, not green.*--anyway"):
        calibrate(*told, layout=LAYOUT)
    kept = calibrate(*told, layout=LAYOUT, anyway=True).look
    assert chip_of(kept, "g").colour[0] > chip_of(kept, "g").colour[2]


@pytest.mark.parametrize("colour", [(0.42, 0.38, 0.44), (0.5, 0.45, 0.52)])
def test_a_chip_of_hardly_any_colour_is_measured_where_it_was_said_to_lie(table, measured, colour):
    picture = table.empty_picture().copy()
    grey = [float(part * white) for part, white in zip(colour, white_of(measured.look)[4, 4], strict=True)]
    _lay_on_e5(picture, table, measured, grey)
    again = calibrate(table.empty_picture(), picture, {"r": E5}, layout=LAYOUT, mesh=measured.look.mesh)
    assert again.warnings == measured.warnings
    assert chip_of(again.look, "r").colour == pytest.approx([part**2.2 for part in colour], abs=0.05)


@pytest.mark.parametrize("grey", [0.85, 1.0])
@pytest.mark.parametrize("team", ["b", "g", "r"])
def test_a_disc_as_pale_as_paper_is_taken_for_no_chip(table, measured, team, grey):
    picture = table.empty_picture().copy()
    _lay_on_e5(picture, table, measured, (grey * white_of(measured.look)[4, 4]).tolist())
    with pytest.raises(CalibrationError, match="chip can be seen on e5"):
        calibrate(table.empty_picture(), picture, {team: E5}, layout=LAYOUT, mesh=measured.look.mesh)


@pytest.mark.parametrize("team", ["b", "g", "r"])
def test_violet_chips_are_those_of_the_team_they_are_named_for(table, measured, team):
    picture = table.empty_picture().copy()
    _lay_on_e5(picture, table, measured, (140, 40, 90))
    again = calibrate(table.empty_picture(), picture, {team: E5}, layout=LAYOUT, mesh=measured.look.mesh)
    assert [chip.team for chip in again.look.chips if chip.measured] == [team]


def _lay_on_e5(picture, table, measured, colour, part=1.0):
    """Fills the disc of a chip in the middle of e5, or the inner `part` of its width and height, with a colour."""
    around, size, turn = _chip_on(E5, table, measured)
    middle = tuple(float(one) for one in around.mean(axis=0))
    cv2.ellipse(picture, (middle, [part * side for side in size], turn), colour, -1)


def test_the_two_pictures_given_the_wrong_way_round_are_refused(table, chips):
    with pytest.raises(CalibrationError):
        calibrate(table.colors_picture(), table.empty_picture(), chips, layout=LAYOUT)


def test_a_board_with_chips_on_it_is_not_taken_for_an_empty_one(table):
    def with_chips(*spaces):
        table.scene.show({LAYOUT.space(name): Laid("b", 0.0, 0.0) for name in spaces})
        picture = table.scene.still.copy()
        table.scene.show({})
        return picture

    with pytest.raises(CalibrationError, match=r"shows chips, or a hand, on .*e4.*Clear the board"):
        calibrate(with_chips("e4", "f6", "c9", "d3", "g4", "e6"), layout=LAYOUT)
    one = calibrate(with_chips("e4"), layout=LAYOUT)
    assert any("like a chip lies on e4" in said for said in one.warnings)
    told = calibrate(with_chips("e4", "f6", "c9", "d3", "g4", "e6"), layout=LAYOUT, it_is_empty=True)
    assert any("You said that the board is empty" in said and "e4" in said for said in told.warnings)


def test_what_both_spaces_of_a_card_show_alike_refuses_no_empty_board(table):
    picture, nodes = table.empty_picture(), np.asarray(table.nodes)
    for space in (space for space in range(LAYOUT.size) if LAYOUT.cards[space] in ("4C", "2C")):
        row, column = divmod(space, 10)
        x, y = nodes[row : row + 2, column : column + 2].mean(axis=(0, 1))
        cv2.circle(picture, (round(float(x)), round(float(y))), 15, (170, 70, 20), -1, cv2.LINE_AA)
    assert calibrate(picture, layout=LAYOUT).look.rows == 10


@cases("seed", [1, 3, 6], quick=1)
def test_a_stand_beside_which_the_print_shows_refuses_no_empty_board(seed):
    scene = draw_scene(LAYOUT, seed, chips=0, hand=False, glare=False, tilt=15.0)
    nodes = scene.nodes
    foot, over = nodes[7, 4:6].mean(axis=0), nodes[0, 3:5].T @ (0.7, 0.3)
    thick = round(0.5 * float(np.linalg.norm(nodes[0, 1] - nodes[0, 0])))
    ends = ((2 * over - foot).astype(int).tolist(), foot.astype(int).tolist())
    picture = cv2.line(scene.picture.copy(), *ends, (35, 33, 32), thick, cv2.LINE_AA)
    assert any("chip lies" in said for said in calibrate(picture, layout=LAYOUT).warnings)


@cases("style", sorted(STYLES), quick=1)
def test_no_style_of_board_looks_as_if_chips_lay_on_it(style):
    table = SimulatedTable(seed=5, live=False, size=(1024, 768), clutter=False, style=style)
    measured = calibrate(table.empty_picture(), layout=LAYOUT)
    assert not any("chip lies" in said for said in measured.warnings)


def test_with_corners_it_is_still_said_which_way_up_the_board_lies(table, without_chips):
    corners = without_chips.look.mesh.corners.tolist()
    assert without_chips.report[1] in calibrate(table.empty_picture(), layout=LAYOUT, corners=corners).report
    with pytest.raises(CalibrationError, match="wrong way round"):
        calibrate(table.empty_picture(), layout=LAYOUT, corners=[*corners[2:], *corners[:2]])


def test_two_colours_that_look_alike_are_refused(table, chips):
    grey = table.empty_picture()
    same = {"b": chips["b"], "g": chips["g"]}
    picture = table.colors_picture()
    swapped = picture.copy()
    # Both chips show the same colour when the second space is a copy of the first.
    nodes = np.asarray(table.nodes)
    first, second = (nodes[divmod(space, 10)] + nodes[tuple(np.add(divmod(space, 10), 1))] for space in same.values())
    x0, y0 = (first / 2).astype(int)
    x1, y1 = (second / 2).astype(int)
    swapped[y1 - 18 : y1 + 18, x1 - 18 : x1 + 18] = picture[y0 - 18 : y0 + 18, x0 - 18 : x0 + 18]
    with pytest.raises(CalibrationError, match="cannot be told apart"):
        calibrate(grey, swapped, same, layout=LAYOUT)


def test_pictures_that_cannot_be_used_are_refused_in_words(table, chips):
    empty = table.empty_picture()
    with pytest.raises(CalibrationError, match="is black"):
        calibrate(np.zeros_like(empty), layout=LAYOUT)
    with pytest.raises(CalibrationError, match="all white"):
        calibrate(np.full_like(empty, 255), layout=LAYOUT)
    with pytest.raises(CalibrationError, match="“empty” has no colours"):
        calibrate(np.repeat(empty.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8), layout=LAYOUT)
    with pytest.raises(CalibrationError, match="differ in size"):
        calibrate(empty, empty[:-8], chips, layout=LAYOUT)
    with pytest.raises(CalibrationError, match="no 8-bit picture"):
        calibrate(empty.astype(np.float32), layout=LAYOUT)
    with pytest.raises(CalibrationError):
        calibrate(np.random.default_rng(0).integers(90, 160, empty.shape).astype(np.uint8), layout=LAYOUT)


@pytest.mark.parametrize("name", ["empty", "colors"])
def test_pictures_that_broke_off_are_refused_unless_only_a_margin_is_flat(table, chips, measured, name):
    def with_flat_end(start):
        pictures = {"empty": table.empty_picture().copy(), "colors": table.colors_picture().copy()}
        pictures[name][start:] = 128
        return calibrate(pictures["empty"], pictures["colors"], chips, layout=LAYOUT)

    lowest = int(measured.look.mesh.lowest)
    with_flat_end(lowest + 12)
    with pytest.raises(CalibrationError, match=f"Part of the picture “{name}” is missing"):
        with_flat_end(lowest - 40)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("blue", "does not say"),
        ("pink:e4", "does not say"),
        ("blue:z9", "no space"),
        ("blue:a1", "free corner"),
        ("blue:e4 green:e4", "two chips"),
        ("blue:e4 blue:f4", "named twice"),
    ],
)
def test_chips_that_make_no_sense_are_refused_naming_the_word(words, said):
    with pytest.raises(CalibrationError, match=said):
        parse_chips(words, LAYOUT)


def test_chips_are_read_from_the_command_line_form():
    assert parse_chips("blue:e4 green:f5 red:d7", LAYOUT) == {"b": 34, "g": 45, "r": 63}


def test_a_camera_pushed_between_the_two_pictures_is_allowed_for(table, chips, measured):
    pushed = np.roll(table.colors_picture(), (7, -11), axis=(0, 1))
    again = calibrate(table.empty_picture(), pushed, chips, layout=LAYOUT)
    for team in "bg":
        assert apart(chip_of(again.look, team), chip_of(measured.look, team)) < 5


def test_a_second_picture_without_the_board_is_refused(table, chips):
    grey = np.random.default_rng(0).integers(90, 160, table.empty_picture().shape).astype(np.uint8)
    with pytest.raises(CalibrationError, match="does not show the board"):
        calibrate(table.empty_picture(), grey, chips, layout=LAYOUT)
