"""What speaks against a space being empty though no chip was found there: faint discs, and print that is gone.

Works on evidence maps only. A doubt never speaks for a team's chip; what is made of it is decided in
`vision.decode.reading`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.classify.chips import with_cover
from vision.classify.discs import (
    SEARCH,
    WITHIN,
    Chip,
    disc,
    face_and_band,
    half_of,
    polars,
    smaller,
    space_of,
    standing_out,
    steps_at_edge,
    weighed,
    without,
)
from vision.classify.evidence import Evidence, Map, SpaceMap, logistic
from vision.classify.hidden import without_things
from vision.classify.placing import habits
from vision.classify.remnants import find_remnants
from vision.normalize.look import TableLook
from vision.rectify.size import Radius
from vision.rectify.straight import SIDE, by_space

MARK = 0.3
"""So much more of a disc than of the band around it must be darker than the print or of some team's hue to call it a
mark. 0.2 to 0.5."""
STEP, DIMMER = 0.25, 0.1
"""By so much it falls at the edge of a mark, and by so much a mark is darker than what lies outside. Parts; 0.15 to
0.4, 0.05 to 0.2."""
ROUND = 0.8
"""In at least this part of all directions a mark ends at its edge. Parts; 0.7 to 0.9."""
STRANGE, STEEP = 0.36, 50.0
"""A space is as likely empty as not where a disc is by so much more unlike the print than its surroundings and of some
team's hue, and how fast that changes. Parts, and log odds for all of the disc; 0.3 to 0.45, 30 to 60."""
MARKED, GONE = 0.13, 0.14
"""The same where a mark lies, and of whatever hue: the print is gone, as under a white side. Of 5,630 empty spaces in
full view one in a thousand passes 0.08, and the highest is 0.15. 0.05 to 0.2; 0.12 to 0.18."""
SHARP, SHOWN = 0.95, 0.67
"""And the same where a mark ends in so many of all directions and is filled so far. 0.9 to 1; 0.6 to 0.7."""
IN_PART = 0.5
"""So far a space may still be taken for empty where an arm leaves some of a chip to be seen. 0.2 to 0.8."""
HELD = 0.25
"""What is touched by cover in more of all directions is part of it. Parts; 0.15 to 0.4."""
SKIN, TIP = 0.5, 0.1
"""What is of the hue of skin so far, and touched by cover in so much of all directions, is the tip of a finger. Parts;
0.4 to 0.7, 0.06 to 0.2."""
NEAR_LINE = 2
"""A disc whose middle is nearer than this to a line is not held against a space. Pixels of a small map; 1 to 3."""


@dataclass(frozen=True)
class Doubts:
    """What speaks against a space being empty though no chip was found there: space -> how much, all empty for none."""

    marked: Mapping[int, Chip] = field(default_factory=dict)
    """Where a mark lies."""
    remnants: Mapping[int, Chip] = field(default_factory=dict)
    """Where what hides the board leaves some of a chip to be seen."""
    strange: Mapping[int, float] = field(default_factory=dict)
    """How much more unlike the print a disc is than what lies around it, and of some team's hue."""
    unlike: Mapping[int, float] = field(default_factory=dict)
    """The same of whatever hue."""

    def over(self, rows: int, columns: int) -> SpaceMap:
        """How far each space may still be taken for empty, 0 to 1; shape (rows, columns)."""
        return np.array([self.empty(space) for space in range(rows * columns)], np.float32).reshape(rows, columns)

    def empty(self, space: int) -> float:
        """How far a space may still be taken for empty, 0 to 1."""
        mark = self.marked.get(space)
        least = STRANGE if mark is None else MARKED
        result = logistic(STEEP * (least - self.strange.get(space, 0.0)))
        if mark is not None and mark.closed >= SHARP and mark.held < HELD:
            # On print of its own colour a chip is only darker, but so is its whole disc and nothing around it.
            result *= logistic(STEEP * (SHOWN - mark.filled))
        result *= logistic(STEEP * (GONE - self.unlike.get(space, 0.0)))
        return result * IN_PART if space in self.remnants else result


