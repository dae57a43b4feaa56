"""What chips look like on a board nobody measured: ordinary colours, others that several whole discs agree on, and
then what those chips show that are certain.

Which discs are chips is for `vision.cold_discs`; from one chip alone nothing is learnt.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.board import Layout
from vision.chips import around
from vision.cold_discs import on_picture, whole_discs
from vision.colour import ORDINARY, ChipColour
from vision.discs import Chip
from vision.evidence import Evidence
from vision.learning import FEWEST, measure_in_play
from vision.reading import face_score

CERTAIN = 4.0
"""Evidence from which a chip is certain enough to learn from. Log odds; 3 to 6."""
FULL = 0.85
"""So full must it be. Parts; 0.8 to 0.95."""
WIDE = {"b": math.radians(26), "g": math.radians(28), "r": math.radians(26)}
"""Spread of hue in which chips of no ordinary shade are sought: no other team's is nearer."""
ALIKE = math.radians(8)
"""Chips of one team differ in hue by no more than this from the middling one. 5 to 12 degrees."""


def sought_widely() -> tuple[ChipColour, ...]:
    """The ordinary colours, with all shades that may pass for them."""
    return tuple(replace(ordinary, spread=WIDE[ordinary.team]) for ordinary in ORDINARY)


def usual_colours(wide: Evidence, radius: tuple[float, float], layout: Layout) -> tuple[ChipColour, ...]:
    """The ordinary colours; for a team of which chips of another shade are seen, that shade.

    `wide` is evidence weighed with `sought_widely`.
    """
    discs = [chip for chip in whole_discs(wide, radius, layout).chips if not on_picture(chip, layout)]
    usual = []
    for ordinary in ORDINARY:
        mine = [chip for chip in discs if chip.team == ordinary.team]
        hues = np.array([_hue(chip, wide, radius) for chip in mine])
        middle = complex(np.median(hues.real), np.median(hues.imag)) if mine else 1.0
        alike = [chip for chip, hue in zip(mine, hues, strict=True) if abs(np.angle(hue / middle)) < ALIKE]
        off = abs(np.angle(middle * np.exp(-1j * ordinary.hue)))
        if len(alike) >= FEWEST and 2 * len(alike) > len(mine) and off > ordinary.spread:
            usual.append(replace(measure_in_play(alike, wide, radius, ordinary), measured=False))
        else:
            usual.append(ordinary)
    return tuple(usual)


def learnt_colours(
    chips: Sequence[Chip], evidence: Evidence, radius: tuple[float, float], usual: Sequence[ChipColour]
) -> tuple[ChipColour, ...]:
    """Colours measured on the chips that are certain; the `usual` ones where there are too few."""
    learnt = []
    for colour in usual:
        certain = [
            chip
            for chip in chips
            if chip.team == colour.team and not chip.white and chip.filled > FULL and face_score(chip) > CERTAIN
        ]
        learnt.append(measure_in_play(certain, evidence, radius, colour) if len(certain) >= FEWEST else colour)
    return tuple(learnt)


def _hue(chip: Chip, evidence: Evidence, radius: tuple[float, float]) -> complex:
    """The hue of a disc's middle, as a number of length 1."""
    across, along = (float(np.median(around(plane, chip, radius, [0.2, 0.4, 0.6]))) for plane in evidence.plane)
    return complex(np.exp(1j * math.atan2(along, across)))
