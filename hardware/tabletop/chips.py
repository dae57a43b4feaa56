"""The chips of one table: of which make they are, in which colours; and how what stands there is seen by the camera."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from hardware.tabletop.optics import View
from vision.drawing import chips
from vision.drawing.canvas import Ink, Scale
from vision.drawing.scene import Place, Scene
from vision.drawing.stamps import Stamp, stamped

_RADIUS = 1.0
THICKNESS = 0.3
SHADES: dict[str, dict[str, Ink]] = {  # blue green red of each team's chips, by set
    "clear": {"b": (196, 84, 24), "g": (66, 142, 30), "r": (36, 34, 204)},
    "deep": {"b": (110, 42, 22), "g": (84, 104, 14), "r": (34, 66, 214)},
    "pale": {"b": (206, 132, 62), "g": (116, 172, 76), "r": (74, 70, 214)},
    "dull": {"b": (150, 76, 48), "g": (62, 100, 44), "r": (52, 44, 158)},
}
MAKES = {"plain": 1271, "embossed": 1662, "printed": 1758}
"""Makes whose white sides show well whose they are, by the seed of what all their chips have in common."""
SPACE = 4.0
"""Centimetres of a space of the scenes in which things are drawn."""
_FINER = 1.2
"""Things are drawn so many times finer than the picture."""


@dataclass(frozen=True)
class ChipLook:
    """How the chips of one table look."""

    shades: str
    make: str

    def colour(self, team: str) -> Ink:
        """Blue green red of a team's chip."""
        return SHADES[self.shades][team]


@dataclass(frozen=True)
class Chip:
    """A chip on the table: whose, where in centimetres, how it was turned, which face is up."""

    team: str
    at: tuple[float, float]
    turn: float = 0.0
    flipped: bool = False
    height: float = 0.0
    """How far its underside is above the table."""


@lru_cache(maxsize=len(MAKES))
def _make(name: str) -> chips.Make:
    make = chips.make_of(np.random.default_rng(MAKES[name]))
    return replace(make, radius=(_RADIUS / SPACE,) * 2, thick=THICKNESS / SPACE)


def chip_seen(view: View, look: ChipLook, chip: Chip) -> Stamp:
    """A chip with its shadow as the camera sees it."""
    make, across = _make(look.make), 2 if chip.height else 1

    def draw(scene: Scene) -> None:
        chance = np.random.default_rng([ord(chip.team), round(abs(chip.turn) * 1000)])
        sent = (np.array(look.colour(chip.team)) / 255) ** 2 * (1 + chance.normal(0, make.variation))
        foot = (across / 2, across / 2)
        one = chips.Chip(foot, sent.astype(np.float32), chip.flipped, chip.height / SPACE)
        chips.draw(scene, make, one, chance)

    return seen(view, chip.at, across, draw)


def seen(view: View, at: tuple[float, float], across: int, draw: Callable[[Scene], None]) -> Stamp:
    """What is drawn in a scene so many spaces across, whose middle lies there on the table, as the camera sees it."""
    scale = Scale(max(6, round(SPACE * view.pixels_per_cm() * _FINER)), across)
    half = SPACE * across / 2
    x, y = at
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    eye = view.eye

    def shift(right: float, down: float, height: float) -> Place:
        """How far aside the line of sight past what stands so high meets the table."""
        part = height / (-eye[2] / SPACE - height)
        return (right + (x - half - eye[0]) / SPACE) * part, (down + (y - half - eye[1]) / SPACE) * part

    return stamped(draw, scale, view.project(corners), view.size, shift)
