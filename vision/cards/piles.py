"""The discard piles in a picture: where they lie and which card is on top of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import Card
from vision.cards.covering import above, hidden_by_a_thing, rim_above, shows_its_middle, uncovered
from vision.cards.detector import Look
from vision.cards.indices import Index, read_indices
from vision.cards.outline import Outline
from vision.cards.patch import CARDS
from vision.cards.reader import IndexReader
from vision.cards.seen import SeenCard, cards_of
from vision.cards.tabletop import Tabletop
from vision.cards.whole_card import SeenFace
from vision.rectify.mesh import Picture

BORDER = 1.6
"""Centimetres around the field of spaces in which the board's own print is taken for no card. 1 to 2.5."""
REACH = 30.0
"""Centimetres from the field within which piles are looked for. 20 to 40."""
NAMED = 0.99
"""A top card less likely than this is not named, though both its indices were read: they may err alike. Of 114 cards on
held-out drawn pieces that were likelier than 0.9 none was another. 0.98 to 1."""
PLAIN, PLAINLY = 0.9, 0.8
"""What is less plainly an index, or says less plainly what, is no sign of a card. 0.7 to 0.97."""
OTHERS = 0.97
"""Cards under the top one are listed when they are so likely. 0.9 to 0.999."""
LEAST = 0.5
"""A single index less likely than this to say what it seems to say tells of no card. 0.4 to 0.7."""
INDEX = 0.92
"""A card of which one index was read is not named where that is less likely than this to be one: print of a cloth had
0.847. 0.85 to 0.95."""
ALONE = 0.99
"""A card of which one index was read, less likely than this by it, may be any card of the heap. 0.98 to 1."""
WEIGHTS = (0.8, 0.6)
"""What the indices and the whole face of a card count, as logarithms: of 544 held-out drawn cards 385 are told with
0.998 so, none of them wrong, and 323 by their indices alone; with 1 and 0.6 it would be 420, and one held in a hand."""
NEVER = 1e-6
"""Neither makes a card less likely than this."""
CARD = 0.05
"""What is less likely than this to be a playing card, seen as a whole, is not named: one of 544 held-out drawn
cards, and 27 of 68 jokers, cards of other games and cards in mirrors. 0.02 to 0.2."""
UNCOVERED = 0.01
"""What is less likely than this to have no card on it, seen as a whole, is not on top though both indices show: four
of 352 held-out drawn cards, and eight of 33 on which others lay. 0.005 to 0.02."""
LEADS = 50.0
"""Of several cards of which none is seen to lie under another, one that is so many times likelier than the next to lie
uppermost is the top one, in odds. 10 to 200."""
COPIES = 8
"""Indices that say the same which two decks can show at most: two cards, each with one in every corner."""
PATTERNED = 7.0
"""What lies nearer than this to print that is read more often is print of the same cloth, in centimetres. 5 to 9."""
CROSSED = 0.2
"""Chance that a card nobody saw lies across one of which one index was read. Of eight that were looked at on rendered
tables it did so on four. 0.1 to 0.5."""


@dataclass(frozen=True)
class Pile:
    """One pile."""

    top: Outline
    corners: NDArray[np.float32]
    """Its top card's corners in pixels; the upper left one of the upright card first; shape (4, 2)."""
    chances: NDArray[np.float32]
    """Of each of `cards` to be its top card; even where it could not be told."""
    on_top: bool
    """Whether it is certain that this card is the top one, be it read or not."""
    others: tuple[str, ...]
    """Cards under it that were read, surest first."""

    whole: bool = True
    """Whether both of its indices were read, or all of its face was seen."""
    cards: tuple[Card, ...] = CARDS
    """What the chances stand for."""

    @property
    def named(self) -> bool:
        """Whether the likeliest may be said aloud."""
        return self.on_top and self.confidence >= NAMED

    @property
    def card(self) -> str | None:
        """The top card, None where it could not be read."""
        return self.likeliest if self.named else None

    @property
    def likeliest(self) -> str:
        """The likeliest top card."""
        return self.cards[int(self.chances.argmax())]

    @property
    def confidence(self) -> float:
        """Chance of the likeliest top card."""
        return float(self.chances.max())


