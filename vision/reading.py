"""Reading one straight picture: a letter, a guess and a probability for every space.

Here evidence becomes judgement. No memory of earlier pictures lives here; that is the eye's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.observation import EMPTY, FREE, HIDDEN, UNSURE, Between
from vision.chips import find_chips, with_cover
from vision.company import fifths, turned_with
from vision.discs import Chip, space_of
from vision.evidence import Evidence, Map, logistic, weigh
from vision.faint import faint_chips
from vision.fives import turned_fives
from vision.hidden import hidden_map, hidden_share, room_for_chips
from vision.lamplight import lit_chips
from vision.look import TableLook
from vision.mesh import Picture
from vision.odds import (
    FEWEST,
    PARTLY,
    WHITES,
    chip_odds,
    hides_nothing,
    is_believed,
    is_clear,
    is_plain_white,
    is_trick,
    knows_whites,
    may_be_part,
    may_lie_here,
    placed,
    white_score,
    with_company,
)
from vision.stains import Doubts, doubts

BETWEEN = 0.06
"""A chip whose centre seems nearer than this to a line belongs to no one space: where it lies is measured to a few
hundredths, and players leave a tenth. Parts of a space; 0.02 to 0.1."""
COVERED = 0.42
"""A space hidden at least this much is not read. Parts of the space; 0.25 to 0.5."""
GRAZED, HALF = 0.12, 0.6
"""What is hidden less hides no chip, what is hidden more gets no second look. Parts of the space; 0.1 to 0.15, 0.5 to
0.7."""
ROOM = 0.22
"""A space is as likely empty as not where so many of the likely places of a chip leave room for one. Parts; 0.2 to
0.25."""
SURE, SURER = 0.95, 0.98
"""A letter is given from this probability on, and from the second where something hides a part of the space; below it
`?` stands. 0.9 to 0.999, each."""

LONELY, IN_PART = -1.6, -0.4
"""Evidence which a white chip that is not plain has at most, but for where it lies: with fewer than FEWEST others, and
with so many; as often as such turned out to be chips. Log odds; -2.5 to -1, -1 to 0.5."""

VAGUE, TOSS = 0.75, 0.5
"""A white side whose hue is so nearly as far from its team's as from the next shows none; and its probability at most.
0.7 to 0.8; at most 0.5, for no letter is guessed."""
FIFTH = 0.4
"""Probability which an empty space has at most when a white chip lies in the four others of a five. 0.2 to 0.5."""
OTHERWISE = 0.99
"""Probability of a chip that is told by the five it lies in, or faint as it is. 0.98 to 0.995."""
FADED = 0.6
"""What has less of its team's saturation than this may be a white side. Parts; 0.5 to 0.7."""
PLAINLY = 0.8
"""What fills its disc less with its team's colour may be a white side with much print on it. Parts; 0.75 to 0.85."""
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


def read_straight(straight: Picture, look: TableLook, teams: tuple[str, ...]) -> Reading:
    """Reads every space of a straight picture."""
    evidence = weigh(straight, look, teams)
    chips = find_chips(evidence, look.radius)
    seen_white = knows_whites(chips)
    cover, lost = hidden_map(evidence, [chip for chip in chips if hides_nothing(chip, seen_white)], look.radius)
    chips = with_company(with_cover(chips, evidence, cover, look.radius), look)
    # What is not believed to be a chip must not take away the signs that something lies there.
    whites = knows_whites(chips)
    clear = [chip for chip in chips if is_clear(chip) and is_believed(chip, whites)]
    doubt = doubts(evidence, clear, cover, look)
    known = [chip for chip in chips if chip.white and (chip in clear or white_score(chip) > KNOWN)]
    unseen = np.flatnonzero(hidden_share(cover, look.rows, look.columns) >= COVERED)
    faint = [*lit_chips(evidence, doubt, look), *faint_chips(evidence, doubt, look)]
    vivid = [space_of(chip, look) for chip in clear if not chip.white and chip.vivid >= FADED]
    faces = frozenset(space for space in vivid if space is not None)
    turned = turned_fives(evidence, doubt, known, frozenset(unseen.tolist()), look, faces)
    return judge(evidence, chips, cover, look, lost, doubt, [*turned, *faint])


