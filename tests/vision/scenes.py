"""The pictures in `data` as tables that can be read, and a drawn table with chips on it."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from calibration.colours import measure_chip, noise_between
from engine.equipment.board import load_layout
from engine.observation import HIDDEN, UNSURE
from vision.read.letters import letters
from vision.read.reader import LearntReader
from vision.read.teams import ANY
from vision.rectify.mesh import Mesh
from vision.table import TableLook

DATA = Path(__file__).parent / "data"
LAYOUT = load_layout("classic")


CHIPS = {11: "b", 25: "g", 44: "b", 47: "g", 52: "b", 66: "g", 73: "b", 88: "g", 5: "b", 94: "g"}
"""What lies on the drawn table of `conftest.py` where it is played."""


def shown(table, chips):
    """A picture of a drawn table with these chips on it."""
    table.scene.show(chips)
    picture = table.scene.still.copy()
    table.scene.show({})
    return picture


def letters_of(chips):
    return "".join("*" if s in LAYOUT.free else chips.get(s, ".") for s in range(100))


def noisy(picture, seed=0):
    return np.clip(picture + np.random.default_rng(seed).normal(0, 2, picture.shape), 0, 255).astype(np.uint8)


@cache
def truth():
    return json.loads((DATA / "truth.json").read_text())


def told(setup, name):
    return truth()[setup]["pictures"][name]


def straight(setup, name):
    return cv2.imread(str(DATA / f"{setup}_{name}.jpg"))


def nodes(setup, name):
    return Mesh(np.array(told(setup, name)["nodes"], np.float32).reshape(11, 11, 2))


@cache
def look_of(setup, *, colours=True):
    """The table measured from its straightened pictures."""
    empty, colors = straight(setup, "empty"), straight(setup, "colors")
    look = TableLook(
        mesh=nodes(setup, "empty"),
        size=(1640, 1232),
        layout="classic",
        empty=empty,
        noise=noise_between(empty, colors),
    )
    if not colours:
        return look
    chips = told(setup, "colors")["chips"]
    measured = (measure_chip(colors, look, space, team).colour for team, space in chips.items())
    return TableLook(**{**vars(look), "chips": tuple(measured)})


class Counting(LearntReader):
    """A reader that remembers how many spaces it was asked to read each time."""

    def __init__(self):
        super().__init__(LAYOUT)
        self.asked = []

    def read(self, straight, bare, teams, spaces=None):
        self.asked.append(LAYOUT.size if spaces is None else int(spaces.sum()))
        return super().read(straight, bare, teams, spaces)


def read(picture, look):
    """What a straight picture of a table says."""
    return letters(LearntReader(LAYOUT).read(picture, look.empty, look.teams), LAYOUT, ANY)


def count(true, said):
    """Wrong and unsure among the visible spaces."""
    hidden = true["hidden"] or [0.0] * 100
    visible = [space for space in range(100) if space not in LAYOUT.free and hidden[space] < 0.25]
    pairs = [(said[space], true["letters"][space]) for space in visible]
    unsure = sum(one in (UNSURE, HIDDEN) for one, _ in pairs)
    return sum(one != other for one, other in pairs) - unsure, unsure
