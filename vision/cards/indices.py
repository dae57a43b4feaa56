"""Indices in a picture: where they are, and what each says."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from vision.cards.patch import CARDS, Pose, cut
from vision.cards.reader import IndexReader, Told
from vision.cards.tabletop import Tabletop
from vision.mesh import Picture

LIKELY = 0.25
"""A candidate less likely than this to be an index is not looked at again. 0.1 to 0.5."""
SURE = 0.6
"""What is less likely than this to be one at the end is none. 0.5 to 0.9."""
SAME = 0.45
"""Two indices nearer than this, in their height, are one. 0.3 to 0.6."""
WORTH = 0.85
"""From an index that is as likely as this the other one of its card is looked for. 0.6 to 0.95."""
ACROSS, DOWN = (4.25, 4.85), (5.3, 6.45, 7.05)
"""Centimetres between the two indices of a card, as far apart as the network forgives. They depend on the design."""
LOOKS = ((0.0, 0.0, 1.0, 0.0), (1.2, 0.6, 0.95, 0.04), (-1.0, -0.8, 1.06, -0.04))
"""The last look is taken three times, a little beside itself, and averaged: right, down, larger, turn."""


@dataclass(frozen=True)
class Index:
    """One index that was read."""

    pose: Pose
    """On the table, in centimetres."""
    index: float
    """Chance that it is one."""
    chances: NDArray[np.float32]
    """Of the 52 cards, in the order of CARDS."""

    @property
    def card(self) -> str:
        """The likeliest card."""
        return CARDS[int(self.chances.argmax())]


def read_indices(picture: Picture, table: Tabletop, poses: list[Pose], reader: IndexReader) -> list[Index]:
    """Reads what is an index of the candidates, each once, surest first."""
    if not poses:
        return []
    told = _look(picture, table, poses, reader)
    better = [(float(told.index[i]), told.better(poses[i], i)) for i in range(len(poses)) if told.index[i] >= LIKELY]
    places = _apart(better)
    if not places:
        return []
    told = _look(picture, table, places, reader)
    places = _apart(
        [(float(told.index[i]), told.better(places[i], i)) for i in range(len(places)) if told.index[i] >= LIKELY]
    )
    found = [index for index in reread(picture, table, places, reader) if index.index >= SURE]
    places = _apart([(index.index, index.pose) for index in found] + _opposite(picture, table, found, reader))
    new = [place for place in places if all(place is not index.pose for index in found)]
    found += [index for index in reread(picture, table, new, reader) if index.index >= SURE]
    return sorted(found, key=lambda index: -index.index)


def _opposite(picture: Picture, table: Tabletop, found: list[Index], reader: IndexReader) -> list[tuple[float, Pose]]:
    """Where the other index of each card may be that was found by one only."""
    tried = [
        place
        for index in found
        if index.index >= WORTH
        for right in ACROSS
        for down in DOWN
        if (place := _beyond(index.pose, right, down)) and all(place.far(other.pose) > SAME for other in found)
    ]
    if not tried:
        return []
    told = _look(picture, table, tried, reader)
    better = [(float(told.index[i]), told.better(tried[i], i)) for i in range(len(tried)) if told.index[i] >= LIKELY]
    places = _apart(better)
    if not places:
        return []
    told = _look(picture, table, places, reader)
    return [(float(told.index[i]), told.better(places[i], i)) for i in range(len(places)) if told.index[i] >= LIKELY]


def _beyond(pose: Pose, right: float, down: float) -> Pose:
    """The pose so many centimetres right and down of one, on its head."""
    c, s = cos(pose.turn), sin(pose.turn)
    return Pose(pose.x + c * right - s * down, pose.y + s * right + c * down, pose.height, pose.turn + pi)


def reread(picture: Picture, table: Tabletop, places: list[Pose], reader: IndexReader) -> list[Index]:
    """Reads indices whose places are known, each averaged over a few looks."""
    if not places:
        return []
    shifted = [pose.moved(*look) for pose in places for look in LOOKS]
    told = _look(picture, table, shifted, reader)
    count = len(LOOKS)
    found = []
    for place, pose in enumerate(places):
        own = range(place * count, (place + 1) * count)
        # Logarithms are averaged, so that one look that sees nothing of it counts.
        chances = np.exp(np.mean([np.log(told.cards(i) + 1e-6) for i in own], axis=0))
        index = float(np.mean([told.index[i] for i in own]))
        found.append(Index(told.better(pose, own[0]), index, np.asarray(chances / chances.sum(), np.float32)))
    return found


def _look(picture: Picture, table: Tabletop, poses: list[Pose], reader: IndexReader) -> Told:
    return reader.read([cut(picture, table.to_picture @ pose.matrix()) for pose in poses])


def _apart(found: list[tuple[float, Pose]]) -> list[Pose]:
    """The likeliest of those that are one and the same."""
    kept: list[Pose] = []
    for _, pose in sorted(found, key=lambda one: -one[0]):
        if all(pose.far(other) > SAME for other in kept):
            kept.append(pose)
    return kept


def together(one: Index, two: Index) -> NDArray[np.float32]:
    """Chances of the card of which both are indices."""
    both = one.chances * two.chances + 1e-12
    return np.asarray(both / both.sum(), np.float32)


__all__ = ["Index", "read_indices", "reread", "together"]
