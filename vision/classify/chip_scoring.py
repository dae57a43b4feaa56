"""What speaks for a disc being a chip that lies where it seems to, and what against it; log odds as a rule.

One chip at a time, and for white ones the line they stand in. What becomes of a space is decided in
`vision.decode.reading`.
"""

from __future__ import annotations

import math
from collections import defaultdict

from vision.classify.chips import SWEPT, is_skin, is_swept
from vision.classify.discs import Chip, space_of
from vision.classify.line_support import line_support
from vision.classify.placing import habit, off_centre
from vision.normalize.look import TableLook

CROWDED = 0.32
"""A chip with so much unexplained around it may be held in a hand. Parts of the band; 0.2 to 0.5."""
GRASPED = 0.45
"""What is touched by skin in more of all directions is part of a hand, or held by one. Parts; 0.2 to 0.5."""
REPLACING = 0.3
"""From so much that it is unlike the print a disc has replaced it, and fully so by a tenth more. Parts; 0.25 to 0.4."""
MOST, LEAST = 4.8, -10.0
"""Evidence for a chip that a hand plainly reaches over, and what it comes down to for what is none. Log odds; 4 to
5.5, -15 to -5."""
REST, SHUT, NEW, BEYOND = 0.6, 0.6, 0.42, 0.1
"""Where a hand reaches over a chip so much of its disc is seen, of its edge ends and is unlike the print, and it is by
so much more vivid than what only seems to be one. Parts; 0.57 to 0.65, 0.57 to 0.7, 0.38 to 0.48, 0.05 to 0.15."""
CLUTTER, EDGED = 0.3, 0.75
"""And so much around it is unexplained, more by as much as its edge ends in more of all directions than the second.
Parts; 0.25 to 0.35, 0.7 to 0.85."""
GRIPPED = 0.55
"""And skin touches it in so much of all directions at most. Parts; 0.5 to 0.6."""
ROUND, ENTIRE = 0.94, 0.8
"""A disc that ends in so many of all directions and is filled so far lies over the fingers or beside them, not between
them. Parts; 0.92 to 0.96, 0.77 to 0.85."""
LOOSER, MORE = 0.1, 0.7
"""Skin may touch such a one in so many more directions, and so much more speaks for it. Parts, 0 to 0.15; log odds, 0.4
to 1."""
PLAINLY = 0.9
"""From so sure on neither the skin that touches it nor what hides its space speaks against it. 0.8 to 1."""
ALONE, PALE = 0.8, 0.6
"""So much less it counts against a disc that ends all around, and that nothing hides, that it is not full, unless its
middle is so light: then it may be a white face. Parts, 0.6 to 0.9; of paper white, 0.55 to 0.65."""
CORNER = 0.45
"""What seems to lie farther than that from the middle of its space is no part of a chip. Spaces; 0.42 to 0.55."""
HELD_ASIDE = 2.0
"""So much more its place counts against a chip that something touches, if not all of it is seen. 1.5 to 3."""
BESIDE, PLAIN = 0.1, 0.05
"""What is pale beside what hides the board in so many of all directions, in less glare than the second, is a shadow or
a bit of a hand. Parts; 0.08 to 0.15, 0.02 to 0.1."""
TINTED = 0.55
"""The shadow of an arm has at most so much of a team's saturation where the light that is left, a window's as a rule,
is of its hue. Parts; 0.5 to 0.65."""
DEEPER, AS_PRINTED = 0.25, (0.32, 0.42)
"""And at most so much more where the disc is hardly unlike the print, fully up to the first and not at all from the
second on: a chip in the shadow still hides it. Parts; 0.15 to 0.3, 0.25 to 0.35 and 0.38 to 0.44."""
TOUCH = 0.1
"""Touched by skin in so much of all directions, glare is no longer why a disc is not full. Parts; 0.05 to 0.2."""
PARTLY = 0.35
"""Where part of a disc from here on shows a chip's colour, a space may not be empty. Parts; 0.3 to 0.5."""
HALF_SHUT, VIVID, PLAINLY_GONE = 0.5, 0.8, 0.5
"""So much of its edge need end of what is so vivid, and so unlike the print: an arm over the other half of a chip
leaves no more of it. Parts; 0.45 to 0.55, 0.7 to 0.9, 0.4 to 0.6."""
WHOLE = 0.95
"""A disc filled and closed so far is one, whatever speaks against a chip. Parts; 0.9 to 0.98."""
FULL = 0.74
"""Without glare a chip fills at least so much of its disc. Parts; 0.6 to 0.85."""
REPLACES, REPLACED = 60.0, 0.2
"""What counts against a chip that leaves the print as it was, for it should replace it, ring and all: log odds for all
of its disc, and the part of it that must be replaced. 20 to 80; 0.1 to 0.3."""
NO_WHITE = 1.0
"""Evidence below which what might be a white chip is taken for a trick of the light. Log odds; 0 to 3."""
LONE_WHITE = 3.0
"""The same where no other white chip is seen for certain, and print shines through. Log odds; 1 to 5."""
WHITES, FEWEST = 3, 2
"""With so many other white chips of its team in a straight five one is no surprise; with fewer than the second, or
with fewer on the whole board than the first, it must be quite plain."""
WEAKEST = -4.0
"""And no trick of the light if it has more evidence than this. Log odds; -5 to -3."""


