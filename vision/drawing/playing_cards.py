"""Playing cards as they lie beside the board: fine enough that the index in each corner can be read by a camera."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.drawing import faces
from vision.drawing.canvas import Picture
from vision.drawing.pips import lay, pip

WIDTH, HEIGHT = 456, 712
"""Pixels of a bridge card of 5.7 by 8.9 cm: 80 a centimetre."""
_RANK = (0.17, 0.13)
"""Room for a rank: part of the card's width, and of its height."""
_SUIT, _GAP = 0.17, 0.014
"""Size of the suit under it in card widths, and the paper between them in card heights."""
_LEFT, _TOP = 0.03, 0.025
_PAPER = (248, 250, 250)


@lru_cache(maxsize=64)
def playing_card(card: str) -> Picture:
    """The face of a card, upright; shape (HEIGHT, WIDTH, 3). Not to be written to."""
    parts = faces.split(card)
    if parts is None:
        return faces.emblem(card, WIDTH, HEIGHT, _PAPER)
    rank, suit = parts
    picture = faces.spotted(card, WIDTH, HEIGHT, _PAPER, indices=False)
    for _ in range(2):
        _index(picture, rank, suit)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    picture.setflags(write=False)
    return picture


def _index(picture: Picture, rank: str, suit: str) -> None:
    """Rank over suit in the upper left corner; a rank of two figures is as wide as the others."""
    room = (round(WIDTH * _RANK[0]), round(HEIGHT * _RANK[1]))
    large = np.full((200, 200 * len(rank), 3), _PAPER, np.uint8)
    cv2.putText(large, rank, (30, 160), cv2.FONT_HERSHEY_SIMPLEX, 5.5, faces.ink(suit), 6, cv2.LINE_AA)
    down, across = np.nonzero(large.min(axis=2) < 200)
    glyph = large[down.min() : down.max() + 1, across.min() : across.max() + 1]
    width = min(room[0], round(glyph.shape[1] * room[1] / glyph.shape[0]))
    small = cv2.resize(glyph, (width, room[1]), interpolation=cv2.INTER_AREA)
    left, top = round(WIDTH * _LEFT + (room[0] - width) / 2), round(HEIGHT * _TOP)
    picture[top : top + room[1], left : left + width] = small
    size = round(WIDTH * _SUIT)
    under = top + room[1] + round(HEIGHT * _GAP)
    lay(picture, pip(suit, size), faces.ink(suit), round(WIDTH * _LEFT + (room[0] - size) / 2), under)
