"""How a camera sees a drawn corner, and the patches that are cut of it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import RANKS
from vision.cards.patch import FINDING, NAMING, Frame, Pose, cut
from vision.rectify.mesh import Picture
from vision.training.cards.corners import Drawn


@dataclass(frozen=True)
class Cutting:
    """How patches are cut of a picture."""

    frame: Frame
    shift: float
    """How far from right a patch is cut: pixels of the patch, each the spread."""
    turn: float
    """Radians."""
    larger: float
    """Logarithm of the scale."""
    about: int
    """Patches cut of each picture about the index."""
    beside: float
    """And beside it, where nothing must be read; on average."""
    pictures: int = 1
    """Pictures taken of each index; of what is none, one."""


FIND = Cutting(FINDING, 4.0, 0.16, 0.16, about=3, beside=2)
NAME = Cutting(NAMING, 1.6, 0.05, 0.06, about=2, beside=0.3, pictures=2)
FURTHEST = 2.4
"""No patch is cut further from right than this, in spreads."""
MOVING = 0.22
"""How often the card, or the camera, moves."""
NEVER_MIRRORED = ("2", "3", "4", "5", "6", "7", "9", "10", "J", "K")
"""Ranks that look otherwise in a mirror."""
MIRRORED = 0.15
"""How often such a one is shown mirrored, as what must not be read."""


@dataclass(frozen=True)
class Example:
    """A patch and what should be said of it."""

    patch: Picture
    rank: int
    """Place in RANKS, -1 where there is no index."""
    suit: int
    pose: NDArray[np.float32]
    """How the index lies in the patch: right, down (pixels), logarithm of its size, clockwise turn (radians)."""


def photographed(drawn: Drawn, rng: np.random.Generator) -> tuple[Picture, NDArray[np.float64]]:
    """A small picture of the corner and the matrix from the canvas to it, shape (3, 3)."""
    height = float(np.exp(rng.uniform(np.log(17), np.log(80))))
    scale = height / drawn.pose.height
    turn, tilt = rng.uniform(0, 2 * np.pi, 2)
    flat = rng.uniform(0.55, 1.0)
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    lean = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    linear = lean @ np.diag([1.0, flat]) @ lean.T @ rotate * scale
    side = int(np.clip(2.7 * height, 44, 190))
    place = np.eye(3)
    place[:2, :2] = linear
    place[:2, 2] = side / 2 - linear @ np.array([drawn.pose.x + 6, drawn.pose.y])
    picture = drawn.picture
    if scale < 0.8:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.45 / scale), np.uint8)
    seen = cv2.warpPerspective(picture, place, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return _developed(np.asarray(seen, np.uint8), height, rng), place


def _developed(seen: Picture, height: float, rng: np.random.Generator) -> Picture:
    """Light, blur, noise and compression."""
    side = seen.shape[0]
    light = seen.astype(np.float32)
    lamp = rng.uniform(0.6, 1.0, 3) if rng.random() < 0.6 else np.array([0.25, 0.6, 1.0]) ** rng.uniform(0, 1)
    exposure = rng.uniform(0.3, 1.12)
    ramp = np.linspace(rng.uniform(0.6, 1), rng.uniform(0.6, 1), side, dtype=np.float32)
    if rng.random() < 0.5:
        light *= ramp[:, None, None]
    else:
        light *= ramp[None, :, None]
    light *= (lamp * exposure).astype(np.float32)
    if rng.random() < 0.25:
        # A lamp mirrored all over the card takes the ink's depth.
        light += rng.uniform(0, 130)
    if rng.random() < 0.22:
        light += _glint(side, rng)[:, :, None] * rng.uniform(20, 250)
    if rng.random() < 0.85:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), rng.uniform(0.35, 0.3 + 0.032 * height)), np.float32)
    if rng.random() < MOVING:
        light = _smeared(light, rng.uniform(2, 0.14 * height + 2), rng)
    grain = rng.normal(0, 1, (side, side, 3)).astype(np.float32)
    if rng.random() < 0.5:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.4, 0.9)) * 1.6, np.float32)
    light += grain * rng.uniform(0.5, 10) * min(1.0, exposure + 0.25)
    picture = np.clip(light, 0, 255).astype(np.uint8)
    if rng.random() < 0.8:
        _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _glint(side: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Where a lamp is mirrored: a spot, or a band along a bent rim; 0 to 1."""
    at = rng.uniform(0.2, 0.8, 2) * side
    y, x = np.mgrid[:side, :side].astype(np.float32)
    if rng.random() < 0.5:
        return np.asarray(np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * (side * rng.uniform(0.05, 0.3)) ** 2)))
    angle = rng.uniform(0, np.pi)
    far = (x - at[0]) * np.float32(np.cos(angle)) + (y - at[1]) * np.float32(np.sin(angle))
    return np.asarray(np.exp(-(far**2) / (2 * (side * rng.uniform(0.008, 0.06)) ** 2)))


