"""The pictures in `data` as tables that can be read, and drawn tables for whole pictures."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from calibration.colours import measure_chip, noise_between, with_chips
from engine.equipment.board import load_layout
from vision.normalize.light import paper_white
from vision.normalize.look import TableLook
from vision.rectify.mesh import Mesh

DATA = Path(__file__).parent / "data"
LAYOUT = load_layout("classic")


@cache
def truth() -> dict:
    return json.loads((DATA / "truth.json").read_text())


def told(setup: str, name: str) -> dict:
    return truth()[setup]["pictures"][name]


def straight(setup: str, name: str) -> np.ndarray:
    return cv2.imread(str(DATA / f"{setup}_{name}.jpg"))


def nodes(setup: str, name: str) -> Mesh:
    return Mesh(np.array(told(setup, name)["nodes"], np.float32).reshape(11, 11, 2))


@cache
def look_of(setup: str, *, colours: bool = True) -> TableLook:
    """The table measured from its straightened pictures."""
    return look_from(setup, straight(setup, "empty"), straight(setup, "colors"), colours=colours)


def look_from(setup: str, empty: np.ndarray, colors: np.ndarray, *, colours: bool = True) -> TableLook:
    """The table measured from these two of its straightened pictures, changed in some way."""
    look = TableLook(
        mesh=nodes(setup, "empty"),
        size=(1640, 1232),
        layout="classic",
        free=LAYOUT.free,
        empty=empty,
        white=paper_white(empty, 10, 10, LAYOUT.free),
        noise=noise_between(empty, colors),
    )
    if not colours:
        return look
    chips = told(setup, "colors")["chips"]
    return with_chips(look, [measure_chip(colors, look, space, team) for team, space in chips.items()])
