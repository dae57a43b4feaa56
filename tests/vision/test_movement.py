"""What moves over the board hides what lies there and is read once it rests; a chip that is left behind, at once."""

import cv2
import numpy as np
import pytest

from engine.observation import HIDDEN, UNSURE
from hardware.tabletop.scene import Laid
from tests.vision.scenes import LAYOUT, Counting
from vision.eye import Eye
from vision.memory.board_memory import BELIEVE_SECONDS
from vision.memory.movement import Movement
from vision.memory.stirring import Stirring
from vision.read.reader import LearntReader
from vision.rectify.straight import GLANCE, MARGIN, SIDE, Glance, cells_of

CHIP = 66
SIZE = (10 * SIDE + 2 * MARGIN) // GLANCE


def glance_with(*patches):
    """A grey board with dark patches, rows and columns in spaces."""
    seen = np.full((SIZE, SIZE, 3), 180, np.uint8)
    for down, across in patches:
        rows, columns = (
            slice((part.start * SIDE + MARGIN) // GLANCE, (part.stop * SIDE + MARGIN) // GLANCE)
            for part in (down, across)
        )
        seen[rows, columns] = 60
    return Glance(seen, cells_of(seen))


def spaces_of(*patches):
    spaces = np.zeros((10, 10), bool)
    for patch in patches:
        spaces[patch] = True
    return spaces


ARM, FURTHER = (slice(0, 5), slice(3, 6)), (slice(0, 5), slice(4, 7))


@pytest.fixture
def movement():
    return Movement(Stirring((10, 10), 1.0))


def test_what_sways_without_end_is_read_as_it_moves_but_an_arm_that_comes_later_waits(movement):
    waited = []
    for number in range(20):
        movement.see(glance_with(FURTHER if number % 2 else ARM))
        waited.append(bool(movement.passing(spaces_of(ARM, FURTHER), number * BELIEVE_SECONDS / 10).any()))
    assert waited == [False] + [True] * 11 + [False] * 8
    for at in (40.0, 40.2):
        movement.see(glance_with())
        movement.passing(spaces_of(), at)
    movement.see(glance_with(ARM))
    assert movement.passing(spaces_of(ARM), 50.0).any()


def pictures(table, look):
    """The board bare, with a chip, and each of them under an arm that reaches in to three columns."""
    result = {}
    for name, chips in (("bare", {}), ("put", {CHIP: Laid("b")})):
        table.scene.show(chips)
        result[name] = table.scene.still.copy()
        nodes = look.mesh.nodes
        for column in (5, 6, 7):
            picture = result[name].copy()
            arm = np.array([nodes[7, column], nodes[7, column + 1], nodes[10, column + 2], nodes[10, column - 2]])
            out = nodes[10, column] + 2.0 * (nodes[10, column] - nodes[7, column])
            cv2.fillConvexPoly(
                picture, cv2.convexHull(np.array([*arm, out], np.float32)).astype(np.int32), (70, 90, 130)
            )
            result[f"{name} under {column}"] = picture
    table.scene.show({})
    return result


def test_while_an_arm_moves_the_board_beside_it_is_told_and_nothing_is_read(table, look):
    shown = pictures(table, look)
    reader = Counting()
    eye = Eye(look, LAYOUT, reader=reader)
    eye.look(shown["bare"], 0.0, 0)
    before = eye.look(shown["bare"], 0.2, 1).letters
    asked = list(reader.asked)
    for frame, name in enumerate(("bare under 5", "bare under 6", "bare under 7"), 2):
        letters = eye.look(shown[name], frame / 5, frame).letters
        assert all(one in (HIDDEN, same) for one, same in zip(letters, before, strict=True))
        assert letters.count(HIDDEN) >= 6
        assert [space for space in range(50) if letters[space] != before[space]] == []
    assert reader.asked == asked
    assert eye.look(shown["bare"], 1.0, 5).letters == before


def test_a_chip_is_told_in_the_frame_after_the_one_that_left_it(table, look):
    shown = pictures(table, look)
    eye = Eye(look, LAYOUT)
    for frame, name in enumerate(("bare", "bare", "bare under 5", "bare under 6", "put under 7")):
        eye.look(shown[name], frame / 5, frame)
    told = [eye.look(shown["put"], frame / 5, frame).letters[CHIP] for frame in (5, 6)]
    assert told[-1] == "b"
    assert told[0] in ("b", HIDDEN)


def test_an_arm_that_rests_is_looked_at_and_what_lies_beside_it_is_told(table, look):
    shown = pictures(table, look)
    eye = Eye(look, LAYOUT)
    for frame, name in enumerate(("put", "put", "put under 5", "put under 6")):
        moving = eye.look(shown[name], frame / 5, frame)
    resting = eye.look(shown["put under 6"], 0.8, 4)
    assert resting.letters.count(HIDDEN) <= moving.letters.count(HIDDEN)
    assert HIDDEN in resting.letters


class Doubting(LearntReader):
    """A reader that cannot tell, from some time on, whether a chip lies on one space."""

    doubts = False

    def read(self, *given):
        seen = super().read(*given)
        if not self.doubts:
            return seen
        chances = seen.chances.copy()
        chances.reshape(100, -1)[CHIP] = 0.0
        chances.reshape(100, -1)[CHIP, [0, 2]] = 0.6, 0.4
        return seen._replace(chances=chances)


def test_what_cannot_be_told_while_something_moves_there_is_hidden_and_in_doubt_once_it_rests(table, look):
    shown = pictures(table, look)
    reader = Doubting(LAYOUT)
    eye = Eye(look, LAYOUT, reader=reader)
    eye.look(shown["bare"], 0.0, 0)
    eye.look(shown["bare"], 0.2, 1)
    reader.doubts = True
    assert eye.look(shown["put"], 0.4, 2).letters[CHIP] == HIDDEN
    assert eye.look(shown["put"], 0.6, 3).letters[CHIP] == UNSURE
