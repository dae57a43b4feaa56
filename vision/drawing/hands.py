"""Hands and arms over a board: swept spheres, shaded by how they stand to the light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import STILL, Chance, Plane, Scale, blurred, grain, happens
from vision.drawing.covers import Cover, Window, some_colour, window_of
from vision.drawing.scene import Colour

Point = NDArray[np.float64]
"""Across and down, pixels; shape (2,)."""
FINGERS = (0.88, 1.0, 0.94, 0.74)
"""Lengths of the fingers against the longest, from the index on."""


@dataclass(frozen=True)
class Limb:
    """A sphere swept from one place to another, growing or shrinking on its way. Pixels."""

    start: Point
    end: Point
    radius: float
    end_radius: float
    above: float = 0.0


@dataclass(frozen=True)
class Pose:
    """What a hand does. Parts of a finger's length, radians."""

    reach: tuple[float, float, float, float]
    """How far each finger is stretched."""
    spread: float
    """Angle between two fingers."""
    thumb: float
    """How far the thumb stands off, radians; small ones meet the index."""


def pose_of(chance: Chance, kind: str = "") -> Pose:
    """At rest, open, pointing, pinching, a fist or anything between; `kind` where it is not left to chance."""
    kinds = ["rest", "open", "point", "pinch", "fist", "flat"]
    kind = kind or str(chance.choice(kinds, p=[0.3, 0.15, 0.15, 0.2, 0.1, 0.1]))
    if kind == "rest":
        reach = np.clip(chance.uniform(0.55, 0.95) + chance.normal(0, 0.06, 4), 0.3, 1.0)
        return Pose(tuple(reach), float(chance.uniform(0.02, 0.12)), float(chance.uniform(0.1, 0.5)))
    if kind == "open":
        reach = chance.uniform(0.75, 1.0, 4)
        return Pose(tuple(reach), float(chance.uniform(0.1, 0.3)), float(chance.uniform(0.5, 1.0)))
    if kind == "flat":
        return Pose((1.0, 1.0, 1.0, 1.0), float(chance.uniform(0.0, 0.06)), float(chance.uniform(0.2, 0.5)))
    curled = chance.uniform(0.3, 0.55, 4)
    if kind == "point":
        curled[0] = chance.uniform(0.85, 1.0)
    elif kind == "pinch":
        curled[0] = chance.uniform(0.65, 0.95)
        curled[1:] += chance.uniform(0, 0.3)
        return Pose(tuple(curled), float(chance.uniform(0.02, 0.15)), float(chance.uniform(0.05, 0.3)))
    return Pose(tuple(curled), float(chance.uniform(0, 0.1)), float(chance.uniform(0.2, 0.8)))


def _turned(way: Point, angle: float) -> Point:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([way[0] * cos - way[1] * sin, way[0] * sin + way[1] * cos])


def _finger(base: Point, way: Point, length: float, reach: float, size: float) -> list[Limb]:
    """A finger in three parts; a bent one stands higher and looks shorter."""
    thick = 0.2 * size
    knuckle = base + way * length * 0.45 * min(1.0, reach + 0.15)
    middle = knuckle + way * length * 0.3 * reach
    tip = middle + way * length * 0.25 * max(reach * 1.6 - 0.6, -0.2)
    bend = (1 - reach) * 0.5 * size
    return [
        Limb(base, knuckle, thick * 1.12, thick * 1.05, bend * 0.5),
        Limb(knuckle, middle, thick * 1.06, thick * 0.95, bend),
        Limb(middle, tip, thick * 0.95, thick * 0.82, bend * 0.6),
    ]


def hand_limbs(wrist: Point, way: Point, size: float, right: bool, pose: Pose) -> list[Limb]:
    """A hand whose fingers point along `way` (unit vector); `size` is the width of a palm's half, pixels."""
    across = np.array([-way[1], way[0]]) * (1 if right else -1)
    limbs: list[Limb] = []
    for number, part in enumerate(FINGERS):
        place = number - 1.5
        base = wrist + way * size * (1.95 - 0.1 * abs(place)) + across * size * 0.42 * place
        limbs.append(Limb(wrist + across * size * 0.22 * place, base, 0.38 * size, 0.27 * size, -0.05 * size))
        direction = _turned(way, place * pose.spread * (1 if right else -1))
        limbs += _finger(base, direction, 1.75 * size * part, pose.reach[number], size)
    root = wrist + way * size * 0.45 - across * size * 0.4
    thumb = _turned(way, -pose.thumb * (1 if right else -1))
    joint = root + thumb * size * 0.85 - across * size * 0.25
    bent = _turned(thumb, 0.35 * (1 if right else -1))
    limbs.append(Limb(root, joint, 0.34 * size, 0.24 * size))
    limbs.append(Limb(joint, joint + bent * size * 0.75, 0.23 * size, 0.18 * size))
    return limbs


