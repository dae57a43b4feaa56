"""How a camera sees a piece of the table: lamps and their mirrors, shadows, lens, sensor and JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import Chance, Picture, blurred, grain, grained, happens, spread
from vision.drawing.development import packed, shaken

SIDE = 270
"""Pixels along a piece of the table, PX a centimetre: a card and what lies around it."""
EXPOSURE = (0.4, 1.7)
"""Times as light as white paper just told: a camera that exposes for a dark table burns cards out."""


def glare(chance: Chance) -> NDArray[np.float32]:
    """Grey levels that a mirrored lamp adds; (SIDE, SIDE)."""
    light = np.zeros((SIDE, SIDE), np.float32)
    if happens(chance, 0.3):
        kind = chance.random()
        if kind < 0.3:  # a window: its panes have edges
            at = chance.uniform(-40, SIDE + 40, 2) + chance.normal(0, 1, (4, 2)) * spread(chance, 15, 90)
            cv2.fillConvexPoly(light, np.round(cv2.convexHull(at.astype(np.float32))).astype(np.int32), 1.0)
            light = blurred(light, spread(chance, 0.8, 12))
        else:
            at = chance.uniform(0, SIDE, 2)
            y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
            if kind < 0.75:
                far = ((x - at[0]) ** 2 + (y - at[1]) ** 2) / np.float32(2 * spread(chance, 8, 60) ** 2)
            else:
                angle = chance.uniform(0, np.pi)
                across = (x - at[0]) * np.float32(np.cos(angle)) + (y - at[1]) * np.float32(np.sin(angle))
                far = across**2 / np.float32(2 * spread(chance, 3, 25) ** 2)
            light = np.exp(-far)
        light = light * np.float32(chance.uniform(20, 250))
    if happens(chance, 0.15):
        light = light + np.float32(chance.uniform(0, 90))
    return light


def seen_by_camera(chance: Chance, drawn: Picture, glare: NDArray[np.float32], zoom: float = 1.0) -> Picture:
    """Lamp, shadows, lens, sensor and JPEG; a piece that is drawn at half the size is seen as finely."""
    lamp = chance.uniform(0.65, 1.0, 3) if happens(chance, 0.7) else np.array([0.35, 0.65, 1.0]) ** chance.uniform(0, 1)
    exposure = spread(chance, *EXPOSURE)
    knots = chance.uniform(0.7, 1.0, (2, 2)).astype(np.float32)
    field = cv2.resize(knots, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    light = drawn * (field[..., None] * (lamp * exposure).astype(np.float32))
    if happens(chance, 0.2):  # the edge of a shadow
        shape = np.zeros((SIDE, SIDE), np.float32)
        corners = chance.uniform(-60, SIDE + 60, (3, 2)).astype(np.int32)
        cv2.fillPoly(shape, [corners], float(chance.uniform(0.15, 0.65)))
        light *= 1 - cv2.GaussianBlur(shape, (0, 0), spread(chance, 1.5, 20))[..., None]
    light += (glare * min(1.0, exposure + 0.2))[..., None]
    # Fewer pixels a centimetre than here, and fewer along one way than the other where the camera looks aslant.
    turn = np.rad2deg(chance.uniform(0, np.pi)) if happens(chance, 0.5) else 0.0
    size = chance.uniform(0.45, 1.1, 2) if turn else np.full(2, chance.uniform(0.45, 1.15))
    size = np.minimum(np.maximum(size, size.max() * 0.55) / zoom, 1.15)
    middle = (SIDE / 2 - 0.5, SIDE / 2 - 0.5)
    forth = cv2.getRotationMatrix2D(middle, float(turn), 1.0)
    forth = np.diag([size[0], size[1]]) @ forth
    small = tuple(int(np.ceil(SIDE * side)) for side in size)
    forth[:, 2] += np.array(small) / 2 - size * (SIDE / 2)
    if size.min() < 0.9:
        light = blurred(light, 0.4 / float(size.min()))
    seen = cv2.warpAffine(light, forth, small, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    if happens(chance, 0.8):
        seen = blurred(seen, spread(chance, 0.35, 1.5))
    told: Picture = np.clip(seen, 0, 255).astype(np.uint8)
    if happens(chance, 0.15):
        told = shaken(chance, told)
    noise = grain(chance, *told.shape[:2])
    if happens(chance, 0.5):
        noise = blurred(noise, 0.7)
    told = grained(told, noise, spread(chance, 0.4, 9))
    if happens(chance, 0.4):  # sharpened in the camera
        amount = float(chance.uniform(0.1, 0.9))
        told = np.asarray(cv2.addWeighted(told, 1 + amount, blurred(told, 1.2), -amount, 0), np.uint8)
    if happens(chance, 0.8):
        told = np.asarray(packed(told, int(chance.integers(40, 97))), np.uint8)
    back = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(told, forth, (SIDE, SIDE), flags=back, borderMode=cv2.BORDER_REFLECT), np.uint8)
