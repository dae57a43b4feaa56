"""Discs in maps over the straight picture: where one lies, what surrounds it, how two compare.

The common tools of finding chips; nothing here knows what a chip looks like.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.evidence import Map
from vision.normalize.look import TableLook
from vision.rectify.size import PixelRadius, Radius
from vision.rectify.straight import MARGIN, SIDE

SEARCH = 2
"""Chips are searched for in maps this many times smaller."""
SHADOW = 0.42
"""The tinted shadow under an arm has at most so much of a team's saturation. Parts; 0.38 to 0.45."""
WITHIN, BEYOND = (0.5, 0.7, 0.85), (1.3, 1.45, 1.6)
"""Where it is looked whether something ends at the edge of a disc: on it, and outside. Chip radii."""
Directions = NDArray[np.float32]


class Chip(NamedTuple):
    """One chip seen.

    A tuple and no dataclass: hundreds are made of each picture, and changed, and a dataclass takes many times as long.
    """

    team: str
    across: float
    """Centre along the row, in spaces from the outer edge of column a."""
    down: float
    """Centre along the column, in spaces from the outer edge of row 1."""
    filled: float
    """Part of the disc that shows the team's colour (of the ring, on a white face), 0 to 1."""
    rival: float
    """The same for the likeliest other team of this table."""
    white: bool
    """Shows its white face."""
    foreign: bool = False
    """Of a colour that does not belong to this table: skin and sleeves have one, too."""
    closed: float = 1.0
    """In what part of all directions its colour ends at its edge, 0 to 1: a sleeve goes on."""
    steady: float = 1.0
    """How far all directions of a white chip's ring agree in hue, 0 to 1."""
    around: float = 0.0
    """How much of the band around it, half a chip wide, the printed board does not explain, 0 to 1."""
    dazzled: float = 0.0
    """How much of it and of what is right beside it lies in glare, 0 to 1."""
    lost: float = 0.0
    """How much of the print one chip's width away cannot be seen, in the middling direction, 0 to 1."""
    shows: float = 0.0
    """How far the print still shows inside the disc: correlation, 0 where none is printed, -1 to 1."""
    strange: float = 1.0
    """How far what lies inside the disc is unlike the print and of some team's colour, 0 to 1."""
    bright: float = 1.0
    """Lightness of its middle, 1 being paper white."""
    vivid: float = 1.0
    """Saturation of its middle against its team's."""
    pale: float = SHADOW
    """So vivid at most may be what only seems to be a chip of its team: a shadow, or skin where that is of its hue."""
    deep: float = math.inf
    """How far the hue of its darkest part, which a mirror image lightens least, lies off its team's; spreads of that.
    Infinite where its lightest part is nearer to it: then the mirror image may be what shows the colour."""
    line_support: int = 0
    """How many other spaces of a straight five show a white chip of its team, if it is white."""
    touched: float = 0.0
    """In what part of all directions something of the hue of skin touches it, 0 to 1."""
    held: float = 0.0
    """In what part of all directions something that hides the board touches it, 0 to 1."""


@lru_cache(maxsize=256)
def disc(half_width: float, half_height: float, hole: float = 0.0) -> NDArray[np.float32]:
    """A filled ellipse (or a ring, `hole` being its inner part) that sums to 1, smooth at its edge."""
    across, down = int(np.ceil(half_width)) + 1, int(np.ceil(half_height)) + 1
    y, x = np.mgrid[-down : down + 1, -across : across + 1].astype(np.float32)
    distance = np.sqrt((x / half_width) ** 2 + (y / half_height) ** 2)
    edge = 2.0 / (half_width + half_height)
    mask = np.clip((1.0 - distance) / edge + 0.5, 0.0, 1.0)
    if hole > 0:
        mask *= np.clip((distance - hole) / edge + 0.5, 0.0, 1.0)
    # Without empty margins: OpenCV filters with a small kernel several times faster than with one of over 11x11.
    rows, columns = mask.any(axis=1), mask.any(axis=0)
    return np.ascontiguousarray((mask / mask.sum())[rows][:, columns], np.float32)


def half_of(radius: Radius) -> PixelRadius:
    """Half width and half height of a chip in pixels of the smaller maps; `radius` is in parts of a space."""
    return PixelRadius((radius[0] * SIDE / SEARCH, radius[1] * SIDE / SEARCH))


