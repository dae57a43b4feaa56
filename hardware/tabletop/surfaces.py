"""Table tops and what lies flat on them, seen from above: wood, cloth, stone. Patterns by chance, no pictures."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import Picture

Random = np.random.Generator

SURFACES = ("oak", "walnut", "felt", "night", "checked", "stone")


def _cloud(chance: Random, width: int, height: int, cells: tuple[int, int]) -> NDArray[np.float32]:
    """Smooth random values of mean 0 and about unit spread; shape (height, width)."""
    coarse = chance.standard_normal(cells[::-1]).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _wood(chance: Random, width: int, height: int, colour: tuple[int, int, int]) -> NDArray[np.float32]:
    grain = _cloud(chance, width, height, (6, height // 3)) * 0.07
    grain += _cloud(chance, width, height, (24, height // 10)) * 0.06
    grain += _cloud(chance, width, height, (3, 9)) * 0.05
    picture = (1 + grain)[..., None] * np.array(colour, np.float32)
    plank = max(24, height // 7)
    for k, y in enumerate(range(plank // 2, height, plank)):
        picture[y : y + 2] *= 0.55
        picture[y : y + plank] *= 0.92 + 0.05 * (k * 7 % 4)
    return picture


def draw_surface(kind: str, width: int, height: int, chance: Random) -> Picture:
    """A table top; shape (height, width, 3), blue green red."""
    if kind == "oak":
        picture = _wood(chance, width, height, (72, 116, 160))
    elif kind == "walnut":
        picture = _wood(chance, width, height, (38, 54, 84))
    elif kind in ("felt", "night", "stone"):
        colour = {"felt": (52, 96, 30), "night": (74, 48, 34), "stone": (176, 186, 192)}[kind]
        cloud = _cloud(chance, width, height, (width // 2, height // 2)) * 0.05
        cloud += _cloud(chance, width, height, (width // 24, height // 24)) * 0.05
        picture = (1 + cloud)[..., None] * np.array(colour, np.float32)
    elif kind == "checked":
        pitch = max(12, width // 14)
        bands = ((np.arange(width) // pitch % 2)[None, :] + (np.arange(height) // pitch % 2)[:, None])[..., None]
        light, dark = np.array((206, 212, 214), np.float32), np.array((60, 58, 156), np.float32)
        picture = light + (dark - light) * (bands / 2.0).astype(np.float32)
        picture *= 1 + _cloud(chance, width, height, (width // 2, height // 2))[..., None] * 0.05
    else:
        raise ValueError(f"no table top is called {kind!r}; there are {', '.join(SURFACES)}")
    return np.clip(picture, 6, 250).astype(np.uint8)
