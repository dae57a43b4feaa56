"""Cards and the deck they form.

A card is its printed name (`7H`, `10S`, `JD`, but also `lion` or `ADD`). Here lives what can be said of a card
by itself; what may be done with it is in `rules`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

Card = str

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "10": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
"""Ranks from low to high; aces are high (English book, line 21)."""

COUNT_BITS = 4
"""Bits a kind of card takes in a packed count (see `Deck.unit`)."""
COUNT_MASK = (1 << COUNT_BITS) - 1
MOST_SPECIAL = COUNT_MASK - 2
"""Wild cards there can be in all, and removing ones: chips laid with them count by the card that is printed twice."""
PRINTED, WILD, REMOVES = 0, 1, 2
"""What a kind of card is (see `Deck.facts`)."""


def is_name(card: Card) -> bool:
    """Whether a card may be called so: letters, digits, `-` and `_`."""
    return card.replace("-", "").replace("_", "").isalnum()


def is_playing_card(card: Card) -> bool:
    """Whether this is a card of an ordinary pack of 52, by its short name."""
    return card[-1:] in SUITS and card[:-1] in RANKS


def rank_of(card: Card) -> int:
    """Place of a playing card in its suit: 0 for the two, 12 for the ace. Raises ValueError in words."""
    if not is_playing_card(card):
        raise ValueError(f"{card} is no playing card, so it has no rank")
    return list(RANKS).index(card[:-1])


def in_words(card: Card) -> str:
    """The card as people say it: `7H` is the seven of hearts; a picture keeps its name."""
    if is_playing_card(card):
        return f"the {RANKS[card[:-1]]} of {SUITS[card[-1]]}"
    return f"the {card} card"


@dataclass(frozen=True)
class Deck:
    """All cards of a game, shuffled or not: which kinds, how many of each, what they can do.

    How often each kind was seen is kept as one number, `COUNT_BITS` bits a kind: adding `unit[card]` counts
    one more of it, `count` reads it back.
    """

    printed: tuple[Card, ...]
    """Kinds that are pictured on the board."""
    wilds: tuple[Card, ...]
    """Two-eyed jacks, or ADD: a chip on any open space."""
    removes: tuple[Card, ...]
    """One-eyed jacks, or REMOVE: takes away one chip of an opponent."""
    copies_of: tuple[int, ...]
    """Copies of each kind, in the order of `kinds`."""

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """Every kind once: printed, then wilds, then removes."""
        return self.printed + self.wilds + self.removes

    @cached_property
    def copies(self) -> dict[Card, int]:
        """Copies of each kind by name."""
        return dict(zip(self.kinds, self.copies_of, strict=True))

    @cached_property
    def shift(self) -> dict[Card, int]:
        """Where the count of a kind starts in a packed count."""
        return {card: index * COUNT_BITS for index, card in enumerate(self.kinds)}

    @cached_property
    def unit(self) -> dict[Card, int]:
        """One card of a kind in a packed count."""
        return {card: 1 << shift for card, shift in self.shift.items()}

    @cached_property
    def facts(self) -> dict[Card, tuple[int, int, int, int]]:
        """For each kind at one look-up: its unit, its shift, its copies, and whether it is PRINTED, WILD or REMOVES."""
        return {
            card: (
                self.unit[card],
                self.shift[card],
                self.copies[card],
                WILD if card in self.wilds else REMOVES if card in self.removes else PRINTED,
            )
            for card in self.kinds
        }

    @cached_property
    def size(self) -> int:
        """Cards in all."""
        return sum(self.copies_of)

    @cached_property
    def wild_copies(self) -> int:
        """Wild cards in all."""
        return sum(self.copies[card] for card in self.wilds)

    @cached_property
    def remove_copies(self) -> int:
        """Removing cards in all."""
        return sum(self.copies[card] for card in self.removes)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The whole deck, card by card, in a fixed order."""
        return tuple(card for card in self.kinds for _ in range(self.copies[card]))

    def count(self, packed: int, card: Card) -> int:
        """How many of `card` a packed count holds."""
        return packed >> self.shift[card] & COUNT_MASK

    def pack(self, cards: Iterable[Card]) -> int:
        """A packed count of these cards."""
        return sum(self.unit[card] for card in cards)
