"""Whether a board laid straight is the one that was seen before, and lies where it is thought to lie.

Lines and gaps look alike a space farther on, and many a board is much the same from its other side; only the cards
themselves tell. So the place in question is held against every other that its lines would allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.again import Remembered, remember
from vision.finding.faces import products
from vision.finding.lattice import grid
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.straight import straight_mesh

Array = NDArray[Any]

ASIDE = 2
"""Spaces to each side that a board may be thought to lie too far. 1 to 3."""
BLAND = 0.2
"""What is left of the look of a space without what all share counts for no less than this, so that noise does not
count for much. Parts of the whole look; 0.12 to 0.3."""
SPREAD = 0.05
"""Spread of likeness that is always reckoned with. 0.02 to 0.1."""


@dataclass(frozen=True)
class Rival:
    """Another way the same lines could be read."""

    turns: int
    """Quarter turns: `numpy.rot90(nodes, turns)`, once moved, is in the order of the layout."""
    right: int
    down: int
    """Spaces by which the board as it is laid would have to move."""


@dataclass(frozen=True)
class Recognition:
    """How well the cards speak for a place."""

    likeness: float
    """Mean correlation of the spaces with what they looked like when the board was empty."""
    lead: float
    """By how much they are more like than in the likeliest other place, in standard deviations; below 0 that is it."""
    rival: Rival
    """The likeliest other place."""


def recognise(straight: Picture, mesh: Mesh, before: Remembered) -> Recognition:
    """Hold the cards of a straight picture, taken with `mesh`, against those remembered."""
    rows, columns = before.looks.shape[:2]
    seen = remember(straight, straight_mesh(mesh)).looks.reshape(rows * columns, -1)
    own = _own(seen)
    asides, printed, seen_there = _asides(rows, columns)
    count = seen_there.sum(1)
    rounds = range(4) if rows == columns else (0, 2)
    likenesses = [products(own, _own(before.turned(turns).reshape(rows * columns, -1))) for turns in rounds]
    here = np.diagonal(likenesses[0])
    rivals = []
    for turns, alike in zip(rounds, likenesses, strict=True):
        more = np.where(seen_there, here - np.take_along_axis(alike, printed.T, 1).T, 0.0)
        mean = more.sum(1) / count
        spread = np.sqrt(np.maximum((more * more).sum(1) / count - mean * mean, 0.0))
        leads = mean / (spread + SPREAD) * np.sqrt(count)
        if turns == 0:
            leads[asides.index((0, 0))] = np.inf
        likeliest = int(leads.argmin())
        rivals.append((float(leads[likeliest]), Rival(turns, *asides[likeliest])))
    likeness = np.einsum("sk,sk->s", seen, before.looks.reshape(rows * columns, -1))
    return Recognition(float(likeness.mean()), *min(rivals, key=lambda rival: rival[0]))


def _own(looks: Array) -> Array:
    """What each space has for itself, normed; (spaces, values). Small cards on a wide ground are much alike else."""
    own = looks - looks.mean(0)
    return np.asarray(own / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), BLAND))


def moved(mesh: Mesh, rival: Rival) -> Mesh:
    """The mesh laid where a rival says; roughly, for nobody has looked there yet."""
    places = grid(mesh.rows, mesh.columns)
    flat, _ = cv2.findHomography(places, mesh.nodes.reshape(-1, 2).astype(np.float64))
    there = cv2.perspectiveTransform((places + np.array([rival.right, rival.down]))[:, None], flat)
    nodes = np.rot90(there.reshape(mesh.nodes.shape), rival.turns)
    return Mesh(np.ascontiguousarray(nodes, np.float32))


@lru_cache(maxsize=8)
def _asides(rows: int, columns: int) -> tuple[list[tuple[int, int]], Array, Array]:
    """Ways (right, down) to lie aside; for each and each space seen the one printed there, and whether there is one."""
    asides = [(right, down) for down in range(-ASIDE, ASIDE + 1) for right in range(-ASIDE, ASIDE + 1)]
    row, column = np.divmod(np.arange(rows * columns), columns)
    right, down = np.array(asides).T[..., None]
    inside = (row >= down) & (row < rows + down) & (column >= right) & (column < columns + right)
    return asides, np.where(inside, (row - down) * columns + column - right, 0), inside
