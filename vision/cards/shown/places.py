"""Where cards of a shown deck may lie: local features of a picture vote for the pose of a card.

The table is known in centimetres, so that a single feature of a face that is seen again tells how the whole card lies
(a Hough transform over poses; Lowe, Distinctive image features from scale-invariant keypoints, 2004).
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outline import Outline
from vision.cards.shown.deck import FINE, ShownDeck
from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Picture

COARSE = 12
"""Pixels per centimetre in which features are looked for. 10 to 16."""
CELL = 8
"""Pixels of a cell by which the parts that are looked at are told from each other."""
CONTRAST = 0.02
"""How faint a feature may be, as OpenCV's SIFT counts it. 0.01 to 0.04."""
ALIKE = 0.55
"""Descriptors (of length 1) nearer than this may show the same. 0.4 to 0.7."""
LARGER = 0.45
"""Logarithm by which a feature may seem larger than on the kept face."""
NEAR, TURNED = 0.6, np.radians(15.0)
"""Centimetres and radians within which votes are for one pose."""
APART, APART_TURN = 0.8, np.radians(20.0)
"""Poses nearer than this are one."""
FEWEST = 3
"""A pose for which fewer features speak is none. 3 to 8."""
MOST = 8
"""Most poses that are looked at, in one look. 6 to 20."""


class Features(NamedTuple):
    """Local features of a picture in centimetres."""

    places: NDArray[np.float32]
    """Shape (n, 2)."""
    turns: NDArray[np.float32]
    """Radians, clockwise."""
    sizes: NDArray[np.float32]
    descriptors: NDArray[np.float32]
    """Of length 1; shape (n, 128)."""


NONE = Features(*(np.zeros((0, *shape), np.float32) for shape in ((2,), (), (), (128,))))


class FaceFeatures:
    """The features of all faces of a deck."""

    def __init__(self, deck: ShownDeck) -> None:
        self._size = deck.size
        found = [_described(_coarse(face), None) for face in deck.faces]
        self._face = np.repeat(np.arange(len(found)), [len(one.turns) for one in found])
        places, self._turns, sizes, descriptors = _joined(found)
        self._places = np.asarray(places - np.array(deck.size) / 2, np.float32)
        """From the middle of a face."""
        self._sizes = np.log(sizes)
        self._descriptors = np.ascontiguousarray(descriptors.T)

    def places(self, picture: Picture, table: Tabletop, where: NDArray[np.uint8]) -> list[Outline]:
        """Where cards may lie in the part of the picture where `where` is 255, the likeliest first."""
        seen = _seen(picture, table, where)
        near = seen.descriptors @ self._descriptors
        which, known = np.nonzero(near > 1 - ALIKE**2 / 2)
        right_size = np.abs(np.log(seen.sizes[which]) - self._sizes[known]) < LARGER
        which, known = which[right_size], known[right_size]
        turn = seen.turns[which] - self._turns[known]
        c, s = np.cos(turn), np.sin(turn)
        place = self._places[known]
        x = seen.places[which, 0] - c * place[:, 0] + s * place[:, 1]
        y = seen.places[which, 1] - s * place[:, 0] - c * place[:, 1]
        return self._poses(which, self._face[known], np.stack([x, y, turn]))

    def _poses(self, which: NDArray[np.int64], face: NDArray[np.int64], votes: NDArray[np.float32]) -> list[Outline]:
        """Where most of the votes of features for a face agree: its middle and turn; shape (3, n)."""
        x, y, turn = votes
        # A feature that many faces have says little of which one it is.
        weight = 1 / np.bincount(which)[which] ** 0.5
        found: list[Outline] = []
        left = np.ones(len(which), bool)
        bins = round(2 * np.pi / TURNED)
        column, row = np.floor(x / NEAR).astype(np.int64), np.floor(y / NEAR).astype(np.int64)
        slice_ = np.floor(turn / TURNED).astype(np.int64) % bins
        key = ((face * bins + slice_) * 4096 + column % 4096) * 4096 + row % 4096
        while len(found) < MOST and left.any():
            inverse = np.unique(key[left], return_inverse=True)[1]
            scores = np.bincount(inverse, weights=weight[left])
            scores[np.bincount(inverse) < 2] = 0
            if not scores.any():
                break
            best = np.flatnonzero(left)[inverse == int(scores.argmax())]
            middle = float(x[best].mean()), float(y[best].mean())
            lean = float(np.angle(np.exp(1j * turn[best]).mean()))
            gap = np.abs(np.angle(np.exp(1j * (turn - lean))))
            around = (np.hypot(x - middle[0], y - middle[1]) < NEAR) & (gap < TURNED)
            own = around & (face == face[best[0]])
            if len(np.unique(which[own])) < FEWEST:
                left[best] = False
                continue
            middle = float(np.median(x[own])), float(np.median(y[own]))
            lean = float(np.angle(np.exp(1j * turn[own]).mean()))
            found.append(Outline(*middle, lean, *self._size))
            gap = np.abs(np.angle(np.exp(1j * (turn - lean))))
            left &= ~((np.hypot(x - middle[0], y - middle[1]) < APART) & (gap < APART_TURN))
        return found