def piles_in(picture: Picture, table: Tabletop, where: NDArray[np.uint8], reader: IndexReader) -> list[Pile]:
    """The piles in the part of a picture where `where` is 255, from left to right; its lens bends no straight line."""
    look = reader.detector.look(picture, table, where)
    indices = _without_patterns(read_indices(picture, table, look.places, reader))
    if not indices:
        return []
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return _piles(cards_of(indices, grey, table), picture, grey, table, look, reader)


def beside(picture: Picture, table: Tabletop) -> NDArray[np.uint8]:
    """255 where cards may lie: around the board, as far as the table reaches; shape (height, width)."""
    middle = table.board.mean(axis=0)
    half = np.abs(table.board - middle).max(axis=0)
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    near = Outline(float(middle[0]), float(middle[1]), 0.0)
    where = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(where, _within(table, near.at(signs * (half + REACH)), picture), 255)
    cv2.fillConvexPoly(where, _within(table, near.at(signs * (half + BORDER)), picture), 0)
    return where


def _within(table: Tabletop, corners: NDArray[np.float32], picture: Picture) -> NDArray[np.int32]:
    """A rectangle of the table as a polygon of pixels; what lies behind the horizon is drawn in."""
    away = np.c_[corners, np.ones(4)] @ table.to_picture[2]
    facing = float(np.array([*corners.mean(axis=0), 1.0]) @ table.to_picture[2])
    middle = corners.mean(axis=0)
    for place in range(4):
        share = 1.0
        while away[place] < 0.35 * facing and share > 0.1:
            share -= 0.1
            corners[place] = middle + (corners[place] - middle) * 0.9
            away[place] = float(np.array([*corners[place], 1.0]) @ table.to_picture[2])
    return np.round(table.in_picture(corners)).astype(np.int32)


def _piles(
    cards: list[SeenCard], picture: Picture, grey: NDArray[np.uint8], table: Tabletop, look: Look, reader: IndexReader
) -> list[Pile]:
    piles = []
    for heap in _heaps(_without_print(cards)):
        tops = [
            card for card in heap if not any(_lies_above(other, card, picture, grey, table, look) for other in heap)
        ]
        faces = dict(
            zip(map(id, tops), reader.whole.look(picture, table, [card.outline for card in tops]), strict=True)
        )
        tops = _leading(tops, faces) or tops
        whole = [card for card in tops if card.whole]
        # Where two say the same, as two decks allow, it does not matter which of them lies above.
        same = len({card.card for card in whole}) == 1
        certain = len(tops) == 1 or (same and not any(_may_be_crossed(card, tops) for card in whole))
        top = (whole or tops or heap)[0]
        any_card = np.full(len(CARDS), 1 / len(CARDS), np.float32)
        seen = faces.get(id(top))
        told = any_card if seen is None else _both(top.chances, seen.chances)
        if not _shows_a_card(top, told):
            continue
        face = seen if certain else None
        on_top = face is not None and _is_on_top(top, face, heap, picture, grey, table, look)
        corners = table.in_picture(top.outline.corners)
        others = tuple(card.card for card in heap if card is not top and card.confidence >= OTHERS)
        chances = any_card if face is None else told
        if not (top.whole or (on_top and _plain_alone(top, picture, table, look))):
            chances = np.asarray((1 - CROSSED) * chances + CROSSED * any_card, np.float32)
        piles.append(Pile(top.outline, corners, chances, on_top, others, top.whole))
    return sorted(piles, key=lambda pile: (float(pile.corners[:, 0].mean()), float(pile.corners[:, 1].mean())))


def _leading(tops: list[SeenCard], faces: dict[int, SeenFace]) -> list[SeenCard]:
    """The one of several cards that is by far the likeliest to lie uppermost, if there is one."""
    if len(tops) < 2:
        return []
    odds = {id(card): _odds(faces[id(card)].uppermost) for card in tops}
    first, second, *_ = sorted(tops, key=lambda card: -odds[id(card)])
    return [first] if odds[id(first)] >= LEADS * odds[id(second)] else []


