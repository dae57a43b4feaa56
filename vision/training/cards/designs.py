"""Designs of playing cards, made up from fonts and shapes: all cards of a maker, with jokers and other games' cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import ImageFont

from engine.equipment.cards import RANKS, SUITS
from vision.drawing.art import busy
from vision.drawing.canvas import Chance, Ink, happens, one_of, some_ink, toned_ink
from vision.drawing.courts import court_style_of
from vision.drawing.faces import Inks
from vision.training.cards.face import PX, Design, Face
from vision.training.cards.pips import Mask, pip
from vision.training.cards.printing import Style, blank, corners, court_on, field, finished, index, shape, text

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


def _style(chance: Chance, fonts: list[Path]) -> Style:
    jumbo = happens(chance, 0.12)
    rank = float(chance.uniform(1.1, 1.8) if jumbo else chance.uniform(0.5, 1.1))
    inks = _inks(chance)
    size = (float(chance.choice([5.7, 6.3, 6.35, 5.8])), float(chance.uniform(8.6, 8.95)))
    return Style(
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


def _card(style: Style, chance: Chance, rank: str, suit: str) -> Face:
    picture = blank(style)
    ink = index(style, style.letters.get(rank, rank), shape(style, suit, style.suit))
    field(style, chance, picture, rank, suit, style.margin[0] + ink.shape[1] / PX / 2)
    found = corners(style, picture, ink, style.inks.of(suit))
    return Face(finished(style, picture), list(RANKS).index(rank), list(SUITS).index(suit), found)


def _other(style: Style, chance: Chance) -> Face:
    """A card without a rank and a suit: a joker, or one of another game."""
    picture = blank(style)
    if happens(chance, 0.2):
        picture[:] = toned_ink(chance)
    ink = style.inks.of(one_of(chance, tuple(SUITS))) if happens(chance, 0.7) else some_ink(chance, 0, 160)
    if happens(chance, 0.5):
        edge = style.margin[0] + 0.3
        court_on(style, chance, picture, one_of(chance, ("J", "Q", "K")), one_of(chance, tuple(SUITS)), edge)
    return Face(finished(style, picture), -1, -1, corners(style, picture, _no_index(style, chance), ink))


def _pictured(style: Style, chance: Chance) -> Face:
    """A card that bears a picture and no index."""
    picture = blank(style)
    edge = int(chance.uniform(0, 0.6) * PX)
    inside = picture[edge : picture.shape[0] - edge, edge : picture.shape[1] - edge]
    inks = [some_ink(chance) for _ in range(5)]
    inside[:] = busy(chance, inside.shape[1], inside.shape[0], inks, style.paper)
    return Face(finished(style, picture), -1, -1, ())


def _no_index(style: Style, chance: Chance) -> Mask:
    """What looks like an index and is none: a rank or a suit alone, a letter over a suit, a rank over another shape."""
    kind = chance.random()
    suit = shape(style, one_of(chance, tuple(SUITS)), style.suit)
    if kind < 0.15:
        return _column(style, one_of(chance, ("JOKER", "JOLLY", "FREE", "123")))
    if kind < 0.4:
        words = one_of(chance, OTHER) if happens(chance, 0.3) else one_of(chance, tuple(RANKS))
        return index(style, words if happens(chance, 0.8) else str(int(chance.integers(0, 100))), None)
    if kind < 0.5:
        return suit
    if kind < 0.7:
        return index(style, one_of(chance, OTHER), suit)
    return index(style, one_of(chance, tuple(RANKS)), _other_shape(chance, max(4, round(style.suit * PX))))


def _column(style: Style, letters: str) -> Mask:
    """Letters one under the other, as on jokers."""
    masks = [text(style, letter, style.rank * 0.75) for letter in letters]
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


def _back(style: Style, chance: Chance) -> Face:
    picture = blank(style)
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
    return Face(finished(style, picture), -1, -1, (), back=True)


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
            others = tuple(_other(style, chance) if number < 5 else _pictured(style, chance) for number in range(8))
        except (OSError, ValueError):
            continue
        return Design(faces, (_back(style, chance), _back(style, chance)), others)
    raise RuntimeError("none of the fonts has the letters of cards")


def _readable(style: Style) -> bool:
    """Whether the font draws every rank otherwise than the others: one without a letter draws boxes."""
    letters = [style.letters.get(rank, rank) for rank in RANKS]
    marks = [cv2.resize(text(style, one, 0.8), (24, 24)).astype(np.float32) for one in letters]
    plain = all(30 < mark.mean() < 170 for mark in marks)
    return plain and min(float(np.abs(one - two).mean()) for i, one in enumerate(marks) for two in marks[i + 1 :]) > 9.0
