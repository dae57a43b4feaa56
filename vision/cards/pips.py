"""The suit of a number card by its pips: they are larger than the suit in its index, and tell it where that is small or
blurred."""

from __future__ import annotations

from dataclasses import replace
from math import cos, hypot, pi, sin

import numpy as np

from vision.cards.ink import Marks
from vision.cards.patch import RANK_NAMES, SUIT_NAMES, Pose
from vision.cards.reader import IndexReader
from vision.cards.seen import SeenCard
from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Picture

WITHIN = (0.36, 0.4)
"""Parts of a card's width and height about its middle in which its pips lie. 0.3 to 0.4; 0.35 to 0.45."""
SIZES = (0.085, 0.3)
"""A pip is so large, by the height of its card. 0.06 to 0.1; 0.25 to 0.35."""
APART = 0.6
"""What is nearer than this to the middle of an index, in the height of the index, is a part of it. 0.5 to 0.8."""
MIDDLE = 0.05
"""So near the middle of a card, by its height, a pip may stand upright or on its head. 0.03 to 0.08."""
SUIT, BELOW = 0.42, 0.27
"""How high the suit of an index is, and how far its middle lies below that of the index, by the height of the index:
where it is as large as the rank. The namer has learnt suits from a third of that to more."""
LEAST = 1e-4
"""No pip makes a suit less likely than this."""


def told_by_pips(
    card: SeenCard, marks: Marks, picture: Picture, table: Tabletop, reader: IndexReader, sure: float
) -> SeenCard:
    """The card, its suit weighed by its pips where its indices tell its rank and leave a doubt of the suit.

    Args:
        card: a card.
        marks: the marks of ink in the picture.
        picture: the picture.
        table: the plane of the table.
        reader: reads indices.
        sure: a card as likely as this is in no doubt, nor is a rank.
    """
    chances = card.chances.reshape(len(RANK_NAMES), len(SUIT_NAMES))
    if not card.whole or card.confidence >= sure or chances.sum(axis=1).max() < sure:
        return card
    if card.card[:-1] in ("J", "Q", "K"):
        return card
    places = _pips(card, marks)
    if not places:
        return card
    told = reader.namer.look(picture, table, places)
    # They err alike: what all of them say counts once. What stands on its head looks less like an index's suit.
    suits = np.exp(np.average(np.log(told.suit + LEAST), axis=0, weights=told.index + LEAST))
    weighed = chances * (suits / suits.sum())
    return replace(card, chances=np.asarray((weighed / weighed.sum()).ravel(), np.float32))


def _pips(card: SeenCard, marks: Marks) -> list[Pose]:
    """Where an index would have to lie for each pip of a card to be its suit."""
    outline = card.outline
    poses = []
    for (x, y), size in zip(marks.places.tolist(), marks.sizes.tolist(), strict=True):
        right, down = outline.within((x, y))
        if abs(right) > WITHIN[0] * outline.width or abs(down) > WITHIN[1] * outline.height:
            continue
        if not SIZES[0] * outline.height < size < SIZES[1] * outline.height:
            continue
        own = (index.pose for index in card.indices)
        if any(hypot(x - pose.x, y - pose.y) < APART * pose.height for pose in own):
            continue
        if abs(down) < MIDDLE * outline.height:
            poses += [_over(x, y, size, outline.turn), _over(x, y, size, outline.turn + pi)]
        else:
            poses.append(_over(x, y, size, outline.turn + (pi if down > 0 else 0.0)))
    return poses


def _over(x: float, y: float, size: float, turn: float) -> Pose:
    height = size / SUIT
    return Pose(x + sin(turn) * BELOW * height, y - cos(turn) * BELOW * height, height, turn)
