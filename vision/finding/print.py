"""Finding a board that was seen before by its whole print, laid over the table like a transparency.

A board that is bumped or turned slides on its table, and how the table falls into the picture is known from where the
board lay. So the table is laid flat and the print slid and turned over it: that needs no card to be seen whole, only
enough print in sight. It says roughly where the board lies; whether it does is for others to judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.alignment import evened
from vision.finding.lattice import Plane, fit_plane, grid
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.straight import SIDE, by_space

Array = NDArray[Any]

PER_SPACE = 8
"""Pixels a space, up the board, in the picture of the flat table. 6 to 12."""
REACH = 9.0
"""How far around the middle of where the board lay the table is looked at, in spaces. 8 to 12."""
LENS = 0.8
"""Focal length assumed, in widths of the picture: 64 degrees across, as the common cameras have."""
ANGLES = tuple(float(angle) for angle in range(-14, 15, 2))
"""Degrees by which a board may have been turned, besides quarters."""
KNOCKED, ASKEW = 1.5, (-4.0, -2.0, 0.0, 2.0, 4.0)
"""Spaces and degrees by which a board slides, or its camera, where somebody only knocked against it. KNOCKED 1 to 2."""
PLAINLY = 1.5
"""How many times as like as in the next place it must be where only the neighbourhood was looked at. 1.4 to 2."""
MOST = 3
"""Places told at most."""
HORIZON = 0.05
"""Parts of the depth of the board nearer than which the table is not looked at."""


@dataclass(frozen=True)
class _Slid:
    """The print laid over the flat table."""

    like: float
    angle: float
    turns: int
    right: float
    down: float
    """Pixels from the corner of the flat table to that of the print."""
    next_like: float
    """How like it is in the likeliest place that is not this one."""


@dataclass(frozen=True)
class _FlatTable:
    """Where the picture shows the table around the board, as if laid flat and turned by `angle` degrees."""

    angle: float
    reach: tuple[float, float]
    """Spaces, up the board, from where its middle lay to the edges: aside, and up and down."""
    at: tuple[Picture, Picture]
    """Pixels of the small picture, as `cv2.convertMaps` gives them."""

    def seen(self, small: Picture) -> Array:
        """The print that lies there, evened, whatever it is; float32."""
        seen = cv2.remap(small, *self.at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return evened(np.asarray(seen), PER_SPACE).astype(np.float32)


class PrintOnTable:
    """The print of a board, to be slid and turned over the table it lay on."""

    def __init__(self, lay: Mesh, empty: Picture, size: tuple[int, int]) -> None:
        """Of the board of which `empty` is the straight picture, and which lay at `lay` in pictures of `size` (width,
        height)."""
        rows, columns = lay.rows, lay.columns
        board = grid(rows, columns) - (columns / 2, rows / 2)
        fitted = fit_plane(board, lay.nodes.reshape(-1, 2).astype(np.float64), size)
        self._plane = None if fitted is None else fitted[0]
        self._spaces = (columns, rows)
        self._aspect = 1.0 if self._plane is None else _aspect_of(self._plane, size)
        space = float(np.sqrt(cv2.contourArea(lay.corners) / (rows * columns)))
        scale = min(1.0, 2 * PER_SPACE / max(space, 1.0))
        self._small = (round(size[0] * scale), round(size[1] * scale))
        self._scale = scale
        own = _own_print(empty, rows, columns, self._aspect)
        self._prints = [np.ascontiguousarray(np.rot90(own, -turns)) for turns in range(4)]
        # Worked out now, for after a bump everybody waits.
        reach = (columns / 2 * self._aspect + KNOCKED, rows / 2 + KNOCKED)
        self._around = [] if self._plane is None else [self._table(self._plane, angle, reach) for angle in ASKEW]

    def nearby(self, picture: Picture) -> Mesh | None:
        """Where the print lies if board or camera was only knocked against; None where it does not show plainly."""
        small = self._grey(picture)
        ways = [self._laid(table.seen(small), table.angle, 0) for table in self._around]
        if not ways:
            return None
        k = max(range(len(ways)), key=lambda way: ways[way].like)
        best = ways[k]
        if best.like < PLAINLY * best.next_like:
            return None
        if 0 < k < len(ways) - 1:
            askew = _peak(*(way.like for way in ways[k - 1 : k + 2])) * (ASKEW[1] - ASKEW[0])
            best = replace(best, angle=best.angle + askew)
        return self._mesh(best, self._around[k].reach)

    def anywhere(self, picture: Picture) -> Iterator[Mesh]:
        """Meshes where the print may lie, the likeliest first, at most `MOST`."""
        if self._plane is None:
            return
        small, reach, found = self._grey(picture), (REACH, REACH), []
        for angle in ANGLES:
            table = self._table(self._plane, angle, reach).seen(small)
            for turns, one in enumerate(self._prints):
                if max(one.shape) <= len(table):
                    found.append(self._laid(table, angle, turns))
        found.sort(key=lambda one: one.like, reverse=True)
        for slid in _apart(found)[:MOST]:
            yield self._mesh(slid, reach)

    def _grey(self, picture: Picture) -> Picture:
        """The grey picture, just large enough for `PER_SPACE`."""
        small = cv2.resize(picture, self._small, interpolation=cv2.INTER_AREA)
        return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)  # type: ignore[return-value]

    def _table(self, plane: Plane, angle: float, reach: tuple[float, float]) -> _FlatTable:
        """Beyond the horizon nothing is seen."""
        across, down = ((np.arange(round(2 * far * PER_SPACE)) + 0.5) / PER_SPACE - far for far in reach)
        at = _on_board(np.stack(np.meshgrid(across, down), -1), angle, self._aspect)
        depth = at @ plane.homography[2, :2] + plane.homography[2, 2]
        pixels = (plane.to_picture(at) + 0.5) * self._scale - 0.5
        pixels[depth / plane.homography[2, 2] < HORIZON] = -1e4
        x, y = cv2.split(pixels.astype(np.float32))
        return _FlatTable(angle, reach, cv2.convertMaps(x, y, cv2.CV_16SC2))  # type: ignore[arg-type]

    def _laid(self, table: Array, angle: float, turns: int) -> _Slid:
        """Where on a flat table the print fits best, to a part of a pixel."""
        likes = cv2.matchTemplate(table, self._prints[turns], cv2.TM_CCOEFF_NORMED)
        _, like, _, (x, y) = cv2.minMaxLoc(likes)
        right = x + (_peak(*likes[y, x - 1 : x + 2]) if 0 < x < likes.shape[1] - 1 else 0.0)
        down = y + (_peak(*likes[y - 1 : y + 2, x]) if 0 < y < likes.shape[0] - 1 else 0.0)
        near = PER_SPACE // 2
        likes[max(y - near, 0) : y + near + 1, max(x - near, 0) : x + near + 1] = 0.0
        return _Slid(like, angle, turns, right, down, float(likes.max()))

    def _mesh(self, slid: _Slid, reach: tuple[float, float]) -> Mesh:
        """The nodes of the print that lies there, in the order of the layout."""
        assert self._plane is not None
        high, wide = self._prints[slid.turns].shape
        across, down = self._spaces[:: -1 if slid.turns % 2 else 1]
        at_x = (slid.right + np.arange(across + 1) * wide / across) / PER_SPACE - reach[0]
        at_y = (slid.down + np.arange(down + 1) * high / down) / PER_SPACE - reach[1]
        corners = _on_board(np.stack(np.meshgrid(at_x, at_y), -1), slid.angle, self._aspect)
        nodes = np.rot90(self._plane.to_picture(corners), slid.turns)
        return Mesh(np.ascontiguousarray(nodes, np.float32))


def _aspect_of(plane: Plane, size: tuple[int, int]) -> float:
    """Width of a space against its height, from pictures of `size` (width, height).

    Takes the homography apart as in Zhang, "A flexible new technique for camera calibration", PAMI 2000,
    section 3.1, with the focal length taken as known.
    """
    rays = plane.reach / (LENS * max(size))
    wide, high = np.linalg.norm(plane.homography[:, :2] * [[rays], [rays], [1.0]], axis=0)
    return float(wide / high)


def _own_print(empty: Picture, rows: int, columns: int, aspect: float) -> Array:
    """What the print of each space has for itself, evened, as it lies on the flat table; float32.

    What all spaces share would fit a space farther on just as well.
    """
    grey = cv2.cvtColor(empty, cv2.COLOR_BGR2GRAY)
    spaces = by_space(evened(np.asarray(grey), SIDE).astype(np.float32), (rows, columns))
    own = (spaces - spaces.mean(axis=(0, 2), keepdims=True)).reshape(rows * SIDE, columns * SIDE)
    size = (round(columns * PER_SPACE * aspect), rows * PER_SPACE)
    return np.asarray(cv2.resize(own, size, interpolation=cv2.INTER_AREA))


def _peak(before: float, at: float, after: float) -> float:
    """Where between its neighbours the peak of three values lies, -0.5 to 0.5; by the parabola through them."""
    bend = before - 2 * at + after
    return 0.0 if bend >= 0 else float(np.clip((before - after) / (2 * bend), -0.5, 0.5))


def _on_board(flat: Array, angle: float, aspect: float) -> Array:
    """Places on the flat table, turned by `angle`, in the coordinates of the board as it lay."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.asarray(flat @ np.array([[c, s], [-s, c]]) / (aspect, 1.0))


def _apart(found: Sequence[_Slid]) -> list[_Slid]:
    """The likeliest of each quarter turn and neighbourhood of angles: what lies beside it is the same place."""
    kept: list[_Slid] = []
    for one in found:
        if all(one.turns != other.turns or abs(one.angle - other.angle) > 4 for other in kept):
            kept.append(one)
    return kept
