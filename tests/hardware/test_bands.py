"""Bands of light from lamps on mains: evened out and named, and nothing else is taken for them."""

import cv2
import numpy as np
import pytest

from hardware.bands import Bands
from hardware.watchdog import Watched
from tests.hardware.fakes import Film

HEIGHT, WIDTH = 240, 320
MANY = 40
NOISE = 2.0
_CHANCE = np.random.default_rng(1)
TABLE = cv2.resize(
    _CHANCE.integers(40, 220, (30, 40, 3)).astype(np.uint8), (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST
)
_GRAIN = _CHANCE.normal(0, NOISE, (7, HEIGHT, WIDTH, 3)).astype(np.float32)


def lit(picture, number, *, depth, periods=3.0, step=2.1):
    """The picture under a lamp whose bands stand elsewhere in each picture, with a sensor's noise."""
    wave = 1 + depth * np.sin(np.arange(HEIGHT) / HEIGHT * 2 * np.pi * periods + number * step)
    lighter = picture * wave[:, None, None].astype(np.float32)
    return np.clip(lighter + _GRAIN[number % len(_GRAIN)], 0, 255).astype(np.uint8)


def reaching(picture, reach, top=50, bottom=150):
    """The picture with an arm from the left over so many of its columns."""
    changed = picture.copy()
    changed[top:bottom, :reach] = (120, 150, 200)
    return changed


def off(one, other):
    """Mean difference in grey levels."""
    return float(np.abs(one.astype(int) - other).mean())


@pytest.mark.parametrize(("depth", "periods", "step"), [(0.1, 3, 2.1), (0.05, 3, 2.1), (0.1, 2, 1.3), (0.15, 1.2, 2.6)])
@pytest.mark.parametrize("reach", [0, 125])
def test_pictures_with_bands_become_as_they_are_under_even_light(depth, periods, step, reach):
    bands, left, before = Bands(), [], []
    for number in range(MANY):
        table = reaching(TABLE, reach) if number > MANY // 2 else TABLE
        picture = lit(table, number, depth=depth, periods=periods, step=step)
        evened = bands.evened(picture)
        left.append(off(evened, table))
        before.append(off(picture, table))
    assert bands.there
    assert np.mean(left[-10:]) < max(0.5 * np.mean(before[-10:]), 1.6 * NOISE)


OTHERS = {
    "nothing at all": lambda number: lit(TABLE, number, depth=0.0),
    "bands that stand still": lambda number: lit(TABLE, number, depth=0.1, step=0.0),
    "a lamp that is switched on and off": lambda number: np.clip(
        TABLE * (1.3 if number % 10 < 5 else 1.0), 0, 255
    ).astype(np.uint8),
    "a sleeve over the whole width": lambda number: reaching(TABLE, WIDTH * (number % 6 < 3)),
    "a shadow that comes and stays": lambda number: np.clip(
        TABLE * np.where(number // 9 % 2 * (np.arange(HEIGHT) // 60 % 2), 0.9, 1.0)[:, None, None], 0, 255
    ).astype(np.uint8),
    "an arm that goes to and fro": lambda number: reaching(TABLE, number % 8 * 45),
    "a camera that shakes": lambda number: np.roll(TABLE, number % 3 * 9, axis=0),
}


@pytest.mark.parametrize("picture_of", OTHERS.values(), ids=OTHERS.keys())
def test_what_are_no_bands_is_left_as_it_is(picture_of):
    bands = Bands()
    for number in range(MANY):
        picture = picture_of(number)
        assert bands.evened(picture) is picture
    assert not bands.there


@pytest.mark.parametrize("size", [(1, 1), (8, 8), (20, 32), (48, 64), (500, 5)])
def test_a_picture_too_small_to_tell_is_left_as_it_is(size):
    bands = Bands()
    for number in range(MANY):
        picture = np.full((*size, 3), 40 + 90 * (number % 3), np.uint8)
        assert bands.evened(picture) is picture


def test_a_camera_whose_pictures_have_bands_gives_them_evened_and_says_so_once():
    news = []
    plain = [lit(TABLE, number, depth=0.0) for number in range(MANY)]
    watched = Watched(Film([lit(TABLE, number, depth=0.1) for number in range(MANY)] + plain), news.append)
    given = list(watched.frames())
    assert [one.kind for one in news] == ["bands", "even"]
    assert len([frame for frame in given if frame.index >= 12]) == 2 * MANY - 12, "none is held back as damaged"
    assert all(off(frame.picture, TABLE) < 2 * NOISE for frame in given if 20 <= frame.index < MANY)
