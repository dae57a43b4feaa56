"""Where indices lie: one network that looks at the table beside the board as from straight above."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, exp
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.patch import Pose
from vision.cards.tabletop import Tabletop
from vision.network import Network, shares
from vision.rectify.mesh import Picture

Corner = NDArray[np.floating]
"""Of a part of the table: across and down, centimetres; shape (2,)."""
PX = 16
"""Pixels of a centimetre of the table as the network sees it."""
CELL = 8
"""Pixels along a cell, for each of which the network answers."""
USUAL = 1.5
"""Centimetres of an index whose height the network gives as 1."""
MARGIN = 2.0
"""Centimetres around what is looked at, which help to see what lies at its edge."""
SMALL = 500.0
"""Square centimetres of a part of the table that is looked at at once; of a larger one a coarse look, at half the
scale, first tells where faces of cards lie."""
FACE = 0.15
"""A place less likely than this to show the face of a card is passed over. 0.05 to 0.4."""
LIKELY = 0.2
"""A cell less likely than this to hold the middle of an index holds none. 0.1 to 0.5."""


class Place(NamedTuple):
    """An index that was found."""

    pose: Pose
    """On the table, in centimetres; in an answer of the network in pixels of its picture."""
    chance: float
    """That it is one."""


class IndexDetector:
    """Finds the indices of cards on a table, at any turn."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def look(self, picture: Picture, table: Tabletop, where: NDArray[np.uint8]) -> list[Place]:
        """The indices in the part of the picture where `where` is 255.

        Args:
            picture: the picture.
            table: the plane of the table.
            where: shape (height, width).
        """
        down, across = np.nonzero(where[::CELL, ::CELL])
        if not len(down):
            return []
        places = table.on_table(np.stack([across, down], 1) * float(CELL))
        low, high = places.min(axis=0), places.max(axis=0)
        boxes = [(low, high)]
        if float(np.prod(high - low)) > SMALL:
            boxes = self._with_faces(picture, table, where, low, high)
        found: list[Place] = []
        for box in boxes:
            given, first = _straight(picture, table, *box, PX)
            for seen, chance in peaks_of(self._network.run(pictures=given)[0][0], LIKELY):
                x, y = (first + np.array([seen.x, seen.y]) / PX).tolist()
                if _inside(table, np.array([[x, y]]), where)[0]:
                    found.append(Place(Pose(x, y, seen.height / PX, seen.turn), chance))
        return found

    def _with_faces(
        self, picture: Picture, table: Tabletop, where: NDArray[np.uint8], low: Corner, high: Corner
    ) -> list[tuple[Corner, Corner]]:
        """Upper left and lower right corners, in centimetres, of what may show faces of cards."""
        given, first = _straight(picture, table, low, high, PX / 2)
        chances = shares(self._network.run(pictures=given)[0][0, -3:], axis=0)
        rows, columns = chances.shape[1:]
        middles = np.stack(np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5), -1).reshape(-1, 2) * CELL - 0.5
        places = first + middles * 2 / PX
        seen = _inside(table, places, where).reshape(rows, columns)
        faces = ((chances[1] > FACE) & seen).astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(faces, np.ones((3, 3), np.uint8)))
        step, corner = 2 * CELL / PX, places[0] - CELL / PX
        return [(corner + stat[:2] * step, corner + (stat[:2] + stat[2:4]) * step) for stat in stats[1:]]


def peaks_of(answer: NDArray[np.float32], least: float) -> Iterator[Place]:
    """The indices in an answer of the network, shape (outputs, rows, columns), that are at least so likely: cells that
    are likelier to hold the middle of one than their neighbours. Their poses are in pixels of the network's picture."""
    chance = 1 / (1 + np.exp(-answer[0]))
    peaks = (chance >= least) & (chance == cv2.dilate(chance, np.ones((3, 3), np.uint8)))
    for row, column in zip(*np.nonzero(peaks), strict=True):
        said = answer[:, row, column]
        x, y = (column + 0.5 + said[1]) * CELL - 0.5, (row + 0.5 + said[2]) * CELL - 0.5
        pose = Pose(float(x), float(y), USUAL * PX * exp(said[3]), atan2(said[4], said[5]))
        yield Place(pose, float(chance[row, column]))


def _straight(
    picture: Picture, table: Tabletop, low: Corner, high: Corner, scale: float
) -> tuple[NDArray[np.float32], Corner]:
    """The table between two corners and MARGIN around, so many pixels a centimetre, as seen from straight above: as the
    network takes it, shape (1, 3, height, width), and where its first pixel lies."""
    width, height = (int(-(-(side + 2 * MARGIN) * scale // CELL) * CELL) for side in high - low)
    first = low - MARGIN + 0.5 / scale
    to_table = np.array([[1 / scale, 0, first[0]], [0, 1 / scale, first[1]], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(picture, table.to_picture @ to_table, (width, height), flags=flags)
    return np.ascontiguousarray(seen.transpose(2, 0, 1)[None], np.float32) / np.float32(255), first


def _inside(table: Tabletop, places: NDArray[np.floating], where: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which places of the table lie where `where` is 255."""
    across, down = np.round(table.in_picture(places)).astype(int).T
    there = (across >= 0) & (across < where.shape[1]) & (down >= 0) & (down < where.shape[0])
    there[there] = where[down[there], across[there]] > 0
    return np.asarray(there)
