"""Chips greyed by light that mirrors in them: told by what that light may have been added to.

A window or a lamp beside the board adds white to what a chip sends back, and a shadow takes some of all of it. So a
chip looks like a mixture of its colour with white, more or less dark; what hue is left says little of a dark one, but
no light makes a bright chip dark and grey at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.colour import ChipColour, channels
from vision.discs import Chip, half_of, polars
from vision.evidence import Evidence
from vision.look import TableLook
from vision.marks.faint import DARKER, light_around
from vision.marks.stains import HELD, Doubts

Colours = NDArray[Any]

WITHIN = (0.2, 0.4, 0.55, 0.7)
"""Where a chip shows its colour. Chip radii."""
WHITE = np.linspace(0.0, 0.96, 25)
"""Parts of white that are tried."""
SHADES, COSTS = np.linspace(0.5, 1.0, 11), 0.15
"""Parts of the light that are tried, and what all of it counts that is missing. Parts of paper white; 0.1 to 0.2."""
NEARER, ITS_OWN = 0.02, 0.15
"""A chip is another team's where that fits its colour by so much better and so well: a hand over it fits none. Parts of
paper white; 0.01 to 0.04, 0.12 to 0.2."""
BRIGHT = 0.8
"""What is lighter is nearly white; then all teams fit. Parts of paper white; 0.7 to 0.9."""
DULL = 0.6
"""What none of a team's colour was seen in must be darker still: a white side is nearly white, too, in what its ring
lets show. Parts of paper white; 0.5 to 0.65."""
FITS, APART = 0.1, 0.08
"""What lies there is a team's chip if that fits so well, and no other's by less than so much more. Parts of paper
white; 0.07 to 0.12, 0.06 to 0.12."""
WHOLE, LIKELY = 0.8, 0.1
"""And if it ends in so many of all directions, and its space is less likely empty than this. Parts; 0.8 to 1, 0.05 to
0.5."""


def misfits(seen: Colours, colours: Mapping[str, ChipColour]) -> dict[str, Colours]:
    """How far each colour `seen`, shape (n, 3), blue, green and red in parts of paper white, is from what light may
    make of the chips of each team; shape (n,)."""
    added = WHITE[:, None, None]
    found = {}
    for team, colour in colours.items():
        greyed = (colour.reflectance * (1.0 - added) + added) * SHADES[:, None]
        off = np.linalg.norm(seen[:, None, None] - greyed, axis=-1) + COSTS * (1.0 - SHADES)
        found[team] = off.min(axis=(1, 2))
    return found


def given_to_their_teams(chips: list[Chip], evidence: Evidence, radius: tuple[float, float]) -> list[Chip]:
    """The chips, those whose colour only another team's chips can have taken on as its chips."""
    faces = [chip for chip in chips if not chip.white and chip.team in evidence.at_home]
    if not faces or len(evidence.at_home) < 2:
        return chips
    seen = _colours_of(faces, evidence, radius)
    off = misfits(seen, _at_home(evidence))
    told: dict[Chip, Chip] = {}
    for number, chip in enumerate(faces):
        nearest = min(off, key=lambda team: off[team][number])
        nearer = off[nearest][number] < min(off[chip.team][number] - NEARER, ITS_OWN)
        if nearer and seen[number].mean() < BRIGHT:
            told[chip] = chip._replace(team=nearest)
    return [told.get(chip, chip) for chip in chips]


def greyed_chips(evidence: Evidence, doubt: Doubts, look: TableLook) -> list[Chip]:
    """The discs on the board, told by no colour, that only one team's chips can be."""
    discs = {
        space: disc
        for space, disc in {**doubt.bare, **doubt.marked}.items()
        if space not in look.free and disc.closed >= WHOLE and disc.held < HELD and doubt.empty(space) < LIKELY
    }
    if not discs or len(evidence.at_home) < 2:
        return []
    marks = list(discs.values())
    half = half_of(look.radius)
    seen = _colours_of(marks, evidence, look.radius)
    darker = seen.mean(axis=1) <= light_around(evidence, marks, half) - DARKER
    off = misfits(seen, _at_home(evidence))
    found = []
    for number, mark in enumerate(marks):
        team, other = sorted(off, key=lambda one: off[one][number])[:2]
        fits = off[team][number] <= FITS and off[other][number] >= off[team][number] + APART
        if fits and darker[number] and seen[number].mean() < DULL:
            found.append(mark._replace(team=team))
    return found


def _colours_of(discs: list[Chip], evidence: Evidence, radius: tuple[float, float]) -> Colours:
    """The middling colour of each disc; blue, green and red in parts of paper white, shape (n, 3)."""
    half = half_of(radius)
    planes = [polars(plane, discs, half, WITHIN) for plane in (*evidence.plane, evidence.lightness)]
    return np.asarray(np.median(np.stack(channels(*planes), axis=-1).reshape(len(discs), -1, 3), axis=1))


def _at_home(evidence: Evidence) -> dict[str, ChipColour]:
    return {team: evidence.colours[team] for team in sorted(evidence.at_home)}
