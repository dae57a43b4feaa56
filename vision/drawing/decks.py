"""Decks that nobody printed: how all cards of a board look, as pictures of their spaces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.drawing import faces
from vision.drawing.art import FONTS, busy, medallion, weave, write
from vision.drawing.canvas import Chance, Ink, Picture, happens, one_of, rounded, some_ink, toned_ink
from vision.drawing.courts import CourtStyle, court, court_style_of
from vision.drawing.faces import Inks
from vision.drawing.pips import SUITS, lay, pip

TILE = 80
"""Pixels along the picture of a space."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "K", "Q")
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
KINDS = {
    "spotted": 0.42,
    "indexed": 0.19,
    "scattered": 0.08,
    "suit": 0.08,
    "emblem": 0.05,
    "medallion": 0.06,
    "photo": 0.02,
    "minimal": 0.03,
    "mixed": 0.07,
}
"""Kinds of decks, and how often each is drawn."""
ORDINARY = 0.4
"""Share of decks that look as most boards do: black and red on white paper."""
ORDINARY_KINDS = ("spotted", "spotted", "indexed")


@dataclass(frozen=True)
class Style:
    """How the cards of one deck are drawn. Places and sizes are parts of the card's width and height."""

    kind: str
    paper: Ink
    border: Ink
    """Around the field, and often between the cards."""
    inks: Inks
    accents: tuple[Ink, ...]
    font: int
    thick: int
    index_at: tuple[float, float]
    index_height: float
    suit_at: tuple[float, float]
    suit_size: float
    pip_size: float
    twice: bool
    """An index in two opposite corners, or the rank upon the suit."""
    large_indices: bool
    courts: str
    """What kings and queens show: figures, crowned ones of few strokes, crowds of shapes, or nothing of their own."""
    court_style: CourtStyle
    court_edge: tuple[float, float]
    """Paper left beside a picture that fills its card."""
    medallions: float
    """Share of cards with one, where the deck has any."""
    medallion_radius: float
    medallion_spread: float
    share: tuple[float, float]
    """Parts of the space the card covers, across and down."""
    sideways: int
    """Quarter turns of every card on its space."""
    ground: tuple[Ink, ...]
    suit_grounds: tuple[Ink, ...]
    """The ground differs by suit; empty where it does not."""
    ground_seed: int
    tile: int = TILE
    """Pixels along the picture of a space."""

    def stroke(self, thick: int) -> int:
        """Pixels of a stroke that is usually so thick, at least 1."""
        return max(1, round(thick * (self.tile / TILE)))


@dataclass(frozen=True)
class Deck:
    """The pictures of all spaces: cards first, mostly in the order of CARDS, then free spaces."""

    tiles: Picture
    """Shape (cards and free spaces, pixels along a space, the same, 3)."""
    paper: Ink
    border: Ink
    accents: tuple[Ink, ...]
    cards: int = len(CARDS)
    """How many pictures of cards there are."""


def _paper(chance: Chance, ordinary: bool) -> Ink:
    kind = chance.random()
    if kind < 0.07 and not ordinary:
        return some_ink(chance, 90)
    if kind > 0.95 and not ordinary:
        return some_ink(chance, 0, 110)
    white = int(chance.integers(215, 256))
    yellow = int(chance.integers(0, 16) if happens(chance, 0.4) else chance.integers(0, 60))
    return white - yellow, white - int(chance.integers(0, 12)), white


def _inks(chance: Chance, dark: bool, ordinary: bool) -> Inks:
    """Inks that stand out on the paper: mostly black and red, sometimes four colours or any."""

    def some() -> Ink:
        return some_ink(chance, 130) if dark else some_ink(chance, 0, 190)

    black = some_ink(chance, 0, 110) if happens(chance, 0.5) else faces.BLACK
    red: Ink = (int(chance.integers(10, 90)), int(chance.integers(10, 80)), int(chance.integers(150, 236)))
    if dark:
        black, red = some(), some()
    suits = (black, red, red, black)
    if happens(chance, 0.2) and not ordinary:
        suits = (black, red, (200, 90, 20), (40, 120, 30))
    if happens(chance, 0.1) and not ordinary:
        suits = (some(), some(), some(), some())
    if happens(chance, 0.4):
        return Inks(suits)
    return Inks(suits, toned_ink(chance), toned_ink(chance), toned_ink(chance))


