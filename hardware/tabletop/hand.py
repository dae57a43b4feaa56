"""A player's hand with its forearm, drawn as a flat sprite with a soft shadow.

The sprite keeps, for every pixel, how much of the picture under it stays and what is added, so that laying
it into a frame is one multiplication and one addition.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing import hands
from vision.drawing.canvas import Ink, Picture, Plane, Scale
from vision.drawing.covers import Cover
from vision.drawing.stamps import NOTHING, Window, common

TONES: tuple[Ink, ...] = ((172, 194, 232), (132, 164, 214), (96, 130, 182), (62, 88, 132), (40, 56, 92))
SLEEVES: tuple[Ink | None, ...] = (None, (70, 52, 44), (52, 40, 150), (150, 120, 70), (196, 198, 200), (40, 88, 40))

_LENGTH = 66.0
_HALF = 9.0
_LEAD = 4.0
"""Centimetres of canvas before the fingertips, for the chip that they hold."""
_PALM = 3.6
"""Half of the width of a palm."""
_HELD = 1.0
"""Radius of the chip that is held."""
_SPACE = 4.0
"""Length against which patterns of cloth are drawn."""


@dataclass(frozen=True)
class HandLook:
    """Whose hand: skin, sleeve (none: a bare arm), and whether it is a left hand."""

    tone: Ink
    sleeve: Ink | None
    left: bool


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
        window = self.window(picture.shape[1], picture.shape[0], x, y)
        if window == NOTHING:
            return
        left, top, right, bottom = window
        u, v = left - x + self.tip[0], top - y + self.tip[1]
        region = picture[top:bottom, left:right]
        part = np.s_[v : v + bottom - top, u : u + right - left]
        cv2.multiply(region, self.keep[part], region, 1 / 255)
        cv2.add(region, self.paint[part], region)

    def window(self, width: int, height: int, x: int, y: int) -> Window:
        """The part of a picture that it touches with its fingertips at (x, y); `NOTHING` if it is outside."""
        left, top = x - self.tip[0], y - self.tip[1]
        return common((left, top, left + self.cover.shape[1], top + self.cover.shape[0]), (0, 0, width, height))


def _light(levels: Ink) -> NDArray[np.float32]:
    """What something of these grey levels sends back of the light."""
    return np.asarray(np.square(np.array(levels) / 255), np.float32)


@lru_cache(maxsize=12)
def _pointing_left(look: HandLook, scale: float, pose: str, held: Ink | None) -> tuple[Picture, NDArray[np.uint8]]:
    """The hand with its fingertips `_LEAD` from the left edge and in the middle of the height; its cover, 0 to 255."""
    width, height = round((_LENGTH + _LEAD) * scale), round(2 * _HALF * scale)
    chance = np.random.default_rng(zlib.crc32(f"{look} {pose}".encode()))
    cover, tips, size = Cover(width), np.array([_LEAD, _HALF]) * scale, _PALM * scale
    bearing, lamp = hands.pose_of(chance, pose), hands.lamp_direction(chance)
    right, out = not look.left, np.array([1.0, 0.0])
    limbs, _ = hands.arm_limbs(chance, hands.Arm(tips, out), size, bearing, right)
    foremost = min((limb.end for limb in limbs), key=lambda end: float(end[0]))
    limbs, wrist = hands.arm_limbs(chance, hands.Arm(2 * tips - foremost, out), size, bearing, right)
    if held is not None:
        around = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        chip = tips + (_HELD * np.stack([np.cos(around), np.sin(around)], 1) - (_HELD / 3, 0)) * scale
        cover.add_polygon(chip, _light(held))
    hands.skinned(cover, chance, limbs, lamp, _light(look.tone))
    if look.sleeve is not None:
        cloth = hands.sleeve(chance, wrist, out, size)
        hands.clothed(cover, chance, cloth, lamp, _light(look.sleeve), Scale(max(1, round(_SPACE * scale))))
    colour = np.full((width, width, 3), look.tone, np.uint8)
    for layer in cover.layers:
        cv2.copyTo(_levels(layer.colour), (layer.solid * 255).astype(np.uint8), colour[layer.place])
    return colour[:height].copy(), cover.mask[:height].copy()  # what is cut off need not be kept


def _levels(light: Plane) -> Picture:
    return np.asarray(np.minimum(np.sqrt(np.maximum(light, 0)) * 255, 255), np.uint8)


def draw_hand(
    look: HandLook,
    scale: float,
    angle: float,
    *,
    pose: str,
    held: Ink | None,
    light: NDArray[np.float32],
    blur: float,
    length: float,
) -> Sprite:
    """A hand whose arm goes off at `angle` degrees from the picture's x axis, clockwise.

    `scale` is pixels a centimetre at the hand's height; `held` the colour of the chip it holds; `light`
    multiplies its colours; `blur` is the length in pixels of its motion along the arm while the shutter is open;
    `length` is how many pixels of the arm can come into the picture at all.
    """
    colour, alpha = _pointing_left(look, round(scale, 1), pose, held)
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
    if not np.allclose(light, 1):
        paint = cv2.multiply(paint, np.array([*map(float, light), 1.0]))
    return Sprite(
        np.asarray(cv2.merge([keep] * 3), np.uint8), np.asarray(paint, np.uint8), cover, (int(-low[0]), int(-low[1]))
    )
