"""Colours of chips that nobody measured, learnt from those that are plainly seen while a board is read.

What people call blue may be teal, and pale in this light: once the shade is known, a board is read as surely as one
whose chips were measured.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.read.inputs import Floats, linear
from vision.read.reader import LearntReader, Seen, Spaces
from vision.read.teams import Teams
from vision.rectify.channels import BURNT
from vision.rectify.mesh import Picture
from vision.rectify.straight import MARGIN, SIDE

PLAIN = 0.98
"""Chance from which a chip's face is its team's beyond doubt. 0.9 to 0.99."""
DISC = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (11, 11)) > 0
"""Pixels of the straight picture around its middle that every chip covers; 9 to 13 pixels wide."""


class Shades:
    """What is known by now of the chips at one table, of `teams` that were measured or named."""

    def __init__(self, teams: Teams) -> None:
        self.teams = teams
        """With the colours learnt so far, which count as measured."""
        self._named = teams.playing & ~teams.measured
        self._plain: list[dict[tuple[int, int], Floats]] = [{} for _ in self._named]
        """Of each team the linear colours of chips that were plainly seen, by row and column."""

    def read(self, reader: LearntReader, straight: Picture, bare: Picture | None, spaces: Spaces | None = None) -> Seen:
        """What a reader makes of a straight picture; once more where that told the colour of chips known by name."""
        seen = reader.read(straight, bare, self.teams, spaces)
        return reader.read(straight, bare, self.teams) if self.learn(straight, seen, spaces, reader.paper) else seen

    def learn(self, straight: Picture, seen: Seen, spaces: Spaces | None, paper: Floats) -> bool:
        """Takes in the chips on the `spaces` that were read, all where None, in a straight picture with this `paper`;
        whether one is of a team of which only the name was known until now."""
        before, colours = self.teams.measured, self.teams.colours.copy()
        for team in np.flatnonzero(self._named):
            plain = seen.chances[..., 2 + team] >= PLAIN
            for row, column in np.argwhere(plain if spaces is None else plain & spaces).tolist():
                if (shade := _shade(straight, seen, paper, row, column)) is not None:
                    self._plain[team][row, column] = shade
            if self._plain[team]:
                colours[team] = np.median(list(self._plain[team].values()), axis=0)
        self.teams = replace(self.teams, colours=colours, measured=before | [bool(one) for one in self._plain])
        return bool((self.teams.measured > before).any())


def _shade(straight: Picture, seen: Seen, paper: Floats, row: int, column: int) -> Floats | None:
    """Linear colour of a chip; None where most of it is burnt out."""
    half, (across, down) = len(DISC) // 2, np.clip(seen.centre[row, column], -0.5, 0.5)
    left, top = (round(MARGIN + (at + 0.5) * SIDE) - half for at in (column + across, row + down))
    chip = straight[top : top + len(DISC), left : left + len(DISC)][DISC]
    clear = chip[chip.min(axis=1) < BURNT]
    plain = 2 * len(clear) > len(chip)
    return np.median(linear(clear), axis=0) / seen.light / paper[row, column] if plain else None
