"""Printed boards: which card lies where and which way round, and the whole board as one picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import layout_names, load_layout
from vision.drawing.art import FONTS, weave, write
from vision.drawing.canvas import ACROSS, SPACES, Chance, Picture, grain, grained, happens, one_of, some_ink
from vision.drawing.decks import CARDS, TILE, Deck
from vision.drawing.pips import SUITS, lay, pip

FREE = -1
"""Stands where no card is printed."""
NOWHERE = 255
"""Row and column of the twin of a space that has none."""
WIDTH = ACROSS * TILE
"""Pixels along a printed board."""
CORNERS = (0, SPACES - 1, SPACES * (SPACES - 1), SPACES * SPACES - 1)


@dataclass(frozen=True)
class Cards:
    """What is printed on each space."""

    cards: NDArray[np.int64]
    """Number of its picture in the deck, mostly in CARDS, or FREE; shape (rows, columns)."""
    turns: NDArray[np.uint8]
    """Quarter turns of its picture, as np.rot90 counts them."""

    def twins(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Row and column of the other space with the same card, shape (SPACES, SPACES, 2), NOWHERE for none; and the
        quarter turns that turn that space's picture onto this one."""
        places = np.full((SPACES * SPACES, 2), NOWHERE, np.uint8)
        turns = np.zeros(SPACES * SPACES, np.uint8)
        order = np.argsort(self.cards.ravel(), kind="stable")[int((self.cards == FREE).sum()) :]
        flat = self.turns.ravel().astype(np.int64)
        for here, there in ((order[::2], order[1::2]), (order[1::2], order[::2])):
            places[here] = np.stack([there // SPACES, there % SPACES], 1)
            turns[here] = (flat[here] - flat[there]) % 4
        return places.reshape(SPACES, SPACES, 2), turns.reshape(SPACES, SPACES)


@lru_cache(maxsize=1)
def known_layouts() -> tuple[NDArray[np.int64], ...]:
    """The program's own layouts of this size, as numbers of CARDS."""
    layouts = [load_layout(name) for name in layout_names()]
    return tuple(
        np.array([FREE if card is None else CARDS.index(card) for card in one.cards]).reshape(SPACES, SPACES)
        for one in layouts
        if (one.rows, one.columns) == (SPACES, SPACES)
    )


def _random_layout(chance: Chance) -> NDArray[np.int64]:
    """Cards anywhere, or the second half of the board repeating the first."""
    inside = happens(chance, 0.25)
    free = chance.choice(SPACES * SPACES, 4, replace=False) if inside else np.array(CORNERS)
    layout = np.full(SPACES * SPACES, FREE)
    others = np.setdiff1d(np.arange(SPACES * SPACES), free)
    if happens(chance, 0.7):
        layout[others] = chance.permutation(np.repeat(np.arange(len(CARDS)), 2))
    else:
        half = chance.permutation(len(CARDS))
        layout[others] = np.concatenate([half, half[::-1] if happens(chance, 0.5) else half])
    return layout.reshape(SPACES, SPACES)


def _turns(chance: Chance) -> NDArray[np.uint8]:
    """Quarter turns of every space: all alike, halves towards their players, four ways, or any."""
    down, across = np.mgrid[:SPACES, :SPACES]
    kind = chance.random()
    if kind < 0.35:
        turns = np.zeros((SPACES, SPACES), np.int64)
    elif kind < 0.5:
        turns = np.where(down < SPACES // 2, 2, 0)
    elif kind < 0.62:
        turns = np.where(across < SPACES // 2, 0, 2)
    elif kind < 0.7:
        turns = np.where((down + across) % int(chance.integers(2, 8)) == 0, 2, 0)
    elif kind < 0.78:
        turns = 2 * chance.integers(0, 2, (SPACES, SPACES))
    elif kind < 0.9:
        # Towards the nearest edge, as cards lie that are read from all four sides.
        from_middle = np.stack([down - 4.5, across - 4.5])
        sides = np.where(np.abs(from_middle[0]) > np.abs(from_middle[1]), 0, 1)
        turns = sides + 2 * (np.take_along_axis(from_middle, sides[None], 0)[0] < 0)
    else:
        turns = chance.integers(0, 4, (SPACES, SPACES))
    return ((turns + chance.integers(0, 2) * 2) % 4).astype(np.uint8)


def cards_of(chance: Chance) -> Cards:
    """A layout from chance: one that the program knows, any way up, or any."""
    if happens(chance, 0.5):
        layout = np.rot90(one_of(chance, known_layouts()), int(chance.integers(4)))
        layout = layout.T if happens(chance, 0.5) else layout
    else:
        layout = _random_layout(chance)
    return Cards(np.ascontiguousarray(layout), _turns(chance))


_QUARTERS = {1: cv2.ROTATE_90_COUNTERCLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_CLOCKWISE}


def turned(tile: Picture, quarters: int) -> Picture:
    """A square picture turned as np.rot90 turns it."""
    return np.asarray(cv2.rotate(tile, _QUARTERS[quarters]), np.uint8) if quarters else tile


@dataclass(frozen=True)
class _Print:
    """A board on its way through the press."""

    board: Picture
    """Half a space around the field included; drawn into. Shape (height, width, 3)."""
    tile: int
    """Pixels along a space."""

    @property
    def edge(self) -> int:
        """Pixels around the field."""
        return self.tile // 2

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and down."""
        height, width = self.board.shape[:2]
        return width, height

    def pixels(self, usual: int) -> int:
        """Pixels of what is so long where spaces are drawn as large as usual, at least 1."""
        return max(1, round(usual * self.tile / TILE))


def _lay_ground(press: _Print, chance: Chance, deck: Deck) -> None:
    """What lies around and under the cards."""
    board, (width, height) = press.board, press.size
    kind = chance.random()
    if kind < 0.15:
        speckles = chance.integers(0, 256, (90, 90, 3), np.uint8) // int(chance.integers(2, 9))
        large = cv2.resize(speckles, (width, height), interpolation=cv2.INTER_LINEAR)
        np.add(large, np.array(deck.border, np.uint8) // 2, out=board, casting="unsafe")
    elif kind < 0.3:
        tile = weave(chance, press.tile, (deck.border, *deck.accents[:3]))
        board[:] = np.tile(tile, (height // press.tile, width // press.tile, 1))
    else:
        cv2.rectangle(board, (0, 0), (width, height), deck.paper if kind < 0.45 else deck.border, -1)


def _decorate(press: _Print, chance: Chance, deck: Deck) -> None:
    """A frame around the field, words and small suits beside it."""
    board, edge, (width, height) = press.board, press.edge, press.size
    if happens(chance, 0.6):
        thick = press.pixels(int(chance.integers(2, 8)))
        cv2.rectangle(board, (edge - 1, edge - 1), (width - edge, height - edge), deck.accents[0], thick)
    if happens(chance, 0.6):
        high = edge * chance.uniform(0.3, 0.6)
        for y in (edge // 2, height - edge // 2):
            write(board, "FIVE IN A ROW", (width / 2, y), high, deck.accents[1], FONTS[3], press.pixels(2))
    if happens(chance, 0.4):
        for number in range(int(chance.integers(4, 24))):
            size = press.pixels(int(chance.integers(10, 24)))
            for y in (edge // 2, height - edge // 2):
                left = int(width * (number + 0.5) / 24)
                lay(board, pip(SUITS[number % 4], size), deck.accents[2], left, y - size // 2)


def _rule(press: _Print, chance: Chance) -> None:
    """Lines between the spaces."""
    board, edge, (width, height) = press.board, press.edge, press.size
    ink = some_ink(chance, 0, 120) if happens(chance, 0.7) else some_ink(chance)
    thick = press.pixels(int(chance.choice([1, 2, 2, 3, 4, 6])))
    faint = happens(chance, 0.5)
    lines = board.copy() if faint else board
    for x in range(edge, width - edge + 1, press.tile):
        cv2.line(lines, (x, edge), (x, height - edge), ink, thick)
    for y in range(edge, height - edge + 1, press.tile):
        cv2.line(lines, (edge, y), (width - edge, y), ink, thick)
    if faint:
        share = chance.uniform(0.2, 0.9)
        cv2.addWeighted(lines, share, board, 1 - share, 0, board)


def _crease(press: _Print, chance: Chance) -> None:
    """Dark and light along the middle lines, where the board folds."""
    for axis in chance.permutation(2)[: int(chance.integers(1, 3))]:
        across = press.board if axis == 0 else press.board.swapaxes(0, 1)
        middle, wide = int(across.shape[0] / 2 + chance.normal(0, 4)), press.pixels(int(chance.integers(1, 7)))
        dark, light = across[middle - wide : middle], across[middle : middle + wide]
        dark[:] = (dark * chance.uniform(0.4, 0.9)).astype(np.uint8)
        lighter = light * chance.uniform(1, 1.2) + chance.uniform(0, 40)
        light[:] = np.clip(lighter, 0, 255).astype(np.uint8)


def _stain(press: _Print, chance: Chance) -> None:
    """Smooth dark patches, as hands and years leave them."""
    knots = int(chance.integers(2, 16))
    depth = np.clip(chance.normal(0, 1, (knots, knots, 1)) - 0.6, 0, 2)
    tone = 255 - depth * chance.uniform(5, 60) * chance.uniform(0.3, 1.2, 3)
    tone = np.clip(tone, 0, 255).astype(np.uint8)
    cv2.multiply(press.board, cv2.resize(tone, press.size, interpolation=cv2.INTER_LINEAR), press.board, 1 / 255)


def _scratch(press: _Print, chance: Chance) -> None:
    for _ in range(int(chance.integers(3, 40))):
        start = chance.integers(0, WIDTH, 2) * press.size // WIDTH
        angle, reach = chance.uniform(0, 2 * np.pi), chance.uniform(20, 180) * press.tile / TILE
        end = (start + reach * np.array([np.cos(angle), np.sin(angle)])).astype(int)
        grey = int(chance.integers(120, 256))
        cv2.line(press.board, start.tolist(), end.tolist(), (grey, grey, grey), press.pixels(1), cv2.LINE_AA)


def _wear(press: _Print, chance: Chance) -> None:
    board = press.board
    if happens(chance, 0.3):
        _stain(press, chance)
    if happens(chance, 0.3):
        strength = float(chance.uniform(0.6, 3.8))
        board[:] = grained(board, grain(chance, *board.shape[:2]), strength)
    if happens(chance, 0.3):
        _crease(press, chance)
    if happens(chance, 0.15):
        _scratch(press, chance)


def printed(chance: Chance, deck: Deck, cards: Cards, worn: bool = True) -> Picture:
    """The whole board with half a space around the field; shape (rows + 1, columns + 1 times a tile, 3)."""
    tile = deck.tiles.shape[1]
    rows, columns = cards.cards.shape
    press = _Print(np.empty(((rows + 1) * tile, (columns + 1) * tile, 3), np.uint8), tile)
    _lay_ground(press, chance, deck)
    number = cards.cards.copy()
    free = number == FREE
    number[free] = deck.cards + np.arange(free.sum()) % (len(deck.tiles) - deck.cards)
    for row, column in np.ndindex(rows, columns):
        top, left = press.edge + row * tile, press.edge + column * tile
        picture = turned(deck.tiles[number[row, column]], int(cards.turns[row, column]))
        press.board[top : top + tile, left : left + tile] = picture
    _decorate(press, chance, deck)
    if happens(chance, 0.6):
        _rule(press, chance)
    if worn:
        _wear(press, chance)
    return press.board
