"""Finding a board that was seen before: after a bump, or picked up and put down another way round.

The printed cards themselves, as they looked then, say where they are now; no layout is asked. Cheaper than
finding a board from nothing, and surer, for no other board looks quite like it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.board import working_picture
from vision.finding.cells import Patches, above_mean, lattices, light_patches, pool
from vision.finding.faces import FACE, Faces, faces_of, look_at_faces
from vision.finding.found import BoardNotFound, Found, check_view, way_up
from vision.finding.lattice import Fit, grow
from vision.finding.layout import extent
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

    @property
    def rows(self) -> int:
        """Rows of spaces."""
        return int(self.looks.shape[0])

    @property
    def columns(self) -> int:
        """Columns of spaces."""
        return int(self.looks.shape[1])


def remember(picture: Picture, mesh: Mesh) -> Remembered:
    """Note how a board looks. The picture may be one of a camera or a straightened one with its own mesh."""
    work, scale = working_picture(picture)
    nodes = ((mesh.nodes + 0.5) * scale - 0.5).astype(np.float32)
    looks = faces_of(work, Mesh(nodes), HALF).looks
    return Remembered(looks.reshape(mesh.rows, mesh.columns, FACE, FACE, 2).astype(np.float32))


def find_again(picture: Picture, before: Remembered) -> Found | None:
    """The board of `before` in this picture, wherever and whichever way round it lies now; None if unsure."""
    return next((found for found, sure in places_again(picture, before) if sure), None)


def places_again(picture: Picture, before: Remembered) -> Iterator[tuple[Found, bool]]:
    """Where the board of `before` may lie in this picture, and whether that is sure: then it is the last told."""
    try:
        work, scale = working_picture(picture)
    except BoardNotFound:
        return
    patches = light_patches(above_mean(darkest_of(work), 21, 4))
    places = _places(work, patches, before)
    if not any(place.sure and place.cards >= MANY for place in places):
        grey = cv2.cvtColor(work, cv2.COLOR_BGR2GRAY)
        places = _places(work, pool([patches, light_patches(above_mean(grey, 15, 2))]), before) + places
    places.sort(key=lambda place: not place.sure)
    for place in places:
        found = _laid(work, scale, place, before)
        if found is not None:
            yield found, place.sure
            if place.sure:
                return


def _laid(work: Picture, scale: float, place: _Place, before: Remembered) -> Found | None:
    rows, columns = before.rows, before.columns
    if place.turns % 2:
        rows, columns = columns, rows
    plane = place.fit.plane.shifted(place.column, place.row)
    where = place.fit.where - (place.column, place.row)
    nodes = nodes_by_centres(plane, rows, columns, (where, place.patches.centres[place.fit.which]))
    try:
        messages = check_view(nodes, work.shape[:2], scale)
    except BoardNotFound:
        return None
    nodes = np.rot90((nodes + 0.5) / scale - 0.5, place.turns)
    confidence = float(np.clip(1 - np.exp(-12 * (place.likeness - 0.2)), 0.0, 1.0))
    mesh = Mesh(np.ascontiguousarray(nodes, np.float32))
    return Found(mesh, confidence, True, (way_up(nodes), *messages), place.turns, 0.0)


@dataclass(frozen=True)
class _Place:
    fit: Fit
    patches: Patches
    column: int
    row: int
    turns: int
    likeness: float
    lead: float

    @property
    def cards(self) -> int:
        return len(self.fit.which)

    @property
    def sure(self) -> bool:
        return self.likeness > LIKENESS and self.lead > LEAD


def _places(work: Picture, patches: Patches, before: Remembered) -> list[_Place]:
    """Places where the cards may lie, at most one sure one, which then is the last."""
    places: list[_Place] = []
    for which, where in lattices(patches)[:2]:
        fit = grow(patches, which, where, (work.shape[1], work.shape[0]))
        if fit is None:
            continue
        first, last = extent(fit.where)
        longest = max(before.rows, before.columns)
        low = np.maximum(np.minimum(first, last - longest + 1), first - longest)
        high = np.minimum(np.maximum(last, first + longest - 1), low + 3 * longest)
        columns, rows = (high - low + 1).tolist()
        faces = look_at_faces(work, fit.plane, (int(low[0]), int(low[1])), (columns, rows), HALF)
        place = _Place(fit, patches, *_likeliest(faces, before))
        if place.likeness > UNLIKELY:
            places.append(place)
        if place.sure:
            break
    return places


def _likeliest(faces: Faces, before: Remembered) -> tuple[int, int, int, float, float]:
    """Column, row and turns of the likeliest place, its likeness, and its lead over the next."""
    rows, columns = faces.red.shape
    ways = []
    for turns in range(4):
        seen = np.rot90(before.looks, -turns)
        seen = np.rot90(seen, -turns, axes=(2, 3))
        high, wide = seen.shape[:2]
        flat = seen.reshape(high, wide, -1)
        for row in range(rows - high + 1):
            for column in range(columns - wide + 1):
                window = faces.looks[row : row + high, column : column + wide]
                likeness = float(np.einsum("rck,rck->", window, flat)) / (high * wide)
                ways.append((likeness, column + faces.origin[0], row + faces.origin[1], turns))
    ways.sort(reverse=True)
    if not ways:
        return 0, 0, 0, 0.0, 0.0
    likeness, column, row, turns = ways[0]
    return column, row, turns, likeness, likeness - (ways[1][0] if len(ways) > 1 else 0.0)
