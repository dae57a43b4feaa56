"""Reading one straight picture: a letter, a guess and a probability for every space.

Here evidence becomes judgement. No memory of earlier pictures lives here; that is the eye's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.observation import EMPTY, FREE, HIDDEN, UNSURE, Between
from vision.classify.chip_scoring import (
    PARTLY,
    WHITES,
    WHOLE,
    is_clear,
    is_entire,
    is_reached_over,
    with_line_support,
)
from vision.classify.discs import Chip
from vision.classify.doubts import Doubts
from vision.classify.evidence import Evidence, Map, SpaceMap, logistic
from vision.classify.line_support import fifths
from vision.classify.survey import Survey, survey_of, surveyed, surveyed_again
from vision.decode.assignment import SURE, TOSS, VAGUE, Assignment, assignment_of
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture
from vision.rectify.region import Region
from vision.rectify.size import Radius

COVERED = 0.42
"""A space hidden at least this much is not read. Parts of the space; 0.25 to 0.5."""
ROOM = 0.22
"""A space is as likely empty as not where so many of the likely places of a chip leave room for one. Parts; 0.2 to
0.25."""
SURER = 0.98
"""A letter is given from SURE on, and from this probability where something hides a part of the space; below it `?`
stands. 0.9 to 0.999."""
HARDLY_HELD = 0.96
"""A disc that something touches but that is full of its colour, or seen whole, is given from so much on: fingers cover
a part of what they hold. 0.95 to SURER."""
ALONE = 0.15
"""A chip in a space that is not read is told all the same where the board explains all but so much of the band around
it. Parts; 0.1 to 0.2."""
FIFTH = 0.4
"""Probability which an empty space has at most when a white chip lies in the four others of a five. 0.2 to 0.5."""
UNTOLD = 0.5
"""Probability that a space outside the picture is bare. 0.3 to 0.6."""


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
    hidden: SpaceMap
    """Share of each space that is hidden; shape (rows, columns)."""
    cover: Map
    """1 where something hides the board; shape of the straight picture."""
    glare: SpaceMap
    """Share of each space that is burnt out; shape (rows, columns)."""
    radius: Radius
    """Half width and half height of a chip, in parts of a space, with which it was read."""
    overall: NDArray[np.float32]
    """Factor of the light against the empty picture, b g r."""
    survey: Survey | None = None
    """What it was made of; None where no measured table was read."""


def read_straight(
    straight: Picture,
    look: TableLook,
    teams: tuple[str, ...],
    outside: frozenset[int] = frozenset(),
    before: Survey | None = None,
    region: Region | None = None,
) -> Reading:
    """Reads every space of a straight picture; those `outside` of the picture it was taken from are hidden.

    Where all is as it was `before` but for a `region`, only that and the spaces beside it are looked at again; the
    letters come from all that is found then. A survey of a table that was known otherwise is not used.
    """
    if before is None or before.look is not look or region is None:
        survey = surveyed(straight, look, teams)
    else:
        survey = surveyed_again(straight, look, teams, before, region)
    return read_survey(survey, outside)


def read_survey(survey: Survey, outside: frozenset[int] = frozenset()) -> Reading:
    """Reads every space of what was found on a board."""
    return without(replace(_judged(survey, survey.look), survey=survey), outside)


def without(reading: Reading, outside: frozenset[int]) -> Reading:
    """The reading with nothing said of the spaces outside the picture, but that they cannot be seen."""
    if not outside:
        return reading
    letters, guesses = list(reading.letters), list(reading.guesses)
    confidence, hidden = reading.confidence.copy(), reading.hidden.copy()
    for space in outside:
        free = guesses[space] == FREE
        letters[space], guesses[space], confidence[space] = HIDDEN, FREE if free else EMPTY, 1.0 if free else UNTOLD
        hidden.flat[space] = 1.0
    return replace(
        reading,
        letters="".join(letters),
        guesses="".join(guesses),
        confidence=confidence,
        flipped=tuple(space for space in reading.flipped if space not in outside),
        between=tuple(one for one in reading.between if not outside & {*one.spaces}),
        hidden=hidden,
    )


def judge(
    evidence: Evidence,
    chips: list[Chip],
    cover: Map,
    look: TableLook,
    lost: Map | None = None,
    doubt: Doubts | None = None,
    cold: bool = False,
) -> Reading:
    """Letters from chips and hidden parts.

    `cold` says that nobody measured the table: where a thing seems to lie in its space then tells little.
    """
    survey = survey_of(evidence, with_line_support(chips, look), cover, lost, look, look, doubt)
    return _judged(survey, look, cold)


def _judged(survey: Survey, look: TableLook, cold: bool = False) -> Reading:
    """Letters from what was found."""
    sure = SURER if cold else SURE
    hidden, chips = survey.hidden, survey.chips
    assignment = assignment_of(chips, hidden, look, cold)
    doubtful = assignment.doubtful
    verdicts = []
    for space in range(look.rows * look.columns):
        share = float(hidden.flat[space])
        likely, chip = assignment.best.get(space, (0.0, None))
        if space in look.free:
            verdict = _of_free(share, likely, chip, float(survey.bare.flat[space]), sure)
        elif chip is not None and likely > 0.5:
            verdict = _of_chip(share, likely, chip, sure)
        else:
            bare = (1.0 - likely) * _bare_beside(float(survey.room.flat[space]), assignment.parts.get(space))
            verdict = _of_bare(share, bare * float(survey.bare.flat[space]), sure)
        if space in doubtful and space not in look.free and verdict.letter != HIDDEN:
            verdict = verdict._replace(letter=UNSURE)
        verdicts.append(verdict)
    letters = [verdict.letter for verdict in verdicts]
    chance = np.array([verdict.chance for verdict in verdicts], np.float32)
    doubted = {s for s in range(len(letters)) if letters[s] == UNSURE and survey.bare.flat[s] < sure}
    for space in _fifths_of(letters, assignment, doubted, look):
        letters[space], chance[space] = UNSURE, min(chance[space], FIFTH)
    shown = {space: chip for space, (_, chip) in assignment.best.items() if letters[space] == chip.team}
    for space, (_, chip) in assignment.best.items():
        # It is known to be turned over, not whose it is.
        if chip.white and chip.rival >= VAGUE and verdicts[space].guess == chip.team:
            letters[space] = HIDDEN if letters[space] == HIDDEN else UNSURE
            chance[space] = min(chance[space], TOSS)
    return Reading(
        "".join(letters),
        "".join(verdict.guess for verdict in verdicts),
        chance,
        tuple(sorted(space for space, chip in shown.items() if chip.white)),
        assignment.between,
        tuple(chips),
        hidden,
        survey.cover,
        survey.glare,
        look.radius,
        survey.light.overall,
    )


class _Verdict(NamedTuple):
    """What is said of one space."""

    letter: str
    guess: str
    chance: float
    """Probability of the guess."""


def _of_free(share: float, likely: float, chip: Chip | None, bare: float, sure: float) -> _Verdict:
    """A free space, of which `share` is hidden, in which a chip may lie, and which may be taken for `bare` so far."""
    if share >= COVERED:
        return _Verdict(HIDDEN, FREE, 1.0)
    # No chip belongs here, so one is told only when it lies there beyond doubt.
    if chip is not None and likely >= SURE and is_clear(chip):
        return _Verdict(chip.team, chip.team, likely)
    return _Verdict(FREE if bare >= sure else UNSURE, FREE, bare)


def _of_chip(share: float, likely: float, chip: Chip, sure: float) -> _Verdict:
    """A space, of which `share` is hidden, that rather bears a chip than none."""
    touched = chip.held > 0.0 or chip.touched > 0.0
    hardly = share < COVERED and (chip.filled >= WHOLE or is_entire(chip))
    needed = max(sure, HARDLY_HELD if hardly else SURER) if touched else sure
    if likely >= needed and (share < COVERED or chip.around < ALONE or is_reached_over(chip)):
        return _Verdict(chip.team, chip.team, likely)
    return _Verdict(HIDDEN if share >= COVERED else UNSURE, chip.team, likely)


def _of_bare(share: float, likely: float, sure: float) -> _Verdict:
    """A space, of which `share` is hidden, that is as likely bare."""
    if likely >= (sure if share < COVERED else SURER):
        return _Verdict(EMPTY, EMPTY, likely)
    return _Verdict(HIDDEN if share >= COVERED else UNSURE, EMPTY, likely)


def _bare_beside(room: float, part: float | None) -> float:
    """Probability that a space without a chip to be seen hides none, with `room` for one, or a `part` of its disc."""
    bare = logistic(50.0 * (ROOM - room))
    return bare if part is None else bare * logistic(5.5 - 14.0 * (part - PARTLY))


def _fifths_of(letters: list[str], assignment: Assignment, doubted: set[int], look: TableLook) -> frozenset[int]:
    """The spaces read as bare one of which must be the fifth of a five that was turned over.

    What lies in the four others counts, be it never so doubtful; `doubted` are spaces in which something does.
    """
    turned = doubted | {space for space, (likely, chip) in assignment.best.items() if chip.white and likely >= TOSS}
    if len(turned) < WHITES or not look.play.turned:
        return frozenset()
    bare = {space for space, letter in enumerate(letters) if letter == EMPTY}
    face_up = {space for space, (_, chip) in assignment.best.items() if letters[space] == chip.team and not chip.white}
    return fifths(turned | look.free, bare, look.rows, look.columns, face_up, look.play.line)
