"""The discard piles: what a card on one may be, and whose pile is whose, learnt from the cards laid there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import inf

from engine.equipment.board import Layout
from engine.equipment.cards import Card

NAMED = 0.99
"""A card is told with its turn when it is so likely, what the rules allow weighed in. 0.97 to 0.999."""
SURE = 0.999
"""A card speaks against its player only when it is so likely by itself. Never less."""
LAWFUL = 0.98
"""Part of the turns in which people play a card that fits: the weight of the rules. 0.9 to 0.999."""
FLOOR = 1e-6
"""Chance of a card the eye did not list."""


@dataclass(eq=False)
class LaidCard:
    """One card on a pile."""

    pile: int
    at: float
    chances: dict[Card, float]
    """Of the cards the eye listed; empty where it could not tell."""
    kinds: int
    """How many kinds of cards the deck has."""
    reach: int = 0
    """The reach of a hand over the board that was last when it came."""
    covered_at: float = inf
    """When the next card came on its pile."""
    again_at: float = -inf
    """When it showed again after another had lain on it; its other copy may have been laid then."""

    @property
    def lay_open(self) -> float:
        """Seconds it lay before the next card covered it."""
        return self.covered_at - self.at

    @property
    def card(self) -> Card:
        """The likeliest; empty where nobody can tell."""
        return max(self.chances, key=lambda card: self.chances[card], default="")

    def chance(self, card: Card) -> float:
        """Chance that it is this card."""
        return self.chances.get(card, FLOOR if self.chances else 0.0)

    @property
    def sure(self) -> bool:
        """Whether it may speak against anybody."""
        return self.chance(self.card) >= SURE

    def fit(self, allowed: Sequence[Card]) -> float:
        """Chance that it is one of the cards the rules allow, their weight counted in."""
        if not self.chances or not allowed:
            return 0.0
        right = sum(self.chance(card) for card in allowed)
        lawful = LAWFUL * right / len(allowed)
        return lawful / (lawful + (1 - LAWFUL) * max(0.0, 1 - right) / max(1, self.kinds - len(allowed)))

    def named(self, allowed: Sequence[Card], least: float = NAMED) -> Card | None:
        """The card, where it is one of those allowed and at least so likely."""
        if not allowed or not self.chances:
            return None
        best = max(allowed, key=self.chance)
        among = self.chance(best) / (sum(self.chance(card) for card in allowed) or 1.0)
        return best if among * self.fit(allowed) >= least else None


SELDOM = 5
"""A pile is one seat's when it laid so many times more cards there than all others, and a seat's home when so many
times more of its cards lie there than on all others. 3 to 10."""
NEAR = 2
"""Spaces by which a pile may lie farther along the edge than where it was said to lie. 1 to 3."""


@dataclass
class PileOwners:
    """The piles of one table.

    What was said counts before what is learnt. It is said of a place, so that it outlives the numbers of the piles.
    """

    layout: Layout
    said: dict[int, int | None]
    """Spaces at the board's edge beside which a pile was said to lie, each with its seat; None: everybody's."""
    lying: Collection[int]
    """The piles that lie there now."""
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
        away = {place: self.layout.apart(place, at) for place in self.said}
        near = min(away, key=lambda place: away[place], default=None)
        return near if near is not None and away[near] <= NEAR else None

    def _chief(self, pile: int) -> int | None:
        """The seat of which nearly all cards of a pile are."""
        return _nearly_all(self.users.get(pile, Counter()))

    def home(self, seat: int) -> int | None:
        """The pile that lies there on which a seat lays nearly all of its cards."""
        return _nearly_all(Counter({pile: self.users.get(pile, Counter())[seat] for pile in self.lying}))

    def may_use(self, pile: int, seat: int) -> bool:
        """Whether a seat lays its cards there, as far as that is said or learnt: no other pile is known as its own, and
        this one not as another's."""
        home = None if self.was_said(pile) else self.home(seat)
        return self.owner(pile) in (None, seat) if home is None else home == pile


def _nearly_all(cards: Counter[int]) -> int | None:
    """What has SELDOM times as many cards as all others together, if anything has."""
    first, most = max(cards.items(), key=lambda one: one[1], default=(0, 0))
    return first if most and (cards.total() - most) * SELDOM <= most else None
