"""What a problem is called and how it is said: one plain sentence, and the rule with book and line.

The codes are those of the record and of `referee check`; their order here is the order in which they are told.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.equipment.cards import Card, in_words
from engine.faults import FAULTS
from engine.rules.position import Game
from engine.rules.rulebook import sources


class Problem(msgspec.Struct, frozen=True):
    """One reason why a turn is against the rules."""

    code: str
    message: str
    """One sentence for people."""
    rule: str
    """The rule, with book and line."""
    spaces: tuple[int, ...] = ()


RULES: dict[str, tuple[str, ...]] = {code: kind.rules for code, kind in FAULTS.items() if not kind.only_seen}
"""For each problem of a turn the rules it breaks, as rows of the rule book (`rulebook.toml`)."""


def problem(
    game: Game,
    code: str,
    *,
    spaces: tuple[int, ...] = (),
    cards: tuple[Card, ...] = (),
    team: str | None = None,
    number: int = 0,
    action: str = "place",
) -> Problem:
    """A problem in words, with the rule as this edition's books have it."""
    where = _list(game.layout.names_of(spaces))
    which = _list([in_words(card) for card in cards])
    message = {
        "game-over": f"The game is over: {team} has won.",
        "not-dead": f"{_capital(which)} {'is' if len(cards) == 1 else 'are'} not dead"
        + (f": {where} can still be played." if where else ": only a card pictured on the board can be dead."),
        "too-many-dead": f"Only {number} dead card{'' if number == 1 else 's'} may be turned in during one turn.",
        "corner": f"The free space {where} counts for everybody: no chip is laid on it or taken from it.",
        "occupied": f"A chip of {team} already lies on {where}.",
        "nothing-there": f"No chip lies on {where} that could be taken away.",
        "own-chip": f"The chip on {where} is the player's own team's; only an opponent's may be taken.",
        "locked": f"The chip on {where} belongs to a completed sequence and is safe.",
        "wrong-card": _wrong_card(game, spaces, cards, action),
        "third-copy": f"Every copy of {which} already lies in the discards since the last shuffle.",
        "no-card-explains": "No card that is left can explain the chip "
        f"{'taken from' if action == 'remove' else 'on'} {where}.",
        "bad-claim": f"The claim with {where} is no {game.edition.lines.length} in a line that this chip completes, "
        "or shares too much with an earlier sequence.",
    }[code]
    return Problem(code, message, rule_of(game, code), spaces)


def rule_of(game: Game, code: str) -> str:
    """The rule behind a problem, with book and line: of this edition, or of the English book where it is silent."""
    own = sources(RULES[code], game.edition.books)
    if own:
        return own
    if game.edition.rules:
        return f"rule of this table: {game.edition.rules}"
    return f"{sources(RULES[code], ('English',))}, on which this edition is silent"


def _wrong_card(game: Game, spaces: tuple[int, ...], cards: tuple[Card, ...], action: str) -> str:
    which = _list([in_words(card) for card in cards])
    if not spaces:
        return f"{_capital(which)} does not fit."
    where = game.layout.name_of(spaces[0])
    if action == "remove":
        allowed = _list([in_words(card) for card in game.deck.removes], "or")
        return f"{_capital(which)} takes no chip away from {where}; only {allowed} can."
    if all(card in game.deck.removes for card in cards):
        return f"{_capital(which)} only takes a chip away: none may be placed with it on {where}."
    printed = game.layout.cards[spaces[0]]
    return f"{_capital(which)} does not fit {where}, where {in_words(printed or '')} is printed."


def _list(words: Sequence[str], joint: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
