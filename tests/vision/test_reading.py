"""Real difficulties, one picture each: the eye may doubt, it must not be wrong."""

import itertools

import cv2
import numpy as np
import pytest

from engine.observation import EMPTY, FREE, HIDDEN, UNSURE
from tests.bench.corpus.papers import WHITES, sheet
from tests.often import cases
from tests.vision.scenes import LAYOUT, count, look_of, read, straight, told
from vision.rectify.straight import MARGIN, SIDE, spaces_of

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


def seen(setup, name, change=None, *, colours=True):
    picture = straight(setup, name)
    return read(picture if change is None else change(picture), look_of(setup, colours=colours))


@pytest.mark.parametrize(("setup", "name"), PICTURES)
def test_no_visible_space_is_read_wrongly(setup, name):
    wrong, unsure = count(told(setup, name), seen(setup, name).letters)
    assert wrong == 0
    assert unsure <= 9


@pytest.mark.parametrize(("setup", "name"), PICTURES)
def test_a_covered_space_is_never_given_a_wrong_letter(setup, name):
    true, said = told(setup, name), seen(setup, name).letters
    for space, hidden in enumerate(true["hidden"]):
        if hidden >= 0.5 and space not in LAYOUT.free:
            assert said[space] in (UNSURE, HIDDEN, true["letters"][space])


def test_an_empty_board_is_read_bare_though_its_print_has_all_the_colours_of_chips():
    setup = "d2_deluxe_dark"
    printed = straight(setup, "empty").astype(np.int16)
    red = (printed[..., 2] - np.maximum(printed[..., 0], printed[..., 1])) > 60
    share = red[16:336, 16:336].reshape(10, 32, 10, 32).mean(axis=(1, 3)).ravel()
    assert (share > 0.15).sum() > 20, "a threshold of colour would see chips"
    assert set(seen(setup, "empty").letters) == {EMPTY, FREE}


@pytest.mark.parametrize("corner", sorted(LAYOUT.free))
def test_a_chip_that_lies_on_a_free_corner_is_not_called_free(corner):
    setup, name = "d0_green_oak", "play_02"
    blue = told(setup, name)["letters"].index("b")

    def with_chip(picture):
        changed = picture.copy()
        y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2 + 0.5
        disc = np.hypot(x, y) <= 9
        spaces_of(changed, 10, 10)[divmod(corner, 10)][disc] = spaces_of(picture, 10, 10)[divmod(blue, 10)][disc]
        return changed

    assert seen(setup, name).letters[corner] == FREE
    assert seen(setup, name, with_chip).letters[corner] in ("b", UNSURE, HIDDEN)


def test_an_arm_hides_what_lies_under_it_and_a_corner_too():
    def with_arm(picture):
        changed = picture.copy()
        cv2.line(changed, (0, 0), (MARGIN + 3 * SIDE, MARGIN + 3 * SIDE), (120, 150, 200), 2 * SIDE)
        return changed

    said = seen("d0_green_oak", "play_02", with_arm)
    assert [said.letters[corner] for corner in sorted(LAYOUT.free)] == [HIDDEN, FREE, FREE, FREE]
    assert [chances.any() for chances in said.chances[sorted(LAYOUT.free)]] == [False, True, True, True]
    said, true = seen("d0_green_oak", "play_03"), told("d0_green_oak", "play_03")
    covered = [space for space, hidden in enumerate(true["hidden"]) if hidden > 0.9]
    assert sum(said.letters[space] == HIDDEN for space in covered) >= 0.8 * len(covered)


def test_under_a_white_box_no_chip_is_claimed_and_hardly_a_bare_space():
    def under_box(picture):
        changed = picture.copy()
        changed[MARGIN + 2 * SIDE : MARGIN + 6 * SIDE, MARGIN + 3 * SIDE : MARGIN + 8 * SIDE] = (232, 236, 238)
        cv2.putText(changed, "GAME", (140, 160), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (90, 40, 30), 3)
        return changed

    said = seen("d0_green_oak", "empty", under_box).letters
    inside = [row * 10 + column for row in range(2, 6) for column in range(3, 8)]
    assert not {said[space] for space in inside} & set("bgr")
    assert sum(said[space] == EMPTY for space in inside) <= 5


