"""Reading one straight picture: a letter, a guess and a probability for every space.

Here evidence becomes judgement. No memory of earlier pictures lives here; that is the eye's.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.observation import EMPTY, FREE, HIDDEN, UNSURE, Between
from vision.chips import find_chips, is_skin, with_cover
from vision.company import company
from vision.discs import Chip, space_of
from vision.evidence import Evidence, Map, logistic, weigh
from vision.faint import faint_chips
from vision.fives import turned_fives
from vision.hidden import hidden_map, hidden_share, room_for_chips
from vision.look import TableLook
from vision.mesh import Picture
from vision.stains import Doubts, doubts

BETWEEN = 0.06
"""A chip whose centre seems nearer than this to a line belongs to no one space: where it lies is measured to a few
hundredths, and players leave a tenth. Parts of a space; 0.02 to 0.1."""
COVERED = 0.42
"""A space hidden at least this much is not read. Parts of the space; 0.25 to 0.5."""
GRAZED, HALF = 0.3, 0.6
"""What is hidden less needs no second look, what is hidden more gets none. Parts of the space; 0.2 to 0.35, 0.5 to
0.7."""
ROOM = 0.2
"""A chip may be hidden in a space where so many of its likely places leave room for it. Parts; 0.15 to 0.25."""
CROWDED = 0.32
"""A chip with so much unexplained around it may be held in a hand. Parts of the band; 0.2 to 0.5."""
GRASPED = 0.45
"""What is touched by skin in more of all directions is part of a hand, or held by one. Parts; 0.2 to 0.5."""
RELIEF = 0.65
"""So much less what lies around a chip counts against it where it is a whole disc of its own. Parts; 0.5 to 0.9."""
ASIDE, CORNER = 0.4, 0.5
"""A chip that far from the middle of its space may as well be held over a line; and farther off lies no part of one.
Spaces; 0.3 to 0.45, 0.48 to 0.55."""
TOUCH = 0.1
"""Touched by skin in so much of all directions, glare is no longer why a disc is not full. Parts; 0.05 to 0.2."""
PARTLY = 0.35
"""Where part of a disc from here on shows a chip's colour, a space may not be empty. Parts; 0.3 to 0.5."""
FULL = 0.74
"""Without glare a chip fills at least so much of its disc. Parts; 0.6 to 0.85."""
REPLACES, REPLACED = 60.0, 0.2
"""What counts against a chip that leaves the print as it was, for it should replace it, ring and all: log odds for all
of its disc, and the part of it that must be replaced. 20 to 80; 0.1 to 0.3."""
SURE = 0.98
"""A letter is given from this probability on; below it `?` stands. 0.9 to 0.999."""

NO_WHITE = 1.0
"""Evidence below which what might be a white chip is taken for a trick of the light. Log odds; 0 to 3."""

LONE_WHITE = 3.0
"""The same where no other white chip is seen for certain, and print shines through. Log odds; 1 to 5."""

WHITES, FEWEST = 3, 2
"""With so many other white chips of its team in a straight five one is no surprise; with fewer than the second, or
with fewer on the whole board than the first, it must be quite plain."""

LONELY, IN_PART = 0.15, 0.9
"""Probability which a white chip that is not plain has at most: with fewer than FEWEST others, and with so many; as
often as such turned out to be chips. 0.05 to 0.2; 0.8 to 0.95."""

IN_LINE, WEAKEST = 3.0, -4.0
"""What completes a straight five of white chips gains so much evidence, unless it has less than this. Log odds."""
OTHERWISE = 0.99
"""Probability of a chip that is told by the five it lies in, or faint as it is. 0.98 to 0.995."""
KNOWN = 3.0
"""From so much evidence on a white chip counts when fives of them are looked for. Log odds; 2 to 5."""
HALF_LOST = 1.6
"""A space in which half of the print is missing is held to be hidden by so much of that. 1 to 2."""


@dataclass(frozen=True)
class Reading:
    """What one picture says."""

    letters: str
    guesses: str
    confidence: NDArray[np.float32]
    """Probability of each guess; shape (spaces,)."""
    flipped: tuple[int, ...]
    between: tuple[Between, ...]
    chips: tuple[Chip, ...]
    hidden: Map
    """Share of each space that is hidden; shape (rows, columns)."""
    cover: Map
    """1 where something hides the board; shape of the straight picture."""
    glare: Map
    """Share of each space that is burnt out; shape (rows, columns)."""
    radius: tuple[float, float]
    """Half width and half height of a chip, in parts of a space, with which it was read."""
    overall: NDArray[np.float32]
    """Factor of the light against the empty picture, b g r."""


