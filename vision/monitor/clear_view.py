"""What each space showed when nothing lay over it or beside it: what looks so again is not read again.

A hand that passes hides a third of the board and leaves nearly all of it as it was.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.chip_scoring import with_line_support
from vision.classify.discs import Chip, half_of, overlaps
from vision.classify.survey import Survey
from vision.monitor.stirring import Stirring
from vision.normalize.light import BLOCK, change_of_light
from vision.rectify.size import PixelRadius
from vision.rectify.straight import CELL, GLANCE, MARGIN, SIDE, Glance

CLEAR = 0.02
"""A space of which less is hidden is clear. Parts; 0 to 0.05."""
Spaces = NDArray[np.bool_]
"""Which spaces; shape (rows, columns)."""


class ClearView:
    """The spaces of one board as they were last seen clear."""

    def __init__(self, stirring: Stirring) -> None:
        self._stirring = stirring
        self.forget()

    def forget(self) -> None:
        """Nothing was seen yet."""
        self._known: Spaces = np.zeros(self._stirring.size, bool)
        self._glance: Glance | None = None
        self._survey: Survey | None = None

    def keep(self, glance: Glance, survey: Survey) -> None:
        """Takes over the spaces that are clear, as are those beside them, from a board that was read."""
        clear = ~_beside(survey.hidden > CLEAR)
        if self._survey is None or self._glance is None or self._survey.look is not survey.look:
            self._known = np.zeros_like(self._known)
        if clear.all() or not self._known.any() or self._survey is None or self._glance is None:
            self._known, self._glance, self._survey = clear, glance, survey
            return
        self._known |= clear
        self._glance = mixed(clear, glance, self._glance)
        self._survey = _joined(clear, survey, self._survey)

    def shown_again(self, glance: Glance, most: float) -> Spaces:
        """The spaces that look as they did when they were clear, as do those beside them; none where the light changed
        since by more than `most`."""
        if self._glance is None:
            return np.zeros_like(self._known)
        change = self._stirring.change(self._glance, glance)
        return ~_beside(change.stirred | ~self._known) & (change.light <= most)

    def restored(self, spaces: Spaces, survey: Survey) -> Survey:
        """A survey of the board with those `spaces` as they were clear; one of another look of the table has none."""
        if self._survey is None or self._survey.look is not survey.look:
            raise ValueError("no space of this table was seen clear yet")
        return self._survey if spaces.all() else _joined(spaces, self._survey, survey)

    def knows(self, look: object) -> bool:
        """Whether it was seen as the table is known now."""
        return self._survey is not None and self._survey.look is look


def mixed(spaces: Spaces, one: Glance, other: Glance) -> Glance:
    """The one glance in some spaces, the other elsewhere."""
    return Glance(
        np.where(_over(spaces, GLANCE)[..., None], one.seen, other.seen),
        np.where(_over(spaces, CELL)[..., None], one.cells, other.cells),
    )


def _joined(spaces: Spaces, one: Survey, other: Survey) -> Survey:
    """The one survey in some spaces, the other elsewhere."""
    blocks = type(one.light.blocks)(
        *(np.where(_over(spaces, BLOCK), *pair) for pair in zip(one.light.blocks, other.light.blocks, strict=True))
    )
    chips = chips_of_both(spaces, one.chips, other.chips, half_of(one.look.radius))
    return Survey(
        one.look,
        one.light._replace(blocks=blocks, overall=change_of_light(blocks)[0]),
        with_line_support(chips, one.look),
        np.where(_over(spaces, 1), one.cover, other.cover),
        *(
            np.where(spaces, getattr(one, name), getattr(other, name)).astype(np.float32)
            for name in ("hidden", "room", "glare", "bare")
        ),
    )


def chips_of_both(spaces: Spaces, ones: list[Chip], others: list[Chip], half: PixelRadius) -> list[Chip]:
    """The `ones` that lie in some spaces and the `others` that lie elsewhere, each chip once, best first.

    A chip on a line between both may seem to lie on either side of it. `half` is its half width and height in pixels of
    the smaller maps.
    """
    taken = [chip for chip in others if not spaces[_place(chip, spaces)]]
    taken += [chip for chip in ones if spaces[_place(chip, spaces)] and not overlaps(chip, taken, half)]
    astride = [chip for chip in others if overlaps(chip, ones, half) and not overlaps(chip, taken, half)]
    return sorted([*taken, *astride], key=lambda chip: -chip.filled)


def _place(chip: Chip, spaces: Spaces) -> tuple[int, int]:
    """Row and column of the space in which a chip seems to lie, or beside which."""
    rows, columns = spaces.shape
    return min(max(int(chip.down), 0), rows - 1), min(max(int(chip.across), 0), columns - 1)


def _beside(spaces: Spaces) -> Spaces:
    """These spaces and all beside them."""
    return np.asarray(cv2.dilate(spaces.view(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def _over(spaces: Spaces, smaller: int) -> NDArray[Any]:
    """The same for each pixel of a straight picture made so many times `smaller`; its margin is as the spaces in it."""
    block = SIDE // smaller
    return np.pad(spaces.repeat(block, axis=0).repeat(block, axis=1), MARGIN // smaller, mode="edge")
