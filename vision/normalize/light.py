"""The light on the board: its white at every place, and how it changed since the empty picture.

Here lives what makes two pictures of one table comparable. What lies on the board is not judged here,
only kept from spoiling the measure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify.quantiles import quantiles
from vision.rectify.straight import MARGIN, SIDE, spaces_of

BURNT = 246
"""From here on a channel is taken as clipped. Unit: grey levels; 240 to 255."""
FULL = 250
"""Above this one channel is taken as clipped: it may have been any amount brighter. Unit: grey levels; 245 to 254."""
UNLIKE = 0.75
"""What a spread of difference counts when two evened pictures are compared. 0.5 to 1."""
BLOCK = 8
"""Side of the blocks in which the change of light is measured; a quarter of a space. Unit: pixels."""
BALANCE, LEVELS = 0.12, (0.3, 2.0)
"""Where light, or its lack, turned the balance of the channels no farther, and made no more of it, it may be light.
Parts, 0.08 to 0.15; of the light on the whole, 0.2 to 0.4 and 1.7 to 2.5."""
DEEP, SHOWING, FAR, SHADED = (0.1, 0.85), 0.4, 0.25, 20
"""And in shadows, where the print shows so surely, if it lies no farther from the line along which they turn it, and so
many blocks say which that is. Of the light on the whole, 0.05 to 0.2 and 0.8 to 0.9; parts, 0.3 to 0.6, 0.2 to 0.3;
blocks, three quarters of a space, 15 to 30."""
TELLING = 40
"""What is darker says little of a gain. Unit: grey levels; 20 to 60."""
FEWEST = 40
"""Blocks in which the change of light must show. 20 to 100."""

WINDOW = (SIDE // 2 - 1, SIDE // 2 - 1)
"""The window in which print is compared: half a space. Unit: pixels."""

Field = NDArray[np.float32]


def grey_of(picture: NDArray[Any]) -> Field:
    """Mean of the three channels, float32. (numpy's own mean over an axis of three is many times slower.)"""
    weights = np.full((1, 3), 1 / 3, np.float32)
    source = picture if picture.dtype == np.float32 else picture.astype(np.float32)
    return np.asarray(cv2.transform(source, weights), np.float32)


def planes_of(picture: NDArray[Any]) -> Field:
    """The channels one after the other, float32; shape (3, height, width). Sums over whole planes are quick,
    over an axis of three at the end they are not."""
    return np.array(cv2.split(picture), np.float32)


def grey_levels_of(picture: NDArray[Any]) -> NDArray[np.uint8]:
    """The same as they are: a quarter of the memory, for what is kept."""
    return np.array(cv2.split(picture), np.uint8)


def mean_of(planes: Field) -> Field:
    """Mean of three planes."""
    return np.asarray((planes[0] + planes[1] + planes[2]) * np.float32(1 / 3), np.float32)


def brightest_of(picture: NDArray[Any]) -> NDArray[Any]:
    """Brightest channel of each pixel."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red))


def darkest_of(picture: NDArray[Any]) -> NDArray[Any]:
    """Darkest channel of each pixel."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red))


def middle_of(picture: NDArray[Any]) -> NDArray[Any]:
    """Second brightest channel of each pixel."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.min(blue, green), cv2.min(cv2.max(blue, green), red)))


def gain_between(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> Field:
    """By what factor each channel of most of a picture changed, shape (3,); what is dark or burnt out has no say."""
    told = (darkest_of(before) > TELLING) & (brightest_of(cv2.max(before, now)) < BURNT)
    if told.sum() < FEWEST:
        return np.ones(3, np.float32)
    first, last = (np.ascontiguousarray(one[told].T, np.float32) for one in (before, now))
    return quantiles(last / first, 0.5)[0]


def expected_after(before: NDArray[np.uint8], now: NDArray[np.uint8], gain: Field) -> NDArray[np.uint8]:
    """A picture as it would look now, were that gain of each channel all that changed.

    What was burnt out may have been any amount brighter.
    """
    steps = np.clip(np.round(np.arange(256)[:, None] * gain), 0, 255).astype(np.uint8)
    expected = np.asarray(cv2.LUT(before, np.ascontiguousarray(steps.reshape(1, 256, 3))), np.uint8)
    if float(gain.min()) < 1.0:
        np.copyto(expected, cv2.max(expected, now), where=before >= BURNT)
    return expected


def ramp(one: Field, low: float, high: float) -> Field:
    """0 up to where a map has the one value, 1 from the other on."""
    part = np.asarray(one - np.float32(low), np.float32)
    part /= np.float32(high - low)
    return np.clip(part, 0.0, 1.0, out=part)


def smooth_up(values: Field, shape: tuple[int, int]) -> Field:
    """A field given at the middle of every space, drawn out smoothly over the straight picture."""
    padded = cv2.copyMakeBorder(values, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    wide = cv2.resize(
        padded,
        (padded.shape[1] * SIDE, padded.shape[0] * SIDE),
        interpolation=cv2.INTER_LINEAR,
    )
    skip = SIDE - MARGIN
    return np.ascontiguousarray(wide[skip : skip + shape[0], skip : skip + shape[1]], np.float32)


def paper_white(straight: NDArray[np.uint8], rows: int, columns: int, free: frozenset[int]) -> Field:
    """White of the printed cards in each space of an empty board; shape (rows, columns, 3), grey levels.

    The 85th percentile of a space is its paper; free spaces are printed all over and borrow from around
    them. A median over neighbours keeps court cards and pattern from passing for light.
    """
    spaces = spaces_of(straight, rows, columns).reshape(rows, columns, SIDE * SIDE, 3)
    white = np.percentile(spaces, 85, axis=2).astype(np.float32)
    known = np.ones((rows, columns), bool)
    for space in free:
        known[divmod(space, columns)] = False
    result = np.empty_like(white)
    for row in range(rows):
        for column in range(columns):
            around = (slice(max(row - 1, 0), row + 2), slice(max(column - 1, 0), column + 2))
            near = white[around][known[around]]
            result[row, column] = np.median(near, axis=0) if len(near) else white[row, column]
    return np.ascontiguousarray(np.maximum(result, 20.0), np.float32)


class Shown(NamedTuple):
    """How far a printed picture shows in another, around each pixel; maps."""

    alike: Field
    """Correlation in a window of half a space, -1 to 1."""
    unlike: Field
    """How unlike the pixel is, light and contrast aside, 0 to 1."""
    left: Field
    """What is left of its contrast, 1 being all."""


@dataclass(frozen=True)
class Print:
    """What is printed, as the comparison with it needs it; made once for a table."""

    grey: Field
    """The empty board, grey; shape (height, width)."""
    mean: Field
    """Its mean around each pixel."""
    variance: Field
    """Its variance there."""
    even: Field
    """The same freed of light and contrast."""

    @classmethod
    def of(cls, grey: Field) -> Print:
        """Of a grey picture of the empty board."""
        mean, variance = _around(grey)
        return cls(grey, mean, variance, _even(grey, mean, variance))

    @property
    def told(self) -> Field:
        """How much print there is to tell by, 0 to 1."""
        return np.clip((np.sqrt(self.variance) - 6.0) / 12.0, 0.0, 1.0).astype(np.float32)

    def shows_in(self, now: Field) -> Shown:
        """How far the printed picture shows in a grey picture.

        A shadow or a veil of glare keeps the correlation; whatever covers the print does not.
        """
        mean, variance = _around(now)
        both = cv2.blur(now * self.grey, WINDOW) - mean * self.mean
        alike = both / np.sqrt((variance + 9.0) * (self.variance + 9.0))
        unlike = np.minimum(UNLIKE * np.abs(_even(now, mean, variance) - self.even), 1.0)
        left = both / (self.variance + 9.0)
        return Shown(*(np.asarray(one, np.float32) for one in (alike, unlike, left)))


def _even(grey: Field, mean: Field, variance: Field) -> Field:
    """Each pixel against those around it, in their spreads; noise on plain paper stays small."""
    return np.asarray((grey - mean) / np.sqrt(variance + 16.0), np.float32)


def _around(grey: Field) -> tuple[Field, Field]:
    """Mean and variance in the window around each pixel."""
    mean = np.asarray(cv2.blur(grey, WINDOW), np.float32)
    return mean, np.clip(cv2.blur(grey * grey, WINDOW) - mean * mean, 0.0, np.inf)


class Blocks(NamedTuple):
    """What each block of the board tells of the light: planes of shape (3, rows, columns), one a channel."""

    weight: Field
    """How much of it tells anything, 0 to 1."""
    now: Field
    """How bright that is."""
    empty: Field
    """How bright the same was in the empty picture."""
    shows: Field
    """How surely the print shows there, 0 to 1, in every channel the same."""

    def with_part(self, part: Blocks, place: tuple[slice, slice]) -> Blocks:
        """The same with a part of the board, which lies at `place`, as it is now."""
        result = Blocks(*(one.copy() for one in self))
        for one, new in zip(result, part, strict=True):
            one[:, *place] = new
        return result


def blocks_of(now: Field, empty: NDArray[Any], usable: Field, shows: Field) -> Blocks:
    """The blocks of a picture and of the empty one, both given as planes of shape (3, height, width); `usable` is 0
    where either is burnt out, `shows` how surely the print shows there, 0 to 1.

    A channel that has come to be clipped does not tell how much lighter it got; what the others say of the place holds
    for it, too.
    """
    height, width = usable.shape
    small = (width // BLOCK, height // BLOCK)

    def by_block(plane: Field) -> Field:
        return np.asarray(cv2.resize(plane, small, interpolation=cv2.INTER_AREA), np.float32)

    telling = [_telling(*planes, usable) for planes in zip(now, empty, strict=True)]
    return Blocks(
        np.array([by_block(plane) for plane in telling]),
        np.array([by_block(plane * part) for plane, part in zip(now, telling, strict=True)]),
        np.array([by_block(plane * part) for plane, part in zip(empty, telling, strict=True)]),
        np.array([by_block(shows)] * 3),
    )


def change_of_light(blocks: Blocks) -> tuple[Field, Field]:
    """How the light changed since the empty picture.

    Returns the overall factor a channel, shape (3,), and that of every block, shape (3, rows, columns). The
    local one comes only from places where the print still shows, so that a hand, a sleeve or a chip does
    not pass for a change of light, while its shadow does, be it of the colour of another lamp.
    """
    ratio = (blocks.now + 1.0) / (blocks.empty + 1.0)
    told = (blocks.weight > 0.5) & (mean_of(blocks.empty) > 25.0 * mean_of(blocks.weight))
    enough = told.any(axis=0)
    if told.sum(axis=(1, 2)).min() < FEWEST:
        return np.ones(3, np.float32), np.ones_like(ratio)
    overall = np.array([quantiles(one[here], 0.5)[0] for one, here in zip(ratio, told, strict=True)], np.float32)
    shows = blocks.shows[0]
    relative = np.asarray(ratio / overall[:, None, None], np.float32)
    level = np.asarray(mean_of(relative * told) * 3.0 / np.maximum(told.sum(axis=0), 1), np.float32)
    relative = np.where(told, relative, level)
    turned = np.asarray(relative / np.maximum(level, 0.01) - 1.0, np.float32)
    # A chip or a sleeve turns the balance of the channels. A lamp hardly does, and what one lamp lights alone where
    # another is shaded all does alike. Of few blocks a chip on a card that has all its shades may seem to be one.
    shaded = enough & (shows > SHOWING) & (level > DEEP[0]) & (level < DEEP[1])
    shaded &= shaded.sum() >= SHADED
    off = _off_line(turned, _middle_of(turned, shaded))
    kept = enough & (level < LEVELS[1]) & ((off < BALANCE) & (level > LEVELS[0]) | shaded & (off < FAR))
    trust = np.where(kept, shows * shows, 0.0).astype(np.float32)
    local = np.where(kept, relative, 1.0).astype(np.float32)
    wide = (0, 0)
    top = np.array([cv2.GaussianBlur(plane * trust, wide, 2.0) for plane in local])
    bottom = cv2.GaussianBlur(trust, wide, 2.0)
    return overall, np.asarray((top + 0.01) / (bottom + 0.01) * overall[:, None, None], np.float32)


def over_pixels(field: Field) -> Field:
    """What is given for every block, for every pixel; planes."""
    size = (field.shape[2] * BLOCK, field.shape[1] * BLOCK)
    return np.array([cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR) for plane in field])


def _middle_of(turned: Field, shaded: NDArray[np.bool_]) -> Field:
    """How far the shadows turn the balance of the channels, shape (3,); `turned` is that of each block, shape (3, rows,
    columns)."""
    if not shaded.any():
        return np.zeros(3, np.float32)
    return quantiles(turned[:, shaded], 0.5)[0]


def _off_line(turned: Field, most: Field) -> Field:
    """How far each block is from being turned as far as `most`, or a part of the way there; shape (rows, columns)."""
    long = float(most @ most)
    part = np.clip(np.tensordot(most, turned, 1) / max(long, 1e-6), 0.0, 1.0)
    return np.asarray(np.abs(turned - part * most[:, None, None]).max(axis=0), np.float32)


def _telling(now: Field, empty: NDArray[Any], usable: Field) -> Field:
    """Where one channel tells how its light changed: all that is usable and not newly clipped, if that is enough."""
    clipped = now > FULL
    if not clipped.any():
        return usable
    clear = usable * (~clipped | (empty > FULL))
    return np.asarray(clear if clear.sum() > FEWEST * BLOCK * BLOCK else usable, np.float32)
