"""The eye: pictures in, observations out.

It remembers what it saw, so that a frame in which nothing changed costs next to nothing, and so that a
bump or a change of light is noticed and survived. How one picture is read stands in `vision.decode.reading`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from engine.observation import HIDDEN, Observation
from vision.decode.reading import Reading, read_straight
from vision.finding.alignment import PrintedBoard
from vision.finding.known import KnownBoard, Laid
from vision.monitor.last_frame import LastFrame
from vision.monitor.learner import Learner
from vision.monitor.memory import BoardMemory, differ
from vision.monitor.rereading import Now, Rereading
from vision.normalize.behind_glare import with_bare
from vision.normalize.look import TableLook
from vision.play import ANY, Play
from vision.rectify import working_memory
from vision.rectify.mesh import Picture
from vision.rectify.pictures import check_picture, problem_of
from vision.rectify.straight import Straightener
from vision.rectify.tracking import MOVED, Anchors, Hold

LIGHT = 0.06
"""Overall light that changed by more than this is taken anew and told. Parts; 0.03 to 0.15."""
SHADED, SHADED_SECONDS = 0.03, 2.0
"""Where more of the board than the first is hidden, arms may throw their shadow over the rest: light that changed then
is told only when it stays so for the second. Parts, seconds; 0.01 to 0.1, 1 to 5."""
GRAZED = 0.15
"""A space of which so much is hidden has something over it, even where it can still be read. Parts; 0.1 to 0.25."""
PATIENCE = 0.4
"""Seconds between two searches for a board that is lost. 0.1 to 2."""
BELIEVE_SECONDS = 3.0
"""A board that was found again, and looks for so long as if other things lay on it than before, is believed. 2 to 6."""
CERTIFY_SECONDS = 5.0
"""So often, though the board seems to lie still, all its print is asked whether it does. 2 to 15."""
TORN_SECONDS = 3.0
"""Pictures that break off above the end of the board for so long were not torn on their way: it may lie elsewhere.
2 to 6."""
HERE = 0.15
"""A board of which the print shows in more of its spaces than this lies where it lay, whatever hides the rest.
0.05 to 0.3."""
FEW = 0.5
"""When fewer of the patches than this look as they did, or most spaces otherwise, more is asked than those. 0.3 to
0.7."""
PLAIN, BETTER = 0.6, 0.2
"""When then less of the print shows than the first it is looked for in other places, where more by the second must
show. 0.5 to 0.7; 0.1 to 0.3."""
EXACTLY, MORE = 0.92, 0.05
"""When less of it shows than this the board may lean otherwise than it did, its middle where it lay; then more by the
second must show. 0.9 to 0.98; 0.03 to 0.1."""


@dataclass
class _Odd:
    """A board that was found, on which other things lie than before."""

    letters: str
    since: float


class Eye:
    """Reads the pictures of one table, one after the other.

    Whatever it holds for true of place, light, colours and what lay on the board, later pictures can overrule: none of
    it needs a new start. `look_again` forgets all of it at once.
    """

    def __init__(
        self, look: TableLook, layout: Layout, teams: tuple[str, ...] = ("b", "g", "r"), *, play: Play = ANY
    ) -> None:
        """`teams` are those whose colours are looked for, `play` says which of them play."""
        if (layout.rows, layout.columns) != (look.rows, look.columns):
            raise ValueError(
                f"The table was measured with {look.rows}x{look.columns} spaces, the layout "
                f"{layout.name} has {layout.rows}x{layout.columns}. Calibrate with this layout."
            )
        working_memory.keep_for_the_next()
        look = replace(look, play=play)
        self._learner = Learner(with_bare(look, layout), teams)
        self.layout = layout
        self.teams = teams
        self.mesh = look.mesh
        self.last_frame: LastFrame | None = None
        self._measured = look
        self._outside = look.mesh.outside(look.size)
        """Spaces that lie outside the picture where the board lies now."""
        self._size = (look.rows, look.columns)
        self._rereading = Rereading(self._size, look.noise, teams)
        self._memory = BoardMemory(look.rows * look.columns)
        self._print = PrintedBoard(look.empty)
        # Made now, for after a bump everybody waits.
        self._known = KnownBoard(look.empty, look.mesh, layout, look.size, self._print)
        self._anchors = look.anchors
        self._straightener = Straightener(look.mesh)
        self._forget()

    def _forget(self) -> None:
        """Nothing that pictures told is known."""
        self._rereading.forget()
        self._light = np.ones(3, np.float32)
        self._shaded_at: float | None = None
        self._searched = self._certified = float("-inf")
        self._torn_since: float | None = None
        self._odd: _Odd | None = None
        self._doubted = False
        self._lost = False
        self._cluttered = True

    @property
    def table(self) -> TableLook:
        """The look of the table, with what was learnt in play."""
        return self._learner.table

    def expect(self, letters: str) -> None:
        """The game stands so, a letter a space: as a board that was moved may lie, too. Empty where there is none."""
        self._memory.expected = letters

    def look_again(self) -> None:
        """Forgets what is held of place, light, colours and chips; in the next picture the board is searched anew."""
        self._forget()
        self._memory.forget()
        self._learner.forget()
        self._lost = True

    def look(self, picture: Picture, at: float, frame: int) -> Observation:
        """What the board shows in this picture.

        Raises PictureError when the array is no picture or not of the size the table was measured at.
        """
        check_picture(picture, self.table.size)
        problem = self._problem_of(picture, at)
        if problem:
            return Observation(at=at, frame=frame, problem=problem)
        straight = cache(partial(self._straightener.take, picture))
        # Where the last picture stirred this one will, too, and then a glance is part of what is taken anyway.
        glance = Straightener.glance_in(straight()) if self._rereading.astir else self._straightener.glance(picture)
        hold = self._anchors.check(picture) if self._anchors is not None else None
        laid: Laid | None = None
        if hold is not None and hold.still and not self._lost:
            uproar = self._rereading.is_in_uproar(glance)
            certain = 0.0 <= at - self._certified < CERTIFY_SECONDS
            asked = uproar or self._doubted or hold.seen < FEW
            if asked or not certain:
                # Lines look alike a little farther on, and a whole space farther: patches may have been found where
                # none is.
                shown = self._print.shown_in(straight(), *self._size)
                if shown <= HERE:
                    hold = Hold(False, True, 0.0, hold.seen)
                else:
                    laid = self._elsewhere(picture, straight(), shown, at, uproar, asked)
        outcome = "still"
        if self._lost or self._odd is not None or laid is not None or (hold is not None and not hold.still):
            outcome = self._find_again(picture, at, hold, laid)
            if outcome in ("no-board", "upset"):
                return Observation(at=at, frame=frame, problem=outcome, moving=True)
            if outcome != "still":
                glance = self._straightener.glance(picture)
        self._rereading.see(glance)
        light_changed = False
        if outcome != "still":
            self._rereading.hold(glance)
        elif (reading := self._rereading.again(Now(glance, straight, at, self.table, self._outside))) is not None:
            light_changed = self._take_over(straight, reading, at)
        elif self._cluttered:
            # Nothing is to be read, so this costs nobody time.
            working_memory.give_back()
            self._cluttered = False
        reading = self._rereading.shown
        self._memory.take(reading.letters, at)
        return _observed(
            reading,
            at,
            frame,
            moved=outcome == "moved",
            light_changed=light_changed,
            moving=self._rereading.astir,
        )

    def _take_over(self, straight: Callable[[], Picture], reading: Reading, at: float) -> bool:
        """Makes a picture the latest that was read; whether the light changed since it was told."""
        first = self._rereading.reading is None
        if not self._rereading.astir:
            reading = self._learner.refined(straight(), reading, at, self._outside)
        reading = self._memory.still_hidden(reading, self.table)
        self._rereading.keep(reading)
        self.last_frame = LastFrame(self._rereading.shown, self.mesh, straight(), self.table)
        if float(np.abs(reading.overall / self._light - 1.0).max()) <= LIGHT:
            self._shaded_at = None
            return False
        if not first and float(reading.hidden.mean()) > SHADED:
            if self._shaded_at is None:
                self._shaded_at = at
            if at - self._shaded_at < SHADED_SECONDS:
                return False
        self._shaded_at = None
        self._light = reading.overall
        return not first

    def _problem_of(self, picture: Picture, at: float) -> str:
        """Why there is nothing to see in a picture, if so."""
        problem = problem_of(picture, self.mesh.lowest)
        if problem != "torn":
            self._torn_since = None
            return problem
        if self._torn_since is None or at < self._torn_since:
            self._torn_since = at
        if at - self._torn_since < TORN_SECONDS or 0.0 <= at - self._searched < PATIENCE:
            return problem
        # No camera tears all its pictures: the board may lie higher than it is thought to.
        self._searched = at
        laid = self._known.find(picture)
        if laid is None or problem_of(picture, laid.mesh.lowest):
            return problem
        self._lost, self._searched = True, float("-inf")
        return ""

    def _elsewhere(
        self, picture: Picture, straight: Picture, shown: float, at: float, uproar: bool, asked: bool
    ) -> Laid | None:
        """Where else the board lies by all its print, of which the part `shown` shows here; None if it lies here.

        Where nothing `asked` for another place, its print must speak against this one before one is looked for.
        """
        lead = self._known.lead(straight, self.mesh)
        self._doubted = shown < PLAIN or lead < 0.0
        self._certified = at
        if shown >= EXACTLY or not (asked or self._doubted) or (0.0 <= at - self._searched < PATIENCE and not uproar):
            return None
        if not self._doubted and self._print.lies_in(straight, self.mesh):
            # A hand hides the rest.
            return None
        self._searched = at
        laid = self._known.find(picture, widely=False) if self._doubted else self._known.nearby(picture, self.mesh)
        more = BETTER if self._doubted else MORE
        if laid is None or (lead >= 0.0 and laid.shown <= shown + more):
            return None
        return laid if float(np.abs(laid.mesh.nodes - self.mesh.nodes).max()) >= MOVED else None

    def _find_again(self, picture: Picture, at: float, hold: Hold | None, laid: Laid | None) -> str:
        """Looks for a board that is not where it was, unless it was found: `moved`; `laid` where it was, and read;
        `still`, though hidden; `upset` or `no-board`."""
        waiting = 0.0 <= at - self._searched < PATIENCE
        if waiting and laid is None and self._odd is None and (hold is None or hold.lost):
            return "still" if self._shown_here(picture) > HERE else "no-board"
        self._searched = at
        laid = laid or self._known.find(picture)
        if laid is None:
            # A hand may lie over everything: then it is still there, only hidden.
            if self._shown_here(picture) <= HERE:
                return "no-board"
            self._lost &= hold is None or not hold.still
            return "still"
        reading = read_straight(laid.straight, self.table, self.teams, laid.mesh.outside(self._measured.size))
        if self._is_odd(reading.letters, at):
            return "upset"
        self._lost = self._doubted = False
        self._certified = at
        gone = float(np.abs(laid.mesh.nodes - self.mesh.nodes).max())
        self.mesh = laid.mesh
        self._outside = laid.mesh.outside(self._measured.size)
        self._straightener = laid.straightener
        self._anchors = Anchors.take(picture, laid.mesh)
        self._rereading.lay_elsewhere()
        self._take_over(lambda: laid.straight, reading, at)
        self._cluttered = True
        return "moved" if gone >= MOVED else "laid"

    def _shown_here(self, picture: Picture) -> float:
        """Part of the spaces in which the print shows where the board lay."""
        return self._print.shown_in(self._straightener.take(picture), *self._size)

    def _is_odd(self, letters: str, at: float) -> bool:
        """Whether a board that was found is not to be believed yet, for what is known of it lies otherwise."""
        if not self._memory.contradicts(letters):
            self._odd = None
            return False
        if self._odd is None or at < self._odd.since or differ(self._odd.letters, letters):
            self._odd = _Odd(letters, at)
        if at - self._odd.since < BELIEVE_SECONDS:
            return True
        self._odd = None
        self._memory.forget()
        return False


def read_picture(
    picture: Picture, look: TableLook, layout: Layout, teams: tuple[str, ...], play: Play = ANY
) -> Observation:
    """One picture by itself, as `referee read` does it: a fresh eye with no memory."""
    return Eye(look, layout, teams, play=play).look(picture, 0.0, 0)


def _observed(
    reading: Reading, at: float, frame: int, *, moved: bool, light_changed: bool, moving: bool
) -> Observation:
    """A reading in the form in which it leaves the eye."""
    return Observation(
        at=at,
        frame=frame,
        letters=reading.letters,
        guesses=reading.guesses,
        confidence=_as_bytes(reading.confidence),
        grazed=_grazed(reading),
        flipped=reading.flipped,
        between=reading.between,
        moved=moved,
        light_changed=light_changed,
        moving=moving,
    )


def _grazed(reading: Reading) -> tuple[int, ...]:
    """Spaces of which something covers a part, those that cannot be read for it left out."""
    partly = np.flatnonzero(reading.hidden.ravel() >= GRAZED)
    return tuple(int(space) for space in partly if reading.letters[space] != HIDDEN)


def _as_bytes(chance: NDArray[np.float32]) -> bytes:
    return bytes(np.clip(np.round(chance * 255), 0, 255).astype(np.uint8))
