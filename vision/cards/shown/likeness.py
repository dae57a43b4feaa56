"""How well what lies at a place is this or that face of a shown deck, pixel by pixel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outline import Outline
from vision.cards.shown.deck import FINE, ShownDeck, face_at
from vision.cards.shown.light import in_its_light
from vision.cards.shown.places import FaceFeatures, Place
from vision.cards.shown.telling_apart import Differences
from vision.cards.tabletop import Tabletop
from vision.rectify.channels import brightest_of
from vision.rectify.mesh import Picture

PLAY = 3
"""An edge may lie a pixel otherwise than on the kept face: the side of the square in which its darkest and brightest
are taken. 3 or 5."""
FORGIVEN, UNLIKE = 14.0, 44.0
"""Grey levels by which a pixel may leave what the kept face allows there, and by which it is wholly something else."""
BY_VOTES = 2
"""Faces that are tried at a place by their votes, the most first."""
RIVALS, RIVAL = 4, 1.5
"""Further faces that are tried by how they look there, and the square centimetres by which they may be less like it
than the best."""
SHIFT = 0.5
"""Centimetres around a place in which a face is laid."""
LEANS = tuple(np.radians([0.0, -4.0, 4.0]).tolist())
BENT = 0.15
"""A card seems at most by this part larger, smaller or more slanting than it was shown: it lies on a pile, it bends,
and the table's scale is an estimate."""
PER_CM2 = 40.0
"""How much likelier, as a logarithm, one square centimetre that fits one face and not the other makes it. 20 to 60."""
PAPER = 0.75
"""What is brighter than this part of a card's own paper is paper. 0.65 to 0.85."""
UNLIKELY = -60.0
"""Logarithm of the chance of a face that was not even tried."""


