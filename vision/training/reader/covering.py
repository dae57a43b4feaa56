"""Things laid over boards that are already pictures: for tables from elsewhere, over which only hands were seen."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing import things
from vision.drawing.canvas import Chance, Picture, Plane, Scale, enlarged
from vision.drawing.decks import deck_of
from vision.drawing.scene import Place, Scene
from vision.read import inputs
from vision.rectify.straight import SIDE, by_space

SCALE = Scale(SIDE)
WHITE = 0.85
"""Part of the light that the paper of boards sends back."""
LEAN = 0.35
"""Standard deviation of how far aside something stands in the picture, of its height."""


class Covering:
    """Lays things of `vision.drawing` over straight pictures of ten by ten spaces."""

    def __init__(self, chance: Chance) -> None:
        self.chance, self.deck = chance, deck_of(chance)

    def over(self, board: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """A board with one thing more over it; its arrays are those of `vision.training.boards.Sample`."""
        chance, now = self.chance, np.asarray(board["now"], np.uint8)
        light = enlarged(inputs.paper_without_profile(now) / WHITE, SCALE.side)
        lean = chance.normal(0, LEAN, 2)

        def shift(x: float, y: float, height: float) -> Place:
            return float(lean[0] * height), float(lean[1] * height)

        scene = Scene(SCALE, inputs.linear(now), light, None, light.max((0, 1)), shift)
        before = scene.radiance.copy()
        colours = board["team"][board["team"][:, 0] >= 0].astype(np.float32)
        cover = things.lifeless(chance, scene, self.deck, colours)
        mask = cover.paint(scene, chance)
        hidden = by_space(mask.astype(np.float32) / 255, board["label"].shape).mean((1, 3))
        return board | {
            "now": _where_changed(now, before, scene.radiance, chance),
            "occ": np.maximum(board["occ"], hidden).astype(board["occ"].dtype),
        }


def _where_changed(now: Picture, before: Plane, after: Plane, chance: Chance) -> Picture:
    """The picture with what changed in it, a little grained; all else keeps its grey levels."""
    grey = 255 * np.clip(after, 0, 1) ** (1 / inputs.GAMMA)
    grain = chance.standard_normal(grey.shape, np.float32) * np.float32(chance.uniform(0, 4))
    grey = cv2.GaussianBlur(grey, (0, 0), chance.uniform(0.3, 1)) + grain
    changed = np.abs(after - before).max(2, keepdims=True) > 1e-6
    return np.where(changed, np.clip(grey, 0, 255), now).astype(np.uint8)
