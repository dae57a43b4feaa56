"""The drawn table at rest: everything but hands and noise, kept ready as one picture.

Chips are put and taken one by one; only light or camera changes draw everything anew. Nothing here knows
turns, rules or time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from hardware.tabletop import clutter
from hardware.tabletop.boards import draw_board, draw_surface
from hardware.tabletop.chips import Chip, chip_seen
from hardware.tabletop.decor import Decor
from hardware.tabletop.light import LitScene
from hardware.tabletop.optics import Points, View
from vision.drawing.canvas import Picture
from vision.drawing.stamps import Stamp, Window

_ZOOM = 2
_TABLE = (150.0, 120.0)
"""Width and height of the drawn table top in centimetres; beyond it the pattern is mirrored."""
_TABLE_SCALE = 10
_CARDS = 12
"""Played cards that are remembered for drawing; those under them cannot be seen."""
_BACK = (150, 60, 50)
"""Colour of the backs of the deck."""


@dataclass(frozen=True)
class Lie:
    """How the board lies on the table: moved by centimetres, turned by degrees."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    def place(self, points: object) -> NDArray[np.float64]:
        """Table coordinates of board coordinates; shape (n, 2) both."""
        at = np.asarray(points, np.float64).reshape(-1, 2)
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        return np.asarray(at @ np.array([[c, s], [-s, c]]) + np.array([self.x, self.y]))


@dataclass(frozen=True)
class Laid:
    """A chip on the board: whose, how far off the middle of its space (cm), how turned, which face up."""

    team: str
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    flipped: bool = False


class Scene:
    """One table, seen by one camera. `still` is the scene as it lies, before sensor noise."""

    def __init__(self, layout: Layout, decor: Decor) -> None:
        self.layout = layout
        self.decor = decor
        self.view: View = decor.view
        self.lie = Lie()
        self.laid: dict[int, Laid] = {}
        self._parts = _parts(layout, decor)
        self._piles = [thing for thing in self._parts.things if thing.kind == "pile"]
        self._cards: tuple[clutter.Thing, ...] = ()
        self._played = 0
        self._chips: dict[int, tuple[Laid, Stamp]] = {}
        self._seen: dict[int, Stamp] = {}
        self._plain: Picture = _bare(layout, decor).copy()
        self._standing = clutter.standing(self.view, decor.chips, self._parts.things)
        self.lit = LitScene(decor.light, decor.view.size)
        self._light()

    # What is where

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a space in centimetres."""
        return self.decor.board.cell

    def middle(self, space: int, dx: float, dy: float) -> tuple[float, float]:
        """Table coordinates of a point `dx`, `dy` centimetres off the middle of a space."""
        row, column = divmod(space, self.layout.columns)
        width, height = self.cell
        x = (column + 0.5 - self.layout.columns / 2) * width + dx
        y = (row + 0.5 - self.layout.rows / 2) * height + dy
        at = self.lie.place([(x, y)])[0]
        return float(at[0]), float(at[1])

    def lattice(self) -> Points:
        """Pixels of the grid nodes, shape (rows + 1, columns + 1, 2), row 1 first."""
        width, height = self.cell
        xs = (np.arange(self.layout.columns + 1) - self.layout.columns / 2) * width
        ys = (np.arange(self.layout.rows + 1) - self.layout.rows / 2) * height
        grid = np.stack(np.meshgrid(xs, ys), -1)
        return self.view.project(self.lie.place(grid)).reshape(grid.shape)

    # Changing it

    def put(self, space: int, chip: Laid) -> None:
        """Lay a chip on a space, in the place of what lies there."""
        if space in self.laid:
            self.take(space)
        self.laid[space] = chip
        self._seen[space] = self._look_at(space)
        self._lay(self._seen[space].window)

    def take(self, space: int) -> None:
        """Take the chip off a space."""
        del self.laid[space]
        self._lay(self._seen.pop(space).window)

    def show(self, laid: dict[int, Laid]) -> None:
        """Lay exactly these chips."""
        self.laid = dict(laid)
        self._lay_all()

    @property
    def has_piles(self) -> bool:
        """Whether there is room beside the board for the cards that are played."""
        return bool(self._piles)

    def pile(self, seat: int) -> tuple[float, float]:
        """Table coordinates of the middle of a seat's discard pile."""
        return self._piles[seat % len(self._piles)].at

    def discard(self, seat: int, card: str) -> None:
        """Lay a played card on a seat's pile beside the board, where there is room for one."""
        self._lay_on_pile("discard", seat, card, 0.25, 7)

    def lay_straight(self, card: str) -> None:
        """Lay a card straight on the first pile, as somebody does who shows it; an empty name: one face down."""
        self._lay_on_pile("shown", 0, card, 0.06, 2)

    def _lay_on_pile(self, how: str, seat: int, card: str, aside: float, askew: float) -> None:
        """Lay a card on a pile, by chance so many centimetres aside and degrees askew."""
        if not self._piles:
            return
        pile = self._piles[seat % len(self._piles)]
        chance = random.Random(f"{how} {self.decor.seed} {self._played} {card}")
        at = (pile.at[0] + chance.gauss(0, aside), pile.at[1] + chance.gauss(0, aside))
        self._played += 1
        turn = pile.turn + chance.gauss(0, askew)
        self._lay_card(clutter.Thing("card" if card else "back", at, turn, card, colour=_BACK))

    def _lay_card(self, thing: clutter.Thing) -> None:
        self._cards = (*self._cards[-_CARDS:], thing)
        clutter.draw(self._plain, self.view, (thing,), 1)
        corners = clutter.outline(self.view, thing)
        width, height = self.view.size
        x0, y0 = np.clip(np.floor(corners.min(0)).astype(int) - 8, 0, (width, height)).tolist()
        x1, y1 = np.clip(np.ceil(corners.max(0)).astype(int) + 9, 0, (width, height)).tolist()
        if x0 < x1 and y0 < y1:
            lit = self.lit.shine(np.ascontiguousarray(self._plain[y0:y1, x0:x1]), (x0, y0))
            self._base[y0:y1, x0:x1] = lit
            self._lay((x0, y0, x1, y1))

    def clear_cards(self) -> None:
        """Take the played cards away, for the next game."""
        if self._cards:
            self._cards, self._played = (), 0
            self._draw()

    # Drawing

    def _draw(self) -> None:
        """All of it anew: the table in even white light without the chips in play, then these in its light."""
        self._chips.clear()
        self._standing = clutter.standing(self.view, self.decor.chips, self._parts.things)
        self._plain = _drawn(self.layout, self.decor, self._parts, (self.view, self.lie), self._cards)
        self._light()

    def _light(self) -> None:
        self._base: Picture = self.lit.shine(self._plain)
        for stamp in self._standing:
            self._lit(stamp).lay(self._base, self._whole)
        self._lay_all()

    @property
    def _whole(self) -> Window:
        return (0, 0, *self.view.size)

    def _lay_all(self) -> None:
        self.still: Picture = np.empty_like(self._base)
        self._seen = {space: self._look_at(space) for space in sorted(self.laid)}
        self._lay(self._whole)

    def _lay(self, window: Window) -> None:
        """Draw a part of the picture anew, its chips in the order of their spaces."""
        left, top, right, bottom = window
        self.still[top:bottom, left:right] = self._base[top:bottom, left:right]
        for _, stamp in sorted(self._seen.items()):
            stamp.lay(self.still, window)

    def _look_at(self, space: int) -> Stamp:
        laid = self.laid[space]
        if self._chips.get(space, (None,))[0] != laid:
            chip = Chip(laid.team, self.middle(space, laid.dx, laid.dy), laid.turn, laid.flipped)
            self._chips[space] = laid, chip_seen(self.view, self.decor.chips, chip)
        return self._lit(self._chips[space][1])

    def _lit(self, stamp: Stamp) -> Stamp:
        return stamp.lit(self.lit.at(*stamp.middle))


