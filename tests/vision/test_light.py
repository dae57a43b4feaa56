"""How the light changed since the empty picture, measured on plain fields without a board."""

from __future__ import annotations

import numpy as np
import pytest

from vision.light import change_of_light

SHAPE = (160, 160)


def paper(lamp: float) -> np.ndarray:
    """Paper under a lamp mirrored in its middle, as planes b g r, brighter than a camera can show it."""
    y, x = np.mgrid[: SHAPE[0], : SHAPE[1]]
    glow = np.exp(-((x - 80) ** 2 + (y - 80) ** 2) / 900.0)
    return np.array([170 + 0.5 * lamp * glow, 180 + lamp * glow, 190 + lamp * glow], np.float32)


@pytest.mark.parametrize("gain", [(1.0, 1.2, 1.25), (0.9, 1.1, 1.3), (0.8, 0.7, 0.6)])
def test_channels_that_come_to_be_clipped_do_not_tint_the_light(gain: tuple[float, float, float]) -> None:
    empty = paper(50.0)
    now = np.minimum(empty * np.array(gain, np.float32)[:, None, None], 255.0)
    everywhere = np.ones(SHAPE, np.float32)
    overall, light = change_of_light(now, empty, everywhere, everywhere)
    assert overall == pytest.approx(gain, abs=0.03)
    assert light[:, 80, 80] == pytest.approx(gain, abs=0.05)


def test_a_shadow_is_a_change_of_light_of_its_place_alone() -> None:
    empty = paper(0.0)
    now = empty.copy()
    now[:, :60, :60] *= 0.7
    everywhere = np.ones(SHAPE, np.float32)
    overall, light = change_of_light(now, empty, everywhere, everywhere)
    assert overall == pytest.approx((1.0, 1.0, 1.0), abs=0.02)
    assert light[:, 20, 20] == pytest.approx((0.7, 0.7, 0.7), abs=0.05)
    assert light[:, 120, 120] == pytest.approx((1.0, 1.0, 1.0), abs=0.02)
