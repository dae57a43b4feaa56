"""What was read of one board, and how much of it holds for the next picture: only what changed is read again.

What looks as it did when nothing hid it is taken from there, and what something still moves over waits until it rests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.observation import HIDDEN, UNSURE
from vision.classify.survey import Survey
from vision.decode.reading import Reading, read_straight, read_survey, without
from vision.monitor.clear_view import ClearView, mixed
from vision.monitor.movement import Movement
from vision.monitor.stirring import HUNTING, Change, Stirring
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture
from vision.rectify.region import Region
from vision.rectify.straight import Glance

SAME_LIGHT, MOST = 0.02, 0.7
"""Where the light on the whole changed by no more than the first, and no more of the board than the second, only that
is read again. Parts; 0.01 to 0.04, 0.5 to 0.9."""
UPROAR = 0.5
"""Where more of the spaces than this look otherwise than before, the board may lie elsewhere. Parts; 0.3 to 0.7."""


@dataclass(frozen=True)
class Now:
    """One picture of a board, and what is known of it beforehand."""

    glance: Glance
    straight: Callable[[], Picture]
    """Gives the straight picture, which is only taken where it is needed."""
    at: float
    """Seconds."""
    look: TableLook
    outside: frozenset[int]
    """Spaces that lie outside the picture."""


class Rereading:
    """What was last read of one board, and what of it was seen clear."""

    def __init__(self, size: tuple[int, int], noise: float, teams: tuple[str, ...]) -> None:
        """`size` is how many rows and columns there are, `noise` how far two pictures of the same differ."""
        self._stirring = Stirring(size, noise)
        self._clear = ClearView(self._stirring)
        self._movement = Movement(self._stirring)
        self._teams = teams
        self.forget()

    def forget(self) -> None:
        """Nothing was read yet."""
        self.reading: Reading | None = None
        """What was read last; None where nothing was."""
        self._unsettled = False
        self.lay_elsewhere()

    def lay_elsewhere(self) -> None:
        """What was read still holds, but no picture can be compared with one of the board where it lay."""
        self._clear.forget()
        self._movement.forget()
        self._read: Glance | None = None
        self._passing = frozenset[int]()

    @property
    def astir(self) -> bool:
        """Whether anything moves over the board."""
        return self._movement.astir

    @property
    def shown(self) -> Reading:
        """What was read, without what something moves over now. Something must have been read."""
        assert self.reading is not None
        return without(self.reading, self._passing)

    def is_in_uproar(self, glance: Glance) -> bool:
        """Whether most of the board looks otherwise than when it was read, and when nothing hid it, as after a bump, or
        was not read yet."""
        if self.reading is None or self._read is None:
            return True
        uproar = self._stirring.change(self._read, glance).stirred.mean() > UPROAR
        return bool(uproar and self._clear.shown_again(glance, HUNTING).mean() < UPROAR)

    def see(self, glance: Glance) -> None:
        """Takes note of what moved since the picture before."""
        self._movement.see(glance)
        self._passing = frozenset[int]()

    def hold(self, glance: Glance) -> None:
        """What was read is what this picture shows."""
        self._read = glance

    def keep(self, reading: Reading) -> None:
        """Takes over what a picture was read as; what rests in it is what the board looks like clear."""
        self.reading = reading
        self._unsettled = self.astir
        if not self._unsettled and reading.survey is not None and self._read is not None:
            self._clear.keep(self._read, reading.survey)

    def again(self, now: Now) -> Reading | None:
        """What the picture says, of which only what changed is read; None where nothing did, or it still moves."""
        if self.reading is None or self.reading.survey is None or self._read is None:
            self._read = now.glance
            return read_straight(now.straight(), now.look, self._teams, now.outside)
        change = self._stirring.change(self._read, now.glance)
        if self._unsettled and not self.astir:
            # The hand that left may have been over what nobody could tell, or beside it.
            letters = enumerate(self.reading.letters)
            untold = [letter in (UNSURE, HIDDEN) and space not in now.outside for space, letter in letters]
            change = change._replace(stirred=change.stirred | np.array(untold).reshape(change.stirred.shape))
            if not change.stirred.any():
                return self.reading
        return self._changed(now, change, self.reading.survey) if change.stirred.any() else None

    def _changed(self, now: Now, change: Change, before: Survey) -> Reading | None:
        """What the picture says of which only what changed is read, and of that only what rests and does not look as it
        did when nothing hid it; None where nothing is left."""
        assert self._read is not None
        clear = self._clear.shown_again(now.glance, SAME_LIGHT)
        if before.look is not now.look or not self._clear.knows(now.look):
            clear = np.zeros_like(clear)
        passing = self._movement.passing(change.stirred & ~clear, now.at)
        if clear.all():
            self._read = now.glance
            return read_survey(self._clear.restored(clear, before), now.outside)
        clear &= change.stirred | (change.light > SAME_LIGHT)
        stirred = (change.stirred if change.light <= SAME_LIGHT else np.ones_like(clear)) & ~clear
        if change.light > HUNTING:
            passing = np.zeros_like(clear)
        # The light is taken anew of all of the board, so that waits, too.
        stirred &= ~passing if change.light <= SAME_LIGHT else not passing.any()
        if clear.any():
            before = self._clear.restored(clear, before)
        region = Region.around(stirred) if stirred.any() else None
        if region is not None and region.size > MOST * stirred.size:
            self._read = now.glance
            return read_straight(now.straight(), now.look, self._teams, now.outside)
        if region is not None:
            passing[region.spaces] = False
        self._passing = frozenset(np.flatnonzero(passing).tolist())
        if region is None and not clear.any():
            return None
        if region is not None:
            clear[region.spaces] = True
        self._read = mixed(clear, now.glance, self._read)
        if region is None:
            return read_survey(before, now.outside)
        return read_straight(now.straight(), now.look, self._teams, now.outside, before, region)
