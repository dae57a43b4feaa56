"""Pieces of a table with cards on it, drawn, and where their indices lie: what both networks learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.detector import CELL
from vision.cards.detector import PX as FOUND_PX
from vision.cards.outline import HEIGHT, WIDTH
from vision.drawing.canvas import Chance, Picture, blurred, happens, one_of, rounded, spread
from vision.training.cards.face import CORNER, PX, Design, Face
from vision.training.cards.lens import SIDE, glare, seen_by_camera
from vision.training.cards.tables import ground, hand, things

FINER = PX / FOUND_PX
"""A piece is drawn so many times finer than the network that finds indices sees it."""
FOUND_SIDE = round(SIDE / FINER)
CELLS = FOUND_SIDE // CELL
SEEN, HIDDEN = 0.93, 0.15
"""An index of which at least the first part is in view has to be read; of which less than the second, must not be."""
DROWNED = 110
"""Grey levels of glare over an index that nobody could read."""
AROUND = 12
"""Pixels around a card in which its shadow falls."""
FALSE = -2
"""Kind of a mark that looks like an index and is none: of a joker, of another game, in a mirror."""
NO_CARDS, MORE_HEAPS = 0.1, (0.7, 0.4)
"""Share of pieces without any card, and of those with cards on which a second heap lies, and a third."""
REACHED, REACH, HANDS = 0.3, 2.0, 0.15
"""Share of pieces with cards on which a hand reaches for one of them, how near its fingers come, centimetres, and share
of the other pieces over which a hand is."""
EDGE = 24
"""Pixels from a piece's edge within which no heap shows the index that is put into view."""
CUT_OFF = 0.12
"""Share of pieces that reach beyond the picture, which is black there."""
NEVER_MIRRORED = (0, 1, 2, 3, 4, 5, 7, 8, 9, 11)
"""Places in RANKS of those that look otherwise in a mirror."""


@dataclass(frozen=True)
class Mark:
    """An index on a piece: its middle and height in pixels, its turn in radians, and what it says."""

    x: float
    y: float
    height: float
    turn: float
    rank: int
    suit: int
    kind: int
    """1 where it must be read, 0 where it may be or not, since it is half covered, FALSE where it must not be."""


@dataclass(frozen=True)
class Whole:
    """A card that lies whole on a piece."""

    place: NDArray[np.float32]
    """To pixels of the piece from centimetres right and down of its middle, were it WIDTH by HEIGHT; (2, 3)."""
    rank: int
    """Place in RANKS; -1 where it is no playing card, lies face down, or is seen in a mirror."""
    suit: int
    legible: bool
    """Whether one of its indices at least is in view."""
    covered: float
    """Part of it on which other cards lie, be it under a hand or not."""


@dataclass(frozen=True)
class Piece:
    """A drawn piece of the table."""

    picture: Picture
    marks: tuple[Mark, ...]
    cards: tuple[Whole, ...]
    surface: NDArray[np.uint8]
    """What lies uppermost at the middle of each cell: 0 the table or a thing, 1 a face, 2 a back; (CELLS, CELLS)."""


@dataclass(frozen=True)
class _Laid:
    face: Face
    place: NDArray[np.float32]
    """From pixels of the face, from its middle, to pixels of the piece; (2, 3)."""
    mirrored: bool


def piece(chance: Chance, decks: Sequence[Design], zoom: float = 1.0) -> Piece:
    """A piece from chance, with cards of one or two of these designs; with a zoom of 0.5 it shows twice as much."""
    picture = ground(chance)
    owner = np.zeros((SIDE, SIDE), np.uint8)
    scale = zoom * spread(chance, 0.84, 1.19)
    """The board says how large a centimetre is only so well."""
    if happens(chance, 0.35):
        things(chance, picture, owner)
    laid: list[_Laid] = []
    if not happens(chance, NO_CARDS):
        for _ in range(1 + sum(happens(chance, more) for more in MORE_HEAPS)):
            for card in _heap(chance, decks, scale, zoom):
                laid.append(card)
                _lay(chance, picture, owner, card, len(laid))
    lies = owner.copy()
    if happens(chance, 0.16):
        things(chance, picture, owner)
    if laid and happens(chance, REACHED):
        at = one_of(chance, laid).place[:, 2] + chance.normal(0, REACH * PX * zoom, 2)
        hand(chance, picture, owner, at, zoom)
    elif happens(chance, HANDS):
        hand(chance, picture, owner, SIDE / 2 + chance.normal(0, SIDE / 3, 2), zoom)
    mirrored = glare(chance)
    picture = seen_by_camera(chance, picture, mirrored, zoom)
    if happens(chance, CUT_OFF):
        beyond = _beyond(chance)
        picture[beyond], owner[beyond] = 0, 255
    marks = [_marks(card, owner, number, mirrored, scale) for number, card in enumerate(laid, 1)]
    kinds = np.array([0, *(2 if card.face.back else 1 for card in laid)], np.uint8)
    middles = np.round((np.arange(CELLS) + 0.5) * CELL * FINER - 0.5).astype(int)
    surface = kinds[np.where(owner > len(laid), 0, owner)[np.ix_(middles, middles)]]
    whole = [one for number, card in enumerate(laid, 1) if (one := _whole(card, lies, number, marks[number - 1]))]
    return Piece(picture, tuple(mark for own in marks for mark in own), tuple(whole), surface)


