"""Laying a mesh that is nearly right exactly over the board, by comparing with the empty board.

A board that was found again lies within a pixel or two of where it was found. Print laid a pixel beside print
looks like change; here lives what takes that away. Finding the board is for `vision.finding.again`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import grid
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.straight import MARGIN, SIDE, Straightener, spaces_of

Array = NDArray[Any]

WINDOW = 21
"""Side of the window in which a place is looked for: two thirds of a space. Straightened pixels; 15 to 31."""
FARTHEST = 3.0
"""Pixels of the straight picture beyond which a shift is not believed. 2 to 5."""
NEARLY = 1.0
"""Pixels of the straight picture; a mesh that lay farther beside the board is laid over it twice. 0.5 to 1.5."""
PLAY = 0.3
"""Pixels by which a place may differ from its surroundings before it is trusted only half. 0.1 to 0.5."""
PRIOR = 2.0
"""Places that must agree before a part of the board is believed to lie otherwise than the whole. 1 to 5."""
BLOCK, ROUGHLY = 2, 0.36
"""Spaces a block each way, and how far it is looked for in spaces, where a mesh is only roughly right: short of half
a space, for one line looks like the next. ROUGHLY 0.2 to 0.4."""
ROUGH = 2
"""A rough look takes every so manieth pixel of the straight picture, each way."""
LIKE_ENOUGH = 0.2
"""Correlation of a block with the print below which its place is not believed at all. 0.1 to 0.4."""
SHAPELESS = 0.15
"""Spaces beside the shape of the board from which a node is not believed to have been seen. 0.1 to 0.25."""
SAME = 0.5
"""Correlation of the evened print from which a space shows what is printed there. 0.3 to 0.7."""


class Aligned(NamedTuple):
    """A mesh laid over the board."""

    mesh: Mesh
    settled: bool
    """Whether it lay there within a pixel already before the last step: else the next may lead nearer still."""


class PrintedBoard:
    """The print of the empty board, whatever the light: what pictures of it are laid over."""

    def __init__(self, empty: Picture) -> None:
        self._empty = empty
        self._even = _even(empty)

    def aligned(self, picture: Picture, mesh: Mesh) -> Aligned:
        """The mesh laid over the board as exactly as the straight picture of the empty board allows.

        Chips and hands do not pull it: what does not move with its surroundings has no say.
        """
        for _ in range(2):
            now = _even(Straightener(mesh).take(picture))
            shift = _shift_at_nodes(self._even, now, mesh.rows, mesh.columns)
            mesh = shifted(mesh, shift)
            if np.abs(shift).max() < NEARLY:
                return Aligned(mesh, True)
        return Aligned(mesh, False)

    def lies_in(self, straight: Picture, mesh: Mesh) -> bool:
        """Whether the print lies where it should in the straight picture of a mesh, nearly everywhere to a pixel."""
        shift = _shift_at_nodes(self._even, _even(straight), mesh.rows, mesh.columns)
        return float(np.abs(shift).max()) < NEARLY

    def roughly_aligned(self, picture: Picture, mesh: Mesh) -> Mesh:
        """A mesh that lies up to a third of a space beside the board, or leans a little, laid nearly right.

        Blocks of spaces are looked for one by one, and most of those that are seen must go the same way.
        """
        before, now = (_even(one, ROUGH) for one in (self._empty, Straightener(mesh).take(picture)))
        side, edge = SIDE // ROUGH, MARGIN // ROUGH
        size, reach = BLOCK * side, round(ROUGHLY * side)
        padded = cv2.copyMakeBorder(now, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
        places, shifts, says = [], [], []
        for row in range(mesh.rows - BLOCK + 1):
            for column in range(row % 2, mesh.columns - BLOCK + 1, 2):
                x, y = edge + column * side, edge + row * side
                block = before[y : y + size, x : x + size]
                around = padded[y : y + size + 2 * reach, x : x + size + 2 * reach]
                _, like, _, best = cv2.minMaxLoc(cv2.matchTemplate(around, block, cv2.TM_CCOEFF_NORMED))
                places.append((column + BLOCK / 2, row + BLOCK / 2))
                shifts.append((best[0] - reach, best[1] - reach))
                says.append(max(like - LIKE_ENOUGH, 0.0))
        at, shift = np.array(places), np.array(shifts, np.float64) * ROUGH
        bent, _ = _bent(_terms(at, mesh.rows, mesh.columns), shift, np.array(says), PLAY * SIDE / 4)
        moved = _terms(grid(mesh.rows, mesh.columns), mesh.rows, mesh.columns) @ bent
        return shifted(mesh, moved.reshape(mesh.nodes.shape))

    def shown_in(self, straight: Picture, rows: int, columns: int) -> float:
        """Part of all spaces in which the print of the empty board shows, 0 to 1, whatever the light.

        A chip leaves enough of its space to tell. Where the board lies elsewhere next to nothing agrees.
        """
        now, before = (one.astype(np.float32) - 128.0 for one in (_even(straight), self._even))
        both, one, other = (
            spaces_of(product, rows, columns).sum(axis=(2, 3)) for product in (now * before, now * now, before * before)
        )
        return float((both > SAME * np.sqrt(one * other)).mean())


def in_shape(found: Mesh, measured: Mesh) -> Mesh:
    """A mesh that was found, in the shape of the measured one: nodes that nothing was seen of lie where the rest leads.

    A board keeps its folds and waves when it is moved; what else changes is how it leans and how the lens bends it.
    """
    there, before = (mesh.nodes.reshape(-1, 2).astype(np.float64) for mesh in (found, measured))
    space = float(np.sqrt(max(cv2.contourArea(found.corners), 1.0) / (found.rows * found.columns)))
    flat: Array | None = cv2.findHomography(before, there, cv2.RANSAC, SHAPELESS * space)[0]
    if flat is None:
        return found
    kept = cv2.perspectiveTransform(before[:, None], flat)[:, 0]
    terms = _terms(grid(found.rows, found.columns), found.rows, found.columns)
    bent, _ = _bent(terms, there - kept, np.ones(len(kept)), SHAPELESS / 2 * space)
    return Mesh(np.ascontiguousarray((kept + terms @ bent).reshape(found.nodes.shape), np.float32))


def _even(straight: Picture, every: int = 1) -> Picture:
    """The print alone: light, shadow and contrast taken out; one channel of 8 bits, `every` times smaller."""
    grey = cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY)
    if every > 1:
        size = (grey.shape[1] // every, grey.shape[0] // every)
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return evened(grey, SIDE // every)


def evened(grey: Array, side: int) -> Picture:
    """The print of a grey picture with `side` pixels a space, whatever light and shadow lie on it; 8 bits."""
    level = grey.astype(np.float32)
    window = (side // 2 + 1, side // 2 + 1)
    middle = cv2.blur(level, window)
    spread = np.sqrt(np.maximum(cv2.blur(level * level, window) - middle * middle, 0.0) + 16.0)
    return np.asarray(np.clip(128 + 45 * (level - middle) / spread, 0, 255), np.uint8)


def _shift_at_nodes(before: Picture, now: Picture, rows: int, columns: int) -> Array:
    """By how much the print lies beside where it should, at each node; (rows + 1, columns + 1, 2) straight pixels."""
    # Two places a space each way; a node is every second of them.
    places = grid(2 * rows, 2 * columns) / 2
    at = places.reshape(-1, 1, 2).astype(np.float32) * SIDE + (MARGIN - 0.5)
    criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 10, 0.03)
    seen, known, _ = cv2.calcOpticalFlowPyrLK(
        before, now, at, at.copy(), winSize=(WINDOW, WINDOW), maxLevel=0, criteria=criteria
    )
    shift = (seen - at).reshape(-1, 2)
    good = (known.ravel() > 0) & (np.abs(shift).max(axis=1) < FARTHEST)
    terms = _terms(places, rows, columns)
    bent, trust = _bent(terms, shift, good.astype(np.float64), PLAY)
    whole = terms @ bent
    shape = (2 * rows + 1, 2 * columns + 1)
    left = ((shift - whole) * trust[:, None]).reshape(*shape, 2).astype(np.float32)
    say = trust.reshape(shape).astype(np.float32)
    near = (5, 5)
    local = cv2.blur(left, near, borderType=cv2.BORDER_CONSTANT) * 25
    heard = cv2.blur(say, near, borderType=cv2.BORDER_CONSTANT) * 25 + PRIOR
    return np.asarray((whole.reshape(*shape, 2) + local / heard[..., None])[::2, ::2])


def _terms(at: Array, rows: int, columns: int) -> Array:
    """What a smooth shift over the board is made of at places (column, row); shape (n, 6)."""
    x, y = 2 * at[:, 0] / columns - 1.0, 2 * at[:, 1] / rows - 1.0
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], 1)


def _bent(terms: Array, shift: Array, good: Array, play: float) -> tuple[Array, Array]:
    """The smooth shift that most places agree on, (6, 2), and how far each place is trusted."""
    hold = np.diag([1e-3, 0.1, 0.1, 1.0, 1.0, 1.0])
    trust = good
    bent: Array = np.zeros((6, 2))
    for _ in range(6):
        weighed = terms * trust[:, None]
        bent = np.linalg.solve(terms.T @ weighed + hold, weighed.T @ shift)
        off = np.linalg.norm(shift - terms @ bent, axis=1)
        trust = good / (1.0 + (off / play) ** 2) ** 2
    return bent, trust


def shifted(mesh: Mesh, shift: Array) -> Mesh:
    """The mesh with its nodes moved by `shift`, (..., 2): right and down in pixels of the straight picture."""
    along_row = np.gradient(mesh.nodes, axis=1) / SIDE
    along_column = np.gradient(mesh.nodes, axis=0) / SIDE
    moved = mesh.nodes + along_row * shift[..., :1] + along_column * shift[..., 1:]
    return Mesh(np.ascontiguousarray(moved, np.float32))
