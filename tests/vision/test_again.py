"""Only what changed is looked at again, and it makes no difference: not with hands, after a bump or in other light."""

from dataclasses import replace

import cv2
import numpy as np

from engine.observation import HIDDEN, UNSURE
from tests.often import cases
from tests.tabletop_troubles import Trouble
from tests.vision.scenes import LAYOUT, Counting, look_of, read, straight
from tests.watched_table import WatchedTable, measured
from vision.eye import Eye
from vision.rectify.straight import straight_mesh


@cases("seed", [3, 8], quick=1)
def test_a_game_is_read_as_if_every_picture_were_the_first(seed):
    troubles = (Trouble("nudge", 4.0), Trouble("lamp-off", 6.0))
    reader, looked, other = Counting(), 0, []
    with WatchedTable(seed=seed, seats="blue green red", live=False, speed=1e6, troubles=troubles) as table:
        look = measured(table)
        eye, before = Eye(look, LAYOUT, reader=reader), None
        for frame in table.frames():
            eye.look(frame.picture, frame.at, frame.index)
            if eye.last_frame is not None and eye.last_frame is not before:
                before, looked = eye.last_frame, looked + 1
                whole = read(before.straight, look).letters
                pairs = zip(before.told.letters, whole, strict=True)
                other += [pair for pair in pairs if pair[0] != pair[1] and HIDDEN not in pair]
            if frame.index >= 45:
                break
    assert sum(asked < LAYOUT.size for asked in reader.asked) >= looked / 3, "much happens in a part of the board"
    assert all(UNSURE in pair for pair in other), "no letter is another's"
    assert len(other) <= looked / 3, "and hardly ever one is given that is not given else"


def test_what_a_moving_hand_uncovers_as_it_was_is_not_read_again():
    look, bare = look_of("d0_green_oak"), straight("d0_green_oak", "colors")
    look = replace(look, mesh=straight_mesh(look.mesh), size=bare.shape[1::-1])
    covered, laid = bare.copy(), bare.copy()
    corners = look.mesh.nodes[[1, 1, 7, 7], [1, 7, 7, 1]].astype(np.int32)
    cv2.fillConvexPoly(covered, corners, (60, 90, 150))
    chip = look.mesh.nodes[4:6, 4:6].reshape(-1, 2).mean(axis=0)
    cv2.circle(laid, [round(float(one)) for one in chip], 9, (150, 60, 30), -1)
    reader = Counting()
    eye = Eye(look, LAYOUT, reader=reader)
    before = [eye.look(bare, number / 5, number).letters for number in range(3)][-1]
    reader.asked.clear()
    assert HIDDEN in eye.look(covered, 1.0, 5).letters
    assert eye.look(bare, 1.2, 6).letters == before
    assert reader.asked == [], "nothing is as it was not"
    eye.look(covered, 1.4, 7)
    told = eye.look(laid, 1.6, 8).letters
    assert told[44] == "b"
    assert reader.asked == [9], "the space of the new chip, and those beside it"
