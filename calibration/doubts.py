"""What makes two calibration pictures doubtful: chips on the board that should be empty, colours that are not as named.

Only looking; what follows from it is said in `calibration.calibrate`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from calibration.colours import MeasuredChip
from engine.equipment.board import Layout
from vision.cold.reading import read_cold
from vision.finding.found import Found
from vision.normalize.colour import ORDINARY, VIOLET, hues_apart
from vision.rectify.mesh import Picture

COLOURLESS = 0.06
"""A patch paler than this is paper or shadow, not a chip with a colour. Saturation; 0.03 to 0.15."""
PLAINLY = np.radians(45.0)
"""By so much a hue must be nearer to another team's ordinary chips before it is said to be named wrongly. A teal
chip may well be nearer to blue than to green; radians, 30 to 60 degrees."""


def chips_on(picture: Picture, layout: Layout, found: Found) -> list[int]:
    """Spaces on which a board that nobody has measured yet plainly bears chips.

    Only where pips are printed: a picture card, or a lion, may well have a round patch of colour. And only where the
    other space of the card does not show the same, as all print does, large pips of a chip's colour, too.
    """
    if not any(map(_has_pips, layout.cards)):
        return []
    cold = read_cold(picture, layout, found=found)
    return sorted(space for space in cold.certain - cold.like_print if _has_pips(layout.cards[space]))


def _has_pips(card: str | None) -> bool:
    return card is not None and re.fullmatch(r"(A|[2-9]|10)[SHDC]", card) is not None


def looks_like(chip: MeasuredChip) -> str:
    """The team whose ordinary chips this one plainly resembles more than its own team's; empty for no colour at all.

    Its own team where nothing speaks against it, and for violet chips, which are ordinarily nobody's.
    """
    if chip.colour.saturation < COLOURLESS:
        return ""
    off = {ordinary.team: hues_apart(ordinary.hue, chip.colour.hue) for ordinary in ORDINARY}
    nearest = min(off, key=lambda team: off[team])
    if hues_apart(VIOLET.hue, chip.colour.hue) < off[nearest]:
        return chip.colour.team
    return nearest if off[chip.colour.team] - off[nearest] > PLAINLY else chip.colour.team


def exchanged(chips: Sequence[MeasuredChip]) -> bool:
    """Whether the chips are those that were named, only each where another was said to lie."""
    seen = [looks_like(chip) for chip in chips]
    return len(chips) > 1 and sorted(seen) == sorted(chip.colour.team for chip in chips)
