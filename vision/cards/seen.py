"""Cards made of the indices that were read."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, remainder

import numpy as np
from numpy.typing import NDArray

from vision.cards.indices import Index, together
from vision.cards.outline import HEIGHT, HEIGHTS, WIDTH, WIDTHS, Outline, fitted
from vision.cards.patch import CARDS
from vision.cards.tabletop import Tabletop

TURNED = 0.3
"""Radians by which the two indices of a card may seem to be turned against each other."""
ACROSS, DOWN = (2.9, 7.0), (3.6, 9.6)
"""Centimetres from the upper left index of a card to the lower right one; the least is less than on any card: beside
a board with large spaces a card seems up to a fifth smaller, beside one with small spaces larger. Far from the board
angles are told less well."""
CORNER = 0.7
"""Centimetres by which an index may lie beside its corner, told by those of the others. 0.4 to 1."""
ASIDE = 0.75
"""Centimetres from the middle of an index to the side of its card, ordinarily."""
ABOVE = 0.5
"""Centimetres from the top of an index to the top of its card, ordinarily."""


@dataclass(frozen=True)
class SeenCard:
    """A card of which at least one index was read."""

    outline: Outline
    indices: tuple[Index, ...]
    """Upper left and lower right, or the one that was read."""
    chances: NDArray[np.float32]
    """Of the 52 cards, in the order of CARDS."""

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
        """Whether both of its indices were read."""
        return len(self.indices) > 1

    def missing(self) -> tuple[float, float] | None:
        """Where on the table the index lies that was not read; None where both were."""
        if self.whole:
            return None
        own = self.indices[0].pose
        return 2 * self.outline.x - own.x, 2 * self.outline.y - own.y


def cards_of(indices: list[Index], grey: NDArray[np.uint8], table: Tabletop) -> list[SeenCard]:
    """The cards to which the indices belong; two that belong together are one card.

    Args:
        indices: what was read, surest first.
        grey: the picture, one channel.
        table: the plane of the table.
    """
    left = list(indices)
    cards: list[SeenCard] = []
    pairs = sorted(
        (
            (-_agreement(one, two), i, j)
            for i, one in enumerate(indices)
            for j, two in enumerate(indices)
            if i < j and (one.sure or two.sure) and _opposite(one, two, indices)
        ),
    )
    gone: set[int] = set()
    for unlikeness, i, j in pairs:
        if i in gone or j in gone or -unlikeness < 0.5:
            continue
        gone |= {i, j}
        cards.append(_whole(indices[i], indices[j], grey, table))
    width = float(np.median([card.outline.width for card in cards])) if cards else WIDTH
    height = float(np.median([card.outline.height for card in cards])) if cards else HEIGHT
    for place, index in enumerate(left):
        if place in gone or not index.sure or any(_repeats(index, card) for card in cards):
            continue
        cards.append(_half(index, width, height, grey, table))
    return cards


def _agreement(one: Index, two: Index) -> float:
    """Chance that two indices say the same; near nothing where they cannot."""
    same = float((one.chances * two.chances).sum())
    # Two that are unsure agree by chance with one in fifty: what they say must fit each other better.
    return same / (same + (1 - same) * float(min(one.chances.max(), two.chances.max())) * 0.25 + 1e-9)


def _opposite(one: Index, two: Index, indices: list[Index]) -> bool:
    """Whether two indices lie towards each other as those of one card do, seen from above and not in a mirror.

    As in a mirror lie the upper right and the lower left one of a card with an index in each corner: of such a card a
    third one must show.
    """
    if abs(remainder(one.pose.turn - two.pose.turn - pi, 2 * pi)) > TURNED:
        return False
    right, down = _between(one, two)
    if not (ACROSS[0] < abs(right) < ACROSS[1] and DOWN[0] < down < DOWN[1]):
        return False
    return right > 0 or any(_in_corner(other, one, two) or _in_corner(other, two, one) for other in indices)


def _in_corner(other: Index, one: Index, two: Index) -> bool:
    """Whether an index says the same as one of a card and lies beside it, above or below the one across."""
    right, _ = _between(one, two)
    there, down = _frame(one, two).within((other.pose.x, other.pose.y))
    return other.card == one.card and abs(there - right) < CORNER and abs(down) < CORNER


def _between(one: Index, two: Index) -> tuple[float, float]:
    """Centimetres right and down from one index to the other, as their card lies."""
    return _frame(one, two).within((two.pose.x, two.pose.y))


def _frame(one: Index, two: Index) -> Outline:
    """An outline about the first of two indices, turned as their card is."""
    return Outline(one.pose.x, one.pose.y, _mean_turn(one, two))


def _mean_turn(one: Index, two: Index) -> float:
    return one.pose.turn + remainder(two.pose.turn + pi - one.pose.turn, 2 * pi) / 2


def _whole(one: Index, two: Index, grey: NDArray[np.uint8], table: Tabletop) -> SeenCard:
    turn = _mean_turn(one, two)
    right, down = _between(one, two)
    tall = (one.pose.height + two.pose.height) / 2
    middle = ((one.pose.x + two.pose.x) / 2, (one.pose.y + two.pose.y) / 2)
    width = min(max(abs(right) + 2 * ASIDE, WIDTHS[0] + 0.1), WIDTHS[1] - 0.1)
    height = min(max(down + tall + 2 * ABOVE, HEIGHTS[0] + 0.1), HEIGHTS[1] - 0.1)
    guess = Outline(*middle, turn, width, height)
    return SeenCard(fitted(guess, grey, table), (one, two), together(one, two))


def _half(index: Index, width: float, height: float, grey: NDArray[np.uint8], table: Tabletop) -> SeenCard:
    pose = index.pose
    frame = Outline(pose.x, pose.y, pose.turn)
    x, y = frame.at(np.array([[width / 2 - ASIDE, height / 2 - ABOVE - pose.height / 2]]))[0]
    near = fitted(Outline(float(x), float(y), pose.turn, width, height), grey, table, "ul")
    # Its size is known better than where its far rims are: only the near corner is taken from what was seen.
    corner = near.at(np.array([[-near.width / 2, -near.height / 2]]))[0]
    x, y = Outline(float(corner[0]), float(corner[1]), pose.turn).at(np.array([[width / 2, height / 2]]))[0]
    return SeenCard(Outline(float(x), float(y), pose.turn, width, height), (index,), index.chances)


def _repeats(index: Index, card: SeenCard) -> bool:
    """Whether an index is one more of a card that is known, as where all four corners have one."""
    return index.card == card.card and card.outline.inside((index.pose.x, index.pose.y), -0.2)