@dataclass(frozen=True)
class Likeness:
    """A card of the deck as it seems to lie in a picture."""

    outline: Outline
    corners: NDArray[np.float32]
    """In pixels, that of the upper left of the upright face first; shape (4, 2)."""
    chances: NDArray[np.float32]
    """Of the deck's faces, in their order, if it is one of them."""
    fits: float
    """Part of the card that looks as on the likeliest face."""
    ink: float
    """Part of the print of that face that is there, its paper left out."""
    blots: NDArray[np.bool_]
    """Where it looks otherwise, on the upright face; shape (height, width)."""
    bare: float
    """The part of that which is as bright as the card's paper."""

    @cached_property
    def best(self) -> int:
        """The likeliest face."""
        return int(self.chances.argmax())

    @cached_property
    def blot(self) -> float:
        """The largest spot that looks otherwise, square centimetres; a thin line, sharper here than there, is none."""
        spots = cv2.morphologyEx(self.blots.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        count, _, boxes, _ = cv2.connectedComponentsWithStats(spots)
        return float(boxes[1:, cv2.CC_STAT_AREA].max()) / FINE**2 if count > 1 else 0.0


@dataclass(frozen=True)
class _Laid:
    """A face laid over a place as well as it fits."""

    face: int
    bend: NDArray[np.float64]
    """From pixels of the face to those of the place."""
    seen: Picture
    apart: NDArray[np.float32]
    """Where it looks otherwise, 0 to 1 for each pixel."""

    @property
    def unlike(self) -> float:
        """Square centimetres that look otherwise."""
        return float(self.apart.sum()) / FINE**2


class Faces:
    """The faces of a deck, ready to be looked for and compared."""

    def __init__(self, deck: ShownDeck) -> None:
        self.deck = deck
        self.features = FaceFeatures(deck)
        self._differences = Differences(deck)
        square = np.ones((PLAY, PLAY), np.uint8)
        smooth = [cv2.GaussianBlur(face, (0, 0), 0.7) for face in deck.faces]
        self._low = [_picture(cv2.erode(face, square)) for face in smooth]
        self._high = [_picture(cv2.dilate(face, square)) for face in smooth]
        self._ink = [_printed(face, deck.compared) for face in deck.faces]
        self._halves = [_half(face, 0.2) for face in deck.faces]
        self._inside = _thirds(deck.compared.astype(np.float32)) > 0.99
        # Channels first: shape (n, 3, pixels).
        self._coarse = np.stack([_coarse(face)[self._inside].T for face in deck.faces])

    def at(self, place: Place, picture: Picture, table: Tabletop) -> Likeness:
        """The face that is likeliest at a place, laid over it with care."""
        by_votes = [int(face) for face in np.argsort(-place.faces)[:BY_VOTES] if place.faces[face] > 0]
        shifted = max((self._shifted(face, place.outline, picture, table) for face in by_votes), key=lambda one: one[0])
        _, outline, first = shifted
        laid = [self._laid(first, outline, picture, table, np.eye(3), (0.5, 1.0))]
        laid += [
            self._laid(face, outline, picture, table, laid[0].bend, (1.0,))
            for face in self._rivals(laid[0].seen, first)
        ]
        best = min(laid, key=lambda one: one.unlike)
        logs = np.full(len(self.deck.names), UNLIKELY, np.float64)
        for one in laid:
            logs[one.face] = -PER_CM2 * (one.unlike - best.unlike)
            if one is not best:
                logs[one.face] -= self._differences.weigh(best.face, one.face, best.seen)
        chances = np.exp(logs - logs.max())
        best = laid[[one.face for one in laid].index(int(logs.argmax()))]
        blots = best.apart > 0.5
        return Likeness(
            outline,
            self._corners(outline, best.bend, table),
            np.asarray(chances / chances.sum(), np.float32),
            float(1 - best.apart[self.deck.compared].mean()),
            float(1 - best.apart[self._ink[best.face]].mean()),
            blots,
            _bare(best.seen, blots),
        )

    def _rivals(self, seen: Picture, first: int) -> list[int]:
        """The other faces that look most like what is seen, at a coarse look and whichever way up."""
        small = _coarse(seen)
        unlike = np.full(len(self.deck.names), np.inf)
        for way in (small, small[::-1, ::-1]):
            apart = np.abs(self._coarse - way[self._inside].T[None])
            off = np.maximum(np.maximum(apart[:, 0], apart[:, 1]), apart[:, 2])
            unlike = np.minimum(unlike, np.clip((off - 20) / 60, 0, 1).sum(axis=1) * 9 / FINE**2)
        order = [int(face) for face in np.argsort(unlike) if face != first and unlike[face] < unlike.min() + RIVAL]
        return order[:RIVALS]

    def _laid(
        self,
        face: int,
        outline: Outline,
        picture: Picture,
        table: Tabletop,
        bend: NDArray[np.float64],
        scales: tuple[float, ...],
    ) -> _Laid:
        seen = face_at(picture, table, outline, bend)
        best = _Laid(face, bend, seen, self._apart(seen, face))
        for scale in scales:
            further = _aligned(self.deck.faces[face], best.seen, self.deck.compared, scale)
            if further is None:
                continue
            further = best.bend @ further
            if np.abs(further[:2, :2] - np.eye(2)).max() > BENT:
                continue
            seen = face_at(picture, table, outline, further)
            tried = _Laid(face, further, seen, self._apart(seen, face))
            if tried.unlike < best.unlike:
                best = tried
        return best

    def _apart(self, seen: Picture, face: int) -> NDArray[np.float32]:
        """Where what is seen cannot be this face: 0 for like it, 1 for something else; shape (height, width)."""
        even = in_its_light(seen, self.deck.faces[face], self.deck.compared)
        darker, brighter = cv2.subtract(self._low[face], even), cv2.subtract(even, self._high[face])
        off = brightest_of(_picture(cv2.max(darker, brighter)))
        apart = np.clip((off.astype(np.float32) - FORGIVEN) / (UNLIKE - FORGIVEN), 0, 1)
        apart[~self.deck.compared] = 0
        return np.asarray(apart, np.float32)

    def _shifted(self, face: int, outline: Outline, picture: Picture, table: Tabletop) -> tuple[float, Outline, int]:
        """A face moved to where it fits best near an outline: how well, how it lies then, which face."""
        best, found = -2.0, outline
        known = self._halves[face]
        for lean in LEANS:
            wide = replace(
                outline, turn=outline.turn + lean, width=outline.width + 2 * SHIFT, height=outline.height + 2 * SHIFT
            )
            like = cv2.matchTemplate(_half(face_at(picture, table, wide), 0), known, cv2.TM_CCOEFF_NORMED)
            _, most, _, (right, down) = cv2.minMaxLoc(like)
            if most > best:
                best = most
                middle = (like.shape[1] - 1) / 2, (like.shape[0] - 1) / 2
                x, y = wide.at(np.array([[(right - middle[0]) * 2 / FINE, (down - middle[1]) * 2 / FINE]]))[0]
                found = replace(outline, x=float(x), y=float(y), turn=wide.turn)
        return best, found, face

    def _corners(self, outline: Outline, bend: NDArray[np.float64], table: Tabletop) -> NDArray[np.float32]:
        height, width = self.deck.shape
        ends = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - 0.5
        moved = ends @ bend[:2, :2].T + bend[:2, 2]
        return table.in_picture(outline.at((moved - (width / 2 - 0.5, height / 2 - 0.5)) / FINE))


def _printed(face: Picture, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where something is printed on a face: it is darker than its paper; all of it where nothing is."""
    dullest = face.min(axis=2)
    ink = where & (dullest < PAPER * np.percentile(dullest[where], 85))
    return np.asarray(ink if ink.any() else where)


def _bare(seen: Picture, blots: NDArray[np.bool_]) -> float:
    """The part of some pixels of a card that is as bright as its paper."""
    dullest = seen.min(axis=2)
    return float((dullest[blots] > PAPER * np.percentile(dullest[~blots], 75)).mean()) if blots.any() else 0.0


def _aligned(known: Picture, seen: Picture, where: NDArray[np.bool_], scale: float) -> NDArray[np.float64] | None:
    """From pixels of the known face to those of what is seen, as an affine matrix; None where nothing is in common."""
    one, two = (
        cv2.resize(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for face in (known, seen)
    )
    mask = cv2.resize(where.astype(np.uint8) * 255, one.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30 if scale < 1 else 8, 1e-4)
    try:
        _, bend = cv2.findTransformECC(one, two, np.eye(2, 3, dtype=np.float32), cv2.MOTION_AFFINE, stop, mask, 5)
    except cv2.error:
        return None
    matrix = np.vstack([np.asarray(bend, np.float64), [0, 0, 1]])
    matrix[:2, 2] /= scale
    return matrix


def _thirds(face: NDArray[np.floating] | Picture) -> NDArray[np.floating]:
    size = face.shape[1] // 3, face.shape[0] // 3
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.float32)


def _coarse(face: Picture) -> NDArray[np.float32]:
    """A face at a third of its size, 200 for its paper; shape (height, width, 3)."""
    small = _thirds(face)
    paper = np.partition(small.reshape(-1, 3), -small.size // 20, axis=0)[-small.size // 20]
    return np.asarray(small * (200 / np.maximum(paper, 8.0)), np.float32)


def _half(face: Picture, rim: float) -> NDArray[np.uint8]:
    edge = round(rim * FINE)
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)
    inner = grey[edge : grey.shape[0] - edge, edge : grey.shape[1] - edge]
    return np.asarray(cv2.resize(inner, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _picture(values: NDArray[np.generic]) -> Picture:
    return np.asarray(values, np.uint8)
