"""Where only the empty board was measured, chips in play tell their colour, even one that nobody expects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.observation import EMPTY, FREE, HIDDEN, UNSURE
from tests.vision.scenes import LAYOUT, look_of
from vision.eye import Eye
from vision.rectify.straight import MARGIN, SIDE, straight_mesh

SPACES = (23, 37, 52, 66, 71)
RASPBERRY, AMBER, VIOLET, LIME = (95, 30, 165), (20, 105, 215), (165, 45, 75), (35, 205, 165)
PLUM, DARK_PLUM = (75, 60, 100), (60, 45, 80)
BOTTLE_GREEN = (52, 67, 58)
NARROW = (0.75, 0.85)
"""Width and height of small chips on wide spaces, against what is usual."""


@pytest.fixture
def eye() -> Eye:
    """An eye whose camera sees the straight picture, on a table with no chip measured."""
    look = look_of("d0_green_oak", colours=False)
    high, wide = look.empty.shape[:2]
    return Eye(replace(look, mesh=straight_mesh(look.mesh), size=(wide, high), anchors=None), LAYOUT)


def _with_chips(
    eye: Eye, spaces: Iterable[int], colour: tuple[int, int, int], size: tuple[float, float] = (1.0, 1.0)
) -> np.ndarray:
    picture = eye.table.empty.copy()
    for space in spaces:
        row, column = divmod(space, LAYOUT.columns)
        middle = tuple(round(16 * (MARGIN + (at + 0.5) * SIDE - 0.5)) for at in (column, row))
        axes = tuple(round(16 * SIDE * radius * part) for radius, part in zip(eye.table.radius, size, strict=True))
        cv2.ellipse(picture, middle, axes, 0, 0, 360, colour, -1, cv2.LINE_AA, shift=4)
    return cv2.GaussianBlur(picture, (3, 3), 0)


@pytest.mark.parametrize(
    ("shade", "team"),
    [
        (RASPBERRY, "r"),
        (AMBER, "r"),
        (VIOLET, "b"),
        (LIME, "g"),
        (PLUM, "r"),
        (DARK_PLUM, "r"),
        (BOTTLE_GREEN, "g"),
    ],
    ids=["raspberry", "amber", "violet", "lime", "plum", "dark plum", "bottle green"],
)
def test_chips_of_a_shade_nobody_expects_are_told_once_a_few_agree(eye: Eye, shade: tuple, team: str) -> None:
    letters = eye.look(_with_chips(eye, SPACES, shade), 0.0, 0).letters
    assert "".join(letters[space] for space in SPACES) == team * len(SPACES)
    others = [letters[space] for space in range(100) if space not in SPACES and space not in LAYOUT.free]
    assert set(others) == {EMPTY}


def test_chips_that_are_nearly_black_and_smaller_than_usual_are_told_once_a_few_agree(eye: Eye) -> None:
    usual = eye.table.radius
    letters = eye.look(_with_chips(eye, SPACES, BOTTLE_GREEN, NARROW), 0.0, 0).letters
    assert "".join(letters[space] for space in SPACES) == "g" * len(SPACES)
    assert eye.table.radius == pytest.approx([one * part for one, part in zip(usual, NARROW, strict=True)], rel=0.16)


def test_a_chip_of_such_a_shade_on_a_free_corner_is_doubted_as_on_any_other_space(eye: Eye) -> None:
    corner, *others = sorted(LAYOUT.free)
    seen = eye.look(_with_chips(eye, [corner], BOTTLE_GREEN), 0.0, 0)
    assert (seen.letters[corner], seen.guesses[corner]) == (UNSURE, FREE)
    assert {seen.letters[space] for space in others} == {FREE}


def test_one_chip_of_such_a_shade_is_doubted_and_told_with_the_next_once_nothing_stirs(eye: Eye) -> None:
    first, second = SPACES[:2]
    assert eye.look(_with_chips(eye, [first], RASPBERRY), 0.0, 0).letters[first] in UNSURE + HIDDEN
    both = _with_chips(eye, [first, second], RASPBERRY)
    eye.look(both, 1.0, 1)
    letters = eye.look(both, 1.2, 2).letters
    assert letters[first] == letters[second] == "r"