def _is_clear(chip: Chip) -> bool:
    """Whether it is a chip beyond doubt, so that it does not count as hiding the board."""
    if is_skin(chip) or chip.touched > GRASPED:
        return False
    if chip.white:
        return chip.filled > 0.5 and chip.around < 0.1 and chip.closed > 0.65
    if chip.foreign and (chip.closed < 0.85 or chip.filled < 0.75):
        return False
    return chip.filled > 0.5 and chip.around < CROWDED and chip.closed > 0.6


def face_score(chip: Chip) -> float:
    """Evidence (log odds) for a chip showing its colour: a full disc that ends at its edge, alone."""
    strange = 2.0 + 25.0 * max(0.95 - chip.closed, 0.0) + 20.0 * max(chip.lost - 0.1, 0.0) if chip.foreign else 0.0
    # In plain light a chip fills its disc; what fills it less is a chip between fingers, or none.
    glare = min(3.0 * chip.dazzled, 1.0) * (1.0 - min(chip.touched / TOUCH, 1.0))
    thin = 45.0 * max(FULL - chip.filled, 0.0) * (1.0 - glare)
    # Under a veil of glare that a shadow lifts, print looks as new as a chip; but it is still that print.
    printed = 40.0 * max(chip.shows - 0.25, 0.0) * min(3.0 * chip.dazzled, 1.0)
    return (
        1.5
        - strange
        - thin
        - printed
        - 50.0 * max(chip.touched - 0.15 - 5.0 * max(min(chip.filled, 0.98) - 0.93, 0.0), 0.0)
        + 14.0 * (chip.filled - 0.5)
        + 25.0 * (min(chip.closed, 0.9) - 0.75)
        - 45.0 * max(chip.around - 0.05, 0.0) * (1.0 - RELIEF * _roundness(chip))
        - 8.0 * max(chip.rival - 0.35, 0.0)
        - 15.0 * max(chip.held - 0.25, 0.0)
        - 15.0 * max(chip.lost - 0.35, 0.0)
        - REPLACES * max(REPLACED - chip.strange, 0.0)
    )


def _roundness(chip: Chip) -> float:
    """How surely it is a whole disc of its own that lies in a space, 0 to 1: full, ending all around, near the middle.

    What lies beside such a disc, a hand as a rule, says little about it."""
    parts = ((chip.closed - 0.9) / 0.1, (chip.filled - 0.8) / 0.1, (ASIDE - _off(chip)) / 0.1)
    return math.prod(min(max(part, 0.0), 1.0) for part in parts)


def _off(chip: Chip) -> float:
    """How far from the middle of its space a chip seems to lie, in spaces."""
    return math.hypot(chip.across % 1.0 - 0.5, chip.down % 1.0 - 0.5)


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


def _is_plain_white(chip: Chip) -> bool:
    """Whether a white chip can be believed even alone."""
    if chip.closed <= 0.9 or chip.shows >= 0.2:
        return False
    score = white_score(chip)
    # In plain light one of a single hue, with all print gone beneath it, need not be quite as full.
    fair = chip.steady > 0.95 and chip.strange > 0.5 and chip.dazzled < 0.05
    return (score > 8.0 and chip.steady > 0.7) or (score > 6.0 and fair)


def _is_trick(chip: Chip, whites: bool) -> bool:
    """Whether what might be a white chip is rather a trick of the light."""
    score = white_score(chip)
    if chip.company >= WHITES and score > WEAKEST:
        return False
    if whites:
        return score < NO_WHITE
    return score < NO_WHITE + 1.0 or (score < LONE_WHITE and chip.shows > 0.1)


def _knows_whites(chips: list[Chip]) -> bool:
    """Whether a white chip is seen for certain."""
    return any(chip.white and white_score(chip) > 4.0 for chip in chips)


def _is_believed(chip: Chip, whites: bool) -> bool:
    """Whether a chip that nothing hides is rather that than anything else."""
    return not (chip.white and _is_trick(chip, whites)) and chip_chance(chip, 0.0, whites) > 0.5