def test_under_a_sheet_of_paper_no_chip_is_claimed_and_hardly_ever_a_bare_space():
    inside = [row * 10 + column for row in range(2, 6) for column in range(3, 8)]
    bare = boards = 0
    for setup, play in dict(PICTURES).items():
        for name, white, kind in itertools.product(("empty", play), WHITES[:2], ("blank", "written")):
            picture = straight(setup, name).copy()
            picture[MARGIN + 2 * SIDE : MARGIN + 6 * SIDE, MARGIN + 3 * SIDE : MARGIN + 8 * SIDE] = sheet(white, kind)
            said = read(picture, look_of(setup, colours=True)).letters
            assert not {said[space] for space in inside} & set("bgr")
            told_bare = sum(said[space] == EMPTY for space in inside)
            assert told_bare <= 5
            bare, boards = bare + told_bare, boards + 1
    assert bare <= 0.05 * len(inside) * boards


@pytest.mark.parametrize("colour", [(60, 90, 130), (30, 30, 30), (40, 40, 190), (60, 140, 70)])
def test_what_lies_over_the_boards_edge_leaves_no_half_covered_space_bare_and_hides_a_corner(colour):
    def under_boxes(picture):
        changed = picture.copy()
        changed[MARGIN + 2 * SIDE : MARGIN + 7 * SIDE, MARGIN + 7 * SIDE + SIDE // 2 :] = colour
        changed[: MARGIN + SIDE, : MARGIN + SIDE + SIDE // 2] = colour
        return changed

    said = seen("d0_green_oak", "empty", under_boxes).letters
    assert EMPTY not in {said[row * 10 + 7] for row in range(2, 7)}
    assert {said[row * 10 + column] for row in range(2, 7) for column in (8, 9)} == {HIDDEN}
    assert [said[corner] for corner in sorted(LAYOUT.free)] == [HIDDEN, FREE, FREE, FREE]


def test_white_sides_are_told_or_doubted_and_still_belong_to_their_team():
    pictures = (("d2_deluxe_dark", "play_05"), ("d3_old_planks", "play_07"), ("d5_blue_checked", "play_03"))
    whites = given = 0
    for setup, name in pictures:
        said, true = seen(setup, name), told(setup, name)
        hidden = true["hidden"] or [0.0] * 100
        turned = {space for space in true["flipped"] if hidden[space] < 0.1}
        clear = {space for space in turned if said.letters[space] not in (UNSURE, HIDDEN)}
        assert clear <= set(said.flipped)
        assert len(set(said.flipped) - set(true["flipped"])) <= 1
        assert all(said.letters[space] == true["letters"][space] for space in clear)
        whites, given = whites + len(turned), given + len(clear)
    assert whites >= 10
    assert given >= 0.3 * whites, f"{given} of {whites}"


@pytest.mark.parametrize("setup", ["d0_green_oak", "d4_green_wide"])
def test_a_board_is_read_by_the_names_of_its_chips_alone(setup):
    wrong, unsure = count(told(setup, "play_02"), seen(setup, "play_02", colours=False).letters)
    assert wrong == 0
    assert unsure <= 6


def brighter(factor):
    return lambda p: np.clip(p.astype(np.float32) * factor, 0, 255).astype(np.uint8)


def tinted(p):
    return np.clip(p * np.array([0.9, 1.0, 1.1]), 0, 255).astype(np.uint8)


def noisy(p):
    return np.clip(p + np.random.default_rng(1).normal(0, 6, p.shape), 0, 255).astype(np.uint8)


def pressed(p):
    return cv2.imdecode(cv2.imencode(".jpg", p, [cv2.IMWRITE_JPEG_QUALITY, 55])[1], cv2.IMREAD_COLOR)


def blurred(p):
    return cv2.GaussianBlur(p, (0, 0), 0.9)


def shaded(p):
    edge = np.clip((np.arange(p.shape[1]) - 120) / 40.0, 0, 1)[None, :, None]
    return (p * (0.55 + 0.45 * edge)).astype(np.uint8)


CHANGES = {
    "darker by a third": brighter(0.67),
    "brighter by a tenth": brighter(1.1),
    "another white balance": tinted,
    "noise": noisy,
    "poor JPEG": pressed,
    "out of focus a little": blurred,
    "a shadow over half the board": shaded,
}


@pytest.mark.parametrize("change", CHANGES)
@cases(
    ("setup", "name"),
    [("d0_green_oak", "play_02"), ("d3_old_planks", "play_02"), ("d4_green_wide", "play_03")],
    quick=1,
)
def test_light_noise_and_compression_make_the_eye_doubt_but_not_err(change, setup, name):
    wrong, unsure = count(told(setup, name), seen(setup, name, CHANGES[change]).letters)
    assert wrong == 0
    assert unsure <= 8
