"""What chips look like on a board nobody measured: ordinary colours, others that several whole discs agree on, and
then what those chips show that are certain.

Which discs are chips is for `vision.cold.discs`; from one chip alone nothing is learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.equipment.board import Layout
from vision.classify.chip_scoring import face_score
from vision.classify.discs import Chip
from vision.classify.evidence import Evidence
from vision.classify.learning import FEWEST, measure_in_play, other_shade, sought_widely
from vision.cold.discs import on_picture, whole_discs
from vision.normalize.colour import ORDINARY, VIOLET, ChipColour
from vision.rectify.size import Radius

CERTAIN = 4.0
"""Evidence from which a chip is certain enough to learn from. Log odds; 3 to 6."""
FULL = 0.85
"""So full must it be. Parts; 0.8 to 0.95."""
NARROWEST = 0.8
"""The hue of a team's chips spreads at least so far, against what is ordinary: without a profile only those in plain
light are certain, and in the others lamps of several colours are mirrored. Parts; 0.7 to 0.9."""


def usual_colours(
    weighed: Callable[[tuple[ChipColour, ...]], Evidence], radius: Radius, layout: Layout
) -> tuple[ChipColour, ...]:
    """The ordinary colours; for a team of which chips of another shade are seen, that shade.

    `weighed` gives the evidence weighed with such colours.
    """

    def shades(evidence: Evidence, teams: str) -> dict[str, ChipColour | None]:
        discs = [chip for chip in whole_discs(evidence, radius, layout).chips if not on_picture(chip, layout)]
        seen = {chip.team for chip in discs} & {*teams}
        return {one.team: other_shade(discs, evidence, radius, one, NARROWEST) for one in ORDINARY if one.team in seen}

    found = shades(weighed(sought_widely(ORDINARY)), "bgr")
    # A team of which no chip is seen may have violet ones: no ordinary shade is anything like them.
    missing = next((team for team in "rb" if team not in found), None)
    if missing is not None:
        sought = (replace(VIOLET, team=missing), *(one for one in ORDINARY if one.team != missing))
        found |= shades(weighed(sought), missing)
    return tuple(found.get(one.team) or one for one in ORDINARY)


def learnt_colours(
    chips: Sequence[Chip], evidence: Evidence, radius: Radius, usual: Sequence[ChipColour]
) -> tuple[ChipColour, ...]:
    """Colours measured on the chips that are certain; the `usual` ones where there are too few."""
    learnt = []
    for colour in usual:
        certain = [
            chip
            for chip in chips
            if chip.team == colour.team and not chip.white and chip.filled > FULL and face_score(chip) > CERTAIN
        ]
        enough = len(certain) >= FEWEST
        learnt.append(measure_in_play(certain, evidence, radius, colour, NARROWEST) if enough else colour)
    return tuple(learnt)
