"""Designs of playing cards: whole faces with their indices, drawn from fonts and shapes, or read from free decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.equipment.cards import RANKS, SUITS
from vision.drawing.canvas import Chance, Ink, Picture, happens, one_of, some_ink, toned_ink
from vision.drawing.courts import CourtStyle, court, court_style_of
from vision.drawing.faces import Inks, spots
from vision.training.cards.pips import Mask, pip

PX = 30
"""Pixels of a centimetre of a drawn face."""
LETTERS: tuple[dict[str, str], ...] = (
    *({"J": "J", "Q": "Q", "K": "K", "A": "A"},) * 8,
    {"J": "V", "Q": "D", "K": "R", "A": "1"},
    {"J": "V", "Q": "D", "K": "R", "A": "A"},
    {"J": "B", "Q": "D", "K": "K", "A": "A"},
    {"J": "Kn", "Q": "D", "K": "K", "A": "E"},
    {"J": "В", "Q": "Д", "K": "К", "A": "Т"},
    {"J": "J", "Q": "Q", "K": "K", "A": "1"},
)
"""What decks print for the ranks that are no numbers: English mostly, French, German, Swedish, Russian."""
OTHER = (*"XMWSHGONUPCFLZY?&0%#@$eagrw", "11", "12", "13", "20", "+2", "ER")
"""What no index says."""
CORNER = 0.34
"""Radius of a card's corners, centimetres."""


@dataclass(frozen=True)
class Spot:
    """Where an index is printed: its middle in centimetres from the card's middle, its height, its turn in radians."""

    x: float
    y: float
    width: float
    height: float
    turn: float


@dataclass(frozen=True)
class Face:
    """One side of a card."""

    picture: Picture
    """PX pixels a centimetre."""
    rank: int
    """Place in RANKS; -1 where what is printed at the spots is no index of a playing card."""
    suit: int
    spots: tuple[Spot, ...]
    back: bool = False


@dataclass(frozen=True)
class Design:
    """All cards of one maker."""

    faces: tuple[Face, ...]
    backs: tuple[Face, ...]
    others: tuple[Face, ...]
    """Jokers, and what belongs to other games."""


@dataclass(frozen=True)
class _Style:
    """How one design is drawn. Lengths in centimetres."""

    size: tuple[float, float]
    paper: Ink
    inks: Inks
    letters: dict[str, str]
    font: ImageFont.FreeTypeFont
    squeeze: float
    rank: float
    """Height of a rank."""
    suit: float
    """Height of the suit with it."""
    gap: float
    beside: bool
    """The suit stands right of the rank, not under it."""
    margin: tuple[float, float]
    corners: int
    """Two or four indices."""
    pip: float
    """Height of the large suits in the middle; 0 where there are none."""
    shapes: dict[str, Mask]
    courts: str
    court_style: CourtStyle
    framed: bool
    rim: Ink | None
    weight: int
    """Pixels by which strokes are made bolder; finer below 0."""


FINE = 4
"""Letters are drawn so many times larger and averaged."""


def _text(style: _Style, words: str, height: float) -> Mask:
    """A text as ink, so many centimetres high."""
    image = Image.new("L", (1200, 500))
    ImageDraw.Draw(image).text((100, 60), words, font=style.font, fill=255)
    box = image.getbbox()
    if box is None:
        raise ValueError(f"{words} is not in this font")
    tight = np.asarray(image.crop(box))
    if style.weight:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(style.weight),) * 2)
        padded = cv2.copyMakeBorder(tight, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=0)
        tight = (cv2.dilate if style.weight > 0 else cv2.erode)(padded, kernel)
        tight = tight[cv2.boundingRect(tight)[1] :][: cv2.boundingRect(tight)[3]]
        x, _, w, _ = cv2.boundingRect(tight)
        tight = tight[:, x : x + w]
    high = max(4, round(height * PX))
    wide = high * tight.shape[1] / tight.shape[0] * style.squeeze
    limit = high * (1.3 if len(words) > 1 else 0.98)
    return np.asarray(
        cv2.resize(tight, (max(3, round(min(wide, limit))), high), interpolation=cv2.INTER_AREA), np.uint8
    )


