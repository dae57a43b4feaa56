"""Parts of printed pictures that no maker printed: words, medallions, courtly patterns, woven grounds."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import Chance, Ink, Picture, happens, one_of

FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
CAPITAL = 21
"""Pixels by which a capital letter stands high in these fonts at a scale of one."""


def write(
    picture: Picture, words: str, centre: tuple[float, float], height: float, ink: Ink, font: int, thick: int
) -> None:
    """Write words around a centre, so many pixels high."""
    scale = height / CAPITAL
    (width, tall), _ = cv2.getTextSize(words, font, scale, thick)
    at = (int(centre[0] - width / 2), int(centre[1] + tall / 2))
    cv2.putText(picture, words, at, font, scale, ink, thick, cv2.LINE_AA)


def star(centre: tuple[float, float], points: int, outer: float, inner: float, flat: float = 1.0) -> NDArray[np.int32]:
    """Corners of a star for OpenCV's polygons; `flat` is its height against its width."""
    angle = np.arange(2 * points) * np.pi / points - np.pi / 2
    reach = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    corners = np.stack([centre[0] + reach * np.cos(angle), centre[1] + reach * np.sin(angle) * flat], 1)
    return corners.astype(np.int32)


def medallion(
    picture: Picture, chance: Chance, centre: tuple[float, float], radius: float, inks: Sequence[Ink], flat: float = 1.0
) -> None:
    """A round badge of discs, rings and perhaps a star, as free spaces and simple cards carry them."""

    def disc(reach: float, thick: int) -> None:
        axes = (max(1, int(reach)), max(1, int(reach * flat)))
        ink = one_of(chance, inks)
        cv2.ellipse(picture, (int(centre[0]), int(centre[1])), axes, 0, 0, 360, ink, thick, cv2.LINE_AA)

    disc(radius, -1 if happens(chance, 0.55) else int(max(1, radius * chance.uniform(0.05, 0.35))))
    for _ in range(int(chance.integers(0, 4))):
        disc(radius * chance.uniform(0.2, 0.95), -1 if happens(chance, 0.4) else int(chance.integers(1, 5)))
    if happens(chance, 0.4):
        outer, inner = radius * chance.uniform(0.5, 0.95), radius * chance.uniform(0.2, 0.5)
        corners = star(centre, int(chance.integers(4, 9)), outer, inner, flat)
        cv2.fillPoly(picture, [corners], one_of(chance, inks), cv2.LINE_AA)


def patchwork(chance: Chance, width: int, height: int, inks: Sequence[Ink]) -> Picture:
    """Small patches in these inks, sharp or run into each other."""
    colours = np.array(inks, np.uint8)
    rows, columns = int(chance.integers(4, 14)), int(chance.integers(3, 10))
    patches = colours[chance.integers(0, len(colours), (rows, columns))]
    if happens(chance, 0.6):
        patches = np.concatenate([patches, patches[::-1, ::-1]])
    how = cv2.INTER_NEAREST if happens(chance, 0.5) else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(patches, (width, height), interpolation=how), np.uint8)


def _shape(picture: Picture, chance: Chance, ink: Ink) -> None:
    """One curve, polygon, stroke or bar anywhere in the picture."""
    height, width = picture.shape[:2]
    x, y = int(chance.integers(0, width)), int(chance.integers(0, height))
    reach = int(chance.uniform(0.04, 0.3) * width) + 1
    other = max(1, int(reach * chance.uniform(0.3, 1.5)))
    kind = chance.integers(4)
    if kind == 0:
        turn, until = float(chance.uniform(0, 180)), float(chance.uniform(180, 360))
        thick = -1 if happens(chance, 0.7) else 2
        cv2.ellipse(picture, (x, y), (reach, other), turn, 0, until, ink, thick, cv2.LINE_AA)
    elif kind == 1:
        corners = chance.uniform(-1, 1, (int(chance.integers(3, 6)), 2)) * reach * 1.4 + (x, y)
        cv2.fillPoly(picture, [corners.astype(np.int32)], ink, cv2.LINE_AA)
    elif kind == 2:
        end = (int(chance.integers(0, width)), int(chance.integers(0, height)))
        cv2.line(picture, (x, y), end, ink, int(chance.integers(1, max(2, width // 12))), cv2.LINE_AA)
    else:
        cv2.rectangle(picture, (x, y), (x + reach, y + other), ink, -1)


def jumble(chance: Chance, width: int, height: int, inks: Sequence[Ink], paper: Ink) -> Picture:
    """Overlapping shapes; often the lower half is the upper one turned round, as court cards have it."""
    picture = np.full((height, width, 3), paper, np.uint8)
    for _ in range(int(chance.integers(6, 22))):
        _shape(picture, chance, one_of(chance, inks))
    if happens(chance, 0.5):
        half = height // 2
        picture[height - half :] = picture[:half][::-1, ::-1]
    return picture


def busy(chance: Chance, width: int, height: int, inks: Sequence[Ink], paper: Ink) -> Picture:
    """A picture as crowded as a court card; shape (height, width, 3)."""
    if happens(chance, 0.33):
        return patchwork(chance, width, height, [*inks, paper])
    return jumble(chance, width, height, [*inks, paper], paper)


def weave(chance: Chance, side: int, inks: Sequence[Ink]) -> Picture:
    """The ground between cards that do not fill their spaces: plain, checked, striped or dotted."""
    picture = np.full((side, side, 3), inks[0], np.uint8)
    colours = np.array(inks, np.uint8)
    number = np.arange(side)
    kind = chance.integers(4)
    if kind == 1:
        picture[:] = colours[(number[:, None] // 8 + number[None] // 8) % 3]
    elif kind == 2:
        picture[:] = colours[(number[None] // 6) % 4]
        picture[1::4] = inks[0]
    elif kind == 3:
        for top in range(0, side, 20):
            for left in range(0, side, 20):
                ink = inks[1 + (top + left) // 20 % 2]
                cv2.circle(picture, (left + 10, top + 10), 6, ink, -1, cv2.LINE_AA)
    return picture
