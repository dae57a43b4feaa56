"""The boards of the simulated table: their sizes, their printed styles, and which way their cards face.

Four styles, none a copy of a maker's board. The layout says which card is printed where.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.equipment.board import Layout
from vision.drawing.boards import FREE, Cards, printed
from vision.drawing.canvas import Ink, Picture, Plane
from vision.drawing.decks import Style, drawn, style_of

_FINEST = 200
"""Pixels along a space as it is printed, at most."""


@dataclass(frozen=True)
class BoardStyle:
    """How a board is printed."""

    name: str
    cell: tuple[float, float]
    """Width and height of a space in centimetres."""
    border: tuple[float, float]
    """Width of the border left and right, above and below."""
    deck: Style
    seed: int
    """Of what is printed around the cards, and how it is worn."""
    outwards: bool = False
    """The upper half of the board faces the other way, towards the player there."""

    def size(self, layout: Layout) -> tuple[float, float]:
        """Width and height of the whole board in centimetres."""
        width, height = layout.columns * self.cell[0], layout.rows * self.cell[1]
        return width + 2 * self.border[0], height + 2 * self.border[1]


def _style(
    name: str,
    sizes: tuple[float, float, float, float],
    seed: int,
    border: Ink,
    paper: Ink,
    *,
    outwards: bool = False,
    sideways: int = 0,
) -> BoardStyle:
    """A style that looks as the decks of a seed do but for what is said; space and border in `sizes`."""
    looks = replace(style_of(np.random.default_rng(seed)), border=border, paper=paper, sideways=sideways)
    return BoardStyle(name, sizes[:2], sizes[2:], looks, seed, outwards)


STYLES: dict[str, BoardStyle] = {
    style.name: style
    for style in (
        _style("garden", (4.6, 3.5, 2.4, 2.3), 392, (48, 74, 34), (236, 243, 245), sideways=1),
        _style("harbour", (4.05, 3.9, 2.6, 2.6), 61, (150, 74, 40), (200, 222, 236), outwards=True),
        _style("carpet", (4.3, 3.9, 2.2, 2.4), 519, (44, 30, 92), (240, 243, 246), outwards=True, sideways=1),
        _style("slate", (4.4, 3.6, 2.2, 2.2), 214, (104, 100, 96), (190, 210, 222), sideways=1),
    )
}


def draw_board(layout: Layout, style: BoardStyle, scale: float, worn: bool = True) -> Picture:
    """The whole board from above, `scale` pixels a centimetre; a little worn, or new."""
    chance = np.random.default_rng(style.seed)
    names = tuple(dict.fromkeys(card for card in layout.cards if card is not None))
    tile = min(_FINEST, 2 * round(max(style.cell) * scale / 2))
    deck = drawn(chance, replace(style.deck, tile=tile), names)
    numbers = [FREE if card is None else names.index(card) for card in layout.cards]
    turns = np.zeros((layout.rows, layout.columns), np.uint8)
    turns[: layout.rows // 2] = 2 * style.outwards
    board = printed(chance, deck, Cards(np.array(numbers).reshape(turns.shape), turns), worn)
    across, down = (
        _stretched(length, edge * scale, printed_length, tile // 2)
        for length, edge, printed_length in zip(
            [round(side * scale) for side in style.size(layout)], style.border, board.shape[1::-1], strict=True
        )
    )
    return np.asarray(cv2.remap(board, *np.meshgrid(across, down), cv2.INTER_LINEAR), np.uint8)


def _stretched(length: int, edge: float, printed_length: int, printed_edge: int) -> Plane:
    """Which point of a print is seen at every pixel of a board, along one side, where their edges differ."""
    here, there = (0, edge, length - edge, length), (0, printed_edge, printed_length - printed_edge, printed_length)
    return np.asarray(np.interp(np.arange(length) + 0.5, here, there) - 0.5, np.float32)