def _coarse(face: Picture) -> NDArray[np.uint8]:
    scale = COARSE / FINE
    size = round(face.shape[1] * scale), round(face.shape[0] * scale)
    return np.asarray(cv2.cvtColor(cv2.resize(face, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY), np.uint8)


def _seen(picture: Picture, table: Tabletop, where: NDArray[np.uint8]) -> Features:
    """The features of a part of the table, in its centimetres; each patch of it is straightened by itself."""
    parts: list[Features] = []
    cells = where.shape[1] // CELL, where.shape[0] // CELL
    count, _, boxes, _ = cv2.connectedComponentsWithStats(cv2.resize(where, cells, interpolation=cv2.INTER_NEAREST))
    for number in range(1, count):
        x, y, width, height = (CELL * int(side) for side in boxes[number, :4])
        corners = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)
        on_table = table.on_table(corners)
        low, high = on_table.min(axis=0), on_table.max(axis=0)
        size = ceil(float(high[0] - low[0]) * COARSE), ceil(float(high[1] - low[1]) * COARSE)
        if min(size) < COARSE:
            continue
        shift = np.array([[1 / COARSE, 0, low[0] + 0.5 / COARSE], [0, 1 / COARSE, low[1] + 0.5 / COARSE], [0, 0, 1]])
        flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
        matrix = table.to_picture @ shift
        straight = cv2.cvtColor(cv2.warpPerspective(picture, matrix, size, flags=flags), cv2.COLOR_BGR2GRAY)
        inside = cv2.warpPerspective(where, matrix, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)
        found = _described(np.asarray(straight, np.uint8), np.asarray(inside, np.uint8))
        parts.append(found._replace(places=found.places + low))
    return _joined([NONE, *parts])


def _joined(parts: list[Features]) -> Features:
    """The features of several pictures as if they were one's."""
    return Features(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _described(grey: NDArray[np.uint8], where: NDArray[np.uint8] | None) -> Features:
    """The features of a straight picture, in centimetres from its corner."""
    points, described = cv2.SIFT.create(contrastThreshold=CONTRAST).detectAndCompute(grey, where)
    if not points:
        return NONE
    places = np.asarray((np.array([point.pt for point in points]) + 0.5) / COARSE, np.float32)
    turns = np.asarray(np.radians([point.angle for point in points]), np.float32)
    sizes = np.asarray(np.array([point.size for point in points]) / COARSE, np.float32)
    lengths = np.linalg.norm(described, axis=1, keepdims=True)
    return Features(places, turns, sizes, np.asarray(described / np.maximum(lengths, 1e-6), np.float32))
