"""A turn: what one seat did, and where a card could be used for it. Whether it was right is in `rules`."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.equipment.cards import Card
from engine.rules.position import Game, Position

Action = Literal["place", "remove", "pass"]


class Turn(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one seat did in its turn."""

    action: Action
    space: int | None = None
    card: Card | None = None
    """The card played, None where nobody saw it."""
    dead: tuple[Card, ...] = ()
    """Cards turned in as dead before the play, in order."""
    claims: tuple[tuple[int, ...], ...] = ()
    """The fives it claims; a claim that is no straight five holds its two ends."""
    no_draw: bool = False
    """The seat forgot to draw."""
    irregular: str | None = None
    """Problems with which the table let it stand, codes with a blank between."""
    shuffles: tuple[int, ...] = ()
    """The deck ran out and was shuffled when so many cards of this turn, 1 or more, had been laid down."""


def placements(game: Game, position: Position, card: Card) -> int:
    """Mask of the spaces where this card may put a chip now."""
    open_spaces = game.open_at_start & ~position.taken
    return open_spaces if card in game.deck.wilds else open_spaces & game.home[card]


def removals(game: Game, position: Position) -> int:
    """Mask of the chips a removing card may take now."""
    others = position.taken & ~position.chips[game.side_of[position.seat]]
    return others if game.edition.cards.advanced_jack else others & ~position.locked
