"""Random chips: any colour, print, ring, height and gloss, face up or white side up."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.size import Radius
from vision.training.board import Reflectance

HUES = {"b": (0.53, 0.70), "g": (0.22, 0.48), "r": (-0.05, 0.08)}
"""Hues that people call blue, green and red, parts of the whole circle of HSV."""


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
    """Pixels by which its shadow and its wall stand out."""
    gloss: float


def team_colour(chance: np.random.Generator, team: str, wide: bool) -> NDArray[np.float32]:
    """A colour for a team; `wide` is any colour at all."""
    hue = chance.uniform(0, 1) if wide else chance.uniform(*HUES[team])
    red, green, blue = colorsys.hsv_to_rgb(
        float(hue) % 1.0, float(chance.uniform(0.4, 1)), float(chance.uniform(0.18, 0.95))
    )
    return np.asarray(np.array([blue, green, red], np.float32) ** 2.2, np.float32)


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


def lay(
    board: Reflectance, make: Make, at: tuple[float, float], white: bool, chance: np.random.Generator, fall: float
) -> None:
    """Draws a chip with its centre at x, y (pixels) onto reflectances; `fall` is where its shadow falls, radians."""
    wide, high = make.radius
    reach = int(max(wide, high) + make.height + 4)
    left, top = int(at[0]) - reach, int(at[1]) - reach
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(int(at[0]) + reach + 1, board.shape[1]), min(int(at[1]) + reach + 1, board.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    part = board[y0:y1, x0:x1]
    shadow = _disc(x - make.height * np.cos(fall), y - make.height * np.sin(fall), at, make.radius, 3.0)[0]
    part *= (1.0 - 0.55 * min(make.height / 2.0, 1.0) * shadow)[..., None]
    solid, far, turn = _disc(x, y, at, make.radius, 1.0)
    spin = float(chance.uniform(0, 2 * np.pi))
    tone = float(chance.uniform(0.9, 1.08))
    face = np.empty((*far.shape, 3), np.float32)
    if white:
        face[:] = make.white * tone
        ink = np.clip((far - make.ring[0]) * wide, 0, 1) * np.clip((make.ring[1] - far) * wide, 0, 1)
        if make.face_print:
            star = make.face_print * (0.75 + 0.25 * np.cos(5 * (turn + spin)))
            ink = np.maximum(ink, np.clip((star - far) * wide, 0, 1) * (np.cos(9 * (turn + spin) + 7 * far) > -0.3))
        face += ink[..., None] * (make.colour * tone - face)
    else:
        factor = np.ones_like(far)
        for begin, end, by in make.emboss:
            factor = np.where((far > begin) & (far < end), by, factor)
        if make.print_reach:
            shape = make.print_reach * (0.8 + 0.2 * np.cos(5 * (turn + spin)))
            factor = np.where((far < shape) & (np.cos(6 * (turn + spin) + 8 * far) > -0.2), make.print_factor, factor)
        face[:] = np.clip(make.colour * (tone * factor)[..., None], 0.0, 1.0)
        if make.notches:
            bars = ((turn + spin) * make.notches / (2 * np.pi)) % 1.0 < 0.25
            face[(far > 0.78) & bars] = make.white
    face *= (1.0 - 0.35 * np.clip((far - 0.88) / 0.12, 0, 1))[..., None]
    if make.gloss:
        off = np.hypot(x - at[0] - 0.4 * wide * np.cos(fall + np.pi), y - at[1] - 0.4 * high * np.sin(fall + np.pi))
        face += (make.gloss * np.exp(-((off / (0.35 * wide)) ** 2)))[..., None]
    part += solid[..., None] * (face - part)


def _disc(
    x: NDArray[np.float32], y: NDArray[np.float32], at: tuple[float, float], radius: tuple[float, float], soft: float
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """How far each pixel lies in a disc, 0 to 1, how far it lies from its centre in radii, and in which direction."""
    across, down = (x - at[0]) / radius[0], (y - at[1]) / radius[1]
    far = np.hypot(across, down)
    inside = np.clip((1.0 - far) * (radius[0] + radius[1]) / 2 / soft + 0.5, 0.0, 1.0)
    return np.asarray(inside, np.float32), np.asarray(far, np.float32), np.arctan2(down, across)


def measured(colour: NDArray[np.float32], chance: np.random.Generator, off: float) -> NDArray[np.float32]:
    """What a measurement would say of a colour, gamma-encoded, wrong by about `off` in every channel."""
    seen = colour ** np.float32(1 / 2.2) + chance.normal(0, off, 3)
    return np.asarray(np.clip(seen, 0.02, 1.0), np.float32)


def smooth_noise(chance: np.random.Generator, size: int, cells: int) -> NDArray[np.float32]:
    """A field of slow changes, about -1 to 1; shape (size, size)."""
    few = chance.normal(0, 0.5, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(few, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)