def is_clear(chip: Chip) -> bool:
    """Whether it is a chip beyond doubt, so that it does not count as hiding the board."""
    if is_skin(chip) or is_swept(chip) or (chip.touched > GRASPED and not is_reached_over(chip)):
        return False
    if chip.white:
        return chip.filled > 0.5 and chip.around < 0.1 and chip.closed > 0.65
    if chip.foreign and (chip.closed < 0.85 or chip.filled < 0.75):
        return False
    if chip.vivid < chip.pale and chip.dazzled < PLAIN and chip.closed < WHOLE:
        return False
    return chip.filled > 0.5 and chip.around < CROWDED and chip.closed > 0.6


def is_reached_over(chip: Chip) -> bool:
    """Whether it is plainly a chip on the board that a hand reaches over."""
    return _reached_over(chip) > PLAINLY


def is_entire(chip: Chip) -> bool:
    """Whether all of it is seen, so that it is hardly held between fingers."""
    return not chip.white and _entirety(chip) > PLAINLY


def hides_nothing(chip: Chip, whites: bool) -> bool:
    """Whether it is so clear a chip, where one may lie, that the board is not held to be hidden there."""
    return is_clear(chip) and (off_centre(chip) <= CORNER or chip_odds(chip, 0.0, whites) + placed(chip) > 0.0)


def face_score(chip: Chip) -> float:
    """Evidence (log odds) for a chip showing its colour: a full disc that ends at its edge, alone."""
    strange = 2.0 + 25.0 * max(0.95 - chip.closed, 0.0) + 20.0 * max(chip.lost - 0.1, 0.0) if chip.foreign else 0.0
    alone = 0.0 if chip.foreign else _aloneness(chip)
    # In plain light a chip fills its disc; what fills it less is a chip between fingers, or none.
    veiled = min(3.0 * chip.dazzled, 1.0)
    glare = veiled * (1.0 - min(chip.touched / TOUCH, 1.0))
    thin = 45.0 * max(FULL - chip.filled, 0.0) * (1.0 - glare) * (1.0 - ALONE * alone)
    # Under a veil of glare that a shadow lifts, and in a shadow of another lamp's colour, print looks as new as a chip;
    # but it is still that print.
    replaced = min(max((chip.strange - REPLACED) / (REPLACING - REPLACED), 0.0), 1.0)
    printed = 40.0 * max(chip.shows - 0.25, 0.0) * max(veiled, 1.0 - replaced)
    # The shadow under an arm has some colour, too, and all that a window lights where a lamp went off; without glare a
    # chip has more.
    tinted = 1.0 - veiled if chip.foreign else _shadiness(chip)
    skin = max(chip.touched - 0.15 - 5.0 * max(min(chip.filled, 0.98) - 0.93, 0.0), 0.0)
    return (
        1.5
        - strange
        - thin
        - 120.0 * max(max(chip.pale, _tint(chip)) - chip.vivid, 0.0) * tinted
        - printed
        - 50.0 * skin
        + 14.0 * (chip.filled - 0.5)
        + 25.0 * (min(chip.closed, 0.9) - 0.75)
        - 45.0 * max(chip.around - 0.05, 0.0)
        - 8.0 * max(chip.rival - 0.35, 0.0)
        - 15.0 * max(chip.held - 0.25, 0.0)
        - 15.0 * max(chip.lost - 0.35, 0.0)
        - REPLACES * max(REPLACED - chip.strange, 0.0)
    )


