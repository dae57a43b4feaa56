"""Where two faces of a deck differ, and which of them a picture follows there.

The jacks of spades and clubs may differ in nothing but a small suit. There, and only there, the picture is compared
with both, each moved a little to where it fits best.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.shown.deck import FINE, ShownDeck, compared_part
from vision.cards.shown.light import in_its_light
from vision.rectify.mesh import Picture

DIFFERENT = 26.0
"""Grey levels by which two faces must differ at a place. 15 to 40."""
SPECK = 0.012
"""Square centimetres of a difference that is more than a rim which lies a little otherwise. 0.005 to 0.03."""
AROUND = 4
"""Pixels around a difference that are compared with it; half of it is how far a face may be moved there."""
PER_SPOT = 9.0
"""How much likelier, as a logarithm, a spot that wholly follows one face makes it. 4 to 12."""
MUCH = 14.0
"""Grey levels by which two faces differ on the whole when they are plainly two. 8 to 20."""
PATTERN, SHIFTED = 0.75, 3
"""How alike two backs are, as a correlation, and the pixels by which one may be moved against the other. 0.6 to 0.9."""
AT_MOST = 4
"""Most spots that are weighed, the largest first. What is wrong with one is often wrong with its neighbours."""


@dataclass(frozen=True)
class Spot:
    """A part of the upright faces where two of them differ."""

    left: int
    top: int
    right: int
    below: int
    area: float
    """Square centimetres that differ."""

    def of(self, face: Picture, rim: int = 0) -> Picture:
        """That part of a face, so many pixels less at each side."""
        return face[self.top + rim : self.below - rim, self.left + rim : self.right - rim]


class Differences:
    """The differences between the faces of a deck, two by two."""

    def __init__(self, deck: ShownDeck) -> None:
        self._deck = deck
        self._known: dict[tuple[int, int], tuple[Picture, list[Spot]]] = {}

    def between(self, one: int, two: int) -> tuple[Picture, list[Spot]]:
        """The second face laid over the first, and where they differ, the largest spot first."""
        if (one, two) not in self._known:
            other = laid_over(self._deck.faces[one], self._deck.faces[two], self._deck.compared)
            self._known[one, two] = other, spots_of(self._deck.faces[one], other, self._deck.compared)
        return self._known[one, two]

    def weigh(self, one: int, two: int, seen: Picture) -> float:
        """By how much what is seen, laid over the first face, is likelier to be that than the second; a logarithm."""
        other, spots = self.between(one, two)
        face = self._deck.faces[one]
        even = in_its_light(seen, face, self._deck.compared)
        return PER_SPOT * sum(_follows(spot, even, face, other) for spot in spots[:AT_MOST])


def looks_alike(one: Picture, two: Picture) -> bool:
    """Whether two faces look the same, whichever way up: nothing of them differs by more than a speck."""
    where = compared_part(one.shape[:2])
    for way in (two, np.ascontiguousarray(two[::-1, ::-1])):
        if float(_unlike(one, way, where)) < MUCH and not spots_of(one, laid_over(one, way, where), where):
            return True
    return False


def same_pattern(one: Picture, two: Picture) -> bool:
    """Whether two cards bear the same pattern all over, as backs do, whichever way up."""
    inside = compared_part(one.shape[:2])
    grey = [cv2.GaussianBlur(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), (0, 0), 1.5) for face in (one, two)]
    for way in (grey[1], np.ascontiguousarray(grey[1][::-1, ::-1])):
        best = max(
            float(np.corrcoef(grey[0][inside], np.roll(way, (down, right), (0, 1))[inside])[0, 1])
            for down in range(-SHIFTED, SHIFTED + 1)
            for right in range(-SHIFTED, SHIFTED + 1)
        )
        if best > PATTERN:
            return True
    return False


def _unlike(one: Picture, two: Picture, where: NDArray[np.bool_]) -> float:
    """Mean difference of two faces in grey levels, at a coarse look."""
    soft = [cv2.GaussianBlur(face, (0, 0), 4.0) for face in (one, in_its_light(two, one, where))]
    return float(cv2.absdiff(*soft).max(axis=2)[where].mean())


def laid_over(one: Picture, two: Picture, where: NDArray[np.bool_]) -> Picture:
    """The second face, moved to lie as the first does, and in its light."""
    grey = [cv2.GaussianBlur(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), (0, 0), 1.0) for face in (one, two)]
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 1e-3)
    moved = two
    try:
        _, bend = cv2.findTransformECC(
            grey[0], grey[1], np.eye(2, 3, dtype=np.float32), cv2.MOTION_AFFINE, stop, where.astype(np.uint8) * 255, 5
        )
    except cv2.error:
        pass
    else:
        if np.abs(np.asarray(bend)[:, :2] - np.eye(2)).max() < 0.05:
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            size = (two.shape[1], two.shape[0])
            moved = np.asarray(cv2.warpAffine(two, bend, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    return in_its_light(moved, one, where)


def spots_of(one: Picture, two: Picture, where: NDArray[np.bool_]) -> list[Spot]:
    """Where two faces differ that lie alike, the largest spot first."""
    soft = [cv2.GaussianBlur(face, (0, 0), 1.0) for face in (one, two)]
    differ = ((cv2.absdiff(*soft).max(axis=2) > DIFFERENT) & where).astype(np.uint8)
    joined = cv2.dilate(differ, np.ones((5, 5), np.uint8))
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(joined)
    areas = np.bincount(labels[differ > 0], minlength=count) / FINE**2
    height, width = differ.shape
    spots = []
    for number in range(1, count):
        x, y, w, h = (int(side) for side in boxes[number, :4])
        if areas[number] >= SPECK:
            spots.append(
                Spot(
                    max(x - AROUND, 0),
                    max(y - AROUND, 0),
                    min(x + w + AROUND, width),
                    min(y + h + AROUND, height),
                    float(areas[number]),
                )
            )
    return sorted(spots, key=lambda spot: -spot.area)


def _follows(spot: Spot, seen: Picture, one: Picture, two: Picture) -> float:
    """1 where a spot looks as on the first face, -1 as on the second, 0 as on neither."""
    part = spot.of(seen)
    rim = AROUND // 2
    off = [_off(part, spot.of(face, rim)) for face in (one, two)]
    between = _off(spot.of(one), spot.of(two, rim))
    if between <= 0:
        return 0.0
    # What is as far from both as they are from each other is something else.
    return float(np.clip((off[1] - off[0]) / max(between, off[0], off[1]), -1, 1))


def _off(part: Picture, face: Picture) -> float:
    """Mean squared difference of a part of a face where it fits best."""
    return float(cv2.matchTemplate(part, face, cv2.TM_SQDIFF).min()) / face.size
