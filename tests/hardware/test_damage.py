"""Damaged pictures are held back one by one; hands, a switched light and a knocked camera are not."""

import cv2
import numpy as np
import pytest

from hardware.damage import Damage
from hardware.simulated import SimulatedTable
from hardware.tabletop.script import Habits
from hardware.watchdog import Watched
from tests.damaged_frames import damaged
from tests.hardware.fakes import Film

PLAIN = 0.05
"""From this part of a picture on, damage is plain to see."""


@pytest.fixture(scope="module")
def table():
    """A drawn table and some pictures of a game on it, hands among them."""
    drawn = SimulatedTable(seed=3, size=(640, 480), live=False, habits=Habits(cheats=0.0, quick=0.5))
    with drawn:
        return [frame.picture for _, frame in zip(range(30), drawn.frames(), strict=False)]


def seen_by(damage, pictures):
    return [damage.holds_back(picture) for picture in pictures]


def test_hands_that_come_and_go_are_let_through(table):
    assert not any(seen_by(Damage(), table))


def test_what_a_decoder_spoils_is_held_back_and_the_good_picture_behind_it_is_not(table):
    plain = held = 0
    damage = Damage()
    damage.holds_back(table[0])
    for seed in range(60):
        kind, spoilt = damaged(table[1], table[0], seed)
        if spoilt is None or kind == "previous mixed in":  # which shows what lay there: nobody can tell
            continue
        away = float((cv2.absdiff(cv2.blur(spoilt, (9, 9)), cv2.blur(table[1], (9, 9))).max(axis=2) > 25).mean())
        held_back = damage.holds_back(spoilt)
        if away >= PLAIN:
            plain, held = plain + 1, held + held_back
        assert not damage.holds_back(table[1]) or not held_back, "the good one behind it was held back"
        damage.holds_back(table[1])
    assert plain >= 25
    assert held >= 0.85 * plain, f"{held} of {plain}"


def switched(picture):
    return np.clip(picture.astype(np.int16) // 2, 0, 255).astype(np.uint8)


def knocked(picture):
    return np.roll(picture, (40, 25), axis=(0, 1))


@pytest.mark.parametrize("change", [switched, knocked])
def test_what_stays_as_it_is_from_the_next_picture_on_is_let_through(table, change):
    assert seen_by(Damage(), [table[0], change(table[0]), change(table[1]), change(table[2])])[2:] == [False, False]


def test_a_camera_that_gives_nothing_but_damage_is_not_silenced(table):
    damage = Damage()
    damage.holds_back(table[0])
    spoilt = [picture for seed in range(40) if (picture := damaged(table[0], table[0], seed)[1]) is not None]
    assert not all(seen_by(damage, spoilt[:4]))


def test_the_watch_over_a_camera_holds_damage_back(table):
    spoilt = table[0].copy()
    spoilt[200:] = cv2.flip(spoilt[200:], 1)

    watched = Watched(Film([table[0], spoilt, table[1], table[2]]), lambda news: None)
    assert [frame.index for frame in watched.frames()] == [0, 2, 3]
