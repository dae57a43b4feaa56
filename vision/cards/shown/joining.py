"""Two witnesses of the piles, the reader of indices and a shown deck, heard together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import Card
from vision.cards.piles import Pile

MISTAKEN = 1e-4
"""No witness makes a card less likely than this: a reader may take one card of an unknown design for another."""
ONE_CARD = 1.5
"""Centimetres between the middles of what two witnesses take for one card, at most."""


def joined(read: Sequence[Pile], shown: Sequence[Pile]) -> list[Pile]:
    """The piles as both tell them, from left to right.

    Args:
        read: told by the indices.
        shown: told by the faces of a shown deck.
    """
    piles = list(shown)
    for pile in read:
        near = [at for at, other in enumerate(piles) if other.top.overlaps(pile.top)]
        if not near:
            piles.append(pile)
        for at in near:
            if not piles[at].named:
                piles[at] = _together(pile, piles[at])
    return sorted(piles, key=lambda pile: (float(pile.corners[:, 0].mean()), float(pile.corners[:, 1].mean())))


def _together(read: Pile, shown: Pile) -> Pile:
    """What two witnesses say of one pile, of which neither is certain alone or which only the indices name."""
    if float(np.hypot(read.top.x - shown.top.x, read.top.y - shown.top.y)) > ONE_CARD:
        # They speak of two cards that lie across each other.
        return replace(shown, on_top=False, others=tuple(dict.fromkeys((*shown.others, read.likeliest))))
    chances = _on(read.chances, read.cards, shown.cards) * np.maximum(shown.chances, MISTAKEN)
    return replace(
        shown,
        chances=np.asarray(chances / chances.sum(), np.float32),
        on_top=read.on_top or shown.on_top,
        # One of its indices may be seen, and something lie between them.
        whole=shown.whole,
        others=tuple(dict.fromkeys((*shown.others, *read.others))),
    )


def told_of(pile: Pile, cards: Sequence[Card]) -> Pile:
    """A pile whose chances stand for other cards; those it says nothing of are impossible."""
    if pile.cards == cards:
        return pile
    known = dict(zip(pile.cards, pile.chances.tolist(), strict=True))
    return replace(pile, chances=np.array([known.get(card, 0.0) for card in cards], np.float32), cards=tuple(cards))


def _on(chances: NDArray[np.float32], cards: Sequence[Card], others: Sequence[Card]) -> NDArray[np.float32]:
    """Chances of some cards as chances of others; none is wholly excluded."""
    known = dict(zip(cards, chances.tolist(), strict=True))
    return np.array([max(known.get(card, 0.0), MISTAKEN) for card in others], np.float32)
