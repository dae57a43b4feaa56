"""Finding a board that was measured before, surely: every place it may lie in is laid exactly and then verified.

Here the ways of looking are put in order, the cheap ones first, and none is taken at its word: the print must show,
and the cards must be those of these spaces. A wrong place would be worse than none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.equipment.board import Layout
from vision.finding.again import Remembered, places_again, remember
from vision.finding.alignment import PrintedBoard, in_shape, shifted
from vision.finding.board import find_board
from vision.finding.found import BoardNotFound, in_view
from vision.finding.print import PrintOnTable
from vision.finding.recognition import Recognition, moved, recognise
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.straight import SIDE, Straightener, straight_mesh

PLAIN, SHOWN = 0.6, 0.5
"""The print shows in so many of its spaces where the board lies plainly in view, and at least, under arms. A part of a
space off next to nothing shows on most boards, but on some nearly half. PLAIN 0.5 to 0.7; SHOWN 0.45 to 0.55."""
AT_ONCE = 0.8
"""Where the print shows in so many of its spaces after a knock no other place is asked about. 0.7 to 0.9."""
WHOLLY = 0.92
"""Where less of the print shows than this a part of the mesh may lie beside it. 0.9 to 0.98."""
HALVES = ((0.5, 0.0), (0.0, 0.5), (0.5, 0.5))
"""Parts of a space, along the row and the column, by which lines with wide gaps may have been taken for others."""
LIKENESS = 0.35
"""Mean likeness of the cards to what they looked like. 0.3 to 0.4."""
LEAD = 1.0
"""Standard deviations by which they must be more like here than in any other place their lines allow. 0.5 to 2."""
SLIGHT_LEAD, LESS = 0.5, 0.05
"""A lead that is enough where that much less of the print shows in the likeliest other place: in a run of cards each is
much like the next, and a hand hides the rest. Standard deviations, 0.3 to 0.7; parts, 0.03 to 0.1."""
CORRECTIONS = 2
"""How often a place is put right by whole spaces or quarter turns. 1 to 3."""


@dataclass(frozen=True)
class Laid:
    """Where a board lies, verified, and its straight picture taken there."""

    mesh: Mesh
    straightener: Straightener
    straight: Picture
    shown: float
    """Part of its spaces in which the print of the empty board shows."""
    settled: bool
    """Whether its mesh would go no farther if it were laid over the print once more."""


class KnownBoard:
    """A board that was measured, to be found wherever it went."""

    def __init__(
        self,
        empty: Picture,
        measured: Mesh,
        layout: Layout,
        size: tuple[int, int],
        its_print: PrintedBoard | None = None,
    ) -> None:
        """The straight picture of the empty board, where it was measured in pictures of `size` (width, height)."""
        self._print = its_print or PrintedBoard(empty)
        self._measured = measured
        self._layout = layout
        self._before: Remembered = remember(empty, straight_mesh(measured))
        self._on_table = PrintOnTable(measured, empty, size)

    def find(self, picture: Picture, *, widely: bool = True) -> Laid | None:
        """The board in this picture, or None where no place can be verified.

        Not `widely`, only places are asked that take no long search.
        """
        there = self._on_table.nearby(picture)
        knocked = None if there is None else self._verified(picture, there, by_lines=False)
        if knocked is not None and knocked.shown >= AT_ONCE:
            return knocked
        for place, by_lines in self._places(picture, widely):
            laid = self._verified(picture, place, by_lines)
            if laid is not None:
                return laid
        return knocked

    def nearby(self, picture: Picture, mesh: Mesh) -> Laid:
        """The board where it lies within a third of a space of a place, laid exactly; not verified."""
        return self._closer(picture, self._laid(picture, mesh))

    def lead(self, straight: Picture, mesh: Mesh) -> float:
        """By how much its cards are more like in this place than in any other its lines allow; standard deviations."""
        return recognise(straight, mesh, self._before).lead

    def _places(self, picture: Picture, widely: bool) -> Iterator[tuple[Mesh, bool]]:
        """Places worth verifying, the cheapest to find first, and whether lines led there and not the whole print."""
        for place in places_again(picture, self._before):
            yield place.mesh, True
        if not widely:
            return
        for slid in self._on_table.anywhere(picture):
            yield slid, False
        try:
            found = find_board(picture, self._layout, thorough=False)
        except BoardNotFound:
            return
        if found.layout_fits:
            yield found.mesh, True

    def _verified(self, picture: Picture, place: Mesh, by_lines: bool) -> Laid | None:
        """The place laid exactly, whole spaces put right; None if the board does not lie there."""
        for again in range(CORRECTIONS + 1):
            laid = self._laid(picture, place)
            known = recognise(laid.straight, laid.mesh, self._before)
            # The cards cannot tell whether to ask: half a space off they are hardly more like than anywhere else.
            if by_lines and again == 0 and laid.shown < PLAIN:
                beside = [self._laid(picture, shifted(laid.mesh, np.array(half, np.float32) * SIDE)) for half in HALVES]
                best = max(beside, key=lambda other: other.shown)
                if best.shown > laid.shown:
                    laid, known = best, recognise(best.straight, best.mesh, self._before)
            if known.lead >= 0 or again == CORRECTIONS:
                shows = laid.shown >= SHOWN and known.likeness >= LIKENESS
                sure = shows and in_view(laid.mesh.nodes, picture.shape, 1.0) and self._leads(picture, laid, known)
                return self._closer(picture, laid) if sure else None
            place = moved(laid.mesh, known.rival)
        return None

    def _leads(self, picture: Picture, laid: Laid, known: Recognition) -> bool:
        """Whether the board lies there rather than in the likeliest other place."""
        if SLIGHT_LEAD <= known.lead < LEAD:
            return self._laid(picture, moved(laid.mesh, known.rival)).shown <= laid.shown - LESS
        return known.lead >= LEAD

    def _laid(self, picture: Picture, place: Mesh) -> Laid:
        """The place laid exactly over the print, in two steps where one does not do."""
        shaped = in_shape(place, self._measured)
        laid = self._aligned(picture, shaped)
        if laid.shown >= WHOLLY:
            return laid
        other = self._aligned(picture, self._print.roughly_aligned(picture, shaped))
        return other if other.shown >= laid.shown else laid

    def _closer(self, picture: Picture, laid: Laid) -> Laid:
        """The place laid over the print again, where it may lie better, for as long as more of that shows."""
        while laid.shown < WHOLLY or not laid.settled:
            again = self._aligned(picture, laid.mesh)
            if again.shown <= laid.shown:
                break
            laid = again
        return laid

    def _aligned(self, picture: Picture, place: Mesh) -> Laid:
        """The place laid over the print from where it is nearly right."""
        mesh, settled = self._print.aligned(picture, place)
        straightener = Straightener(mesh)
        straight = straightener.take(picture)
        shown = self._print.shown_in(straight, mesh.rows, mesh.columns)
        return Laid(mesh, straightener, straight, shown, settled)
