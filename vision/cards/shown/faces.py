"""The faces of a shown deck, told apart by what the network of whole cards sees all over them.

It never learnt these faces; but what it sees of them after some convolutions, less what it sees of all cards of the
deck, points elsewhere for each.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import Card, is_playing_card
from vision.cards.outline import HEIGHT, WIDTH
from vision.cards.patch import CARDS
from vision.cards.shown.deck import ShownDeck
from vision.cards.shown.places import FaceFeatures
from vision.cards.whole_card import WholeCardReader, cut_whole
from vision.rectify.mesh import Picture

LIKELIEST = 4
"""Faces, those that look most like what is seen, that are held against each other."""
SHARP = 8.0
"""Half the logarithm of the odds of two faces where what is seen is wholly one of them."""
TOLD_APART = 0.15
"""Two faces that differ by a smaller part of what is seen of them are told apart less surely."""
HARDLY = 1e-7
"""Odds of a face that is not among those few."""
_WAYS = tuple(np.diag([across, down, 1.0]) for across, down in ((1, 1), (-1, -1), (-1, 1), (1, -1)))
"""A face upright and upside down, and both in a mirror."""
IN_A_MIRROR = 2
"""The first of those ways."""
NOTHING = 1e-3
"""What shows less strongly than this shows nothing: a face on which nothing is printed."""


class ShownFaces:
    """The faces of a deck, ready to be told apart."""

    def __init__(self, deck: ShownDeck, reader: WholeCardReader) -> None:
        """`deck` has one card at least."""
        self.deck = deck
        self.features = FaceFeatures(deck)
        """Tell where its cards may lie."""
        known = _parts(reader.looks([_straight(face, way) for face in deck.faces for way in _WAYS]))
        self._mean = known.mean(axis=1, keepdims=True)
        self._strength = np.linalg.norm(known - self._mean, axis=2)
        """How strongly each face in each way shows in each part of it; shape (parts, n * ways)."""
        self._share = self._strength / np.maximum(self._strength.sum(axis=0), NOTHING)
        """As part of how strongly it shows in all."""
        self._direction = _direction(known - self._mean)
        """In which direction it shows there; shape (parts, n * ways, channels)."""

    @property
    def has_indices(self) -> bool:
        """Whether all of them are playing cards, so that indices tell of them, too."""
        return all(map(is_playing_card, self.deck.names))

    @property
    def cards(self) -> tuple[Card, ...]:
        """What chances stand for: all playing cards, or those of the deck where it has others."""
        return CARDS if self.has_indices else self.deck.names

    def likenesses(self, looks: Sequence[NDArray[np.float32]]) -> list[float]:
        """How like the face that is most similar to each some cards look, by what `WholeCardReader` tells of them.

        1 for wholly, -1 where one looks more like a face in a mirror.
        """
        return [_likeness(like) for _, like in self._held_against(looks)]

    def told(self, looks: Sequence[NDArray[np.float32]]) -> list[tuple[float, NDArray[np.float32]]]:
        """That, and the chances of `cards` if they are of the deck."""
        return [(_likeness(like), self._chances(alike, like)) for alike, like in self._held_against(looks)]

    def _held_against(
        self, looks: Sequence[NDArray[np.float32]]
    ) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """How like each face in each way each card is, as cosines: in each part, shape (parts, n * ways), and by how
        strongly the face shows there on average, shape (n * ways,)."""
        if not looks:
            return []
        seen = _direction(_parts(np.stack(looks)) - self._mean)
        alike = np.asarray(self._direction @ seen.transpose(0, 2, 1), np.float32)
        return [(one, np.asarray((one * self._share).sum(axis=0), np.float32)) for one in np.moveaxis(alike, 2, 0)]

    def _chances(self, alike: NDArray[np.float32], like: NDArray[np.float32]) -> NDArray[np.float32]:
        ways = like.reshape(-1, len(_WAYS))[:, :IN_A_MIRROR]
        faces = np.argsort(-ways.max(axis=1))[:LIKELIEST]
        few = faces * len(_WAYS) + ways[faces].argmax(axis=1)
        direction, strength = self._direction[:, few], self._strength[:, few]
        known = direction * strength[..., None]
        # Of each two faces: how far apart they are in each part, and which what is seen is rather like there.
        apart = np.linalg.norm(known[:, :, None] - known[:, None], axis=3)
        unlike = ((1 - direction @ direction.transpose(0, 2, 1)) * apart).sum(axis=0)
        rather = ((alike[:, few, None] - alike[:, None, few]) * apart).sum(axis=0) / np.maximum(unlike, NOTHING)
        part = (apart**2).sum(axis=0) / np.maximum((strength**2).sum(axis=0), NOTHING)[:, None]
        rather *= np.minimum(1.0, part / TOLD_APART)
        np.fill_diagonal(rather, 1.0)
        chances = np.full(len(self.cards), HARDLY, np.float32)
        chances[[self.cards.index(self.deck.names[face]) for face in faces]] = np.exp(SHARP * rather.min(axis=1))
        return np.asarray(chances / chances.sum(), np.float32)


def _likeness(like: NDArray[np.float32]) -> float:
    best = int(like.argmax())
    return -1.0 if best % len(_WAYS) >= IN_A_MIRROR else float(like[best])


def _straight(face: Picture, turned: NDArray[np.float64]) -> Picture:
    height, width = face.shape[:2]
    to_face = np.array([[width / WIDTH, 0, (width - 1) / 2], [0, height / HEIGHT, (height - 1) / 2], [0, 0, 1]])
    return cut_whole(face, to_face @ turned)


def _parts(looks: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is seen of some cards, part by part, but for the outermost, in which what lies around shows; shape (parts,
    cards, channels)."""
    inner = looks[..., 1:-1, 1:-1]
    return inner.reshape(*inner.shape[:2], -1).transpose(2, 0, 1)


def _direction(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors of length 1."""
    return np.asarray(seen / np.maximum(np.linalg.norm(seen, axis=-1, keepdims=True), NOTHING), np.float32)
