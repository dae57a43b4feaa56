"""What chips look like on a board nobody measured: ordinary colours, others that several whole discs agree on, and
then what those chips show that are certain.

Which discs are chips is for `vision.cold_discs`; from one chip alone nothing is learnt.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import Layout
from vision.cold_discs import on_picture, whole_discs
from vision.colour import ORDINARY, ChipColour
from vision.discs import Chip
from vision.evidence import Evidence
from vision.learning import FEWEST, measure_in_play, other_shade
from vision.odds import face_score

CERTAIN = 4.0
"""Evidence from which a chip is certain enough to learn from. Log odds; 3 to 6."""
FULL = 0.85
"""So full must it be. Parts; 0.8 to 0.95."""


def usual_colours(wide: Evidence, radius: tuple[float, float], layout: Layout) -> tuple[ChipColour, ...]:
    """The ordinary colours; for a team of which chips of another shade are seen, that shade.

    `wide` is evidence weighed with those colours sought widely.
    """
    discs = [chip for chip in whole_discs(wide, radius, layout).chips if not on_picture(chip, layout)]
    return tuple(other_shade(discs, wide, radius, ordinary) or ordinary for ordinary in ORDINARY)


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
