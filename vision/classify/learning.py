"""Learning what chips look like from chips that are certain: in play, and on a board nobody measured.

Nothing is learnt from what may be a hand or a trick of the light.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.classify.discs import Chip, draw, half_of, polars, space_of
from vision.classify.evidence import Evidence
from vision.classify.patches import ROUND, Patch
from vision.normalize.colour import ORDINARY, ChipColour, hues_apart, room_beside
from vision.normalize.look import TableLook
from vision.rectify.size import Radius

FEWEST = 2
"""So many certain chips of a team must lie on the board. 1 to 5."""
FULL = 0.9
"""They are so full of its colour. Parts; 0.85 to 0.95."""

NARROWEST = 0.6
"""The hue of a team's chips spreads at least so far, against what is ordinary. Parts; 0.5 to 0.7."""

WIDE = {"b": (0.0, math.radians(26)), "g": (math.radians(10), math.radians(33)), "r": (0.0, math.radians(26))}
"""How far the hues in which chips of no ordinary shade are sought are turned from the usual one, and their spread: no
other team's is nearer. Green reaches from turquoise to lime."""
MIDDLE = (0.2, 0.4, 0.6)
"""Where the hue of a chip is looked at. Chip radii."""
ALIKE = math.radians(8)
"""Chips of one team differ in hue by no more than this from the middling one. 5 to 12 degrees."""
NEAR = 0.045
"""Or by no more than this in colour, for what has hardly any has hardly a hue. Parts of paper white; 0.03 to 0.06."""
FAINTER = 0.6
"""A shade is another one than the usual where it is of another hue, or less than so far as colourful. 0.4 to 0.7."""
WHITE = 0.5
"""What is so far pale may be a white side. Parts; 0.3 to 0.7."""
SIZE = 0.5, 1.5
"""What replaced the print is as large as a chip within this. Parts of its area; 0.4 to 0.6, 1.3 to 1.7."""


def sought_widely(colours: Sequence[ChipColour]) -> tuple[ChipColour, ...]:
    """The colours, those that were not measured with all the shades that may pass for them."""
    return tuple(one if one.measured else _widened(one) for one in colours)


def _widened(colour: ChipColour) -> ChipColour:
    turn, spread = WIDE[colour.team]
    return replace(colour, hue=colour.hue + turn, spread=spread)


def other_shade(
    chips: Sequence[Chip],
    wide: Evidence,
    radius: Radius,
    usual: ChipColour,
    narrowest: float = NARROWEST,
) -> ChipColour | None:
    """The colour that chips of a team show where it is none of the usual shades; None where they do not agree on one.

    `wide` is the evidence in which the chips were found, with colours sought widely; `narrowest` as for
    `measure_in_play`.
    """
    mine = [chip for chip in chips if chip.team == usual.team]
    if len(mine) < FEWEST:
        return None
    half = half_of(radius)
    across, along = (np.median(polars(plane, mine, half, MIDDLE), axis=(1, 2)) for plane in wide.plane)
    seen = across + 1j * along
    middle = complex(np.median(seen.real), np.median(seen.imag))
    near = (abs(np.angle(seen * middle.conjugate())) < ALIKE) | (abs(seen - middle) < NEAR)
    alike = [chip for chip, is_near in zip(mine, near.tolist(), strict=True) if is_near]
    usually = hues_apart(float(np.angle(middle)), usual.hue) <= usual.spread
    colourful = abs(middle) >= FAINTER * usual.saturation * usual.value
    if len(alike) < FEWEST or 2 * len(alike) <= len(mine) or (usually and colourful):
        return None
    return replace(measure_in_play(alike, wide, radius, usual, narrowest), measured=False)


def certain(chips: tuple[Chip, ...], team: str, full: float = FULL) -> list[Chip]:
    """Chips of a team that can be learnt from: `full` of its colour, closed, alone, in plain light."""
    return [
        chip
        for chip in chips
        if chip.team == team
        and not chip.white
        and chip.filled > full
        and chip.closed > 0.9
        and chip.rival < 0.1
        and chip.around < 0.03
        and chip.held < 0.05
        and chip.lost < 0.1
        and chip.dazzled < 0.1
    ]