def _beyond(chance: Chance) -> NDArray[np.bool_]:
    """Which pixels of a piece lie beyond the edge of the picture; (SIDE, SIDE)."""
    turn = chance.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2
    return np.asarray(x * np.cos(turn) + y * np.sin(turn) > chance.uniform(-0.2, 0.6) * SIDE)


# ---- what lies on the table


def _heap(chance: Chance, decks: Sequence[Design], scale: float, zoom: float) -> list[_Laid]:
    """Cards, the lowest first: a squared pile, a messy one, cards in a row, or a few anywhere; one index is in view."""
    deck = decks[int(chance.integers(len(decks)))]
    second = decks[int(chance.integers(len(decks)))] if happens(chance, 0.15) else deck
    kind = chance.random()
    count = int(chance.integers(1, 3 if kind < 0.3 else 9))
    turn = chance.uniform(0, 2 * np.pi)
    step = chance.normal(0, 1, 2) * chance.uniform(0.4, 2.6)
    cards = []
    for number in range(count):
        if kind < 0.45:
            at, own = chance.normal(0, 0.25, 2), turn + chance.normal(0, 0.06)
        elif kind < 0.75:
            at, own = chance.normal(0, 1.7, 2), turn + chance.normal(0, 0.5)
        else:
            at, own = (number - count / 2) * step, turn + chance.normal(0, 0.1) + number * chance.normal(0, 0.1)
        if happens(chance, 0.5):
            own += np.pi
        if happens(chance, 0.06):
            own += np.pi / 2
        face = _drawn_from(chance, second if happens(chance, 0.5) else deck)
        cards.append(_placed(chance, face, at * PX * zoom, own, scale))
    shown = cards[int(chance.integers(count))] if happens(chance, 0.35) else cards[-1]
    spots = shown.face.spots
    look = chance.normal(0, 1.5, 2) * PX
    if spots:
        spot = one_of(chance, spots)
        look = np.array([spot.x, spot.y]) * PX
    shift = chance.uniform(EDGE, SIDE - EDGE, 2) - shown.place[:, :2] @ look - shown.place[:, 2]
    for card in cards:
        card.place[:, 2] += shift
    return cards


def _drawn_from(chance: Chance, deck: Design) -> Face:
    kind = chance.random()
    if kind < 0.1 and deck.backs:
        return one_of(chance, deck.backs)
    if kind < 0.24 and deck.others:
        return one_of(chance, deck.others)
    return one_of(chance, deck.faces)


def _placed(chance: Chance, face: Face, at: NDArray[np.float64], turn: float, scale: float) -> _Laid:
    mirrored = face.rank in NEVER_MIRRORED and happens(chance, 0.02)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    lean = np.array([[1 + chance.normal(0, 0.02), chance.normal(0, 0.02)], [0, 1 + chance.normal(0, 0.02)]])
    linear = lean @ np.array([[c, -s], [s, c]]) @ np.diag([-1.0 if mirrored else 1.0, 1.0])
    return _Laid(face, np.hstack([linear, at[:, None]]).astype(np.float32), mirrored)


