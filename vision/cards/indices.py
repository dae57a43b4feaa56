"""Indices in a picture: where they are, and what each says."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.detector import Place
from vision.cards.patch import RANK_NAMES, SUIT_NAMES
from vision.cards.reader import Index, IndexReader
from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Picture

PARTNER = 0.3
"""Beside one of its card that is SURE an index counts from this on. 0.2 to 0.5."""
SAME = 0.45
"""Two indices nearer than this, in their height, are one. 0.3 to 0.6."""
LOOKS = ((0.0, 0.0, 1.0, 0.0), (1.2, 0.6, 0.95, 0.04), (-1.0, -0.8, 1.06, -0.04))
"""An index is named three times, each a little beside the last, and averaged: right, down, larger, turn."""
CORRECTED = 2
"""How often the namer corrects where an index lies before it names it. 1 to 3."""
BY_ITSELF = 0.985
"""Of the two indices of a card one at least tells its rank as surely as this, and one its suit. Of 64 cards on rendered
tables none told both less surely than 0.988; a star or a letter in the place of the suit brought 0.982 at most. 0.983
to 0.988."""
_SHAPE = (len(RANK_NAMES), len(SUIT_NAMES))
LEAST = 1e-6
"""No single look makes a card less likely than this."""


def read_indices(picture: Picture, table: Tabletop, places: list[Place], reader: IndexReader) -> list[Index]:
    """Reads the indices that were found, each once, surest first; what is less than SURE only counts beside one that is
    and belongs to its card."""
    found = [index for index in _named(picture, table, _apart(places), reader) if index.index >= PARTNER]
    return sorted(found, key=lambda index: -index.index)


def _named(picture: Picture, table: Tabletop, places: list[Place], reader: IndexReader) -> list[Index]:
    """Reads indices whose places are known, each averaged over a few looks."""
    if not places:
        return []
    poses = [place.pose for place in places]
    for _ in range(CORRECTED):
        poses = [index.pose for index in reader.namer.look(picture, table, poses)]
    looks = reader.namer.look(picture, table, [pose.moved(*look) for pose in poses for look in LOOKS])
    named = []
    for number, (place, pose) in enumerate(zip(places, poses, strict=True)):
        own = looks[number * len(LOOKS) : (number + 1) * len(LOOKS)]
        # Logarithms are averaged, so that one look that sees nothing of it counts.
        chances = np.exp(np.mean([np.log(look.chances + LEAST) for look in own], axis=0))
        # Both networks must take it for an index; they err in different places.
        index = float(np.sqrt(place.chance * np.mean([look.index for look in own], dtype=np.float32)))
        named.append(Index(pose, index, chances=np.asarray(chances / chances.sum(), np.float32)))
    return named


def _apart(found: list[Place]) -> list[Place]:
    """The likeliest of those that are one and the same."""
    kept: list[Place] = []
    for place in sorted(found, key=lambda place: -place.chance):
        if all(place.pose.far(other.pose) > SAME for other in kept):
            kept.append(place)
    return kept


def together(one: Index, two: Index) -> NDArray[np.float32]:
    """Chances of the card of which both are indices.

    Both ends of a card are printed alike: what misleads the reader at one misleads it at the other. So they bear each
    other out only where one of them is plain by itself: in its rank, in its suit.
    """
    ranks = _borne_out(*(index.chances.reshape(_SHAPE).sum(axis=1) for index in (one, two)))
    suits = _borne_out(*(index.chances.reshape(_SHAPE).sum(axis=0) for index in (one, two)))
    return np.asarray(np.outer(ranks, suits).ravel(), np.float32)


def _borne_out(one: NDArray[np.float32], two: NDArray[np.float32]) -> NDArray[np.float32]:
    both = one * two + 1e-12
    if max(one.max(), two.max()) < BY_ITSELF:
        both = np.sqrt(both)
    return np.asarray(both / both.sum(), np.float32)