def face_and_band(half: PixelRadius) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What lies under a chip but its rim, and what lies around it, as kernels for `standing_out`."""
    return disc(half[0] * 0.92, half[1] * 0.92), disc(half[0] * 1.7, half[1] * 1.7, 0.72)


def chip_at(team: str, row: float, column: float, score: float, rival: float, white: bool = False) -> Chip:
    """A chip from its place in the smaller maps."""
    return Chip(team, in_spaces(column), in_spaces(row), score, rival, white)


def in_spaces(place: Any) -> Any:
    """A row or column of the smaller maps, in spaces from the outer edge of the board; numbers or arrays."""
    return ((place + 0.5) * SEARCH - MARGIN) / SIDE


def place_of(chip: Chip) -> tuple[float, float]:
    """Row and column of a chip in the smaller maps."""
    return (chip.down * SIDE + MARGIN) / SEARCH - 0.5, (chip.across * SIDE + MARGIN) / SEARCH - 0.5


def space_of(chip: Chip, look: TableLook) -> int | None:
    """The space a chip's centre lies in; None beside the board."""
    across, down = look.parallax.upright(chip.across, chip.down)
    row, column = math.floor(down), math.floor(across)
    return row * look.columns + column if 0 <= row < look.rows and 0 <= column < look.columns else None


def overlaps(chip: Chip, others: list[Chip], half: PixelRadius) -> bool:
    """Whether another chip already lies there: two chips are never closer than two radii."""
    return any(not apart(chip.across, chip.down, other, half) for other in others)


def apart(across: Any, down: Any, other: Chip, half: PixelRadius, least: float = 1.5) -> Any:
    """Whether places, in spaces, are free of a chip that lies elsewhere, by so many radii; numbers or arrays."""
    wide, high = half[0] * SEARCH / SIDE, half[1] * SEARCH / SIDE
    return ((across - other.across) / wide) ** 2 + ((down - other.down) / high) ** 2 >= least**2


def smaller(one: Map) -> Map:
    """A map SEARCH times smaller each way."""
    size = (one.shape[1] // SEARCH, one.shape[0] // SEARCH)
    return np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.float32)


def peaks(score: Map, least: float, reach: tuple[float, float]) -> list[tuple[float, int, int]]:
    """Local maxima of at least `least`: (score, row, column)."""
    size = (2 * max(1, int(reach[0] * 0.6)) + 1, 2 * max(1, int(reach[1] * 0.6)) + 1)
    highest = cv2.dilate(score, np.ones((size[1], size[0]), np.uint8))
    rows, columns = np.nonzero((score >= highest) & (score >= least))
    return list(zip(score[rows, columns].tolist(), rows.tolist(), columns.tolist(), strict=True))


def weighed(one: Map, weights: NDArray[np.float32]) -> Map:
    """Weighted mean of a smaller map around each of its pixels: of most teams hardly anything is to be seen, and then
    only where something is has to be looked at."""
    down, across = weights.shape
    rows, columns = np.flatnonzero(one.any(axis=1)), np.flatnonzero(one.any(axis=0))
    result = np.zeros_like(one)
    if len(rows):
        part = (
            slice(max(rows[0] - down, 0), rows[-1] + down + 1),
            slice(max(columns[0] - across, 0), columns[-1] + across + 1),
        )
        result[part] = cv2.filter2D(one[part], -1, weights)
    return result


def mean_at(one: Map, weights: NDArray[np.float32], chips: list[Chip]) -> NDArray[np.float32]:
    """Weighted mean of a smaller map around each chip; shape (chips,). What a filter gives, but only there."""
    down, across = weights.shape[0] // 2, weights.shape[1] // 2
    places = np.array([place_of(chip) for chip in chips]).reshape(-1, 2)
    rows, columns = np.clip(np.round(places), 0, np.array(one.shape) - 1).astype(np.intp).T
    wide = cv2.copyMakeBorder(one, down, down, across, across, cv2.BORDER_REFLECT_101)
    within = np.arange(weights.shape[0])[:, None] * wide.shape[1] + np.arange(weights.shape[1])
    places = (rows * wide.shape[1] + columns)[:, None] + within.ravel()
    return np.asarray(wide.ravel()[places] @ weights.ravel(), np.float32)