def _print(picture: Picture, mask: Mask, x: float, y: float, ink: Sequence[float]) -> None:
    """Ink with its upper left corner at x, y pixels, as far as it lies on the card."""
    left, top = round(x), round(y)
    part = picture[max(top, 0) : max(top + mask.shape[0], 0), max(left, 0) : max(left + mask.shape[1], 0)]
    if part.size == 0:
        return
    cover = mask[max(-top, 0) :, max(-left, 0) :][: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - cover) + np.asarray(ink, np.float32) * cover).astype(np.uint8)


def _shape(style: _Style, suit: str, height: float) -> Mask:
    mask = style.shapes[suit]
    high = max(4, round(height * PX))
    return np.asarray(
        cv2.resize(mask, (max(3, round(high * mask.shape[1] / mask.shape[0])), high), interpolation=cv2.INTER_AREA),
        np.uint8,
    )


def _index(style: _Style, words: str, suit: Mask | None) -> Mask:
    """Rank and suit as one piece of ink."""
    rank = _text(style, words, style.rank)
    if suit is None:
        return rank
    gap = round(style.gap * PX)
    if style.beside:
        high, wide = max(rank.shape[0], suit.shape[0]), rank.shape[1] + max(gap, 2) + suit.shape[1]
        ink = np.zeros((high, wide), np.uint8)
        ink[: rank.shape[0], : rank.shape[1]] = rank
        down = (high - suit.shape[0]) // 2
        ink[down : down + suit.shape[0], -suit.shape[1] :] = suit
        return ink
    high, wide = rank.shape[0] + gap + suit.shape[0], max(rank.shape[1], suit.shape[1])
    ink = np.zeros((high, wide), np.uint8)
    left = (wide - rank.shape[1]) // 2
    ink[: rank.shape[0], left : left + rank.shape[1]] = rank
    left = (wide - suit.shape[1]) // 2
    ink[-suit.shape[0] :, left : left + suit.shape[1]] = suit
    return ink


def _blank(style: _Style) -> Picture:
    width, height = (round(side * PX) for side in style.size)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = style.paper
    return picture


