"""Fives of white sides of a kind nobody showed, on a board nobody measured.

Five round places in a straight line that look all the same from their middle to their edge, and like nothing else on
the board: print is not like that, for every card is printed twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add

import numpy as np

from engine.equipment.board import Layout
from vision.classify.discs import Chip, half_of
from vision.classify.doubts import strangeness
from vision.classify.evidence import Evidence
from vision.classify.line_support import fives
from vision.classify.white import Tone, tone_of
from vision.cold.alike import Comparer
from vision.cold.ground import PAPER
from vision.cold.round import roundest, roundness_at
from vision.rectify.size import Radius

ROUNDEST = 60
"""So many of the roundest places of all spaces are compared with the others. 40 to 80."""
NEARER, USUAL = 0.78, 10
"""The five are at most so far from one of them as this per cent of the other spaces are. Parts, measured: print 0.82
and more, white sides mostly 0.4 to 0.75; per cent, 5 to 15."""
STRANGE = 0.15
"""One of them at least differs from its twin by so much; all are as light as paper. Parts of a disc; 0.1 to 0.25."""
ROUND = 0.04
"""Half of them at least are so round: along a bright stripe that a lamp mirrors in the board all places are alike, too,
and end nowhere. Parts of paper white; 0.03 to 0.06."""
APART = 0.5
"""The colour of all together is nearer to their team's than to any other by this factor. 0.3 to 0.6."""


def alike_fives(
    evidence: Evidence, radius: Radius, layout: Layout, spaces: Iterable[int], comparer: Comparer
) -> list[dict[int, Chip]]:
    """The straight fives among the `spaces` in which white sides lie, likest first: where in each space, of the team
    they show together, if they show one, and of none otherwise."""
    open_spaces = frozenset(spaces)
    lines = [five - layout.free for five in fives(layout.rows, layout.columns)]
    lines = [five for five in lines if five <= open_spaces]
    found: dict[frozenset[int], tuple[float, dict[int, Chip]]] = {}
    for space, seed in roundest(evidence, radius, layout, open_spaces)[:ROUNDEST]:
        alike = comparer.like(seed)
        for five in (line for line in lines if space in line):
            others = [far for other, far in alike.far.items() if other not in five]
            usual = float(np.percentile(others, USUAL)) if others else 0.0
            apart = max(alike.far[one] for one in five) / max(usual, 1e-6)
            if apart < min(NEARER, found.get(five, (1.0,))[0]):
                found[five] = apart, {one: alike.places[one] for one in five}
    strange = strangeness(evidence.strange, radius, [], (layout.rows, layout.columns)).ravel()
    result = []
    for _, chips in sorted(found.values(), key=lambda five: five[0]):
        tones = [tone_of(chip, evidence, half_of(radius)) for chip in chips.values()]
        # Bare paper beside small print may be alike, too, but that is on the twins as well.
        new = strange[list(chips)].max() >= STRANGE and min(tone.lightness for tone in tones) >= PAPER
        if new and float(np.median(roundness_at(evidence, list(chips.values()), radius))) >= ROUND:
            team = _team_of(tones, evidence) or ""
            result.append({space: chip._replace(team=team, white=True) for space, chip in chips.items()})
    return result


def _team_of(tones: list[Tone], evidence: Evidence) -> str | None:
    """The team whose colour the print on white sides that are all alike has; None if it has none plainly."""
    team, apart = reduce(add, (tone.ink for tone in tones)).team(evidence)
    return team if apart <= APART else None
