"""Labelled spaces, drawn: a part of a board empty and in play, in the light of two moments."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn_chips import Make, make_of
from vision.normalize.colour import ORDINARY
from vision.rectify.size import Radius
from vision.training.board import printed_board
from vision.training.camera import Camera, against_paper, changed, crept, light_of
from vision.training.obstacles import cover
from vision.training.pieces import lay, measured, team_colour
from vision.training.planes import CROP, SPACE, Teams, crops, planes

SPACES = 6
"""Spaces along a side of what is drawn at once."""
MARGIN = (CROP - SPACE) // 2
CREPT = 0.06
"""The board may lie so far from where it is held to lie. Spaces."""
EMPTY, HIDDEN, IGNORED = 0, 1, -1
"""Labels; a chip of team t is 2 + 2 t, white side up 3 + 2 t."""


class Spaces(NamedTuple):
    """Labelled spaces."""

    planes: NDArray[np.float32]
    """Shape (spaces, teams, planes, CROP, CROP)."""
    labels: NDArray[np.int64]
    """Shape (spaces,); IGNORED where nobody could say."""


def draw(chance: np.random.Generator) -> Spaces:
    """SPACES x SPACES labelled spaces of one random table."""
    size = SPACES * SPACE + 2 * MARGIN
    board = printed_board(chance, SPACES, SPACE, MARGIN)
    paper = np.asarray(np.percentile(board.reshape(-1, 3), 90, axis=0), np.float32)
    wide = chance.random() < 0.25
    shape = chance.uniform(0.19, 0.33)
    radius = Radius((shape, shape * chance.uniform(0.85, 1.15)))
    makes = [make_of(chance, team_colour(chance, team, wide), SPACE, radius) for team in "bgr"]
    told = _told(makes, paper, chance, wide)
    empty_light, camera = light_of(chance, size), Camera.any(chance)
    light = changed(empty_light, chance)
    now, labels = board.copy(), np.zeros(SPACES * SPACES, np.int64)
    fall = float(chance.uniform(0, 2 * np.pi))
    dense, whites = chance.uniform(0.05, 0.8), chance.choice([0.0, 0.15, 0.5])
    for space in range(SPACES * SPACES):
        if chance.random() > dense:
            continue
        row, column = divmod(space, SPACES)
        team, white = int(chance.integers(3)), bool(chance.random() < whites)
        off = np.clip(chance.normal(0, chance.choice([0.04, 0.12]), 2), -0.33, 0.33)
        at = MARGIN + (column + 0.5 + off[0]) * SPACE - 0.5, MARGIN + (row + 0.5 + off[1]) * SPACE - 0.5
        lay(now, makes[team], (float(at[0]), float(at[1])), white, chance, fall)
        labels[space] = 2 + 2 * team + white
    if chance.random() < 0.45:
        covered = _by_space(cover(now, chance, makes))
        labels[(covered > 0.12) & (covered < 0.5)] = IGNORED
        labels[covered >= 0.5] = HIDDEN
    wrong = float(chance.choice([0.02, 0.05, 0.1]))
    seen = camera.shoot(crept(now, chance, CREPT * SPACE), light, chance)
    seen_empty = camera.shoot(board, empty_light, chance)
    flat = np.broadcast_to(paper, board.shape)
    now_part = against_paper(seen, flat, light.falls, chance, wrong)
    empty_part = None
    if chance.random() < 0.9:
        empty_part = against_paper(seen_empty, flat, empty_light.falls, chance, 0.5 * wrong)
    return Spaces(crops(planes(now_part, empty_part, told), SPACES, SPACES), labels)


def _told(makes: list[Make], paper: NDArray[np.float32], chance: np.random.Generator, wide: bool) -> Teams:
    """What is known of the teams' colours: measured, measured badly, or not at all."""
    how = chance.random()
    if how < 0.35 and not wide:
        colours = np.array([colour.reflectance for colour in ORDINARY], np.float32)
        return Teams(colours, np.zeros(3, np.float32))
    off = 0.02 if how < 0.8 else 0.08
    colours = np.array(
        [measured(np.asarray(make.colour / np.maximum(paper, 0.3), np.float32), chance, off) for make in makes]
    )
    return Teams(colours, np.ones(3, np.float32))


def _by_space(covered: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much of each space is covered; shape (spaces,)."""
    inside = covered[MARGIN:-MARGIN, MARGIN:-MARGIN]
    return np.asarray(cv2.resize(inside, (SPACES, SPACES), interpolation=cv2.INTER_AREA), np.float32).ravel()
