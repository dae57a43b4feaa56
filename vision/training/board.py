"""Random boards: what is printed on them, in parts of the light that paper white sends back.

No card of any maker is copied: what is varied is what the eye must not rely on, the art.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify.mesh import Picture

Reflectance = NDArray[np.float32]
TWICE = 2
"""Everything is drawn so many times larger and then made smaller, which smooths its edges."""
INKS = ((40, 30, 200), (30, 25, 25), (150, 60, 30), (40, 120, 40), (60, 190, 230), (120, 40, 120))
"""What cards are mostly printed in; b g r, grey levels."""


def printed_board(chance: np.random.Generator, spaces: int, side: int, margin: int) -> Reflectance:
    """A part of a board of `spaces` x `spaces` cards, each `side` pixels, with a margin; shape (size, size, 3)."""
    size, cell, edge = (spaces * side + 2 * margin) * TWICE, side * TWICE, margin * TWICE
    paper = chance.uniform(205, 255) + chance.uniform(-12, 6, 3) * (1.0, 0.6, 0.3)
    ground = chance.integers(20, 256, 3).tolist() if chance.random() < 0.5 else paper.tolist()
    board = np.empty((size, size, 3), np.uint8)
    board[:] = np.clip(ground, 0, 255)
    if chance.random() < 0.15:
        for _ in range(30):
            _shape(board, chance, chance.uniform(0, size, 2), chance.uniform(0.2, 1.0) * cell, _any_colour(chance))
    gap = int(cell * chance.choice([0.0, 0.0, chance.uniform(0.01, 0.12)]))
    style = chance.integers(4)
    tinted = chance.random() < 0.15
    for row in range(spaces):
        for column in range(spaces):
            top, left = edge + row * cell + gap, edge + column * cell + gap
            card = board[top : top + cell - 2 * gap, left : left + cell - 2 * gap]
            card[:] = np.clip(_any_colour(chance) if tinted else paper, 0, 255)
            _print_card(card, chance, int(style))
    if gap == 0:
        ink, width = _any_colour(chance), int(chance.integers(1, 4))
        for line in range(spaces + 1):
            at = edge + line * cell
            cv2.line(board, (at, edge), (at, size - edge), ink, width)
            cv2.line(board, (edge, at), (size - edge, at), ink, width)
    smaller = cv2.resize(board, (size // TWICE, size // TWICE), interpolation=cv2.INTER_AREA)
    return np.asarray((smaller.astype(np.float32) / 255.0) ** 2.2, np.float32)


def _any_colour(chance: np.random.Generator) -> list[int]:
    """Any colour, b g r."""
    return [int(value) for value in chance.integers(0, 256, 3)]


def _print_card(card: Picture, chance: np.random.Generator, style: int) -> None:
    """Pips in rows, a picture of many shapes, a large sign, or an index with a small sign."""
    height, width = card.shape[:2]
    ink = [*INKS[int(chance.integers(2 if chance.random() < 0.7 else len(INKS)))]]
    kind = int(chance.choice([style, int(chance.integers(4))]))
    if kind == 0:
        count = int(chance.integers(1, 11))
        for _ in range(count):
            part = np.array([chance.integers(-1, 2) * 0.22, chance.integers(-2, 3) * 0.17]) + 0.5
            _shape(card, chance, part * (width, height), 0.09 * width, ink)
    elif kind == 1:
        for _ in range(int(chance.integers(6, 16))):
            colour = [*INKS[int(chance.integers(len(INKS)))]] if chance.random() < 0.8 else _any_colour(chance)
            at = chance.uniform(0.15, 0.85, 2) * (width, height)
            _shape(card, chance, at, chance.uniform(0.05, 0.3) * width, colour)
    elif kind == 2:
        _shape(card, chance, np.array([width / 2, height / 2]), chance.uniform(0.15, 0.42) * width, ink)
    if chance.random() < 0.8:
        for x, y in ((0.06, 0.26), (0.72, 0.96)):
            letter = chr(int(chance.integers(48, 91)))
            cv2.putText(card, letter, (int(x * width), int(y * height)), 0, width / 95, ink, 2, cv2.LINE_AA)
    if chance.random() < 0.15:
        cv2.rectangle(card, (3, 3), (width - 4, height - 4), ink, 1)


def _shape(
    picture: Picture, chance: np.random.Generator, at: NDArray[np.float64], reach: float, ink: list[int]
) -> None:
    """A disc, a star or a polygon."""
    if chance.random() < 0.3:
        axes = (max(1, int(reach)), max(1, int(reach * chance.uniform(0.5, 1.0))))
        cv2.ellipse(
            picture, (int(at[0]), int(at[1])), axes, float(chance.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA
        )
        return
    turns = np.sort(chance.uniform(0, 2 * np.pi, int(chance.integers(3, 9))))
    points = at + reach * chance.uniform(0.5, 1.1, (len(turns), 1)) * np.stack([np.cos(turns), np.sin(turns)], 1)
    cv2.fillPoly(picture, [points.astype(np.int32)], ink, cv2.LINE_AA)
