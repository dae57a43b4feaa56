"""How the cards of one design are printed: letters, suits, indices, what stands in the middle."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.drawing.canvas import Chance, Ink, Picture, happens, one_of
from vision.drawing.courts import CourtStyle, court
from vision.drawing.faces import Inks, spots
from vision.drawing.pips import lay
from vision.training.cards.face import PX, Spot
from vision.training.cards.pips import Mask


@dataclass(frozen=True)
class Style:
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


def text(style: Style, words: str, height: float) -> Mask:
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
        x, y, w, h = cv2.boundingRect(tight)
        tight = tight[y : y + h, x : x + w]
    high = max(4, round(height * PX))
    limit = high * (1.3 if len(words) > 1 else 0.98)
    wide = max(3, round(min(high * tight.shape[1] / tight.shape[0] * style.squeeze, limit)))
    return np.asarray(cv2.resize(tight, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def _ink(picture: Picture, mask: Mask, left: float, top: float, colour: Ink) -> None:
    lay(picture, mask.astype(np.float32) / np.float32(255), colour, round(left), round(top))


def shape(style: Style, suit: str, height: float) -> Mask:
    """A suit as ink, so many centimetres high."""
    mask = style.shapes[suit]
    high = max(4, round(height * PX))
    wide = max(3, round(high * mask.shape[1] / mask.shape[0]))
    return np.asarray(cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def index(style: Style, words: str, suit: Mask | None) -> Mask:
    """Rank and suit as one piece of ink."""
    rank = text(style, words, style.rank)
    if suit is None:
        return rank
    gap = round(style.gap * PX)
    if style.beside:
        high, wide = max(rank.shape[0], suit.shape[0]), rank.shape[1] + max(gap, 2) + suit.shape[1]
        places = (0, 0), ((high - suit.shape[0]) // 2, wide - suit.shape[1])
    else:
        high, wide = rank.shape[0] + gap + suit.shape[0], max(rank.shape[1], suit.shape[1])
        places = (0, (wide - rank.shape[1]) // 2), (high - suit.shape[0], (wide - suit.shape[1]) // 2)
    ink = np.zeros((high, wide), np.uint8)
    for mask, (top, left) in zip((rank, suit), places, strict=True):
        ink[top : top + mask.shape[0], left : left + mask.shape[1]] = mask
    return ink


def blank(style: Style) -> Picture:
    """A card with nothing on it."""
    width, height = (round(side * PX) for side in style.size)
    return np.full((height, width, 3), style.paper, np.uint8)


def corners(style: Style, picture: Picture, ink: Mask, colour: Ink) -> tuple[Spot, ...]:
    """Prints an index at two or four corners; its places."""
    height, width = picture.shape[:2]
    aside = max(2.0, style.margin[0] * PX - ink.shape[1] / 2)
    left, top = aside, style.margin[1] * PX
    spots = []
    for right in (False, True)[: style.corners // 2]:
        x = width - left - ink.shape[1] if right else left
        for _ in range(2):
            _ink(picture, ink, x, top, colour)
            picture[:] = picture[::-1, ::-1].copy()
        across, down = (x + ink.shape[1] / 2 - width / 2) / PX, (top + ink.shape[0] / 2 - height / 2) / PX
        size = (ink.shape[1] / PX, ink.shape[0] / PX)
        spots += [Spot(across, down, *size, 0.0), Spot(-across, -down, *size, np.pi)]
    return tuple(spots)


def field(style: Style, chance: Chance, picture: Picture, rank: str, suit: str, edge: float) -> None:
    """What is printed in the middle, `edge` centimetres from both sides where it is a figure."""
    height, width = picture.shape[:2]
    colour = style.inks.of(suit)
    if rank in "JQK":
        court_on(style, chance, picture, rank, suit, edge)
    elif rank == "A":
        size = style.pip * chance.uniform(1.0, 3.2) if style.pip else chance.uniform(2, 5)
        mask = shape(style, suit, min(size, 5.0))
        _ink(picture, mask, (width - mask.shape[1]) / 2, (height - mask.shape[0]) / 2, colour)
    elif style.pip:
        mask = shape(style, suit, style.pip * (0.85 if rank in ("9", "10") else 1.0))
        for x, y in spots(rank):
            some = mask[::-1] if y > 0.55 else mask
            _ink(picture, some, x * width - mask.shape[1] / 2, y * height - mask.shape[0] / 2, colour)
    else:
        mask = shape(style, suit, float(chance.uniform(2, 6)))
        aside = chance.uniform(-0.2, 0.9)
        _ink(picture, mask, (width - mask.shape[1]) * (0.5 + aside / 2), height * chance.uniform(0.25, 0.5), colour)


def court_on(style: Style, chance: Chance, picture: Picture, rank: str, suit: str, edge: float) -> None:
    """Prints what a jack, a queen or a king shows, about `edge` centimetres from both sides."""
    height, width = picture.shape[:2]
    edge = float(np.clip(edge + chance.uniform(-0.1, 0.15), 0.5, 1.9))
    box = (round(width - 2 * edge * PX), round(height - 2 * (edge * 0.7) * PX))
    at = ((width - box[0]) // 2, (height - box[1]) // 2)
    part = picture[at[1] : at[1] + box[1], at[0] : at[0] + box[0]]
    colour = style.inks.of(suit)
    if style.courts == "letter":
        mask = text(style, style.letters[rank], float(chance.uniform(2, 5)))
        _ink(picture, mask, (width - mask.shape[1]) / 2, (height - mask.shape[0]) / 2, colour)
    elif style.courts == "figure":
        part[:] = court(chance, style.court_style, ("K" if rank == "K" else "Q") + suit, box, style.paper, colour)
    else:
        half = np.full((box[1] // 2, box[0], 3), style.paper, np.uint8)
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
            line, end = one_of(chance, style.court_style.inks), (at[0] + box[0], at[1] + box[1])
            cv2.rectangle(picture, at, end, line, int(chance.integers(1, 4)))
        mask = shape(style, suit, float(chance.uniform(0.6, 1.4)))
        for _ in range(2 * int(happens(chance, 0.7))):
            _ink(picture, mask, at[0] + 3, at[1] + 4, colour)
            picture[:] = picture[::-1, ::-1].copy()


def finished(style: Style, picture: Picture) -> Picture:
    """The card with a line around it, where the design has one."""
    if style.rim is not None:
        cv2.rectangle(picture, (0, 0), (picture.shape[1] - 1, picture.shape[0] - 1), style.rim, 1)
    return picture
