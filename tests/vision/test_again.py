"""Only what changed is looked at again, and it makes no difference: not with hands, after a bump or in other light."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from engine.equipment.board import load_layout
from engine.observation import HIDDEN, UNSURE
from hardware.simulated import SimulatedTable
from hardware.tabletop.trouble import Trouble
from tests.vision.scenes import look_of, straight
from vision.classify.discs import Chip, apart, half_of
from vision.decode import reading
from vision.decode.reading import read_straight
from vision.eye import Eye
from vision.monitor.clear_view import chips_of_both
from vision.rectify.region import Region
from vision.rectify.straight import straight_mesh

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
                pairs = enumerate(zip(before.reading.letters, whole, strict=True))
                other += [pair for space, pair in pairs if pair[0] != pair[1] and space not in eye._rereading._passing]
            if frame.index >= 45:
                break
    assert len(parts) >= looked / 3, "much of what happens happens in a part of the board"
    assert sum(part.size for part in parts) < 60 * len(parts)
    assert all(UNSURE in pair or HIDDEN in pair for pair in other), "no letter is another's"
    assert len(other) <= looked / 5, "and hardly ever one is given that is not given else"


def test_what_a_hand_uncovers_as_it_was_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    look, bare = look_of("d0_green_oak"), straight("d0_green_oak", "colors")
    look = replace(look, mesh=straight_mesh(look.mesh), size=bare.shape[1::-1])
    covered, laid = bare.copy(), bare.copy()
    corners = look.mesh.nodes[[1, 1, 7, 7], [1, 7, 7, 1]].astype(np.int32)
    cv2.fillConvexPoly(covered, corners, (60, 90, 150))
    chip = look.mesh.nodes[4:6, 4:6].reshape(-1, 2).mean(axis=0)
    cv2.circle(laid, [round(float(one)) for one in chip], 9, (30, 30, 200), -1)
    eye = Eye(look, LAYOUT)
    before = [eye.look(bare, number / 5, number).letters for number in range(3)][-1]
    parts: list[Region] = []
    again = reading.surveyed_again
    monkeypatch.setattr(reading, "surveyed_again", lambda *told: (parts.append(told[-1]), again(*told))[1])
    assert HIDDEN in eye.look(covered, 1.0, 5).letters
    parts.clear()
    assert eye.look(bare, 1.2, 6).letters == before
    assert not parts, "nothing is as it was not"
    eye.look(covered, 1.4, 7)
    parts.clear()
    eye.look(laid, 1.6, 8)
    assert [part.size for part in parts] == [1], "the space of the new chip"


@pytest.mark.parametrize("seed", range(40))
def test_boards_that_are_put_together_of_two_have_each_chip_once(seed: int) -> None:
    chance = np.random.default_rng(seed)
    half = half_of((0.24, 0.27))
    lies: list[Chip] = []
    for across, down in chance.uniform(0.2, 9.8, (300, 2)):  # chips touch, and lie on lines, but never on each other
        if all(apart(across, down, chip, half, 2.0) for chip in lies):
            lies.append(Chip("bgr"[len(lies) % 3], float(across), float(down), 0.9, 0.1, False))

    def seen() -> list[Chip]:
        off = chance.normal(0.0, 0.015, (len(lies), 2))
        return [
            chip._replace(across=chip.across + float(x), down=chip.down + float(y))
            for chip, (x, y) in zip(lies, off, strict=True)
        ]

    spaces = chance.random((10, 10)) < 0.5
    both = chips_of_both(spaces, seen(), seen(), half)
    near = [min(lies, key=lambda chip: abs(chip.across - one.across) + abs(chip.down - one.down)) for one in both]
    assert sorted(near) == sorted(lies)


def test_what_is_known_of_other_chips_is_not_used_for_those_that_are_learnt() -> None:
    look, picture = look_of("d0_green_oak"), straight("d0_green_oak", "colors")
    # An empty board that was read when the table was known otherwise says nothing of this one.
    before = read_straight(look.empty, look, ("b", "g", "r")).survey
    corner = Region(0, 0, 1, 1)
    known_otherwise = replace(look, notes=("known otherwise",))
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
