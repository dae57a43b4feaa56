"""What is found on a board before any letter is given: its chips, what hides it, and where it may be bare.

A board that changed in one place is looked at again only there. Letters are made of it in `vision.decode.reading`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.classify.chip_scoring import (
    hides_nothing,
    is_believed,
    is_clear,
    knows_whites,
    with_line_support,
)
from vision.classify.chips import find_chips, with_cover
from vision.classify.difference import BoardLight
from vision.classify.discs import Chip
from vision.classify.doubts import Doubts, doubts
from vision.classify.evidence import Evidence, Map, SpaceMap, weigh
from vision.classify.hidden import HALF_LOST, hidden_map, hidden_share, room_for_chips
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture
from vision.rectify.region import Region

GRAZED, HALF = 0.12, 0.6
"""What is hidden less hides no chip, what is hidden more gets no second look. Parts of the space; 0.1 to 0.15, 0.5 to
0.7."""
BESIDE = 0.25
"""A chip may lie so far over the edge of what changed and belong to that. Spaces; 0.1 to 0.4."""


@dataclass(frozen=True)
class Survey:
    """What is found on a board, before any letter is given. Maps are of shape (rows, columns), 0 to 1."""

    look: TableLook
    """The table as it was known then."""
    light: BoardLight
    chips: list[Chip]
    cover: Map
    """1 where something hides the board; shape of the straight picture."""
    hidden: SpaceMap
    """Share of each space that is hidden."""
    room: SpaceMap
    """Of the likely places of a chip those that lie hidden there."""
    glare: SpaceMap
    """Share of each space that is burnt out."""
    bare: SpaceMap
    """How far a space in which no chip was found may be taken for empty."""


def surveyed(straight: Picture, look: TableLook, teams: tuple[str, ...]) -> Survey:
    """All of a board."""
    evidence = weigh(straight, look, teams)
    chips, cover, lost = _chips_and_cover(evidence, look)
    chips = with_line_support(chips, look)
    return _found(evidence, chips, chips, cover, lost, look, look)


def surveyed_again(
    straight: Picture, look: TableLook, teams: tuple[str, ...], before: Survey, region: Region
) -> Survey:
    """A board that is as it was but for a region."""
    seen = region.wider(look.rows, look.columns)
    part = look.within(seen)
    evidence = weigh(seen.cut(straight), part, teams, known=before.light, region=seen)
    kept = [chip for chip in before.chips if not region.holds(chip.across, chip.down, BESIDE)]
    chips, cover, lost = _chips_and_cover(evidence, part, knows_whites(kept))
    new = [_moved(chip, seen.left, seen.top) for chip in chips]
    chips = [*kept, *(chip for chip in new if region.holds(chip.across, chip.down, BESIDE))]
    chips = with_line_support(sorted(chips, key=lambda chip: -chip.filled), look)
    here = [_moved(chip, -seen.left, -seen.top) for chip in chips if seen.holds(chip.across, chip.down, BESIDE)]
    found = _found(evidence, chips, here, cover, lost, look, part)

    def joined(old: SpaceMap, one: SpaceMap) -> SpaceMap:
        result = old.copy()
        result[region.spaces] = one[region.within(seen).spaces]
        return result

    whole = before.cover.copy()
    whole[region.field()] = cover[region.within(seen).field()]
    return replace(
        found,
        cover=whole,
        hidden=joined(before.hidden, found.hidden),
        room=joined(before.room, found.room),
        glare=joined(before.glare, found.glare),
        bare=joined(before.bare, found.bare),
    )


def _moved(chip: Chip, across: int, down: int) -> Chip:
    """The chip, counted from another space."""
    return chip._replace(across=chip.across + across, down=chip.down + down)


def _found(
    evidence: Evidence, chips: list[Chip], here: list[Chip], cover: Map, lost: Map, look: TableLook, part: TableLook
) -> Survey:
    """The survey of a `part` of a board, or of all, with all the `chips` of the board and those that lie `here`."""
    # What is not believed to be a chip must not take away the signs that something lies there.
    whites = knows_whites(chips)
    doubt = doubts(evidence, [chip for chip in here if is_clear(chip) and is_believed(chip, whites)], cover, part)
    return survey_of(evidence, chips, cover, lost, look, part, doubt)


def survey_of(
    evidence: Evidence,
    chips: list[Chip],
    cover: Map,
    lost: Map | None,
    look: TableLook,
    part: TableLook,
    doubt: Doubts | None,
) -> Survey:
    """What was found on a `part` of a board, or on all of it, put together."""
    hidden, room = _hidden_and_room(evidence, cover, part, lost)
    bare = np.ones((part.rows, part.columns), np.float32) if doubt is None else doubt.over(part.rows, part.columns)
    glare = hidden_share(evidence.burnt, part.rows, part.columns)
    return Survey(look, evidence.light, chips, cover, hidden, room, glare, bare)


def _chips_and_cover(evidence: Evidence, look: TableLook, whites: bool = False) -> tuple[list[Chip], Map, Map]:
    """Chips that know what hides them, and two maps: where the board is hidden, and print missing.

    `whites` says that white chips are known to lie elsewhere.
    """
    chips = find_chips(evidence, look.radius)
    seen_white = whites or knows_whites(chips)
    cover, lost = hidden_map(evidence, [chip for chip in chips if hides_nothing(chip, seen_white)], look.radius)
    return with_cover(chips, evidence, cover, look.radius), cover, lost


def _hidden_and_room(evidence: Evidence, cover: Map, look: TableLook, lost: Map | None) -> tuple[SpaceMap, SpaceMap]:
    """Share of each space that is hidden, and of the likely places of a chip that lie hidden there, 0 to 1.

    Both of shape (rows, columns); `lost` is where print is missing.
    """
    rows, columns = look.rows, look.columns
    hidden = hidden_share(cover, rows, columns)
    if lost is not None:
        hidden = np.maximum(hidden, np.minimum(HALF_LOST * hidden_share(lost, rows, columns), 1.0))
    room = np.where(hidden > GRAZED, 1.0, 0.0)
    if ((hidden > GRAZED) & (hidden < HALF)).any():
        room = room * room_for_chips(evidence, cover, look.radius, (rows, columns))
    return hidden, room
