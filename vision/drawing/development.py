"""What cameras make of the light on their sensors: grain, tones, halos, blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import Chance, Picture, Plane, blurred, grain, grained, happens, spread, streak

GREYS: Plane = np.arange(256, dtype=np.float32) / np.float32(255)


@dataclass(frozen=True)
class Development:
    """How one camera develops. Lengths in pixels of its picture."""

    mixing: Plane
    """How its colours mix; shape (3, 3)."""
    curve: Plane
    """Grey, 0 to 1, it makes of each of 256 square roots of light."""
    noise: float
    """Grey levels."""
    smooths: bool
    colour_blur: float
    sharpening: float
    sharpening_reach: float
    evening: float
    """How far dark parts of the picture are lifted and light ones lowered, 0 to 1."""
    quality: int
    """JPEG's; 0 for none."""
    smears: bool
    """Smooths what is left of blocks, as films do."""

    def read(self, colour: NDArray[Any]) -> NDArray[np.float64]:
        """What a reader would take light of this colour for; linear."""
        mixed = np.sqrt(np.clip(self.mixing @ np.asarray(colour, np.float64), 0, 1)) * 255
        return np.asarray(np.interp(mixed, np.arange(256), self.curve) ** 2.2)


def _curve(chance: Chance) -> Plane:
    """How light becomes grey: a gamma and more or less contrast."""
    grey = (GREYS * GREYS) ** (1 / chance.uniform(1.9, 2.5))
    grey = grey + chance.uniform(-0.1, 0.5) * grey * (1 - grey) * (grey - 0.35)
    return np.asarray(np.clip(grey, 0, 1), np.float32)


def _mixing(chance: Chance) -> Plane:
    vivid = chance.uniform(0.85, 1.45)
    grey = np.ones((3, 1)) * np.array([0.11, 0.59, 0.30])
    return np.asarray(vivid * np.eye(3) + (1 - vivid) * grey + chance.normal(0, 0.03, (3, 3)), np.float32)


def development_of(chance: Chance, many: bool) -> Development:
    """A development from chance; `many` where a space has so many pixels that few of them are picked."""
    colour_blur = chance.uniform(0.5, 1) if many else chance.uniform(0.6, 2)
    quality = int(chance.uniform(78 if many else 60, 97)) * happens(chance, 0.2 if many else 0.85)
    smears = happens(chance, 0.06)
    return Development(
        mixing=_mixing(chance),
        curve=_curve(chance),
        noise=float(np.exp(chance.normal(np.log(2.2), 0.7))) * (0.8 if many else 1),
        smooths=happens(chance, 0.15 if many else 0.3),
        colour_blur=float(colour_blur) * happens(chance, 0.3 if many else 0.6),
        sharpening=float(chance.uniform(0, 1.2)) * happens(chance, 0.6),
        sharpening_reach=spread(chance, 0.7, 4.5) if happens(chance, 0.25) else float(chance.uniform(0.7, 2)),
        evening=float(chance.uniform(0.1, 0.5)) * happens(chance, 0.12),
        quality=int(chance.uniform(15, 45)) if smears else quality,
        smears=smears,
    )


def light_rooted(radiance: Plane, development: Development) -> Any:
    """Square roots of light in 8 bits: the noise of light is even there, and all that follows is quick."""
    mixed = cv2.transform(radiance, development.mixing)
    np.maximum(mixed, 0, out=mixed)
    return cv2.convertScaleAbs(cv2.sqrt(mixed, mixed), alpha=255)


def shaken(chance: Chance, picture: Picture) -> Any:
    """A picture during which the camera or the table moved."""
    way = chance.normal(0, 1, 2)
    way *= chance.uniform(0.7, 3.5) / np.linalg.norm(way)
    return cv2.filter2D(picture, -1, streak(9, way))


def _evened(picture: Any, strength: float) -> Any:
    """Local tones: each neighbourhood is brought nearer to the picture's middle grey."""
    height, width = picture.shape[:2]
    around = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (22, 22), interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(around, (5, 5), 1.2).astype(np.float32) + 20
    gain = (grey.mean() / grey) ** np.float32(strength)
    large = cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR)
    return cv2.multiply(picture, cv2.merge([large, large, large]), dtype=cv2.CV_8U)


def packed(picture: Any, quality: int) -> Any:
    """A picture after it was kept as a JPEG."""
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


def developed(chance: Chance, development: Development, picture: Any, grain_factor: float) -> Any:
    """Grey levels of square roots of light; shape (height, width, 3)."""
    noise = development.noise * grain_factor
    picture = grained(picture, grain(chance, *picture.shape[:2]), noise)
    picture = cv2.LUT(picture, np.clip(development.curve * 255 + 0.5, 0, 255).astype(np.uint8))
    if development.smooths:
        picture = cv2.medianBlur(picture, 3) if noise > 3 else blurred(picture, 0.6)
    if development.colour_blur:
        parts = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
        soft = blurred(parts, development.colour_blur)
        soft[..., 0] = parts[..., 0]
        picture = cv2.cvtColor(soft, cv2.COLOR_YCrCb2BGR)
    if development.evening:
        picture = _evened(picture, development.evening)
    if development.sharpening:
        soft = blurred(picture, development.sharpening_reach)
        picture = cv2.addWeighted(picture, 1 + development.sharpening, soft, -development.sharpening, 0)
    if development.quality:
        picture = packed(picture, development.quality)
    if development.smears:
        picture = cv2.bilateralFilter(picture, 5, 18, 3)
    return picture