def learn(look: TableLook, chips: tuple[Chip, ...], evidence: Evidence, teams: frozenset[str]) -> TableLook:
    """The look with the colours of `teams` as they are on this table, where enough certain chips show them."""
    colours = []
    for colour in look.chips:
        sure = certain(chips, colour.team) if colour.team in teams else []
        if len(sure) < FEWEST:
            colours.append(colour)
            continue
        seen = measure_in_play(sure, evidence, look.radius, colour)
        # Still as one that was not shown on purpose: other colours may yet come.
        colours.append(replace(seen, measured=colour.measured))
    return look.with_chips(tuple(colours))


def learn_shades(
    look: TableLook, found: Sequence[Patch], evidence: Evidence, untold: frozenset[int], teams: frozenset[str]
) -> TableLook:
    """The look with the shades of those `teams` whose chips are of none that is usual, from what was `found` to have
    replaced the print, round and as large as chips are, in spaces whose letters are `untold`."""
    usual = math.pi * look.radius[0] * look.radius[1]
    discs = []
    for patch in found:
        chip = Chip("", patch.across, patch.down, patch.roundness, 0.0, False)
        large = math.pi * patch.radius[0] * patch.radius[1] / usual
        if patch.roundness >= ROUND and SIZE[0] < large < SIZE[1] and space_of(chip, look) in untold:
            discs.append(chip)
    if not discs:
        return look
    half = half_of(look.radius)
    maps = (*evidence.plane, evidence.pale)
    across, along, pale = (np.median(polars(one, discs, half, MIDDLE), axis=(1, 2)).tolist() for one in maps)
    named = [
        chip._replace(team=_nearest_team(math.atan2(along[k], across[k])))
        for k, chip in enumerate(discs)
        if pale[k] < WHITE
    ]
    shades = {one.team: other_shade(named, evidence, look.radius, one) for one in look.chips if one.team in teams}
    colours = {one.team: shades.get(one.team) or one for one in look.chips}
    at_home = [one for team, one in colours.items() if team in look.at_home]
    for team in (team for team, one in shades.items() if one is not None):
        one = colours[team]
        colours[team] = replace(one, spread=min(one.spread, room_beside(one, at_home)))
    return look.with_chips(tuple(colours.values()))


def _nearest_team(hue: float) -> str:
    """The team whose shades come nearest to a hue, be they never so unusual."""
    wide = sought_widely(ORDINARY)
    return min(wide, key=lambda one: hues_apart(hue, one.hue) / one.spread).team


def measure_in_play(
    chips: list[Chip],
    evidence: Evidence,
    radius: Radius,
    ordinary: ChipColour,
    narrowest: float = NARROWEST,
) -> ChipColour:
    """A colour from the middles of several chips that are certain, of a hue that spreads at least so far as `narrowest`
    says."""
    mask = np.zeros(evidence.value.shape, np.uint8)
    for chip in chips:
        draw(mask, chip, radius, 0.7, 1)
    inside = mask.astype(bool)
    across, along = evidence.plane[0][inside], evidence.plane[1][inside]
    saturation = evidence.saturation[inside]
    vivid = saturation > 0.6 * np.percentile(saturation, 75)
    turn = np.exp(1j * np.arctan2(along[vivid], across[vivid]).astype(np.float64))
    hue = float(np.angle(turn.mean()))
    off = np.abs(np.angle(turn * np.exp(-1j * hue)))
    missing = np.maximum(1.0 - evidence.lightness[inside][vivid], 0.12)
    return ChipColour(
        ordinary.team,
        hue,
        float(np.clip(1.5 * np.percentile(off, 68), narrowest * ordinary.spread, ordinary.spread)),
        float(np.median(saturation[vivid])),
        float(np.median(evidence.value[inside][vivid])),
        float(np.median(np.hypot(across[vivid], along[vivid]) / missing)),
        True,
    )
