"""Chips lying white side up on a board nobody measured.

A thin ring is all that shows their team, and print has rings of its own. So one must be seen clearly against its
twin first, or a whole straight five of them be seen: white chips lie in fives. What else looks just like those, and
like no empty space, is another, whatever its own twin shows. What only may be one is doubted.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.equipment.board import Layout
from engine.observation import EMPTY, UNSURE
from vision.classify.chips import ring_closed
from vision.classify.discs import Chip, half_of
from vision.classify.evidence import Evidence
from vision.classify.line_support import fives
from vision.classify.white import white_chips
from vision.cold.alike import Comparer
from vision.cold.discs import near, space_of, spaces_under
from vision.cold.fives import alike_fives
from vision.rectify.size import Radius

RING, AGAINST = 0.8, 0.6
"""A clear white chip's ring is seen in at least so many directions, by itself and against its twin. Parts; 0.7 to
0.9, and 0.5 to 0.7."""
SHOWS = 0.2
"""No more of the twin's print shows in it. Correlation; 0.1 to 0.3."""
STEADY, RIVAL = 0.6, 0.8
"""Its ring is of one hue at least so far, and of another team's no more. Parts; 0.5 to 0.8, and 0.6 to 0.9."""
PRINT = 0.6
"""Where more of the twin's print shows the ring is print, too. Correlation; 0.5 to 0.7."""
NEW, LITTLE = 0.3, 0.45
"""Of one that is likely at least so much of the ring is new against a twin in the open, and no more of the twin's print
shows. Parts, 0.2 to 0.5; correlation, 0.35 to 0.5."""
WHITE, BRIGHTER = 1.0, 0.06
"""What is lighter than paper by the second is white, whatever its cast. Parts of paper white; 0.95 to 1.05, 0.03 to
0.1."""
FEWEST = 3
"""White chips come in fives; so many of a team must be seen, and lie in one straight five. 2 to 4."""
RINGED = 2
"""Where no more are seen so many of them must show a ring that is likely one. 1 to 3."""
SEEN = Chip("", 0.0, 0.0, 0.75, 0.0, True, closed=0.9)
"""What one that looks like a clear one counts as: its print gone, its ring not so plain that it is believed alone."""


@dataclass(frozen=True)
class Whites:
    """What was found of white chips."""

    chips: list[Chip]
    doubted: frozenset[int]
    """Spaces that may bear one."""


def whites(
    evidence: Evidence,
    radius: Radius,
    layout: Layout,
    faces: Sequence[Chip],
    letters: str,
    plain: Sequence[int],
    compared: Sequence[int],
) -> Whites:
    """The white chips, given those that show their colour and what every space seemed to be without the white ones.

    `plain` are the spaces that are plainly empty, `compared` those whose twin lies in the open.
    """
    open_spaces = [s for s, letter in enumerate(letters) if letter in (EMPTY, UNSURE) and s not in layout.free]
    rings: dict[int, Chip] = {}
    for chip in _rings(evidence, radius, faces):
        space = space_of(chip, layout)
        if space in open_spaces and chip.shows < PRINT and chip.steady > STEADY and chip.rival < RIVAL:
            rings.setdefault(space, chip)
    comparer = Comparer(evidence, open_spaces, layout, radius)
    clear = {s: chip for s, chip in rings.items() if s in compared and _is_clear(chip, evidence, radius)}
    lines = _fives_of(rings, layout)
    likely = {s: chip for s, chip in rings.items() if _is_likely(chip, evidence, radius, s in compared)}
    seeds = clear | {space: likely[space] for five in lines for space in five & set(likely)}
    plain = sorted(set(plain) - spaces_under(list(clear.values()), layout))
    alike = {space: comparer.like(chip) for space, chip in seeds.items()}
    groups = sorted((alike[space].chips(plain) for space in clear), key=len, reverse=True)
    doubted = _on_one_twin({space for like in groups if len(like) >= FEWEST for space in like}, layout)
    groups = [like for like in groups if may_be_turned(set(like), set(likely), layout)]
    found: dict[int, Chip] = {}
    for like in groups:
        teams = Counter(chip.team for chip in clear.values() if near(chip, list(like.values()), radius))
        if teams:
            team = teams.most_common(1)[0][0]
            for space, chip in like.items():
                own = clear[space].team if space in clear else team
                found.setdefault(space, _seen(chip, own))
    for five in lines:
        others = [space for space in plain if space not in five]
        for seed in five & set(likely):
            like = {space: chip for space, chip in alike[seed].chips(others).items() if space in five}
            if len(like) <= FEWEST:
                continue
            doubted |= set(like)
            if len(five & set(likely)) >= FEWEST:
                for space, chip in like.items():
                    found.setdefault(space, _seen(chip, rings[seed].team))
    whole: dict[int, Chip] = {}
    for turned in alike_fives(evidence, radius, layout, open_spaces, comparer):
        for space, chip in turned.items():
            if chip.team:
                whole.setdefault(space, _seen(chip, chip.team))
            else:
                doubted.add(space)
    # What shows all of its print may be alike, but without a ring of its own it is no chip for certain.
    vague = {space for space in found if space in plain and space not in rings}
    doubted |= vague | _left_out(found, layout) | {space for like in groups for space in like}
    chips = whole | {space: chip for space, chip in found.items() if space not in vague}
    return Whites(list(chips.values()), frozenset(doubted) - set(chips))


