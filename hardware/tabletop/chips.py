"""Chips as a camera sees them: a short cylinder with a rim, a gleam and a shadow, lying where it was put."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tabletop.optics import View

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

RADIUS = 1.0
THICKNESS = 0.3
_FINE = 3
"""Chips are drawn so many times finer than the picture and then shrunk."""
_TEXTURE = 96

SHADES: dict[str, dict[str, Colour]] = {  # blue green red of each team's chips, by set
    "clear": {"b": (196, 84, 24), "g": (66, 142, 30), "r": (36, 34, 204)},
    "deep": {"b": (110, 42, 22), "g": (84, 104, 14), "r": (34, 66, 214)},
    "pale": {"b": (206, 132, 62), "g": (116, 172, 76), "r": (74, 70, 214)},
    "dull": {"b": (150, 76, 48), "g": (62, 100, 44), "r": (52, 44, 158)},
}
FINISHES = ("plain", "embossed", "printed")
_WHITE: Colour = (228, 234, 236)


@dataclass(frozen=True)
class ChipLook:
    """How the chips of one table look."""

    shades: str = "clear"
    finish: str = "plain"

    def colour(self, team: str) -> Colour:
        """Blue green red of a team's chip."""
        return SHADES[self.shades][team]


@dataclass(frozen=True)
class Chip:
    """A chip on the table: whose, where in centimetres, how it was turned, which face is up."""

    team: str
    at: tuple[float, float]
    turn: float = 0.0
    flipped: bool = False
    height: float = 0.0
    """How far its underside is above the table."""


@lru_cache(maxsize=64)
def _top(look: ChipLook, team: str, flipped: bool, turn: int) -> Picture:
    """The chip's upper face from above, lit from the upper left."""
    n = _TEXTURE
    colour = np.array(look.colour(team), np.float32)
    face = np.array(_WHITE, np.float32) if flipped else colour
    ys, xs = (np.mgrid[0:n, 0:n].astype(np.float32) - (n - 1) / 2) / (n / 2)
    radius = np.hypot(xs, ys)
    light = 1.0 - 0.10 * (xs + ys)
    rim = np.exp(-(((radius - 0.84) / 0.09) ** 2))
    light += rim * np.where(xs + ys < 0, 0.22, -0.2)
    picture = face[None, None, :] * light[..., None]
    ornament = np.zeros((n, n), np.uint8)
    if look.finish != "plain" or flipped:
        t = np.radians(turn) + np.arange(10) * np.pi / 5
        reach = np.where(np.arange(10) % 2 == 0, 0.46, 0.2) * n / 2
        star = np.column_stack([np.sin(t), -np.cos(t)]) * reach[:, None] + (n - 1) / 2
        cv2.fillPoly(ornament, [star.round().astype(np.int32)], 255, cv2.LINE_AA)
        cv2.circle(ornament, (n // 2, n // 2), round(n * 0.33), 255, 2, cv2.LINE_AA)
    if flipped:  # the white side is a print: the chip's own colour shows around it and in it
        cv2.circle(ornament, (n // 2, n // 2), round(n * 0.47), 255, round(n * 0.09), cv2.LINE_AA)
        part = ornament[..., None].astype(np.float32) / 255
        picture = picture * (1 - part) + colour * light[..., None] * part
    elif look.finish == "printed":
        part = ornament[..., None].astype(np.float32) / 255 * 0.85
        picture = picture * (1 - part) + np.array(_WHITE, np.float32) * part
    else:  # pressed into the plastic: only its slopes show
        soft = np.asarray(cv2.GaussianBlur(ornament, (0, 0), 1.6), np.float32)
        slope = cv2.Sobel(soft, -1, 1, 1, ksize=3)
        picture *= 1 + np.clip(slope / 260, -0.25, 0.25)[..., None]
    gleam = np.exp(-(((xs + 0.34) ** 2 + (ys + 0.36) ** 2) / 0.05)) * 70
    picture += gleam[..., None]
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _circle(at: tuple[float, float], radius: float) -> NDArray[np.float64]:
    t = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    return np.column_stack([at[0] + radius * np.cos(t), at[1] + radius * np.sin(t)])


SHADOW = (0.28, 0.22)
"""Where its shadow falls beside a chip, centimetres."""


def draw_chip(
    picture: Picture,
    view: View,
    look: ChipLook,
    chip: Chip,
    light: NDArray[np.float32] | float = 1.0,
) -> tuple[int, int, int, int]:
    """Draw a chip into a camera picture; gives the left, top, right and bottom of what was touched.

    `light` multiplies its colours (a number, or three).
    """
    height, width = picture.shape[:2]
    base = view.project(_circle(chip.at, RADIUS), chip.height)
    top = view.project(_circle(chip.at, RADIUS), chip.height + THICKNESS)
    reach = 1.0 + chip.height * 0.5
    fallen = (chip.at[0] + SHADOW[0] * reach, chip.at[1] + SHADOW[1] * reach)
    shade = view.project(_circle(fallen, RADIUS * 1.06))
    every = np.vstack([base, top, shade])
    x0, y0 = np.maximum(np.floor(every.min(0)).astype(int) - 3, 0)
    x1, y1 = np.minimum(np.ceil(every.max(0)).astype(int) + 4, (width, height))
    if x0 >= x1 or y0 >= y1:
        return (0, 0, 0, 0)
    size = (int(x1 - x0) * _FINE, int(y1 - y0) * _FINE)

    def fine(points: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray((points - (x0, y0) + 0.5) * _FINE - 0.5, np.float32)

    colour = np.array(look.colour(chip.team), np.float32)
    body = np.zeros((size[1], size[0]), np.uint8)
    hull = cv2.convexHull(fine(np.vstack([base, top])))
    cv2.fillPoly(body, [hull.round().astype(np.int32)], 255)
    painted = np.empty((size[1], size[0], 3), np.uint8)
    painted[:] = np.clip(colour * 0.58, 0, 255).astype(np.uint8)
    x, y = chip.at
    square = [(x - RADIUS, y - RADIUS), (x + RADIUS, y - RADIUS), (x + RADIUS, y + RADIUS), (x - RADIUS, y + RADIUS)]
    corners = fine(view.project(square, chip.height + THICKNESS))
    n = _TEXTURE
    source = np.array([(0, 0), (n, 0), (n, n), (0, n)], np.float32) - 0.5
    texture = _top(look, chip.team, chip.flipped, round(chip.turn) % 72)
    warp = cv2.getPerspectiveTransform(source, corners)
    face = cv2.warpPerspective(texture, warp, size, flags=cv2.INTER_LINEAR)
    disc = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(disc, [fine(top).round().astype(np.int32)], 255)
    cv2.copyTo(face, disc, painted)
    cast = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(cast, [fine(shade).round().astype(np.int32)], 255)
    small = (int(x1 - x0), int(y1 - y0))
    cover = cv2.resize(body, small, interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    dark = cv2.GaussianBlur(cv2.resize(cast, small, interpolation=cv2.INTER_AREA), (0, 0), 1.6 + chip.height)
    shading = 1 - dark.astype(np.float32)[..., None] / 255 * (0.42 / (1 + chip.height * 0.3))
    over = cv2.resize(painted, small, interpolation=cv2.INTER_AREA).astype(np.float32) * light
    region = picture[y0:y1, x0:x1]
    region[:] = np.clip(region * shading * (1 - cover) + over * cover, 0, 255).astype(np.uint8)
    return int(x0), int(y0), int(x1), int(y1)
