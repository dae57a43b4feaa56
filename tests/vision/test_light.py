"""How the light changed since the empty picture, measured on plain fields without a board."""

from __future__ import annotations

import numpy as np
import pytest

from vision.normalize.light import blocks_of, change_of_light, over_pixels

SHAPE = (160, 160)


def paper(lamp: float) -> np.ndarray:
    """Paper under a lamp mirrored in its middle, as planes b g r, brighter than a camera can show it."""
    y, x = np.mgrid[: SHAPE[0], : SHAPE[1]]
    glow = np.exp(-((x - 80) ** 2 + (y - 80) ** 2) / 900.0)
    return np.array([170 + 0.5 * lamp * glow, 180 + lamp * glow, 190 + lamp * glow], np.float32)


def light_between(now: np.ndarray, empty: np.ndarray, shows: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """The overall change of light and that of every pixel, where the print shows so surely everywhere."""
    everywhere = np.ones(SHAPE, np.float32)
    overall, field = change_of_light(blocks_of(now, empty, everywhere, everywhere * np.float32(shows)))
    return overall, over_pixels(field)


@pytest.mark.parametrize("gain", [(1.0, 1.2, 1.25), (0.9, 1.1, 1.3), (0.8, 0.7, 0.6)])
def test_channels_that_come_to_be_clipped_do_not_tint_the_light(gain: tuple[float, float, float]) -> None:
    empty = paper(50.0)
    now = np.minimum(empty * np.array(gain, np.float32)[:, None, None], 255.0)
    overall, light = light_between(now, empty)
    assert overall == pytest.approx(gain, abs=0.03)
    assert light[:, 80, 80] == pytest.approx(gain, abs=0.05)


@pytest.mark.parametrize("left", [(0.7, 0.7, 0.7), (0.45, 0.3, 0.22), (0.2, 0.3, 0.4)])
def test_a_shadow_is_a_change_of_light_of_its_place_alone_whatever_its_colour(left: tuple[float, float, float]) -> None:
    empty = paper(0.0)
    now = empty.copy()
    now[:, :60, :60] *= np.array(left, np.float32)[:, None, None]
    overall, light = light_between(now, empty)
    assert overall == pytest.approx((1.0, 1.0, 1.0), abs=0.02)
    assert light[:, 20, 20] == pytest.approx(left, abs=0.05)
    assert light[:, 120, 120] == pytest.approx((1.0, 1.0, 1.0), abs=0.02)


@pytest.mark.parametrize("shows", [0.0, 1.0])
def test_a_dark_disc_of_another_colour_is_no_change_of_light_be_it_on_print_like_it(shows: float) -> None:
    empty = paper(0.0)
    now = empty.copy()
    now[:, 64:80, 64:80] *= np.array((0.45, 0.3, 0.22), np.float32)[:, None, None]
    _, light = light_between(now, empty, shows)
    assert light[:, 72, 72] == pytest.approx((1.0, 1.0, 1.0), abs=0.03)


def test_beside_a_shadow_of_one_colour_what_is_turned_to_another_is_no_light() -> None:
    empty = paper(0.0)
    now = empty.copy()
    now[:, :60, :60] *= np.array((0.45, 0.3, 0.22), np.float32)[:, None, None]
    now[:, 96:112, 96:112] *= np.array((0.2, 0.25, 0.6), np.float32)[:, None, None]
    _, light = light_between(now, empty)
    assert light[:, 20, 20] == pytest.approx((0.45, 0.3, 0.22), abs=0.05)
    assert light[:, 104, 104] == pytest.approx((1.0, 1.0, 1.0), abs=0.03)
