"""Only what changed is looked at again, and it makes no difference: not with hands, after a bump or in other light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from engine.equipment.board import load_layout
from engine.observation import HIDDEN, UNSURE
from hardware.simulated import SimulatedTable
from hardware.tabletop.trouble import Trouble
from tests.vision.scenes import look_of, straight
from vision import reading
from vision.eye import Eye
from vision.reading import read_straight
from vision.region import Region

LAYOUT = load_layout("classic")
TEAMS = {"blue": "b", "green": "g", "red": "r"}


@pytest.mark.parametrize("seed", [3, 8])
def test_a_game_is_read_as_if_every_picture_were_the_first(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[Region] = []
    again = reading.surveyed_again
    monkeypatch.setattr(reading, "surveyed_again", lambda *told: (parts.append(told[-1]), again(*told))[1])
    troubles = (Trouble("nudge", 4.0), Trouble("lamp-off", 6.0))
    looked, other = 0, []
    with SimulatedTable(seed=seed, seats="blue green red", live=False, speed=1e6, troubles=troubles) as table:
        chips = {TEAMS[name]: LAYOUT.space(space) for name, space in table.color_chips.items()}
        eye = Eye(calibrate(table.empty_picture(), table.colors_picture(), chips, layout=LAYOUT).look, LAYOUT)
        before = None
        for frame in table.frames():
            eye.look(frame.picture, frame.at, frame.index)
            if eye.last_frame is not None and eye.last_frame is not before:
                before, looked = eye.last_frame, looked + 1
                whole = read_straight(before.straight, eye.table, eye.teams, eye._outside).letters
                other += [pair for pair in zip(before.reading.letters, whole, strict=True) if pair[0] != pair[1]]
            if frame.index >= 45:
                break
    assert len(parts) > looked / 3, "most of what happens happens in a part of the board"
    assert sum(part.rows * part.columns for part in parts) < 60 * len(parts)
    assert all(UNSURE in pair or HIDDEN in pair for pair in other), "no letter is another's"
    assert len(other) <= looked / 10, "and hardly ever one is given that is not given else"


def test_what_is_known_of_other_chips_is_not_used_for_those_that_are_learnt() -> None:
    look, picture = look_of("d0_green_oak"), straight("d0_green_oak", "colors")
    # An empty board that was read when the table was known otherwise says nothing of this one.
    before = read_straight(look.empty, look, ("b", "g", "r")).survey
    corner = Region(0, 0, 1, 1)
    known_otherwise = look.with_chips(look.chips)
    letters = read_straight(picture, known_otherwise, ("b", "g", "r"), before=before, region=corner).letters
    assert letters == read_straight(picture, known_otherwise, ("b", "g", "r")).letters
    assert letters != read_straight(picture, look, ("b", "g", "r"), before=before, region=corner).letters


@pytest.mark.parametrize("spaces", [((0, 0),), ((4, 4), (6, 7)), ((9, 0), (9, 9))])
def test_a_region_holds_its_spaces_and_cuts_them_where_the_board_has_them(spaces: tuple) -> None:
    marked = np.zeros((10, 10), bool)
    marked[tuple(zip(*spaces, strict=True))] = True
    region = Region.around(marked)
    wider = region.wider(10, 10)
    picture = look_of("d0_green_oak").empty
    assert marked[region.spaces].sum() == len(spaces)
    inner = wider.cut(picture)[region.within(wider).field()]
    assert (inner == picture[region.field()]).all()
    assert all(region.holds(column + 0.5, row + 0.5) for row, column in spaces)
    assert wider.cut(np.array(cv2.split(picture))).shape[1:] == wider.cut(picture).shape[:2]
