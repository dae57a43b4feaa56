"""Where chips lay when nothing hid them: what lies over such a place may hide the chip still.

An arm that leaves half of a space to be seen, and nothing of the chip at its edge, makes a space look bare in which the
chip lies as before.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.observation import EMPTY, HIDDEN
from vision.classify.discs import Chip, half_of, polars, space_of
from vision.decode.reading import UNTOLD, Reading
from vision.monitor.clear_view import CLEAR
from vision.normalize.look import TableLook

COVERED = 0.5
"""A chip of whose disc so much is covered may lie there unseen. Parts; 0.4 to 0.7."""
REACHES = (0.35, 0.6, 0.8, 0.95)
"""Where on a disc it is looked whether something covers it. Chip radii."""


class LastSeen:
    """The chips of one board as they were last seen clear."""

    def __init__(self) -> None:
        self._chips: dict[int, Chip] = {}

    def forget(self) -> None:
        """None was seen yet."""
        self._chips.clear()

    def keep(self, reading: Reading, look: TableLook) -> None:
        """Takes over the spaces of which nothing is hidden."""
        lying = {(space_of(chip, look), chip.team): chip for chip in reversed(reading.chips)}
        for space, letter in enumerate(reading.letters):
            if reading.hidden.flat[space] > CLEAR:
                continue
            if letter == EMPTY:
                self._chips.pop(space, None)
            elif (chip := lying.get((space, letter))) is not None:
                self._chips[space] = chip

    def still_hidden(self, reading: Reading, look: TableLook) -> Reading:
        """The reading, in which no space is called empty whose chip would lie under what covers the board."""
        gone = [space for space in self._chips if reading.letters[space] == EMPTY]
        if not gone or not reading.cover.any():
            return reading
        around = polars(reading.cover, [self._chips[space] for space in gone], half_of(look.radius), REACHES)
        covered = np.average(around.mean(axis=2), axis=1, weights=REACHES)
        letters, guesses, confidence = list(reading.letters), list(reading.guesses), reading.confidence.copy()
        for space, part in zip(gone, covered.tolist(), strict=True):
            if part >= COVERED:
                letters[space], guesses[space], confidence[space] = HIDDEN, self._chips[space].team, UNTOLD
        return replace(reading, letters="".join(letters), guesses="".join(guesses), confidence=confidence)
