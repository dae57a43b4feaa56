"""Random light and a random camera: from reflectances to grey levels and back to parts of paper white."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.board import Reflectance
from vision.training.pieces import smooth_noise

GAMMA = np.float32(1 / 2.2)
WHITE = 250 / 255
"""Above this a channel is clipped: it may have been any amount brighter, and counts as paper at least."""


@dataclass(frozen=True)
class Light:
    """What falls on each pixel and what lamps mirror there, both b g r, linear, 1 being what fills the sensor."""

    falls: Reflectance
    mirrors: Reflectance


def light_of(chance: np.random.Generator, size: int) -> Light:
    """A light with a gradient of its strength and colour, and discs of glare."""
    warm = chance.uniform(-0.25, 0.25)
    colour = np.array([1.0 - warm, 1.0, 1.0 + warm], np.float32)
    level = chance.uniform(0.25, 0.95)
    way = chance.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:size, :size].astype(np.float32) / size - 0.5
    ramp = np.float32(np.cos(way)) * x + np.float32(np.sin(way)) * y
    falls = level * colour * (1.0 + chance.uniform(0, 0.8) * ramp)[..., None]
    if chance.random() < 0.4:
        other = 1.0 + chance.uniform(-0.2, 0.2) * np.array([1, 0, -1], np.float32)
        falls = falls * (1.0 + (other - 1.0) * np.clip(0.5 + 1.5 * ramp, 0, 1)[..., None])
    mirrors = np.zeros((size, size, 3), np.float32)
    for _ in range(int(chance.choice([0, 0, 1, 2]))):
        mirrors = mirrors + _glare(chance, size, colour)
    return Light(np.asarray(np.clip(falls, 0.01, None), np.float32), mirrors)


def _glare(chance: np.random.Generator, size: int, colour: NDArray[np.float32]) -> Reflectance:
    """A disc in which a lamp mirrors, burnt out or a veil."""
    y, x = np.mgrid[:size, :size].astype(np.float32)
    at, reach = chance.uniform(-0.1, 1.1, 2) * size, size * chance.uniform(0.04, 0.3)
    far = np.hypot(x - at[0], (y - at[1]) * chance.uniform(0.6, 1.6)) / reach
    strong = chance.choice([chance.uniform(0.05, 0.4), chance.uniform(0.4, 3.0)])
    shape = strong * np.exp(-(far ** chance.choice([2.0, 4.0, 8.0]))) + 0.1 * strong * np.exp(-far)
    return np.asarray(shape[..., None] * colour, np.float32)


def changed(light: Light, chance: np.random.Generator) -> Light:
    """The same light a while later: exposure, balance, shadow, and glare that comes, goes and moves."""
    size = light.falls.shape[0]
    falls, mirrors = light.falls, light.mirrors
    if chance.random() < 0.6:
        drift = chance.uniform(-0.16, 0.16) if chance.random() < 0.5 else chance.normal(0, 0.03)
        balance = np.array([1 - drift, 1.0, 1 + drift], np.float32)
        falls = falls * (balance * 2.0 ** chance.normal(0, 0.3))
    if chance.random() < 0.3:
        soft = np.clip(smooth_noise(chance, size, int(chance.integers(2, 6))) * 2.0, 0, 1)
        tint = 1.0 + chance.normal(0, 0.1, 3)
        falls = falls * (1.0 - (chance.uniform(0.1, 0.7) * tint).clip(0, 0.8) * soft[..., None])
    if chance.random() < 0.3:
        mirrors = mirrors * chance.choice([0.0, 0.5, 1.5])
    if chance.random() < 0.25:
        mirrors = mirrors + _glare(chance, size, np.ones(3, np.float32))
    return Light(np.asarray(falls, np.float32), np.asarray(mirrors, np.float32))


@dataclass(frozen=True)
class Camera:
    """What all pictures of one table have in common."""

    blur: float
    noise: float
    sharpening: float
    quality: int

    @classmethod
    def any(cls, chance: np.random.Generator) -> Camera:
        """Any camera."""
        noise = float(chance.choice([chance.uniform(0.5, 4.0), chance.uniform(2.0, 10.0)]))
        sharpening = float(chance.choice([0.0, chance.uniform(0.2, 1.0)]))
        return cls(float(chance.uniform(0.3, 1.3)), noise, sharpening, int(chance.integers(60, 97)))

    def shoot(self, board: Reflectance, light: Light, chance: np.random.Generator) -> NDArray[np.uint8]:
        """A picture, grey levels, b g r."""
        seen = cv2.GaussianBlur(
            board * light.falls + light.mirrors, (0, 0), self.blur * float(chance.uniform(0.9, 1.3))
        )
        levels = np.asarray(np.clip(seen, 0, 1) ** GAMMA * 255.0, np.float32)
        if self.sharpening:
            levels = levels + self.sharpening * (levels - np.asarray(cv2.GaussianBlur(levels, (0, 0), 1.2), np.float32))
        grain = np.asarray(cv2.GaussianBlur(chance.standard_normal(levels.shape, np.float32), (0, 0), 0.6), np.float32)
        levels = levels + self.noise * grain
        sent = np.clip(levels, 0, 255).astype(np.uint8)
        packed = cv2.imencode(".jpg", sent, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def crept(board: Reflectance, chance: np.random.Generator, most: float) -> Reflectance:
    """What a camera sees whose board is held to lie up to `most` pixels, and a little turned, from where it lies."""
    size = board.shape[0]
    degrees, scale = float(chance.normal(0, 0.2)), float(1 + chance.normal(0, 0.003))
    turn = np.array(cv2.getRotationMatrix2D((size / 2, size / 2), degrees, scale), np.float64)
    turn[:, 2] += chance.uniform(-most, most, 2)
    return np.asarray(cv2.warpAffine(board, turn, (size, size), borderMode=cv2.BORDER_REPLICATE), np.float32)


def against_paper(
    picture: NDArray[np.uint8], paper: NDArray[np.float32], light: Reflectance, chance: np.random.Generator, off: float
) -> NDArray[np.float32]:
    """A picture in parts of what paper sends back, which is known up to about `off`; gamma-encoded, like pictures."""
    size = picture.shape[0]
    white = np.clip(paper * light, 0.004, 1.0) ** GAMMA
    wrong = (
        np.stack([smooth_noise(chance, size, 4) for _ in range(3)], -1) + 2.0 * smooth_noise(chance, size, 3)[..., None]
    )
    levels = picture.astype(np.float32) / 255.0
    part = levels / (white * (1.0 + off * wrong))
    return np.asarray(np.clip(np.where(levels > WHITE, np.maximum(part, 1.0), part), 0.0, 1.6), np.float32)
