"""What hides a board that nobody measured: told by its paper, the hue of skin, and the twin of each card.

A card in the open looks like its twin and shows as much paper; under a hand or a sleeve it does neither.
Maps and letters in, letters out; where chips lie is read elsewhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.board import Layout
from engine.observation import EMPTY, HIDDEN, UNSURE
from vision.cold_ground import Ground
from vision.evidence import Evidence, Map
from vision.light import grey_of, spaces_of
from vision.mesh import Picture
from vision.reading import Reading
from vision.straight import SIDE

EDGE = 3
"""Pixels left out along the edges of a space: lines and a neighbour's chip say nothing about it."""
PAPER, COLOURLESS = 0.8, 0.25
"""A pixel is paper if it is at least so light and no more saturated. Parts; 0.7 to 0.9, and 0.15 to 0.35."""
UNLIKE, LIKE = 0.45, 0.7
"""Correlation with its twin below which one of the two is not in the open, and above which both are. -1 to 1."""
FULL = 0.62
"""No chip fills so much of its space with its colour; a hand, a sleeve or a cup does. Parts; 0.55 to 0.75."""
LARGER, FULLEST = 1.15, 0.8
"""Unless the chips of this board are so large, for print of their colour may lie beside one; or the whole edge of one
is seen, and it fills no more than the second. Parts; 1.1 to 1.3, 0.75 to 0.85."""
BARE = 0.12
"""Less paper than this, against the other spaces of the board, shows on no card, whatever is printed. 0.05 to 0.15."""
BARE_BESIDE = 0.2
"""Less than this shows beside no chip, but where its whole edge is seen. Parts; 0.15 to 0.25."""
LITTLE = 0.3
"""The same where the twin looks otherwise."""
SKIN, SKINNY = 0.7, 0.25
"""So much of a space of the hue of skin is a hand; so much is one if the twin has less. 0.5 to 0.9, 0.15 to 0.4."""
MORE = 0.1
"""By so much more skin, or so much paper without print, one of two twins is the covered one. Parts; 0.05 to 0.2."""
CARD = (0.7, 1.25)
"""A card in the open shows so much paper, against the other spaces of the board. 0.6 to 0.8, and 1.1 to 1.4."""
LESS = 0.35
"""By so much less paper one of two twins is the covered one. Parts; 0.25 to 0.5."""
BLANK = 0.93
"""More paper than this shows on no card: a white sleeve. Parts; 0.9 to 0.98."""
BLIND = 0.06
"""A space of which so much lies in glare, and its twin, say nothing. Parts; 0.03 to 0.2."""
THIN = 0.2
"""A chip that colours less of its space is not believed where its twin is hidden. Parts; 0.15 to 0.25."""
ALIKE, ADDED = 0.6, 0.1
"""A red chip adds at least so much red to its space against the twin, where the two are so alike: else it is the
ground between the cards, or large print that lies a little differently. -1 to 1, and parts; 0.05 to 0.2."""
TRACE = 0.25
"""With so much colour in it a space whose twin shows nothing may hold a chip. Parts; 0.2 to 0.3."""
RED_PRINT = 0.1
"""So much more red than of another colour is nothing strange: half of all print is red. Parts; 0.05 to 0.15."""
PRINTED_COLOURS = frozenset("br")
"""Teams in whose colours cards are printed, too."""
PLAIN, GLARE = 0.12, 1.15
"""Lightness ranges over less than this where nothing is printed, and from this on it is glare that hides print.
Parts of paper white; 0.08 to 0.2, and 1.1 to 1.3."""
DOUBT, KNOWN = 0.66, 0.995
"""Probability that remains of a letter that is doubted, and that one has at most: as often as such turned out to be
so. 0.5 to 0.8; 0.99 to 0.998."""


@dataclass(frozen=True)
class _Signs:
    """What each space shows, shares of 0 to 1; arrays of shape (spaces,)."""

    full: float
    """No chip of this board fills so much of its space."""

    paper: Map
    warm: Map
    alike: Map
    blind: Map
    colour: dict[str, Map]


def with_cover(
    reading: Reading,
    evidence: Evidence,
    layout: Layout,
    plain: frozenset[int],
    certain: frozenset[int] = frozenset(),
    doubted: frozenset[int] = frozenset(),
    ground: Ground | None = None,
) -> Reading:
    """The reading with `#` for what seems covered and `?` where one of two twins is and it cannot be told which.

    `plain` are the spaces that show no print, `certain` those whose chips need no twin to tell,
    `doubted` those that may not be empty. What else lies on the twin of a covered space is not guessed where it
    may be print: red and blue are printed, and a white chip is told from print by its twin alone.
    """
    signs = _signs(evidence, layout, ground, reading.radius)
    usual = float(np.median(signs.paper))
    letters = list(reading.letters)
    twins = _twins(layout)
    hidden = {space for space in range(layout.size) if _hides(space, twins.get(space), letters, signs, usual, certain)}
    hidden = (hidden | plain) - layout.free
    unsure = set()
    for space, twin in twins.items():
        if space in hidden or letters[space] in (HIDDEN, UNSURE):
            continue
        coloured = max(float(one[space]) - RED_PRINT * (team == "r") for team, one in signs.colour.items())
        if letters[space] == EMPTY:
            unlike = signs.alike[space] < UNLIKE and not _dazzled(signs, space, twin)
            open_card = CARD[0] * usual < signs.paper[space] < CARD[1] * usual and coloured < TRACE
            odd = unlike and twin not in hidden and letters[twin] == EMPTY and not open_card
            if odd or space in doubted or (twin in plain and coloured > TRACE):
                unsure.add(space)
        elif space in certain:
            continue
        elif twin in hidden:
            printed = letters[space] in PRINTED_COLOURS or space in reading.flipped
            if printed or signs.colour[letters[space]][space] < THIN:
                unsure.add(space)
        elif letters[space] == "r" and space not in reading.flipped:
            added = signs.colour["r"][space] - signs.colour["r"][twin]
            if added < ADDED and signs.alike[space] > ALIKE:
                unsure.add(space)
    for space in hidden:
        letters[space] = HIDDEN
    for space in unsure:
        letters[space] = UNSURE
    share, chance = reading.hidden.copy(), np.minimum(reading.confidence, KNOWN)
    chance[list(hidden | unsure)] = np.minimum(chance[list(hidden | unsure)], DOUBT)
    share.ravel()[list(hidden)] = 1.0
    flipped = tuple(space for space in reading.flipped if letters[space] not in (HIDDEN, UNSURE))
    return replace(reading, letters="".join(letters), confidence=chance, hidden=share, flipped=flipped)


