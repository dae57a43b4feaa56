"""Chips lying white side up on a board nobody measured.

A thin ring is all that shows their team, and print has rings of its own. So one must be seen clearly against its
twin first; what else looks just like that one, and like no empty space, is another, whatever its own twin shows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.board import Layout
from engine.observation import EMPTY, UNSURE
from vision.chips import ring_closed
from vision.cold_alike import Comparer
from vision.cold_discs import near, space_of, spaces_under
from vision.company import company
from vision.discs import SEARCH, Chip
from vision.evidence import Evidence
from vision.straight import SIDE
from vision.white import white_chips

RING, AGAINST = 0.8, 0.6
"""A clear white chip's ring is seen in at least so many directions, by itself and against its twin. Parts; 0.7 to
0.9, and 0.5 to 0.7."""
SHOWS = 0.2
"""No more of the twin's print shows in it. Correlation; 0.1 to 0.3."""
STEADY, RIVAL = 0.6, 0.8
"""Its ring is of one hue at least so far, and of another team's no more. Parts; 0.5 to 0.8, and 0.6 to 0.9."""
FEWEST = 3
"""White chips come in fives; so many of a team must be seen, and lie in one straight five. 2 to 4."""
SEEN = Chip("", 0.0, 0.0, 0.75, 0.0, True, closed=0.9)
"""What one that looks like a clear one counts as: its print gone, its ring not so plain that it is believed alone."""


def whites(
    evidence: Evidence,
    radius: tuple[float, float],
    layout: Layout,
    faces: Sequence[Chip],
    letters: str,
    plain: Sequence[int],
    compared: Sequence[int],
) -> list[Chip]:
    """The white chips, given those that show their colour and what every space seemed to be without the white ones.

    `plain` are the spaces that are plainly empty, `compared` those whose twin lies in the open.
    """
    shown = {
        team: np.asarray(
            evidence.plane[0] * np.float32(math.cos(colour.hue)) + evidence.plane[1] * np.float32(math.sin(colour.hue)),
            np.float32,
        )
        for team, colour in evidence.colours.items()
    }
    half = (radius[0] * SIDE / SEARCH, radius[1] * SIDE / SEARCH)
    clear = [
        chip
        for chip in white_chips(replace(evidence, tint=shown), list(faces), half)
        if space_of(chip, layout) in compared and _is_clear(chip, evidence, radius)
    ]
    if not clear:
        return []
    plain = sorted(set(plain) - spaces_under(clear, layout))
    open_spaces = [s for s, letter in enumerate(letters) if letter in (EMPTY, UNSURE) and s not in layout.free]
    comparer = Comparer(evidence, open_spaces, layout, radius)
    groups = []
    for chip in clear:
        like = list(comparer.like(chip).chips(plain).values())
        if _in_line(like, layout) >= FEWEST:
            groups.append(like)
    found: list[Chip] = []
    for like in sorted(groups, key=len, reverse=True):
        teams = Counter(chip.team for chip in clear if near(chip, like, radius))
        if teams:
            team = teams.most_common(1)[0][0]
            found += [
                replace(SEEN, team=team, across=chip.across, down=chip.down)
                for chip in like
                if not near(chip, found, radius)
            ]
    return found


def _in_line(chips: Sequence[Chip], layout: Layout) -> int:
    """How many of the chips lie in one straight five, at most: print that looks like them lies anywhere."""
    spaces = {space for chip in chips if (space := space_of(chip, layout)) is not None}
    shown = frozenset(spaces) | layout.free
    return max((1 + company(space, shown, layout.rows, layout.columns) for space in spaces), default=0)


def _is_clear(chip: Chip, evidence: Evidence, radius: tuple[float, float]) -> bool:
    return (
        chip.closed >= RING
        and chip.shows < SHOWS
        and chip.steady > STEADY
        and chip.rival < RIVAL
        and ring_closed(evidence.tint[chip.team], chip, radius) >= AGAINST
    )
