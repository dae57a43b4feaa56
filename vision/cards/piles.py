"""The discard piles in a picture: where they lie and which card is on top of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.indices import Index, read_indices
from vision.cards.outline import Outline
from vision.cards.patch import CardChances
from vision.cards.reader import IndexReader
from vision.cards.seen import SeenCard, cards_of
from vision.cards.shown.faces import ShownFaces
from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Picture

BORDER = 1.6
"""Centimetres around the field of spaces in which the board's own print is taken for no card. 1 to 2.5."""
REACH = 30.0
"""Centimetres from the field within which piles are looked for. 20 to 40."""
NAMED = 0.99
"""A top card less likely than this is not named, though both its indices were read: they may err alike. Of 114 cards on
held-out drawn pieces that were likelier than 0.9 none was another. 0.98 to 1."""
OTHERS = 0.97
"""Cards under the top one are listed when they are so likely. 0.9 to 0.999."""
LEAST = 0.5
"""What is less likely than this to be a card at all, or the card it seems to be, is no sign of one."""
PLAIN = 0.9
"""What is less likely than this to be the card it seems to be tells of no pile. 0.7 to 0.97."""
CARD = 0.3
"""What is less likely than this to be a playing card, seen as a whole, is none. 0.05 to 0.3."""
BOTH = 10.0
"""Odds by which a card is likelier to have none on it where both its indices show: of such, on held-out drawn pieces,
262 of 266 top cards were told by their face alone with 0.3 or more, 95 of 99 that lay under others with less."""
UPPERMOST = 0.75
"""A card that is so likely to have none on it is taken for the top one. Of 1,586 held-out drawn cards named so 20 lay
under others by more than 15 %; with 0.8 14 of 1,550, with 0.85 12 of 1,506. 0.6 to 0.85."""
IN_VIEW = 0.75
"""What lies on a card of which less is within the picture than this, nobody can say. 0.6 to 0.9."""
COPIES = 8
"""Indices that say the same which two decks can show at most: two cards, each with one in every corner."""
PATTERNED = 7.0
"""What lies nearer than this to print that is read more often is print of the same cloth, in centimetres. 5 to 9."""


@dataclass(frozen=True)
class Pile(CardChances):
    """One pile; its chances are those of its top card, even where that could not be told."""

    top: Outline
    corners: NDArray[np.float32]
    """Its top card's corners in pixels; the upper left one of the upright card first; shape (4, 2)."""
    on_top: bool
    """Whether it is certain that this card is the top one, be it read or not."""
    others: tuple[str, ...]
    """Cards under it that were read, surest first."""
    whole: bool
    """Whether both of its indices were read, or all of its face was seen."""

    @property
    def card(self) -> str | None:
        """The top card as it may be said aloud, None where it could not be read."""
        return self.likeliest if self.on_top and self.confidence >= NAMED else None


def piles_in(
    picture: Picture, table: Tabletop, where: NDArray[np.uint8], reader: IndexReader, shown: ShownFaces | None
) -> list[Pile]:
    """The piles in the part of a picture where `where` is 255, from left to right; its lens bends no straight line.

    `shown` is the deck that is played with, where it was shown.
    """
    indices: list[Index] = []
    if shown is None or shown.has_indices:
        found = reader.detector.look(picture, table, where)
        indices = _without_patterns(read_indices(picture, table, found, reader.namer))
    places = [] if shown is None else shown.features.places(picture, table, where)
    cards = cards_of(indices, picture, table, reader.whole, shown, places)
    return _piles([card for card in cards if _may_lie(card)], table, picture)


def _may_lie(card: SeenCard) -> bool:
    """Whether a card may lie there just so; one that is held over the table, a hand on an index, seems too large."""
    if min(card.confidence, card.face.there) < LEAST:
        return False
    return card.shown or (card.face.card >= CARD and (card.whole or card.outline.believed))


def beside(picture: Picture, table: Tabletop) -> NDArray[np.uint8]:
    """255 where cards may lie: around the board, as far as the table reaches; shape (height, width)."""
    middle = table.board.mean(axis=0)
    half = np.abs(table.board - middle).max(axis=0)
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    near = Outline(float(middle[0]), float(middle[1]), 0.0)
    where = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(where, _within(table, near.at(signs * (half + REACH))), 255)
    cv2.fillConvexPoly(where, _within(table, near.at(signs * (half + BORDER))), 0)
    return where


def _within(table: Tabletop, corners: NDArray[np.float32]) -> NDArray[np.int32]:
    """A rectangle of the table as a polygon of pixels; what lies behind the horizon is drawn in."""
    middle = corners.mean(axis=0)
    facing = float(np.array([*middle, 1.0]) @ table.to_picture[2])
    for _ in range(10):
        behind = np.c_[corners, np.ones(4)] @ table.to_picture[2] < 0.35 * facing
        corners[behind] = middle + (corners[behind] - middle) * 0.9
    return np.round(table.in_picture(corners)).astype(np.int32)


def _piles(cards: list[SeenCard], table: Tabletop, picture: Picture) -> list[Pile]:
    """The uppermost cards and what lies beneath them (non-maximum suppression by the odds that none lies on a card)."""
    heaps: list[list[SeenCard]] = []
    for card in sorted(cards, key=_odds, reverse=True):
        touched = [heap for heap in heaps if any(card.outline.overlaps(other.outline) for other in heap)]
        if not touched or (_odds(card) >= 1 and not any(card.outline.overlaps(heap[0].outline) for heap in touched)):
            heaps.append([card])
        else:
            touched[0].append(card)
    piles = [_pile(heap, cards, table, picture) for heap in heaps if heap[0].confidence >= PLAIN]
    return sorted(piles, key=lambda pile: (float(pile.corners[:, 0].mean()), float(pile.corners[:, 1].mean())))


def _pile(heap: list[SeenCard], cards: list[SeenCard], table: Tabletop, picture: Picture) -> Pile:
    top, *beneath = heap
    odds = _odds(top)
    # What lies on each other and says the same are two of a kind, as two decks allow: either may be the top one.
    rivals = [card for card in cards if card.likeliest != top.likeliest and card.outline.overlaps(top.outline)]
    uppermost = odds / (1 + odds + sum(map(_odds, rivals)))
    corners, chances = table.in_picture(top.outline.corners), top.chances
    on_top = uppermost >= UPPERMOST and _in_view(corners, picture) >= IN_VIEW
    if not on_top:
        chances = np.asarray(uppermost * chances + (1 - uppermost) / len(chances), np.float32)
    others = tuple(card.likeliest for card in beneath if card.confidence >= OTHERS)
    return Pile(top.outline, corners, on_top, others, top.whole, chances=chances, cards=top.cards)


def _in_view(corners: NDArray[np.float32], picture: Picture) -> float:
    """The part of a card that lies within a picture."""
    height, width = picture.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return cv2.intersectConvexConvex(corners, frame)[0] / max(cv2.contourArea(corners), 1.0)


def _odds(card: SeenCard) -> float:
    """Odds that no other card lies on a card."""
    chance = card.face.uncovered
    return (BOTH if card.whole else 1.0) * chance / max(1 - chance, 1e-6)


def _without_patterns(indices: list[Index]) -> list[Index]:
    """Without the print of a cloth or of a box: what is read more often than two decks can show it, and all beside it,
    of which less may have been found."""
    copies = Counter(index.likeliest for index in indices if index.sure)
    print_ = [index.pose for index in indices if copies[index.likeliest] > COPIES]
    return [
        index
        for index in indices
        if all(hypot(index.pose.x - one.x, index.pose.y - one.y) > PATTERNED for one in print_)
    ]
