"""Finding a board that was measured before, surely: every place it may lie in is laid exactly and then verified.

Here the ways of looking are put in order, the cheap ones first, and none is taken at its word: the print must show,
and the cards must be those of these spaces. A wrong place would be worse than none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import Layout
from vision.alignment import agreement, aligned, roughly_aligned
from vision.finding import BoardNotFound, find_board
from vision.finding_again import Remembered, places_again, remember
from vision.finding_print import places_of_print
from vision.mesh import Mesh, Picture
from vision.recognition import moved, recognise
from vision.straight import Straightener, straight_mesh

PLAIN, SHOWN = 0.6, 0.4
"""The print shows in so many of its spaces where the board lies plainly in view, and at least, under arms. A part of a
space off next to nothing shows. PLAIN 0.5 to 0.7; SHOWN 0.3 to 0.5."""
LIKENESS = 0.35
"""Mean likeness of the cards to what they looked like. 0.3 to 0.4."""
LEAD = 1.0
"""Standard deviations by which they must be more like here than in any other place their lines allow. 0.5 to 2."""
CORRECTIONS = 2
"""How often a place is put right by whole spaces or quarter turns. 1 to 3."""


@dataclass(frozen=True)
class Laid:
    """Where a board lies, verified, and its straight picture taken there."""

    mesh: Mesh
    straightener: Straightener
    straight: Picture


class KnownBoard:
    """A board that was measured, to be found wherever it went."""

    def __init__(self, empty: Picture, measured: Mesh, layout: Layout) -> None:
        self._empty = empty
        self._measured = measured
        self._layout = layout
        self._before: Remembered = remember(empty, straight_mesh(measured))

    def find(self, picture: Picture) -> Laid | None:
        """The board in this picture, or None where no place can be verified."""
        for place in self._places(picture):
            laid = self._verified(picture, place)
            if laid is not None:
                return laid
        return None

    def _places(self, picture: Picture) -> Iterator[Mesh]:
        """Places worth verifying, the cheapest to find first."""
        for known, _ in places_again(picture, self._before):
            yield known.mesh
        yield from places_of_print(picture, self._measured, self._empty)
        try:
            found = find_board(picture, self._layout)
        except BoardNotFound:
            return
        if found.layout_fits:
            yield found.mesh

    def _verified(self, picture: Picture, place: Mesh) -> Laid | None:
        """The place laid exactly, whole spaces put right; None if the board does not lie there."""
        for again in range(CORRECTIONS + 1):
            mesh = aligned(picture, place, self._empty)
            laid = self._laid(picture, mesh)
            shown = self._shown(laid)
            if shown < PLAIN:
                laid_better = self._laid(picture, aligned(picture, self._rough(picture, place), self._empty))
                shown_better = self._shown(laid_better)
                if shown_better > shown:
                    laid, shown = laid_better, shown_better
            known = recognise(laid.straight, laid.mesh, self._before)
            if known.lead >= 0 or again == CORRECTIONS:
                sure = shown >= SHOWN and known.likeness >= LIKENESS and known.lead >= LEAD
                return laid if sure else None
            place = moved(laid.mesh, known.rival)
        return None

    def _rough(self, picture: Picture, place: Mesh) -> Mesh:
        return roughly_aligned(picture, place, self._empty)

    def _laid(self, picture: Picture, mesh: Mesh) -> Laid:
        straightener = Straightener(mesh)
        return Laid(mesh, straightener, straightener.take(picture))

    def _shown(self, laid: Laid) -> float:
        return agreement(laid.straight, self._empty, laid.mesh.rows, laid.mesh.columns)