def _reached_over(chip: Chip) -> float:
    """How surely it is a chip on the board that a hand reaches over, 0 to 1: most of its disc and of its edge is seen.

    What is held in a hand shows less of itself, so nearly all such discs that a hand touches lie on the board.
    """
    if chip.white or chip.foreign or chip.touched == chip.held == 0.0:
        return 0.0
    entire = _entirety(chip)
    clutter = CLUTTER + max(chip.closed - EDGED, 0.0)
    return _all_of(
        0.5 + (chip.filled - REST) / 0.04,
        0.5 + (chip.closed - SHUT) / 0.05,
        0.5 + (clutter - chip.around) / 0.1,
        0.5 + (GRIPPED + LOOSER * entire - chip.touched) / 0.1,
        0.5 + (chip.strange - NEW) / 0.05,
        0.5 + (chip.vivid - chip.pale - BEYOND) / 0.1,
        0.5 + (SWEPT - chip.lost) / 0.1,
        1.0 - (1.0 - entire) * chip.dazzled / TOUCH,
    )


def _entirety(chip: Chip) -> float:
    """How surely all of a disc and of its edge is seen, 0 to 1."""
    return _all_of(0.5 + (chip.closed - ROUND) / 0.08, 0.5 + (chip.filled - ENTIRE) / 0.05)


def _aloneness(chip: Chip) -> float:
    """How surely it ends all around where nothing hides it, the print gone beneath it, and is no white face, 0 to 1."""
    return _all_of(
        (chip.closed - 0.85) / 0.1,
        (chip.strange - REPLACING) / 0.1,
        (CORNER - off_centre(chip)) / 0.1,
        (PALE - chip.bright) / 0.1,
        1.0 - chip.held / BESIDE,
    )


def _shadiness(chip: Chip) -> float:
    """How surely an arm beside it may throw its shadow there, 0 to 1."""
    return min(chip.held / BESIDE, 1.0) * max(1.0 - chip.dazzled / PLAIN, 0.0)


def _tint(chip: Chip) -> float:
    """How vivid a shadow of the light that is left may make what lies there, parts of a team's saturation."""
    low, high = AS_PRINTED
    return TINTED + DEEPER * min(max((high - chip.strange) / (high - low), 0.0), 1.0)


def _all_of(*parts: float) -> float:
    """How far all of several things are so, each 0 to 1 or beyond."""
    return math.prod(min(max(part, 0.0), 1.0) for part in parts)


def white_score(chip: Chip) -> float:
    """Evidence (log odds) for a white chip: a closed ring of one hue, a pale face, no print shining through."""
    return (
        2.0
        + 12.0 * (chip.filled - 0.42)
        + 20.0 * (min(chip.closed, 0.85) - 0.75)
        - 60.0 * max(chip.around - 0.02, 0.0)
        - 15.0 * max(chip.rival - 0.8, 0.0)
        - 12.0 * max(0.35 - chip.steady, 0.0)
        - 8.0 * max(chip.shows - 0.35, 0.0)
        - 25.0 * max(chip.lost - 0.1, 0.0)
        - 50.0 * max(chip.touched - 0.3, 0.0)
        - 15.0 * max(chip.held - 0.25, 0.0)
        - REPLACES * max(REPLACED - chip.strange, 0.0)
        # A lamp outshines any white.
        - 20.0 * max(chip.bright - 1.2, 0.0)
    )


def is_plain_white(chip: Chip) -> bool:
    """Whether a white chip can be believed even alone."""
    if chip.closed <= 0.9 or chip.shows >= 0.2:
        return False
    score = white_score(chip)
    # In plain light one of a single hue, with all print gone beneath it, need not be quite as full.
    fair = chip.steady > 0.95 and chip.strange > 0.5 and chip.dazzled < 0.05
    return (score > 8.0 and chip.steady > 0.7) or (score > 6.0 and fair)


