"""Cards made of the indices that were read, and of places where a shown deck's may lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, pi, remainder

import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import Card
from vision.cards.indices import Index, together
from vision.cards.outline import HEIGHT, WIDTH, Outline
from vision.cards.patch import CardChances
from vision.cards.shown.faces import ShownFaces
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
NEVER = 1e-6
"""Neither makes a card less likely than this."""
LIKE = 0.54
"""What looks less like each face of a shown deck is none of them. Of 72 cards of four drawn decks that lay open, on a
heap or in a lamp's mirror none looked less like its own than 0.56; what was none of the deck came to 0.52."""
WHOLE = 0.65
"""What looks more like a face of a shown deck than this is seen whole."""
BY_ITS_FACE = 0.99
"""Where a shown deck tells one so surely, what is read at its corners does not count."""
MISTAKEN = 0.005
"""What is read makes no card of a shown deck less likely than this, so that it names one only where the face makes that
a third likely at least."""


@dataclass(frozen=True)
class SeenCard(CardChances):
    """A card of which an index was read, or which looks like one of a deck that was shown; its chances are those by its
    indices, its face and that deck."""

    face: SeenFace
    """How all of it looks."""
    indices: tuple[Index, ...]
    """Surest first."""
    likeness: float | None = None
    """How like a card of the deck that was shown it looks; None where it is none."""

    @property
    def outline(self) -> Outline:
        """Where it lies."""
        return self.face.outline

    @property
    def whole(self) -> bool:
        """Whether two of its indices were read, or all of its face looks as it was shown."""
        return len(self.indices) > 1 or (self.likeness or 0) >= WHOLE

    @property
    def shown(self) -> bool:
        """Whether it looks like a card of the deck that was shown."""
        return self.likeness is not None


def cards_of(
    indices: list[Index],
    picture: Picture,
    table: Tabletop,
    reader: WholeCardReader,
    shown: ShownFaces | None = None,
    places: Sequence[Outline] = (),
) -> list[SeenCard]:
    """The cards to which the indices belong, and those of a shown deck: those are one whose outlines come to lie on
    each other.

    Args:
        indices: what was read, surest first.
        picture: the picture.
        table: the plane of the table.
        reader: sees where cards lie, and how they look.
        shown: the deck that was shown, where one was.
        places: where its cards may lie.
    """
    guesses = [*((_guessed(index), [index]) for index in indices), *((place, list[Index]()) for place in places)]
    faces = reader.settled(picture, table, [outline for outline, _ in guesses])
    surest = [face.card for face in faces]
    if shown is not None:
        surest = shown.likenesses([face.looks for face in faces])
    found = zip(surest, faces, (index for _, index in guesses), strict=True)
    cards: list[tuple[SeenFace, list[Index]]] = []
    for _, face, index in sorted(found, key=lambda one: -one[0]):
        own = next((own for other, own in cards if _is_of(index, face, other, own)), None)
        if own is None:
            cards.append((face, index))
        else:
            own += index
    # What has no sure index may be of a shown deck all the same.
    cards = [card for card in cards if shown is not None or _sure(card[1])]
    cards = [(face, sorted(own, key=lambda one: -one.index)) for face, own in cards]
    faces = reader.look(picture, table, [face.outline for face, _ in cards], both_ways=True)
    seen = [_seen(face, own) for face, (_, own) in zip(faces, cards, strict=True)]
    if shown is not None:
        told = shown.told([face.looks for face in faces])
        seen = [_of_deck(card, *of, shown.cards) for card, of in zip(seen, told, strict=True)]
    return [card for card in seen if card.shown or _sure(card.indices)]


def _sure(own: Sequence[Index]) -> bool:
    return any(index.sure for index in own)


def _is_of(index: list[Index], face: SeenFace, other: SeenFace, others: list[Index]) -> bool:
    """Whether an index is one more of a card: by the outline it led to, or since it says the same within it."""
    for one in index:
        if others and one.likeliest == others[0].likeliest and other.outline.inside((one.pose.x, one.pose.y)):
            return True
    here, there = face.outline, other.outline
    turned = abs(remainder(here.turn - there.turn, pi))
    return turned < TURNED and hypot(here.x - there.x, here.y - there.y) < SAME


def _seen(face: SeenFace, own: list[Index]) -> SeenCard:
    """The card by what its face and its indices say, where it has any (naive Bayes)."""
    chances = face.chances
    if own:
        indices = together(*own[:2]) if len(own) > 1 else own[0].chances
        chances = (indices + NEVER) * (chances + NEVER)
        chances = np.asarray(chances / chances.sum(), np.float32)
    return SeenCard(face, tuple(own), chances=chances)


def _of_deck(card: SeenCard, likeness: float, chances: NDArray[np.float32], cards: tuple[Card, ...]) -> SeenCard:
    """The card as one of a deck that was shown, if it looks like one, by what its face and its indices say."""
    if likeness < LIKE:
        return card
    if card.indices and float(chances.max()) < BY_ITS_FACE:
        # Only then: the reader may take a card of a design that it does not know for another.
        chances = chances * np.maximum(card.chances, MISTAKEN)
        chances = np.asarray(chances / chances.sum(), np.float32)
    return SeenCard(card.face, card.indices, likeness, chances=chances, cards=cards)


def _guessed(index: Index) -> Outline:
    """An ordinary card of which this is the upper left index."""
    pose = index.pose
    away = np.array([[WIDTH / 2 - ASIDE, HEIGHT / 2 - ABOVE - pose.height / 2]])
    x, y = Outline(pose.x, pose.y, pose.turn).at(away)[0]
    return Outline(float(x), float(y), pose.turn)
