"""Finding a board that was seen before: after a bump, or picked up and put down another way round.

The printed cards themselves, as they looked then, say where they are now; no layout is asked. Cheaper than
finding a board from nothing, and surer, for no other board looks quite like it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.board import working_picture
from vision.finding.cells import Patches, above_mean, lattices, light_patches, pool
from vision.finding.faces import FACE, Faces, faces_of
from vision.finding.found import BoardNotFound, in_view
from vision.finding.lattice import Fit, grow
from vision.finding.layout import faces_around
from vision.finding.nodes import nodes_by_centres
from vision.rectify.channels import darkest_of
from vision.rectify.mesh import Mesh, Picture

Array = NDArray[Any]

HALF = (0.46, 0.46)
"""Half of the part of a space that is compared, in spaces."""
LIKENESS = 0.42
"""Mean correlation of the spaces with what they looked like, from which it is the board that was seen."""
LEAD = 0.12
"""By how much that must exceed any other place or way round."""
UNLIKELY = 0.25
"""Likeness up to which a place is not even worth telling as an unsure one."""
MANY = 30
"""Cards of one lattice that leave no wish for others."""


@dataclass(frozen=True)
class Remembered:
    """What each space of a board looked like: enough to know the board again."""

    looks: Array
    """Centred and normed, float32 (rows, columns, FACE, FACE, 2), in layout order, row 1 up."""

    def turned(self, turns: int) -> Array:
        """As they look in a picture that so many quarter turns bring into layout order; (rows, columns, values)."""
        looks = np.rot90(np.rot90(self.looks, -turns), -turns, axes=(2, 3))
        return looks.reshape(*looks.shape[:2], -1)


class Place(NamedTuple):
    """Where a board may lie that was seen before."""

    mesh: Mesh
    sure: bool
    """Whether it is that board, and lies nowhere else."""


def remember(picture: Picture, mesh: Mesh) -> Remembered:
    """Note how a board looks. The picture may be one of a camera or a straightened one with its own mesh."""
    work, scale = working_picture(picture)
    nodes = ((mesh.nodes + 0.5) * scale - 0.5).astype(np.float32)
    looks = faces_of(work, Mesh(nodes), HALF).looks
    return Remembered(looks.reshape(mesh.rows, mesh.columns, FACE, FACE, 2).astype(np.float32))


def find_again(picture: Picture, before: Remembered) -> Place | None:
    """Where the board of `before` lies in this picture, whichever way round; None if unsure."""
    return next((place for place in places_again(picture, before) if place.sure), None)


def places_again(picture: Picture, before: Remembered) -> Iterator[Place]:
    """Where the board of `before` may lie in this picture; a sure place is the last told."""
    try:
        work, scale = working_picture(picture)
    except BoardNotFound:
        return
    patches = light_patches(above_mean(darkest_of(work), 21, 4))
    ways = _on_lattices(work, patches, before)
    if not any(one.sure and len(one.fit.which) >= MANY for one in ways):
        grey = cv2.cvtColor(work, cv2.COLOR_BGR2GRAY)
        ways = _on_lattices(work, pool([patches, light_patches(above_mean(grey, 15, 2))]), before) + ways
    ways.sort(key=lambda one: not one.sure)
    for one in ways:
        rows, columns = before.turned(one.turns).shape[:2]
        nodes = nodes_by_centres(one.fit.plane, rows, columns, one.fit.cards)
        if in_view(nodes, work.shape, scale):
            nodes = np.rot90((nodes + 0.5) / scale - 0.5, one.turns)
            yield Place(Mesh(np.ascontiguousarray(nodes, np.float32)), one.sure)
            if one.sure:
                return


@dataclass(frozen=True)
class _Lying:
    """How a board lies on a lattice, if it does."""

    fit: Fit
    """With its origin at the first space."""
    turns: int
    likeness: float
    lead: float

    @property
    def sure(self) -> bool:
        return self.likeness > LIKENESS and self.lead > LEAD


def _on_lattices(work: Picture, patches: Patches, before: Remembered) -> list[_Lying]:
    """How the board may lie on these patches, at most one sure way, which then is the last."""
    found: list[_Lying] = []
    for which, where in lattices(patches)[:2]:
        fit = grow(patches, which, where, (work.shape[1], work.shape[0]))
        if fit is None:
            continue
        faces = faces_around(work, fit, max(before.looks.shape[:2]), HALF, beside=0)
        lying = _likeliest(fit, faces, before)
        if lying.likeness > UNLIKELY:
            found.append(lying)
        if lying.sure:
            break
    return found


def _likeliest(fit: Fit, faces: Faces, before: Remembered) -> _Lying:
    """The likeliest place and way round among these faces."""
    rows, columns = faces.red.shape
    ways = []
    for turns in range(4):
        seen = before.turned(turns)
        high, wide = seen.shape[:2]
        for row in range(rows - high + 1):
            for column in range(columns - wide + 1):
                window = faces.looks[row : row + high, column : column + wide]
                likeness = float(np.einsum("rck,rck->", window, seen)) / (high * wide)
                ways.append((likeness, column + faces.origin[0], row + faces.origin[1], turns))
    (likeness, column, row, turns), (next_likeness, *_) = sorted(ways, reverse=True)[:2]
    return _Lying(fit.shifted(column, row), turns, likeness, likeness - next_likeness)
