"""What people write by hand for cards, spaces and tags: read where it can be meant in one way only, else a hint.

The canonical form is the one of `record`; nothing here is ever written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.editions.edition import TEAMS
from engine.editions.edition_files import edition_names
from engine.equipment.board import Layout, layout_names, other_names
from engine.equipment.cards import SUITS, Card, Deck
from engine.nearest import did_you_mean
from engine.rules.turn import Turn

_SIGNS = str.maketrans({
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "×": "x", "✕": "x", "＠": "@", "：": ":",
})  # fmt: skip
"""Signs that a keyboard or a word processor puts for the plain ones; one letter for one, so that columns hold."""
_SUITS = str.maketrans(dict(zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True)) | {"\ufe0f": None, "\ufe0e": None})


_SUIT_FIRST = re.compile("([♠♥♦♣♤♡♢♧])[\ufe0f\ufe0e]?(.+)")


def plain(word: str) -> str:
    """The word with typographic signs made plain and without the comma after it; what is left stands where it did."""
    return word.translate(_SIGNS).rstrip(",;") or word


class Hand:
    """Reads cards and spaces of one game as people write them."""

    def __init__(self, deck: Deck, layout: Layout) -> None:
        self.deck, self.layout = deck, layout
        by_lower: dict[str, list[Card]] = {}
        for kind in deck.kinds:
            by_lower.setdefault(kind.lower(), []).append(kind)
        self.turns: dict[str, Turn] = {}
        """Plays that were read, by their words: few words make up all records of a game."""
        self._cards = {lower: kinds[0] for lower, kinds in by_lower.items() if len(kinds) == 1}

    def card(self, text: str) -> Card | None:
        """The card that is meant: `th`, `10♥` and `♥10` are 10H. None where none is, or several could be."""
        if text in self.deck.unit:
            return text
        word = _SUIT_FIRST.sub(r"\2\1", text).translate(_SUITS).lower()
        if word[:1] == "t" and word[1:].upper() in SUITS and word not in self._cards:
            word = "10" + word[1:]
        return self._cards.get(word)

    def space(self, text: str) -> int | None:
        """The space that is meant: `H3` is h3."""
        try:
            return self.layout.space(text.lower())
        except ValueError:
            return None

    def card_hint(self, text: str) -> str:
        """` Did you mean 10H?`, or nothing."""
        return did_you_mean(text.translate(_SUITS), self.deck.kinds)


# ---- tags


def tag_name(name: str, known: Iterable[str]) -> str:
    """The known tag of this name, capitals aside; else the name as it is."""
    return next((one for one in known if one.lower() == name.lower()), name)


def tag_value(name: str, value: str) -> str:
    """A tag's value in its canonical form, where what was written can be meant in one way only."""
    if name == "Edition":
        return _named(value, edition_names())
    if name == "Board":
        return _named(value, (*layout_names(), *other_names()))
    if name == "Seats":
        return seats(value)
    if name == "Rules":
        return " ".join(value.lower().split())
    if name == "Result":
        return {"draw": "drawn"}.get(value.strip().lower()) or _named(value, (*TEAMS, "drawn"))
    if name == "ToMove":
        return value.strip()
    return value


def seats(value: str) -> str:
    """Seats with the teams in small letters and blanks between them: `Blue:Ada, Green:Ben` is `blue:Ada green:Ben`."""
    teams = "|".join(TEAMS)
    words = re.sub(rf"[,;]\s*(?=(?:{teams})\b)", " ", value, flags=re.IGNORECASE).split()
    return " ".join(re.sub(rf"(?i)^({teams})(?=:|$)", lambda found: found[1].lower(), word) for word in words)


def _named(value: str, known: Iterable[str]) -> str:
    low = value.strip().lower()
    return low if low in known else value