@dataclass(frozen=True)
class _Parts:
    """What a table is drawn of; nobody writes to the pictures."""

    scale: float
    """Pixels a centimetre of the board."""
    board: Picture
    surface: Picture
    things: tuple[clutter.Thing, ...]


@lru_cache(maxsize=4)
def _parts(layout: Layout, decor: Decor) -> _Parts:
    """Drawn once for all tables that are alike: a camera that is opened again, and most of the tests."""
    scale = min(48.0, decor.view.pixels_per_cm() * _ZOOM * 1.15)
    board = draw_board(layout, decor.board, scale)
    table = (round(_TABLE[0] * _TABLE_SCALE), round(_TABLE[1] * _TABLE_SCALE))
    surface = draw_surface(decor.surface, *table, np.random.default_rng(decor.seed))
    things = clutter.choose(layout, decor) if decor.clutter else ()
    return _Parts(scale, board, surface, things)


@lru_cache(maxsize=4)
def _bare(layout: Layout, decor: Decor) -> Picture:
    """How a table looks before anything moves; nobody writes to it."""
    return _drawn(layout, decor, _parts(layout, decor), (decor.view, Lie()), ())


def _drawn(
    layout: Layout, decor: Decor, parts: _Parts, seen: tuple[View, Lie], cards: tuple[clutter.Thing, ...]
) -> Picture:
    """The table in even white light, seen so, without the chips in play."""
    view, lie = seen
    xs, ys = view.table_maps(_ZOOM)
    left, top = _TABLE[0] / 2 * _TABLE_SCALE, _TABLE[1] / 2 * _TABLE_SCALE
    u, v = xs * _TABLE_SCALE + left, ys * _TABLE_SCALE + top
    mirrored = cv2.remap(parts.surface, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    fine: Picture = np.asarray(mirrored, np.uint8)
    width, height = decor.board.size(layout)
    edge = [(-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2)]
    cast = view.project(lie.place(edge) + np.array([0.22, 0.18])) * _ZOOM
    clutter.darken(fine, cast, 0.5, 2.5)
    c, s = np.cos(np.radians(lie.turn)), np.sin(np.radians(lie.turn))
    bx = (xs - np.float32(lie.x)) * np.float32(c) + (ys - np.float32(lie.y)) * np.float32(s)
    by = (ys - np.float32(lie.y)) * np.float32(c) - (xs - np.float32(lie.x)) * np.float32(s)
    bx = (bx + np.float32(width / 2)) * np.float32(parts.scale) - 0.5
    by = (by + np.float32(height / 2)) * np.float32(parts.scale) - 0.5
    cv2.remap(parts.board, bx, by, cv2.INTER_LINEAR, dst=fine, borderMode=cv2.BORDER_TRANSPARENT)
    clutter.draw(fine, view, (*parts.things, *cards), _ZOOM)
    return np.asarray(cv2.resize(fine, view.size, interpolation=cv2.INTER_AREA), np.uint8)
