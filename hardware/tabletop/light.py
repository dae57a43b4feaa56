"""Light on the drawn table and what the sensor makes of it: lamps, vignette, glare, noise, exposure.

Grey levels of a scene are square roots of light, and a little darker than full scale, so that adding noise never
clips what the lens saw; the tone curve, applied last, stretches them back. That makes noise stronger in the
shadows, as in a real camera.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import GRAIN, STILL, Picture, grain

HEADROOM = 232.0
"""Level at which a scene is fully bright before the tone curve."""
_COARSE = 8


@dataclass(frozen=True)
class Light:
    """The lamps over one table. Places are parts of the picture, colours factors of blue, green, red."""

    ambient: float
    tint: tuple[float, float, float]
    lamp: float
    lamp_at: tuple[float, float]
    lamp_tint: tuple[float, float, float]
    spread: float
    """How far the lamp's pool reaches, in picture widths."""
    glare: float
    """Levels that the lamp's reflection adds at its brightest."""
    glare_at: tuple[float, float]
    vignette: float

    def maps(self, width: int, height: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Factor (h, w, 3) and added levels (h, w) on a grid 8 times as coarse as the picture."""
        w, h = width // _COARSE + 2, height // _COARSE + 2
        ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
        xs, ys = xs * _COARSE / width, ys * _COARSE / height
        aspect = height / width
        off = (xs - 0.5) ** 2 + ((ys - 0.5) * aspect) ** 2
        falloff = 1 - self.vignette * off / 0.39

        def pool(at: tuple[float, float], spread: float) -> NDArray[np.float32]:
            distance = (xs - at[0]) ** 2 + ((ys - at[1]) * aspect) ** 2
            return np.asarray(np.exp(-distance / (2 * spread**2)), np.float32)

        lit = self.ambient * np.array(self.tint, np.float32)
        lamp = self.lamp * np.array(self.lamp_tint, np.float32)
        factor = (lit + pool(self.lamp_at, self.spread)[..., None] * lamp) * falloff[..., None]
        added = (pool(self.glare_at, 0.045) + 0.35 * pool(self.glare_at, 0.12)) * self.glare
        return np.asarray(factor, np.float32), np.asarray(added, np.float32)


class LitScene:
    """A light spread over pictures of one size."""

    def __init__(self, light: Light, size: tuple[int, int]) -> None:
        self.light = light
        self._factor, self._added = light.maps(*size)

    def _fine(self, coarse: NDArray[np.float32], corner: tuple[int, int], size: tuple[int, int]) -> NDArray[np.float32]:
        step = np.array([[1 / _COARSE, 0, corner[0] / _COARSE], [0, 1 / _COARSE, corner[1] / _COARSE]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(coarse, step, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))

    def shine(self, picture: Picture, corner: tuple[int, int] = (0, 0)) -> Picture:
        """A picture, or the part of one that begins at `corner`, in this light, its highlights at `HEADROOM`."""
        size = (picture.shape[1], picture.shape[0])
        factor = self._fine(self._factor, corner, size)
        lit = cv2.multiply(picture.astype(np.float32), factor, scale=HEADROOM / 255)
        if self.light.glare:
            lit = cv2.add(lit, cv2.merge([self._fine(self._added, corner, size)] * 3))
        return np.asarray(np.clip(lit, 0, HEADROOM), np.uint8)

    def at(self, x: float, y: float) -> NDArray[np.float32]:
        """Square roots of the light that falls at a pixel, glare as if it were light; shape (3,), 1 at full scale."""
        height, width = self._added.shape
        column = int(np.clip(round(x / _COARSE), 0, width - 1))
        row = int(np.clip(round(y / _COARSE), 0, height - 1))
        return np.asarray(self._factor[row, column] * (HEADROOM / 255) + self._added[row, column] / 300, np.float32)


class Sensor:
    """Turns scenes into frames: noise that differs from frame to frame, then exposure and white balance."""

    def __init__(self, size: tuple[int, int], noise: float, seed: int) -> None:
        """`noise` is the spread of a pixel in levels of the scene."""
        width, height = size
        self._seed = seed
        self._size = size
        self._middle = max(1, round(noise * 3))
        chance = np.random.default_rng(seed)
        levels = (np.arange(256) - STILL) * (noise / GRAIN) + self._middle + 0.5
        self._grain = np.clip(levels, 0, 255).astype(np.uint8)[grain(chance, height + 64, width + 64)]
        self._phases = chance.uniform(0, 2 * np.pi, 4)

    def drift(self, at: float) -> NDArray[np.float32]:
        """How exposure and white balance wander: factors of blue, green and red at a time in seconds."""
        a, b, c, d = self._phases
        level = 1 + 0.022 * np.sin(at / 41 + a) + 0.010 * np.sin(at / 7.3 + b)
        blue, red = 1 + 0.010 * np.sin(at / 63 + c), 1 + 0.010 * np.sin(at / 83 + d)
        return np.array([level * blue, level, level * red], np.float32)

    def develop(self, scene: Picture, index: int, gain: NDArray[np.float32], into: Picture) -> Picture:
        """The frame of a scene, written to `into` (which may be the scene itself)."""
        width, height = self._size
        place = (self._seed * 2654435761 + index * 40503 * 65537) % (64 * 64)
        x, y = place % 64, place // 64
        cv2.add(scene, self._grain[y : y + height, x : x + width], into)
        levels = (np.arange(256, dtype=np.float32) - self._middle)[:, None] * gain * (255 / HEADROOM)
        curve = np.clip(levels + 0.5, 0, 255).astype(np.uint8).reshape(1, 256, 3)
        return np.asarray(cv2.LUT(into, curve, into))
