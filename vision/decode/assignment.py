"""Which chip each space may bear, and how likely, from one picture's chips, before anything is decided.

Spaces that bear none, and what becomes of any, are for `vision.decode.reading`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.observation import Between
from vision.classify.chip_scoring import (
    FEWEST,
    WHITES,
    chip_odds,
    is_clear,
    is_plain_white,
    is_trick,
    knows_whites,
    may_be_part,
    may_lie_here,
    placed,
    white_score,
)
from vision.classify.discs import Chip, space_of
from vision.classify.evidence import SpaceMap, logistic
from vision.normalize.look import TableLook

BETWEEN = 0.05
"""A chip whose centre seems nearer than this to a line belongs to no one space: where it lies is measured to a few
hundredths, and players leave a tenth. Parts of a space; 0.02 to 0.1."""
SURE = 0.95
"""A chip is certain in its space from this probability on. 0.9 to 0.999."""
LONELY, IN_PART = -1.6, -0.4
"""Evidence which a white chip that is not plain has at most, but for where it lies: with fewer than FEWEST others, and
with so many; as often as such turned out to be chips. Log odds; -2.5 to -1, -1 to 0.5."""
RINGED, CERTAIN = 0.8, 3.0
"""A white chip supports the lines of its team when its ring is closed so far, and so much speaks for it. Parts, 0.7
to 0.9; log odds, 2 to 5."""
VAGUE, TOSS = 0.75, 0.5
"""A white side whose hue is so nearly as far from its team's as from the next is nobody's; and the probability of whose
it is at most. 0.7 to 0.8; at most 0.5, for no letter is guessed."""
EITHER = 0.4
"""Nobody can tell whose a face is if, against how far it is of its own team's colour, it is so far of another one's.
Parts; 0.35 to 0.6."""
DEEP = 1.0
"""Unless its darkest part is no farther off its team's hue than this. Spreads; 0.7 to 1.2."""
VEILED, FAINTLY = 0.1, 0.2
"""Or so far by the second where so much glare lies on it, however full it is. Parts; 0.05 to 0.15, 0.2 to 0.3."""


@dataclass(frozen=True)
class Assignment:
    """Which chip of one picture each space may bear."""

    best: dict[int, tuple[float, Chip]]
    """Space -> the likeliest chip in it and its probability."""
    parts: dict[int, float]
    """Space -> how much of a disc there shows a team's colour, where that may be part of a chip; 0 to 1."""
    astride: tuple[tuple[frozenset[int], Chip], ...]
    """Chips that lie on a line, each with the spaces that share it."""

    @property
    def between(self) -> tuple[Between, ...]:
        """The chips that belong to no one space."""
        return tuple(Between(tuple(sorted(touching)), chip.team) for touching, chip in self.astride)

    @property
    def doubtful(self) -> frozenset[int]:
        """The spaces that a chip on their line may belong to."""
        # A space with a chip of its own is in no doubt: whatever lies astride its line is another chip.
        of_no_space = [id(chip) for _, chip in self.astride]
        held = {space for space, (likely, chip) in self.best.items() if likely >= SURE and id(chip) not in of_no_space}
        return frozenset[int]().union(*(touching for touching, _ in self.astride)) - held


def assignment_of(chips: list[Chip], hidden: SpaceMap, look: TableLook, cold: bool = False) -> Assignment:
    """Which chip each space may bear, of chips whose line support is known.

    `hidden` is the share of each space that nothing is seen of, shape (rows, columns).
    `cold` says that nobody measured the table: where a thing seems to lie in its space then tells little.
    """
    best: dict[int, tuple[float, Chip]] = {}
    parts: dict[int, float] = {}
    astride: list[tuple[frozenset[int], Chip]] = []
    friends = Counter(c.team for c in chips if c.white and c.closed > RINGED and white_score(c) > CERTAIN)
    whites = knows_whites(chips)
    for chip in chips:
        trick = chip.white and is_trick(chip, whites)
        if trick and not may_be_part(chip):
            continue
        space = space_of(chip, look)
        touching = _spaces_near(chip, look)
        share = 0.0 if space is None else float(hidden.flat[space])
        usual = 0.0 if cold else placed(chip)
        probability = 0.0 if trick else logistic(chip_odds(chip, share, whites) + usual)
        if chip.white:
            probability = min(probability, _most_for_white(chip, friends[chip.team], usual))
        elif not cold and _is_either(chip):
            probability = min(probability, TOSS)
        if len(touching) > 1 and is_clear(chip) and probability > 1.0 - SURE:
            astride.append((touching, chip))
        if space is None:
            continue
        if may_be_part(chip):
            parts[space] = max(parts.get(space, 0.0), chip.filled)
        if space not in best or probability > best[space][0]:
            best[space] = (probability, chip)
    return Assignment(best, parts, tuple(astride))


def _is_either(chip: Chip) -> bool:
    """Whether so much light veils a face that it may be another team's: a veil takes its hue as well, but least where
    the face is darkest."""
    return chip.deep > DEEP and chip.rival >= (FAINTLY if chip.dazzled >= VEILED else EITHER) * chip.filled


def _most_for_white(chip: Chip, friends: int, usual: float) -> float:
    """Probability which a white chip has at most; `friends` are the certain ones of its team on all the board.

    White chips come in fives: one that is hardly seen, alone on the board, is rather a trick of the light.
    """
    few = chip.line_support < FEWEST
    if is_plain_white(chip) or not (few or (chip.line_support < WHITES and friends < WHITES)):
        return 1.0
    if few and not may_lie_here(chip):
        return 0.0
    return logistic(usual + (LONELY if few else IN_PART))


def _spaces_near(chip: Chip, look: TableLook) -> frozenset[int]:
    """The spaces a chip may belong to: several when its centre is near a line."""
    across, down = look.parallax.upright(chip.across, chip.down)
    rows = {int(np.floor(down + off)) for off in (-BETWEEN, BETWEEN)} & set(range(look.rows))
    columns = {int(np.floor(across + off)) for off in (-BETWEEN, BETWEEN)} & set(range(look.columns))
    return frozenset(row * look.columns + column for row in rows for column in columns)
