"""Whose discard pile is whose, learnt from the cards that were laid there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

SELDOM = 5
"""A pile is one seat's when it laid so many times more cards there than all others. 3 to 10."""


NEAR = 2
"""Spaces by which a pile may lie farther along the edge than where it was said to lie. 1 to 3."""


@dataclass
class PileOwners:
    """The piles of one table.

    What was said counts before what is learnt. It is said of a place, so that it outlives the numbers of the piles.
    """

    columns: int
    """Spaces in a row of the board."""
    said: dict[int, int | None]
    """Spaces at the board's edge beside which a pile was said to lie, each with its seat; None: everybody's."""
    beside: dict[int, int] = field(default_factory=dict)
    """For each pile the space at the board's edge that is nearest to it."""
    users: dict[int, Counter[int]] = field(default_factory=dict)
    """For each pile how many cards each seat laid on it."""

    def laid(self, pile: int, seat: int) -> None:
        """A seat has laid a card there."""
        self.users.setdefault(pile, Counter())[seat] += 1

    def owner(self, pile: int) -> int | None:
        """The seat whose own pile this is: so it was said, or it alone lays cards there and somebody else elsewhere."""
        place = self._said_place(pile)
        if place is not None:
            return self.said[place]
        seat = self._chief(pile)
        others = {self._chief(other) for other in self.users if other != pile}
        return seat if seat is not None and any(other not in (None, seat) for other in others) else None

    def was_said(self, pile: int) -> bool:
        """Whether somebody said whose it is."""
        return self._said_place(pile) is not None

    def shared(self, pile: int) -> bool:
        """Whether everybody lays cards there, as it was said or learnt."""
        if self.was_said(pile):
            return self.owner(pile) is None
        return len(self.users.get(pile, ())) > 1 and self._chief(pile) is None

    def _said_place(self, pile: int) -> int | None:
        """The place nearest to a pile of which somebody said whose pile lies there; None where none is near."""
        at = self.beside.get(pile)
        if at is None:
            return None
        away = {
            place: max(abs(place // self.columns - at // self.columns), abs(place % self.columns - at % self.columns))
            for place in self.said
        }
        near = min(away, key=lambda place: away[place], default=None)
        return near if near is not None and away[near] <= NEAR else None

    def _chief(self, pile: int) -> int | None:
        """The seat of which nearly all cards of a pile are."""
        users = self.users.get(pile)
        if not users:
            return None
        (seat, most), *_ = users.most_common(1)
        return seat if (users.total() - most) * SELDOM <= most else None

    def may_use(self, pile: int, seat: int) -> bool:
        """Whether a seat may lay cards there: the pile is its own, or nobody's."""
        owner = self.owner(pile)
        return owner is None or owner == seat
