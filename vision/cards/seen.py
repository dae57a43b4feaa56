"""Cards made of the indices that were read."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi, remainder

import numpy as np
from numpy.typing import NDArray

from vision.cards.indices import Index, together
from vision.cards.outline import HEIGHT, WIDTH, Outline
from vision.cards.patch import CARDS
from vision.cards.tabletop import Tabletop
from vision.cards.whole_card import SeenFace, WholeCardReader
from vision.rectify.mesh import Picture

ASIDE = 0.75
"""Centimetres from the middle of an index to the side of its card, ordinarily."""
ABOVE = 0.5
"""Centimetres from the top of an index to the top of its card, ordinarily."""
SAME, TURNED = 1.0, 0.3
"""Two outlines whose middles lie nearer than this, in centimetres, and which are turned by less against each other or
against half a turn, in radians, are of one card: one that shows its index beside another lies further off. 0.7 to 1.3.
"""
WEIGHTS = (0.8, 0.6)
"""What the indices and the whole face of a card count, as logarithms. Of 544 held-out drawn cards the networks before
told 385 with 0.998 so, none wrong, and 323 by their indices alone; with 1 and 0.6 420, and one held in a hand."""
NEVER = 1e-6
"""Neither makes a card less likely than this."""


@dataclass(frozen=True)
class SeenCard:
    """A card of which at least one index was read."""

    face: SeenFace
    """How all of it looks."""
    indices: tuple[Index, ...]
    """Surest first."""
    chances: NDArray[np.float32]
    """Of the 52 cards by its indices and its face, in the order of CARDS."""

    @property
    def outline(self) -> Outline:
        """Where it lies."""
        return self.face.outline

    @property
    def card(self) -> str:
        """The likeliest card."""
        return CARDS[int(self.chances.argmax())]

    @property
    def confidence(self) -> float:
        """Its chance."""
        return float(self.chances.max())

    @property
    def whole(self) -> bool:
        """Whether two of its indices were read."""
        return len(self.indices) > 1


def cards_of(indices: list[Index], picture: Picture, table: Tabletop, reader: WholeCardReader) -> list[SeenCard]:
    """The cards to which the indices belong: those are of one card whose outlines come to lie on each other.

    Args:
        indices: what was read, surest first.
        picture: the picture.
        table: the plane of the table.
        reader: sees where cards lie, and how they look.
    """
    faces = reader.look(picture, table, [_guessed(index) for index in indices])
    faces = reader.look(picture, table, [face.outline for face in faces])
    cards: list[tuple[SeenFace, list[Index]]] = []
    for face, index in sorted(zip(faces, indices, strict=True), key=lambda one: -one[0].card):
        own = next((own for other, own in cards if _is_of(index, face, other, own)), None)
        if own is None:
            cards.append((face, [index]))
        else:
            own.append(index)
    cards = [(face, sorted(own, key=lambda one: -one.index)) for face, own in cards if any(one.sure for one in own)]
    faces = reader.look(picture, table, [face.outline for face, _ in cards])
    return [_seen(face, own) for face, (_, own) in zip(faces, cards, strict=True)]


def _is_of(index: Index, face: SeenFace, other: SeenFace, others: list[Index]) -> bool:
    """Whether an index is one more of a card: by the outline it led to, or since it says the same within it."""
    repeats = index.card == others[0].card and other.outline.inside((index.pose.x, index.pose.y))
    return repeats or _is_same(face.outline, other.outline)


def _seen(face: SeenFace, own: list[Index]) -> SeenCard:
    indices = together(*own[:2]) if len(own) > 1 else own[0].chances
    return SeenCard(face, tuple(own), _both(indices, face.chances))


def _guessed(index: Index) -> Outline:
    """An ordinary card of which this is the upper left index."""
    pose = index.pose
    away = np.array([[WIDTH / 2 - ASIDE, HEIGHT / 2 - ABOVE - pose.height / 2]])
    x, y = Outline(pose.x, pose.y, pose.turn).at(away)[0]
    return Outline(float(x), float(y), pose.turn)


def _is_same(one: Outline, other: Outline) -> bool:
    turned = abs(remainder(one.turn - other.turn, pi))
    return turned < TURNED and hypot(one.x - other.x, one.y - other.y) < SAME


def _both(indices: NDArray[np.float32], whole: NDArray[np.float32]) -> NDArray[np.float32]:
    """Chances of a card by what its indices and its whole face say, which are not independent (log-linear pooling)."""
    both = (indices + NEVER) ** WEIGHTS[0] * (whole + NEVER) ** WEIGHTS[1]
    return np.asarray(both / both.sum(), np.float32)
