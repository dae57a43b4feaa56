"""Which spaces of a board have to be read again: those that changed since they were read, once they rest."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.memory.movement import Movement
from vision.memory.stirring import HUNTING, Stirring
from vision.read.reader import Spaces
from vision.rectify.straight import CELL, GLANCE, Glance, pixels_in

SAME_LIGHT = 0.02
"""Part by which the light on the whole may change before all of the board is read again. 0.01 to 0.04."""


class Due(NamedTuple):
    """What a picture asks for."""

    spaces: Spaces | None
    """To be read; None for all of them."""
    passing: frozenset[int]
    """Over these something moves: they are hidden until it rests."""


class Rereading:
    """Compares the pictures of one board with those in which its spaces were read."""

    def __init__(self, size: tuple[int, int], noise: float) -> None:
        """`size` is rows and columns, `noise` the grey levels by which two pictures of the same differ."""
        self._stirring = Stirring(size, noise)
        self._movement = Movement(self._stirring)
        self.forget()

    def forget(self) -> None:
        """Nothing was read, or the board lies elsewhere: no picture can be compared with another."""
        self._movement.forget()
        self._read: Glance | None = None
        self._unsettled = False

    @property
    def astir(self) -> bool:
        """Whether anything moves over the board."""
        return self._movement.astir

    def is_in_uproar(self, glance: Glance) -> bool:
        """Whether most of the board looks otherwise than when it was read, as after a bump, or was not read yet."""
        return self._read is None or bool(self._stirring.change(self._read, glance).stirred.mean() > 0.5)

    def due(self, glance: Glance, at: float, untold: Spaces) -> Due:
        """What a picture asks to be read, `at` in seconds; it is held for read from now on.

        `untold` are the spaces of which nothing was said: where something moved when they were read, they are read
        again once it rests, for a hand that left may have been over them or thrown its shadow there.
        """
        self._movement.see(glance)
        if self._read is None:
            return self._all_due(glance)
        stirred, light = self._stirring.change(self._read, glance)
        if self._unsettled and not self.astir:
            self._unsettled = False
            stirred = stirred | untold
        if not stirred.any():
            return Due(stirred, frozenset())
        passing = self._movement.passing(stirred, at) & (light <= HUNTING)
        hidden = frozenset(np.flatnonzero(passing).tolist())
        if light > SAME_LIGHT:
            # The light is measured on all of the board, so that waits, too.
            return Due(np.zeros_like(passing), hidden) if hidden else self._all_due(glance)
        # A chip reaches over its space's lines, and is seen from the spaces beside it.
        beside = cv2.dilate((stirred & ~passing).view(np.uint8), np.ones((3, 3), np.uint8)) > 0
        spaces = np.asarray(beside & ~passing)
        self._read = _mixed(spaces, glance, self._read)
        self._unsettled |= self.astir
        return Due(spaces, hidden)

    def all_read(self, glance: Glance, at: float) -> Due:
        """What moves over a board that was found elsewhere in a picture, of which all was read."""
        self._movement.see(glance)
        before = self._read or glance
        stirred, light = self._stirring.change(before, glance)
        passing = self._movement.passing(stirred, at) & (light <= HUNTING)
        self._read, self._unsettled = _mixed(~passing, glance, before), self._unsettled or self.astir
        return Due(None, frozenset(np.flatnonzero(passing).tolist()))

    def _all_due(self, glance: Glance) -> Due:
        self._read, self._unsettled = glance, self.astir
        return Due(None, frozenset())


def _mixed(spaces: Spaces, one: Glance, other: Glance) -> Glance:
    """The one glance in some spaces and the margins beside them, the other elsewhere."""
    parts = zip(one, other, (GLANCE, CELL), strict=True)
    return Glance(*(np.where(pixels_in(spaces, smaller), new, old) for new, old, smaller in parts))
