"""Kings and queens: robed half figures, twice, the lower one turned round; no maker's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing import faces
from vision.drawing.canvas import Chance, Ink, Picture, happens, one_of, some_ink, toned_ink
from vision.drawing.pips import lay, pip

Shape = Sequence[tuple[float, float]]
"""Corners, parts of a half figure's width and height."""


@dataclass(frozen=True)
class CourtStyle:
    """How the figures of one deck are drawn."""

    inks: tuple[Ink, ...]
    """Robes and trimmings, the first for outlines."""
    skin: Ink
    outline: int
    """Thickness, pixels; 0 for none."""
    stripes: tuple[int, int]
    """Pixels between two strokes of a pattern: least and most."""
    framed: bool
    grounded: bool
    """A tint behind the figure instead of the card's paper."""
    head: tuple[float, float]
    """Half width of the head and its height in the half."""
    suit: float
    """Size of the suit beside the head, parts of the width; 0 for none."""


def court_style_of(chance: Chance, suits: faces.Inks) -> CourtStyle:
    """A style of figures: mostly black, red, yellow and blue."""
    usual: tuple[Ink, ...] = (suits.of("S"), suits.of("H"), suits.gold, suits.blue, (240, 244, 246))
    if happens(chance, 0.4):
        usual = (some_ink(chance, 0, 90), *(toned_ink(chance) for _ in range(4)))
    return CourtStyle(
        inks=usual,
        skin=suits.skin if happens(chance, 0.5) else (235, 240, 245),
        outline=int(chance.choice([0, 1, 1, 2])),
        stripes=(int(chance.integers(3, 5)), int(chance.integers(6, 12))),
        framed=happens(chance, 0.5),
        grounded=happens(chance, 0.2),
        head=(float(chance.uniform(0.1, 0.17)), float(chance.uniform(0.36, 0.5))),
        suit=float(chance.uniform(0.12, 0.26)) * happens(chance, 0.5),
    )


