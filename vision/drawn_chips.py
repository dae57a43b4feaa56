"""Chips that nobody photographed: any colour, print, ring, height and gloss, face up or white side up.

What trains the eye draws them, and so does the rehearsal that tells beforehand how a table will be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.rectify.size import Radius

Plane = NDArray[np.float32]


@dataclass(frozen=True)
class Make:
    """What all chips of one team have in common; colours are reflectances, b g r, linear."""

    colour: NDArray[np.float32]
    white: NDArray[np.float32]
    radius: tuple[float, float]
    """Half width and half height, pixels."""
    emboss: tuple[tuple[float, float, float], ...]
    """Rings: from, to (chip radii), factor of the colour."""
    notches: int
    """Pale bars on the rim; 0 for none."""
    print_reach: float
    """How far the print in the middle reaches, chip radii; 0 for none."""
    print_factor: float
    """Of the colour, where the print lies."""
    ring: tuple[float, float]
    """Where the ring of a white side begins and ends, chip radii."""
    face_print: float
    """How far the print on a white side reaches, chip radii."""
    height: float
    """Pixels by which its shadow stands out."""
    gloss: float


class DrawnChip(NamedTuple):
    """One chip, in a window of the picture it is drawn into; planes are of the shape of that window."""

    place: tuple[slice, slice]
    """Where the window lies in the picture."""
    face: Plane
    """What the chip sends back, linear; shape (height, width, 3), b g r."""
    solid: Plane
    """How far each pixel is chip, 0 to 1."""
    shade: Plane
    """How much of its light the chip takes from what lies around it, 0 to 1."""


def make_of(chance: np.random.Generator, colour: NDArray[np.float32], side: int, radius: Radius) -> Make:
    """A make of chips in this colour; `radius` in parts of a space of `side` pixels."""
    rings = tuple(
        (float(a), float(a + chance.uniform(0.05, 0.25)), float(chance.uniform(0.6, 1.7)))
        for a in chance.uniform(0.1, 0.9, int(chance.integers(0, 4)))
    )
    width = chance.uniform(0.06, 0.3)
    outer = chance.choice([1.0, 1.0, chance.uniform(0.8, 1.0)])
    return Make(
        colour=colour,
        white=np.asarray(chance.uniform(0.7, 1.0) * (1.0 - chance.uniform(0, 0.12, 3) * (1.0, 0.5, 0.2)), np.float32),
        radius=(radius[0] * side, radius[1] * side),
        emboss=rings,
        notches=int(chance.choice([0, 0, 0, 4, 6, 8])),
        print_reach=float(chance.choice([0.0, chance.uniform(0.2, 0.6)])),
        print_factor=float(chance.choice([chance.uniform(0.3, 0.8), chance.uniform(1.2, 3.0)])),
        ring=(float(outer - width), float(outer)),
        face_print=float(chance.choice([0.0, chance.uniform(0.15, 0.7)])),
        height=float(chance.uniform(0.0, 3.0)),
        gloss=float(chance.choice([0.0, chance.uniform(0.0, 0.5)])),
    )


def drawn_chip(
    make: Make,
    at: tuple[float, float],
    shape: tuple[int, ...],
    chance: np.random.Generator,
    *,
    white: bool,
    fall: float,
) -> DrawnChip | None:
    """A chip with its centre at x, y (pixels) of a picture of that shape; None where it lies outside.

    `fall` is where its shadow falls, radians.
    """
    wide, high = make.radius
    reach = int(max(wide, high) + make.height + 4)
    left, top = int(at[0]) - reach, int(at[1]) - reach
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(int(at[0]) + reach + 1, shape[1]), min(int(at[1]) + reach + 1, shape[0])
    if x1 <= x0 or y1 <= y0:
        return None
    y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    shadow = _disc(x - make.height * np.cos(fall), y - make.height * np.sin(fall), at, make.radius, 3.0)[0]
    shade = np.float32(0.55 * min(make.height / 2.0, 1.0)) * shadow
    solid, far, turn = _disc(x, y, at, make.radius, 1.0)
    spin = float(chance.uniform(0, 2 * np.pi))
    tone = float(chance.uniform(0.9, 1.08))
    face = _white_face(make, far, turn + spin) if white else _coloured_face(make, far, turn + spin, tone)
    if white:
        face *= tone
    face *= (1.0 - 0.35 * np.clip((far - 0.88) / 0.12, 0, 1))[..., None]
    if make.gloss:
        off = np.hypot(x - at[0] - 0.4 * wide * np.cos(fall + np.pi), y - at[1] - 0.4 * high * np.sin(fall + np.pi))
        face += (make.gloss * np.exp(-((off / (0.35 * wide)) ** 2)))[..., None]
    return DrawnChip((slice(y0, y1), slice(x0, x1)), face, solid, shade)


def _white_face(make: Make, far: Plane, turn: Plane) -> Plane:
    """A white side: its ring and its print in the team's colour."""
    wide = make.radius[0]
    face = np.empty((*far.shape, 3), np.float32)
    face[:] = make.white
    ink = np.clip((far - make.ring[0]) * wide, 0, 1) * np.clip((make.ring[1] - far) * wide, 0, 1)
    if make.face_print:
        star = make.face_print * (0.75 + 0.25 * np.cos(5 * turn))
        ink = np.maximum(ink, np.clip((star - far) * wide, 0, 1) * (np.cos(9 * turn + 7 * far) > -0.3))
    face += ink[..., None] * (make.colour - face)
    return face


def _coloured_face(make: Make, far: Plane, turn: Plane, tone: float) -> Plane:
    """A face in the team's colour: pressed rings, print in the middle, pale bars on the rim."""
    factor = np.ones_like(far)
    for begin, end, by in make.emboss:
        factor = np.where((far > begin) & (far < end), by, factor)
    if make.print_reach:
        shape = make.print_reach * (0.8 + 0.2 * np.cos(5 * turn))
        factor = np.where((far < shape) & (np.cos(6 * turn + 8 * far) > -0.2), make.print_factor, factor)
    face = np.empty((*far.shape, 3), np.float32)
    face[:] = np.clip(make.colour * (tone * factor)[..., None], 0.0, np.maximum(1.0, make.colour))
    if make.notches:
        bars = (turn * make.notches / (2 * np.pi)) % 1.0 < 0.25
        face[(far > 0.78) & bars] = make.white
    return face


def _disc(
    x: Plane, y: Plane, at: tuple[float, float], radius: tuple[float, float], soft: float
) -> tuple[Plane, Plane, Plane]:
    """How far each pixel lies in a disc, 0 to 1, how far it lies from its centre in radii, and in which direction."""
    across, down = (x - at[0]) / radius[0], (y - at[1]) / radius[1]
    far = np.hypot(across, down)
    inside = np.clip((1.0 - far) * (radius[0] + radius[1]) / 2 / soft + 0.5, 0.0, 1.0)
    return np.asarray(inside, np.float32), np.asarray(far, np.float32), np.arctan2(down, across)
