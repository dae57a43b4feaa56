"""Switches: single rules in which a table departs from its edition.

Each has a name, what may be said, and what it changes. A switch that makes no sense is refused in words.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import msgspec

from engine.editions.edition import Edition
from engine.nearest import did_you_mean

MOST_SEQUENCES = 6
"""Sequences a team may be asked for: with fifty chips nobody ever made more."""
MOST_HAND = 7
"""Cards in a hand: the largest that any book deals."""
MOST_DEAD = 7
"""Dead cards a turn: no hand is larger."""


@dataclasses.dataclass(frozen=True)
class Switch:
    """One rule a table may choose."""

    name: str
    values: str
    about: str
    apply: Callable[[Edition, str], Edition]
    """Raises ValueError, in words, for a value that makes no sense."""


def _yes(name: str, value: str) -> bool:
    if value not in ("yes", "no"):
        raise ValueError(f"rules: {name}={value}: yes or no was expected")
    return value == "yes"


def _number(name: str, value: str, most: int, other: str = "") -> int:
    if value not in map(str, range(1, most + 1)):
        raise ValueError(f"rules: {name}={value}: a number from 1 to {most} was expected{other}")
    return int(value)


def _diagonals(edition: Edition, value: str) -> Edition:
    lines = msgspec.structs.replace(edition.lines, diagonals=_yes("diagonals", value))
    return dataclasses.replace(edition, lines=lines)


def _advanced_jack(edition: Edition, value: str) -> Edition:
    wanted = _yes("advanced_jack", value)
    if wanted and not edition.cards.remove:
        raise ValueError(f"rules: advanced_jack=yes: no card of the {edition.name} edition removes chips")
    return dataclasses.replace(edition, cards=msgspec.structs.replace(edition.cards, advanced_jack=wanted))


def _dead_per_turn(edition: Edition, value: str) -> Edition:
    limit = 0 if value in ("any", "none") else _number("dead_per_turn", value, MOST_DEAD, ", or any")
    return dataclasses.replace(edition, turns=msgspec.structs.replace(edition.turns, dead_per_turn=limit))


def _sequences_to_win(edition: Edition, value: str) -> Edition:
    need = _number("sequences_to_win", value, MOST_SEQUENCES)
    goals = dict.fromkeys(edition.teams.sequences_to_win, need)
    return dataclasses.replace(edition, teams=msgspec.structs.replace(edition.teams, sequences_to_win=goals))


def _table_talk(edition: Edition, value: str) -> Edition:
    turns = msgspec.structs.replace(edition.turns, table_talk=_yes("table_talk", value))
    return dataclasses.replace(edition, turns=turns)


def _missed_draw(edition: Edition, value: str) -> Edition:
    if value not in ("the-card", "until-next-turn"):
        raise ValueError(f"rules: missed_draw={value}: the-card or until-next-turn was expected")
    return dataclasses.replace(edition, turns=msgspec.structs.replace(edition.turns, missed_draw=value))


def _flip(edition: Edition, value: str) -> Edition:
    return dataclasses.replace(edition, chips=msgspec.structs.replace(edition.chips, flip=_yes("flip", value)))


def _colours(edition: Edition, value: str) -> Edition:
    if value not in ("any", "blue-green"):
        raise ValueError(f"rules: colours={value}: blue-green or any was expected")
    two = () if value == "any" else ("blue", "green")
    return dataclasses.replace(edition, teams=msgspec.structs.replace(edition.teams, of_two=two))


def _dealing_rotates(edition: Edition, value: str) -> Edition:
    turns = msgspec.structs.replace(edition.turns, dealing_rotates=_yes("dealing_rotates", value))
    return dataclasses.replace(edition, turns=turns)


def _direction(edition: Edition, value: str) -> Edition:
    if value not in ("clockwise", "counter-clockwise"):
        raise ValueError(f"rules: direction={value}: clockwise or counter-clockwise was expected")
    turns = msgspec.structs.replace(edition.turns, direction=value)
    return dataclasses.replace(edition, turns=turns)


def _hand(edition: Edition, value: str) -> Edition:
    return dataclasses.replace(edition, hands=dict.fromkeys(edition.hands, _number("hand", value, MOST_HAND)))


def _chips(edition: Edition, value: str) -> Edition:
    numbers = value.split("/")
    if len(numbers) != 3 or not all(number.isascii() and number.isdigit() and len(number) < 4 for number in numbers):
        raise ValueError(f"rules: chips={value}: three numbers were expected, blue/green/red, as chips=50/50/35")
    blue, green, red = map(int, numbers)
    chips = msgspec.structs.replace(edition.chips, blue=blue, green=green, red=red)
    return dataclasses.replace(edition, chips=chips)


SWITCHES = {
    switch.name: switch
    for switch in (
        Switch("advanced_jack", "yes, no", "a one-eyed jack may break a completed sequence", _advanced_jack),
        Switch("diagonals", "yes, no", "sequences may run aslant", _diagonals),
        Switch("dead_per_turn", f"1 to {MOST_DEAD}, any", "dead cards turned in during one turn", _dead_per_turn),
        Switch("sequences_to_win", f"1 to {MOST_SEQUENCES}", "sequences that win the game", _sequences_to_win),
        Switch("table_talk", "yes, no", "coaching costs each team-mate a card", _table_talk),
        Switch("missed_draw", "the-card, until-next-turn", "what a forgotten draw costs", _missed_draw),
        Switch("flip", "yes, no", "chips of a sequence are turned white side up", _flip),
        Switch("colours", "any, blue-green", "which colours two teams play", _colours),
        Switch("dealing_rotates", "yes, no", "everyone takes a turn at dealing, game by game", _dealing_rotates),
        Switch("direction", "clockwise, counter-clockwise", "which way turns go round the table", _direction),
        Switch("hand", f"1 to {MOST_HAND}", "cards dealt to each player", _hand),
        Switch("chips", "BLUE/GREEN/RED", "chips of each colour in the box, 0 where nobody counts them", _chips),
    )
}


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
    return dataclasses.replace(edition, rules=" ".join(rules.split()))
