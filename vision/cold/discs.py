"""Discs that are chips whatever the other space of their card shows, on a board nobody measured.

No print fills a chip's whole circle with one even colour that ends at its edge; or if some does, it stands in the
same place of several cards, the heads of all queens, say.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.classify.chips import EDGE_STEP, around, find_chips
from vision.classify.discs import Chip, half_of, steps_at_edge
from vision.classify.evidence import Evidence
from vision.cold.alike import unlike_others
from vision.rectify.size import Radius

REACHES = [0.15, 0.3, 0.45, 0.6, 0.75, 0.88]
"""Where a disc is looked at. Chip radii."""
FULL = 1.2
"""How much being full counts against being closed. 1 to 1.5."""
WHOLE, WHOLE_PICTURE = 1.86, 2.0
"""How full and how closed a disc is, together, from which it is a chip, and the same where a picture may be
printed in its colour. Parts; 1.8 to 2."""
HARDLY, HARDLY_PICTURE = 1.45, 1.65
"""From here on it may be one whose other half a lamp outshines; what is less so is none. 1.3 to 1.5, and 1.5 to 1.7."""
MAYBE_PICTURE = 1.85
"""From here on one may be a chip on a picture, whose twin bears another. 1.8 to 1.9."""
ROUND = 0.9
"""More of a disc's edge need not be seen: the next chip, or a line, may be of its colour. Parts; 0.8 to 0.95."""
EVEN, UNEVEN = 0.1, 2.5
"""Lightness varies less than this over a chip, and what more of it counts against one. 0.08 to 0.15; 1 to 4."""
INSIDE = 0.4
"""Farther than this from the middle of its space a disc may be the ground between the cards. Parts of a space; 0.35 to
0.45."""
SAME_PLACE, CARDS = 0.05, 3
"""Print lies in the same place of its card to this; so many chips on cards of one rank do not. Parts of a space, 0.03
to 0.08; 3 to 4."""
TWINS = 0.6
"""Where so many of a team's discs lie in the same place as one on the other space of the card they are print: players
lay chips where they like. Parts; 0.5 to 0.75."""
ASIDE = 0.25
"""Farther than this from the middle of their spaces few chips lie. Parts of a space; 0.2 to 0.3."""
PICTURES, PRINTED_COLOURS = frozenset("KQJ"), frozenset("br")
"""First letters of the cards with a picture on them; and teams in whose colours cards are printed, pictures in large
patches."""


@dataclass(frozen=True)
class Whole:
    """Full, even, closed discs of a team's colour."""

    chips: list[Chip]
    """Those that are chips."""
    print: list[Chip]
    """Those that are print."""
    doubted: list[Chip]
    """Those on pictures that do not look like the team's other chips."""


def whole_discs(evidence: Evidence, radius: Radius, layout: Layout) -> Whole:
    """The discs that no twin is needed to tell."""
    nothing = dict.fromkeys(evidence.raw, np.zeros_like(evidence.value))
    bare = replace(evidence, chip=evidence.raw, mute=nothing)
    found: dict[int, Chip] = {}
    vague = set[int]()
    for chip in find_chips(bare, radius, white=False):
        space = space_of(chip, layout)
        whole, full = _wholeness(chip, evidence, radius)
        if space is None or space in layout.free or max(map(abs, _place(chip, space, layout))) > INSIDE:
            continue
        picture = on_picture(chip, layout)
        if whole > (MAYBE_PICTURE if picture else WHOLE) and space not in found:
            found[space] = alone(chip)._replace(filled=full, rival=0.0)
            if picture and whole <= WHOLE_PICTURE:
                vague.add(space)
    printed = of_print(found, layout)
    chips = [chip for space, chip in found.items() if space not in printed]
    sure = [chip for chip in chips if not on_picture(chip, layout)]
    doubted = [found[space] for space in vague - printed]
    pictured = [chip for chip in chips if chip not in sure + doubted]
    doubted += unlike_others(evidence, pictured, sure, radius)
    # Of a team that is nowhere else, its first chip will hardly lie where print looks like one.
    played = {chip.team for chip in sure}
    return Whole(
        [chip for chip in chips if chip not in doubted],
        [found[space] for space in printed],
        [chip for chip in doubted if chip.team in played],
    )


def alone(chip: Chip) -> Chip:
    """The chip without what surrounds it: the twin's surroundings say nothing about hands, nor does it say, pixel
    by pixel, what a chip should have replaced."""
    shows = chip.shows if chip.white else 0.0
    return chip._replace(around=0.0, lost=0.0, held=0.0, touched=0.0, shows=shows, dazzled=1.0, strange=1.0)


def may_be_chip(chip: Chip, evidence: Evidence, radius: Radius, layout: Layout) -> bool:
    """Whether a disc that differs from its twin looks like a chip by itself, too: beside a twin in glare, or under a
    hand, all print looks new."""
    least = HARDLY_PICTURE if on_picture(chip, layout) else HARDLY
    return chip.white or _wholeness(chip, evidence, radius)[0] > least


