"""Cameras that nobody built: where one stands, what it makes of light, and the straight picture out of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.boards import WIDTH
from vision.drawing.canvas import ACROSS, Chance, Picture, Plane, Scale, blurred, happens, remapped
from vision.drawing.decks import TILE
from vision.drawing.development import Development, developed, development_of, light_rooted, shaken
from vision.drawing.scene import Place
from vision.rectify.straight import MARGIN, SIDE

STRAIGHT = ACROSS * SIDE
"""Pixels along the straight picture."""
KNOTS = 24
"""Points along a side of the lattice on which sampling is worked out: two a space, one more around."""
STEP = MARGIN
"""Pixels of the straight picture between two of them."""
STEEPEST = np.radians(55)
FARTHEST_OFF = 0.075
"""The straight picture is never wrong by more, spaces."""
LARGEST = 800
"""Longest side of a turned camera picture, pixels."""


@dataclass(frozen=True)
class Stand:
    """Where a camera stands: a pinhole over the board, in spaces from its middle."""

    eye: tuple[float, float, float]
    quad: Plane
    """Where the corners of what is drawn lie in its picture; shape (4, 2)."""
    size: tuple[int, int]
    """Width and height of its picture."""
    fineness: float
    """Camera pixels along a space."""
    upright: bool
    """Looks straight down, so that its picture need not be turned."""

    def shift(self, x: float, y: float, height: float) -> Place:
        """By how many spaces something so high appears to lie aside."""
        part = height / self.eye[2]
        middle = ACROSS / 2
        return (x - middle - self.eye[0]) * part, (y - middle - self.eye[1]) * part


@dataclass(frozen=True)
class Camera:
    """A camera over a board."""

    stand: Stand
    blur: float
    """Of its lens, pixels of its picture."""
    edge_blur: float
    """Blur far from where it is sharpest, besides; 0 for none."""
    sharpest: tuple[float, float]
    """Where that is, parts of its picture."""
    development: Development
    many_pixels: bool
    """Whether a space has so many that the straight picture picks single points of its picture."""


def _corners_seen(chance: Chance, eye: NDArray[np.float64], turn: float) -> NDArray[np.float64]:
    """Where the corners of what is drawn lie in the camera's picture, to no scale."""
    forward = np.append(chance.normal(0, 0.6, 2), 0) - eye
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, -np.array([np.cos(turn), np.sin(turn), 0]))
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    half = ACROSS / 2
    corners = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]]) - eye
    return np.stack([corners @ right, corners @ down], 1) / (corners @ forward)[:, None]


def stand_of(chance: Chance) -> Stand:
    """A place for a camera, from right above to a steep angle."""
    high = float(chance.uniform(11, 26))
    # Mostly a camera stands on one side of the board; a picture of a board that lies askew holds much else.
    around = float(chance.integers(4) * np.pi / 2 + chance.normal(0, 0.2))
    if happens(chance, 0.2):
        around = chance.uniform(0, 2 * np.pi)
    tilt = min(STEEPEST, abs(chance.normal(0, 0.45)))
    eye = np.array([np.cos(around) * np.tan(tilt) * high, np.sin(around) * np.tan(tilt) * high, high])
    eye[:2] += chance.normal(0, 0.5, 2)
    turn = around + chance.normal(0, 0.12)
    seen = _corners_seen(chance, eye, turn)
    fineness = float(np.clip(np.exp(chance.normal(np.log(38), 0.32)), 16, 56))
    x, y = seen.T
    area = 0.5 * abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
    seen *= fineness * ACROSS / np.sqrt(area)
    seen -= seen.min(0)
    seen *= min(1.0, LARGEST / seen.max())
    quad = (seen + 2).astype(np.float32)
    width, height = (int(np.ceil(side)) + 4 for side in seen.max(0))
    upright = happens(chance, 0.4)
    if upright:
        sides = (np.array([fineness, fineness * chance.uniform(0.7, 1.0)]) * ACROSS).astype(int) + 1
        width, height = sides[:: chance.choice([-1, 1])].tolist()
    return Stand((float(eye[0]), float(eye[1]), float(eye[2])), quad, (width, height), fineness, upright)


def camera_of(chance: Chance) -> Camera:
    """A camera from chance."""
    many = happens(chance, 0.75)
    stand = stand_of(chance)
    blur = abs(chance.normal(0, 0.3 if many else 0.6))
    if happens(chance, 0.08):
        blur = chance.uniform(0.5, 1.3) if many else chance.uniform(0.8, 2.2)
    edge_blur = chance.uniform(0.8, 2.2) * happens(chance, 0.12)
    x, y = 0.5 + chance.normal(0, 0.12, 2)
    return Camera(
        stand, float(blur), float(edge_blur), (float(x), float(y)), development_of(chance, many), many_pixels=many
    )


