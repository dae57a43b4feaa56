"""The eye after everything that may go wrong with its pictures: right again soon, without a new start."""

import itertools
from dataclasses import replace

import cv2
import numpy as np

from hardware.tabletop.scene import Laid
from tests.often import cases
from tests.torment import Spell, Tormentor, spells
from tests.vision.scenes import CHIPS, LAYOUT, letters_of, noisy, shown
from vision.eye import Eye
from vision.memory.board_memory import BELIEVE_SECONDS
from vision.rectify.mesh import Mesh

FPS = 5
SOON = 10.0
"""Seconds of a clear view in which the eye must be right again."""


class Watch:
    """An eye and the time at its table."""

    def __init__(self, look):
        self.eye = Eye(look, LAYOUT)
        self.frame = 0
        self.problems = []
        self.letters = ""

    def see(self, *pictures):
        for picture in pictures:
            self.frame += 1
            if picture is not None:
                seen = self.eye.look(picture, self.frame / FPS, self.frame)
                self.letters = seen.letters
                self.problems.append(seen.problem)

    def seconds_until(self, letters, picture):
        """Seconds of clear view until the letters are read; endless if that takes longer than it may."""
        for count in range(int(SOON * FPS)):
            self.see(noisy(picture, self.frame))
            if self.letters == letters:
                return count / FPS
        return float("inf")


@cases("seed", range(2), quick=1)
def test_a_lean_under_which_the_stand_is_bumped_upsets_nothing(look, played, seed):
    watch, tormentor = Watch(look), Tormentor(seed, look.mesh.corners)
    watch.see(played, noisy(played))
    watch.see(*tormentor.through(Spell("lean", 6), itertools.repeat(played, 6)))
    tormentor.bump(6.0)
    assert watch.seconds_until(letters_of(CHIPS), tormentor.as_it_is(played)) <= 1.0
    assert "upset" not in watch.problems


@cases("seed", range(5), quick=1)
def test_after_troubles_in_any_order_the_board_is_read_as_it_lies(look, played, seed):
    watch, tormentor = Watch(look), Tormentor(seed, look.mesh.corners)
    watch.see(played, noisy(played))
    for spell in spells(seed, 4):
        watch.see(*tormentor.through(spell, itertools.repeat(played, min(spell.looks, 6))))
    took = watch.seconds_until(letters_of(CHIPS), tormentor.as_it_is(played))
    assert took <= SOON, spells(seed, 4)
    assert "upset" not in watch.problems


def test_a_board_on_which_other_things_lie_is_believed_when_it_stays_so(table, look, played):
    watch = Watch(look)
    watch.see(played, noisy(played))
    others = {space + 1: team for space, team in CHIPS.items()}
    swept = np.ascontiguousarray(shown(table, {space: Laid(team) for space, team in others.items()})[::-1, ::-1])
    watch.see(swept)
    assert (watch.problems[-1], watch.letters) == ("upset", "")
    assert BELIEVE_SECONDS - 0.5 <= watch.seconds_until(letters_of(others), swept) <= BELIEVE_SECONDS + 1.0


def test_a_board_that_lies_as_the_game_says_is_no_upset_whatever_was_seen_before(table, look, played):
    watch = Watch(look)
    watch.see(shown(table, {space + 1: Laid(team) for space, team in CHIPS.items()}))
    watch.eye.expect(letters_of(CHIPS))
    watch.see(np.ascontiguousarray(played[::-1, ::-1]))
    assert watch.problems[-1] == ""
    assert watch.letters == letters_of(CHIPS)


def test_told_to_look_again_the_eye_forgets_and_finds_the_board(look, played):
    watch = Watch(look)
    watch.see(played, noisy(played))
    turned = np.ascontiguousarray(played[::-1, ::-1])
    watch.eye.look_again()
    watch.see(turned)
    assert watch.letters == letters_of(CHIPS)
    watch.eye.look_again()
    watch.see(noisy(np.full_like(played, 120)))
    assert watch.problems[-1] == "no-board"
    assert watch.seconds_until(letters_of(CHIPS), turned) <= 1.0


def test_a_place_that_was_wrong_does_not_stay(look, played):
    """Its profile says that it lies a space aside."""
    nodes = look.mesh.nodes
    aside = Mesh(np.ascontiguousarray(nodes + np.gradient(nodes, axis=1)))
    watch = Watch(replace(look, mesh=aside))
    assert watch.seconds_until(letters_of(CHIPS), played) <= SOON


def test_pictures_that_all_break_off_above_a_place_that_is_wrong_are_looked_at(look, played):
    """A camera may fill its pictures up with grey; where the board lies above that there is something to see."""
    height, width = played.shape[:2]
    gap = height - int(look.mesh.lowest) - 8
    raised = cv2.warpAffine(played, np.float32([[1, 0, 0], [0, 1, -60]]), (width, height))
    raised[height - gap - 40 :] = 128
    watch = Watch(look)
    watch.see(played, noisy(played))
    watch.see(raised)
    assert watch.problems[-1] == "torn"
    for _ in range(int((BELIEVE_SECONDS + 1) * FPS)):
        watch.see(raised)
    assert watch.letters == letters_of(CHIPS)