def near(chip: Chip, others: list[Chip], radius: Radius) -> bool:
    """Whether one of the others is the same disc."""
    return any(abs(chip.across - o.across) < radius[0] and abs(chip.down - o.down) < radius[1] for o in others)


def _wholeness(chip: Chip, evidence: Evidence, radius: Radius) -> tuple[float, float]:
    """How full, closed and even a disc is, 0 to 2.1, and how full, 0 to 1."""
    full = over_disc(around(evidence.raw[chip.team], chip, radius, REACHES), REACHES)
    step = steps_at_edge(evidence.raw[chip.team], [chip], half_of(radius))
    closed = float((step > EDGE_STEP).mean())
    spread = float(around(evidence.lightness, chip, radius, REACHES).std())
    whole = FULL * full + min(closed, ROUND) - UNEVEN * max(spread - EVEN, 0.0)
    return (0.0 if chip.white else whole), full


def over_disc(seen: NDArray[Any], reaches: list[float]) -> float:
    """The mean over a disc of what is seen of it so far from its middle; shape (reaches, directions)."""
    return float(np.average(seen.mean(axis=1), weights=reaches))


def spaces_under(chips: list[Chip], layout: Layout) -> frozenset[int]:
    """The spaces on which chips lie."""
    return frozenset(space for chip in chips if (space := space_of(chip, layout)) is not None)


def on_picture(chip: Chip, layout: Layout) -> bool:
    """Whether the card has a picture on it that may have patches of the chip's colour."""
    space = space_of(chip, layout)
    card = None if space is None else layout.card_at(space)
    return card is not None and card[0] in PICTURES and chip.team in PRINTED_COLOURS


def of_print(found: dict[int, Chip], layout: Layout) -> set[int]:
    """The spaces whose discs are print: pictures of one rank bear the same in the same place, any way up; so do both
    spaces of most cards on which a pip is as large as a chip, and many cards where the half of one is, either half."""
    places = {space: _place(chip, space, layout) for space, chip in found.items()}

    def same(one: int, other: int, step: int) -> bool:
        apart = min(math.dist(places[one], _turned(places[other], turns)) for turns in range(0, 4, step))
        return found[one].team == found[other].team and apart < SAME_PLACE

    pictures = [space for space, chip in found.items() if on_picture(chip, layout)]
    ranks = {space: _rank(layout, space) for space in pictures}
    printed = {s for s in pictures if sum(ranks[s] == ranks[o] and same(s, o, 2) for o in pictures) >= CARDS}
    for team in {chip.team for chip in found.values()}:
        pips = {space for space, chip in found.items() if chip.team == team and space not in pictures}
        twins = sum(layout.twins.get(space) in pips and same(space, layout.twins[space], 1) for space in pips)
        if twins >= max(2 * CARDS, TWINS * len(pips)):
            printed |= pips
        printed |= _halves({space: places[space] for space in pips})
    return printed


def print_on_both(chips: dict[int, Chip], like: set[int], layout: Layout) -> set[int]:
    """The spaces whose discs are print, as both spaces of their cards show it; `like` are those that look like the same
    place of their twin.

    Two chips may lie like that, but then both are discs; and not on many cards in the same place, any way up.
    """
    places = {space: _place(chip, space, layout) for space, chip in chips.items()}

    def same(one: int, other: int) -> bool:
        apart = min(math.dist(places[one], _turned(places[other], turns)) for turns in range(4))
        return chips[one].team == chips[other].team and apart < SAME_PLACE

    alone = {space for space in like if layout.twins[space] not in chips}
    return alone | {space for space in chips if sum(same(space, one) for one in like if one != space) >= CARDS}


def _halves(places: dict[int, tuple[float, float]]) -> set[int]:
    """The spaces whose discs lie far aside in the same place as many others do, any way up and to either side."""
    aside = {space: sorted(map(abs, place)) for space, place in places.items() if math.hypot(*place) > ASIDE}
    near = (
        {space for space, other in aside.items() if math.dist(place, other) < SAME_PLACE} for place in aside.values()
    )
    return set[int]().union(*(alike for alike in near if len(alike) >= 2 * CARDS))


def _turned(place: tuple[float, float], turns: int) -> tuple[float, float]:
    """The place so many quarter turns on, around the middle of its space."""
    for _ in range(turns):
        place = -place[1], place[0]
    return place


def _place(chip: Chip, space: int, layout: Layout) -> tuple[float, float]:
    """Where in its space a disc lies, against its middle."""
    row, column = divmod(space, layout.columns)
    return chip.across - column - 0.5, chip.down - row - 0.5


def _rank(layout: Layout, space: int) -> str:
    return (layout.card_at(space) or "")[:-1]


def space_of(chip: Chip, layout: Layout) -> int | None:
    """The space its middle lies in; None beside the field."""
    row, column = math.floor(chip.down), math.floor(chip.across)
    inside = 0 <= row < layout.rows and 0 <= column < layout.columns
    return row * layout.columns + column if inside else None
