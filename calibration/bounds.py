"""What the numbers of a table profile can be at all: a damaged one is refused here, not found out by the eye.

Bounds are wide: what any board, chip and camera may give lies far inside them.
"""

from __future__ import annotations

import math

import numpy as np

from engine.equipment.board import Layout
from engine.observation import CHIPS
from vision.read.teams import ChipColour
from vision.rectify.mesh import Mesh
from vision.rectify.pictures import LEAST_SIDE, LONGEST_SIDE
from vision.table import TableLook

OUTSIDE = 1.0
"""How far outside its picture a node of the board may lie. Parts of the picture's longer side; 0.2 to 2."""
LEAST_SPACE = 9.0
"""Pixels that every space takes at least. 4 to 40."""
UNEVEN = 6.0
"""A space is no more than so many times as large as the one beside it. 3 to 10."""
SAME_CORNERS = 1.0
"""Pixels by which the corners in profile.toml may differ from those of the mesh. 0.1 to 2."""
MOST_LIGHT = 8.0
"""No chip sends back more light, glare and all. Times paper white, linear; 2 to 20."""


def check_look(look: TableLook, layout: Layout) -> None:
    """Raises ValueError, naming what is wrong, where a look cannot be that of any table with this layout."""
    if (look.rows, look.columns) != (layout.rows, layout.columns):
        raise ValueError(
            f"it has {look.rows}x{look.columns} spaces, the layout {layout.name} {layout.rows}x{layout.columns}"
        )
    if look.free != layout.free:
        raise ValueError(f"its free spaces are not those of the layout {layout.name}")
    for side in look.size:
        _within("picture_size", side, LEAST_SIDE, LONGEST_SIDE)
    _check_mesh(look.mesh, look.size)
    _within("noise", look.noise, 0.0, 64.0)
    _within("sharpness", look.sharpness, 0.0, 1e4)
    teams = [chip.team for chip in look.chips]
    if not teams or len(set(teams)) != len(teams) or not set(CHIPS).issuperset(teams):
        raise ValueError(f"its chips are of the teams {', '.join(teams) or 'of nobody'}")
    for chip in look.chips:
        _check_chip(chip)


def check_corners(told: list[list[float]], mesh: Mesh) -> None:
    """Raises ValueError where the corners that people read are not those of the mesh: the files are of two measures."""
    off = np.abs(np.array(told, float) - mesh.corners)
    if not float(off.max()) <= SAME_CORNERS:
        raise ValueError("its corners are not those of arrays.npz")


def _check_mesh(mesh: Mesh, size: tuple[int, int]) -> None:
    """The board lies in or near the picture, with every space the same way round and about as large as its next."""
    width, height = size
    beyond = OUTSIDE * max(size)
    inside = (mesh.nodes > -beyond) & (mesh.nodes < np.array([width, height]) + beyond)
    if not inside.all():
        raise ValueError("its board lies outside the picture")
    one = mesh.nodes[1:, 1:].astype(np.float64) - mesh.nodes[:-1, :-1]
    other = mesh.nodes[1:, :-1].astype(np.float64) - mesh.nodes[:-1, 1:]
    area = (one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]) / 2
    area = area if area.mean() > 0 else -area
    if area.min() < LEAST_SPACE:
        raise ValueError("its spaces are crumpled")
    for axis in (0, 1):
        if area.shape[axis] > 1 and np.abs(np.diff(np.log(area), axis=axis)).max() > math.log(UNEVEN):
            raise ValueError("its spaces are crumpled")


def _check_chip(chip: ChipColour) -> None:
    for value in chip.colour:
        _within("colour", value, 0.0, MOST_LIGHT)


def _within(name: str, value: float, least: float, most: float) -> None:
    """Raises ValueError unless the value lies there; what is no number lies nowhere."""
    if not least <= value <= most:
        raise ValueError(f"{name} cannot be {value:g}")