def _softer_outwards(picture: Any, camera: Camera) -> Any:
    """A picture that is blurred more and more away from where the lens is sharpest."""
    height, width = picture.shape[:2]
    across = np.linspace(0, 1, width, dtype=np.float32) - np.float32(camera.sharpest[0])
    down = np.linspace(0, 1, height, dtype=np.float32) - np.float32(camera.sharpest[1])
    soft = np.clip((across * across)[None] * 4 + (down * down)[:, None] * 4 - np.float32(0.1), 0, 1)
    return cv2.blendLinear(picture, blurred(picture, camera.edge_blur), 1 - soft, soft)


def _knots(space: int) -> Plane:
    """Where the knots lie in what is drawn, so many pixels a space; shape (KNOTS, KNOTS, 2)."""
    at = ((np.arange(-1, KNOTS - 1) + 0.5) * (STEP / SIDE)).astype(np.float32) * space - np.float32(0.5)
    return np.dstack(np.meshgrid(at, at))


def _everywhere(knots: Plane) -> Plane:
    """A map given at knots, at every pixel of the straight picture."""
    whole = cv2.resize(knots, (KNOTS * STEP, KNOTS * STEP), interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(whole[STEP : STEP + STRAIGHT, STEP : STEP + STRAIGHT])


def slipped(chance: Chance, amplitude: float) -> Plane:
    """By how much the straight picture is off at every knot: smooth, spaces; shape (KNOTS, KNOTS, 2)."""
    wave = cv2.resize(chance.normal(0, 1, (3, 3, 2)).astype(np.float32), (KNOTS, KNOTS), interpolation=cv2.INTER_CUBIC)
    off = chance.normal(0, 1, 2) * amplitude * 0.5 + wave * amplitude * 0.45
    zoom, turn = chance.normal(0, amplitude * 0.5, 2)
    along = np.linspace(-1, 1, KNOTS)
    off[..., 0] += zoom * along[None] - turn * along[:, None]
    off[..., 1] += turn * along[None] + zoom * along[:, None]
    return np.clip(off, -FARTHEST_OFF, FARTHEST_OFF).astype(np.float32)


def picked(board: Picture, slip: Plane) -> Picture:
    """A printed board as a camera of many pixels gives it to the straight picture: single points of it."""
    return np.asarray(remapped(board, _everywhere(_knots(TILE) + slip * TILE)), np.uint8)


def whole(board: Picture, scale: Scale) -> Picture:
    """A printed board made as small as what is drawn."""
    assert board.shape[0] == WIDTH
    return np.asarray(cv2.resize(board, (scale.side, scale.side), interpolation=cv2.INTER_AREA), np.uint8)


class Exposure:
    """Pictures taken by one camera."""

    def __init__(self, camera: Camera, scale: Scale, chance: Chance) -> None:
        self.camera, self.scale, self.chance = camera, scale, chance

    def take(self, radiance: Plane, slip: Plane, grain_factor: float, moving: bool = False) -> Picture:
        """The straight picture; shape (STRAIGHT, STRAIGHT, 3). `slip` as `slipped` gives it."""
        picture = light_rooted(radiance, self.camera.development)
        if self.camera.many_pixels:
            if self.camera.blur > 0.3:
                picture = blurred(picture, self.camera.blur)
            return np.asarray(self._developed(picture, grain_factor, moving), np.uint8)
        picture, to_camera = self._projected(picture)
        return self._straightened(self._developed(picture, grain_factor, moving), to_camera, slip)

    def _developed(self, picture: Any, grain_factor: float, moving: bool) -> Any:
        if self.camera.edge_blur:
            picture = _softer_outwards(picture, self.camera)
        if moving:
            picture = shaken(self.chance, picture)
        return developed(self.chance, self.camera.development, picture, grain_factor)

    def _projected(self, picture: Any) -> tuple[Any, NDArray[Any]]:
        """The camera's own picture, and the way from what is drawn to it."""
        stand, side, space = self.camera.stand, self.scale.side, self.scale.space
        blur = self.camera.blur * space / stand.fineness
        if stand.fineness < space:
            blur = max(blur, 0.38 * space / stand.fineness)
        if blur > 0.3:
            picture = blurred(picture, blur)
        width, height = stand.size
        if stand.upright:
            across, down = width / side, height / side
            scaled = np.array([[across, 0, 0.5 * across - 0.5], [0, down, 0.5 * down - 0.5], [0, 0, 1]])
            return cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR), scaled
        corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - np.float32(0.5)
        seen = cv2.getPerspectiveTransform(corners, stand.quad)
        return cv2.warpPerspective(picture, seen, (width, height), borderMode=cv2.BORDER_REPLICATE), seen

    def _straightened(self, picture: Any, to_camera: NDArray[Any], slip: Plane) -> Picture:
        if self.camera.stand.fineness > 42:
            picture = blurred(picture, 0.35 * self.camera.stand.fineness / SIDE)
        knots = _knots(self.scale.space) + slip * self.scale.space
        seen = np.dstack([knots, np.ones((KNOTS, KNOTS), np.float32)]) @ to_camera.T.astype(np.float32)
        points = _everywhere((seen[..., :2] / seen[..., 2:]).astype(np.float32))
        return np.asarray(remapped(picture, points), np.uint8)
