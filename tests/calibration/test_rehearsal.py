"""A rehearsal tells beforehand how a table will be read: well, with many `?`, or too badly to be played at."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate, parse_chips
from calibration.forecast import Fault, Forecast
from calibration.lit_board import LitBoard, Weather
from calibration.outlook import Outlook, outlook_of
from calibration.rehearsal import rehearse
from calibration.usable import CalibrationError
from engine.equipment.board import load_layout
from hardware.simulated import SimulatedTable
from tests.vision.drawn import CHIPS, LAYOUT, board_of, look_of, middle_of
from vision.normalize.look import TableLook
from vision.rectify.straight import SIDE

PAPER = (225, 235, 240)
RADIUS = 0.27
KING = LAYOUT.cards.index("KH")


def table(empty: np.ndarray | None = None) -> TableLook:
    return look_of(board_of(PAPER) if empty is None else empty, CHIPS, RADIUS)


def outlook(look: TableLook) -> Outlook:
    return outlook_of(rehearse(look, LAYOUT), look, LAYOUT)


@pytest.fixture(scope="module")
def drawn() -> TableLook:
    """A drawn table as a camera sees it, measured with its chips."""
    seen = SimulatedTable(seed=7, seats="blue green", live=False, size=(1024, 768), clutter=False)
    chips = parse_chips(" ".join(f"{team}:{space}" for team, space in seen.color_chips.items()), LAYOUT)
    return calibrate(seen.empty_picture(), seen.colors_picture(), chips, layout=LAYOUT).look


@pytest.fixture(scope="module")
def good(drawn: TableLook) -> Outlook:
    return outlook(drawn)


@pytest.fixture(scope="module")
def confused() -> Outlook:
    """Of a board on which discs of the red chips' very colour are printed in every other space."""
    empty, look = board_of(PAPER), table()
    red = tuple(float(part) * paper for part, paper in zip(look.colour_of("r").reflectance, PAPER, strict=True))
    for space in range(0, 100, 2):
        cv2.circle(empty, middle_of(space), round(RADIUS * SIDE), red, -1, cv2.LINE_AA)
    return outlook(table(empty))


@pytest.fixture(scope="module")
def dazzled() -> Outlook:
    """Of a board in dull light in the middle of which a lamp mirrors, over a dozen spaces."""
    empty = board_of((150, 155, 160))
    y, x = np.mgrid[: empty.shape[0], : empty.shape[1]].astype(np.float32)
    far = np.hypot(x - empty.shape[1] / 2, y - empty.shape[0] / 2) / (2.2 * SIDE)
    lamp = (400.0 * np.exp(-(far**4)))[..., None]
    return outlook(table(np.clip(empty + lamp, 0, 255).astype(np.uint8)))


def test_a_plain_table_is_foretold_to_be_read_well(good: Outlook) -> None:
    assert good.forecast.spaces == 960
    assert good.forecast.wrong == 0
    assert good.forecast.unsure_in_1000 <= 5
    assert {fault.lies for fault in good.forecast.faults} <= {".", "b", "g"}
    assert not good.hopeless
    good.must_be_fit()


def test_chips_of_the_colour_that_is_printed_under_them_are_foretold(confused: Outlook, good: Outlook) -> None:
    assert len(confused.forecast.faults) / confused.forecast.spaces > 0.02
    assert len(confused.forecast.faults) > 10 * len(good.forecast.faults)
    assert confused.doubtful
    printed = {fault.space for fault in confused.forecast.faults}
    assert sum(space % 2 == 0 for space in printed) > 0.8 * len(printed)


def test_a_lamp_that_burns_out_the_board_is_foretold_and_named(dazzled: Outlook) -> None:
    assert dazzled.hopeless
    assert dazzled.cause is not None
    assert dazzled.cause.code == "forecast-glare"
    assert "move the lamp" in dazzled.cause
    named = [LAYOUT.space(name) for name in dazzled.cause.about["spaces"].removesuffix(" and more").split(", ")]
    assert len(named) == 6
    assert all(2 <= row <= 7 and 2 <= column <= 7 for row, column in (divmod(space, 10) for space in named))


def test_the_same_table_is_foretold_the_same_each_time(good: Outlook, drawn: TableLook) -> None:
    assert rehearse(drawn, LAYOUT) == good.forecast


