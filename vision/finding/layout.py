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

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from engine.equipment.cards import is_playing_card
from vision.finding.cells import Patches
from vision.finding.faces import FACE, Faces
from vision.finding.lattice import Fit

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
    turns: int
    """Quarter turns: `numpy.rot90(in_picture, turns)` is in the order of the layout."""
    mirrored: bool
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


def card_half(fit: Fit, patches: Patches) -> tuple[float, float]:
    """Half the width and height of a card, in spaces."""
    shapes = fit.plane.to_board(patches.corners[fit.which])
    half = np.abs(shapes - shapes.mean(1, keepdims=True)).mean(1)
    x, y = np.median(half, axis=0)
    return float(np.clip(x, 0.2, 0.5)), float(np.clip(y, 0.2, 0.5))


def extent(where: Array) -> tuple[Array, Array]:
    """First and last column and row that have cards enough not to be strays."""
    ends = []
    for axis in (0, 1):
        values, counts = np.unique(where[:, axis], return_counts=True)
        usual = values[counts >= min(3, counts.max())]
        ends.append((usual.min(), usual.max()))
    return np.array([e[0] for e in ends]), np.array([e[1] for e in ends])


@dataclass(frozen=True)
class Way:
    """What a layout lets one expect of the faces where it lies one certain way round; arrays by space seen."""

    turns: int
    mirrored: bool
    shape: tuple[int, int]
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


def placings(faces: Faces, fit: Fit, ways: tuple[Way, ...]) -> list[Placing]:
    """The ways the layout can lie on these faces, the likeliest first, with the mirrored ones among them."""
    rows, columns = faces.red.shape
    alike = _likeness(faces.looks.reshape(rows * columns, -1))
    index = np.arange(rows * columns).reshape(rows, columns)
    total = faces.red + faces.black
    tones = [(one / (total + 0.02)).ravel() for one in (faces.red - faces.black, faces.blue, faces.green)]
    cold = float((faces.clear * (faces.blue + faces.green)).sum())
    if cold < FEW_COLD * float((faces.clear * total).sum()):
        tones = tones[:1]
    amount = np.sqrt(total).ravel()
    clear, red = faces.clear.ravel(), faces.red.ravel()
    windows = _windows(faces, fit, {way.shape for way in ways})
    usual: dict[tuple[int, int, tuple[int, int]], tuple[float, float]] = {}
    strange: dict[tuple[int, int, tuple[int, int]], int] = {}
    hasty = []
    for way in ways:
        high, wide = way.shape
        for column, row, inside in windows[way.shape]:
            window = index[row : row + high, column : column + wide].ravel()
            key = (column, row, way.shape)
            if key not in usual:
                usual[key] = _usual_likeness(alike, clear, window)
                strange[key] = _strange(faces.paper[row : row + high, column : column + wide])
            suits = _agreement_of_suits([tone[window] for tone in tones], way, way.card * clear[window])
            pairs = _alikeness(alike, clear, window, way.pairs, usual[key])
            worth = suits + pairs + INSIDE_COUNTS * inside - STRANGE_COSTS * strange[key]
            hasty.append((worth, way, column, row, inside, suits, pairs))
    # Only where it looks likeliest is the rest worth its time.
    hasty.sort(key=lambda told: -told[0])
    likely = list(dict.fromkeys((column, row) for _, _, column, row, *_ in hasty))[:MOST_WINDOWS]
    found = []
    for _, way, column, row, inside, suits, pairs in hasty:
        if (column, row) not in likely:
            continue
        high, wide = way.shape
        window = index[row : row + high, column : column + wide].ravel()
        ink = _agreement(amount[window], way.ink, way.card * clear[window])
        hearts = _heartiness(red[window], clear[window], way.hearts)
        at = (column + faces.origin[0], row + faces.origin[1])
        odd = strange[column, row, way.shape]
        found.append(Placing(*at, way.turns, way.mirrored, suits, pairs, ink, hearts, inside, odd))
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
    return np.maximum(_products(looks, looks), _products(looks, turned))


def _products(one: Array, other: Array) -> Array:
    """Every row of one times every row of the other; OpenCV's, whose threads do not fight over small work."""
    a, b = np.ascontiguousarray(one, np.float32), np.ascontiguousarray(other, np.float32)
    return np.asarray(cv2.gemm(a, b, 1.0, None, 0.0, flags=cv2.GEMM_2_T))  # type: ignore[call-overload]


def _windows(
    faces: Faces, fit: Fit, shapes: set[tuple[int, int]]
) -> dict[tuple[int, int], list[tuple[int, int, float]]]:
    """For each size of board the first column and row of the windows worth a look, and the share of cards inside."""
    rows, columns = faces.red.shape
    count = np.zeros((rows + 1, columns + 1))
    at = fit.where - faces.origin
    within = ((at >= 0) & (at < (columns, rows))).all(1)
    for column, row in at[within].tolist():
        count[row + 1, column + 1] += 1
    count = count.cumsum(0).cumsum(1)
    found: dict[tuple[int, int], list[tuple[int, int, float]]] = {}
    for high, wide in shapes:
        inside = count[high:, wide:] - count[:-high, wide:] - count[high:, :-wide] + count[:-high, :-wide]
        inside = inside / max(len(fit.where), 1)
        likely = np.argwhere(inside >= inside.max() - 0.13) if inside.size else np.zeros((0, 2), int)
        found[high, wide] = [(int(c), int(r), float(inside[r, c])) for r, c in likely]
    return found


def _strange(paper: Array) -> int:
    """How many of the four outer rows and columns of a window are of other paper than the cards beside them."""
    count = 0
    for edge, beside in ((paper[0], paper[1]), (paper[-1], paper[-2]), (paper[:, 0], paper[:, 1])):
        count += _differs(edge, beside)
    return count + _differs(paper[:, -1], paper[:, -2])


def _differs(edge: Array, beside: Array) -> bool:
    # The corners are printed all over on most boards.
    return bool(np.median(np.abs(edge - beside)[1:-1].max(1)) > STRANGE)


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


def _alikeness(alike: Array, clear: Array, window: Array, pairs: Array, usual: tuple[float, float]) -> float:
    """How much more alike the two pictures of one card are than any two spaces."""
    if len(pairs) == 0:
        return 0.0
    one, other = window[pairs[:, 0]], window[pairs[:, 1]]
    trust = clear[one] * clear[other]
    whole = float(trust.sum())
    if whole < 2:
        return 0.0
    enough = whole**2 / float(trust @ trust)
    mean, spread = usual
    return (float(trust @ alike[one, other]) / whole - mean) / max(spread, 1e-3) * float(np.sqrt(enough))
