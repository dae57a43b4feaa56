"""A board as plain shapes, for pages that come without scripts: how often each space was played."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from web.setting import FREE, Setting, space_name
from web.wording import card_short

WIDTH, HEIGHT = 40, 44
"""Of a space, in the drawing's own units."""
RED_SUITS = ("♥", "♦")
WARMEST = 3
"""Spaces that are named beside a heat map."""


class Cell(msgspec.Struct, frozen=True):
    """One space."""

    x: int
    y: int
    card: str
    """As it is printed, `7♥`; `★` on a free space."""
    red: bool
    heat: float
    """0 to 1."""
    count: int


class PlainBoard(msgspec.Struct, frozen=True):
    """What is drawn, and how large."""

    width: int
    height: int
    cells: tuple[Cell, ...]


def warmest(counts: Mapping[str, int]) -> list[str]:
    """The spaces that are named beside a heat map, the warmest first."""
    return sorted(counts, key=lambda name: (-counts[name], name))[:WARMEST]


def heat_board(setting: Setting, counts: Mapping[str, int]) -> PlainBoard:
    """The board with every space as warm as it was often played."""
    most = max(counts.values(), default=0) or 1
    cells = []
    for at, card in enumerate(setting.cards):
        row, column = divmod(at, setting.columns)
        count = counts.get(space_name(at, setting.columns), 0)
        short = "★" if card == FREE else card_short(card)
        red = short.endswith(RED_SUITS)
        cells.append(Cell(column * WIDTH, row * HEIGHT, short, red, round(count / most, 3), count))
    return PlainBoard(setting.columns * WIDTH, setting.rows * HEIGHT, tuple(cells))