def is_trick(chip: Chip, whites: bool) -> bool:
    """Whether what might be a white chip is rather a trick of the light."""
    score = white_score(chip)
    if chip.line_support >= WHITES and score > WEAKEST:
        return False
    if whites:
        return score < NO_WHITE
    return score < NO_WHITE + 1.0 or (score < LONE_WHITE and chip.shows > 0.1)


def knows_whites(chips: list[Chip]) -> bool:
    """Whether a white chip is seen for certain."""
    return any(chip.white and white_score(chip) > 4.0 for chip in chips)


def is_believed(chip: Chip, whites: bool) -> bool:
    """Whether a chip that nothing hides is rather that than anything else."""
    return not (chip.white and is_trick(chip, whites)) and chip_odds(chip, 0.0, whites) > 0.0


def with_line_support(chips: list[Chip], look: TableLook) -> list[Chip]:
    """The chips with how many other white ones of its team lie in a straight five with each white one."""
    if not look.play.turned:
        return chips
    whites = knows_whites(chips)
    shown: dict[str, set[int]] = defaultdict(lambda: set(look.free))
    for chip in chips:
        space = space_of(chip, look)
        if chip.white and space is not None and not is_trick(chip._replace(line_support=0), whites):
            shown[chip.team].add(space)
    result = []
    for chip in chips:
        space = space_of(chip, look) if chip.white else None
        if space is not None:
            kept = {
                team: line_support(space, white, look.rows, look.columns, look.play.line)
                for team, white in shown.items()
            }
            own = kept.pop(chip.team, 0)
            # Where it would complete the five of another team its colour is not to be trusted.
            rival = 1.0 if own < WHITES <= max(kept.values(), default=0) else chip.rival
            chip = chip._replace(line_support=own, rival=rival)
        result.append(chip)
    return result


def may_lie_here(chip: Chip) -> bool:
    """Whether it replaces the print, as even a part of a chip does, and does not lie in the corner of its space."""
    return chip.strange >= REPLACED and off_centre(chip) <= CORNER


def may_be_part(chip: Chip) -> bool:
    """Whether it may be what a hand or a sleeve leaves to be seen of a chip, or a whole one that something lies beside.

    What is clear, and so hides nothing, must not be passed over even where more speaks against it.
    """
    plain = not chip.white and chip.vivid >= VIVID and chip.strange >= PLAINLY_GONE
    if chip.foreign or chip.filled < PARTLY or chip.closed < (HALF_SHUT if plain else SHUT):
        return False
    if not chip.white and chip.vivid < _tint(chip) and _shadiness(chip) > 0.5:
        return False
    if not may_lie_here(chip):
        return False
    if chip.white:
        return chip.rival < 0.5 and chip.touched > TOUCH
    return chip.touched > 0.0 or is_clear(chip) or min(chip.filled, chip.closed) >= WHOLE


def chip_odds(chip: Chip, hidden: float, whites: bool = False) -> float:
    """Evidence (log odds) that a chip of this team lies here, from how its disc is filled and what surrounds it.

    `whites` says that other white chips are on the board: one more is then no surprise.
    """
    unseen = 6.0 * max(hidden - 0.3, 0.0)
    if chip.white:
        return white_score(chip) + (1.0 if whites else 0.0) - unseen
    odds, reached = face_score(chip) - unseen, _reached_over(chip)
    if not reached:
        return max(odds, LEAST)
    most = MOST + MORE * _entirety(chip)
    return max(odds, LEAST + (most - LEAST) * reached)


def placed(chip: Chip) -> float:
    """Evidence (log odds) for a chip from where in its space it seems to lie."""
    usual = habit(off_centre(chip))
    if chip.held == 0.0:
        return usual
    # What is held in a hand is held over the middle of a space as well, and over its corners rather than lies there.
    aside = HELD_ASIDE + (1.0 - HELD_ASIDE) * _entirety(chip)
    return min(aside * usual, 0.0)
