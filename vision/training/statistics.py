"""A few plain statistics of the evidence in and around the likeliest disc of each space, for each team.

What the learnt witness judges a space by: means of the evidence maps over the disc, over its edge and over the band
around it, what the rest of the eye says, and how its colour compares with the team's other chips on the board.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import EMPTY, HIDDEN, UNSURE
from vision.classify.discs import SEARCH, disc, half_of, smaller
from vision.classify.evidence import Evidence, Map
from vision.rectify.size import PixelRadius, Radius
from vision.rectify.straight import MARGIN, SIDE

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
SEEN, SAYS, FELLOWS = (len(SHARED) + 2 * len(OWN)) * len(REGIONS) + 3, 7, 4
"""How many statistics are of the evidence, of what the rest of the eye says, and of the team's other chips."""
COUNT = SEEN + SAYS + FELLOWS
"""Statistics of a space for a team."""
CERTAIN, FEWEST, MANY = 0.9, 2, 10
"""From what probability on a chip shows its team's colour, how many must for it to be known, and how many are plenty.
Probability, 0.8 to 0.98; chips, 2 to 4 and 5 to 20."""


class Said(NamedTuple):
    """What the rest of the eye says of the spaces."""

    letters: str
    guesses: str
    confidence: NDArray[np.float32]
    """Probability of each guess; shape (spaces,)."""


def statistics(evidence: Evidence, radius: Radius, rows: int, columns: int, said: Said) -> NDArray[np.float32]:
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
    shade = np.concatenate([_means(plane, places, kernels[:1]) for plane in evidence.plane], axis=1)
    middle = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).reshape(-1, 2)
    off = ((places[:, ::-1] + 0.5) * SEARCH - MARGIN) / SIDE - middle - 0.5
    far = np.abs(off).max(axis=1, keepdims=True)
    found = np.empty((rows * columns, len(teams), COUNT), np.float32)
    for number, team in enumerate(teams):
        others = [own[other] for other in teams if other != team and (other in evidence.at_home)]
        most = np.max(others, axis=0) if others else np.zeros_like(own[team])
        home = np.full((len(off), 1), float(team in evidence.at_home))
        measured = np.full((len(off), 1), float(evidence.colours[team].measured))
        found[:, number, :SEEN] = np.concatenate([shared, own[team], most, home, measured, far], axis=1)
        found[:, number, SEEN : SEEN + SAYS] = _said_of(team, said)
        found[:, number, SEEN + SAYS :] = _beside_fellows(team, teams, shade, said)
    return found


def _said_of(team: str, said: Said) -> NDArray[np.float32]:
    """What the rest of the eye says of each space, as seen by a team; shape (spaces, SAYS)."""
    letters, guesses = np.array(list(said.letters)), np.array(list(said.guesses))
    odds = np.log((said.confidence + 0.003) / (1.003 - said.confidence))
    mine, bare = guesses == team, guesses == EMPTY
    told = (mine * odds, bare * odds, ~(mine | bare) * odds, mine, bare, letters == UNSURE, letters == HIDDEN)
    return np.stack(told, axis=1).astype(np.float32)


def _beside_fellows(team: str, teams: list[str], shade: NDArray[np.float32], said: Said) -> NDArray[np.float32]:
    """How far each space's colour is from that of the team's other chips on this board; shape (spaces, FELLOWS).

    Chips of one team look alike in one light. `shade` is the mean colour of each disc, of shape (spaces, 2).
    """
    guesses = np.array(list(said.guesses))
    away: dict[str, NDArray[np.float32]] = {}
    count = 0
    for one in teams:
        fellows = shade[(guesses == one) & (said.confidence > CERTAIN)]
        if len(fellows) >= FEWEST:
            away[one] = np.asarray(np.linalg.norm(shade - np.median(fellows, axis=0), axis=1), np.float32)
            count = len(fellows) if one == team else count
    found = np.zeros((len(shade), FELLOWS), np.float32)
    if team in away:
        others = [far for other, far in away.items() if other != team]
        found[:, 0], found[:, 1], found[:, 2] = 1.0, away[team], min(count, MANY) / MANY
        found[:, 3] = np.min(others, axis=0) - away[team] if others else 0.0
    return found


def _likeliest(evidence: Evidence, half: PixelRadius, rows: int, columns: int) -> NDArray[np.intp]:
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
