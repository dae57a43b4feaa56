"""A player's hand with its forearm, drawn as a flat sprite with a soft shadow.

The sprite keeps, for every pixel, how much of the picture under it stays and what is added, so that laying
it into a frame is one multiplication and one addition.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

TONES: tuple[Colour, ...] = ((172, 194, 232), (132, 164, 214), (96, 130, 182), (62, 88, 132), (40, 56, 92))
SLEEVES: tuple[Colour | None, ...] = (None, (70, 52, 44), (52, 40, 150), (150, 120, 70), (196, 198, 200), (40, 88, 40))

_LENGTH = 66.0
_HALF = 9.0
_LEAD = 4.0
"""Centimetres of canvas before the fingertips, for the chip that they hold."""

# Fingers as polylines with a radius, drawn in this order; fingertips meet at (0, 0), the arm lies along +x.
_FINGERS: tuple[tuple[tuple[tuple[float, float], ...], float], ...] = (
    (((8.6, 3.0), (5.6, 3.2), (4.4, 2.2)), 0.72),
    (((8.0, 1.6), (4.4, 2.2), (3.2, 1.1)), 0.80),
    (((7.6, 0.2), (3.6, 0.6), (1.6, -0.1)), 0.84),
    (((7.8, -1.4), (4.2, -2.4), (1.4, -1.1), (0.5, -0.5)), 0.78),
    (((11.0, 3.6), (7.4, 4.4), (3.2, 2.4), (0.7, 0.6)), 0.92),
)
_FINGERS_FLAT: tuple[tuple[tuple[tuple[float, float], ...], float], ...] = (
    (((8.6, 3.1), (4.6, 4.2), (2.0, 4.6)), 0.72),
    (((8.0, 1.5), (3.4, 2.0), (0.4, 2.1)), 0.80),
    (((7.6, 0.0), (3.0, 0.1), (-0.3, 0.1)), 0.84),
    (((7.8, -1.5), (3.6, -1.9), (0.3, -1.9)), 0.80),
    (((11.0, -3.4), (7.8, -4.6), (5.0, -5.0)), 0.90),
)


@dataclass(frozen=True)
class HandLook:
    """Whose hand: skin, sleeve (none: a bare arm), and whether it is a left hand."""

    tone: Colour
    sleeve: Colour | None
    left: bool = False


@dataclass(frozen=True)
class Sprite:
    """A hand ready to be laid into pictures; arrays of shape (h, w, 3) and (h, w)."""

    keep: Picture
    """What stays of the picture under it, 0 to 255 for 0 to 1."""
    paint: Picture
    """What is added."""
    cover: NDArray[np.uint8]
    """Where the hand is opaque, 255; its shadow is not part of it."""
    tip: tuple[int, int]
    """Pixel of the fingertips within the sprite."""

    def lay(self, picture: Picture, x: int, y: int) -> None:
        """Lay it into a picture, in place, with its fingertips at (x, y)."""
        part = self.window(picture.shape[1], picture.shape[0], x, y)
        if part is None:
            return
        (x0, y0, x1, y1), (u, v) = part
        region = picture[y0:y1, x0:x1]
        shape = np.s_[v : v + y1 - y0, u : u + x1 - x0]
        cv2.multiply(region, self.keep[shape], region, 1 / 255)
        cv2.add(region, self.paint[shape], region)

    def window(
        self, width: int, height: int, x: int, y: int
    ) -> tuple[tuple[int, int, int, int], tuple[int, int]] | None:
        """Rectangle of the picture it touches and where that begins in the sprite; none if it is outside."""
        left, top = x - self.tip[0], y - self.tip[1]
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + self.cover.shape[1], width), min(top + self.cover.shape[0], height)
        if x0 >= x1 or y0 >= y1:
            return None
        return (x0, y0, x1, y1), (x0 - left, y0 - top)

    def covers(self, points: NDArray[np.float32], x: int, y: int) -> NDArray[np.bool_]:
        """Which picture points, shape (n, 2), the hand hides when its fingertips are at (x, y)."""
        at = np.round(points).astype(int) - (x - self.tip[0], y - self.tip[1])
        height, width = self.cover.shape
        inside = (at[:, 0] >= 0) & (at[:, 1] >= 0) & (at[:, 0] < width) & (at[:, 1] < height)
        hidden = np.zeros(len(at), bool)
        hidden[inside] = self.cover[at[inside, 1], at[inside, 0]] > 127
        return hidden


def _shade(colour: Picture, alpha: NDArray[np.uint8], mask: NDArray[np.uint8], tone: Colour, depth: float) -> None:
    """Paint one rounded part: bright along its middle, dark towards its edges."""
    distance = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    radius = max(float(distance.max()), 1.0)
    rise = np.sqrt(np.clip(1 - (1 - np.minimum(distance / radius, 1)) ** 2, 0, 1))
    slope = cv2.Sobel(cv2.GaussianBlur(rise, (0, 0), 2.0), cv2.CV_32F, 0, 1, ksize=3)
    light = 1 - depth + depth * rise + np.clip(slope * 0.5, -0.12, 0.12)
    painted = np.clip(np.array(tone, np.float32) * light[..., None], 0, 255).astype(np.uint8)
    cv2.copyTo(painted, mask, colour)
    np.maximum(alpha, mask, out=alpha)


@lru_cache(maxsize=12)
def _canonical(look: HandLook, scale: float, pose: str, held: Colour | None) -> tuple[Picture, NDArray[np.uint8]]:
    """The hand pointing left, fingertips `_LEAD` from the left edge and in the middle of the height."""
    width, height = round((_LENGTH + _LEAD) * scale), round(2 * _HALF * scale)
    colour = np.zeros((height, width, 3), np.uint8)
    colour[:] = look.tone
    alpha = np.zeros((height, width), np.uint8)

    def at(points: object) -> NDArray[np.int32]:
        place = np.asarray(points, np.float64)
        return np.asarray(np.round((place + np.array([_LEAD, _HALF])) * scale), np.int32)

    def polygon(points: object) -> NDArray[np.uint8]:
        mask = np.zeros((height, width), np.uint8)
        cv2.fillPoly(mask, [at(points)], 255, cv2.LINE_AA)
        return mask

    arm = [(12.5, -2.5), (17, -2.7), (30, -3.7), (_LENGTH, -4.4), (_LENGTH, 4.4), (30, 3.9), (17, 2.9), (12.5, 2.9)]
    _shade(colour, alpha, polygon(arm), look.tone, 0.42)
    if look.sleeve is not None:
        cuff = 20.0
        cloth = polygon([(cuff, -4.4), (_LENGTH, -5.6), (_LENGTH, 5.8), (cuff, 4.7)])
        _shade(colour, alpha, cloth, look.sleeve, 0.5)
        for k in range(7):
            fold = np.array([(cuff + 1 + 6 * k, -4.0 + (k * 13 % 5)), (cuff + 4 + 6 * k, 2.2 - (k * 7 % 3))])
            a, b = at(fold)
            dark = tuple(int(c * 0.8) for c in look.sleeve)
            cv2.line(colour, a.tolist(), b.tolist(), dark, max(1, round(scale * 0.3)), cv2.LINE_AA)
    palm = np.zeros((height, width), np.uint8)
    centre, axes = at((10.2, 0.8)).tolist(), (round(4.3 * scale), round(3.7 * scale))
    cv2.ellipse(palm, centre, axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    _shade(colour, alpha, palm, look.tone, 0.3)
    if held is not None:
        chip = np.zeros((height, width), np.uint8)
        axes = (round(1.05 * scale), round(0.8 * scale))
        cv2.ellipse(chip, at((-0.2, 0)).tolist(), axes, 20, 0, 360, 255, -1, cv2.LINE_AA)
        _shade(colour, alpha, chip, held, 0.3)
    for points, radius in _FINGERS_FLAT if pose == "flat" else _FINGERS:
        finger = np.zeros((height, width), np.uint8)
        line = at(points).reshape(-1, 1, 2)
        cv2.polylines(finger, [line], False, 255, max(2, round(2 * radius * scale)), cv2.LINE_AA)
        _shade(colour, alpha, finger, look.tone, 0.45)
        (x, y), nail = line[-1, 0].tolist(), max(1, round(radius * 0.45 * scale))
        pale = tuple(min(255, int(c * 1.12) + 8) for c in look.tone)
        cv2.circle(colour, (x + nail // 2, y), nail, pale, -1, cv2.LINE_AA)
    if look.left:
        colour, alpha = np.ascontiguousarray(colour[::-1]), np.ascontiguousarray(alpha[::-1])
    return np.asarray(cv2.GaussianBlur(colour, (0, 0), 0.8), np.uint8), alpha


def draw_hand(
    look: HandLook,
    scale: float,
    angle: float,
    *,
    pose: str = "pinch",
    held: Colour | None = None,
    light: NDArray[np.float32] | float = 1.0,
    blur: float = 0.0,
    length: float = 1e6,
) -> Sprite:
    """A hand whose arm goes off at `angle` degrees from the picture's x axis, clockwise.

    `scale` is pixels a centimetre at the hand's height; `held` the colour of the chip it holds; `light`
    multiplies its colours; `blur` is the length in pixels of its motion along the arm while the shutter is open;
    `length` is how many pixels of the arm can come into the picture at all.
    """
    colour, alpha = _canonical(look, round(scale, 1), pose, held)
    height, width = alpha.shape
    width = min(width, round(length + _LEAD * scale))
    colour, alpha = colour[:, :width], alpha[:, :width]
    if blur >= 2:
        streak = np.full((1, round(blur)), 1 / round(blur), np.float32)
        colour = np.asarray(cv2.filter2D(colour, -1, streak), np.uint8)
        alpha = np.asarray(cv2.filter2D(alpha, -1, streak), np.uint8)
    turn = np.radians(angle)
    c, s = float(np.cos(turn)), float(np.sin(turn))
    tip = np.array([_LEAD, _HALF]) * round(scale, 1)
    corners = (np.array([(0, 0), (width, 0), (width, height), (0, height)]) - tip) @ np.array([[c, s], [-s, c]])
    margin = round(3.5 * scale)
    low = np.floor(corners.min(0)).astype(int) - margin
    size = (np.ceil(corners.max(0)).astype(int) + margin - low).tolist()
    move = np.array([[c, -s, -low[0] - c * tip[0] + s * tip[1]], [s, c, -low[1] - s * tip[0] - c * tip[1]]])
    turned = cv2.warpAffine(colour, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = np.asarray(cv2.warpAffine(alpha, move, size, flags=cv2.INTER_LINEAR), np.uint8)
    small = cv2.resize(cover, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    fall = scale / 8
    drop = np.array([[1, 0, 1.5 * fall], [0, 1, 1.3 * fall]], np.float64)
    small = cv2.GaussianBlur(cv2.warpAffine(small, drop, small.shape[::-1]), (0, 0), 0.9 * fall)
    shadow = cv2.resize(small, size, interpolation=cv2.INTER_LINEAR)
    keep = cv2.multiply(255 - cover, 255 - cv2.convertScaleAbs(shadow, alpha=0.40), scale=1 / 255)
    paint = cv2.multiply(turned, cv2.merge([cover] * 3), scale=1 / 255)
    gain = np.broadcast_to(np.asarray(light, np.float32), (3,))
    if not np.allclose(gain, 1):
        paint = cv2.multiply(paint, np.array([*map(float, gain), 1.0]))
    return Sprite(
        np.asarray(cv2.merge([keep] * 3), np.uint8), np.asarray(paint, np.uint8), cover, (int(-low[0]), int(-low[1]))
    )
