"""Every fault there is, in one table: its rule, and what the referee must know of its kind.

How a fault is noticed and said stands elsewhere; what holds for the kind of it is asked here alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """What a fault is called in records, in events and by `referee check`; the order is that in which they are told."""

    GAME_OVER = "game-over"
    NOT_DEAD = "not-dead"
    TOO_MANY_DEAD = "too-many-dead"
    CORNER = "corner"
    OCCUPIED = "occupied"
    NOTHING_THERE = "nothing-there"
    OWN_CHIP = "own-chip"
    LOCKED = "locked"
    WRONG_CARD = "wrong-card"
    THIRD_COPY = "third-copy"
    NO_CARD_EXPLAINS = "no-card-explains"
    BAD_CLAIM = "bad-claim"
    OUT_OF_TURN = "out-of-turn"
    FOREIGN_COLOUR = "foreign-colour"
    TWO_CHIPS = "two-chips"
    CHIP_MOVED = "chip-moved"
    CHIP_SWAPPED = "chip-swapped"
    CHIP_TAKEN = "chip-taken"
    BETWEEN_SPACES = "between-spaces"
    BOARD_UPSET = "board-upset"
    NO_CHIP = "no-chip"


@dataclass(frozen=True, kw_only=True)
class FaultKind:
    """What holds for all faults of one code."""

    rules: tuple[str, ...]
    """The rules it breaks, as rows of the rule book (`rulebook.toml`)."""
    only_seen: bool = False
    """Only a camera can see it; a record carries it as a mark, if at all."""
    of_cards: bool = False
    """It is of the cards of a turn that was told, and changes nothing on the board."""
    keeps_letters: bool = False
    """Every space keeps the letter it had."""
    like_a_turn: bool = False
    """It is somebody's turn all the same, where it is left to stand."""
    aside: bool = False
    """A hand may commit it beside a turn: a sleeve that pushes a chip, a hand that lays one too many."""
    rare: float = 5.0
    """How rare it is beside a turn in order: the negative log (base e) of its odds, as stories are weighed."""


FAULTS: dict[Code, FaultKind] = {
    Code.GAME_OVER: FaultKind(rules=("S7",), like_a_turn=True),
    Code.NOT_DEAD: FaultKind(rules=("K1",), of_cards=True),
    Code.TOO_MANY_DEAD: FaultKind(rules=("K3",), of_cards=True),
    Code.CORNER: FaultKind(rules=("C1", "C4"), aside=True),
    Code.OCCUPIED: FaultKind(rules=("T8",)),
    Code.NOTHING_THERE: FaultKind(rules=("J4",)),
    Code.OWN_CHIP: FaultKind(rules=("J4",)),
    Code.LOCKED: FaultKind(rules=("J7", "S6")),
    Code.WRONG_CARD: FaultKind(rules=("T5",), of_cards=True),
    Code.THIRD_COPY: FaultKind(rules=("E1",), of_cards=True),
    Code.NO_CARD_EXPLAINS: FaultKind(rules=("E1", "J1"), like_a_turn=True),
    Code.BAD_CLAIM: FaultKind(
        rules=("S1", "S5"),
        keeps_letters=True,
    ),
    Code.OUT_OF_TURN: FaultKind(rare=6.0, rules=("T2",), only_seen=True, like_a_turn=True),
    Code.FOREIGN_COLOUR: FaultKind(rules=("E3",), only_seen=True, aside=True),
    Code.TWO_CHIPS: FaultKind(rules=("T5",), only_seen=True, like_a_turn=True),
    Code.CHIP_MOVED: FaultKind(rare=3.8, rules=("T9",), only_seen=True, aside=True),
    Code.CHIP_SWAPPED: FaultKind(
        rules=("T8", "T9"),
        only_seen=True,
        aside=True,
    ),
    Code.CHIP_TAKEN: FaultKind(
        rare=6.0,
        rules=("J4", "J7"),
        only_seen=True,
    ),
    Code.BETWEEN_SPACES: FaultKind(
        rules=("T5",),
        only_seen=True,
        keeps_letters=True,
    ),
    Code.BOARD_UPSET: FaultKind(rules=("T9", "S6"), only_seen=True),
    Code.NO_CHIP: FaultKind(rules=("T5",), only_seen=True),
}

MARKS = tuple(code for code in FAULTS if code is not Code.NO_CHIP)
"""What a turn of a record may be marked with."""
CARD_CODES = frozenset(code for code, kind in FAULTS.items() if kind.of_cards)
"""Problems of the cards of a turn that was told."""
OF_CARDS = CARD_CODES | {Code.NO_CHIP}
"""Faults that change nothing on the board."""


_UNKNOWN = FaultKind(rules=())


def kind_of(code: str) -> FaultKind:
    """What holds for a code; of one of a newer program's nothing is known."""
    return FAULTS[Code(code)] if code in FAULTS else _UNKNOWN