def _grounds(chance: Chance, paper: Ink, border: Ink) -> tuple[Ink, ...]:
    """Four inks of the ground: often the border's, one hue, or near the paper."""
    if happens(chance, 0.4):
        return (border,) * 4
    if not happens(chance, 0.6):
        return tuple(toned_ink(chance) for _ in range(4))
    near = happens(chance, 0.4)
    middle = np.array(paper) * chance.uniform(0.6, 1) if near else chance.integers(10, 200, 3)
    grounds = middle + chance.normal(0, 18, (4, 3)) + chance.normal(0, 18, (4, 1))
    return tuple((int(b), int(g), int(r)) for b, g, r in np.clip(grounds, 0, 255))


def style_of(chance: Chance) -> Style:
    """A style of cards from chance."""
    ordinary = happens(chance, ORDINARY)
    kind = one_of(chance, ORDINARY_KINDS) if ordinary else str(chance.choice(list(KINDS), p=list(KINDS.values())))
    paper = _paper(chance, ordinary)
    share = 1.0 if happens(chance, 0.62) else float(chance.uniform(0.62, 0.95))
    down = share if happens(chance, 0.5) else min(1.0, share * float(chance.uniform(1.0, 1.3)))
    some = tuple(toned_ink(chance) for _ in range(3))
    inks = _inks(chance, max(paper) < 120, ordinary)
    border = toned_ink(chance) if happens(chance, 0.75) else paper
    return Style(
        kind=kind,
        paper=paper,
        border=border,
        inks=inks,
        accents=(*some, (60, 180, 226), (170, 82, 40), (40, 40, 190), (50, 130, 40)),
        font=int(FONTS[chance.integers(len(FONTS))]),
        thick=int(chance.integers(1, 5)),
        index_at=(float(chance.uniform(0.16, 0.34)), float(chance.uniform(0.16, 0.34))),
        index_height=float(chance.uniform(0.14, 0.5)),
        suit_at=(float(chance.uniform(0.45, 0.72)), float(chance.uniform(0.45, 0.72))),
        suit_size=float(chance.uniform(0.25, 0.75)),
        pip_size=float(chance.uniform(0.7, 1.5)),
        twice=happens(chance, 0.5),
        large_indices=happens(chance, 0.3),
        courts=str(chance.choice(["figures", "crowned", "crowds", "none"], p=[0.55, 0.12, 0.18, 0.15])),
        court_style=court_style_of(chance, inks),
        court_edge=(float(chance.uniform(0.0, 0.28)), float(chance.uniform(0.0, 0.2))),
        medallions=float(chance.uniform(0.3, 1)),
        medallion_radius=float(chance.uniform(0.2, 0.46)),
        medallion_spread=float(chance.uniform(0, 0.12)),
        share=(share, down),
        sideways=int(chance.choice([0, 1, 3], p=[0.5, 0.3, 0.2])),
        ground=_grounds(chance, paper, border),
        suit_grounds=tuple(toned_ink(chance) for _ in range(4)) if happens(chance, 0.25) else (),
        ground_seed=int(chance.integers(1 << 30)),
    )


Painter = Callable[[Style, Chance, str, int, int], Picture]
"""A card's face, upright, of this width and height."""


def _blank(style: Style, width: int, height: int) -> Picture:
    return np.full((height, width, 3), style.paper, np.uint8)


def _write(style: Style, face: Picture, words: str, at: tuple[float, float], high: float, ink: Ink, thick: int) -> None:
    """Write words `high` pixels high, in the deck's font, around a place that is told in parts of the face."""
    height, width = face.shape[:2]
    write(face, words, (width * at[0], height * at[1]), high, ink, style.font, style.stroke(thick))


def _lay_suit(picture: Picture, suit: str, ink: Ink, at: tuple[float, float], size: int) -> None:
    lay(picture, pip(suit, size), ink, int(at[0] - size / 2), int(at[1] - size / 2))


