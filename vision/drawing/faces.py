"""Card faces as printed on the board and on the cards beside it, all drawn here.

Two kinds: spots laid out as on a playing card, and an emblem for boards that name their pictures freely.
Nothing here knows where a card lies.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.drawing.canvas import Ink, Picture
from vision.drawing.pips import SUITS, lay, pip

RED: Ink = (38, 30, 200)
BLACK: Ink = (34, 28, 26)


@dataclass(frozen=True)
class Inks:
    """What a deck is printed in, blue green red."""

    suits: tuple[Ink, Ink, Ink, Ink] = (BLACK, RED, RED, BLACK)
    """Spades, hearts, diamonds, clubs."""
    gold: Ink = (60, 180, 226)
    blue: Ink = (170, 82, 40)
    skin: Ink = (190, 216, 240)

    def of(self, suit: str) -> Ink:
        """The ink of a suit."""
        return self.suits[SUITS.index(suit)]


ORDINARY = Inks()

_COLUMNS = {"l": 0.29, "m": 0.5, "r": 0.71}
_INNER_COLUMNS = {"l": 0.34, "m": 0.5, "r": 0.66}
"""Where large indices are printed beside the spots."""
_SPOTS: dict[str, str] = {  # column letter and height in per cent, for each spot
    "2": "m20 m80",
    "3": "m20 m50 m80",
    "4": "l20 r20 l80 r80",
    "5": "l20 r20 m50 l80 r80",
    "6": "l20 r20 l50 r50 l80 r80",
    "7": "l20 r20 m35 l50 r50 l80 r80",
    "8": "l20 r20 m35 l50 r50 m65 l80 r80",
    "9": "l18 r18 l39 r39 m50 l61 r61 l82 r82",
    "10": "l18 r18 m28 l39 r39 l61 r61 m72 l82 r82",
}


def spots(rank: str, columns: Mapping[str, float] = _COLUMNS) -> list[tuple[float, float]]:
    """Where the spots of a number lie on its card, parts of its width and height from the upper left."""
    return [(columns[word[0]], int(word[1:]) / 100) for word in _SPOTS[rank].split()]


def ink(suit: str) -> Ink:
    """Printing colour of a suit, blue green red."""
    return ORDINARY.of(suit)


def split(card: str) -> tuple[str, str] | None:
    """Rank and suit of `10H`; none where a card is a picture with a name of its own."""
    rank, suit = card[:-1], card[-1:]
    return (rank, suit) if suit in SUITS and (rank in _SPOTS or rank in {*"AJQK"}) else None


def write(picture: Picture, words: str, centre: tuple[float, float], height: float, colour: Ink) -> None:
    """Write words around a centre, so many pixels high."""
    font = cv2.FONT_HERSHEY_TRIPLEX
    scale = height / 21
    thick = max(1, round(height / 13))
    (width, tall), _ = cv2.getTextSize(words, font, scale, thick)
    at = (round(centre[0] - width / 2), round(centre[1] + tall / 2))
    cv2.putText(picture, words, at, font, scale, colour, thick, cv2.LINE_AA)


def _spot(picture: Picture, suit: str, colour: Ink, at: tuple[float, float], size: int, over: bool = False) -> None:
    mask = pip(suit, size)
    lay(picture, mask[::-1] if over else mask, colour, round(at[0] - size / 2), round(at[1] - size / 2))


def _figure(picture: Picture, rank: str, suit: str, inks: Inks) -> None:
    """A crowned figure, twice: the lower half is the upper one turned round."""
    height = picture.shape[0]
    half = picture[: height // 2]
    h, w = half.shape[:2]
    seed = zlib.crc32(f"{rank}{suit}".encode())
    gold, red, black = inks.gold, inks.of("H"), inks.of("S")
    robes = [(red, gold), (inks.blue, red), (gold, inks.blue), (black, gold)]
    robe, trim = robes[seed % 4]
    x0, x1 = round(w * 0.2), round(w * 0.8)
    cv2.fillPoly(half, [np.array([(x0, h), (x0, h * 0.8), (w * 0.5, h * 0.5), (x1, h * 0.8), (x1, h)], int)], robe)
    for k in range(5):
        x = round(x0 + (x1 - x0) * (k + 0.5) / 5)
        cv2.line(half, (x, round(h * 0.78)), (x, h), trim if k % 2 else gold, max(1, w // 26))
    cv2.circle(half, (w // 2, round(h * 0.46)), round(w * 0.15), inks.skin, -1, cv2.LINE_AA)
    hair = black if suit in "SC" else (46, 120, 190)
    cv2.ellipse(
        half, (w // 2, round(h * 0.46)), (round(w * 0.16),) * 2, 0, 150, 390, hair, max(1, w // 14), cv2.LINE_AA
    )
    for dx in (-0.05, 0.05):
        cv2.circle(half, (round(w * (0.5 + dx)), round(h * 0.45)), max(1, w // 50), black, -1)
    crown = [(0.36, 0.36), (0.34, 0.16), (0.43, 0.26), (0.5, 0.12), (0.57, 0.26), (0.66, 0.16), (0.64, 0.36)]
    cv2.fillPoly(half, [np.array([(w * x, h * y) for x, y in crown], int)], gold)
    if rank == "K":
        cv2.fillPoly(half, [np.array([(w * 0.42, h * 0.56), (w * 0.5, h * 0.84), (w * 0.58, h * 0.56)], int)], hair)
        cv2.line(half, (round(w * 0.76), h), (round(w * 0.76), round(h * 0.3)), (150, 150, 160), max(1, w // 22))
    elif rank == "Q":
        _spot(half, suit, inks.of(suit), (w * 0.72, h * 0.56), max(5, round(w * 0.16)))
    cv2.rectangle(half, (round(w * 0.17), round(h * 0.1)), (round(w * 0.83), h + 9), inks.blue, max(1, w // 70))
    picture[height - h :] = half[::-1, ::-1]


def spotted(card: str, width: int, height: int, ground: Ink, *, indices: bool = True, inks: Inks = ORDINARY) -> Picture:
    """A card face with its spots, upright; shape (height, width, 3).

    Without `indices` the corners stay empty, with room for larger ones.
    """
    picture = np.full((height, width, 3), ground, np.uint8)
    parts = split(card)
    if parts is None:
        return emblem(card, width, height, ground)
    rank, suit = parts
    colour = inks.of(suit)
    if rank in "JQK":
        # Beside large indices the figure and its frame are narrower.
        aside = 0 if indices else round(width * 0.1)
        figure = np.ascontiguousarray(picture[:, aside : width - aside])
        _figure(figure, rank, suit, inks)
        picture[:, aside : width - aside] = figure
    elif rank == "A":
        _spot(picture, suit, colour, (width / 2, height / 2), max(6, round(width * 0.42)))
    else:
        size = max(4, round(width * (0.23 if indices else 0.2)))
        for x, y in spots(rank, _COLUMNS if indices else _INNER_COLUMNS):
            _spot(picture, suit, colour, (width * x, height * y), size, y > 0.5)
    for _ in range(2 if indices else 0):
        write(picture, rank, (width * 0.11, height * 0.09), width * 0.15, colour)
        _spot(picture, suit, colour, (width * 0.11, height * 0.2), max(4, round(width * 0.13)))
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return picture


def emblem(name: str, width: int, height: int, ground: Ink) -> Picture:
    """A picture for a name that is no playing card: the same name gives the same picture."""
    picture = np.full((height, width, 3), ground, np.uint8)
    random = np.random.default_rng(zlib.crc32(name.encode()))
    for _ in range(5):
        colour = tuple(int(c) for c in random.integers(30, 226, 3))
        centre = (random.uniform(0.3, 0.7, 2) * (width, height * 0.85)).astype(int)
        axes = (random.uniform(0.1, 0.28, 2) * min(width, height)).astype(int) + 1
        turn = float(random.uniform(0, 180))
        cv2.ellipse(picture, centre.tolist(), axes.tolist(), turn, 0, 360, colour, -1, cv2.LINE_AA)
    write(picture, name[:12], (width / 2, height * 0.9), min(height * 0.1, width * 1.4 / max(len(name), 3)), BLACK)
    return picture


def back(width: int, height: int, colour: Ink) -> Picture:
    """The back of a playing card."""
    picture = np.full((height, width, 3), 245, np.uint8)
    edge = max(2, width // 16)
    picture[edge:-edge, edge:-edge] = colour
    for k in range(-height, width, max(4, width // 9)):
        cv2.line(picture, (k, edge), (k + height, height), (235, 225, 215), 1, cv2.LINE_AA)
        cv2.line(picture, (width - k, edge), (width - k - height, height), (235, 225, 215), 1, cv2.LINE_AA)
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (250, 250, 250), edge)
    return picture