def _limb_window(limb: Limb, side: int) -> Window | None:
    return window_of(np.stack([limb.start, limb.end]), side, max(limb.radius, limb.end_radius) + 2)


class Body:
    """Limbs of one skin or cloth, as a height over the board in a window of the scene."""

    def __init__(self, limbs: list[Limb], side: int) -> None:
        seen = [(limb, window) for limb in limbs if (window := _limb_window(limb, side)) is not None]
        self.empty = not seen
        if self.empty:
            return
        rows = slice(min(w[0].start for _, w in seen), max(w[0].stop for _, w in seen))
        columns = slice(min(w[1].start for _, w in seen), max(w[1].stop for _, w in seen))
        self.place: Window = (rows, columns)
        shape = (rows.stop - rows.start, columns.stop - columns.start)
        self.height: Plane = np.full(shape, -1e3, np.float32)
        self.solid: Plane = np.zeros(shape, np.float32)
        for limb, window in seen:
            self._sweep(limb, window)

    def _sweep(self, limb: Limb, window: Window) -> None:
        top, left = self.place[0].start, self.place[1].start
        local = (
            slice(window[0].start - top, window[0].stop - top),
            slice(window[1].start - left, window[1].stop - left),
        )
        x = np.arange(window[1].start, window[1].stop, dtype=np.float32)[None] - np.float32(limb.start[0])
        y = np.arange(window[0].start, window[0].stop, dtype=np.float32)[:, None] - np.float32(limb.start[1])
        along, down = (np.float32(part) for part in limb.end - limb.start)
        length = np.float32(along * along + down * down + 1e-6)
        share = np.clip((x * (along / length)) + (y * (down / length)), 0, 1)
        apart = (x - share * along) ** 2 + (y - share * down) ** 2
        radius = np.float32(limb.radius) + share * np.float32(limb.end_radius - limb.radius)
        rise = radius * radius - apart
        solid, height = self.solid[local], self.height[local]
        np.maximum(solid, np.clip(rise / (2 * radius) + np.float32(0.5), 0, 1), out=solid)
        here = np.where(rise > -radius, np.sqrt(np.maximum(rise, 0)) + np.float32(limb.above), np.float32(-1e3))
        np.maximum(height, here, out=height)

    def shading(self, chance: Chance, rough: float, lamp: NDArray[np.float64]) -> Plane:
        """How bright each pixel is for the way it faces; shape (height, width)."""
        height = np.maximum(self.height, 0)
        soft = blurred(height, 0.9)
        across = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=1 / 8)
        down = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=1 / 8)
        across, down = (np.clip(slope, -2, 2) for slope in (across, down))
        facing = (np.float32(lamp[2]) - across * np.float32(lamp[0]) - down * np.float32(lamp[1])) / np.sqrt(
            across * across + down * down + 1
        )
        ambient = np.float32(chance.uniform(0.3, 0.75))
        shade = ambient + (1 - ambient) * np.maximum(facing, 0)
        # Between two fingers less light comes in.
        wide = blurred(height, 4.5)
        shade *= np.clip(1 - np.maximum(wide - height, 0) * np.float32(0.09), 0.35, 1)
        noise = np.asarray(grain(chance, *height.shape)[..., 0], np.float32) - STILL
        shade *= 1 + blurred(noise, 0.8) * np.float32(rough / 32)
        return np.asarray(shade, np.float32)


def lamp_direction(chance: Chance) -> NDArray[np.float64]:
    """Towards the lamp, a unit vector; mostly from above."""
    around, tilt = chance.uniform(0, 2 * np.pi), chance.uniform(0.1, 1.0)
    return np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])


def skin_of(chance: Chance) -> Colour:
    """From dark to pale."""
    skin = np.array([0.12, 0.2, 0.42]) * chance.uniform(0.25, 1.8) * np.exp(chance.normal(0, 0.12, 3))
    return np.minimum(skin, 0.9).astype(np.float32)