def _court(style: Style, chance: Chance, card: str, width: int, height: int) -> Picture:
    """What a king or a queen shows."""
    ink = style.inks.of(card[-1])
    if style.courts == "crowds":
        return busy(chance, width, height, (*style.accents[:5], ink), style.paper)
    return court(chance, style.court_style, card, (width, height), style.paper, ink)


def _picture_court(style: Style, chance: Chance, card: str, face: Picture) -> None:
    """A picture in the middle of kings and queens."""
    if card[0] not in "KQ" or style.courts in ("none", "crowned"):
        return
    height, width = face.shape[:2]
    wide, tall = int(width * chance.uniform(0.4, 0.75)), int(height * chance.uniform(0.5, 0.85))
    left, top = (width - wide) // 2, (height - tall) // 2
    face[top : top + tall, left : left + wide] = _court(style, chance, card, wide, tall)


def _large_index(style: Style, face: Picture, card: str) -> Picture:
    """The rank large in one corner or in two."""
    ink = style.inks.of(card[-1])
    for _ in range(2 if style.twice else 1):
        _write(style, face, card[:-1], (0.16, 0.14), style.tile * 0.24, ink, style.thick - 1)
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


def _spotted(style: Style, chance: Chance, card: str, width: int, height: int) -> Picture:
    # A tall card's face, squeezed later into the space.
    height = int(height * 1.4)
    face = faces.spotted(card, width, height, style.paper, indices=not style.large_indices, inks=style.inks)
    if card[0] in "KQ" and style.courts in ("figures", "crowds"):
        left, top = int(width * style.court_edge[0]), int(height * style.court_edge[1])
        picture = _court(style, chance, card, width - 2 * left, height - 2 * top)
        face[:, width // 7 : width - width // 7] = style.paper
        face[top : height - top, left : width - left] = picture
    return _large_index(style, face, card) if style.large_indices else face


def _indexed(style: Style, chance: Chance, card: str, width: int, height: int) -> Picture:
    face = _blank(style, width, height)
    rank, ink = card[:-1], style.inks.of(card[-1])
    high = style.index_height * style.tile * (0.75 if rank == "10" else 1)
    _write(style, face, rank, style.index_at, high, ink, style.thick)
    size = max(6, int(min(width, height) * style.suit_size))
    _lay_suit(face, card[-1], ink, (width * style.suit_at[0], height * style.suit_at[1]), size)
    _picture_court(style, chance, card, face)
    return face


def _scattered(style: Style, chance: Chance, card: str, width: int, height: int) -> Picture:
    face = _blank(style, width, height)
    rank = card[:-1]
    count = {"A": 1, "K": 13, "Q": 12}.get(rank) or int(rank)
    size = max(4, int(width * 0.2 * style.pip_size * (1.6 if count < 4 else 1)))
    for x, y in chance.uniform(0.15, 0.85, (count, 2)):
        _lay_suit(face, card[-1], style.inks.of(card[-1]), (width * x, height * y), size)
    _picture_court(style, chance, card, face)
    return _large_index(style, face, card) if style.large_indices else face


def _suit(style: Style, chance: Chance, card: str, width: int, height: int) -> Picture:
    face = _blank(style, width, height)
    ink = style.inks.of(card[-1])
    size = max(8, int(min(width, height) * style.suit_size * 1.15))
    _lay_suit(face, card[-1], ink, (width / 2, height / 2), size)
    at, shown = (0.5, style.paper) if style.twice else (0.15, ink)
    high = style.index_height * style.tile * 0.6
    _write(style, face, card[:-1], (at, at), high, shown, style.thick)
    return face


def _emblem(style: Style, chance: Chance, card: str, width: int, height: int) -> Picture:
    return faces.emblem(f"w{chance.integers(400)}", width, height, style.paper)


def _medallion(style: Style, chance: Chance, card: str, width: int, height: int) -> Picture:
    face = _blank(style, width, height)
    ink = style.inks.of(card[-1])
    if happens(chance, style.medallions):
        radius = width * (style.medallion_radius + chance.uniform(-1, 1) * style.medallion_spread)
        medallion(face, chance, (width / 2, height / 2), radius, (*style.accents, ink))
    at = 0.5 if happens(chance, 0.25) else 0.13
    _write(style, face, card[:-1], (at, at), style.tile * 0.2, ink, style.thick // 2)
    return face


def _photo(style: Style, chance: Chance, card: str, width: int, height: int) -> Picture:
    knots = int(chance.integers(3, 9))
    colours = chance.integers(0, 256, (knots, knots, 3), np.uint8)
    face = np.asarray(cv2.resize(colours, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
    if happens(chance, 0.5):
        x, y = chance.uniform(0.3, 0.7, 2)
        medallion(face, chance, (width * x, height * y), width * chance.uniform(0.1, 0.4), style.accents)
    return face


def _minimal(style: Style, chance: Chance, card: str, width: int, height: int) -> Picture:
    face = _blank(style, width, height)
    high = style.index_height * style.tile * 0.6
    _write(style, face, card[:-1], style.index_at, high, style.inks.of(card[-1]), style.thick // 2)
    _picture_court(style, chance, card, face)
    return face


PAINTERS: dict[str, Painter] = {
    "spotted": _spotted,
    "indexed": _indexed,
    "scattered": _scattered,
    "suit": _suit,
    "emblem": _emblem,
    "medallion": _medallion,
    "photo": _photo,
    "minimal": _minimal,
}
IN_A_MIX = ("spotted", "indexed", "emblem", "medallion", "scattered")


def _tile(style: Style, chance: Chance, card: str) -> Picture:
    """The picture of a card's space; shape (tile, tile, 3)."""
    side = style.tile
    kind = str(chance.choice(IN_A_MIX)) if style.kind == "mixed" else style.kind
    wide, tall = (int(side * part) for part in style.share)
    upright = (tall, wide) if style.sideways else (wide, tall)
    if faces.split(card) is None:
        upper = faces.emblem(card, *upright, style.paper)
    else:
        upper = PAINTERS[kind](style, chance, card, *upright)
    face = np.rot90(upper, style.sideways)
    face = np.asarray(cv2.resize(face, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)
    if (wide, tall) == (side, side):
        return face
    ground = style.ground
    if style.suit_grounds:
        ground = (style.suit_grounds[SUITS.index(card[-1])], *ground[1:])
    woven = weave(np.random.default_rng(style.ground_seed), TILE, ground)
    tile = np.asarray(cv2.resize(woven, (side, side), interpolation=cv2.INTER_LINEAR), np.uint8)
    left, top = (side - wide) // 2, (side - tall) // 2
    cv2.copyTo(face, rounded(wide, tall, style.stroke(5)), tile[top : top + tall, left : left + wide])
    return tile


def _free_space(style: Style, chance: Chance) -> Picture:
    side = style.tile
    tile = np.full((side, side, 3), style.border if happens(chance, 0.5) else style.paper, np.uint8)
    inks = (*style.accents, style.border, style.inks.of("H"), style.inks.of("S"))
    kind = chance.random()
    if kind < 0.75:
        radius, flat = side * chance.uniform(0.25, 0.48), float(chance.uniform(0.8, 1.2))
        medallion(tile, chance, (side / 2, side / 2), radius, inks, flat)
    elif kind < 0.9:
        tile = busy(chance, side, side, style.accents, style.paper)
    if happens(chance, 0.5):
        words = str(chance.choice(["FREE", "BONUS", "JOKER", "*", "WILD"]))
        ink = style.accents[chance.integers(len(style.accents))]
        high = side * chance.uniform(0.1, 0.25)
        _write(style, tile, words, (0.5, 0.5), high, ink, style.thick // 2)
    return tile


def drawn(chance: Chance, style: Style, cards: Sequence[str]) -> Deck:
    """A deck of these cards in this style; a name that no playing card has is an emblem's."""
    tiles = [_tile(style, chance, card) for card in cards]
    free = [_free_space(style, chance) for _ in range(1 if happens(chance, 0.7) else 4)]
    return Deck(np.stack(tiles + free), style.paper, style.border, style.accents, len(cards))


def deck_of(chance: Chance) -> Deck:
    """A deck from chance."""
    return drawn(chance, style_of(chance), CARDS)