def _corners(style: _Style, picture: Picture, ink: Mask, colour: Ink) -> tuple[Spot, ...]:
    """Prints an index at two or four corners; its places."""
    height, width = picture.shape[:2]
    aside = max(2.0, style.margin[0] * PX - ink.shape[1] / 2)
    left, top = aside, style.margin[1] * PX
    spots = []
    for right in (False, True)[: style.corners // 2]:
        x = width - left - ink.shape[1] if right else left
        for _ in range(2):
            _print(picture, ink, x, top, colour)
            picture[:] = picture[::-1, ::-1].copy()
        across, down = (x + ink.shape[1] / 2 - width / 2) / PX, (top + ink.shape[0] / 2 - height / 2) / PX
        size = (ink.shape[1] / PX, ink.shape[0] / PX)
        spots += [Spot(across, down, *size, 0.0), Spot(-across, -down, *size, np.pi)]
    return tuple(spots)


def _field(style: _Style, chance: Chance, picture: Picture, rank: str, suit: str, edge: float) -> None:
    """What is printed in the middle, `edge` centimetres from both sides where it is a figure."""
    height, width = picture.shape[:2]
    colour = style.inks.of(suit)
    if rank in "JQK":
        _court(style, chance, picture, rank, suit, edge)
    elif rank == "A":
        size = style.pip * chance.uniform(1.0, 3.2) if style.pip else chance.uniform(2, 5)
        mask = _shape(style, suit, min(size, 5.0))
        _print(picture, mask, (width - mask.shape[1]) / 2, (height - mask.shape[0]) / 2, colour)
    elif style.pip:
        mask = _shape(style, suit, style.pip * (0.85 if rank in ("9", "10") else 1.0))
        for x, y in spots(rank):
            some = mask[::-1] if y > 0.55 else mask
            _print(picture, some, x * width - mask.shape[1] / 2, y * height - mask.shape[0] / 2, colour)
    else:
        mask = _shape(style, suit, float(chance.uniform(2, 6)))
        aside = chance.uniform(-0.2, 0.9)
        _print(picture, mask, (width - mask.shape[1]) * (0.5 + aside / 2), height * chance.uniform(0.25, 0.5), colour)


def _court(style: _Style, chance: Chance, picture: Picture, rank: str, suit: str, edge: float) -> None:
    height, width = picture.shape[:2]
    edge = float(np.clip(edge + chance.uniform(-0.1, 0.15), 0.5, 1.9))
    box = (round(width - 2 * edge * PX), round(height - 2 * (edge * 0.7) * PX))
    at = ((width - box[0]) // 2, (height - box[1]) // 2)
    part = picture[at[1] : at[1] + box[1], at[0] : at[0] + box[0]]
    colour = style.inks.of(suit)
    if style.courts == "letter":
        mask = _text(style, style.letters[rank], float(chance.uniform(2, 5)))
        _print(picture, mask, (width - mask.shape[1]) / 2, (height - mask.shape[0]) / 2, colour)
    elif style.courts == "figure":
        part[:] = court(chance, style.court_style, ("K" if rank == "K" else "Q") + suit, box, style.paper, colour)
    else:
        half = np.empty((box[1] // 2, box[0], 3), np.uint8)
        half[:] = style.paper
        for _ in range(int(chance.integers(15, 60))):
            middle, reach = chance.uniform(0, 1, 2) * box, chance.uniform(0.05, 0.35) * box[0]
            points = middle + chance.uniform(-1, 1, (int(chance.integers(3, 7)), 2)) * reach
            tone = one_of(chance, (*style.court_style.inks, colour, style.paper))
            if happens(chance, 0.7):
                cv2.fillPoly(half, [points.astype(np.int32)], tone, cv2.LINE_AA)
            else:
                cv2.polylines(half, [points.astype(np.int32)], True, tone, int(chance.integers(1, 4)), cv2.LINE_AA)
        part[: half.shape[0]] = half
        part[box[1] - half.shape[0] :] = half[::-1, ::-1]
    if style.courts != "letter":
        if style.framed:
            cv2.rectangle(
                picture,
                at,
                (at[0] + box[0], at[1] + box[1]),
                one_of(chance, style.court_style.inks),
                int(chance.integers(1, 4)),
            )
        mask = _shape(style, suit, float(chance.uniform(0.6, 1.4)))
        for _ in range(2 * int(happens(chance, 0.7))):
            _print(picture, mask, at[0] + 3, at[1] + 4, colour)
            picture[:] = picture[::-1, ::-1].copy()


def _finished(style: _Style, picture: Picture) -> Picture:
    if style.rim is not None:
        cv2.rectangle(picture, (0, 0), (picture.shape[1] - 1, picture.shape[0] - 1), style.rim, 1)
    return picture


def _inks(chance: Chance) -> Inks:
    def shaken(ink: Sequence[float], by: float) -> Ink:
        blue, green, red = np.clip(np.array(ink) + chance.normal(0, by, 3), 0, 255).astype(int).tolist()
        return blue, green, red

    black: Ink = shaken((30, 28, 28), 14) if happens(chance, 0.8) else shaken((70, 40, 30), 25)
    red: Ink = shaken((40, 30, 205), 22)
    if happens(chance, 0.72):
        return Inks((black, red, red, black), some_ink(chance), some_ink(chance), some_ink(chance, 90))
    diamond = shaken(one_of(chance, ((200, 80, 20), (30, 120, 235), (50, 195, 235), (160, 60, 60))), 20)
    club = shaken(one_of(chance, ((50, 120, 20), (90, 150, 40), (40, 90, 30))), 18)
    spade = black if happens(chance, 0.7) else shaken((150, 60, 60), 20)
    return Inks((spade, red, diamond, club), some_ink(chance), some_ink(chance), some_ink(chance, 90))


def _paper(chance: Chance) -> Ink:
    kind = chance.random()
    if kind < 0.05:
        return some_ink(chance, 150)
    white = int(chance.integers(222, 256))
    yellow = int(chance.integers(0, 10 if kind < 0.75 else 50))
    return white - yellow, white - yellow // 3, white


def _style(chance: Chance, fonts: list[Path]) -> _Style:
    jumbo = happens(chance, 0.12)
    rank = float(chance.uniform(1.1, 1.8) if jumbo else chance.uniform(0.5, 1.1))
    inks = _inks(chance)
    size = (float(chance.choice([5.7, 6.3, 6.35, 5.8])), float(chance.uniform(8.6, 8.95)))
    return _Style(
        size=size,
        paper=_paper(chance),
        inks=inks,
        letters=one_of(chance, LETTERS),
        font=ImageFont.truetype(str(one_of(chance, fonts)), 190),
        squeeze=float(chance.uniform(0.6, 1.08)),
        rank=rank,
        suit=rank * float(chance.uniform(0.4, 1.1)),
        gap=rank * float(chance.uniform(0.05, 0.5)),
        beside=happens(chance, 0.1),
        margin=(float(chance.uniform(0.42, 0.8)) + (0.25 if jumbo else 0), float(chance.uniform(0.2, 0.6))),
        corners=4 if happens(chance, 0.15) else 2,
        pip=0.0 if happens(chance, 0.08) else float(chance.uniform(0.8, 1.6)) * (0.85 if jumbo else 1),
        shapes={suit: pip(suit, 96, chance) for suit in SUITS},
        courts=str(chance.choice(["figure", "crowd", "letter"], p=[0.45, 0.43, 0.12])),
        court_style=court_style_of(chance, inks),
        framed=happens(chance, 0.6),
        rim=some_ink(chance, 0, 190) if happens(chance, 0.35) else None,
        weight=int(chance.integers(4, 17))
        if happens(chance, 0.35)
        else (-int(chance.integers(3, 7)) if happens(chance, 0.15) else 0),
    )


def _card(style: _Style, chance: Chance, rank: str, suit: str) -> Face:
    picture = _blank(style)
    ink = _index(style, style.letters.get(rank, rank), _shape(style, suit, style.suit))
    _field(style, chance, picture, rank, suit, style.margin[0] + ink.shape[1] / PX / 2)
    found = _corners(style, picture, ink, style.inks.of(suit))
    return Face(_finished(style, picture), list(RANKS).index(rank), list(SUITS).index(suit), found)


def _other(style: _Style, chance: Chance) -> Face:
    """A card without a rank and a suit: a joker, or one of another game."""
    picture = _blank(style)
    if happens(chance, 0.2):
        picture[:] = toned_ink(chance)
    ink = style.inks.of(one_of(chance, tuple(SUITS))) if happens(chance, 0.7) else some_ink(chance, 0, 160)
    if happens(chance, 0.5):
        edge = style.margin[0] + 0.3
        _court(style, chance, picture, one_of(chance, ("J", "Q", "K")), one_of(chance, tuple(SUITS)), edge)
    return Face(_finished(style, picture), -1, -1, _corners(style, picture, _no_index(style, chance), ink))


def _no_index(style: _Style, chance: Chance) -> Mask:
    """What looks like an index and is none: a rank or a suit alone, a letter over a suit, a rank over another shape."""
    kind = chance.random()
    suit = _shape(style, one_of(chance, tuple(SUITS)), style.suit)
    if kind < 0.15:
        return _column(style, one_of(chance, ("JOKER", "JOLLY", "FREE", "123")))
    if kind < 0.4:
        words = one_of(chance, OTHER) if happens(chance, 0.3) else one_of(chance, tuple(RANKS))
        return _index(style, words if happens(chance, 0.8) else str(int(chance.integers(0, 100))), None)
    if kind < 0.5:
        return suit
    if kind < 0.7:
        return _index(style, one_of(chance, OTHER), suit)
    return _index(style, one_of(chance, tuple(RANKS)), _other_shape(chance, max(4, round(style.suit * PX))))


def _column(style: _Style, letters: str) -> Mask:
    """Letters one under the other, as on jokers."""
    masks = [_text(style, letter, style.rank * 0.75) for letter in letters]
    mark = np.zeros((sum(mask.shape[0] + 3 for mask in masks), max(mask.shape[1] for mask in masks)), np.uint8)
    down = 0
    for mask in masks:
        mark[down : down + mask.shape[0], : mask.shape[1]] = mask
        down += mask.shape[0] + 3
    return mark


def _other_shape(chance: Chance, high: int) -> Mask:
    """A star, a disc, a ring, a square or a triangle, so many pixels high."""
    shape = np.zeros((64, 64), np.uint8)
    kind = chance.random()
    if kind < 0.6:
        count = int(chance.integers(4, 9))
        around = np.arange(2 * count) * np.pi / count
        reach = np.where(np.arange(2 * count) % 2, chance.uniform(0.3, 0.7), 1.0) * 31
        points = np.stack([np.sin(around) * reach, -np.cos(around) * reach], 1) + 32
        cv2.fillPoly(shape, [points.astype(np.int32)], 255, cv2.LINE_AA)
    elif kind < 0.8:
        cv2.circle(shape, (32, 32), 29, 255, -1 if happens(chance, 0.5) else 9, cv2.LINE_AA)
    else:
        points = np.array(
            [[3, 60], [60, 60], [60, 4], [3, 4]] if happens(chance, 0.5) else [[3, 60], [60, 60], [32, 4]]
        )
        cv2.fillPoly(shape, [points.astype(np.int32)], 255, cv2.LINE_AA)
    return np.asarray(cv2.resize(shape, (high, high), interpolation=cv2.INTER_AREA), np.uint8)


def _back(style: _Style, chance: Chance) -> Face:
    picture = _blank(style)
    height, width = picture.shape[:2]
    edge = int(chance.uniform(0, 0.6) * PX)
    inside = picture[edge : height - edge, edge : width - edge]
    inside[:] = toned_ink(chance)
    ink, thick = one_of(chance, (style.paper, some_ink(chance))), int(chance.integers(1, 4))
    step = int(chance.integers(6, 40))
    kind = chance.random()
    for at in range(-height, height + width, step):
        if kind < 0.5:
            cv2.line(inside, (at, 0), (at + height, height), ink, thick, cv2.LINE_AA)
            cv2.line(inside, (at + height, 0), (at, height), ink, thick, cv2.LINE_AA)
        elif kind < 0.7:
            for down in range(0, height, step):
                cv2.circle(inside, (at, down), max(2, step // 3), ink, thick, cv2.LINE_AA)
        elif kind < 0.85:
            cv2.line(inside, (at, 0), (at, height), ink, thick)
            cv2.line(inside, (0, at), (width, at), ink, thick)
    return Face(_finished(style, picture), -1, -1, (), back=True)


def drawn_design(chance: Chance, fonts: list[Path]) -> Design:
    """A design from chance.

    Args:
        chance: decides everything.
        fonts: files of fonts that have Latin letters; one that lacks what is needed is passed over.
    """
    for _ in range(50):
        style = _style(chance, fonts)
        try:
            if not _readable(style):
                continue
            faces = tuple(_card(style, chance, rank, suit) for rank in RANKS for suit in SUITS)
        except (OSError, ValueError):
            continue
        return Design(
            faces, (_back(style, chance), _back(style, chance)), tuple(_other(style, chance) for _ in range(8))
        )
    raise RuntimeError("none of the fonts has the letters of cards")


def _readable(style: _Style) -> bool:
    """Whether the font draws every rank otherwise than the others: one without a letter draws boxes."""
    texts = [style.letters.get(rank, rank) for rank in RANKS]
    marks = [cv2.resize(_text(style, text, 0.8), (24, 24)).astype(np.float32) for text in texts]
    plain = all(30 < mark.mean() < 170 for mark in marks)
    return plain and min(float(np.abs(one - two).mean()) for i, one in enumerate(marks) for two in marks[i + 1 :]) > 9.0