def _blotched(chance: Chance, skin: Colour, shape: tuple[int, int]) -> Plane:
    """Skin that is redder here and paler there."""
    knots = chance.normal(0, 1, (max(2, shape[0] // 24), max(2, shape[1] // 24))).astype(np.float32)
    spots = cv2.resize(knots, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)[..., None]
    return np.asarray(skin * (1 + spots * np.array([-0.06, -0.05, 0.03], np.float32)), np.float32)


def _cloth(chance: Chance, colour: Colour, shape: tuple[int, int], scale: Scale) -> Plane:
    """Plain, striped or checked cloth with folds."""
    x = np.arange(shape[1], dtype=np.float32)[None]
    y = np.arange(shape[0], dtype=np.float32)[:, None]
    tone = np.ones(shape, np.float32)
    angle = chance.uniform(0, np.pi)
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    period = np.float32(scale.space * chance.uniform(0.12, 0.8))
    kind = chance.random()
    if kind < 0.35:
        bands = np.sin((x * cos + y * sin) * (2 * np.pi / period)) > chance.uniform(-0.8, 0.8)
        if kind < 0.15:
            bands = bands ^ (np.sin((y * cos - x * sin) * (2 * np.pi / period)) > 0)
        tone *= np.where(bands, np.float32(chance.uniform(0.3, 1.8)), np.float32(1))
    fold = np.float32(scale.space * chance.uniform(0.5, 1.6))
    bend = np.sin(y / fold) * np.float32(chance.uniform(0, 2))
    tone *= 1 + np.float32(chance.uniform(0, 0.25)) * np.sin((x * sin - y * cos) / fold * 3 + bend)
    return np.asarray(np.clip(tone[..., None] * colour, 0, 0.95), np.float32)


@dataclass(frozen=True)
class Arm:
    """Where an arm comes in: its hand's fingertips lie about `tips`. Pixels."""

    tips: Point
    out: Point
    """Unit vector from the fingertips to the elbow."""


def arm_of(chance: Chance, scale: Scale) -> Arm:
    """An arm from any side, more often from below and above, where players sit."""
    side = int(chance.choice(4, p=[0.36, 0.28, 0.18, 0.18]))
    angle = (np.pi / 2, -np.pi / 2, 0.0, np.pi)[side] + chance.normal(0, 0.45)
    out = np.array([np.cos(angle), np.sin(angle)])
    tips = chance.uniform(-0.02, 1.02, 2) * scale.side
    if happens(chance, 0.35):
        across = np.array([-out[1], out[0]])
        tips = scale.side * (0.5 + out * chance.uniform(0.25, 0.5) + across * chance.normal(0, 0.3))
    return Arm(tips, out)


def arm_limbs(
    chance: Chance, arm: Arm, size: float, pose: Pose | None = None, right: bool | None = None
) -> tuple[list[Limb], Point]:
    """A bare arm with a hand that does anything, and its wrist; `size` as of `hand_limbs`."""
    pose = pose or pose_of(chance)
    wrist = arm.tips + arm.out * size * (1.9 + 1.6 * max(pose.reach))
    limbs = [Limb(wrist, wrist + arm.out * size * 20, 0.52 * size, chance.uniform(1.0, 2.2) * size, 0.1 * size)]
    right = happens(chance, 0.5) if right is None else right
    return limbs + hand_limbs(wrist, -arm.out, size, right, pose), wrist


def sleeve(chance: Chance, wrist: Point, out: Point, size: float) -> list[Limb]:
    """A sleeve from somewhere about the wrist to the elbow, which lies along `out`."""
    bare = chance.uniform(-0.2, 3.0)
    start = wrist + out * size * bare
    radius = size * chance.uniform(0.75, 1.15)
    return [Limb(start, start + out * size * 20, radius, radius * chance.uniform(1.2, 2.4), 2.0)]


def skinned(cover: Cover, chance: Chance, limbs: list[Limb], lamp: Any, skin: Colour) -> None:
    """Put bare limbs on top of a cover, lit from `lamp`."""
    body = Body(limbs, cover.side)
    if not body.empty:
        shade = body.shading(chance, 0.04, lamp)
        cover.add(body.place, body.solid, _blotched(chance, skin, shade.shape) * shade[..., None])


def clothed(cover: Cover, chance: Chance, limbs: list[Limb], lamp: Any, colour: Colour, scale: Scale) -> None:
    """Put clothed limbs on top of a cover, lit from `lamp`."""
    body = Body(limbs, cover.side)
    if not body.empty:
        shade = body.shading(chance, 0.08, lamp)
        cover.add(body.place, body.solid, _cloth(chance, colour, shade.shape, scale) * shade[..., None])


def hand(chance: Chance, scale: Scale, teams: NDArray[Any], arm: Arm) -> Cover:
    """A hand with its arm, bare or in a sleeve."""
    cover, lamp, skin = Cover(scale.side), lamp_direction(chance), skin_of(chance)
    size = scale.space * chance.uniform(0.6, 1.15)
    limbs, wrist = arm_limbs(chance, arm, size)
    skinned(cover, chance, limbs, lamp, skin)
    if happens(chance, 0.6):
        limbs = sleeve(chance, wrist, arm.out, size)
        clothed(cover, chance, limbs, lamp, some_colour(chance, teams), scale)
    return cover


def forearm(chance: Chance, scale: Scale, teams: NDArray[Any], arm: Arm) -> Cover:
    """An arm across the board, its hand on the other side or out of the picture."""
    cover, lamp = Cover(scale.side), lamp_direction(chance)
    radius = scale.space * chance.uniform(0.5, 1.5)
    start = arm.tips - arm.out * (20 * scale.space if happens(chance, 0.5) else 0)
    limb = Limb(start, arm.tips + arm.out * 20 * scale.space, radius, radius * chance.uniform(1, 1.3))
    if happens(chance, 0.3):
        skinned(cover, chance, [limb], lamp, skin_of(chance))
    else:
        clothed(cover, chance, [limb], lamp, some_colour(chance, teams), scale)
    return cover
