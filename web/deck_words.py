"""The words of the page on which a deck is shown, which no other page has to carry."""

from __future__ import annotations

from typing import Any

from engine.equipment.cards import Card
from engine.trouble import Trouble
from web import setup_words, wording


def table(language: str = wording.DEFAULT) -> wording.Table:
    """All its texts in a language, English where it is not known."""
    return wording.table_of("deck", language)


def card_words(card: Card, language: str) -> str:
    """A card as people say it; the back of one for an empty name."""
    return wording.card_words(card, language) if card else table(language)["page"]["the_back"]


def trouble_words(trouble: Trouble, language: str) -> dict[str, Any]:
    """What is wrong and how to mend it; what has no words in the language is told as it was said, in English."""
    texts = table(language)
    if trouble.code not in texts["trouble"]:
        return setup_words.trouble_words(trouble, language)
    about = {name: card_words(said, language) if name in CARDS else said for name, said in trouble.about.items()}
    return {
        "code": trouble.code,
        "reason": wording.fill(texts["trouble"][trouble.code], about),
        "mend": wording.fill(texts["mend"][trouble.code], about),
    }


CARDS = ("card", "asked")
"""What of a trouble names a card."""
