"""Which ten by ten cards are the board, and which way up it lies: the printed cards against the layout.

Nothing here knows a deck of cards by sight. Three things hold for every deck: red suits are printed redder than
black ones, or each suit in a colour of its own; the two pictures of one card look alike; and court cards and high
numbers carry more ink than low ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from engine.equipment.cards import is_playing_card
from vision.finding.faces import FACE, Faces, look_at_faces, products
from vision.finding.lattice import Fit
from vision.rectify.mesh import Picture

Array = NDArray[Any]

INSIDE_COUNTS = 60.0
"""Standard deviations that it would be worth if all cards seen lay in the window instead of none."""
HALF_CLEAR = 0.4
"""From so sure on that nothing lies on a card it is asked for its twin."""
STRANGE, STRANGE_COSTS = 0.18, 4.0
"""The paper of a row of cards differs from that of the next by less than this (logarithm, in the middling space);
and the standard deviations that a row which differs more speaks against a window."""
RED, FOUR = "HD", "HDC"
"""The suits that are red in most decks; and those that are red, blue and green where each has a colour of its own."""
FEW_COLD = 0.03
"""Where less of the ink is blue or green no suit is. Parts; 0.02 to 0.035."""
MOST_WINDOWS = 4
"""Windows of spaces whose ink and hearts are looked at."""


@dataclass(frozen=True)
class Placing:
    """One way the layout can lie on the lattice, and what speaks for it."""

    column: int
    row: int
    """Where the window of spaces begins, in the coordinates of the plane."""
    way: Way
    suits: float
    """How well the suits' colours agree with the layout, in standard deviations over chance."""
    pairs: float
    """How much more alike the two pictures of one card are than any two, in standard deviations."""
    ink: float
    """How well the amount of ink agrees with the cards, in standard deviations over chance."""
    hearts: float
    """How surely hearts are fuller than diamonds, in standard deviations, no more than 4."""
    inside: float
    """Share of the cards seen that lie in the window."""
    strange: int
    """Outer rows and columns, of four, that are not of the paper of the cards beside them."""

    @property
    def evidence(self) -> float:
        """The colours, the pairs and the ink together."""
        return self.suits + self.pairs + 0.5 * self.ink + 0.5 * self.hearts

    @property
    def score(self) -> float:
        """The evidence, with the share of cards that the window takes in, less what a row of border in it costs."""
        return self.evidence + INSIDE_COUNTS * self.inside - STRANGE_COSTS * self.strange


def card_half(fit: Fit) -> tuple[float, float]:
    """Half the width and height of a card, in spaces."""
    shapes = fit.plane.to_board(fit.patches.corners[fit.which])
    half = np.abs(shapes - shapes.mean(1, keepdims=True)).mean(1)
    x, y = np.median(half, axis=0)
    return float(np.clip(x, 0.2, 0.5)), float(np.clip(y, 0.2, 0.5))


def faces_around(picture: Picture, fit: Fit, longest: int, half: tuple[float, float], beside: int) -> Faces:
    """The faces of all spaces on which a board may lie that is `longest` spaces long and holds these cards, and of so
    many spaces `beside` them."""
    first, last = _extent(fit.where)
    low = np.maximum(np.minimum(first, last - longest + 1) - beside, first - longest)
    high = np.minimum(np.maximum(last, first + longest - 1) + beside, low + 3 * longest)
    (left, top), (columns, rows) = low.tolist(), (high - low + 1).tolist()
    return look_at_faces(picture, fit.plane, (left, top), (columns, rows), half)


def _extent(where: Array) -> tuple[Array, Array]:
    """First and last column and row that have cards enough not to be strays."""
    ends = []
    for axis in (0, 1):
        values, counts = np.unique(where[:, axis], return_counts=True)
        usual = values[counts >= min(3, counts.max())]
        ends.append((usual.min(), usual.max()))
    first, last = np.array(ends).T
    return first, last


@dataclass(frozen=True)
class Way:
    """What a layout lets one expect of the faces where it lies one certain way round; arrays by space seen."""

    turns: int
    """Quarter turns: `numpy.rot90(in_picture, turns)` is in the order of the layout."""
    mirrored: bool
    shape: tuple[int, int]
    """Rows and columns of spaces, as they are seen."""
    card: Array
    """1 where a card is printed, 0 on free spaces."""
    suits: Mapping[str, Array]
    """Suits that may be of one colour -> 1 for their cards, -1 for the others, 0 for cards without a suit."""
    pairs: Array
    """Pairs of spaces that show the same card, (n, 2)."""
    ink: Array
    """How much ink the card is likely to carry, in pips."""
    hearts: tuple[tuple[Array, Array], ...]
    """Spaces of the heart and spaces of the diamond, rank by rank."""


