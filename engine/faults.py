"""Every fault there is, in one table: its rule, and what the referee must know of its kind.

How a fault is noticed and said stands elsewhere; what holds for the kind of it is asked here alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


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


Stands = Literal["turns", "removal", "position", "change", "nothing"]
"""What a fault counts as where it is left to stand: turns of those who laid its chips; the turn of the seat to move,
who took a chip; the board as it lies; a change that is nobody's turn; nothing, since its turn was told already."""
MendedBy = Literal["letters", "place", "faces", "cards"]
"""What shows that a fault was put right: other letters on its spaces; no chip any more between them; white sides turned
back; cards, since nothing is wrong on the board."""


@dataclass(frozen=True, kw_only=True)
class FaultKind:
    """What holds for all faults of one code."""

    rules: tuple[str, ...]
    """The rules it breaks, as rows of the rule book (`rulebook.toml`)."""
    only_seen: bool = False
    """Only a camera can see it; a record carries it as a mark, if at all."""
    marks: bool = True
    """A turn of a record may be marked with it."""
    stands: Stands = "change"
    mended_by: MendedBy = "letters"
    aside: bool = False
    """A hand may commit it beside a turn: a sleeve that pushes a chip, a hand that lays one too many."""
    rare: float = 5.0
    """How rare it is beside a turn in order: the negative log (base e) of its odds, as stories are weighed."""

    @property
    def outlasts_judging(self) -> bool:
        """Whether a turn keeps this mark when it is judged again, since the rules cannot find it by themselves."""
        return self.only_seen and self.stands == "turns"


def _of_cards(rule: str, *, told: bool = True) -> FaultKind:
    """A fault of the cards of a turn, one that was told or one whose chip does not come."""
    return FaultKind(rules=(rule,), marks=told, only_seen=not told, stands="nothing", mended_by="cards")


FAULTS: dict[Code, FaultKind] = {
    Code.GAME_OVER: FaultKind(rules=("S7",), stands="turns"),
    Code.NOT_DEAD: _of_cards("K1"),
    Code.TOO_MANY_DEAD: _of_cards("K3"),
    Code.CORNER: FaultKind(rules=("C1", "C4"), aside=True),
    Code.OCCUPIED: FaultKind(rules=("T8",)),
    Code.NOTHING_THERE: FaultKind(rules=("J4",)),
    Code.OWN_CHIP: FaultKind(rules=("J4",)),
    Code.LOCKED: FaultKind(rules=("J7", "S6")),
    Code.WRONG_CARD: _of_cards("T5"),
    Code.THIRD_COPY: _of_cards("E1"),
    Code.NO_CARD_EXPLAINS: FaultKind(rules=("E1", "J1"), stands="turns"),
    Code.BAD_CLAIM: FaultKind(rules=("S1", "S5"), mended_by="faces"),
    Code.OUT_OF_TURN: FaultKind(rare=6.0, rules=("T2",), only_seen=True, stands="turns"),
    Code.FOREIGN_COLOUR: FaultKind(rules=("E3",), only_seen=True, aside=True),
    Code.TWO_CHIPS: FaultKind(rules=("T5",), only_seen=True, stands="turns"),
    Code.CHIP_MOVED: FaultKind(rare=3.8, rules=("T9",), only_seen=True, aside=True),
    Code.CHIP_SWAPPED: FaultKind(rules=("T8", "T9"), only_seen=True, aside=True),
    Code.CHIP_TAKEN: FaultKind(rare=6.0, rules=("J4", "J7"), only_seen=True, stands="removal"),
    Code.BETWEEN_SPACES: FaultKind(rules=("T5",), only_seen=True, mended_by="place"),
    Code.BOARD_UPSET: FaultKind(rules=("T9", "S6"), only_seen=True, stands="position"),
    Code.NO_CHIP: _of_cards("T5", told=False),
}

MARKS = tuple(code for code, kind in FAULTS.items() if kind.marks)
"""What a turn of a record may be marked with."""
CARD_CODES = frozenset(code for code, kind in FAULTS.items() if kind.mended_by == "cards" and kind.marks)
"""Problems of the cards of a turn that was told."""
PUT_RIGHT = "put-right"
"""In the place of a code: a change undoes one that had been let stand."""

_UNKNOWN = FaultKind(rules=())


def kind_of(code: str) -> FaultKind:
    """What holds for a code; of one of a newer program's nothing is known."""
    return FAULTS[Code(code)] if code in FAULTS else _UNKNOWN
