"""Light quadrilaterals in a picture, and the lattice that neighbours among them form.

Here a card printed on the board is nothing but a light patch with four sides that has others like it
beside it. What the cards are, and which ten by ten of them are the board, is decided elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

FEWEST = 6
"""Patches in a lattice from which it is one."""
SMALLEST_AREA = 110.0
"""Square pixels of a card in the working picture below which nothing can be told of it."""
LARGEST_SHARE = 1 / 50
"""A card of the board covers at most this share of the picture (ten by ten and a border must fit)."""
FARTHEST_PITCH, GAPS_PITCH = 2.4, 3.2
"""Distance of neighbouring cards in card sides: 1 where only a line parts them, more where there are gaps; and where
wide gaps are looked for."""

LONGEST_STEP = 1.55
"""Distance of neighbours over the usual one, in the picture or around them; twice would be a card left out."""
AROUND = 25
"""Patches, nearest to one and itself among them, whose distances are the usual ones there. 15 to 50."""
SAME_SHAPE = 0.7
"""There both sides of one card are at least by this factor as long as those of the next. 0.6 to 0.8."""
SAME_WAY, SHORTEST = 0.8, 0.25
"""Links whose cosine is more than the first go the same way; and the share of them that leap over no card, at least,
where cards have wide gaps one way and none the other. 0.75 to 0.95; 0.15 to 0.4."""


@dataclass(frozen=True)
class Patches:
    """Light four-sided patches: `corners` of shape (n, 4, 2), in order round each patch."""

    corners: Array

    @property
    def centres(self) -> Array:
        """Crossing of the diagonals of each patch, shape (n, 2): exact in perspective, unlike the mean."""
        a, b, c, d = (self.corners[:, k] for k in range(4))
        u, v = c - a, d - b
        area = _area(u, v)
        t = _area(b - a, v) / np.where(np.abs(area) < 1e-6, 1e-6, area)
        return np.asarray(a + t[:, None] * u)


def _area(u: Array, v: Array) -> Array:
    """Area of the parallelogram between each two vectors, shape (..., 2), below 0 where they turn as y to x."""
    return np.asarray(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])


def above_mean(channel: Array, block: int, offset: float) -> Array:
    """Mask, 255 where a channel is lighter than the mean of `block` pixels each way less `offset` grey levels."""
    return cv2.adaptiveThreshold(channel, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, offset)


def off_lines(channel: Array, widest: int, offset: float) -> Array:
    """Mask, 255 where a channel is no darker by `offset` grey levels than what lies around lines up to `widest` pixels.

    A mean is darkened by the print of a card, and then a faint line beside it is not below it.
    """
    depth = cv2.morphologyEx(channel, cv2.MORPH_BLACKHAT, np.ones((widest, widest), np.uint8))
    return cv2.threshold(depth, offset, 255, cv2.THRESH_BINARY_INV)[1]


def light_patches(light: Array) -> Patches:
    """The light patches of a mask that is 255 where it is light."""
    height, width = light.shape
    _, labels, stats, _ = cv2.connectedComponentsWithStats(light, connectivity=4)
    boxes = stats[:, 2] * stats[:, 3]
    likely = (
        (stats[:, 4] > SMALLEST_AREA * 0.6)
        & (stats[:, 4] < height * width * LARGEST_SHARE)
        & (stats[:, 2] > 7)
        & (stats[:, 3] > 7)
        & (stats[:, 4] > 0.15 * boxes)
    )
    likely[0] = False
    found = []
    for label in np.flatnonzero(likely):
        x, y, w, h, _ = stats[label]
        mask = (labels[y : y + h, x : x + w] == label).astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        corners = _four_sides(outlines[0])
        if corners is not None:
            found.append(corners + np.array([x, y]))
    return Patches(np.array(found, np.float64).reshape(-1, 4, 2))


def _four_sides(outline: Array) -> Array | None:
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if area < SMALLEST_AREA or cv2.contourArea(outline) < 0.75 * area:
        return None
    length = cv2.arcLength(hull, True)
    for tolerance in (0.03, 0.05, 0.08, 0.11):
        sides = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(sides) == 4:
            return sides.reshape(4, 2) if 0.8 < area / max(cv2.contourArea(sides), 1.0) < 1.25 else None
        if len(sides) < 4:
            return None
    return None


def pool(patches: list[Patches]) -> Patches:
    """All of them together, each card once (the first that saw it)."""
    corners = np.concatenate([p.corners for p in patches])
    centres = corners.mean(1)
    size = np.sqrt(np.abs(_area(*_sides(corners))))
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    twice = np.tril(apart < 0.4 * size[:, None], -1)
    return Patches(corners[~twice.any(1)])


def _sides(corners: Array) -> tuple[Array, Array]:
    first = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    second = (corners[:, 2] - corners[:, 1] + corners[:, 3] - corners[:, 0]) / 2
    return first, second


def lattices(patches: Patches, gaps: bool = False) -> list[tuple[Array, Array]]:
    """Groups of patches that are neighbours of one another, the largest first.

    Each is (which, where): indices of patches, shape (n,), and their integer column and row, shape (n, 2),
    columns and rows turning in the picture as x and y do. With `gaps` rows may lie far apart and columns close, or the
    other way.
    """
    corners = patches.corners
    if len(corners) < FEWEST:
        return []
    u, v = _sides(corners)
    directions = np.stack([u, v, -u, -v], 1)
    unit = directions / np.linalg.norm(directions, axis=2, keepdims=True)
    neighbour = _neighbours(corners.mean(1), u, v, unit if gaps else None)
    taken = np.zeros(len(corners), bool)
    found = []
    for seed in np.argsort(-(neighbour >= 0).sum(1), kind="stable"):
        if taken[seed]:
            continue
        group = _grow(int(seed), neighbour, unit, taken)
        if len(group) >= FEWEST:
            which = np.array(list(group))
            where = np.array(list(group.values()))
            if _area(u[seed], v[seed]) < 0:
                where = where[:, ::-1]
            found.append((which, where - where.min(0)))
    return sorted(found, key=lambda g: -len(g[0]))


def _neighbours(centres: Array, u: Array, v: Array, gaps: Array | None) -> Array:
    """For each patch its neighbour along u, v, -u, -v, or -1; shape (n, 4).

    `gaps` are these ways, of unit length, where cards may have gaps one way only; shape (n, 4, 2).
    """
    farthest = FARTHEST_PITCH if gaps is None else GAPS_PITCH
    area = _area(u, v)
    apart = centres[None] - centres[:, None]
    a = _area(apart, v[:, None]) / area[:, None]
    b = _area(u[:, None], apart) / area[:, None]
    ratio = np.abs(area[None] / area[:, None])
    alike = (ratio > 0.6) & (ratio < 1.65)
    if gaps is not None:
        # What is left of the ground beside a card is as tall as it, but narrow.
        sides = np.sort(np.stack([np.linalg.norm(one, axis=1) for one in (u, v)], 1), axis=1)
        ratios = sides[None] / sides[:, None]
        alike &= ((ratios > SAME_SHAPE) & (ratios < 1 / SAME_SHAPE)).all(axis=2)
    found = np.full((len(centres), 4), -1)
    far = np.zeros((len(centres), 4))
    rows = np.arange(len(centres))
    for k, (along, across) in enumerate(((a, b), (b, a), (-a, -b), (-b, -a))):
        near = alike & (along > 0.85) & (along < farthest) & (np.abs(across) < 0.3 * along)
        cost = np.where(near, along + np.abs(across), 99.0)
        best = cost.argmin(1)
        found[:, k] = np.where(cost[rows, best] < 99.0, best, -1)
        far[:, k] = along[rows, best]
    linked = found >= 0
    if linked.any():
        # A link that leaps over a card that was not seen would put everything beyond it one off.
        usual = np.maximum(_usual_around(far, linked, apart, gaps), np.median(far[linked]))
        found[far > LONGEST_STEP * usual] = -1
    return found


def _usual_around(far: Array, linked: Array, apart: Array, gaps: Array | None) -> Array:
    """The usual distance of neighbours around each patch; (n, 1), with `gaps` for each way, (n, 4).

    Tiles of a table lie closer than cards with gaps.
    """
    count = min(AROUND, len(far))
    near = np.argpartition((apart * apart).sum(2), count - 1, axis=1)[:, :count]
    usual = _farther_than(far[near], linked[near], 0.5)
    if gaps is None:
        return np.asarray(usual[:, None])
    cosine = np.einsum("nwd,ncmd->wncm", gaps[:, :2], gaps[near])
    ways = [_farther_than(far[near], linked[near] & (np.abs(one) > SAME_WAY), SHORTEST) for one in cosine]
    return np.asarray(np.maximum(usual, np.stack([*ways, *ways])).T)


def _farther_than(far: Array, linked: Array, share: float) -> Array:
    """The distance that the next after so many of the linked ones has, 0 where none is linked; (n,)."""
    told = np.sort(np.where(linked, far, np.inf).reshape(len(far), -1), axis=1)
    many = linked.sum((1, 2))
    last = told[np.arange(len(far)), np.minimum((share * many).astype(int), told.shape[1] - 1)]
    return np.asarray(np.where(many > 0, last, 0.0))


_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def _grow(seed: int, neighbour: Array, unit: Array, taken: Array) -> dict[int, tuple[int, int]]:
    """Walk from neighbour to neighbour, each link mutual, carrying the sense of direction along."""
    place = {seed: (0, 0)}
    turned = {seed: [0, 1, 2, 3]}
    taken[seed] = True
    todo = [seed]
    for here in todo:
        for k, (dx, dy) in enumerate(_STEPS):
            way = turned[here][k]
            there = int(neighbour[here, way])
            if there < 0 or taken[there] or here not in neighbour[there]:
                continue
            agree = unit[there] @ unit[here].T
            turned[there] = [int(agree[:, turned[here][m]].argmax()) for m in range(4)]
            taken[there] = True
            place[there] = (place[here][0] + dx, place[here][1] + dy)
            todo.append(there)
    return place
