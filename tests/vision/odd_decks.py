"""Decks whose cards the ordinary reader does not know: suits beside the ranks, Russian letters, pictures with names."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from engine.equipment.cards import RANKS, SUITS
from tests.vision.cards import table
from vision.cards.outline import Outline
from vision.cards.shown.deck import face_at, no_cards
from vision.cards.tabletop import Tabletop
from vision.drawing import faces
from vision.drawing.pips import lay, pip

SIZE = (504, 704)
FIFTY_TWO = tuple(rank + suit for suit in SUITS for rank in ("A", *list(RANKS)[:-1]))
PICTURES = ("lion", "dove", "ark", "star", "fish", "whale", "lamb", "bread", "crown", "sling", "harp", "rainbow")
Place = tuple[float, float]
THREE_PLACES: tuple[Place, ...] = ((-2.3, 0.8), (-2.3, 4.0), (-2.3, 7.2))
"""Where cards of a deck lie that is shown three at a time, in spaces."""
_STROKES = {  # in a box one wide and one high
    "A": [[(0, 0), (1, 0)], [(0.5, 0), (0.5, 1)]],
    "K": [[(0.1, 0), (0.1, 1)], [(0.9, 0), (0.1, 0.55), (0.9, 1)]],
    "Q": [[(0.2, 0.8), (0.35, 0), (0.75, 0), (0.75, 0.8)], [(0, 1), (0, 0.8), (1, 0.8), (1, 1)]],
    "J": [
        [(0.1, 0), (0.1, 1), (0.7, 1), (0.9, 0.75), (0.7, 0.5), (0.1, 0.5)],
        [(0.1, 0), (0.65, 0), (0.8, 0.25), (0.65, 0.5)],
    ],
}
"""The Russian letters Т, К, Д, В."""


@lru_cache(maxsize=128)
def beside(card):
    """A card whose suit stands beside its rank, small and thin."""
    width, height = SIZE
    face = faces.spotted(card, width, height, (246, 249, 250), indices=False)
    rank, suit = card[:-1], card[-1]
    for _ in range(2):
        faces.write(face, rank, (width * 0.085, height * 0.07), width * 0.13, faces.ink(suit))
        small = round(width * 0.1)
        lay(face, pip(suit, small), faces.ink(suit), round(width * 0.155), round(height * 0.07 - small / 2))
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


@lru_cache(maxsize=128)
def russian(card):
    """A card with Russian letters for ace, king, queen and jack, on cream paper."""
    width, height = SIZE
    face = faces.spotted(card, width, height, (226, 240, 246), indices=False)
    rank, suit = card[:-1], card[-1]
    for _ in range(2):
        if rank in _STROKES:
            for stroke in _STROKES[rank]:
                points = np.array(stroke) * (width * 0.11, width * 0.15) + (width * 0.04, height * 0.035)
                cv2.polylines(face, [np.round(points).astype(np.int32)], False, faces.ink(suit), 9, cv2.LINE_AA)
        else:
            faces.write(face, rank, (width * 0.095, height * 0.09), width * 0.15, faces.ink(suit))
        small = round(width * 0.11)
        lay(face, pip(suit, small), faces.ink(suit), round(width * 0.095 - small / 2), round(height * 0.16))
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


@lru_cache(maxsize=64)
def pictured(name):
    """A card that bears a picture and its name, upright for nobody but its owner."""
    return faces.emblem(name, *SIZE, (240, 244, 246))


def in_other_light(picture, rng):
    """The same table under another lamp: its colour, its slant, softer, noisier, saved as a JPEG picture."""
    height, width = picture.shape[:2]
    gains = rng.uniform(0.72, 1.0, 3) * rng.uniform(0.75, 1.05)
    across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    slant = 1 + rng.uniform(-0.18, 0.18) * across + rng.uniform(-0.18, 0.18) * down
    lit = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.1)).astype(np.float32) * slant[..., None] * gains
    lit = 255 * (np.clip(lit, 0, 255) / 255) ** rng.uniform(0.85, 1.2)
    noisy = np.clip(lit + rng.normal(0, rng.uniform(1, 4), lit.shape), 0, 255).astype(np.uint8)
    done, packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 92))])
    assert done
    return cv2.imdecode(packed, cv2.IMREAD_COLOR)


def outline_on(table_, corners):
    """A card as its corners in the picture say that it lies."""
    places = table_.on_table(corners)
    across, down = places[1] - places[0], places[3] - places[0]
    x, y = places.mean(axis=0)
    turn = float(np.arctan2(across[1], across[0]))
    return Outline(float(x), float(y), turn, float(np.hypot(*across)), float(np.hypot(*down)))


def deck_of(mesh, laid, names):
    """A deck from a picture of each card by its name, with the corners of the card in it."""
    deck = None
    for name in names:
        picture, corners = laid[name]
        plane = Tabletop.of(mesh, (picture.shape[1], picture.shape[0]))
        outline = outline_on(plane, corners)
        deck = deck or no_cards((outline.width, outline.height))
        face = face_at(picture, plane, replace(outline, width=deck.size[0], height=deck.size[1]))
        deck = deck.with_face(name, face)
    assert deck is not None
    return deck


def shown(design, names, seed=3, places=((-2.3, 4.0),)):
    """A deck as the camera was shown it: the cards laid left of the board, as many at once as places, in one light."""
    laid = {}
    for first in range(0, len(names), len(places)):
        drawn, some = table(seed), names[first : first + len(places)]
        corners = [drawn.lay_face(design(name), at, 5) for name, at in zip(some, places, strict=False)]
        picture = in_other_light(drawn.picture, np.random.default_rng(seed))
        laid.update({name: (picture, where) for name, where in zip(some, corners, strict=True)})
    return deck_of(drawn.mesh, laid, names)
