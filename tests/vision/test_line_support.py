"""The straight lines in which white chips lie."""

from __future__ import annotations

import pytest

from vision.classify.line_support import fifths, line_support

EVERY = frozenset(range(100))


@pytest.mark.parametrize(
    ("shown", "others"),
    [
        ({40, 41, 43, 44}, 4),
        ({2, 12, 22, 32}, 4),
        ({24, 33, 51, 60}, 4),
        ({20, 31, 53, 64}, 4),
        ({44, 45, 46, 47}, 3),
        ({39, 38, 37}, 0),
        (set(), 0),
    ],
)
def test_white_chips_keep_company_in_a_straight_five_and_nowhere_else(shown: set[int], others: int) -> None:
    assert line_support(42, shown, 10, 10) == others


def test_a_white_chip_does_not_keep_itself_company() -> None:
    assert line_support(42, {42}, 10, 10) == 0


def test_a_five_does_not_go_on_at_the_other_edge() -> None:
    assert line_support(19, {20, 21, 22, 23}, 10, 10) == 0


def test_a_board_too_small_for_a_five_has_no_company() -> None:
    assert line_support(5, {4, 6, 7}, 4, 4) == 0


FOUR = {42, 43, 44, 45}


def test_one_of_the_two_ends_of_four_in_a_line_must_be_their_fifth() -> None:
    assert fifths(FOUR, EVERY - FOUR, 10, 10) == {41, 46}


def test_the_gap_in_four_of_a_line_is_their_fifth() -> None:
    assert fifths({42, 43, 45, 46}, EVERY - {42, 43, 45, 46}, 10, 10) == {44}


def test_the_fifth_of_four_may_be_the_one_that_cannot_be_seen() -> None:
    assert fifths(FOUR, EVERY - FOUR - {46}, 10, 10) == set()


def test_a_chip_whose_colour_shows_is_no_fifth_of_white_ones() -> None:
    assert fifths(FOUR, EVERY - FOUR - {46}, 10, 10, faces={46}) == {41}
    assert fifths(FOUR, EVERY - FOUR - {41, 46}, 10, 10, faces={41, 46}) == set()


def test_a_full_five_lacks_no_fifth_at_its_ends() -> None:
    five = FOUR | {46}
    assert fifths(five, EVERY - five, 10, 10) == set()