def _seen(place: Chip, team: str) -> Chip:
    """A white chip of a team where another place looks like a clear one."""
    return SEEN._replace(team=team, across=place.across, down=place.down)


def _rings(evidence: Evidence, radius: Radius, faces: Sequence[Chip]) -> list[Chip]:
    """All that may be white chips by themselves, best first."""
    shown = {
        team: np.asarray(
            evidence.plane[0] * np.float32(math.cos(colour.hue)) + evidence.plane[1] * np.float32(math.sin(colour.hue)),
            np.float32,
        )
        for team, colour in evidence.colours.items()
    }
    # On old card white has a cast of its own.
    pale = np.maximum(evidence.pale, np.clip((evidence.lightness - WHITE) / BRIGHTER, 0.0, 1.0))
    half = half_of(radius)
    return white_chips(replace(evidence, tint=shown, pale=np.asarray(pale, np.float32)), list(faces), half)


def _is_likely(chip: Chip, evidence: Evidence, radius: Radius, compared: bool) -> bool:
    if chip.closed < RING or not compared:
        return chip.closed >= RING
    return chip.shows < LITTLE and ring_closed(evidence.tint[chip.team], chip, radius) >= NEW


def _is_clear(chip: Chip, evidence: Evidence, radius: Radius) -> bool:
    return chip.closed >= RING and chip.shows < SHOWS and ring_closed(evidence.tint[chip.team], chip, radius) >= AGAINST


def _by_team(chips: dict[int, Chip]) -> list[set[int]]:
    """The spaces of each team."""
    teams: dict[str, set[int]] = defaultdict(set)
    for space, chip in chips.items():
        teams[chip.team].add(space)
    return list(teams.values())


def _fives_of(rings: dict[int, Chip], layout: Layout) -> list[frozenset[int]]:
    """What is not free of the straight fives in which several rings of one team are seen."""
    lines = fives(layout.rows, layout.columns)
    return [five - layout.free for own in _by_team(rings) for five in lines if len(five & own) >= FEWEST]


def may_be_turned(spaces: set[int], likely: set[int], layout: Layout) -> bool:
    """Whether enough of the spaces lie in one straight five: print that looks like white chips lies anywhere, in the
    corners, too."""
    turned = (five & spaces for five in fives(layout.rows, layout.columns))
    return any(len(one) > FEWEST or (len(one) == FEWEST and len(one & likely) >= RINGED) for one in turned)


def _on_one_twin(spaces: set[int], layout: Layout) -> set[int]:
    """Those whose twin is not among them: what both spaces of a card show is rather print."""
    return {space for space in spaces if layout.twins.get(space) not in spaces}


def _left_out(found: dict[int, Chip], layout: Layout) -> set[int]:
    """Spaces beside white chips that would make a five of them full, where none is."""
    missing: set[int] = set()
    lines = fives(layout.rows, layout.columns)
    for own in ({*spaces, *layout.free} for spaces in _by_team(found)):
        full = set[int]().union(*(five for five in lines if five <= own))
        for five in lines:
            if len(five - own) == 1 and not (five & own) - layout.free <= full:
                missing |= five - own
    return missing
