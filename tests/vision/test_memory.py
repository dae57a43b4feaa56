"""A chip that was seen lies where it lay while something covers it, whatever the rest of its space looks like."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.observation import EMPTY, HIDDEN
from tests.vision.scenes import look_of, straight
from vision.classify.discs import Chip, space_of
from vision.decode.reading import Reading, read_straight
from vision.monitor.memory import BoardMemory
from vision.normalize.look import TableLook
from vision.rectify.straight import MARGIN, SIDE


@pytest.fixture(scope="module")
def look() -> TableLook:
    return look_of("d0_green_oak")


@pytest.fixture(scope="module")
def laid(look: TableLook) -> Reading:
    return read_straight(straight("d0_green_oak", "colors"), look, ("b", "g", "r"))


@pytest.fixture(scope="module")
def bare(look: TableLook) -> Reading:
    return read_straight(look.empty, look, ("b", "g", "r"))


@pytest.fixture
def seen(laid: Reading) -> BoardMemory:
    memory = BoardMemory(100)
    memory.take(laid.letters, 0.0)
    return memory


def chips_of(laid: Reading, look: TableLook) -> dict[int, Chip]:
    """The chips of the picture by their spaces."""
    found = {space_of(chip, look): chip for chip in laid.chips}
    return {space: chip for space, chip in found.items() if space is not None and laid.letters[space] == chip.team}


def under_things(bare: Reading, chips: list[Chip], look: TableLook, part: float) -> Reading:
    """A board on which no chip is found, with things that cover so much of each of these discs, from its left."""
    cover = np.zeros_like(bare.cover)
    for chip in chips:
        wide, high = (radius * SIDE for radius in look.radius)
        left, top = MARGIN + chip.across * SIDE - wide, MARGIN + chip.down * SIDE - high
        corner = round(left), round(top)
        cv2.rectangle(cover, corner, (round(left + 2 * wide * part), round(top + 2 * high)), 1.0, -1)
    hidden = np.full_like(bare.hidden, 0.3)
    return replace(bare, cover=cover, hidden=hidden)


def test_a_space_is_not_called_empty_while_something_lies_over_its_chip(laid, bare, look, seen):
    chips = chips_of(laid, look)
    assert len(chips) >= 2
    told = seen.still_hidden(under_things(bare, list(chips.values()), look, 0.85), look)
    assert {told.letters[space] for space in chips} == {HIDDEN}
    others = [space for space in range(100) if space not in chips]
    assert all(told.letters[space] == bare.letters[space] for space in others)


def test_a_space_is_empty_where_nothing_lies_over_the_place_of_its_chip(laid, bare, look, seen):
    chips = chips_of(laid, look)
    told = seen.still_hidden(under_things(bare, list(chips.values()), look, 0.2), look)
    assert {told.letters[space] for space in chips} == {EMPTY}


def test_a_chip_that_was_seen_to_be_gone_is_not_looked_for_under_things(laid, bare, look, seen):
    for at in (1.0, 2.0):
        seen.take(bare.letters, at)
    chips = list(chips_of(laid, look).values())
    covered = under_things(bare, chips, look, 0.85)
    assert seen.still_hidden(covered, look).letters == bare.letters


def test_however_long_a_chip_is_covered_it_is_not_forgotten(laid, bare, look, seen):
    covered = under_things(bare, list(chips_of(laid, look).values()), look, 0.85)
    for at in (1.0, 2.0):
        seen.take(seen.still_hidden(covered, look).letters, at)
    assert HIDDEN in seen.still_hidden(covered, look).letters
