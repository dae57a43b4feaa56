"""What the network takes, made of straight pictures; the same in training and in use.

All colours are taken relative to the paper of the board, so that neither the light nor the camera's exposure matters.
A linear value is a grey level of 0 to 1 to the power of 2.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify.channels import darkest_of
from vision.rectify.mesh import Picture
from vision.rectify.straight import MARGIN, SIDE, spaces_of

Floats = NDArray[np.float32]
GAMMA = 2.2
"""Exponent from a grey level to a linear value, as of sRGB."""
PAPER = (0.78, 0.95)
"""Quantiles of lightness in a space between which its paper lies: below is print, above glare."""
BRIGHTEST = 1.5
"""Times as light as paper; what is lighter is taken for so light."""
FLOOR = 0.04
"""Added to a linear colour before its logarithm is taken."""
REACH = 9
"""Rows and columns by which two spaces are told apart at most; what lies farther counts as so far."""
CHANNELS = 8
"""Picture relative to paper (3), print relative to paper (3), whether the print was measured, darkest channel."""


@dataclass(frozen=True)
class Twins:
    """Which two spaces carry the same card, as far as the layout says."""

    of: NDArray[np.intp]
    """Index of the other space with the card; -1 where there is none; shape (spaces,)."""
    turn: NDArray[np.intp]
    """Quarter turns to the left that lay the other's picture over this space; shape (spaces,)."""


def linear(picture: Picture) -> Floats:
    """Grey levels 0 to 255 as linear values 0 to 1."""
    return ((np.arange(256) / 255.0) ** GAMMA).astype(np.float32)[picture]


def paper_of(straight: Picture) -> Floats:
    """Linear white of the paper in each space of a straight picture; shape (rows, columns, 3).

    The mean of what is neither print nor glare, and of nine spaces the median, so that no dark card counts.
    """
    rows, columns = straight.shape[0] // SIDE - 1, straight.shape[1] // SIDE - 1
    spaces = linear(spaces_of(straight, rows, columns)[:, :, ::2, ::2]).reshape(rows, columns, -1, 3)
    low, high = (int(part * spaces.shape[2]) for part in PAPER)
    lightness = spaces @ np.array([0.1, 0.6, 0.3], np.float32)
    order = np.argpartition(lightness, (low, high), axis=2)[:, :, low:high]
    white = np.take_along_axis(spaces, order[..., None], axis=2).mean(axis=2)
    return np.asarray(cv2.medianBlur(white, 3), np.float32)


def paper_without_profile(straight: Picture) -> Floats:
    """Paper of a board nobody measured, from the picture itself; of 25 spaces the median outvotes chips and hands."""
    white = cv2.copyMakeBorder(paper_of(straight), 2, 2, 2, 2, cv2.BORDER_REFLECT)
    return np.asarray(cv2.medianBlur(white, 5)[2:-2, 2:-2], np.float32)


def light_between(now: Picture, bare: Picture) -> Floats:
    """By which factor the light on the whole changed since the empty board was seen; linear, shape (3,)."""
    seen, before = (linear(one[2::6, 2::6]).reshape(-1, 3) for one in (now, bare))
    fair = (before.max(axis=1) < 0.85) & (before.min(axis=1) > 0.01) & (seen.max(axis=1) < 0.9)
    if fair.sum() < 0.1 * len(fair):
        return np.ones(3, np.float32)
    return np.asarray(np.median((seen[fair] + 0.002) / (before[fair] + 0.002), axis=0), np.float32)


def inverse_of(paper: Floats) -> Floats:
    """By what grey levels are multiplied to become parts of the paper; of the shape of a straight picture."""
    rows, columns = paper.shape[:2]
    by_space = (1 / 255 / np.maximum(paper, 0.004) ** (1 / GAMMA)).astype(np.float32)
    around = cv2.copyMakeBorder(by_space, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    smooth = cv2.resize(around, ((columns + 2) * SIDE, (rows + 2) * SIDE), interpolation=cv2.INTER_LINEAR)
    edge = SIDE - MARGIN
    return np.ascontiguousarray(smooth[edge:-edge, edge:-edge], np.float32)


def twin_picture(relative: Floats, twins: Twins) -> Floats:
    """The board as the twins of its spaces foretell it: each space the picture of its twin, black where none is."""
    out = np.zeros_like(relative)
    columns = relative.shape[1] // SIDE - 1
    for space in np.flatnonzero(twins.of >= 0):
        (y, x), (b, a) = (divmod(int(one), columns) for one in (space, twins.of[space]))
        there = relative[MARGIN + b * SIDE :, MARGIN + a * SIDE :][:SIDE, :SIDE]
        out[MARGIN + y * SIDE :, MARGIN + x * SIDE :][:SIDE, :SIDE] = np.rot90(there, int(twins.turn[space]))
    return out


def twin_matrix(twins: Twins) -> Floats:
    """1 where two spaces carry the same card; shape (spaces, spaces)."""
    spaces = len(twins.of)
    out = np.zeros((spaces, spaces), np.float32)
    pairs = np.flatnonzero(twins.of >= 0)
    out[pairs, twins.of[pairs]] = 1.0
    return out


def apart_of(rows: int, columns: int) -> NDArray[np.int64]:
    """A number for the way from each space to each other; shape (spaces, spaces)."""
    down, across = np.divmod(np.arange(rows * columns), columns)
    y, x = (np.clip(one[:, None] - one[None], -REACH, REACH) + REACH for one in (down, across))
    return np.asarray(y * (2 * REACH + 1) + x, np.int64)


def planes_with_print(now: Picture, bare: Picture, inverse: Floats, light: Floats) -> Floats:
    """The network's picture of a board whose print was measured; float32, shape (height, width, CHANNELS).

    `inverse` is that of the paper of the `bare` picture (see `inverse_of`), `light` the factor between the two pictures
    (see `light_between`).
    """
    seen = cv2.multiply(now, inverse * (light ** (-1 / GAMMA)).astype(np.float32), dtype=cv2.CV_32F)
    return _stacked(now, seen, cv2.multiply(bare, inverse, dtype=cv2.CV_32F), 1.0)


def planes_without_print(now: Picture, paper: Floats, twins: Twins) -> Floats:
    """The network's picture of a board nobody measured: the twins stand for its print; shape as `planes_with_print`."""
    seen = np.asarray(cv2.multiply(now, inverse_of(paper), dtype=cv2.CV_32F), np.float32)
    return _stacked(now, seen, twin_picture(seen, twins), 0.0)


def _stacked(now: Picture, seen: Any, printed: Any, measured: float) -> Floats:
    # OpenCV, since numpy takes three times as long to write every eighth value.
    for one in (seen, printed):
        cv2.threshold(one, BRIGHTEST, 0.0, cv2.THRESH_TRUNC, dst=one)
    darkest = darkest_of(now).astype(np.float32) * np.float32(1 / 255)
    flag = np.full(now.shape[:2], measured, np.float32)
    return np.asarray(cv2.merge([seen, printed, flag, darkest]), np.float32)
