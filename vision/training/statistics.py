"""A few plain statistics of the evidence in and around the likeliest disc of each space, for each team.

What a logistic regression, or a small network, judges a space by: means of the evidence maps over the disc, over its
edge and over the band around it. Nothing here is set by hand but where it is looked.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.discs import SEARCH, disc, half_of, smaller
from vision.evidence import Evidence, Map
from vision.straight import MARGIN, SIDE

REGIONS = ((0.0, 0.6), (0.6, 1.0), (1.15, 1.6))
"""The middle of a disc, its edge and what lies around it. Chip radii."""
ASIDE = 5
"""Chips are looked for so far from the middle of a space, each way. Pixels of the smaller maps; a third of a space."""
SHARED = (
    "changed", "saturation", "lightness", "printed", "value", "warm", "darker", "dimmed", "turned", "pale", "burnt",
    "blind", "dazzle", "flare", "unlike", "strange", "alike", "told",
)  # fmt: skip
"""Maps of the evidence that are the same for all teams."""
OWN = ("chip", "raw", "tint", "mute")
"""Maps of each team: a team's own count, and the most that any other has."""
COUNT = (len(SHARED) + 2 * len(OWN)) * len(REGIONS) + 3
"""Statistics of a space for a team."""


def statistics(evidence: Evidence, radius: tuple[float, float], rows: int, columns: int) -> NDArray[np.float32]:
    """The statistics of every space for every team; shape (spaces, teams, COUNT).

    `radius` is half width and half height of a chip in parts of a space. Teams are in the order of `evidence.colours`.
    """
    half = half_of(radius)
    kernels = [disc(half[0] * far, half[1] * far, near / far) for near, far in REGIONS]
    places = _likeliest(evidence, half, rows, columns)
    teams = list(evidence.colours)
    shared = np.concatenate([_means(getattr(evidence, name), places, kernels) for name in SHARED], axis=1)
    own = {
        team: np.concatenate([_means(getattr(evidence, name)[team], places, kernels) for name in OWN], axis=1)
        for team in teams
    }
    middle = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).reshape(-1, 2)
    off = ((places[:, ::-1] + 0.5) * SEARCH - MARGIN) / SIDE - middle - 0.5
    found = np.empty((rows * columns, len(teams), COUNT), np.float32)
    for number, team in enumerate(teams):
        others = [own[other] for other in teams if other != team and (other in evidence.at_home)]
        most = np.max(others, axis=0) if others else np.zeros_like(own[team])
        home = np.full((len(off), 1), float(team in evidence.at_home))
        measured = np.full((len(off), 1), float(evidence.colours[team].measured))
        far = np.abs(off).max(axis=1, keepdims=True)
        found[:, number] = np.concatenate([shared, own[team], most, home, measured, far], axis=1)
    return found


def _likeliest(evidence: Evidence, half: tuple[float, float], rows: int, columns: int) -> NDArray[np.intp]:
    """Row and column, in the smaller maps, at which each space looks most as if a thing of a chip's size lay there."""
    teams = evidence.at_home or frozenset(evidence.colours)
    any_chip = np.max([evidence.chip[team] for team in teams], axis=0)
    small = smaller(np.asarray(any_chip + 0.5 * evidence.unlike + 0.5 * evidence.dimmed, np.float32))
    inside = cv2.filter2D(small, -1, disc(half[0] * 0.92, half[1] * 0.92))
    score = inside - 0.6 * cv2.filter2D(small, -1, disc(half[0] * 1.6, half[1] * 1.6, 0.7))
    block, edge = SIDE // SEARCH, MARGIN // SEARCH
    spaces = score[edge : edge + rows * block, edge : edge + columns * block].reshape(rows, block, columns, block)
    low = block // 2 - ASIDE
    near = spaces[:, low : block - low, :, low : block - low].swapaxes(1, 2).reshape(rows * columns, -1)
    best = near.argmax(axis=1)
    side = block - 2 * low
    row, column = np.divmod(np.arange(rows * columns), columns)
    return np.stack([edge + row * block + low + best // side, edge + column * block + low + best % side], 1)


def _means(one: Map, places: NDArray[np.intp], kernels: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Mean of a map over each region around each place; shape (places, regions)."""
    reach = max(max(kernel.shape) for kernel in kernels) // 2
    wide = cv2.copyMakeBorder(smaller(one), reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    means = np.empty((len(places), len(kernels)), np.float32)
    for number, kernel in enumerate(kernels):
        top, left = reach - kernel.shape[0] // 2, reach - kernel.shape[1] // 2
        windows = np.lib.stride_tricks.sliding_window_view(wide, kernel.shape)
        seen = windows[places[:, 0] + top, places[:, 1] + left]
        means[:, number] = seen.reshape(len(places), -1) @ kernel.ravel()
    return means
