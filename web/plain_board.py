"""A board as plain shapes, for pages that must come without scripts: a heat map, a game on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from web.setting import FREE, TEAMS, Setting, space_name
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
    heat: float = 0.0
    """0 to 1."""
    count: int = 0
    team: str = ""
    locked: bool = False


class Through(msgspec.Struct, frozen=True):
    """A line through a sequence."""

    team: str
    x1: float
    y1: float
    x2: float
    y2: float


class PlainBoard(msgspec.Struct, frozen=True):
    """What is drawn, and how large."""

    width: int
    height: int
    cells: tuple[Cell, ...]
    lines: tuple[Through, ...] = ()


def warmest(counts: Mapping[str, int]) -> list[str]:
    """The spaces that are named beside a heat map, the warmest first."""
    return sorted(counts, key=lambda name: (-counts[name], name))[:WARMEST]


def heat_board(setting: Setting, counts: Mapping[str, int]) -> PlainBoard:
    """The board with every space as warm as it was often played."""
    most = max(counts.values(), default=0) or 1
    cells = []
    for at in range(len(setting.cards)):
        count = counts.get(space_name(at, setting.columns), 0)
        cells.append(_cell(setting, at, heat=round(count / most, 3), count=count))
    return _board(setting, cells)


def board_with_chips(
    setting: Setting, position: Sequence[str], sequences: Sequence[tuple[str, Sequence[str]]]
) -> PlainBoard:
    """The board as chips lie on it, with a line through each sequence (team, spaces)."""
    letters = "".join(position).ljust(len(setting.cards), ".")
    cells = [
        _cell(setting, at, team=TEAMS.get(letters[at].lower(), ""), locked=letters[at].isupper())
        for at in range(len(setting.cards))
    ]
    lines = []
    for team, spaces in sequences:
        ends = sorted((int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in spaces)
        (row, column), (last_row, last_column) = ends[0], ends[-1]
        lines.append(Through(team, *_middle(row, column), *_middle(last_row, last_column)))
    return _board(setting, cells, tuple(lines))


def _middle(row: int, column: int) -> tuple[float, float]:
    return (column + 0.5) * WIDTH, (row + 0.5) * HEIGHT


def _cell(
    setting: Setting, at: int, *, heat: float = 0.0, count: int = 0, team: str = "", locked: bool = False
) -> Cell:
    row, column = divmod(at, setting.columns)
    card = setting.cards[at]
    short = "★" if card == FREE else card_short(card)
    return Cell(column * WIDTH, row * HEIGHT, short, short.endswith(RED_SUITS), heat, count, team, locked)


def _board(setting: Setting, cells: Sequence[Cell], lines: tuple[Through, ...] = ()) -> PlainBoard:
    return PlainBoard(setting.columns * WIDTH, setting.rows * HEIGHT, tuple(cells), lines)