def draw(one: NDArray[Any], chip: Chip, radius: Radius, grow: float, value: float) -> None:
    """Sets a chip's disc, so many times as large, to a value in a map over the straight picture; `radius` in parts of a
    space."""
    centre = (round(chip.across * SIDE + MARGIN - 0.5), round(chip.down * SIDE + MARGIN - 0.5))
    cv2.ellipse(one, centre, (round(radius[0] * SIDE * grow), round(radius[1] * SIDE * grow)), 0, 0, 360, value, -1)


def erase(one: Map, row: float, column: float, half: tuple[float, float], grow: float) -> None:
    """Sets an ellipse of a map to nothing; `half` is half its width and height in pixels of that map."""
    axes = (max(1, round(half[0] * grow)), max(1, round(half[1] * grow)))
    cv2.ellipse(one, (round(column), round(row)), axes, 0, 0, 360, 0.0, -1)


def without(one: Map, chips: list[Chip], half: PixelRadius) -> Map:
    """A map made smaller in which nothing is left where chips lie, their rims included."""
    small = smaller(one)
    for chip in chips:
        erase(small, *place_of(chip), half, 1.3)
    return small


def standing_out(
    small: Map, shape: NDArray[np.float32], around: NDArray[np.float32], least: float, half: PixelRadius
) -> list[Chip]:
    """The places of a smaller map at which what lies under the kernel `shape` exceeds what lies under `around` by at
    least `least`; filled by as much, their `team` empty."""
    return highest(weighed(small, shape) - weighed(small, around), least, half)


def highest(score: Map, least: float, half: PixelRadius) -> list[Chip]:
    """Where a smaller map has its peaks of at least `least`; filled by as much, their `team` empty."""
    return [chip_at("", float(row), float(column), filled, 0.0) for filled, row, column in peaks(score, least, half)]


def polar(one: Map, chip: Chip, half: PixelRadius, reaches: tuple[float, ...]) -> Directions:
    """A full-size map around a chip; shape (reaches, 16 directions), reaches in chip radii."""
    return np.asarray(polars(one, [chip], half, reaches)[0], np.float32)


def polars(one: Map, chips: list[Chip], half: PixelRadius, reaches: tuple[float, ...]) -> Directions:
    """A full-size map around each of several chips at once; shape (chips, reaches, 16 directions)."""
    right, below = _spokes(half, reaches)
    across = np.array([chip.across * SIDE + MARGIN - 0.5 for chip in chips], np.float32)
    down = np.array([chip.down * SIDE + MARGIN - 0.5 for chip in chips], np.float32)
    x = (across[:, None, None] + right).reshape(-1, 16)
    y = (down[:, None, None] + below).reshape(-1, 16)
    seen = cv2.remap(one, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) if chips else x
    return np.asarray(seen.reshape(len(chips), len(reaches), 16), np.float32)


def beside(chips: list[Chip], half: PixelRadius, reach: float, near: float) -> NDArray[np.bool_]:
    """In which directions of each chip, `reach` chip radii off, another is no farther than `near` of them, and which
    other; shape (chips, chips, 16 directions)."""
    right, below = (spokes[0] / SIDE for spokes in _spokes(half, (reach,)))
    across = np.array([chip.across for chip in chips])[:, None] + right
    down = np.array([chip.down for chip in chips])[:, None] + below
    seen = np.array([~apart(across, down, other, half, near) for other in chips], np.bool_)
    return seen.reshape(len(chips), len(chips), 16).swapaxes(0, 1)


def steps_at_edge(one: Map, chips: list[Chip], half: PixelRadius) -> Directions:
    """By how much a map falls at the edge of each disc; shape (chips, 16 directions)."""
    like = polars(one, chips, half, WITHIN + BEYOND)
    return np.asarray(like[:, : len(WITHIN)].mean(axis=1) - like[:, len(WITHIN) :].mean(axis=1), np.float32)


@lru_cache(maxsize=256)
def _spokes(half: PixelRadius, reaches: tuple[float, ...]) -> tuple[Directions, Directions]:
    """From a chip's centre to the places `polar` looks at, pixels along the row and along the column."""
    turn = np.arange(16, dtype=np.float32) * np.float32(np.pi / 8)
    reach = np.array(reaches, np.float32)[:, None]
    return np.cos(turn) * half[0] * SEARCH * reach, np.sin(turn) * half[1] * SEARCH * reach