def _with_company(chips: list[Chip], look: TableLook) -> list[Chip]:
    """The chips with how many other white ones of its team lie in a straight five with each white one."""
    whites = _knows_whites(chips)
    shown: dict[str, set[int]] = defaultdict(lambda: set(look.free))
    for chip in chips:
        space = space_of(chip, look)
        if chip.white and space is not None and not _is_trick(replace(chip, company=0), whites):
            shown[chip.team].add(space)
    result = []
    for chip in chips:
        space = space_of(chip, look) if chip.white else None
        if space is not None:
            kept = {team: company(space, white, look.rows, look.columns) for team, white in shown.items()}
            own = kept.pop(chip.team, 0)
            # Where it would complete the five of another team its colour is not to be trusted.
            rival = 1.0 if own < WHITES <= max(kept.values(), default=0) else chip.rival
            chip = replace(chip, company=own, rival=rival)
        result.append(chip)
    return result


def _may_lie_here(chip: Chip) -> bool:
    """Whether it replaces the print, as even a part of a chip does, and does not lie in the corner of its space."""
    return chip.strange >= REPLACED and _off(chip) <= CORNER


def _may_be_part(chip: Chip) -> bool:
    """Whether it may be what a hand leaves to be seen of a chip."""
    if chip.foreign or chip.filled < PARTLY or chip.closed < 0.6:
        return False
    if not _may_lie_here(chip):
        return False
    return (chip.rival < 0.5 and chip.touched > TOUCH) if chip.white else chip.touched > 0.0


def chip_chance(chip: Chip, hidden: float, whites: bool = False) -> float:
    """Probability that a chip of this team lies here, from how its disc is filled and what surrounds it.

    `whites` says that other white chips are on the board: one more is then no surprise.
    """
    if chip.white:
        score = white_score(chip) + (IN_LINE if chip.company >= WHITES else 1.0 if whites else 0.0)
    else:
        score = face_score(chip)
    return logistic(score - 6.0 * max(hidden - 0.3, 0.0))


def read_straight(straight: Picture, look: TableLook, teams: tuple[str, ...]) -> Reading:
    """Reads every space of a straight picture."""
    evidence = weigh(straight, look, teams)
    chips = find_chips(evidence, look.radius)
    cover, lost = hidden_map(evidence, [chip for chip in chips if _is_clear(chip)], look.radius)
    chips = _with_company(with_cover(chips, evidence, cover, look.radius), look)
    # What is not believed to be a chip must not take away the signs that something lies there.
    whites = _knows_whites(chips)
    clear = [chip for chip in chips if _is_clear(chip) and _is_believed(chip, whites)]
    doubt = doubts(evidence, clear, cover, look)
    known = [chip for chip in chips if chip.white and (chip in clear or white_score(chip) > KNOWN)]
    unseen = np.flatnonzero(hidden_share(cover, look.rows, look.columns) >= COVERED)
    faint = faint_chips(evidence, doubt, look)
    turned = turned_fives(evidence, doubt, known, frozenset(unseen.tolist()), look)
    return judge(evidence, chips, cover, look, lost, doubt, [*turned, *faint])


