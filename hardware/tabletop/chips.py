"""The chips of one table: of which make they are, in which colours, and how one is seen where it was put."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from hardware.tabletop.light import LitScene
from hardware.tabletop.optics import View
from vision.drawing import chips
from vision.drawing.canvas import Scale
from vision.drawing.scene import Place, Scene
from vision.drawing.stamps import Stamp, stamped

Colour = tuple[int, int, int]

_RADIUS = 1.0
THICKNESS = 0.3
_SPACE = 4.0
"""Centimetres of a space of the scene in which a chip is drawn; it is so many spaces wide:"""
_AROUND = 2
_FINER = 1.3
"""Chips are drawn so many times finer than the picture."""

SHADES: dict[str, dict[str, Colour]] = {  # blue green red of each team's chips, by set
    "clear": {"b": (196, 84, 24), "g": (66, 142, 30), "r": (36, 34, 204)},
    "deep": {"b": (110, 42, 22), "g": (84, 104, 14), "r": (34, 66, 214)},
    "pale": {"b": (206, 132, 62), "g": (116, 172, 76), "r": (74, 70, 214)},
    "dull": {"b": (150, 76, 48), "g": (62, 100, 44), "r": (52, 44, 158)},
}
MAKES = {"plain": 1271, "embossed": 1662, "printed": 1758}
"""Makes whose white sides show well whose they are, by the seed of what all their chips have in common."""


@dataclass(frozen=True)
class ChipLook:
    """How the chips of one table look."""

    shades: str = "clear"
    make: str = "plain"

    def colour(self, team: str) -> Colour:
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
    return replace(make, radius=(_RADIUS / _SPACE,) * 2, thick=THICKNESS / _SPACE)


def chip_seen(view: View, lit: LitScene, look: ChipLook, chip: Chip) -> Stamp:
    """A chip with its shadow as the camera sees it, in this light."""
    scale = Scale(max(6, round(_SPACE * view.pixels_per_cm() * _FINER)), _AROUND)
    half = _SPACE * _AROUND / 2
    x, y = chip.at
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    middle = view.project([chip.at])[0]
    light, mirrored = lit.at(float(middle[0]), float(middle[1]))
    eye = view.eye
    make = _make(look.make)

    def shift(across: float, down: float, height: float) -> Place:
        """Where the line of sight past what stands so high meets the table."""
        part = height / (-eye[2] / _SPACE - height)
        return (across + (x - half - eye[0]) / _SPACE) * part, (down + (y - half - eye[1]) / _SPACE) * part

    def draw(scene: Scene) -> None:
        chance = np.random.default_rng([ord(chip.team), round(abs(chip.turn) * 1000)])
        sent = (np.array(look.colour(chip.team)) / 255) ** 2 * (1 + chance.normal(0, make.variation))
        foot = (_AROUND / 2, _AROUND / 2)
        one = chips.Chip(foot, sent.astype(np.float32), chip.flipped, chip.height / _SPACE)
        chips.draw(scene, make, one, chance)

    return stamped(draw, scale, view.project(corners), view.size, light=light, mirrored=mirrored, shift=shift)
