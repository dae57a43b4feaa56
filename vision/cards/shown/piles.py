"""The discard piles as a deck that was shown tells them."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, remainder

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outline import Outline
from vision.cards.piles import OTHERS, Pile
from vision.cards.shown.deck import FINE, MARGIN
from vision.cards.shown.likeness import Faces, Likeness
from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Picture

FITS, INK, BLOT = 0.93, 0.8, 0.3
"""A card of which less looks as on its face, or less of what is printed there, or with a larger spot (in square
centimetres) that looks otherwise, is not seen whole: something lies on it, or it is no card of this deck. 0.9 to 0.97;
0.7 to 0.95; 0.15 to 0.4."""
PARTLY = 0.5
"""What looks less like a face than this, or has less of what is printed on it, is none. 0.4 to 0.6."""
RIM, BARE = 0.4, 0.25
"""A hand or a glass hides at most this part of a card's rim; and of what is hidden at most this part shows paper, which
would be another card's. 0.3 to 0.5; 0.15 to 0.4."""
OVERLAP, BETTER = 0.4, 0.12
"""Of two cards that would cover so much of each other one is none when it fits by so much less: pips fit pips of other
cards beside their places. 0.3 to 0.6; 0.08 to 0.2."""
CROSSED = 0.2
"""Chance that a card nobody saw lies across one that is not seen whole. Of eight that were looked at on rendered tables
it did so on four. 0.1 to 0.5."""
LOOKS = 10
"""Most places that are looked at closely, in one look."""
ONE_CARD, ONE_TURN = 1.5, 0.35
"""Centimetres and radians within which two places are one card, whichever way up."""


@dataclass(frozen=True)
class _Card:
    like: Likeness
    whole: bool
    uncovered: bool


def shown_piles(picture: Picture, table: Tabletop, where: NDArray[np.uint8], faces: Faces) -> list[Pile]:
    """The piles in the part of the picture where `where` is 255 on which a card of the deck shows."""
    heaps: list[list[_Card]] = []
    for card in _cards(picture, table, where, faces):
        touching = [heap for heap in heaps if any(card.like.outline.overlaps(other.like.outline) for other in heap)]
        heaps = [heap for heap in heaps if heap not in touching]
        heaps.append([other for heap in touching for other in heap] + [card])
    return [_pile(heap, faces) for heap in heaps]


def _cards(picture: Picture, table: Tabletop, where: NDArray[np.uint8], faces: Faces) -> list[_Card]:
    found: list[_Card] = []
    for place in faces.features.places(picture, table, where)[:LOOKS]:
        if any(card.whole and card.like.outline.inside((place.outline.x, place.outline.y)) for card in found):
            continue
        like = faces.at(place, picture, table)
        if min(like.fits, like.ink) < PARTLY:
            continue
        same = next((card for card in found if _is_same(card.like.outline, like.outline)), None)
        if same is not None and same.like.fits >= like.fits:
            continue
        found = [card for card in found if card is not same]
        whole = like.fits >= FITS and like.ink >= INK and like.blot <= BLOT
        found.append(_Card(like, whole, whole or _uncovered(like)))
    return [card for card in found if not any(_instead(other.like, card.like) for other in found)]


def _instead(one: Likeness, two: Likeness) -> bool:
    """Whether the first card is seen where the second one seems to lie."""
    area, _ = cv2.intersectConvexConvex(one.outline.corners, two.outline.corners)
    fits = min(one.fits, one.ink) - min(two.fits, two.ink)
    return area > OVERLAP * one.outline.width * one.outline.height and fits > BETTER


def _is_same(one: Outline, two: Outline) -> bool:
    near = float(np.hypot(one.x - two.x, one.y - two.y)) < ONE_CARD
    return near and abs(remainder(one.turn - two.turn, pi)) < ONE_TURN


def _uncovered(like: Likeness) -> bool:
    """Whether nothing but a hand or a glass can lie on a card that is not seen whole."""
    edge, broad = round(MARGIN * FINE), round(2.5 * MARGIN * FINE)
    sides = [
        like.blots[edge:broad].mean(),
        like.blots[-broad:-edge].mean(),
        like.blots[:, edge:broad].mean(),
        like.blots[:, -broad:-edge].mean(),
    ]
    if float(np.mean(sides)) > RIM or sum(side > 0.5 for side in sides) > 1:
        return False
    return like.bare <= BARE


def _pile(heap: list[_Card], faces: Faces) -> Pile:
    heap.sort(key=lambda card: (not card.whole, -card.like.fits))
    names, top = faces.deck.names, heap[0]
    on_top = top.uncovered and not any(card.whole for card in heap[1:]) and (top.whole or len(heap) == 1)
    chances = top.like.chances
    if not top.whole:
        chances = np.asarray((1 - CROSSED) * chances + CROSSED / len(names), np.float32)
    others = tuple(names[card.like.best] for card in heap[1:] if float(card.like.chances.max()) >= OTHERS)
    return Pile(top.like.outline, top.like.corners, chances, on_top, others, top.whole, names)
