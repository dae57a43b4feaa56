"""What a fault is called to the table: a sentence, the rule with book and line, and how to put it right."""

from __future__ import annotations

from dataclasses import dataclass

from engine.faults import Code, kind_of
from engine.judging.table import Table
from engine.rules.position import Game
from engine.rules.rulebook import sources
from engine.rules.wording import Problem

_COLOUR = {"b": "blue", "g": "green", "r": "red", ".": "no", "*": "no"}


@dataclass(frozen=True)
class Words:
    """What is said about a fault."""

    message: str
    rule: str
    mend: str


def words(
    table: Table,
    code: str,
    changes: dict[int, tuple[str, str]],
    spaces: tuple[int, ...],
    letter: str,
    problems: tuple[Problem, ...],
) -> Words:
    """The sentences for one fault.

    Args:
        table: the game as it stood before.
        code: the fault.
        changes: for each space what ought to lie there and what does.
        spaces: the spaces it is about, the first chip of two included.
        letter: the chip concerned.
        problems: what the rules have against it besides.
    """
    names = [table.game.layout.name_of(space) for space in spaces]
    chip = _COLOUR.get(letter, letter)
    turn = f"it is {_COLOUR[table.team_of(table.seat)]}'s turn"
    first, last = (names[0], names[-1]) if names else ("", "")
    sentences: dict[str, tuple[str, str]] = {
        Code.OUT_OF_TURN: (f"A {chip} chip was put on {last}, but {turn}.", f"Take the chip off {last}."),
        Code.FOREIGN_COLOUR: (
            f"A {chip} chip lies on {last}, and nobody plays {chip} in this game.",
            f"Take the chip off {last}.",
        ),
        Code.TWO_CHIPS: (f"Two {chip} chips were put down in one turn, on {_and(names)}.", "Take one of them off."),
        Code.CHIP_MOVED: (
            f"The {chip} chip on {first} was moved to {last}.",
            f"Put the chip back on {first}.",
        ),
        Code.CHIP_SWAPPED: _swapped(names, [_COLOUR[was] for was, _ in changes.values()], chip),
        Code.CHIP_TAKEN: (
            _taken(table, chip, last, problems),
            f"Put the {chip} chip back on {last}.",
        ),
        Code.BETWEEN_SPACES: (
            f"A {chip} chip lies between {_and(names)}; which space is meant cannot be seen.",
            "Push it onto its space.",
        ),
        Code.BAD_CLAIM: (
            f"White sides show on {_and(names)}, but no sequence that counts lies there.",
            "Turn these chips colour side up again.",
        ),
        Code.BOARD_UPSET: (
            f"Too much changed at once, on {len(spaces)} spaces: the board seems to be upset."
            if spaces
            else "The board seems to be upset.",
            "Put the chips back as shown, or say that the position is as it lies.",
        ),
    }
    message, mend = sentences.get(code, ("", ""))
    if not message:
        problem = problems[0] if problems else None
        message = problem.message if problem else f"A {chip} chip on {last} is against the rules."
        mend = f"Take the chip off {last}."
    return Words(message, _rule(table, code, problems), f"{mend} {kind_of(code).otherwise}")


def _swapped(names: list[str], were: list[str], chip: str) -> tuple[str, str]:
    if len(names) > 1:
        return f"The chips on {_and(names)} changed places.", "Change them back."
    where, was = "".join(names), "".join(were)
    return f"The {was} chip on {where} was changed for a {chip} one.", f"Put the {was} chip back on {where}."


def _taken(table: Table, chip: str, space: str, problems: tuple[Problem, ...]) -> str:
    codes = [problem.code for problem in problems]
    start = f"The {chip} chip on {space} was taken away, and no one-eyed jack explains it"
    if Code.LOCKED in codes:
        return f"{start}: it belongs to a completed sequence."
    if Code.OWN_CHIP in codes:
        return f"{start}: it is {_COLOUR[table.team_of(table.seat)]}'s turn, and a team takes no chip of its own."
    if Code.NO_CARD_EXPLAINS in codes:
        return f"{start}: all of them were played."
    return f"{start}."


def _rule(table: Table, code: str, problems: tuple[Problem, ...]) -> str:
    if not kind_of(code).says:
        return problems[0].rule if problems else ""
    return live_rule(code, table.game)


def live_rule(code: str, game: Game) -> str:
    """The rule behind a fault that only a camera can see, with book and line where a book of this edition has it."""
    kind = kind_of(code)
    books = sources(kind.rules, game.edition.books)
    return f"{kind.says} ({books})" if books else kind.says


def _and(names: list[str]) -> str:
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"
