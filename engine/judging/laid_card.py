"""One card on a discard pile as the camera reads it: what it may be, and how likely each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

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
    reach: int = 0
    """The reach of a hand over the board that was last when it came."""
    turn: int = 0
    """The turn it was laid in; 0 while that is not known."""
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

    def fit(self, allowed: Sequence[Card], kinds: int) -> float:
        """Chance that it is one of the cards the rules allow, of so many kinds in the deck, their weight counted in."""
        if not self.chances or not allowed:
            return 0.0
        right = sum(self.chance(card) for card in allowed)
        lawful = LAWFUL * right / len(allowed)
        return lawful / (lawful + (1 - LAWFUL) * max(0.0, 1 - right) / max(1, kinds - len(allowed)))

    def named(self, allowed: Sequence[Card], kinds: int, least: float = NAMED) -> Card | None:
        """The card, where it is one of those allowed and at least so likely."""
        if not allowed or not self.chances:
            return None
        best = max(allowed, key=self.chance)
        among = self.chance(best) / (sum(self.chance(card) for card in allowed) or 1.0)
        return best if among * self.fit(allowed, kinds) >= least else None
