"""Indices in a picture: where they are, and what each says."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.detector import Place
from vision.cards.patch import NAMES, POSE_UNITS, RANK_NAMES, SUIT_NAMES, CardChances, Pose, as_input, chances_of, cut
from vision.cards.tabletop import Tabletop
from vision.network import Network
from vision.rectify.mesh import Picture

SURE = 0.6
"""A card of which no index is as likely as this to be one is none. 0.5 to 0.9."""
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


@dataclass(frozen=True)
class Index(CardChances):
    """What was read at one place of the table; the chances are those if it is an index."""

    pose: Pose
    """On the table, in centimetres."""
    index: float
    """Chance that it is one."""

    @property
    def sure(self) -> bool:
        """Whether it is one without another that bears it out."""
        return self.index >= SURE


class IndexNamer:
    """A learnt network that names what lies in patches of the table."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def look(self, picture: Picture, table: Tabletop, poses: list[Pose]) -> list[Index]:
        """What lies at some places of the table, each with the pose the network would rather have had."""
        patches = [cut(picture, table.to_picture @ pose.matrix()) for pose in poses]
        (told,) = self._network.run(patches=as_input(patches))
        index, lies = 1 / (1 + np.exp(-told[:, NAMES])), told[:, NAMES + 1 :] * POSE_UNITS
        by_pose = zip(poses, index.tolist(), lies.tolist(), chances_of(told), strict=True)
        return [Index(_better(pose, *by), chance, chances=cards) for pose, chance, by, cards in by_pose]


def _better(pose: Pose, right: float, down: float, larger: float, turn: float) -> Pose:
    return pose.moved(right, down, float(np.exp(np.clip(larger, -0.5, 0.5))), turn)


def read_indices(picture: Picture, table: Tabletop, places: list[Place], namer: IndexNamer) -> list[Index]:
    """Reads the indices that were found, each once, surest first; what is less than SURE only counts beside one that is
    and belongs to its card."""
    found = [index for index in _named(picture, table, _apart(places), namer) if index.index >= PARTNER]
    return sorted(found, key=lambda index: -index.index)


def _named(picture: Picture, table: Tabletop, places: list[Place], namer: IndexNamer) -> list[Index]:
    """Reads indices whose places are known, each averaged over a few looks."""
    if not places:
        return []
    poses = [place.pose for place in places]
    for _ in range(CORRECTED):
        poses = [index.pose for index in namer.look(picture, table, poses)]
    looks = namer.look(picture, table, [pose.moved(*look) for pose in poses for look in LOOKS])
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
