"""The boards of the simulated table: sizes, printed styles, which way their cards face; and the tops they lie on.

Four styles, none a copy of a maker's board. The layout says which card is printed where. Table tops, wood, cloth and
stone, are patterns by chance, no pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.drawing.boards import FREE, Cards, printed
from vision.drawing.canvas import Chance, Ink, Picture, Plane
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


SURFACES = ("oak", "walnut", "felt", "night", "checked", "stone")


def _cloud(chance: Chance, width: int, height: int, cells: tuple[int, int]) -> NDArray[np.float32]:
    """Smooth random values of mean 0 and about unit spread; shape (height, width)."""
    coarse = chance.standard_normal(cells[::-1]).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _wood(chance: Chance, width: int, height: int, colour: tuple[int, int, int]) -> NDArray[np.float32]:
    grain = _cloud(chance, width, height, (6, height // 3)) * 0.07
    grain += _cloud(chance, width, height, (24, height // 10)) * 0.06
    grain += _cloud(chance, width, height, (3, 9)) * 0.05
    picture = (1 + grain)[..., None] * np.array(colour, np.float32)
    plank = max(24, height // 7)
    for k, y in enumerate(range(plank // 2, height, plank)):
        picture[y : y + 2] *= 0.55
        picture[y : y + plank] *= 0.92 + 0.05 * (k * 7 % 4)
    return picture


def draw_surface(kind: str, width: int, height: int, chance: Chance) -> Picture:
    """A table top; shape (height, width, 3), blue green red."""
    if kind == "oak":
        picture = _wood(chance, width, height, (72, 116, 160))
    elif kind == "walnut":
        picture = _wood(chance, width, height, (38, 54, 84))
    elif kind in ("felt", "night", "stone"):
        colour = {"felt": (52, 96, 30), "night": (74, 48, 34), "stone": (176, 186, 192)}[kind]
        cloud = _cloud(chance, width, height, (width // 2, height // 2)) * 0.05
        cloud += _cloud(chance, width, height, (width // 24, height // 24)) * 0.05
        picture = (1 + cloud)[..., None] * np.array(colour, np.float32)
    elif kind == "checked":
        pitch = max(12, width // 14)
        bands = ((np.arange(width) // pitch % 2)[None, :] + (np.arange(height) // pitch % 2)[:, None])[..., None]
        light, dark = np.array((206, 212, 214), np.float32), np.array((60, 58, 156), np.float32)
        picture = light + (dark - light) * (bands / 2.0).astype(np.float32)
        picture *= 1 + _cloud(chance, width, height, (width // 2, height // 2))[..., None] * 0.05
    else:
        raise ValueError(f"no table top is called {kind!r}; there are {', '.join(SURFACES)}")
    return np.clip(picture, 6, 250).astype(np.uint8)
