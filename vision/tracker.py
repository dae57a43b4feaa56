"""Where the board lies: held from frame to frame for next to nothing, and found again after a bump.

A glance at its nodes says whether it lay still; when they, or most of the spaces, look otherwise, its whole print is
asked, and where that does not show the board is looked for. How boards are found stands in `vision.finding`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from engine.equipment.board import Layout
from vision.finding.alignment import PrintedBoard
from vision.finding.known import LESS, PLAIN, WHOLLY, KnownBoard, Laid
from vision.holding import FEWEST, MOVED, Anchors, Hold
from vision.memory.board_memory import BELIEVE_SECONDS
from vision.rectify.mesh import Picture
from vision.rectify.pictures import is_grey, problem_of
from vision.rectify.straight import Glance, Straightener
from vision.table import TableLook

PATIENCE = 0.4
"""Seconds between two searches for a board that is lost. 0.1 to 2."""
CERTIFY_SECONDS = 5.0
"""Seconds after which, though the board seems to lie still, all its print is asked whether it does. 2 to 15."""


class Placement(NamedTuple):
    """What is said of where the board lies in a picture."""

    problem: str = ""
    """Why nothing can be read: `black`, `white`, `grey`, `torn`, `no-board`, `upset`; empty where it can."""
    laid: Laid | None = None
    """Where it was found anew; None where it lies as it lay."""
    moved: bool = False
    """Whether that is another place."""


class BoardTracker:
    """Follows one measured board through the pictures of one camera."""

    def __init__(self, look: TableLook, layout: Layout) -> None:
        self.mesh = look.mesh
        self.straightener = Straightener(look.mesh)
        self.outside = look.mesh.outside(look.size)
        """Spaces that lie outside the picture where the board lies now."""
        self._size = look.size
        self._print = PrintedBoard(look.empty)
        # Made now, for after a bump everybody waits.
        self._known = KnownBoard(look.empty, look.mesh, layout, look.size, self._print)
        self._anchors = Anchors(Straightener.glance_in(look.empty), look.mesh)
        self.forget()
        self._lost = False

    def forget(self) -> None:
        """In the next picture the board is searched anew."""
        self._searched = self._certified = float("-inf")
        self._torn_since: float | None = None
        self._doubted = False
        self._waiting = False
        self._lost = True

    def locate(
        self,
        picture: Picture,
        at: float,
        glance: Callable[[], Glance],
        straight: Callable[[], Picture],
        in_uproar: Callable[[Glance], bool],
        believed: Callable[[Laid], bool],
    ) -> Placement:
        """Where the board lies in a picture.

        Args:
            picture: as it came from the camera.
            at: seconds.
            glance: gives the glance at where the board lay.
            straight: gives the straight picture of where the board lay.
            in_uproar: says of a glance whether most of the board looks otherwise than it did.
            believed: says whether what lies on a board that was found is to be believed yet.
        """
        problem = self._problem_of(picture, at)
        if problem:
            return Placement(problem)
        hold = self._anchors.check(glance())
        laid: Laid | None = None
        if hold.still and not self._lost:
            uproar = in_uproar(glance())
            asked = uproar or self._doubted or hold.seen < 0.5
            if asked or not 0.0 <= at - self._certified < CERTIFY_SECONDS:
                # Lines look alike a little farther on, and a whole space farther: nodes may have been found where
                # none is.
                shown = self._print.shown_in(straight(), self.mesh.rows, self.mesh.columns)
                if shown <= FEWEST:
                    hold = Hold(False, 0.0)
                else:
                    laid = self._elsewhere(picture, straight(), shown, at, uproar, asked)
        if self._lost or self._waiting or laid is not None or not hold.still:
            return self._find_again(picture, at, hold, laid, believed)
        return Placement()

    def _problem_of(self, picture: Picture, at: float) -> str:
        """Why there is nothing to see in a picture, if so."""
        problem = problem_of(picture, self.mesh.lowest) or ("grey" if is_grey(picture) else "")
        if problem != "torn":
            self._torn_since = None
            return problem
        if self._torn_since is None or at < self._torn_since:
            self._torn_since = at
        if at - self._torn_since < BELIEVE_SECONDS or self._searched_just_before(at):
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
        if shown >= WHOLLY or not (asked or self._doubted) or (self._searched_just_before(at) and not uproar):
            return None
        if not self._doubted and self._print.lies_in(straight, self.mesh):
            # A hand hides the rest.
            return None
        self._searched = at
        laid = self._known.find(picture, widely=False) if self._doubted else self._known.nearby(picture, self.mesh)
        if laid is None or (lead >= 0.0 and laid.shown - LESS <= shown):
            return None
        return laid if self._is_elsewhere(laid) else None

    def _find_again(
        self, picture: Picture, at: float, hold: Hold, laid: Laid | None, believed: Callable[[Laid], bool]
    ) -> Placement:
        """Looks for a board that is not where it was, unless it was found already."""
        searching = self._searched_just_before(at) and laid is None and not self._waiting and hold.lost
        if not searching:
            self._searched = at
            laid = laid or self._known.find(picture)
        if laid is None:
            # A hand may lie over everything: then it is still there, only hidden.
            shown = self._print.shown_in(self.straightener.take(picture), self.mesh.rows, self.mesh.columns)
            self._lost &= searching or shown <= FEWEST or not hold.still
            return Placement("no-board" if shown <= FEWEST else "")
        self._waiting = not believed(laid)
        if self._waiting:
            return Placement("upset")
        self._lost = self._doubted = False
        self._certified = at
        moved = self._is_elsewhere(laid)
        self.mesh, self.straightener = laid.mesh, laid.straightener
        self.outside = laid.mesh.outside(self._size)
        self._anchors = Anchors(Straightener.glance_in(laid.straight), laid.mesh)
        return Placement(laid=laid, moved=moved)

    def _searched_just_before(self, at: float) -> bool:
        return 0.0 <= at - self._searched < PATIENCE

    def _is_elsewhere(self, laid: Laid) -> bool:
        return float(np.abs(laid.mesh.nodes - self.mesh.nodes).max()) >= MOVED
