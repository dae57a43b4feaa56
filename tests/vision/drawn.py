"""Flat boards, drawn straight, and tables with chips of any colours on them."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from engine.equipment.board import load_layout
from vision.normalize.colour import ChipColour
from vision.normalize.light import paper_white
from vision.normalize.look import TableLook
from vision.rectify.mesh import Mesh
from vision.rectify.straight import MARGIN, SIDE, straight_mesh

LAYOUT = load_layout("classic")
INK = (40, 40, 40)
CHIPS = {"b": (97, 0.68, 0.74), "g": (-149, 0.66, 0.56), "r": (-25, 0.8, 0.75)}
"""Hue in degrees of the opponent plane, saturation and value of each team's chips."""
SIZE = 10 * SIDE + 2 * MARGIN
"""Width and height of a straight picture, pixels."""


def middle_of(space: int) -> tuple[int, int]:
    """Column and row of the middle of a space in the straight picture, pixels."""
    return MARGIN + space % 10 * SIDE + SIDE // 2, MARGIN + space // 10 * SIDE + SIDE // 2


def board_of(paper: tuple[int, int, int]) -> np.ndarray:
    """An empty straight picture with some black pips on each space; blue, green, red."""
    picture = np.empty((SIZE, SIZE, 3), np.uint8)
    picture[:] = paper
    chance = np.random.default_rng(5)
    for row, column in np.ndindex(10, 10):
        for across, down in chance.uniform(5, SIDE - 5, (4, 2)):
            centre = (round(MARGIN + column * SIDE + across), round(MARGIN + row * SIDE + down))
            cv2.circle(picture, centre, 2, INK, -1, cv2.LINE_AA)
    return picture


def colour_of(team: str, degrees: float, saturation: float, value: float) -> ChipColour:
    """Chips of that hue in the opponent plane, as if they were measured."""
    return ChipColour(team, np.radians(degrees), np.radians(8), saturation, value, 0.8, measured=True)


def of_hue(hue: float, strength: float) -> tuple[float, float, float]:
    """What is half as light as paper and turned so far that way; b g r."""
    across, along = strength * np.cos(hue), strength * np.sin(hue)
    blue = 0.5 + along * 2 / 3
    return blue, (1.5 - blue - across) / 2, (1.5 - blue + across) / 2


def look_of(empty: np.ndarray, chips: Mapping[str, tuple[float, float, float]], radius: float) -> TableLook:
    """The table of an empty straight picture; `chips` are hue, saturation and value of each team's."""
    nodes = np.dstack(np.meshgrid(np.arange(11.0), np.arange(11.0))).astype(np.float32)
    return TableLook(
        mesh=straight_mesh(Mesh(nodes)),
        size=(empty.shape[1], empty.shape[0]),
        layout="classic",
        free=LAYOUT.free,
        empty=empty,
        white=paper_white(empty, 10, 10, LAYOUT.free),
        chips=tuple(colour_of(team, *colour) for team, colour in chips.items()),
        radius=(radius, radius),
    )
