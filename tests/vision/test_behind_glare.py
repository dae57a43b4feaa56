"""What is printed where a lamp mirrored in the empty board, known from the other copy of the card."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.observation import HIDDEN, UNSURE
from tests.vision.scenes import LAYOUT, look_of, straight, told
from vision.classify.evidence import weigh
from vision.decode.reading import read_straight
from vision.normalize.behind_glare import with_bare
from vision.normalize.light import grey_of, paper_white
from vision.normalize.look import TableLook
from vision.rectify.straight import MARGIN, SIDE

LAMPS = [(4.6, 6.4), (2.3, 3.5), (6.5, 8.0)]
"""Where a lamp mirrors: down and across, in spaces."""
TEAMS = ("b", "g", "r")


def _far(shape: tuple[int, ...], lamp: tuple[float, float]) -> np.ndarray:
    """How far each pixel is from the middle of the lamp's mirror image."""
    down, across = np.mgrid[: shape[0], : shape[1]]
    return np.hypot(down - MARGIN - lamp[0] * SIDE, across - MARGIN - lamp[1] * SIDE)


def lit(picture: np.ndarray, lamp: tuple[float, float]) -> np.ndarray:
    """The picture with a lamp mirrored in it: a burnt-out disc and a veil around it."""
    far = _far(picture.shape, lamp)
    added = 400.0 * np.clip(1.4 - far / SIDE, 0.0, 1.0) + 60.0 * np.exp(-((far / (2 * SIDE)) ** 2))
    return np.clip(picture + added[..., None], 0, 255).astype(np.uint8)


def under_the(lamp: tuple[float, float], look: TableLook) -> TableLook:
    """The table as it is measured while the lamp mirrors in it."""
    empty = lit(look.empty, lamp)
    return replace(look, empty=empty, white=paper_white(empty, look.rows, look.columns, look.free))


def test_a_board_without_glare_needs_no_second_look() -> None:
    assert with_bare(look_of("d5_blue_checked"), LAYOUT).bare is None


@pytest.mark.parametrize("lamp", LAMPS)
def test_what_the_lamp_hid_is_restored_from_the_other_copy_of_each_card(lamp: tuple[float, float]) -> None:
    look = look_of("d5_blue_checked")
    bare = with_bare(under_the(lamp, look), LAYOUT).bare
    assert bare is not None
    hid = _far(look.empty.shape, lamp) < SIDE
    restored, was = (cv2.blur(grey_of(one), (3, 3))[hid] for one in (bare.empty, look.empty))
    assert np.median(np.abs(restored - was)) < 12.0
    assert np.corrcoef(restored, was)[0, 1] > 0.6


def counted(look: TableLook) -> tuple[int, int]:
    """Right and wrong letters of a dense board on a table measured like this."""
    picture, true = straight("d5_blue_checked", "play_03"), told("d5_blue_checked", "play_03")["letters"]
    letters = read_straight(picture, look, TEAMS).letters
    said = [(letters[s], true[s]) for s in range(100) if s not in LAYOUT.free and letters[s] not in (UNSURE, HIDDEN)]
    return sum(a == b for a, b in said), sum(a != b for a, b in said)


@pytest.mark.parametrize("lamp", LAMPS)
def test_a_lamp_that_is_switched_off_makes_nothing_wrong(lamp: tuple[float, float]) -> None:
    table = under_the(lamp, look_of("d5_blue_checked"))
    right, wrong = counted(with_bare(table, LAYOUT))
    assert wrong == 0
    assert right >= counted(table)[0] - 3


def test_without_the_other_copy_a_lamp_that_is_switched_off_makes_chips_look_like_bare_board() -> None:
    assert counted(under_the(LAMPS[2], look_of("d5_blue_checked")))[1] > 0


def test_a_lamp_that_stays_changes_nothing() -> None:
    table = under_the(LAMPS[0], look_of("d5_blue_checked"))
    picture = lit(straight("d5_blue_checked", "play_03"), LAMPS[0])
    letters = [read_straight(picture, look, TEAMS).letters for look in (table, with_bare(table, LAYOUT))]
    assert letters[0] == letters[1]


def test_the_veil_of_a_lamp_dazzles_only_while_the_lamp_is_on() -> None:
    look = look_of("d5_blue_checked")
    veil = 1.0 + 0.3 * np.exp(-((_far(look.empty.shape, (4.5, 5.5)) / (1.5 * SIDE)) ** 2))[..., None]
    veiled, board = (np.clip(one, 0, 244).astype(np.uint8) for one in (look.empty * veil, look.empty))
    table = replace(look, empty=veiled, white=paper_white(veiled, look.rows, look.columns, look.free))
    space = np.s_[MARGIN + 4 * SIDE : MARGIN + 5 * SIDE, MARGIN + 5 * SIDE : MARGIN + 6 * SIDE]
    on, off = (weigh(picture, table, TEAMS).dazzle[space].mean() for picture in (veiled, board))
    assert on > 0.9
    assert off < 0.1


def test_where_nothing_is_bright_any_more_no_glare_is_held_to_lie() -> None:
    look = look_of("d5_blue_checked")
    mirrored = with_bare(under_the(LAMPS[0], look), LAYOUT)
    assert weigh(mirrored.empty, mirrored, TEAMS).dazzle.mean() > 0.01
    assert weigh(look.empty, mirrored, TEAMS).dazzle.mean() == 0.0


def test_an_exposure_that_burns_out_the_paper_is_no_glare() -> None:
    look = look_of("d5_blue_checked")
    exposed = np.clip(look.empty * 1.9, 0, 255).astype(np.uint8)
    white = paper_white(exposed, look.rows, look.columns, look.free)
    burnt_out = with_bare(replace(look, empty=exposed, white=white), LAYOUT)
    assert weigh(exposed, burnt_out, TEAMS).dazzle.mean() < 0.01
    assert weigh(look.empty, burnt_out, TEAMS).dazzle.mean() == 0.0


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("exposure", [1.0, 0.8])
def test_what_lies_in_a_burnt_out_space_leaves_it_doubtful_however_that_is_exposed(
    exposure: float, lamp: tuple[float, float]
) -> None:
    look = look_of("d5_blue_checked")
    row, column = (int(at) for at in lamp)
    middle = (MARGIN + (column + 0.5) * SIDE - 0.5, MARGIN + (row + 0.5) * SIDE - 0.5)
    far = _far(look.empty.shape, (row + 0.5, column + 0.5))[..., None]
    # The lamp is yellow, and its mirror image wide and soft.
    added = np.array([150.0, 190.0, 200.0]) * np.exp(-((far / (2.2 * SIDE)) ** 4))
    across, down = (SIDE * radius for radius in look.radius)
    y, x = np.mgrid[: look.empty.shape[0], : look.empty.shape[1]]
    disc = (((x - middle[0]) / across) ** 2 + ((y - middle[1]) / down) ** 2 < 1.0)[..., None]
    chip = np.where(disc, (95, 60, 45) + 0.4 * added, look.empty + added)
    empty = np.clip(look.empty + added, 0, 255).astype(np.uint8)
    table = replace(look, empty=empty, white=paper_white(empty, look.rows, look.columns, look.free))
    seen = cv2.blur(np.clip(chip * exposure, 0, 255).astype(np.uint8), (2, 2))
    letters = read_straight(seen, with_bare(table, LAYOUT), TEAMS).letters
    assert letters[row * look.columns + column] in ("b", UNSURE)
