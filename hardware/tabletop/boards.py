"""The printed boards of the simulated table: their sizes, colours and corners, drawn from above.

Four styles of our own, none a copy of a maker's board. The layout says which card is printed where;
this file only how it looks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing import faces
from vision.drawing.faces import Colour, Picture
from vision.drawing.pips import lay, pip


class PrintedLayout(Protocol):
    """What must be known of a layout to print it."""

    @property
    def rows(self) -> int:
        """Rows of spaces."""

    @property
    def columns(self) -> int:
        """Columns of spaces."""

    @property
    def cards(self) -> Sequence[str | None]:
        """The card of each space, row by row; none where the space is free."""

    def __hash__(self) -> int:
        """Layouts that are alike are drawn once."""


@dataclass(frozen=True)
class BoardStyle:
    """How a board is printed. Lengths in centimetres, colours blue green red."""

    name: str
    cell: tuple[float, float]
    """Width and height of a space."""
    border: tuple[float, float]
    """Width of the border left and right, above and below."""
    border_colour: Colour
    trim: Colour
    paper: Colour
    lines: Colour
    face: Literal["spotted", "indexed"]
    sideways: bool = False
    """Cards lie on their side, as where spaces are wider than high."""
    facing: Literal["up", "out"] = "up"
    """`out`: the upper half of the board faces the other way, towards the player there."""
    card: float = 1.0
    """Part of a space that its card covers; the rest shows the ground."""
    ground: tuple[Colour, ...] = ()
    """Colours woven between the cards."""
    corner: Literal["star", "disc", "rings"] = "star"
    words: str = "FIVE MAKES A LINE"

    def size(self, layout: PrintedLayout) -> tuple[float, float]:
        """Width and height of the whole board."""
        width = layout.columns * self.cell[0] + 2 * self.border[0]
        return width, layout.rows * self.cell[1] + 2 * self.border[1]


STYLES: dict[str, BoardStyle] = {
    style.name: style
    for style in (
        BoardStyle("garden", (4.6, 3.5), (2.4, 2.3), (48, 74, 34), (70, 170, 205), (236, 243, 245), (40, 40, 44),
                   "spotted", sideways=True),
        BoardStyle("harbour", (4.05, 3.9), (2.6, 2.6), (150, 74, 40), (215, 220, 228), (200, 222, 236),
                   (140, 74, 52), "indexed", facing="out"),
        BoardStyle("carpet", (4.3, 3.9), (2.2, 2.4), (44, 30, 92), (70, 160, 214), (240, 243, 246), (50, 60, 120),
                   "spotted", sideways=True, facing="out", card=0.82,
                   ground=((52, 110, 40), (60, 60, 170), (60, 160, 210), (110, 60, 40)), corner="rings"),
        BoardStyle("slate", (4.4, 3.6), (2.2, 2.2), (104, 100, 96), (190, 190, 186), (190, 210, 222), (96, 100, 108),
                   "spotted", sideways=True, corner="disc"),
    )
}  # fmt: skip


def _corner(style: BoardStyle, width: int, height: int) -> Picture:
    picture = np.full((height, width, 3), style.border_colour, np.uint8)
    middle = (width // 2, height // 2)
    radius = round(min(width, height) * 0.38)
    if style.corner == "star":
        t = np.arange(20) * np.pi / 10
        reach = np.where(np.arange(20) % 2 == 0, radius * 1.1, radius * 0.55)
        points = np.column_stack([np.sin(t), -np.cos(t)]) * reach[:, None] + middle
        cv2.fillPoly(picture, [points.round().astype(np.int32)], style.trim, cv2.LINE_AA)
    elif style.corner == "rings":
        for k in range(5, 0, -1):
            colour = style.trim if k % 2 else style.border_colour
            cv2.circle(picture, middle, radius * k // 5, colour, -1, cv2.LINE_AA)
    else:
        picture[:] = style.paper
        cv2.circle(picture, middle, radius, style.border_colour, -1, cv2.LINE_AA)
    if style.corner != "rings":
        ink = style.border_colour if style.corner == "star" else style.paper
        faces.write(picture, "FREE", middle, radius * 0.42, ink)
    return picture


def _cell(style: BoardStyle, card: str | None, width: int, height: int) -> Picture:
    if card is None:
        return _corner(style, width, height)
    if style.face == "indexed":
        return faces.indexed(card, width, height, style.paper)
    if style.sideways:
        return np.ascontiguousarray(np.rot90(faces.spotted(card, height, width, style.paper)))
    return faces.spotted(card, width, height, style.paper)


def _woven(style: BoardStyle, width: int, height: int) -> Picture:
    """The ground between cards: stripes both ways in the style's colours."""
    across = np.zeros((height, width, 3), np.float32)
    colours = np.array(style.ground, np.float32)
    pitch = max(3, width // 12)
    across += colours[(np.arange(width) // pitch) % len(colours)][None, :, :] * 0.5
    across += colours[(np.arange(height) // pitch + 1) % len(colours)][:, None, :] * 0.5
    return across.astype(np.uint8)


def _put_card(cell: Picture, face: Picture, share: float) -> None:
    height, width = cell.shape[:2]
    w, h = round(width * share), round(height * share)
    small = cv2.resize(face, (w, h), interpolation=cv2.INTER_AREA)
    mask = np.zeros((h, w), np.uint8)
    round_off = max(2, w // 14)
    cv2.rectangle(mask, (round_off, 0), (w - 1 - round_off, h - 1), 255, -1)
    cv2.rectangle(mask, (0, round_off), (w - 1, h - 1 - round_off), 255, -1)
    for x in (round_off, w - 1 - round_off):
        for y in (round_off, h - 1 - round_off):
            cv2.circle(mask, (x, y), round_off, 255, -1)
    left, top = (width - w) // 2, (height - h) // 2
    place = cell[top : top + h, left : left + w]
    place[mask > 0] = small[mask > 0]


def _border(picture: Picture, style: BoardStyle, inner: tuple[int, int, int, int], chance: random.Random) -> None:
    left, top, _, bottom = inner
    height, width = picture.shape[:2]
    thin = max(1, width // 900)
    for inset in (top // 6, top // 4):
        cv2.rectangle(picture, (inset, inset), (width - 1 - inset, height - 1 - inset), style.trim, thin, cv2.LINE_AA)
    for y, over in ((bottom + (height - bottom) // 2, False), (top // 2, True)):
        strip = np.full((top // 2, width // 3, 3), style.border_colour, np.uint8)
        faces.write(strip, style.words, (strip.shape[1] / 2, strip.shape[0] / 2), top * 0.2, style.trim)
        strip = strip[::-1, ::-1] if over else strip
        y0, x0 = y - strip.shape[0] // 2, width // 2 - strip.shape[1] // 2
        picture[y0 : y0 + strip.shape[0], x0 : x0 + strip.shape[1]] = strip
    size = max(5, round(left * 0.3))
    for k in range(7):
        x = round(width * 0.07 + k * size * 1.7)
        for side in (x, width - x - size):
            mask = pip("SHDC"[k % 4], size)
            for y in (top // 2 - size // 2, bottom + (height - bottom) // 2 - size // 2):
                lay(picture, mask, faces.RED if k % 4 in (1, 2) else style.trim, side, y)
    wear = np.array([chance.random() for _ in range(64)], np.float32).reshape(8, 8)
    if chance.random() < 0.5:  # a folded board: the crease catches the light
        x = width // 2
        picture[:, x - 1 : x + 1] = (picture[:, x - 1 : x + 1] * 0.72).astype(np.uint8)
        picture[:, x + 1 : x + 3] = np.minimum(picture[:, x + 1 : x + 3] * 1.12 + 6, 255).astype(np.uint8)
    worn = cv2.resize(wear, (width, height), interpolation=cv2.INTER_CUBIC)[..., None] * 0.09 + 0.93
    picture[:] = np.clip(picture * worn, 0, 255).astype(np.uint8)


def draw_board(layout: PrintedLayout, style: BoardStyle, scale: float, chance: random.Random) -> Picture:
    """The whole board from above, `scale` pixels a centimetre; worn and creased a little by chance."""
    board_width, board_height = style.size(layout)
    width, height = round(board_width * scale), round(board_height * scale)
    picture: NDArray[np.uint8] = np.full((height, width, 3), style.border_colour, np.uint8)
    xs = [round((style.border[0] + k * style.cell[0]) * scale) for k in range(layout.columns + 1)]
    ys = [round((style.border[1] + k * style.cell[1]) * scale) for k in range(layout.rows + 1)]
    drawn: dict[tuple[str, int, int], Picture] = {}
    for space, card in enumerate(layout.cards):
        row, column = divmod(space, layout.columns)
        x0, x1, y0, y1 = xs[column], xs[column + 1], ys[row], ys[row + 1]
        key = (card or "", x1 - x0, y1 - y0)
        if key not in drawn:
            drawn[key] = _cell(style, card, x1 - x0, y1 - y0)
        face = drawn[key]
        if style.facing == "out" and row < layout.rows / 2:
            face = face[::-1, ::-1]
        if style.ground and card is not None:
            cell = _woven(style, x1 - x0, y1 - y0)
            _put_card(cell, np.ascontiguousarray(face), style.card)
            face = cell
        picture[y0:y1, x0:x1] = face
    line = max(1, round(scale * 0.07))
    if not style.ground:
        for x in xs:
            cv2.line(picture, (x, ys[0]), (x, ys[-1]), style.lines, line, cv2.LINE_AA)
        for y in ys:
            cv2.line(picture, (xs[0], y), (xs[-1], y), style.lines, line, cv2.LINE_AA)
    cv2.rectangle(picture, (xs[0], ys[0]), (xs[-1], ys[-1]), style.trim, line * 2, cv2.LINE_AA)
    _border(picture, style, (xs[0], ys[0], xs[-1], ys[-1]), chance)
    return picture