def judge(
    evidence: Evidence,
    chips: list[Chip],
    cover: Map,
    look: TableLook,
    lost: Map | None = None,
    doubt: Doubts | None = None,
    others: Sequence[Chip] = (),
) -> Reading:
    """Letters from chips and hidden parts; `others` are chips that were told in other ways than those."""
    rows, columns = look.rows, look.columns
    hidden = hidden_share(cover, rows, columns)
    missing = np.zeros_like(hidden) if lost is None else hidden_share(lost, rows, columns)
    hidden = np.maximum(hidden, np.minimum(HALF_LOST * missing, 1.0))
    glare = hidden_share(evidence.burnt, rows, columns)
    room = np.ones_like(hidden)
    if ((hidden > GRAZED) & (hidden < HALF)).any():
        room = room_for_chips(evidence, cover, look.radius, (rows, columns))
    letters = [EMPTY] * (rows * columns)
    guesses = [EMPTY] * (rows * columns)
    chance = np.ones(rows * columns, np.float32)
    best: dict[int, tuple[float, Chip]] = {}
    astride: list[tuple[set[int], Chip]] = []
    # White chips come in fives: one that is hardly seen, alone on the board, is rather a trick of the light.
    chips = _with_company(chips, look)
    friends = Counter(chip.team for chip in chips if chip.white and chip.closed > 0.8 and white_score(chip) > 3.0)
    whites = _knows_whites(chips)
    for chip in chips:
        trick = chip.white and _is_trick(chip, whites)
        if trick and not _may_be_part(chip):
            continue
        across, down = look.lean.upright(chip.across, chip.down)
        row, column = int(np.floor(down)), int(np.floor(across))
        if not (-1 <= row <= rows and -1 <= column <= columns):
            continue
        touching = _spaces_near(across, down, rows, columns)
        inside = 0 <= row < rows and 0 <= column < columns
        space = row * columns + column
        share = float(hidden[row, column]) if inside else 0.0
        probability = 0.0 if trick else chip_chance(chip, share, whites)
        lonely = chip.company < FEWEST or (chip.company < WHITES and friends[chip.team] < WHITES)
        if chip.white and lonely and not _is_plain_white(chip):
            likely = LONELY if _may_lie_here(chip) else 0.0
            probability = min(probability, likely if chip.company < FEWEST else IN_PART)
        if len(touching) > 1 and _is_clear(chip) and probability > 1.0 - SURE:
            astride.append((touching, chip))
        if inside and (space not in best or probability > best[space][0]):
            best[space] = (probability, chip)
    # A space with a chip of its own is in no doubt: whatever lies astride its line is another chip.
    of_no_space = [id(chip) for _, chip in astride]
    held = {space for space, (given, chip) in best.items() if given >= SURE and id(chip) not in of_no_space}
    doubtful = set[int]().union(*(touching for touching, _ in astride)) - held
    between = [Between(tuple(sorted(touching)), chip.team) for touching, chip in astride]
    for chip in others:
        at = space_of(chip, look)
        if at is None or (at in best and best[at][0] >= OTHERWISE):
            continue
        if at not in best or best[at][0] <= 0.5 or best[at][1].white or best[at][1].team == chip.team:
            best[at] = (OTHERWISE, chip)
    for space in range(rows * columns):
        row, column = divmod(space, columns)
        share = float(hidden[row, column])
        found = best.get(space)
        if space in look.free:
            # No chip belongs here, so one is told only when it lies there beyond doubt.
            letters[space], guesses[space] = FREE if share < COVERED else HIDDEN, FREE
            if found is not None and found[0] >= SURE and share < COVERED and _is_clear(found[1]):
                chance[space] = found[0]
                letters[space] = guesses[space] = found[1].team
            continue
        if found is not None and found[0] > 0.5:
            probability, chip = found
            guesses[space] = chip.team
            chance[space] = probability
            sure = probability >= SURE and (share < COVERED or chip.around < 0.15)
        else:
            probability = 1.0 - (found[0] if found else 0.0)
            probability *= max(logistic(9.6 - 18.0 * share), logistic(50.0 * (ROOM - float(room[row, column]))))
            probability *= logistic(8.5 - 25.0 * max(float(missing[row, column]) - 0.05, 0.0))
            if found is not None and _may_be_part(found[1]):
                probability *= logistic(5.5 - 14.0 * (found[1].filled - PARTLY))
            if doubt is not None:
                probability *= doubt.empty(space)
            chance[space] = probability
            sure = probability >= SURE
        if share >= COVERED and not sure:
            letters[space] = HIDDEN
        elif not sure or space in doubtful:
            letters[space] = UNSURE
        else:
            letters[space] = guesses[space]
    flipped = tuple(sorted(space for space, (_, chip) in best.items() if chip.white and letters[space] == chip.team))
    return Reading(
        "".join(letters),
        "".join(guesses),
        chance,
        flipped,
        tuple(between),
        (*chips, *(chip for chip in others if chip not in chips)),
        hidden,
        cover,
        glare,
        look.radius,
        evidence.overall,
    )


def _spaces_near(across_at: float, down_at: float, rows: int, columns: int) -> set[int]:
    """The spaces a chip may belong to: several when its centre is near a line."""
    found = set()
    for down in (down_at - BETWEEN, down_at + BETWEEN):
        for across in (across_at - BETWEEN, across_at + BETWEEN):
            row, column = int(np.floor(down)), int(np.floor(across))
            if 0 <= row < rows and 0 <= column < columns:
                found.add(row * columns + column)
    return found
