"""What lies or moves over a board: layers that hide it, and the shadow they throw."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import Chance, Picture, Plane, blurred, happens, streak
from vision.drawing.scene import Colour, Scene

Window = tuple[slice, slice]
Points = NDArray[np.float64]
"""Corners in pixels, shape (n, 2)."""


@dataclass(frozen=True)
class Layer:
    """One surface, in a window of the scene."""

    place: Window
    solid: Plane
    """How much of each pixel it covers, 0 to 1; shape (height, width)."""
    colour: Plane
    """What it sends back of the light; shape (height, width, 3)."""


@dataclass
class Cover:
    """All layers of one thing, from the board upwards."""

    side: int
    layers: list[Layer] = field(default_factory=list)

    def add(self, place: Window, solid: Plane, colour: Plane | Colour) -> None:
        """Put a surface on top; `colour` is one for all of it, or one a pixel."""
        shape = (*solid.shape, 3)
        self.layers.append(Layer(place, solid, np.broadcast_to(np.asarray(colour, np.float32), shape)))

    def add_polygon(self, corners: Points, colour: Colour) -> None:
        """Put a polygon of one colour on top, as far as it lies in the scene."""
        if (place := window_of(corners, self.side)) is not None:
            self.add(place, filled(corners, place), colour)

    @property
    def mask(self) -> Picture:
        """What it covers, 0 to 255; shape (side, side)."""
        mask = np.zeros((self.side, self.side), np.uint8)
        for layer in self.layers:
            part = mask[layer.place]
            np.maximum(part, (layer.solid * 255).astype(np.uint8), out=part)
        return mask

    def moving(self, chance: Chance) -> None:
        """Let it move while it is seen, or be out of focus for its height."""
        length = int(chance.integers(3, 10))
        angle = chance.uniform(0, np.pi)
        kernel = streak(length, np.array([np.cos(angle), np.sin(angle)]) * (length - 1) / 2)
        if happens(chance, 0.5):
            kernel[:] = np.float32(1) / np.float32(length * length)

        def moved(plane: Plane) -> Plane:
            return np.asarray(cv2.filter2D(plane, -1, kernel, borderType=cv2.BORDER_REPLICATE), np.float32)

        self.layers = [Layer(one.place, moved(one.solid), moved(one.colour)) for one in self.layers]

    def paint(self, scene: Scene, chance: Chance) -> Picture:
        """Draw it with its shadow into a scene; gives back its mask."""
        mask = self.mask
        _throw_shadow(scene, chance, mask)
        bright = np.float32(chance.uniform(0.6, 1.25))
        for layer in self.layers:
            part = scene.radiance[layer.place]
            sent = layer.colour * (scene.light[layer.place] * bright)
            part += layer.solid[..., None] * (sent - part)
        return mask


def _throw_shadow(scene: Scene, chance: Chance, mask: Picture) -> None:
    depth = chance.uniform(0, 0.8)
    if depth < 0.1:
        return
    side, half = scene.scale.side, scene.scale.side // 2
    # What is high above the board throws its shadow far aside, and a softer one.
    far = happens(chance, 0.3)
    across, down = chance.normal(0, 1.3 if far else 0.35, 2) * scene.scale.space / 2
    small = cv2.resize(mask, (half, half), interpolation=cv2.INTER_AREA)
    move = np.array([[1, 0, across], [0, 1, down]], np.float32)
    moved = cv2.warpAffine(small, move, (half, half), borderMode=cv2.BORDER_REPLICATE)
    soft = blurred(moved, chance.uniform(*((0.3, 0.9) if far else (0.05, 0.6))) * scene.scale.space / 2)
    x, y, width, height = cv2.boundingRect(soft)
    if not width:
        return
    place = slice(2 * y, min(2 * (y + height), side)), slice(2 * x, min(2 * (x + width), side))
    large = cv2.resize(soft[y : y + height, x : x + width], (2 * width, 2 * height))
    left = np.asarray(large, np.float32) * np.float32(-depth / 255) + 1
    part = scene.radiance[place]
    part *= left[: part.shape[0], : part.shape[1], None]


def window_of(points: Points, side: int, pad: float = 1.0) -> Window | None:
    """The part of the scene around these points; None where they lie outside."""
    low = np.maximum(np.floor(points.min(0) - pad).astype(int), 0)
    high = np.minimum(np.ceil(points.max(0) + pad).astype(int) + 1, side)
    if (high - low < 2).any():
        return None
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def filled(points: Points, place: Window) -> Plane:
    """A polygon, 0 to 1, in this window."""
    shape = (place[0].stop - place[0].start, place[1].stop - place[1].start)
    mask = np.zeros(shape, np.uint8)
    corners = ((points - (place[1].start, place[0].start)) * 16).astype(np.int32)
    cv2.fillPoly(mask, [corners], 255, cv2.LINE_AA, 4)
    return np.asarray(mask, np.float32) * np.float32(1 / 255)


def some_colour(chance: Chance, teams: NDArray[Any]) -> Colour:
    """A colour of a thing, linear: a team's, that of paper, any other, or a grey."""
    if happens(chance, 0.3):
        colour = teams[chance.integers(len(teams))] * chance.uniform(0.6, 1.2)
    elif happens(chance, 0.2):
        colour = chance.uniform(0.5, 0.9) * np.exp(chance.normal(0, 0.04, 3))
    elif happens(chance, 0.7):
        colour = chance.random(3) ** 2.2 * chance.uniform(0.15, 1)
    else:
        colour = np.full(3, chance.uniform(0.01, 0.8))
    return np.asarray(colour, np.float32)