class _Half:
    """The upper half of one figure."""

    def __init__(self, picture: Picture, style: CourtStyle, chance: Chance) -> None:
        self.picture, self.style, self.chance = picture, style, chance
        self.height, self.width = picture.shape[:2]

    def at(self, shape: Shape) -> NDArray[np.int32]:
        """Pixels of a shape."""
        return np.array([(x * self.width, y * self.height) for x, y in shape], np.int32)

    def ink(self) -> Ink:
        """Any of the coloured inks."""
        return one_of(self.chance, self.style.inks[1:])

    def fill(self, shape: Shape, ink: Ink) -> None:
        """A shape with its outline."""
        corners = self.at(shape)
        cv2.fillPoly(self.picture, [corners], ink, cv2.LINE_AA)
        if self.style.outline:
            cv2.polylines(self.picture, [corners], True, self.style.inks[0], self.style.outline, cv2.LINE_AA)

    def cloth(self, shape: Shape) -> None:
        """A shape with strokes, bands or dots upon it."""
        corners, chance = self.at(shape), self.chance
        self.fill(shape, self.ink())
        pattern, step = self.picture.copy(), int(chance.integers(*self.style.stripes))
        ink, thick = one_of(chance, self.style.inks), max(1, step // int(chance.integers(2, 4)))
        reach = self.width + self.height
        kind = chance.integers(4)
        for offset in range(-reach, reach, step):
            if kind == 0:
                cv2.line(pattern, (offset, 0), (offset + self.height, self.height), ink, thick)
            elif kind == 1:
                cv2.line(pattern, (offset, 0), (offset - self.height, self.height), ink, thick)
            elif kind == 2:
                cv2.line(pattern, (0, offset), (self.width, offset + step // 2), ink, thick)
            else:
                for y in range(0, self.height, step):
                    cv2.circle(pattern, (offset + (y // step % 2) * step // 2, y), max(1, thick // 2), ink, -1)
        mask = np.zeros(self.picture.shape[:2], np.uint8)
        cv2.fillPoly(mask, [corners], 255)
        cv2.copyTo(pattern, mask, self.picture)
        if self.style.outline:
            cv2.polylines(self.picture, [corners], True, self.style.inks[0], self.style.outline, cv2.LINE_AA)

    def oval(self, at: tuple[float, float], axes: tuple[float, float], ink: Ink, thick: int = -1) -> None:
        """An upright oval; axes are parts of the width."""
        centre = (int(at[0] * self.width), int(at[1] * self.height))
        reach = (max(1, int(axes[0] * self.width)), max(1, int(axes[1] * self.width)))
        cv2.ellipse(self.picture, centre, reach, 0, 0, 360, ink, thick, cv2.LINE_AA)

    def robe(self) -> None:
        """Shoulders, two sleeves, a sash and a collar."""
        lean = self.chance.uniform(-0.1, 0.1)
        self.cloth([(0.02, 1.02), (0.08, 0.72), (0.4 + lean, 0.6), (0.6 + lean, 0.6), (0.92, 0.72), (0.98, 1.02)])
        self.cloth([(0.0, 1.02), (0.05, 0.75), (0.25, 0.68), (0.36, 1.02)])
        self.cloth([(1.0, 1.02), (0.95, 0.75), (0.75, 0.68), (0.64, 1.02)])
        slant = self.chance.uniform(-0.3, 0.3)
        self.cloth([(0.42 + lean, 0.62), (0.58 + lean, 0.62), (0.62 + slant, 1.02), (0.38 + slant, 1.02)])
        self.fill([(0.3, 0.68), (0.5, 0.78), (0.7, 0.68), (0.62, 0.6), (0.38, 0.6)], self.ink())

    def head(self, king: bool) -> None:
        """A face between curls, bearded or not, below a crown."""
        wide, level = self.style.head
        middle = 0.5 + self.chance.uniform(-0.05, 0.05)
        hair, dark = self.ink(), self.style.inks[0]
        for side in (-1, 1):
            for step in range(3):
                at = (middle + side * wide * (1.05 + 0.1 * step), level + (step - 0.6) * wide * 0.75)
                self.oval(at, (wide * 0.35, wide * 0.4), hair)
        self.oval((middle, level), (wide, wide * 1.25), self.style.skin)
        if self.style.outline:
            self.oval((middle, level), (wide, wide * 1.25), dark, 1)
        if king:
            low = level + wide * 0.9
            self.fill([(middle - wide, level + 0.03), (middle, low + 0.14), (middle + wide, level + 0.03)], hair)
        for side in (-1, 1):
            self.oval((middle + side * wide * 0.4, level - 0.02), (wide * 0.14, wide * 0.1), dark)
        mouth = self.at([(middle - wide * 0.3, level + wide * 0.5), (middle + wide * 0.3, level + wide * 0.5)])
        cv2.line(self.picture, mouth[0].tolist(), mouth[1].tolist(), self.style.inks[1], 1, cv2.LINE_AA)
        self.crown(middle, wide, level - wide * 0.85)

    def crown(self, middle: float, wide: float, foot: float) -> None:
        """Points with knobs upon a band."""
        points, high = int(self.chance.integers(3, 6)), self.chance.uniform(0.16, 0.28)
        shape = [(middle - wide, foot)]
        for number in range(points):
            x = middle - wide * 1.25 + 2.5 * wide * (number + 0.5) / points
            shape += [(x, foot - high), (x + 1.25 * wide / points, foot - high * 0.45)]
        shape[-1] = (middle + wide, foot)
        ink = self.ink()
        self.fill(shape, ink)
        for x, y in shape[1:-1:2]:
            self.oval((x, y), (0.025, 0.025), one_of(self.chance, self.style.inks))

    def held(self, king: bool, suit: str, ink: Ink) -> None:
        """A sword, a sceptre or a flower, and the suit."""
        side = int(self.chance.choice([-1, 1]))
        x = 0.5 + side * self.chance.uniform(0.26, 0.4)
        ends = self.at([(x, 1.0), (x - side * 0.03, 0.1 if king else 0.5)])
        cv2.line(self.picture, ends[0].tolist(), ends[1].tolist(), self.ink(), max(2, self.width // 22), cv2.LINE_AA)
        self.oval((x, 0.82), (0.05, 0.05), self.style.skin)
        if not king:
            for angle in np.arange(5) * 2 * np.pi / 5:
                at = (x - side * 0.03 + 0.05 * np.cos(angle), 0.46 + 0.06 * np.sin(angle))
                self.oval(at, (0.035, 0.035), self.style.inks[1])
        if self.style.suit:
            size = max(5, int(self.style.suit * self.width))
            left = int((0.5 - side * 0.36) * self.width - size / 2)
            lay(self.picture, pip(suit, size), ink, left, int(self.height * 0.12))


def court(chance: Chance, style: CourtStyle, card: str, size: tuple[int, int], paper: Ink, ink: Ink) -> Picture:
    """The figure of a king or a queen, upright; `size` is width and height."""
    width, height = size
    picture = np.full((height, width, 3), style.inks[-1] if style.grounded else paper, np.uint8)
    half = _Half(picture[: height // 2], style, chance)
    half.robe()
    half.held(card[0] == "K", card[-1], ink)
    half.head(card[0] == "K")
    picture[height - height // 2 :] = picture[: height // 2][::-1, ::-1]
    if style.framed:
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), one_of(chance, style.inks), max(1, width // 60))
    return picture
