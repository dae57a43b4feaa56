"""Real difficulties, one picture each: the eye may doubt, it must not be wrong."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.observation import EMPTY, FREE, HIDDEN, UNSURE
from tests.vision import drawn
from tests.vision.scenes import LAYOUT, look_from, look_of, straight, told
from vision.classify.chip_scoring import hides_nothing
from vision.classify.discs import Chip
from vision.classify.doubts import Doubts
from vision.classify.evidence import weigh
from vision.decode.reading import Reading, judge, read_straight
from vision.rectify.straight import MARGIN, SIDE

TEAMS = ("b", "g", "r")
PICTURES = [
    ("d0_green_oak", "play_02"),
    ("d0_green_oak", "play_03"),
    ("d2_deluxe_dark", "play_05"),
    ("d2_deluxe_dark", "play_06"),
    ("d3_old_planks", "play_02"),
    ("d3_old_planks", "play_07"),
    ("d4_green_wide", "play_02"),
    ("d4_green_wide", "play_03"),
    ("d5_blue_checked", "play_03"),
]


def read(setup: str, name: str, change=None, *, colours: bool = True) -> Reading:
    picture = straight(setup, name)
    if change is not None:
        picture = change(picture)
    return read_straight(picture, look_of(setup, colours=colours), TEAMS)


def count(setup: str, name: str, reading: Reading) -> tuple[int, int]:
    """Wrong and unsure among the visible spaces."""
    true = told(setup, name)
    hidden = true["hidden"] or [0.0] * 100
    visible = [space for space in range(100) if space not in LAYOUT.free and hidden[space] < 0.25]
    said = [(reading.letters[space], true["letters"][space]) for space in visible]
    unsure = sum(a in (UNSURE, HIDDEN) for a, _ in said)
    return sum(a != b for a, b in said) - unsure, unsure


@pytest.mark.parametrize(("setup", "name"), PICTURES)
def test_no_visible_space_is_read_wrongly(setup: str, name: str) -> None:
    wrong, unsure = count(setup, name, read(setup, name))
    assert wrong == 0
    assert unsure <= 2


@pytest.mark.parametrize(("setup", "name"), PICTURES)
def test_a_covered_space_is_never_given_a_wrong_letter(setup: str, name: str) -> None:
    true, reading = told(setup, name), read(setup, name)
    for space, hidden in enumerate(true["hidden"]):
        if hidden >= 0.5 and space not in LAYOUT.free:
            assert reading.letters[space] in (UNSURE, HIDDEN, true["letters"][space])


@pytest.mark.parametrize("corner", sorted(LAYOUT.free))
def test_a_chip_that_lies_on_a_free_corner_is_told(corner: int) -> None:
    setup, name = "d0_green_oak", "play_02"
    plain = read(setup, name)
    assert plain.letters[corner] == FREE
    model = next(chip for chip in plain.chips if chip.team == "b" and 0.4 < chip.across % 1 < 0.6 < chip.filled)

    def with_chip(picture: np.ndarray) -> np.ndarray:
        changed = picture.copy()
        row, column = divmod(corner, LAYOUT.columns)
        down, across = (round((at % 1 - 0.5) * SIDE) for at in (model.down, model.across))
        from_row, from_column = int(model.down), int(model.across)
        y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2 + 0.5
        wide, high = (radius * SIDE for radius in plain.radius)
        disc = ((x - across) / wide) ** 2 + ((y - down) / high) ** 2 <= 1.0
        place = _of(changed, row, column)
        place[disc] = _of(picture, from_row, from_column)[disc]
        return changed

    reading = read(setup, name, with_chip)
    assert reading.letters[corner] == reading.guesses[corner] == "b"
    others = [space for space in range(100) if space != corner]
    assert [reading.letters[space] for space in others] == [plain.letters[space] for space in others]


@pytest.mark.parametrize("parts", [range(0, 360, 45), range(0, 180, 30)])
def test_a_chip_is_told_though_print_of_its_colour_surrounds_it(parts: range) -> None:
    look, space = look_of("d0_green_oak"), 44
    printed = look.empty.copy()
    middle = np.array([MARGIN + 4.5 * SIDE] * 2)
    for angle in np.radians(parts):
        pip = middle + 1.5 * SIDE * np.array(look.radius) * (np.cos(angle), np.sin(angle))
        cv2.circle(printed, tuple(int(at) for at in pip.round()), 3, (150, 40, 30), -1, cv2.LINE_AA)
    look = replace(look, empty=printed.copy())
    assert read_straight(printed, look, TEAMS).letters[space] == EMPTY
    axes = tuple(round(radius * SIDE) for radius in look.radius)
    chip = cv2.ellipse(printed, tuple(middle.astype(int)), axes, 0, 0, 360, (150, 50, 30), -1, cv2.LINE_AA)
    assert read_straight(cv2.blur(chip, (2, 2)), look, TEAMS).letters[space] == "b"


@pytest.mark.parametrize("far", [12, 15])
def test_a_dark_red_chip_is_told_in_the_middle_of_a_big_bright_red_pip(far: int) -> None:
    empty = drawn.board_of((212, 214, 216))
    spaces = [33, 36, 62, 67]
    for across, down in map(drawn.middle_of, spaces):
        cv2.rectangle(empty, (across - far, down - far), (across + far, down + far), (45, 40, 205), -1)
    look = drawn.look_of(empty, {"b": (110, 0.67, 0.8), "g": (170, 0.73, 0.5), "r": (-19, 0.67, 0.47)}, 0.26)
    played = empty.copy()
    for across, down in map(drawn.middle_of, spaces):
        cv2.circle(played, (across, down + 2), 8, (214 * look.colour_of("r").reflectance).tolist(), -1, cv2.LINE_AA)
    reading = read_straight(played, look, ("b", "g", "r"))
    assert [space for space, letter in enumerate(reading.letters) if letter not in (EMPTY, FREE)] == spaces
    assert {reading.letters[space] for space in spaces} == {"r"}


@pytest.mark.parametrize(("filled", "strange", "between"), [(0.52, 0.0, 0), (0.98, 0.6, 1)])
def test_a_chip_lies_between_spaces_only_if_it_may_be_a_chip_at_all(
    filled: float, strange: float, between: int
) -> None:
    look = look_of("d0_green_oak")
    seen = Chip("b", 5.0, 3.5, filled, 0.0, white=False, closed=0.7, strange=strange)
    reading = judge(weigh(look.empty, look, TEAMS), [seen], np.zeros(look.empty.shape[:2], np.float32), look)
    assert len(reading.between) == between
    assert [reading.letters[space] for space in (34, 35)] == [UNSURE if between else EMPTY] * 2


def test_a_chip_astride_the_line_of_a_space_that_holds_one_leaves_that_one_undoubted() -> None:
    look = look_of("d0_green_oak")
    seen = [Chip(team, at, 3.5, 0.98, 0.0, white=False, strange=0.6) for team, at in (("b", 5.0), ("g", 5.6))]
    reading = judge(weigh(look.empty, look, TEAMS), seen, np.zeros(look.empty.shape[:2], np.float32), look)
    assert [between.spaces for between in reading.between] == [(34, 35)]
    assert [reading.letters[space] for space in (34, 35)] == [UNSURE, "g"]


def _of(picture: np.ndarray, row: int, column: int) -> np.ndarray:
    top, left = MARGIN + row * SIDE, MARGIN + column * SIDE
    return picture[top : top + SIDE, left : left + SIDE]


def test_a_corner_under_an_arm_is_reported_as_hidden_and_no_other_is() -> None:
    def with_arm(picture: np.ndarray) -> np.ndarray:
        changed = picture.copy()
        cv2.line(changed, (0, 0), (MARGIN + 3 * SIDE, MARGIN + 3 * SIDE), (120, 150, 200), 2 * SIDE)
        return changed

    reading = read("d0_green_oak", "play_02", with_arm)
    assert [reading.letters[corner] for corner in sorted(LAYOUT.free)] == [HIDDEN, FREE, FREE, FREE]
    assert {reading.guesses[corner] for corner in LAYOUT.free} == {FREE}


def test_an_arm_is_reported_as_hiding_what_lies_under_it() -> None:
    reading, true = read("d0_green_oak", "play_03"), told("d0_green_oak", "play_03")
    covered = [space for space, hidden in enumerate(true["hidden"]) if hidden > 0.9]
    assert sum(reading.letters[space] == HIDDEN for space in covered) >= 0.8 * len(covered)


@pytest.mark.parametrize(
    ("setup", "name"),
    [("d2_deluxe_dark", "play_05"), ("d3_old_planks", "play_07"), ("d5_blue_checked", "play_03")],
)
def test_white_faces_are_told_and_still_belong_to_their_team(setup: str, name: str) -> None:
    reading, true = read(setup, name), told(setup, name)
    hidden = true["hidden"] or [0.0] * 100
    whites = {space for space in true["flipped"] if hidden[space] < 0.1}
    assert whites
    assert whites <= set(reading.flipped)
    assert all(reading.letters[space] == true["letters"][space] for space in whites)
    assert set(reading.flipped) <= set(true["flipped"])


def test_a_board_read_with_ordinary_colours_only_is_not_read_wrongly() -> None:
    for setup, name in (("d0_green_oak", "play_02"), ("d4_green_wide", "play_02")):
        wrong, unsure = count(setup, name, read(setup, name, colours=False))
        assert wrong == 0
        assert unsure <= 6


def brighter(factor: float):
    return lambda p: np.clip(p.astype(np.float32) * factor, 0, 255).astype(np.uint8)


def tinted(p: np.ndarray) -> np.ndarray:
    return np.clip(p * np.array([0.9, 1.0, 1.1]), 0, 255).astype(np.uint8)


def noisy(p: np.ndarray) -> np.ndarray:
    return np.clip(p + np.random.default_rng(1).normal(0, 6, p.shape), 0, 255).astype(np.uint8)


def pressed(p: np.ndarray) -> np.ndarray:
    return cv2.imdecode(cv2.imencode(".jpg", p, [cv2.IMWRITE_JPEG_QUALITY, 55])[1], cv2.IMREAD_COLOR)


def blurred(p: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(p, (0, 0), 0.9)


CHANGES = {
    "darker by a third": brighter(0.67),
    "brighter by a tenth": brighter(1.1),
    "another white balance": tinted,
    "noise": noisy,
    "poor JPEG": pressed,
    "out of focus a little": blurred,
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    ("setup", "name"), [("d0_green_oak", "play_02"), ("d3_old_planks", "play_02"), ("d4_green_wide", "play_03")]
)
def test_light_noise_and_compression_make_the_eye_doubt_but_not_err(change: str, setup: str, name: str) -> None:
    wrong, unsure = count(setup, name, read(setup, name, CHANGES[change]))
    assert wrong == 0
    assert unsure <= 6


def dull(p: np.ndarray) -> np.ndarray:
    """As a camera sees it that shows little colour, under a yellow lamp."""
    part = (p / 255.0) ** np.array([1.6, 1.15, 0.95])
    grey = part.mean(axis=2, keepdims=True)
    return np.round(255.0 * (grey + 0.55 * (part - grey))).astype(np.uint8)


def test_navy_chips_are_told_by_the_little_colour_that_a_dull_camera_shows_of_them() -> None:
    empty, colors, play = (dull(straight("d4_green_wide", name)) for name in ("empty", "colors", "play_02"))
    look = look_from("d4_green_wide", empty, colors)
    assert look.colour_of("b").saturation < 0.25
    letters = read_straight(play, look, TEAMS).letters
    true = told("d4_green_wide", "play_02")["letters"]
    blue = [space for space in range(100) if true[space] == "b"]
    assert sum(letters[space] == "b" for space in blue) >= len(blue) - 1


@pytest.mark.parametrize(
    ("setup", "name"), [("d2_deluxe_dark", "play_05"), ("d3_old_planks", "play_02"), ("d5_blue_checked", "play_03")]
)
def test_a_chip_that_nearly_burns_out_is_doubted_and_not_taken_for_bare_board(setup: str, name: str) -> None:
    wrong, unsure = count(setup, name, read(setup, name, brighter(1.3)))
    assert wrong == 0
    assert unsure <= 9


def test_a_shadow_over_half_the_board_is_no_chip_and_hides_nothing() -> None:
    def shaded(p: np.ndarray) -> np.ndarray:
        edge = np.clip((np.arange(p.shape[1]) - 120) / 40.0, 0, 1)[None, :, None]
        return (p * (0.55 + 0.45 * edge)).astype(np.uint8)

    wrong, unsure = count("d0_green_oak", "play_02", read("d0_green_oak", "play_02", shaded))
    assert wrong == 0
    assert unsure <= 3


def test_a_naive_colour_threshold_fails_where_the_eye_does_not() -> None:
    """Print alone passes for chips when colour is all one looks at."""
    picture, true = straight("d2_deluxe_dark", "empty").astype(np.int16), told("d2_deluxe_dark", "empty")
    red = (picture[..., 2] - np.maximum(picture[..., 0], picture[..., 1])) > 60
    share = red[16:336, 16:336].reshape(10, 32, 10, 32).mean(axis=(1, 3)).ravel()
    assert (share > 0.15).sum() > 20
    assert count("d2_deluxe_dark", "empty", read("d2_deluxe_dark", "empty")) == (0, 0)
    assert set(true["letters"]) <= {".", "*"}


def _letter_of(**seen: object) -> str:
    """The letter of the space on which nothing but this is seen, in its middle but for `aside`; so much is `hidden`."""
    look = look_of("d0_green_oak")
    aside = float(seen.pop("aside", 0.0))  # type: ignore[arg-type]
    cover = np.full(look.empty.shape[:2], float(seen.pop("hidden", 0.0)), np.float32)  # type: ignore[arg-type]
    chip = Chip("b", 4.5 + aside, 3.5 + aside, 0.9, 0.0, white=False)._replace(**seen)
    reading = judge(weigh(look.empty, look, TEAMS), [chip], cover, look)
    return reading.letters[34]


SEEN_BESIDE_A_HAND = {"filled": 0.7, "closed": 0.7, "around": 0.2, "held": 0.4, "touched": 0.3, "strange": 0.6}


def test_a_chip_that_a_hand_reaches_over_is_told_by_most_of_its_disc_and_of_its_edge() -> None:
    assert _letter_of(**SEEN_BESIDE_A_HAND, vivid=0.8) == "b"
    assert _letter_of(**{**SEEN_BESIDE_A_HAND, "around": 0.45, "closed": 1.0}, vivid=0.8) == "b"


@pytest.mark.parametrize(
    "otherwise",
    [
        {"filled": 0.55},
        {"closed": 0.55},
        {"around": 0.45},
        {"touched": 0.63},
        {"strange": 0.38},
        {"vivid": 0.48},
        {"dazzled": 0.15},
        {"lost": 0.6},
        {"aside": 0.3},
    ],
    ids=lambda otherwise: next(iter(otherwise)),
)
def test_what_shows_too_little_of_a_chip_beside_a_hand_may_be_held_in_it(otherwise: dict[str, float]) -> None:
    assert _letter_of(**{**SEEN_BESIDE_A_HAND, "vivid": 0.8, **otherwise}) in (UNSURE, EMPTY)


@pytest.mark.parametrize("otherwise", [{"aside": 0.22}, {"touched": 0.6, "held": 1.0}, {"dazzled": 0.6, "held": 0.6}])
def test_a_chip_seen_whole_between_the_fingers_of_a_hand_lies_on_the_board(otherwise: dict[str, float]) -> None:
    whole = {**SEEN_BESIDE_A_HAND, "filled": 0.86, "closed": 1.0, "around": 0.16, "vivid": 0.9}
    assert _letter_of(**{**whole, **otherwise}) == "b"
    assert _letter_of(**{**whole, **otherwise, "closed": 0.86}) in (UNSURE, HIDDEN)
    assert _letter_of(**{**whole, **otherwise, "filled": 0.72}) in (UNSURE, HIDDEN)


def test_a_chip_seen_whole_beside_a_hand_need_not_be_as_certain_as_one_that_it_covers() -> None:
    whole = {
        "filled": 0.92,
        "closed": 1.0,
        "around": 0.29,
        "held": 0.38,
        "touched": 0.31,
        "strange": 0.7,
        "vivid": 0.94,
    }
    assert _letter_of(**whole, aside=0.27) == "b"
    assert _letter_of(**{**whole, "closed": 0.88}, aside=0.27) == UNSURE
    assert _letter_of(**whole, aside=0.27, hidden=0.45) == HIDDEN


def test_a_dark_disc_that_ends_all_around_need_not_be_full_of_its_colour() -> None:
    faded = {"filled": 0.58, "closed": 1.0, "strange": 0.6, "vivid": 0.6}
    assert _letter_of(**faded, bright=0.45) == _letter_of(**{**faded, "vivid": 0.3}, bright=0.45) == "b"
    assert _letter_of(**faded, bright=0.45, held=0.2) == UNSURE
    assert _letter_of(**faded, bright=0.45, foreign=True) == UNSURE
    assert _letter_of(**faded, bright=0.65) == UNSURE


def test_a_chip_in_the_corner_of_a_space_and_beside_a_hand_may_be_held_there() -> None:
    corner = {"filled": 0.9, "closed": 0.93, "around": 0.13, "strange": 0.6, "aside": 0.4}
    assert _letter_of(**corner, held=0.0) == "b"
    assert _letter_of(**corner, held=0.24) == UNSURE


def test_a_disc_aside_of_a_space_is_held_by_a_hand_beside_it_only_if_fingers_cover_some_of_it() -> None:
    aside = {"closed": 0.85, "around": 0.1, "strange": 0.6, "aside": 0.25, "held": 0.3}
    assert _letter_of(**aside, filled=0.97) == "b"
    assert _letter_of(**aside, filled=0.9) == UNSURE


def test_a_sleeve_or_fingers_all_around_a_whole_disc_hold_it_no_more_than_the_table_does() -> None:
    beside = {"filled": 0.97, "closed": 1.0, "around": 0.45, "held": 0.6, "strange": 0.6}
    assert _letter_of(**beside, touched=0.0) == _letter_of(**beside, touched=0.4) == "b"
    assert _letter_of(**{**beside, "around": 0.65}, touched=0.4) == UNSURE


@pytest.mark.parametrize("vivid", [0.34, 0.43])
def test_a_pale_disc_beside_an_arm_is_its_shadow_and_elsewhere_a_chip_under_glare(vivid: float) -> None:
    pale = {"filled": 0.85, "vivid": vivid, "strange": 0.4}
    assert _letter_of(**pale, held=0.25) == EMPTY
    assert _letter_of(**pale, held=0.25, touched=0.3) == EMPTY
    assert _letter_of(**pale, held=0.25, dazzled=0.1) == "b"
    assert _letter_of(**pale, held=0.0) == "b"
    assert _letter_of(**{**pale, "vivid": 0.6}, held=0.25) == "b"


def test_what_a_coloured_shadow_of_an_arm_leaves_of_the_print_is_no_chip_in_it() -> None:
    tinted = {"filled": 0.75, "closed": 0.93, "around": 0.05, "vivid": 0.62}
    assert _letter_of(**tinted, held=0.1, strange=0.31) == EMPTY
    assert _letter_of(**tinted, held=0.1, strange=0.45) == "b"
    assert _letter_of(**tinted, held=0.0, strange=0.31) == "b"
    assert _letter_of(**{**tinted, "vivid": 0.85}, held=0.1, strange=0.31) == "b"


@pytest.mark.parametrize(("foreign", "dazzled", "letter"), [(True, 0.0, EMPTY), (True, 0.4, "b"), (False, 0.0, "b")])
def test_a_pale_disc_of_a_colour_that_nobody_plays_with_is_some_light(
    foreign: bool, dazzled: float, letter: str
) -> None:
    pale = {"filled": 0.9, "vivid": 0.36, "strange": 0.4}
    assert _letter_of(**pale, foreign=foreign, dazzled=dazzled) == letter


def test_a_disc_beside_a_hand_and_of_the_hue_of_skin_is_a_chip_only_if_it_has_more_colour_than_skin() -> None:
    beside = {"filled": 0.98, "closed": 0.93, "around": 0.13, "held": 0.2, "strange": 0.54, "lost": 0.29}
    assert _letter_of(**beside, vivid=0.58, pale=0.42) == "b"
    assert _letter_of(**beside, vivid=0.58, pale=0.7) == EMPTY
    assert _letter_of(**beside, vivid=0.8, pale=0.6) == "b"


def test_only_what_may_lie_where_a_chip_lies_does_not_count_as_hiding_the_board() -> None:
    seen = Chip("r", 4.5, 3.5, 0.97, 0.0, white=False, closed=0.62, around=0.14, dazzled=1.0, touched=0.12, vivid=0.9)
    assert hides_nothing(seen, whites=False)
    assert not hides_nothing(seen._replace(down=3.04), whites=False)
    assert not hides_nothing(seen._replace(vivid=0.5, pale=0.6, dazzled=0.0), whites=False)


@pytest.mark.parametrize(("white", "chip", "sleeve"), [(True, 0.2, 0.3), (False, 0.45, 0.55)], ids=["white", "face"])
def test_a_disc_around_which_the_print_is_gone_too_is_part_of_a_sleeve(white: bool, chip: float, sleeve: float) -> None:
    seen = Chip("g", 4.5, 3.5, 0.76, 0.0, white=white, closed=0.9, around=0.03, steady=0.9, strange=0.5)
    assert hides_nothing(seen._replace(lost=chip), whites=True)
    assert not hides_nothing(seen._replace(lost=sleeve), whites=True)


@pytest.mark.parametrize(("filled", "letter"), [(1.0, UNSURE), (0.85, EMPTY)])
def test_a_space_with_a_whole_disc_of_a_colour_is_not_called_empty_whatever_lies_beside(
    filled: float, letter: str
) -> None:
    assert _letter_of(filled=filled, closed=0.95, around=0.9, held=0.9, strange=0.5) == letter


def test_a_chip_of_which_a_sleeve_hides_the_edge_leaves_its_space_in_doubt() -> None:
    edge = {"filled": 0.77, "closed": 0.75, "held": 0.31, "strange": 0.44}
    assert _letter_of(**edge, around=0.27) == UNSURE
    assert _letter_of(**edge, around=0.5) == EMPTY


@pytest.mark.parametrize(("otherwise", "letter"), [({}, UNSURE), ({"vivid": 0.6}, EMPTY), ({"strange": 0.35}, EMPTY)])
def test_half_a_chip_at_the_end_of_its_space_beside_an_arm_leaves_it_in_doubt_if_it_is_plainly_one(
    otherwise: dict[str, float], letter: str
) -> None:
    half = {
        "filled": 0.61,
        "closed": 0.56,
        "around": 0.44,
        "held": 0.77,
        "touched": 0.44,
        "strange": 0.65,
        "vivid": 0.93,
    }
    assert _letter_of(**{**half, **otherwise}, aside=0.25) == letter


@pytest.mark.parametrize(("row", "letter"), [((2, 3, 4, 5), UNSURE), ((2, 3, 4), UNSURE), ((), EMPTY)])
def test_a_white_side_that_shows_little_leaves_its_space_in_doubt_beside_the_others_of_its_five(
    row: tuple[int, ...], letter: str
) -> None:
    look = look_of("d0_green_oak")
    others = [_white(column + 0.5, steady=0.9) for column in row]
    little = _white(6.85, filled=0.53, closed=0.65, shows=0.4, strange=0.3, steady=0.9)
    bare = np.zeros(look.empty.shape[:2], np.float32)
    reading = judge(weigh(look.empty, look, TEAMS), [*others, little], bare, look)
    assert reading.letters[36] == letter


def test_what_four_spaces_in_a_line_may_bear_the_fifth_may_bear_too() -> None:
    look = look_of("d0_green_oak")
    bare = np.zeros(look.empty.shape[:2], np.float32)
    for four in ((32, 33, 34, 35), (32, 33, 35, 36)):
        hardly = Doubts(strange=dict.fromkeys(four, 0.33))
        assert 0.5 < hardly.empty(four[0]) < 0.9
        letters = judge(weigh(look.empty, look, TEAMS), [], bare, look, doubt=hardly).letters
        doubted = {space for space, letter in enumerate(letters) if letter == UNSURE}
        assert doubted == ({31, *four, 36} if 34 in four else {*four, 34})


def _white(across: float, **seen: float) -> Chip:
    return Chip("b", across, 3.5, 0.8, 0.0, white=True)._replace(**seen)


PART = {"filled": 0.6, "closed": 0.7, "touched": 0.3}
RING = {"white": True, "filled": 0.6, "closed": 0.8, "steady": 0.9}


@pytest.mark.parametrize("seen", [PART, RING])
def test_what_may_be_a_chip_leaves_a_space_in_doubt_only_if_it_replaces_the_print_and_lies_in_it(seen: dict) -> None:
    assert _letter_of(**seen, strange=0.4) == UNSURE
    assert _letter_of(**seen, strange=0.15) == EMPTY
    assert _letter_of(**seen, strange=0.4, aside=0.4) == EMPTY


def test_a_faint_disc_is_a_chip_where_chips_lie_and_doubtful_where_they_seldom_do() -> None:
    faint = {"filled": 0.64, "closed": 0.9, "strange": 0.5}
    assert _letter_of(**faint) == "b"
    assert _letter_of(**faint, aside=0.22) == UNSURE


@pytest.mark.parametrize(("part", "letters"), [(0.3, {EMPTY}), (0.6, {UNSURE, HIDDEN})])
def test_a_space_is_empty_beside_an_arm_only_if_no_chip_could_lie_under_it(part: float, letters: set[str]) -> None:
    look = look_of("d5_blue_checked")
    picture = look.empty.copy()
    edge = MARGIN + round((4 + part) * SIDE)
    picture[:, edge - 4 * SIDE : edge] = (90, 120, 170)
    reading = read_straight(picture, look, TEAMS)
    assert {reading.letters[space] for space in range(14, 94, 10)} <= letters
