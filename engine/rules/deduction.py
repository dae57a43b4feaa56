"""Which cards can explain what was seen, given every card seen since the last shuffle.

Exact, for the whole set of unseen plays at once. An unseen placement was made with the card printed there or with a
wild one; so the placements on one card's spaces first use up its copies that were not seen, and whatever exceeds
them must share the wild cards. Nothing else competes, so all can be explained together if and only if the excess of
all cards, with the wild cards seen, is no more than the wild cards there are (a matching of plays to cards exists
exactly then). Removals likewise, with the removing cards alone. `Position` carries these sums along.
"""

from __future__ import annotations

import msgspec

from engine.equipment.cards import COUNT_MASK, PRINTED, REMOVES, WILD, Card
from engine.rules.position import Game, Position
from engine.rules.turn import Action, removals


def explanations(game: Game, position: Position, action: Action, space: int) -> tuple[Card, ...]:
    """The cards with which the next turn could do this, as far as the cards laid so far tell.

    Empty where none is left that could: that is the problem `no-card-explains`.
    """
    deck = game.deck
    if action == "remove":
        if position.removes_spoken_for >= deck.remove_copies:
            return ()
        return tuple(card for card in deck.removes if deck.count(position.laid, card) < deck.copies[card])
    if action != "place":
        return ()
    printed = game.layout.cards[space]
    wild_left = position.wilds_spoken_for < deck.wild_copies
    cards: tuple[Card, ...] = ()
    if printed is not None and deck.count(position.laid, printed) < deck.copies[printed]:
        spare = deck.count(position.laid + position.unseen, printed) < deck.copies[printed]
        if spare or wild_left:
            cards = (printed,)
    if wild_left:
        cards += tuple(card for card in deck.wilds if deck.count(position.laid, card) < deck.copies[card])
    return cards


def can_be_laid(game: Game, position: Position, card: Card) -> bool:
    """Whether this card, now seen, can be explained beside everything laid since the last shuffle.

    False is the problem `third-copy`: every copy is in the discards, seen there or the only explanation left
    for plays whose card nobody saw.
    """
    _, shift, copies, role = game.deck.facts[card]
    seen = position.laid >> shift & COUNT_MASK
    if seen >= copies:
        return False
    if role == REMOVES:
        return position.removes_spoken_for < game.deck.remove_copies
    if not position.unseen:
        return True
    spare = role == PRINTED and seen + (position.unseen >> shift & COUNT_MASK) < copies
    return spare or position.wilds_spoken_for < game.deck.wild_copies


def seen(game: Game, position: Position, card: Card) -> tuple[int, int, int]:
    """Cards laid, wilds and removes spoken for when one more card was seen. One that cannot be is not counted."""
    laid, wilds, removes = position.laid, position.wilds_spoken_for, position.removes_spoken_for
    if can_be_laid(game, position, card):
        unit, shift, copies, role = game.deck.facts[card]
        if role == REMOVES:
            removes += 1
        elif role == WILD or (laid + position.unseen >> shift & COUNT_MASK) >= copies:
            wilds += 1
        laid += unit
    return laid, wilds, removes


def nothing_to_play(game: Game, position: Position, seat: int) -> float:
    """How likely a seat is to hold no card it can play, from 0 to 1: each of its cards, and the one it draws for a
    dead card, is any of those that were not laid since the last shuffle."""
    deck, laid = game.deck, position.laid + position.unseen
    takes = removals(game, msgspec.structs.replace(position, seat=seat))
    left = {card: max(0, deck.copies[card] - deck.count(laid, card)) for card in deck.kinds}
    fit = sum(left[card] for card in deck.printed if game.home[card] & ~position.taken)
    fit += sum(left[card] for card in deck.wilds) if game.open_at_start & ~position.taken else 0
    fit += sum(left[card] for card in deck.removes) if takes else 0
    unlaid = sum(left.values())
    return (1 - fit / unlaid) ** (position.hands[seat] + 1) if unlaid else 1.0