def test_where_letters_are_wrong_more_boards_are_rehearsed() -> None:
    pale = CHIPS | {"b": (97, 0.08, 0.97)}
    told = outlook(look_of(board_of(PAPER), pale, RADIUS))
    assert told.forecast.spaces == 2880
    assert told.hopeless
    assert {fault.lies for fault in told.forecast.faults if fault.wrong} == {"b"}


def test_a_table_that_is_surely_wrong_more_than_once_in_1000_is_refused_with_a_way_out() -> None:
    wrong = Forecast(2880, tuple(Fault(KING, "r", ".") for _ in range(7)))
    told = outlook_of(wrong, table(), LAYOUT)
    with pytest.raises(CalibrationError, match="2 of 1,000 spaces would be read wrong") as refused:
        told.must_be_fit()
    assert refused.value.code == "misread"
    assert "red chips on picture cards" in refused.value.reason
    assert "--anyway" in refused.value.mend


@pytest.mark.parametrize("wrong", [1, 3, 5])
def test_a_table_that_is_wrong_less_often_or_may_be_is_only_warned_of(wrong: int) -> None:
    told = outlook_of(Forecast(2880, (Fault(KING, "r", "."),) * wrong + (Fault(5, "b", "?"),)), table(), LAYOUT)
    told.must_be_fit()
    assert told.doubtful
    assert re.search("[12] wrong", told.figures)


def test_faults_are_counted_by_chip_and_by_space() -> None:
    told = Forecast(960, (Fault(5, "b", "?"), Fault(5, "b", "."), Fault(7, ".", "r")))
    assert told.by_chip() == {"b": (1, 1), ".": (0, 1)}
    assert told.by_space() == {5: 2, 7: 1}


def test_a_board_of_another_size_without_playing_cards_is_rehearsed_too() -> None:
    kids = load_layout("kids")
    seen = SimulatedTable(layout="kids", live=False, size=(820, 616), clutter=False)
    look = calibrate(seen.empty_picture(), layout=kids).look
    forecast = rehearse(look, kids, whites=False)
    assert forecast.spaces % (10 * (kids.size - len(kids.free))) == 0
    assert forecast.whites == 0


@pytest.mark.parametrize(
    ("faults", "code"),
    [
        ([Fault(5, "b", "?")] * 5, "forecast-team"),
        ([Fault(KING, "g", "?")] * 5, "forecast-team-picture"),
        ([Fault(5, ".", "?")] * 5, "forecast-bare"),
        ([Fault(KING, team, "?") for team in "bgr"], "forecast-picture"),
    ],
)
def test_what_most_faults_have_in_common_is_told(faults: list[Fault], code: str) -> None:
    told = outlook_of(Forecast(960, tuple(faults)), table(), LAYOUT)
    assert told.cause is not None
    assert told.cause.code == code


def test_faults_that_have_nothing_in_common_are_only_counted() -> None:
    faults = (Fault(3, "b", "?"), Fault(5, "g", "?"), Fault(14, ".", "?"), Fault(KING, "r", "?"))
    assert outlook_of(Forecast(960, faults), table(), LAYOUT).cause is None


def test_where_it_is_dark_a_lamp_is_recommended() -> None:
    dark = table((board_of(PAPER) * 0.2).astype(np.uint8))
    told = outlook_of(Forecast(960, (Fault(5, "b", "?"),)), dark, LAYOUT)
    assert told.cause is not None
    assert "a lamp beside the board" in told.cause


def test_white_sides_that_will_not_be_told_are_warned_of() -> None:
    told = outlook_of(Forecast(960, (), 40, (Fault(5, "b", "?"),) * 10), table(), LAYOUT)
    assert told.whites is not None
    assert "Of 100 chips" in told.whites
    assert "25" in told.whites
    assert told.doubtful


def test_nothing_but_the_light_changes_where_no_chip_is_drawn() -> None:
    look = table()
    calm = Weather(exposure=0.0, balance=0.0, slope=0.0, creep=0.0, turn=0.0)
    shown = LitBoard.of(look).shown([], calm, np.random.default_rng(1))
    off = shown.astype(float) - look.empty
    assert abs(float(off.mean())) < 1.0
    assert 3.0 < float(off[100:200, 100:200].std()) < 8.0
