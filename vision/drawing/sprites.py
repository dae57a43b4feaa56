"""What chips carry: rings, stars, letters and reliefs, drawn once for a make and turned for every chip."""

from __future__ import annotations

import cv2
import numpy as np

from vision.drawing.art import FONTS, star
from vision.drawing.canvas import Chance, Picture, Plane, happens

SPRITE = 96
"""Pixels along a sprite."""
MIDDLE = SPRITE // 2
RADIUS = 44
"""Pixels of the sprite from a chip's middle to its rim."""
LEAST_INK = 0.16
"""A white side with ink on less of it carries no team once it is blurred. Parts of the disc."""


def blank() -> Picture:
    """An empty sprite."""
    return np.zeros((SPRITE, SPRITE), np.uint8)


def disc(sprite: Picture, radius: float, level: int, thick: float = -1) -> None:
    """A disc around the middle, or a ring so many pixels thick."""
    centre, reach = (MIDDLE * 16, MIDDLE * 16), int(max(1, radius * 16))
    cv2.circle(sprite, centre, reach, level, int(thick) if thick < 0 else max(1, int(thick)), cv2.LINE_AA, 4)


def _star(sprite: Picture, chance: Chance, radius: float, level: int, thick: int) -> None:
    corners = star((MIDDLE, MIDDLE), int(chance.integers(4, 9)), radius, radius * chance.uniform(0.35, 0.7))
    if thick > 0:
        cv2.polylines(sprite, [corners], True, level, thick, cv2.LINE_AA)
    else:
        cv2.fillPoly(sprite, [corners], level, cv2.LINE_AA)


def motif(sprite: Picture, chance: Chance, radius: float, level: int) -> None:
    """A star, letter, disc, wreath of dots or a few strokes in the middle."""
    kind = chance.random()
    thick = max(1, int(radius * chance.uniform(0.08, 0.3))) if happens(chance, 0.5) else -1
    if kind < 0.4:
        _star(sprite, chance, radius, level, thick)
    elif kind < 0.6:
        at = (int(MIDDLE - radius * 0.6), int(MIDDLE + radius * 0.6))
        font, heavy = FONTS[chance.integers(len(FONTS))], int(chance.integers(2, 7))
        cv2.putText(sprite, str(chance.choice(list("SAQ5X8$"))), at, font, radius / 13, level, heavy, cv2.LINE_AA)
    elif kind < 0.8:
        disc(sprite, radius, level, thick)
    elif kind < 0.9:
        count = int(chance.integers(3, 9))
        for angle in np.arange(count) * 2 * np.pi / count:
            at = (int(MIDDLE + radius * 0.7 * np.cos(angle)), int(MIDDLE + radius * 0.7 * np.sin(angle)))
            cv2.circle(sprite, at, max(1, int(radius * 0.2)), level, -1, cv2.LINE_AA)
    else:
        for _ in range(int(chance.integers(2, 6))):
            ends = (MIDDLE + chance.uniform(-radius, radius, (2, 2))).astype(int).tolist()
            cv2.line(sprite, ends[0], ends[1], level, int(chance.integers(1, 6)), cv2.LINE_AA)


def _ridges(height: Picture, chance: Chance) -> None:
    """A rim with notches, as chips have it that are gripped well."""
    count, foot = int(chance.integers(8, 40)), RADIUS * chance.uniform(0.75, 0.92)
    level, thick = int(chance.integers(0, 160)), int(chance.integers(1, 5))
    for angle in np.arange(count) * 2 * np.pi / count:
        way = np.array([np.cos(angle), np.sin(angle)])
        ends = (MIDDLE + np.outer((foot, RADIUS), way)).astype(int).tolist()
        cv2.line(height, ends[0], ends[1], level, thick, cv2.LINE_AA)


def relief(chance: Chance) -> Plane:
    """How high a chip's face stands, 0 to 1: a rim, rings, perhaps a motif; shape (SPRITE, SPRITE)."""
    height = blank()
    disc(height, RADIUS, 255)
    if happens(chance, 0.8):
        for _ in range(int(chance.integers(1, 4))):
            thick = -1 if happens(chance, 0.5) else int(chance.integers(2, 6))
            disc(height, RADIUS * chance.uniform(0.3, 0.95), int(chance.integers(60, 230)), thick)
    if happens(chance, 0.25):
        _ridges(height, chance)
    if happens(chance, 0.4):
        motif(height, chance, RADIUS * chance.uniform(0.3, 0.7), int(chance.integers(40, 255)))
    soft = cv2.GaussianBlur(height, (0, 0), chance.uniform(1.2, 3.5))
    return np.asarray(soft, np.float32) / np.float32(255)


def face_print(chance: Chance) -> Picture:
    """Print on a coloured face."""
    sprite = blank()
    motif(sprite, chance, RADIUS * chance.uniform(0.25, 0.75), 255)
    if happens(chance, 0.4):
        disc(sprite, RADIUS * chance.uniform(0.6, 0.9), 255, int(chance.integers(1, 6)))
    return sprite


def edge_spots(chance: Chance) -> Picture:
    """Bars on the rim, as casino chips have them."""
    sprite = blank()
    count = int(chance.integers(4, 11))
    wide = chance.uniform(0.2, 0.5) * 180 / count
    for number in range(count):
        middle = 360 * number / count
        cv2.ellipse(sprite, (MIDDLE, MIDDLE), (40, 40), 0, middle - wide, middle + wide, 255, 9, cv2.LINE_AA)
    return sprite


def _moulded(sprite: Picture, chance: Chance) -> None:
    """What is moulded and inked by outlines: a rim of the team's plastic, a thin ring, an outlined star."""
    disc(sprite, RADIUS * chance.uniform(0.93, 1.0), 255, RADIUS * chance.uniform(0.06, 0.16))
    disc(sprite, RADIUS * chance.uniform(0.5, 0.78), 255, RADIUS * chance.uniform(0.05, 0.12))
    if happens(chance, 0.85):
        _star(sprite, chance, RADIUS * chance.uniform(0.28, 0.5), 255, int(chance.integers(3, 7)))


def white_print(chance: Chance) -> Picture:
    """The team's ink on a white side: a ring of 1 to 3 pixels of the straight picture or a broad rim, and a motif."""
    while True:
        sprite = blank()
        kind = chance.random()
        if kind < 0.25:
            _moulded(sprite, chance)
        elif kind < 0.5:
            disc(sprite, RADIUS, 255)
            disc(sprite, RADIUS * (1 - chance.uniform(0.06, 0.34)), 0)
        elif kind < 0.9:
            for _ in range(1 if happens(chance, 0.6) else 2):
                disc(sprite, RADIUS * chance.uniform(0.45, 0.93), 255, RADIUS * chance.uniform(0.06, 0.22))
        if kind >= 0.25 and (happens(chance, 0.8) or kind >= 0.9):
            motif(sprite, chance, RADIUS * chance.uniform(0.22, 0.62), 255)
        if kind >= 0.25 and happens(chance, 0.35):
            disc(sprite, RADIUS * chance.uniform(0.35, 0.75), 255, int(chance.integers(1, 4)))
        if cv2.countNonZero(sprite) > LEAST_INK * np.pi * RADIUS**2:
            return sprite
