"""Whether two cards that are shown look alike, as faces or as backs."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.shown.deck import FINE
from vision.rectify.mesh import Picture

MARGIN = 0.2
"""Centimetres along a card's rim that are not compared: what lies beside the card shows there. 0.1 to 0.3."""
DIFFERENT = 26.0
"""Grey levels by which two faces must differ at a place. 15 to 40."""
SPECK = 0.012
"""Square centimetres of a difference that is more than a rim which lies a little otherwise. 0.005 to 0.03."""
MUCH = 14.0
"""Grey levels by which two faces differ on the whole when they are plainly two. 8 to 20."""
PATTERN, SHIFTED = 0.75, 3
"""How alike two backs are, as a correlation, and the pixels by which one may be moved against the other. 0.6 to 0.9."""
ROUNDS = 2
"""How often gain and black level are fitted to what agrees already."""


def looks_alike(one: Picture, two: Picture) -> bool:
    """Whether two faces look the same, whichever way up: nothing of them differs by more than a speck."""
    where = _compared(one)
    for way in (two, np.ascontiguousarray(two[::-1, ::-1])):
        if _unlike(one, way, where) < MUCH and not _differs(one, _laid_over(one, way, where), where):
            return True
    return False


def same_pattern(one: Picture, two: Picture) -> bool:
    """Whether two cards bear the same pattern all over, as backs do, whichever way up."""
    inside = _compared(one)
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


def _compared(face: Picture) -> NDArray[np.bool_]:
    """All of a face but its rim, where what lies beside the card shows; shape (height, width)."""
    inside = np.zeros(face.shape[:2], bool)
    edge = round(MARGIN * FINE)
    inside[edge:-edge, edge:-edge] = True
    return inside


def _unlike(one: Picture, two: Picture, where: NDArray[np.bool_]) -> float:
    """Mean difference of two faces in grey levels, at a coarse look."""
    soft = [cv2.GaussianBlur(face, (0, 0), 4.0) for face in (one, _in_its_light(two, one, where))]
    return float(cv2.absdiff(*soft).max(axis=2)[where].mean())


def _laid_over(one: Picture, two: Picture, where: NDArray[np.bool_]) -> Picture:
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
    return _in_its_light(moved, one, where)


def _differs(one: Picture, two: Picture, where: NDArray[np.bool_]) -> bool:
    """Whether two faces that lie alike differ by more than a speck."""
    soft = [cv2.GaussianBlur(face, (0, 0), 1.0) for face in (one, two)]
    differ = ((cv2.absdiff(*soft).max(axis=2) > DIFFERENT) & where).astype(np.uint8)
    _, labels = cv2.connectedComponents(cv2.dilate(differ, np.ones((5, 5), np.uint8)))
    return bool((np.bincount(labels[differ > 0]) >= SPECK * FINE**2).any())


def _in_its_light(seen: Picture, face: Picture, where: NDArray[np.bool_]) -> Picture:
    """A picture of a card with gain and black level as on a kept face, by what of it agrees; same shape."""
    few = seen[::3, ::3][where[::3, ::3]].astype(np.float32)
    known = face[::3, ::3][where[::3, ::3]].astype(np.float32)
    bright = len(few) * 17 // 20
    paper = np.partition(few, bright, axis=0)[bright]
    gain = np.partition(known, bright, axis=0)[bright] / np.maximum(paper, 8.0)
    bias = np.zeros(3, np.float32)
    for _ in range(ROUNDS):
        apart = np.abs(few * gain + bias - known)
        off = np.maximum(np.maximum(apart[:, 0], apart[:, 1]), apart[:, 2])
        own = off <= max(20.0, float(np.partition(off, len(off) * 3 // 5)[len(off) * 3 // 5]))
        x, y = few[own], known[own]
        spread = ((x - x.mean(axis=0)) ** 2).mean(axis=0)
        slope = ((x - x.mean(axis=0)) * (y - y.mean(axis=0))).mean(axis=0) / np.maximum(spread, 1.0)
        gain = np.clip(slope, 0.75 * gain, 1.35 * gain)
        bias = y.mean(axis=0) - gain * x.mean(axis=0)
    levels = np.arange(256, dtype=np.float32)[:, None] * gain + bias
    return np.asarray(cv2.LUT(seen, np.clip(levels, 0, 255).astype(np.uint8).reshape(1, 256, 3)), np.uint8)
