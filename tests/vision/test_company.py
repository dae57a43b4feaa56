"""The company that white chips keep on the board."""

from __future__ import annotations

import pytest

from vision.company import company


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
    assert company(42, shown, 10, 10) == others


def test_a_white_chip_does_not_keep_itself_company() -> None:
    assert company(42, {42}, 10, 10) == 0


def test_a_five_does_not_go_on_at_the_other_edge() -> None:
    assert company(19, {20, 21, 22, 23}, 10, 10) == 0


def test_a_board_too_small_for_a_five_has_no_company() -> None:
    assert company(5, {4, 6, 7}, 4, 4) == 0
