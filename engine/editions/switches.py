"""Switches: single rules in which a table departs from its edition.

Each has a name, what may be said, what it changes, and what of it a phone offers.
A switch that makes no sense is refused in words.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.editions.edition import Edition
from engine.nearest import did_you_mean

MOST_SEQUENCES = 6
"""Sequences a team may be asked for: with fifty chips nobody ever made more."""
MOST_HAND = 7
"""Cards in a hand: the largest that any book deals."""
MOST_DEAD = 7
"""Dead cards a turn: no hand is larger."""
YES_NO = {"yes": True, "no": False}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Switch:
    """One rule a table may choose."""

    name: str
    values: str
    """What may be said, for help."""
    about: str
    apply: Callable[[Edition, str], Edition]
    """Raises ValueError, in words, for a value that makes no sense."""
    choices: tuple[str, ...] = ()
    """What a phone offers of it; empty where it is for the command line and files alone."""
    printed: Callable[[Edition], str] = lambda edition: ""
    """What an edition says of it, as one of the choices; empty where that hangs on who plays."""


def _with(edition: Edition, part: str, **values: Any) -> Edition:
    changed = msgspec.structs.replace(getattr(edition, part), **values)
    return msgspec.structs.replace(edition, **{part: changed})


def _field(part: str, name: str, about: str, words: Mapping[str, object]) -> Switch:
    """A switch for a field of a part of the edition; `words` are what may be said, and what the field then holds."""

    def apply(edition: Edition, value: str) -> Edition:
        if value not in words:
            raise ValueError(f"rules: {name}={value}: {' or '.join(words)} was expected")
        return _with(edition, part, **{name: words[value]})

    def printed(edition: Edition) -> str:
        held = getattr(getattr(edition, part), name)
        return next((word for word, meant in words.items() if meant == held), "")

    return Switch(name=name, values=", ".join(words), about=about, apply=apply, choices=tuple(words), printed=printed)


def _same(*words: str) -> dict[str, str]:
    """The field holds the word itself."""
    return {word: word for word in words}


def _number(name: str, value: str, most: int, other: str = "") -> int:
    if value not in map(str, range(1, most + 1)):
        raise ValueError(f"rules: {name}={value}: a number from 1 to {most} was expected{other}")
    return int(value)


def _only(by_number: dict[int, int]) -> str:
    """The number that holds whoever plays; empty where there are several."""
    values = set(by_number.values())
    return str(values.pop()) if len(values) == 1 else ""


def _advanced_jack(edition: Edition, value: str) -> Edition:
    if value == "yes" and not edition.cards.remove:
        raise ValueError(f"rules: advanced_jack=yes: no card of the {edition.name} edition removes chips")
    return _ADVANCED_JACK.apply(edition, value)


def _dead_per_turn(edition: Edition, value: str) -> Edition:
    limit = 0 if value in ("any", "none") else _number("dead_per_turn", value, MOST_DEAD, ", or any")
    return _with(edition, "turns", dead_per_turn=limit)


def _sequences_to_win(edition: Edition, value: str) -> Edition:
    need = _number("sequences_to_win", value, MOST_SEQUENCES)
    return _with(edition, "teams", sequences_to_win=dict.fromkeys(edition.teams.sequences_to_win, need))


def _colours(edition: Edition, value: str) -> Edition:
    if value not in ("any", "blue-green"):
        raise ValueError(f"rules: colours={value}: blue-green or any was expected")
    return _with(edition, "teams", of_two=() if value == "any" else ("blue", "green"))


def _hand(edition: Edition, value: str) -> Edition:
    return msgspec.structs.replace(edition, hands=dict.fromkeys(edition.hands, _number("hand", value, MOST_HAND)))


def _chips(edition: Edition, value: str) -> Edition:
    numbers = value.split("/")
    if len(numbers) != 3 or not all(number.isascii() and number.isdigit() and len(number) < 4 for number in numbers):
        raise ValueError(f"rules: chips={value}: three numbers were expected, blue/green/red, as chips=50/50/35")
    return _with(edition, "chips", **dict(zip(("blue", "green", "red"), map(int, numbers), strict=True)))


_ADVANCED_JACK = _field("cards", "advanced_jack", "a one-eyed jack may break a completed sequence", YES_NO)

SWITCHES = {
    switch.name: switch
    for switch in (
        Switch(
            name="sequences_to_win",
            values=f"1 to {MOST_SEQUENCES}",
            about="sequences that win the game",
            apply=_sequences_to_win,
            choices=("1", "2", "3"),
            printed=lambda edition: _only(edition.teams.sequences_to_win),
        ),
        Switch(
            name="hand",
            values=f"1 to {MOST_HAND}",
            about="cards dealt to each player",
            apply=_hand,
            choices=("3", "4", "5", "6", "7"),
            printed=lambda edition: _only(edition.hands),
        ),
        Switch(
            name="dead_per_turn",
            values=f"1 to {MOST_DEAD}, any",
            about="dead cards turned in during one turn",
            apply=_dead_per_turn,
            choices=("1", "2", "3", "any"),
            printed=lambda edition: str(edition.turns.dead_per_turn or "any"),
        ),
        dataclasses.replace(_ADVANCED_JACK, apply=_advanced_jack),
        _field("lines", "diagonals", "sequences may run aslant", YES_NO),
        _field("chips", "flip", "chips of a sequence are turned white side up", YES_NO),
        _field("turns", "missed_draw", "what a forgotten draw costs", _same("the-card", "until-next-turn")),
        _field("turns", "table_talk", "coaching costs each team-mate a card", YES_NO),
        _field("turns", "dealing_rotates", "everyone takes a turn at dealing, game by game", YES_NO),
        _field("turns", "direction", "which way turns go round the table", _same("clockwise", "counter-clockwise")),
        Switch(name="colours", values="any, blue-green", about="which colours two teams play", apply=_colours),
        Switch(
            name="chips",
            values="BLUE/GREEN/RED",
            about="chips of each colour in the box, 0 where nobody counts them",
            apply=_chips,
        ),
    )
}
"""By name; in this order, the likeliest first, phones offer those that have choices."""


def bend(edition: Edition, rules: str) -> Edition:
    """The edition with these switches, `name=value` with blanks between. Raises ValueError in words."""
    seen: set[str] = set()
    for word in rules.split():
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise ValueError(f"rules: “{word}”: name=value was expected, as in advanced_jack=yes")
        if name not in SWITCHES:
            raise ValueError(
                f"rules: there is no switch “{name}”; there are {', '.join(SWITCHES)}.{did_you_mean(name, SWITCHES)}"
            )
        if name in seen:
            raise ValueError(f"rules: {name} is said twice")
        seen.add(name)
        edition = SWITCHES[name].apply(edition, value)
    return msgspec.structs.replace(edition, rules=" ".join(rules.split()))
