"""Finding a board that was seen before by its whole print, laid over the table like a transparency.

A board that is bumped or turned slides on its table, and how the table falls into the picture is known from where the
board lay. So the table is laid flat and the print slid and turned over it: that needs no card to be seen whole, only
enough print in sight. It says roughly where the board lies; whether it does is for others to judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment import evened
from vision.finding_lattice import Plane, fit_plane
from vision.lean import lean_of
from vision.mesh import Mesh, Picture
from vision.straight import MARGIN, SIDE

Array = NDArray[Any]

PER_SPACE = 8
"""Pixels a space, up the board, in the picture of the flat table. 6 to 12."""
REACH = 9.0
"""How far around the middle of where the board lay the table is looked at, in spaces. 8 to 12."""
ANGLES = tuple(float(angle) for angle in range(-14, 15, 2))
"""Degrees by which a board may have been turned, besides quarters."""
MOST = 3
"""Places told at most."""
HORIZON = 0.05
"""Parts of the depth of the board nearer than which the table is not looked at."""


def places_of_print(picture: Picture, lay: Mesh, empty: Picture) -> Iterator[Mesh]:
    """Meshes where the print of the `empty` straight picture may lie now, the likeliest first.

    `lay` is where the board lay in pictures of this camera.
    """
    size = (picture.shape[1], picture.shape[0])
    rows, columns = lay.rows, lay.columns
    down, across = np.mgrid[: rows + 1, : columns + 1]
    board = np.stack([across - columns / 2, down - rows / 2], -1).reshape(-1, 2)
    fitted = fit_plane(board, lay.nodes.reshape(-1, 2).astype(np.float64), size)
    if fitted is None:
        return
    plane, aspect = fitted[0], lean_of(lay, size).aspect
    small, scale = _small(picture, lay)
    prints = [_turned(empty, turns, aspect) for turns in range(4)]
    window = (np.arange(2 * REACH * PER_SPACE) + 0.5) / PER_SPACE - REACH
    flat = np.stack(np.meshgrid(window, window), -1)
    found: list[tuple[float, float, int, tuple[int, int]]] = []
    for angle in ANGLES:
        table = _table(small, plane, scale, _on_board(flat, angle, aspect))
        for turns, one in enumerate(prints):
            if max(one.shape) > len(table):
                continue
            _, like, _, best = cv2.minMaxLoc(cv2.matchTemplate(table, one, cv2.TM_CCOEFF_NORMED))
            found.append((like, angle, turns, (best[0], best[1])))
    found.sort(reverse=True)
    for _, angle, turns, (x, y) in _apart(found)[:MOST]:
        high, wide = prints[turns].shape
        seen = (columns, rows) if turns % 2 else (rows, columns)
        at_x = (x + np.arange(seen[1] + 1) * wide / seen[1]) / PER_SPACE - REACH
        at_y = (y + np.arange(seen[0] + 1) * high / seen[0]) / PER_SPACE - REACH
        corners = np.stack(np.meshgrid(at_x, at_y), -1)
        nodes = np.rot90(plane.to_picture(_on_board(corners, angle, aspect)), turns)
        yield Mesh(np.ascontiguousarray(nodes, np.float32))


def _small(picture: Picture, lay: Mesh) -> tuple[Picture, float]:
    """The grey picture made small enough for `PER_SPACE`, and its scale."""
    space = float(np.sqrt(cv2.contourArea(lay.corners) / (lay.rows * lay.columns)))
    scale = min(1.0, 2 * PER_SPACE / max(space, 1.0))
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    return cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY), scale  # type: ignore[return-value]


def _turned(empty: Picture, turns: int, aspect: float) -> Picture:
    """The print, evened, as it would lie on the flat table so many quarter turns round."""
    grey = cv2.cvtColor(empty, cv2.COLOR_BGR2GRAY)[MARGIN:-MARGIN, MARGIN:-MARGIN]
    share = PER_SPACE / SIDE
    high, wide = round(grey.shape[0] * share), round(grey.shape[1] * share * aspect)
    small = cv2.resize(grey, (wide, high), interpolation=cv2.INTER_AREA)
    return evened(np.ascontiguousarray(np.rot90(small, -turns)), PER_SPACE)


def _on_board(flat: Array, angle: float, aspect: float) -> Array:
    """Places on the flat table, turned by `angle`, in the coordinates of the board as it lay."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.asarray(flat @ np.array([[c, s], [-s, c]]) / (aspect, 1.0))


def _table(small: Picture, plane: Plane, scale: float, at: Array) -> Picture:
    """The table laid flat, evened; beyond the horizon nothing is seen."""
    depth = at @ plane.homography[2, :2] + plane.homography[2, 2]
    pixels = (plane.to_picture(at) + 0.5) * scale - 0.5
    pixels[depth / plane.homography[2, 2] < HORIZON] = -1e4
    pixels = pixels.astype(np.float32)
    seen = cv2.remap(small, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return evened(np.asarray(seen), PER_SPACE)


def _apart(
    found: Sequence[tuple[float, float, int, tuple[int, int]]],
) -> list[tuple[float, float, int, tuple[int, int]]]:
    """The likeliest of each quarter turn and neighbourhood of angles: what lies beside it is the same place."""
    kept: list[tuple[float, float, int, tuple[int, int]]] = []
    for one in found:
        if all(one[2] != other[2] or abs(one[1] - other[1]) > 4 for other in kept):
            kept.append(one)
    return kept
