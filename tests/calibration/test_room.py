"""How far the hue of measured chips may turn over a board."""

from __future__ import annotations

import math

from calibration.colours import MeasuredChip, with_chips
from tests.vision.scenes import look_of
from vision.normalize.colour import ChipColour
from vision.rectify.size import Radius


def _spread_of(saturation: float, value: float) -> float:
    """The play that a green chip measured in one place gets beside a blue one, degrees."""
    green = ChipColour("g", math.radians(-131), math.radians(14), saturation, value, 0.1, True)
    blue = ChipColour("b", math.radians(111), math.radians(10), 0.5, 0.8, 0.6, True)
    chips = [MeasuredChip(one, Radius((0.25, 0.25)), (0.5, 0.5), 1.0) for one in (green, blue)]
    return math.degrees(with_chips(look_of("d0_green_oak", colours=False), chips).colour_of("g").spread)


def test_the_hue_of_nearly_black_chips_may_turn_farther_than_that_of_colourful_ones() -> None:
    assert _spread_of(0.2, 0.35) > 1.25 * _spread_of(0.6, 0.6)


def test_however_little_colour_chips_have_they_stay_apart_from_the_other_teams() -> None:
    assert 4.5 * _spread_of(0.05, 0.3) <= 118.1
