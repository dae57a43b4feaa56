"""What may be a chip though none was read: on a board nobody measured a space is empty only if it looks like its twin.

Chips that a lamp bleaches, white faces of a kind nobody showed: where a round thing lies that the twin does not have,
nobody can tell that the space is empty. Spaces to be doubted, never letters.
"""

from __future__ import annotations

import numpy as np

from engine.equipment.board import Layout
from engine.observation import EMPTY
from vision.classify.evidence import Evidence
from vision.cold.alike import places_in
from vision.cold.round import roundness_at
from vision.cold.signs import Signs
from vision.normalize.look import TableLook
from vision.normalize.twins import likeness
from vision.rectify.mesh import Picture

LIKE, ROUND, SHARE = 0.86, 0.05, 0.5
"""A space that is less like its twin, which lies in the open, and shows anything so round, and at least so much of what
the twin shows, may bear a chip. Correlation, 0.84 to 0.88; parts of paper white, 0.03 to 0.07; parts, 0.4 to 0.6."""
ROUNDER = 0.08
"""Where there is no twin to compare with, what shows anything rounder than this, and than any space that plainly bears
nothing, may. Parts of paper white, 0.06 to 0.12."""
PAPER = 1.15
"""What shows more paper than this, against the other spaces of the board, bears no chip, if no twin says otherwise. 1.1
to 1.3."""


def may_bear_chip(
    straight: Picture, evidence: Evidence, look: TableLook, letters: str, signs: Signs, layout: Layout
) -> frozenset[int]:
    """The empty spaces that are not surely bare, for something round lies there and the twin does not show the same,
    or bears a chip, or is covered."""
    spaces = [space for space in sorted(layout.twins) if letters[space] == EMPTY]
    if not spaces:
        return frozenset()
    _, places = places_in(spaces, layout)
    roundest = roundness_at(evidence, places, look.radius).reshape(len(spaces), -1).max(axis=1)
    how_round = dict(zip(spaces, roundest.tolist(), strict=True))
    like = {
        space: likeness(straight, look.empty, space, layout.columns)
        for space in spaces
        if letters[layout.twins[space]] == EMPTY
    }
    plain = [how_round[space] for space, alike in like.items() if alike >= LIKE]
    rounder = max([ROUNDER, *plain])
    paper = PAPER * float(np.median(signs.paper))
    unlike = {
        space
        for space, alike in like.items()
        if alike < LIKE and how_round[space] > max(ROUND, SHARE * how_round[layout.twins[space]])
    }
    alone = {space for space in spaces if space not in like and signs.paper[space] < paper}
    return frozenset(unlike | {space for space in alone if how_round[space] > rounder})