def judge(
    evidence: Evidence,
    chips: list[Chip],
    cover: Map,
    look: TableLook,
    lost: Map | None = None,
    doubt: Doubts | None = None,
    others: Sequence[Chip] = (),
    cold: bool = False,
) -> Reading:
    """Letters from chips and hidden parts; `others` are chips that were told in other ways than those.

    `cold` says that nobody measured the table: where a thing seems to lie in its space then tells little.
    """
    sure = SURER if cold else SURE
    rows, columns = look.rows, look.columns
    hidden = hidden_share(cover, rows, columns)
    missing = np.zeros_like(hidden) if lost is None else hidden_share(lost, rows, columns)
    hidden = np.maximum(hidden, np.minimum(HALF_LOST * missing, 1.0))
    glare = hidden_share(evidence.burnt, rows, columns)
    room = np.where(hidden > GRAZED, 1.0, 0.0)
    if ((hidden > GRAZED) & (hidden < HALF)).any():
        room = room * room_for_chips(evidence, cover, look.radius, (rows, columns))
    letters = [EMPTY] * (rows * columns)
    guesses = [EMPTY] * (rows * columns)
    chance = np.ones(rows * columns, np.float32)
    best: dict[int, tuple[float, Chip]] = {}
    parts: dict[int, float] = {}
    astride: list[tuple[set[int], Chip]] = []
    # White chips come in fives: one that is hardly seen, alone on the board, is rather a trick of the light.
    chips = with_company(chips, look)
    friends = Counter(chip.team for chip in chips if chip.white and chip.closed > 0.8 and white_score(chip) > 3.0)
    whites = knows_whites(chips)
    for chip in chips:
        trick = chip.white and is_trick(chip, whites)
        if trick and not may_be_part(chip):
            continue
        across, down = look.lean.upright(chip.across, chip.down)
        row, column = int(np.floor(down)), int(np.floor(across))
        if not (-1 <= row <= rows and -1 <= column <= columns):
            continue
        touching = _spaces_near(across, down, rows, columns)
        inside = 0 <= row < rows and 0 <= column < columns
        space = row * columns + column
        share = float(hidden[row, column]) if inside else 0.0
        usual = 0.0 if cold else placed(chip)
        probability = 0.0 if trick else logistic(chip_odds(chip, share, whites) + usual)
        lonely = chip.company < FEWEST or (chip.company < WHITES and friends[chip.team] < WHITES)
        if chip.white and lonely and not is_plain_white(chip):
            most = logistic(usual + (LONELY if chip.company < FEWEST else IN_PART))
            likely = most if chip.company >= FEWEST or may_lie_here(chip) else 0.0
            probability = min(probability, likely)
        if chip.white and chip.rival >= VAGUE:
            probability = min(probability, TOSS)
        if len(touching) > 1 and is_clear(chip) and probability > 1.0 - SURE:
            astride.append((touching, chip))
        if inside and may_be_part(chip):
            parts[space] = max(parts.get(space, 0.0), chip.filled)
        if inside and (space not in best or probability > best[space][0]):
            best[space] = (probability, chip)
    # A space with a chip of its own is in no doubt: whatever lies astride its line is another chip.
    of_no_space = [id(chip) for _, chip in astride]
    held = {space for space, (given, chip) in best.items() if given >= SURE and id(chip) not in of_no_space}
    doubtful = set[int]().union(*(touching for touching, _ in astride)) - held
    between = [Between(tuple(sorted(touching)), chip.team) for touching, chip in astride]
    for chip in others:
        at = space_of(chip, look)
        if at is None:
            continue
        likely, face = best.get(at, (0.0, chip))
        # A face may seem to be full of its team's colour where that is only the print on it, under a veil of glare.
        fades = chip.white and not face.white and face.team == chip.team and face.vivid < FADED
        if fades or (likely < OTHERWISE and (likely <= 0.5 or face.white or face.team == chip.team)):
            best[at] = (max(likely, OTHERWISE), chip)
    for space in range(rows * columns):
        row, column = divmod(space, columns)
        share = float(hidden[row, column])
        needed = sure if share < COVERED else SURER
        found = best.get(space)
        if space in look.free:
            # No chip belongs here, so one is told only when it lies there beyond doubt.
            letters[space], guesses[space] = FREE if share < COVERED else HIDDEN, FREE
            if found is not None and found[0] >= SURE and share < COVERED and is_clear(found[1]):
                chance[space] = found[0]
                letters[space] = guesses[space] = found[1].team
            continue
        if found is not None and found[0] > 0.5:
            probability, chip = found
            guesses[space] = chip.team
            chance[space] = probability
            needed = sure if chip.held == 0.0 and chip.touched == 0.0 else SURER
            given = probability >= needed and (share < COVERED or chip.around < 0.15)
        else:
            probability = 1.0 - (found[0] if found else 0.0)
            probability *= logistic(50.0 * (ROOM - float(room[row, column])))
            if space in parts:
                probability *= logistic(5.5 - 14.0 * (parts[space] - PARTLY))
            if doubt is not None:
                probability *= doubt.empty(space)
            chance[space] = probability
            given = probability >= needed
        if share >= COVERED and not given:
            letters[space] = HIDDEN
        elif not given or space in doubtful:
            letters[space] = UNSURE
        else:
            letters[space] = guesses[space]
    # What lies in four spaces of a straight five, be it never so doubtful, is a five that was turned over.
    turned = {space for space, (given, chip) in best.items() if chip.white and given >= TOSS}
    if doubt is not None:
        turned |= {s for s in range(rows * columns) if letters[s] == UNSURE and doubt.empty(s) < sure}
    bare = {space for space, letter in enumerate(letters) if letter == EMPTY}
    face_up = {space for space, (_, chip) in best.items() if letters[space] == chip.team and not chip.white}
    for space in fifths(turned | look.free, bare, rows, columns, face_up) if len(turned) >= WHITES else ():
        letters[space], chance[space] = UNSURE, min(chance[space], FIFTH)
    shown = {space: chip for space, (_, chip) in best.items() if letters[space] == chip.team}
    flipped = tuple(sorted(_white_sides(shown, look)))
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


def _white_sides(shown: dict[int, Chip], look: TableLook) -> set[int]:
    """The spaces whose chips, the `shown` ones, lie white side up."""
    found = {space for space, chip in shown.items() if chip.white}
    for team in {shown[space].team for space in found}:
        white = {space for space in found if shown[space].team == team}
        vague = {s for s, chip in shown.items() if chip.team == team and not chip.white and chip.filled < PLAINLY}
        found |= turned_with(white, vague, look.free, look.rows, look.columns)
    return found


def _spaces_near(across_at: float, down_at: float, rows: int, columns: int) -> set[int]:
    """The spaces a chip may belong to: several when its centre is near a line."""
    found = set()
    for down in (down_at - BETWEEN, down_at + BETWEEN):
        for across in (across_at - BETWEEN, across_at + BETWEEN):
            row, column = int(np.floor(down)), int(np.floor(across))
            if 0 <= row < rows and 0 <= column < columns:
                found.add(row * columns + column)
    return found