def _smeared(light: NDArray[np.float32], length: float, rng: np.random.Generator) -> NDArray[np.float32]:
    size = int(length) | 1
    kernel = np.zeros((size, size), np.float32)
    angle = rng.uniform(0, np.pi)
    half = size / 2
    tip = np.array([np.cos(angle), np.sin(angle)]) * half
    middle = np.array([size // 2, size // 2])
    cv2.line(kernel, tuple(np.round(middle - tip).astype(int)), tuple(np.round(middle + tip).astype(int)), 1.0)
    return np.asarray(cv2.filter2D(light, -1, kernel / max(kernel.sum(), 1.0)), np.float32)


def examples(drawn: Drawn, cutting: Cutting, rng: np.random.Generator) -> list[Example]:
    """Patches cut of pictures of the corner: some about its index, some beside it."""
    pictures = cutting.pictures if drawn.rank >= 0 else 1
    return [one for _ in range(pictures) for one in _of_one_picture(drawn, cutting, rng)]


def _of_one_picture(drawn: Drawn, cutting: Cutting, rng: np.random.Generator) -> list[Example]:
    seen, place = photographed(drawn, rng)
    found = []

    def off(spread: float) -> float:
        return float(np.clip(rng.normal(0, spread), -FURTHEST * spread, FURTHEST * spread))

    for _ in range(cutting.about):
        right, down, turn, larger = (
            off(cutting.shift),
            off(cutting.shift),
            off(cutting.turn),
            off(cutting.larger),
        )
        pose = drawn.pose.moved(right, down, float(np.exp(larger)), turn, cutting.frame)
        found.append(
            Example(
                cut(seen, place @ pose.matrix(cutting.frame), cutting.frame),
                drawn.rank,
                drawn.suit,
                _seen_from(pose, drawn.pose, larger, turn, cutting.frame),
            )
        )
    if drawn.rank >= 0 and list(RANKS)[drawn.rank] in NEVER_MIRRORED and rng.random() < MIRRORED:
        mirrored = np.ascontiguousarray(found[0].patch[:, ::-1])
        found.append(Example(mirrored, -1, -1, np.zeros(4, np.float32)))
    for _ in range(int(cutting.beside + rng.random())):
        wrong = _beside(drawn.pose, cutting.frame, rng)
        patch = cut(seen, place @ wrong.matrix(cutting.frame), cutting.frame)
        found.append(Example(patch, -1, -1, np.zeros(4, np.float32)))
    return found


def _seen_from(pose: Pose, index: Pose, larger: float, turn: float, frame: Frame) -> NDArray[np.float32]:
    """How the index lies in the patch that was cut at `pose`."""
    dx, dy = index.x - pose.x, index.y - pose.y
    scale = frame.index / pose.height
    c, s = np.cos(-pose.turn) * scale, np.sin(-pose.turn) * scale
    return np.array([c * dx - s * dy, s * dx + c * dy, -larger, -turn], np.float32)


def _beside(pose: Pose, frame: Frame, rng: np.random.Generator) -> Pose:
    """A pose in which the index must not be read: beside it, on its head, across, far too large or small."""
    kind = rng.random()
    if kind < 0.45:
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.55, 1.7) * frame.index
        return pose.moved(
            float(np.cos(angle) * far),
            float(np.sin(angle) * far),
            float(rng.uniform(0.7, 1.4)),
            float(rng.uniform(-3, 3)),
            frame,
        )
    if kind < 0.75:
        return pose.moved(
            float(rng.normal(0, 4)),
            float(rng.normal(0, 4)),
            float(rng.uniform(0.7, 1.4)),
            float(rng.choice([-1, 1]) * rng.uniform(0.9, np.pi)),
            frame,
        )
    larger = rng.uniform(2.0, 3.0) if kind < 0.88 else rng.uniform(0.3, 0.5)
    return pose.moved(float(rng.normal(0, 6)), float(rng.normal(0, 6)), float(larger), float(rng.normal(0, 0.5)), frame)
