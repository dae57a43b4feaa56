"""Learning what chips look like from chips that are certain: in play, and on a board nobody measured.

Nothing is learnt from what may be a hand or a trick of the light.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.colour import ChipColour
from vision.discs import Chip
from vision.evidence import Evidence
from vision.look import TableLook
from vision.straight import MARGIN, SIDE

FEWEST = 2
"""So many certain chips of a team must lie on the board. 1 to 5."""


def certain(chips: tuple[Chip, ...], team: str) -> list[Chip]:
    """Chips of a team that can be learnt from: full, closed, alone, in plain light."""
    return [
        chip
        for chip in chips
        if chip.team == team
        and not chip.white
        and chip.filled > 0.9
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
    bare = None if look.bare is None else replace(look.bare, chips=tuple(colours))
    return replace(look, chips=tuple(colours), bare=bare)


def measure_in_play(
    chips: list[Chip], evidence: Evidence, radius: tuple[float, float], ordinary: ChipColour
) -> ChipColour:
    """A colour from the middles of several chips that are certain."""
    mask = np.zeros(evidence.value.shape, np.uint8)
    for chip in chips:
        centre = (round(chip.across * SIDE + MARGIN - 0.5), round(chip.down * SIDE + MARGIN - 0.5))
        axes = (round(radius[0] * SIDE * 0.7), round(radius[1] * SIDE * 0.7))
        cv2.ellipse(mask, centre, axes, 0, 0, 360, 1, -1)
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
        float(np.clip(1.5 * np.percentile(off, 68), 0.6 * ordinary.spread, ordinary.spread)),
        float(np.median(saturation[vivid])),
        float(np.median(evidence.value[inside][vivid])),
        float(np.median(np.hypot(across[vivid], along[vivid]) / missing)),
        True,
    )