@lru_cache(maxsize=8)
def ways_of(layout: Layout) -> tuple[Way, ...]:
    """The four ways a layout can lie, and the four in a mirror."""
    cards = np.array([c or "" for c in layout.cards], object).reshape(layout.rows, layout.columns)
    found = []
    for mirrored in (False, True):
        for turns in range(4):
            # The layout as it would be seen: undo the turns that bring the picture into its order.
            seen = np.rot90(cards[:, ::-1] if mirrored else cards, -turns)
            flat = [str(card) for card in seen.ravel()]
            found.append(
                Way(
                    turns=turns,
                    mirrored=mirrored,
                    shape=(seen.shape[0], seen.shape[1]),
                    card=np.array([float(card != "") for card in flat]),
                    suits={suits: np.array([_is_of(card, suits) for card in flat]) for suits in (RED, *FOUR)},
                    pairs=_pairs(flat),
                    ink=np.array([_pips(card) for card in flat]),
                    hearts=_hearts(flat),
                )
            )
    return tuple(found)


def _is_of(card: str, suits: str) -> float:
    if not is_playing_card(card):
        return 0.0
    return 1.0 if card[-1] in suits else -1.0


def _pips(card: str) -> float:
    if not is_playing_card(card):
        return 0.0
    rank = card[:-1]
    return float(rank) if rank.isdigit() else 1.5 if rank == "A" else 16.0


def _pairs(cards: list[str]) -> Array:
    places: dict[str, list[int]] = {}
    for k, card in enumerate(cards):
        if card:
            places.setdefault(card, []).append(k)
    found = [(p[i], p[j]) for p in places.values() for i in range(len(p)) for j in range(i)]
    return np.array(found, int).reshape(-1, 2)


def _hearts(cards: list[str]) -> tuple[tuple[Array, Array], ...]:
    found = []
    for rank in ("A", *map(str, range(2, 11))):
        hearts = np.flatnonzero([card == f"{rank}H" for card in cards])
        diamonds = np.flatnonzero([card == f"{rank}D" for card in cards])
        if len(hearts) and len(diamonds):
            found.append((hearts, diamonds))
    return tuple(found)


@dataclass(frozen=True)
class _Window:
    """Spaces on which the layout may lie."""

    column: int
    row: int
    inside: float
    """Share of the cards seen that lie in it."""
    spaces: Array
    """Their numbers among all that were looked at, (rows * columns,)."""
    usual: tuple[float, float]
    """Mean and spread of how alike any two of them look."""
    strange: int
    """Outer rows and columns that are of other paper."""


def placings(faces: Faces, where: Array, ways: tuple[Way, ...]) -> list[Placing]:
    """The ways the layout can lie on these faces, the likeliest first, with the mirrored ones among them.

    `where` are column and row of the cards that were seen, (n, 2).
    """
    rows, columns = faces.red.shape
    alike = _likeness(faces.looks.reshape(rows * columns, -1))
    total = faces.red + faces.black
    tones = [(one / (total + 0.02)).ravel() for one in (faces.red - faces.black, faces.blue, faces.green)]
    cold = float((faces.clear * (faces.blue + faces.green)).sum())
    if cold < FEW_COLD * float((faces.clear * total).sum()):
        tones = tones[:1]
    amount = np.sqrt(total).ravel()
    clear, red = faces.clear.ravel(), faces.red.ravel()
    windows = {shape: _windows(faces, where, shape, alike) for shape in {way.shape for way in ways}}
    hasty = []
    for way in ways:
        for window in windows[way.shape]:
            own = window.spaces
            suits = _agreement_of_suits([tone[own] for tone in tones], way, way.card * clear[own])
            pairs = _alikeness(alike, clear, window, way.pairs)
            worth = suits + pairs + INSIDE_COUNTS * window.inside - STRANGE_COSTS * window.strange
            hasty.append((worth, way, window, suits, pairs))
    # Only where it looks likeliest is the rest worth its time.
    hasty.sort(key=lambda told: -told[0])
    likely = list(dict.fromkeys((window.column, window.row) for _, _, window, *_ in hasty))[:MOST_WINDOWS]
    found = []
    for _, way, window, suits, pairs in hasty:
        if (window.column, window.row) in likely:
            own = window.spaces
            ink = _agreement(amount[own], way.ink, way.card * clear[own])
            hearts = _heartiness(red[own], clear[own], way.hearts)
            at = (window.column + faces.origin[0], window.row + faces.origin[1])
            found.append(Placing(*at, way, suits, pairs, ink, hearts, window.inside, window.strange))
    return sorted(found, key=lambda p: -p.score)


def twinned(faces: Faces, window: tuple[slice, slice]) -> float:
    """Share of the clear spaces of a window that have a twin: each is the other's likest in all the window.

    Cards printed twice do; tiles, squares and keys are like many others, and so like none in particular.
    """
    clear = faces.clear[window].ravel() > HALF_CLEAR
    if clear.sum() < 2:
        return 0.0
    alike = _likeness(faces.looks[window].reshape(clear.size, -1)[clear])
    np.fill_diagonal(alike, -1.0)
    likest = alike.argmax(1)
    return float((likest[likest] == np.arange(len(likest))).mean())


