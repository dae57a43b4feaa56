"""The empty board of a measured table, taken apart into print and light, so that chips can be drawn into it.

What is put together again is a straight picture as the camera of this table would take it a while later.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn_chips import DrawnChip
from vision.monitor.quality import size_of_space
from vision.normalize.behind_glare import paper_without_glare
from vision.normalize.light import smooth_up
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture
from vision.rectify.straight import SIDE

GAMMA = 2.2
"""Grey levels are light to the power of one over this, as in sRGB."""
PLAIN = 1.05
"""Paper by no more brighter than expected of its place is only uneven; what is beyond mirrors a lamp. 1.02 to 1.1."""
LENS = 0.6
"""What a chip's edge is softened by lens and sensor: standard deviation, in pixels of the camera. 0.4 to 1."""
LEAST = 0.25
"""But never less than this, in pixels of the straight picture. 0.2 to 0.4."""
GRAIN = 0.4
"""How far the noise of one pixel is that of the next, too: standard deviation, in pixels of the camera. 0.3 to 0.6."""
TWICE = 2**0.5
"""The empty picture has noise, too, which print that was cut out of it brings along: so what is added to print must be
by so much more for the two to differ as two pictures of one thing do."""
Plane = NDArray[np.float32]


@dataclass(frozen=True)
class Weather:
    """How far a table is likely to have changed since it was measured; standard deviations where nothing else is said.

    What these are can be seen on any table within an evening; no picture was used to choose them but those of the
    rendered tables that the documentation names.
    """

    exposure: float = 0.12
    """Of the light on the whole, in stops."""
    balance: float = 0.02
    """Of blue against red, parts."""
    slope: float = 0.06
    """Of the light from one end of the board to the other, parts."""
    creep: float = 0.008
    """Of the place of the board against where it is held to lie, in spaces."""
    turn: float = 0.03
    """Of its direction, in degrees."""
    mirrors: tuple[float, float] = (0.2, 1.5)
    """A chip's surface mirrors between so much of a lamp and so much, against the board's own. Parts."""


@dataclass(frozen=True)
class LitBoard:
    """Print and light of an empty board; all in linear light, 1 being full scale, of the straight picture's shape."""

    print: Plane
    """What the board sends back, parts of paper white."""
    falls: Plane
    """The light on paper."""
    mirrors: Plane
    """The light that a lamp's mirror image adds."""
    noise: float
    """Grey levels."""
    pixel: float
    """Pixels of the straight picture for one of the camera."""

    @classmethod
    def of(cls, look: TableLook) -> LitBoard:
        """Of a measured table."""
        seen = (look.empty.astype(np.float32) / 255.0) ** GAMMA
        paper = smooth_up(paper_without_glare(look.white), (look.empty.shape[0], look.empty.shape[1]))
        falls = np.asarray((np.clip(paper, 8.0, 255.0) / 255.0) ** GAMMA, np.float32)
        mirrors = np.maximum((look.white_map / 255.0) ** GAMMA - PLAIN * falls, 0.0)
        return cls(
            print=np.asarray(np.clip(seen - mirrors, 0.0, 1.0) / falls, np.float32),
            falls=falls,
            mirrors=np.asarray(mirrors, np.float32),
            noise=look.noise,
            pixel=SIDE / size_of_space(look.mesh),
        )

    def shown(self, chips: list[DrawnChip], weather: Weather, chance: np.random.Generator) -> Picture:
        """The board with these chips on it, as the camera sees it when light and place have changed a little."""
        faces, solid = np.zeros_like(self.print), np.zeros(self.print.shape[:2], np.float32)
        lit, gleam = np.ones_like(solid), np.ones_like(solid)
        for chip in chips:
            part = chip.solid[..., None]
            mirrored = np.float32(chance.uniform(*weather.mirrors))
            faces[chip.place] += part * (chip.face - faces[chip.place])
            gleam[chip.place] += chip.solid * (mirrored - gleam[chip.place])
            solid[chip.place] = np.maximum(solid[chip.place], chip.solid)
            lit[chip.place] = lit[chip.place] * (1.0 - chip.shade)
        faces, solid = self._softened(faces), self._softened(solid)[..., None]
        board = self.print * lit[..., None] * (1.0 - solid) + faces
        falls, gain = self._light(weather, chance)
        light = board * falls + self.mirrors * gleam[..., None] * gain
        return self._taken(self._crept(light, weather, chance), TWICE - (TWICE - 1) * solid, chance)

    def _softened(self, plane: Plane) -> Plane:
        return np.asarray(cv2.GaussianBlur(plane, (0, 0), max(LEAST, LENS * self.pixel)), np.float32)

    def _light(self, weather: Weather, chance: np.random.Generator) -> tuple[Plane, Plane]:
        """The light on the board a while later, and the gain of each channel."""
        off = float(chance.normal(0, weather.balance))
        gain = np.asarray(2.0 ** chance.normal(0, weather.exposure) * np.array([1 - off, 1, 1 + off]), np.float32)
        height, width = self.print.shape[:2]
        down, across = (np.linspace(-0.5, 0.5, size, dtype=np.float32) for size in (height, width))
        way = float(chance.uniform(0, 2 * np.pi))
        slope = np.cos(way) * across[None, :] + np.sin(way) * down[:, None]
        falls = self.falls * gain * (1.0 + chance.normal(0, weather.slope) * slope)[..., None]
        return np.asarray(falls, np.float32), gain

    @staticmethod
    def _crept(light: Plane, weather: Weather, chance: np.random.Generator) -> Plane:
        """The same where the board lies a little otherwise than it is held to."""
        height, width = light.shape[:2]
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(chance.normal(0, weather.turn)), 1.0)
        move = np.array(turn, np.float64)
        move[:, 2] += chance.normal(0, weather.creep * SIDE, 2)
        flags, beyond = cv2.INTER_CUBIC, cv2.BORDER_REPLICATE
        return np.asarray(cv2.warpAffine(light, move, (width, height), flags=flags, borderMode=beyond), np.float32)

    def _taken(self, light: Plane, noisy: Plane, chance: np.random.Generator) -> Picture:
        """The picture, with the camera's noise, which is so many times as strong where it is `noisy`."""
        levels = np.asarray(255.0 * np.power(np.clip(light, 0.0, 1.0), 1 / GAMMA), np.float32)
        grain = cv2.GaussianBlur(
            chance.standard_normal(light.shape, np.float32), (0, 0), max(LEAST, GRAIN * self.pixel)
        )
        levels = levels + np.float32(self.noise / float(grain.std())) * noisy * grain
        return np.clip(np.round(levels), 0, 255).astype(np.uint8)
