"""Whose discard pile is whose, learnt from the cards that were laid there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

SELDOM = 5
"""A pile is one seat's when it laid so many times more cards there than all others. 3 to 10."""


@dataclass
class PileOwners:
    """The piles of one table."""

    users: dict[int, Counter[int]] = field(default_factory=dict)
    """For each pile how many cards each seat laid on it."""

    def laid(self, pile: int, seat: int) -> None:
        """A seat has laid a card there."""
        self.users.setdefault(pile, Counter())[seat] += 1

    def owner(self, pile: int) -> int | None:
        """The seat whose own pile this is: it alone lays cards there, and somebody else has another."""
        seat = self._chief(pile)
        others = {self._chief(other) for other in self.users if other != pile}
        return seat if seat is not None and any(other not in (None, seat) for other in others) else None

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