def plain_spaces(straight: Picture, white: Map, layout: Layout) -> frozenset[int]:
    """Spaces that show no print at all, as no card does: a sleeve, a cup, the back of a hand.

    `straight` is the straight picture, `white` the paper white of each space, shape (rows, columns, 3).
    """
    grey = grey_of(cv2.blur(straight, (3, 3)).astype(np.float32))
    inner = spaces_of(grey, layout.rows, layout.columns)[:, :, EDGE:-EDGE, EDGE:-EDGE]
    # The one pip of an ace covers a few hundredths of its space.
    low, high = np.percentile(inner, (1, 99), axis=(2, 3)) / white.mean(axis=2)
    plain = (high - low < PLAIN) & (high < GLARE)
    return frozenset(np.flatnonzero(plain).tolist()) - layout.free


def in_the_open(
    reading: Reading, evidence: Evidence, layout: Layout, ground: Ground | None
) -> tuple[list[int], list[int]]:
    """The spaces that are plainly empty, for they look like their twins; and those whose twins lie in the open."""
    signs, twins = _signs(evidence, layout, ground, reading.radius), _twins(layout)
    compared = [space for space, twin in twins.items() if reading.letters[twin] in (EMPTY, UNSURE)]
    empty = [s for s in compared if reading.letters[s] == EMPTY and signs.alike[s] > LIKE]
    return empty, compared


def _hides(
    space: int, twin: int | None, letters: list[str], signs: _Signs, usual: float, certain: frozenset[int]
) -> bool:
    """Whether something other than a chip lies over a space."""
    paper, warm = signs.paper[space], signs.warm[space]
    if signs.blind[space] > BLIND:
        return False
    if letters[space] not in (EMPTY, UNSURE):
        colour = signs.colour.get(letters[space])
        full = max(signs.full, FULLEST) if space in certain else signs.full
        bare = 0.5 * BARE if space in certain else BARE_BESIDE
        return bool((colour is not None and colour[space] > full) or paper < bare * usual or warm > SKIN)
    if max(one[space] for one in signs.colour.values()) > signs.full or paper < BARE * usual:
        return True
    if twin is None or letters[twin] not in (EMPTY, UNSURE):
        # Beside a chip on the twin there is little to compare with.
        return bool(warm > SKIN)
    if _dazzled(signs, space, twin) or signs.alike[space] > LIKE:
        return False
    if warm > SKIN or paper < LITTLE * usual:
        return True
    if signs.alike[space] > UNLIKE:
        return False
    skin, less = warm - signs.warm[twin], signs.paper[twin] - paper
    if paper > BLANK:
        return bool(less < -MORE / 2 and skin > -MORE)
    # Red print seems warm, too, where the twin's is hidden; but it leaves the paper in sight.
    skinny = warm > SKINNY and skin > MORE and paper < CARD[0] * usual
    return bool(skinny or (less > LESS and signs.paper[twin] < BLANK))


def _dazzled(signs: _Signs, space: int, twin: int) -> bool:
    return bool(max(signs.blind[space], signs.blind[twin]) > BLIND)


def _signs(evidence: Evidence, layout: Layout, ground: Ground | None, radius: tuple[float, float]) -> _Signs:
    card = np.ones_like(evidence.value) if ground is None else 1.0 - ground.place.astype(np.float32)

    def inner(one: Map) -> Map:
        return np.asarray(spaces_of(one, layout.rows, layout.columns)[:, :, EDGE:-EDGE, EDGE:-EDGE], np.float32)

    cards = inner(card)
    size = cards.sum(axis=(2, 3))

    def by_card(one: Map) -> Map:
        return np.asarray(((inner(one) * cards).sum(axis=(2, 3)) / size).ravel(), np.float32)

    inside = 1.0 - 2.0 * EDGE / SIDE
    light = (evidence.lightness > PAPER) & (evidence.saturation < COLOURLESS)
    told = by_card(evidence.told)
    return _Signs(
        full=max(FULL, LARGER * math.pi * radius[0] * radius[1] / inside**2),
        paper=by_card(light.astype(np.float32)),
        warm=by_card(evidence.warm),
        alike=np.where(told > MORE, by_card(evidence.alike * evidence.told) / np.maximum(told, MORE), 1.0),
        blind=by_card(evidence.blind),
        colour={team: inner(one).mean(axis=(2, 3)).ravel() for team, one in evidence.raw.items()},
    )


def _twins(layout: Layout) -> dict[int, int]:
    """Each space of a card printed twice -> the other one."""
    pairs = [layout.spaces_of(card) for card in layout.kinds]
    return {one: other for pair in pairs if len(pair) == 2 for one, other in (pair, pair[::-1])}
