"""Chips laid on drawn boards, in colours that people call blue, green and red, or in any."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn_chips import Make, drawn_chip
from vision.training.board import Reflectance

HUES = {"b": (0.53, 0.70), "g": (0.22, 0.48), "r": (-0.05, 0.08)}
"""Hues that people call blue, green and red, parts of the whole circle of HSV."""


def team_colour(chance: np.random.Generator, team: str, wide: bool) -> NDArray[np.float32]:
    """A colour for a team; `wide` is any colour at all."""
    hue = chance.uniform(0, 1) if wide else chance.uniform(*HUES[team])
    red, green, blue = colorsys.hsv_to_rgb(
        float(hue) % 1.0, float(chance.uniform(0.4, 1)), float(chance.uniform(0.18, 0.95))
    )
    return np.asarray(np.array([blue, green, red], np.float32) ** 2.2, np.float32)


def lay(
    board: Reflectance, make: Make, at: tuple[float, float], white: bool, chance: np.random.Generator, fall: float
) -> None:
    """Draws a chip with its centre at x, y (pixels) onto reflectances; `fall` is where its shadow falls, radians."""
    chip = drawn_chip(make, at, board.shape, chance, white=white, fall=fall)
    if chip is None:
        return
    part = board[chip.place]
    part *= (1.0 - chip.shade)[..., None]
    part += chip.solid[..., None] * (chip.face - part)


def measured(colour: NDArray[np.float32], chance: np.random.Generator, off: float) -> NDArray[np.float32]:
    """What a measurement would say of a colour, gamma-encoded, wrong by about `off` in every channel."""
    seen = colour ** np.float32(1 / 2.2) + chance.normal(0, off, 3)
    return np.asarray(np.clip(seen, 0.02, 1.0), np.float32)


def smooth_noise(chance: np.random.Generator, size: int, cells: int) -> NDArray[np.float32]:
    """A field of slow changes, about -1 to 1; shape (size, size)."""
    few = chance.normal(0, 0.5, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(few, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)