def _likeness(looks: Array) -> Array:
    """How like each face is to each, either way up; shape (n, n) for looks of shape (n, FACE * FACE * 2)."""
    turned = looks.reshape(-1, FACE, FACE, 2)[:, ::-1, ::-1].reshape(looks.shape)
    return np.maximum(products(looks, looks), products(looks, turned))


def _windows(faces: Faces, where: Array, shape: tuple[int, int], alike: Array) -> list[_Window]:
    """The windows of so many rows and columns that are worth a look, in which most of the cards seen lie."""
    rows, columns = faces.red.shape
    high, wide = shape
    count = np.zeros((rows + 1, columns + 1))
    at = where - faces.origin
    within = ((at >= 0) & (at < (columns, rows))).all(1)
    for column, row in at[within].tolist():
        count[row + 1, column + 1] += 1
    count = count.cumsum(0).cumsum(1)
    inside = count[high:, wide:] - count[:-high, wide:] - count[high:, :-wide] + count[:-high, :-wide]
    if not inside.size:
        return []
    inside = inside / max(len(where), 1)
    numbers = np.arange(rows * columns).reshape(rows, columns)
    found = []
    for row, column in np.argwhere(inside >= inside.max() - 0.13).tolist():
        part = slice(row, row + high), slice(column, column + wide)
        spaces = numbers[part].ravel()
        usual = _usual_likeness(alike, faces.clear.ravel(), spaces)
        found.append(_Window(column, row, float(inside[row, column]), spaces, usual, _strange(faces.paper[part])))
    return found


def _strange(paper: Array) -> int:
    """How many of the four outer rows and columns of a window are of other paper than the cards beside them; none in
    a window so small that they are nothing but corners."""
    if min(paper.shape[:2]) < 3:
        return 0
    sides = (np.rot90(paper, turns) for turns in range(4))
    # The corners are printed all over on most boards.
    return sum(bool(np.median(np.abs(side[0] - side[1])[1:-1].max(1)) > STRANGE) for side in sides)


def _agreement(seen: Array, told: Array, trust: Array) -> float:
    """Correlation over the spaces that are trusted, as standard deviations over chance."""
    whole = float(trust.sum())
    if whole < 2:
        return 0.0
    a, b = seen - (trust @ seen) / whole, told - (trust @ told) / whole
    size = float(np.sqrt((trust @ (a * a)) * (trust @ (b * b))))
    enough = whole**2 / float(trust @ trust)
    return float(trust @ (a * b)) / size * float(np.sqrt(max(enough - 1, 0.0))) if size > 1e-9 else 0.0


def _agreement_of_suits(tones: list[Array], way: Way, trust: Array) -> float:
    """How well the colours agree with the suits, of two colours or of four; `tones` are red, blue and green, or red
    alone where hardly anything is of the others."""
    two = _agreement(tones[0], way.suits[RED], trust)
    if len(tones) < len(FOUR):
        return two
    four = [_agreement(tone, way.suits[suit], trust) for tone, suit in zip(tones, FOUR, strict=True)]
    return max(two, sum(four) / math.sqrt(len(four)))


def _heartiness(red: Array, clear: Array, hearts: tuple[tuple[Array, Array], ...]) -> float:
    """How surely the hearts carry more red than the diamonds of the same rank, as in every deck."""
    more = []
    for heart, diamond in hearts:
        a, b = clear[heart], clear[diamond]
        if a.max() > 0.5 and b.max() > 0.5:
            ratio = (a @ red[heart] / a.sum() + 0.004) / (b @ red[diamond] / b.sum() + 0.004)
            more.append(float(np.clip(np.log(ratio), -0.5, 0.5)))
    if len(more) < 3:
        return 0.0
    sure = float(np.mean(more)) / (float(np.std(more)) + 0.08) * float(np.sqrt(len(more)))
    return float(np.clip(sure, -4.0, 4.0))


def _usual_likeness(alike: Array, clear: Array, window: Array) -> tuple[float, float]:
    """Mean and spread of how alike any two spaces of a window look."""
    block = alike[window[:, None], window]
    trust = clear[window]
    weight = trust[:, None] * trust
    np.fill_diagonal(weight, 0.0)
    whole = max(float(weight.sum()), 1e-6)
    mean = float((weight * block).sum()) / whole
    return mean, float(np.sqrt(max(float((weight * block * block).sum()) / whole - mean * mean, 0.0)))


def _alikeness(alike: Array, clear: Array, window: _Window, pairs: Array) -> float:
    """How much more alike the two pictures of one card are than any two spaces."""
    one, other = window.spaces[pairs].T
    trust = clear[one] * clear[other]
    whole = float(trust.sum())
    if whole < 2:
        return 0.0
    enough = whole**2 / float(trust @ trust)
    mean, spread = window.usual
    return (float(trust @ alike[one, other]) / whole - mean) / max(spread, 1e-3) * float(np.sqrt(enough))