def _lay(chance: Chance, picture: Picture, owner: NDArray[np.uint8], card: _Laid, number: int) -> None:
    face = card.face.picture
    height, width = face.shape[:2]
    half = np.array([(width - 1) / 2, (height - 1) / 2])
    corners = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ card.place[:, :2].T + card.place[:, 2]
    left, top = np.clip(np.floor(corners.min(axis=0)) - AROUND, 0, SIDE).astype(int).tolist()
    right, bottom = np.clip(np.ceil(corners.max(axis=0)) + AROUND, 0, SIDE).astype(int).tolist()
    size = (right - left, bottom - top)
    if min(size) < 3:
        return
    matrix = card.place.copy()
    matrix[:, 2] -= matrix[:, :2] @ half + (left, top)
    outline = rounded(width, height, round(CORNER * PX), cv2.LINE_AA)
    cover = cv2.warpAffine(outline, matrix, size, flags=cv2.INTER_LINEAR)
    part = picture[top:bottom, left:right]
    under: Picture = part
    if happens(chance, 0.85):  # the shadow it throws on what lies beneath
        soft = blurred(np.roll(cover, tuple(chance.integers(-3, 4, 2).tolist()), (0, 1)), spread(chance, 0.6, 5))
        lit = cv2.convertScaleAbs(soft, alpha=-float(chance.uniform(0, 0.55)), beta=255.0)
        under = np.asarray(cv2.multiply(part, cv2.merge([lit] * 3), scale=1 / 255), np.uint8)
    laid = cv2.warpAffine(face, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cover.astype(np.float32) * np.float32(1 / 255)
    laid = cv2.convertScaleAbs(laid, alpha=float(chance.uniform(0.9, 1.0)))
    picture[top:bottom, left:right] = cv2.blendLinear(laid, under, share, 1 - share)
    owner[top:bottom, left:right][cover > 127] = number


def _marks(card: _Laid, owner: NDArray[np.uint8], number: int, light: NDArray[np.float32], scale: float) -> list[Mark]:
    found = []
    linear = card.place[:, :2]
    turn = float(np.arctan2(linear[1, 0], linear[0, 0]))
    grid = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, 6), np.linspace(-0.5, 0.5, 10)), -1).reshape(-1, 2)
    for spot in card.face.spots:
        corners = (grid * (spot.width, spot.height) + (spot.x, spot.y)) * PX
        places = np.round(corners @ linear.T + card.place[:, 2]).astype(int)
        inside = ((places >= 0) & (places < SIDE)).all(axis=1)
        x, y = places[inside].T
        seen = float((owner[y, x] == number).sum()) / len(grid)
        if seen <= HIDDEN:
            continue
        across, down = (np.array([spot.x, spot.y]) * PX @ linear.T + card.place[:, 2]).tolist()
        height = spot.height * PX * scale
        plain = seen >= SEEN and float(light[y, x].mean()) <= DROWNED
        kind = int(plain)
        if card.face.rank < 0 or card.mirrored:
            kind = FALSE if plain else -1
        found.append(Mark(across, down, height, turn + spot.turn, card.face.rank, card.face.suit, kind))
    return found


OVER = np.stack(np.meshgrid(np.linspace(-0.48, 0.48, 16), np.linspace(-0.48, 0.48, 22)), -1).reshape(-1, 2)
"""Places all over a card, in its widths and heights."""
INSIDE = 0.9
"""A card of which at least this part lies on a piece lies whole on it."""


def _whole(card: _Laid, lies: NDArray[np.uint8], number: int, marks: Sequence[Mark]) -> Whole | None:
    """What lies whole on a piece.

    Args:
        card: the card.
        lies: number of the card that lies uppermost, 255 on the things under all of them; (SIDE, SIDE).
        number: its own.
        marks: its indices.
    """
    height, width = card.face.picture.shape[:2]
    places = np.round(OVER * (width, height) @ card.place[:, :2].T + card.place[:, 2]).astype(int)
    x, y = places[((places >= 0) & (places < SIDE)).all(axis=1)].T
    if len(x) < INSIDE * len(OVER):
        return None
    read = card.face.rank >= 0 and not card.mirrored
    across = -width if card.mirrored else width  # a card in a mirror is cut as it is seen: mirrored
    return Whole(
        np.hstack([card.place[:, :2] * (across / WIDTH, height / HEIGHT), card.place[:, 2:]]).astype(np.float32),
        card.face.rank if read else -1,
        card.face.suit if read else -1,
        any(mark.kind in (1, FALSE) for mark in marks),
        float(((lies[y, x] > number) & (lies[y, x] < 255)).mean()),
    )
