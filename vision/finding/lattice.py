"""A flat board seen through a lens: the plane of the cards as it falls into the picture.

Here lives one model, a homography behind a lens with one term of distortion, and how it is fitted to a
lattice of cards. Bent and folded boards are made right afterwards, node by node.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.cells import Patches

Array = NDArray[Any]

BENDS = (0.0, -0.05, -0.1, -0.15, -0.2, -0.25, -0.32, 0.05, 0.1)
"""Lens terms that are tried: a division model over half the diagonal (Fitzgibbon, CVPR 2001, eq. 1)."""
FEWEST = 6
"""Cards below which no plane is laid."""
ENOUGH_TO_BEND = 14
"""Cards from which the lens is asked about: fewer follow their own noise."""
ENOUGH_TO_TRUST = 30
"""Cards from which a lens once found changes no more than a step when others are gathered."""
MOST_STEPS = 7
"""How often cards are gathered at most."""


@dataclass(frozen=True)
class Plane:
    """Board coordinates (column, row; one a space) to pixels: `homography` 3x3, then the lens `bend`."""

    homography: Array
    bend: float
    middle: tuple[float, float]
    reach: float
    """Half the diagonal of the picture, in pixels."""

    def straight(self, pixels: Array) -> Array:
        """Pixels with the lens taken out, about the middle and in units of `reach`; shape (..., 2)."""
        p = (np.asarray(pixels, np.float64) - self.middle) / self.reach
        return np.asarray(p / (1 + self.bend * (p * p).sum(-1, keepdims=True)))

    def to_picture(self, board: Array) -> Array:
        """Pixels of board coordinates, shape (..., 2)."""
        board = np.asarray(board, np.float64)
        h = self.homography
        p = board @ h[:, :2].T + h[:, 2]
        depth = np.where(np.abs(p[..., 2:]) < 1e-9, 1e-9, p[..., 2:])
        p = p[..., :2] / depth
        inside = np.maximum(1 - 4 * self.bend * (p * p).sum(-1, keepdims=True), 0.05)
        return np.asarray(p * 2 / (1 + np.sqrt(inside)) * self.reach + self.middle)

    def to_board(self, pixels: Array) -> Array:
        """Board coordinates of pixels, shape (..., 2)."""
        p = self.straight(pixels)
        h = np.linalg.inv(self.homography)
        q = p @ h[:, :2].T + h[:, 2]
        depth = np.where(np.abs(q[..., 2:]) < 1e-12, 1e-12, q[..., 2:])
        return np.asarray(q[..., :2] / depth)

    def shifted(self, column: float, row: float) -> Plane:
        """This plane with its origin moved to (column, row)."""
        return replace(self, homography=self.homography @ np.array([[1, 0, column], [0, 1, row], [0, 0, 1.0]]))

    def between(self, corners: Array, rows: int, columns: int) -> Plane:
        """A plane behind the same lens whose field of spaces has these corners, (4, 2), the lens taken out."""
        return replace(self, homography=cv2.getPerspectiveTransform(outer(rows, columns), corners.astype(np.float32)))


def lens(picture_size: tuple[int, int], bend: float = 0.0) -> Plane:
    """A lens before pictures of this width and height, and no board behind it yet."""
    width, height = picture_size
    return Plane(np.eye(3), bend, ((width - 1) / 2, (height - 1) / 2), float(np.hypot(width, height) / 2))


def outer(rows: int, columns: int) -> Array:
    """The corners of a field of spaces, in order round it; float32 (4, 2)."""
    return np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)


def grid(rows: int, columns: int) -> Array:
    """Column and row of every node of a field of spaces, row by row; ((rows + 1) * (columns + 1), 2)."""
    return np.stack(np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0)), -1).reshape(-1, 2)


@dataclass(frozen=True)
class Fit:
    """A plane laid through patches."""

    plane: Plane
    patches: Patches
    """All there are, on the plane or not."""
    which: Array
    """Indices of those that lie on it, shape (n,)."""
    where: Array
    """Their column and row, shape (n, 2)."""

    @property
    def cards(self) -> tuple[Array, Array]:
        """Column and row of each, shape (n, 2), and its place in the picture, shape (n, 2)."""
        return self.where, self.patches.centres[self.which]

    def shifted(self, column: int, row: int) -> Fit:
        """This fit with its origin moved to (column, row)."""
        return replace(self, plane=self.plane.shifted(column, row), where=self.where - (column, row))


def bare(plane: Plane) -> Fit:
    """A fit of no card at all."""
    return Fit(plane, Patches(np.zeros((0, 4, 2))), np.zeros(0, int), np.zeros((0, 2), int))


def fit_plane(
    board: Array, pixels: Array, picture_size: tuple[int, int], near: float | None = None
) -> tuple[Plane, Array] | None:
    """The plane that takes board coordinates to pixels, and which pairs agree with it; None if there is none.

    With `near` only that lens term and those next to it are tried.
    """
    if len(board) < FEWEST:
        return None
    straight = lens(picture_size).straight(pixels)
    found, mask = cv2.findHomography(board, straight, cv2.RANSAC, 0.3 * _pitch(board, straight), maxIters=400)
    if found is None or mask.sum() < FEWEST:
        return None
    inside = mask.ravel() > 0
    some = board[inside], pixels[inside]
    bends = _bends(near) if inside.sum() >= ENOUGH_TO_BEND else BENDS[:1]
    laid = [_least_squares(*some, lens(picture_size, bend)) for bend in bends]
    planes = [plane for plane in laid if plane is not None]
    if not planes:
        return None
    # A bend must earn its place: with few cards it would only follow the noise.
    plane = min(planes, key=lambda one: _misfit(*some, one) + 2e-4 * abs(one.bend))
    left = np.linalg.norm(plane.to_board(pixels) - board, axis=1)
    inside = left < 0.22
    if inside.sum() < FEWEST:
        return None
    plane = _least_squares(board[inside], pixels[inside], plane) or plane
    return plane, np.linalg.norm(plane.to_board(pixels) - board, axis=1) < 0.22


def _bends(near: float | None) -> tuple[float, ...]:
    """The lens terms worth trying: all, or one and its neighbours."""
    if near is None:
        return BENDS
    ordered = sorted(BENDS)
    k = ordered.index(near)
    return tuple(ordered[max(k - 1, 0) : k + 2])


def _pitch(board: Array, straight: Array) -> float:
    spread = np.linalg.norm(straight - straight.mean(0), axis=1).mean()
    return float(spread / max(np.linalg.norm(board - board.mean(0), axis=1).mean(), 1e-6))


def _least_squares(board: Array, pixels: Array, behind: Plane) -> Plane | None:
    h, _ = cv2.findHomography(board, behind.straight(pixels), 0)
    if h is None or not np.isfinite(h).all() or abs(np.linalg.det(h)) < 1e-15:
        return None
    return replace(behind, homography=h)


def _misfit(board: Array, pixels: Array, plane: Plane) -> float:
    left = ((plane.to_board(pixels) - board) ** 2).sum(1)
    return float(np.sqrt(np.minimum(left, 0.04).mean()))


def grow(patches: Patches, which: Array, where: Array, picture_size: tuple[int, int]) -> Fit | None:
    """Lay a plane through a lattice and gather, step by step, the other patches that lie where a card should.

    A few cards say little of what is far from them: the fewer there are, the nearer the next are sought.
    """
    centres = patches.centres
    before = 0
    near: float | None = None
    for step in range(MOST_STEPS + 1):
        fitted = fit_plane(where + 0.5, centres[which], picture_size, near)
        if fitted is None or fitted[1].sum() < FEWEST:
            return None
        plane, inside = fitted
        near = plane.bend if len(which) >= ENOUGH_TO_TRUST else None
        which, where = which[inside], where[inside]
        if len(which) == before or step == MOST_STEPS:
            break
        before = len(which)
        reach = 2 if before < 20 else 4 if before < 35 else 12
        which, where = _gather(patches, centres, plane, which, where, reach)
    return Fit(plane, patches, which, where)


def _gather(
    patches: Patches, centres: Array, plane: Plane, which: Array, where: Array, reach: int
) -> tuple[Array, Array]:
    """Patches as large as the cards, in the middle of a space, no more than `reach` beyond the known ones."""
    area = np.abs(_shoelace(plane.to_board(patches.corners)))
    usual = float(np.median(area[which]))
    at = plane.to_board(centres)
    near = np.floor(at)
    off = np.abs(at - near - 0.5)
    lies = (
        (off.max(1) < 0.2)
        & (area > 0.6 * usual)
        & (area < 1.5 * usual)
        & (at > where.min(0) - reach).all(1)
        & (at < where.max(0) + 1 + reach).all(1)
    )
    return _one_each(np.flatnonzero(lies), near[lies].astype(int), off[lies])


def _shoelace(shapes: Array) -> Array:
    x, y = shapes[..., 0], shapes[..., 1]
    return np.asarray(0.5 * (x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1))


def _one_each(which: Array, where: Array, off: Array) -> tuple[Array, Array]:
    best: dict[tuple[int, int], tuple[float, int]] = {}
    for k, at, distance in zip(which, where, off.sum(1), strict=True):
        key = (int(at[0]), int(at[1]))
        if key not in best or distance < best[key][0]:
            best[key] = float(distance), int(k)
    return np.array([k for _, k in best.values()], int), np.array(list(best), int).reshape(-1, 2)