def _odds(chance: float) -> float:
    return chance / max(1 - chance, NEVER)


def _both(indices: NDArray[np.float32], whole: NDArray[np.float32]) -> NDArray[np.float32]:
    """Chances of a card by what its indices and its whole face say, which are not independent (log-linear pooling)."""
    both = (indices + NEVER) ** WEIGHTS[0] * (whole + NEVER) ** WEIGHTS[1]
    return np.asarray(both / both.sum(), np.float32)


def _without_patterns(indices: list[Index]) -> list[Index]:
    """Without the print of a cloth or of a box: what is read more often than two decks can show it, and all beside it,
    of which less may have been found."""
    copies = Counter(index.card for index in indices if index.sure)
    print_ = [index.pose for index in indices if copies[index.card] > COPIES]
    return [
        index
        for index in indices
        if all(hypot(index.pose.x - one.x, index.pose.y - one.y) > PATTERNED for one in print_)
    ]


def _without_print(cards: list[SeenCard]) -> list[SeenCard]:
    """Without what only looks a little like an index: two pips, or a piece of a picture.

    Inside a card that was read at both its ends, where its own print is, only a plain index tells of another card.
    """
    whole = [card for card in cards if card.whole]
    return whole + [
        card
        for card in cards
        if not card.whole and card.confidence >= (PLAIN if _lies_within(card.indices[0], whole) else LEAST)
    ]


def _lies_within(index: Index, cards: list[SeenCard]) -> bool:
    return any(card.outline.inside((index.pose.x, index.pose.y)) for card in cards)


def _is_on_top(
    card: SeenCard,
    face: SeenFace,
    heap: list[SeenCard],
    picture: Picture,
    grey: NDArray[np.uint8],
    table: Tabletop,
    look: Look,
) -> bool:
    if face.card < CARD or face.uncovered < UNCOVERED or not shows_its_middle(card, look):
        return False
    if card.whole:
        return True
    others = [other for other in heap if other is not card and other.outline.overlaps(card.outline)]
    return (
        card.confidence >= ALONE
        and all(other.card != card.card for other in others)  # else both may be indices of one card in a mirror
        and all(_lies_above(card, other, picture, grey, table, look) for other in others)
        and uncovered(card, picture, table, look)
    )


def _plain_alone(card: SeenCard, picture: Picture, table: Tabletop, look: Look) -> bool:
    """Whether the one index that was read of a card is enough to name it."""
    return card.indices[0].index >= INDEX and hidden_by_a_thing(card, picture, table, look)


def _shows_a_card(card: SeenCard, told: NDArray[np.float32]) -> bool:
    """Whether there is a card at all, be it one that cannot be read: letters on a box are none.

    Two indices that say the same and lie to each other as on a card are a sign by themselves; then what is `told` of it
    with its whole face counts, too.
    """
    if card.whole:
        return max(card.confidence, float(told.max())) >= PLAIN
    return card.confidence >= PLAIN and card.indices[0].index >= PLAINLY


def _may_be_crossed(card: SeenCard, tops: list[SeenCard]) -> bool:
    """Whether a card that says something else may lie across it: then both its own indices would show all the same."""
    return any(
        other.card != card.card and other.outline.overlaps(card.outline) and _shows_a_card(other, other.chances)
        for other in tops
    )


def _lies_above(
    one: SeenCard, two: SeenCard, picture: Picture, grey: NDArray[np.uint8], table: Tabletop, look: Look
) -> bool:
    if one is two or not one.outline.overlaps(two.outline):
        return False
    known = above(one, two, picture, table, look)
    return rim_above(one, two, picture, grey, table) is True if known is None else known


def _heaps(cards: list[SeenCard]) -> list[list[SeenCard]]:
    """Cards that lie on each other, in heaps; each heap surest first."""
    heaps: list[list[SeenCard]] = []
    for card in cards:
        touching = [heap for heap in heaps if any(card.outline.overlaps(other.outline) for other in heap)]
        heaps = [heap for heap in heaps if heap not in touching]
        heaps.append([other for heap in touching for other in heap] + [card])
    return [sorted(heap, key=lambda card: (not card.whole, -card.confidence)) for heap in heaps]