def doubts(evidence: Evidence, chips: list[Chip], cover: Map, look: TableLook) -> Doubts:
    """What lies on the board besides `chips`, those that are clear; `cover` is 1 where something hides it."""

    hands = without_things(cover, look.radius)

    def touched(found: list[Chip]) -> list[Chip]:
        return with_cover(found, evidence, hands, look.radius)

    def no_fingers(found: list[Chip]) -> list[Chip]:
        warm = polars(evidence.warm, found, half_of(look.radius), WITHIN).mean(axis=(1, 2)).tolist()
        return [one for one, part in zip(found, warm, strict=True) if part < SKIN or one.held < TIP]

    def strange(one: Map, covered: Map | None = None) -> dict[int, float]:
        spaces = strangeness(one, look.radius, chips, (look.rows, look.columns), 1.0 / STEEP, covered)
        return dict(enumerate(spaces.ravel().tolist()))

    def best(found: list[Chip]) -> dict[int, Chip]:
        held = {space_of(one, look): one for one in sorted(found, key=lambda one: one.filled)}
        return {space: one for space, one in held.items() if space is not None}

    return Doubts(
        best(no_fingers(touched(find_marks(evidence, look.radius, chips)))),
        best(find_remnants(evidence, look.radius, chips, cover)),
        strange(evidence.strange),
        strange(evidence.unlike, hands),
    )


def find_marks(evidence: Evidence, radius: Radius, chips: list[Chip]) -> list[Chip]:
    """Discs that are a little darker than the print and turned towards some team's hue, all around their edge; their
    `team` is empty.

    Faint chips: pale ones, those in soft glare, white faces of a kind nobody showed. Light, shadow and sleeves darken
    and tint the board, too, but not in a disc of a chip's size.
    """
    half = half_of(radius)
    darker = without(0.5 * (evidence.dimmed + evidence.turned), chips, half)
    found = standing_out(darker, *face_and_band(half), MARK, half)
    dimmer, turned = (steps_at_edge(one, found, half) for one in (evidence.dimmed, evidence.turned))
    closed = ((0.5 * (dimmer + turned) > STEP).mean(axis=1) >= ROUND) & ((dimmer > DIMMER).mean(axis=1) >= ROUND)
    return [chip for chip, ends in zip(found, closed.tolist(), strict=True) if ends]


def strangeness(
    unlike: Map,
    radius: Radius,
    chips: list[Chip],
    shape: tuple[int, int],
    usual: float = 0.0,
    covered: Map | None = None,
) -> Map:
    """For each space, shape `shape`: how much more a disc of a chip's size is unlike the print than what lies
    around it, whatever lies there; -2 to 1. `unlike` is a map of that, 0 to 1; where chips seldom lie it counts less
    by `usual` for each of the log odds of their habit. What is `covered`, 0 to 1, says nothing of a disc and much of
    what lies around it: the edge of an arm is unlike the print, too.

    Chips that burn out, white ones in poor light, a face nobody expected: the print is gone under a disc and
    only there. Light that changed makes whole regions unlike.
    """
    half = half_of(radius)
    small = without(unlike, chips, half)
    beside = small
    if covered is not None:
        hidden = smaller(covered)
        small, beside = small * (1.0 - hidden), np.maximum(small, hidden)
    inside = weighed(small, disc(half[0] * 0.9, half[1] * 0.9))
    score = inside - 2.0 * weighed(beside, disc(half[0] * 1.9, half[1] * 1.9, 0.68))
    block = SIDE // SEARCH
    places = by_space(score, shape, SEARCH) + usual * habits(block)[:, None, :]
    middle = slice(NEAR_LINE, block - NEAR_LINE)
    return np.asarray(places[:, middle, :, middle].max(axis=(1, 3)), np.float32)
