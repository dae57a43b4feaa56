"""Where in its space a chip lies."""

from __future__ import annotations

import numpy as np
import pytest

from vision.classify.placing import FARTHEST, habit, habits


def test_what_lies_near_the_middle_is_likelier_a_chip_than_what_lies_aside() -> None:
    odds = [habit(off) for off in np.arange(0.0, 0.5, 0.02)]
    assert odds == sorted(odds, reverse=True)
    assert odds[0] > 1.0
    assert habit(FARTHEST) < -1.0


def test_a_careless_chip_is_never_ruled_out() -> None:
    assert habit(0.7) == pytest.approx(habit(0.6), abs=0.01)
    assert habit(0.7) > -3.0


def test_chips_lie_somewhere_in_their_space() -> None:
    off = (np.arange(80) + 0.5) / 80 - 0.5
    density = [np.exp(habit(float(np.hypot(x, y)))) for x in off for y in off]
    assert np.mean(density) == pytest.approx(1.0, abs=0.06)


def test_places_of_a_space_are_alike_in_all_four_directions() -> None:
    places = habits(16)
    assert places.max() == pytest.approx(0.0, abs=0.2)
    for turned in (places.T, places[::-1], places[:, ::-1]):
        np.testing.assert_allclose(turned, places, atol=1e-5)
