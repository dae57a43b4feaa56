"""A lattice that may be the board, with what speaks for it: its cards against the layout, and whether they fill it."""

from __future__ import annotations

from dataclasses import dataclass

from vision.finding.lattice import Fit
from vision.finding.layout import Placing, Way, card_half, faces_around, placings, twinned
from vision.rectify.mesh import Picture

EVIDENCE_TO_FIT = 5.5
"""Evidence (standard deviations) from which the printed cards are said to fit the layout. Measured: boards with
another layout stay below 5, the right one has 7 to 40."""
LEAD_TO_FIT = 2.0
"""By how much the evidence must exceed that of every other way round; of every other place, too, to seek no further."""
EVIDENCE_ALONE = 8.0
"""Evidence needed where too few cards were seen to say by themselves that the window is a board: keys of a keyboard,
squares of a chessboard or a few cards in rows reach 7 by chance, some way round."""
EVIDENCE_PLAIN = 12.0
"""Evidence from which nobody needs to doubt it, however the board was found."""
EVIDENCE_LARGER, LEAD_LARGER = 9.5, 5.0
"""Evidence that is plain, too, with that lead over every other way round. Measured on 135 shuffled boards and lattices
of tiles, searched at all sizes: 8.5 and 7.5 at most, mostly below 6 and 4.5."""
MANY, SUITS, PAIRS, EVIDENCE_OF_BOTH, LEAD_OF_BOTH = 30, 3.0, 0.7, 6.0, 3.5
"""Evidence and lead that are enough where that many cards were seen and both their suits and their pairs speak for it,
by SUITS and PAIRS at least: by chance one of them does. Measured on 131 shuffled boards and lattices of tiles: 5.8 at
most, and 0.5 more; on boards of which chips and a hand leave 40 cards mostly 6 to 8, and 4 to 5.5 more."""
FILLED, UNREACHED = 0.45, 2
"""Share of the spaces whose cards must be seen, and rows or columns that they may miss (one at each end), before
their lattice alone says that the window is a board."""
WITHIN = 0.85
"""Share of the cards seen that lie in the window, from which the lattice ends where the board does."""
TWINNED = 0.5
"""Share of the spaces that must have a twin, each the other's likest, on a board of an unknown layout: every card is
printed twice."""


@dataclass(frozen=True)
class Candidate:
    """A lattice with the likeliest way the layout lies on it."""

    fit: Fit
    placing: Placing
    lead: float
    """Evidence over that of the best other way round in the same place."""
    place_lead: float
    """Evidence over that of the best other place; 0 where the outline of the field alone says the place."""
    cards: int
    """Cards seen within the window."""
    whole: bool
    """Whether they fill the window and end where it does, as those of a board do."""
    twinned: float
    """Share of the spaces that have a twin."""
    by_field: bool = False
    """Found by the outline of the field, not by its cards."""

    @property
    def fits(self) -> bool:
        """Whether the printed cards are those of the layout."""
        enough = EVIDENCE_TO_FIT if self.is_board else EVIDENCE_ALONE
        alone = self.placing.evidence >= enough and self.lead >= LEAD_TO_FIT
        return (alone or self.fits_both_ways) and not self.placing.way.mirrored

    @property
    def fits_both_ways(self) -> bool:
        """Whether both the suits and the pairs of many cards speak for the layout, and for one way round."""
        placing = self.placing
        both = self.cards >= MANY and placing.suits >= SUITS and placing.pairs >= PAIRS
        return both and placing.evidence >= EVIDENCE_OF_BOTH and self.lead >= LEAD_OF_BOTH

    @property
    def fits_plainly(self) -> bool:
        """Whether they are beyond doubt, so that they may be sought among ever more patches."""
        evidence = self.placing.evidence
        plain = evidence >= EVIDENCE_PLAIN or (evidence >= EVIDENCE_LARGER and self.lead >= LEAD_LARGER)
        return self.fits and (plain or self.fits_both_ways)

    @property
    def is_board(self) -> bool:
        """Whether it is plainly a board, of whatever layout."""
        return self.whole and self.twinned >= TWINNED

    @property
    def sure(self) -> bool:
        """Whether looking on would be a waste."""
        return self.fits and self.placing.evidence > 8 and self.place_lead >= LEAD_TO_FIT and self.cards > 35

    @property
    def worth(self) -> tuple[bool, float]:
        """What candidates are compared by: the cards of the layout before any other lattice, tiles among them."""
        return self.fits, self.placing.evidence + 0.15 * self.cards


def candidate_on(work: Picture, fit: Fit, expected: tuple[Way, ...]) -> Candidate | None:
    """A lattice with the likeliest of the `expected` ways; None where the layout has no room on it."""
    faces = faces_around(work, fit, max(expected[0].shape), card_half(fit), beside=1)
    ways = placings(faces, fit.where, expected)
    if not ways:
        return None
    best, *rest = ways
    here = [one.evidence for one in rest if (one.column, one.row) == (best.column, best.row)]
    elsewhere = [one.evidence for one in rest if (one.column, one.row) != (best.column, best.row)]
    high, wide = best.way.shape
    lies = {(x, y) for x, y in (fit.where - (best.column, best.row)).tolist() if 0 <= x < wide and 0 <= y < high}
    missed = max(wide - len({x for x, _ in lies}), high - len({y for _, y in lies}))
    whole = len(lies) >= FILLED * wide * high and missed <= UNREACHED and best.inside >= WITHIN
    first_row, first_column = best.row - faces.origin[1], best.column - faces.origin[0]
    window = (slice(first_row, first_row + high), slice(first_column, first_column + wide))
    lead, place_lead = (best.evidence - max(others, default=0.0) for others in (here, elsewhere))
    plain = best.evidence >= EVIDENCE_ALONE and lead >= LEAD_TO_FIT
    return Candidate(fit, best, lead, place_lead, len(lies), whole, 1.0 if plain else twinned(faces, window))
