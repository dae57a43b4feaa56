"""Corners of cards, drawn: an index, what is printed beside it, the card's rim and what lies around it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import RANKS, SUITS
from vision.cards.patch import Pose
from vision.rectify.mesh import Picture
from vision.training.cards.glyphs import LETTERS, OTHER, Glyphs
from vision.training.cards.pips import Mask, pip

CANVAS = 176
"""Side of the drawn square in pixels."""
RANK = 30
"""Height of a rank on it."""

CLUTTER = 0.15
"""How often something is drawn that has no index at all."""
NARROWEST_TEN = 0.42
"""A ten is drawn so much narrower than its font has it, at most: makers of cards set it in the width of one figure."""
OVER = 0.12
"""How often another card lies on this one right beside its index, so that what is printed there is not its own."""
UNDER = 0.35
"""How often the card lies on another one, whose index shows beside it."""


@dataclass(frozen=True)
class Drawn:
    """A drawn corner: the picture, where its index is, and what it says; both None where there is no index."""

    picture: Picture
    pose: Pose
    rank: int
    """Place in RANKS, or -1 where there is no index to read."""
    suit: int


Ink = NDArray[np.float64]


def draw_corner(glyphs: Glyphs, rng: np.random.Generator) -> Drawn:
    """A corner with an index, two times of three; otherwise what might be taken for one."""
    if rng.random() < CLUTTER:
        return _clutter(glyphs, rng)
    ground = _ground(rng)
    paper = np.clip(rng.normal(240, 9) + rng.normal(0, 5, 3), 190, 255)
    rank = int(rng.integers(len(RANKS)))
    suit = int(rng.integers(len(SUITS)))
    name, sign = list(RANKS)[rank], list(SUITS)[suit]
    ink = _ink(sign, rng)
    false = rng.random() < 0.2
    text = str(rng.choice(OTHER)) if false and rng.random() < 0.6 else str(rng.choice(LETTERS[name]))
    glyph = _bent(_worn(glyphs.draw(text, rng), rng), rng)
    wide = glyph.shape[1] * RANK / glyph.shape[0]
    limit = RANK * (1.35 if len(text) > 1 else 0.95) * rng.uniform(0.75, 1.1)
    squeeze = min(1.0, limit / wide) * rng.uniform(NARROWEST_TEN if text == "10" else 0.62, 1.08)
    glyph = np.asarray(cv2.resize(glyph, (max(6, int(wide * squeeze)), RANK), interpolation=cv2.INTER_AREA), np.uint8)
    small = int(RANK * rng.uniform(0.34, 1.15))
    below = _bent(pip(sign, small, rng), rng)
    gap = int(RANK * rng.uniform(0.06, 0.5))
    height = RANK + gap + small
    left, top = CANVAS * 0.36 + rng.uniform(-12, 12), CANVAS * 0.5 - height * 0.5
    middle = left + glyph.shape[1] / 2
    aside = rng.normal(0, 0.05) * RANK
    margin = RANK * rng.uniform(0.12, 0.6)
    edge = (
        min(left, middle + aside - below.shape[1] / 2) - margin,
        top - RANK * rng.uniform(0.12, 0.7),
    )
    if rng.random() < UNDER:
        _other_card(ground, glyphs, edge, paper, rng)
    _card(ground, edge, paper, rng)
    _beside(ground, glyphs, sign, name, ink, left + max(glyph.shape[1], below.shape[1]), top, rng)
    if rng.random() < OVER:
        _card_above(ground, glyphs, left + max(glyph.shape[1], below.shape[1]), top, paper, rng)
    put(ground, glyph, left, top, ink)
    kind = rng.random()
    if not (false and kind < 0.3):
        shape = below if not (false and kind > 0.7) else _worn(glyphs.draw(str(rng.choice(OTHER)), rng), rng)
        if shape is not below:
            shape = np.asarray(cv2.resize(shape, (max(4, small * shape.shape[1] // shape.shape[0]), small)), np.uint8)
        put(ground, shape, middle + aside - shape.shape[1] / 2, top + RANK + gap, ink)
    is_rank = text in LETTERS[name]
    if false and is_rank and kind <= 0.7 and kind >= 0.3:
        false = False
    x0 = min(left, middle + aside - below.shape[1] / 2)
    x1 = max(left + glyph.shape[1], middle + aside + below.shape[1] / 2)
    pose = Pose((x0 + x1) / 2, top + height / 2, float(height), 0.0)
    if rng.random() < 0.3:
        false = _covered(ground, pose, paper, rng) or false
    return Drawn(ground, pose, -1 if false else rank, -1 if false else suit)


def _clutter(glyphs: Glyphs, rng: np.random.Generator) -> Drawn:
    """Two things one above the other that are no rank over its suit, and others around them."""
    ground = _ground(rng)
    if rng.random() < 0.8:
        paper = np.clip(rng.normal(238, 12) + rng.normal(0, 6, 3), 150, 255)
        _card(ground, (float(rng.uniform(-20, 90)), float(rng.uniform(-20, 90))), paper, rng)
    ink = _ink(str(rng.choice(list(SUITS))), rng)
    sign = str(rng.choice(list(SUITS)))
    pair = [_thing(glyphs, sign, str(kind), rng) for kind in PAIRS[int(rng.integers(len(PAIRS)))]]
    gap = int(RANK * rng.uniform(0.05, 0.8))
    height = pair[0].shape[0] + gap + pair[1].shape[0]
    y = CANVAS / 2 - height / 2
    for thing in pair:
        put(ground, thing, CANVAS / 2 - thing.shape[1] / 2 + rng.normal(0, 3), y, ink)
        y += thing.shape[0] + gap
    wide = max(thing.shape[1] for thing in pair)
    for _ in range(int(rng.integers(0, 6))):
        other = _thing(glyphs, sign, str(rng.choice(list("pugxs"))), rng)
        side = CANVAS / 2 + wide * 0.6 if rng.random() < 0.6 else CANVAS / 2 - wide * 0.6 - other.shape[1]
        put(ground, other, side, float(rng.uniform(20, CANVAS - 40)), ink)
    return Drawn(ground, Pose(CANVAS / 2, CANVAS / 2, float(height), 0.0), -1, -1)


PAIRS = ("pp", "pp", "pu", "up", "uu", "gg", "pg", "gx", "xp", "ug", "xx", "tp", "ss", "sp", "gs")
"""Pairs that are no index, above and below: p a pip, u one on its head, g a letter or number, t one on its head,
x a scrap of a picture, s a blob."""


def _thing(glyphs: Glyphs, sign: str, kind: str, rng: np.random.Generator) -> Mask:
    size = int(RANK * rng.uniform(0.7, 1.3))
    if kind in "pu":
        shape = pip(sign, size, rng)
        return np.ascontiguousarray(shape[::-1]) if kind == "u" else shape
    if kind in "gt":
        names = [text for letters in LETTERS.values() for text in letters] if rng.random() < 0.6 else list(OTHER)
        glyph = _worn(glyphs.draw(str(rng.choice(names)), rng), rng)
        wide = min(glyph.shape[1] * size // glyph.shape[0], int(size * 1.4))
        glyph = np.asarray(cv2.resize(glyph, (max(wide, 5), size), interpolation=cv2.INTER_AREA), np.uint8)
        return np.ascontiguousarray(glyph[::-1, ::-1]) if kind == "t" else glyph
    scrap = np.zeros((size, int(size * rng.uniform(0.5, 1.4))), np.uint8)
    if kind == "s":
        middle = (scrap.shape[1] // 2, size // 2)
        cv2.ellipse(scrap, middle, (middle[0] - 1, middle[1] - 1), 0, 0, 360, 255, -1 if rng.random() < 0.7 else 4)
        return scrap
    for _ in range(int(rng.integers(1, 5))):
        points = rng.uniform(0, 1, (int(rng.integers(3, 6)), 2)) * (scrap.shape[1], size)
        cv2.fillPoly(scrap, [points.astype(np.int32)], int(rng.integers(90, 255)))
    return scrap


def put(ground: Picture, mask: Mask, x: float, y: float, ink: Ink) -> None:
    """Prints a mask with its upper left corner at x, y, as far as it fits."""
    x0, y0 = int(x), int(y)
    height, width = mask.shape
    part = ground[max(y0, 0) : y0 + height, max(x0, 0) : x0 + width]
    if part.size == 0:
        return
    cover = mask[max(-y0, 0) :, max(-x0, 0) :][: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - cover) + ink * cover).astype(np.uint8)


def _worn(glyph: Mask, rng: np.random.Generator) -> Mask:
    """Bolder or finer than the font has it, as the makers of cards draw it."""
    kind = rng.random()
    if kind < 0.5:
        return glyph
    size = int(rng.integers(2, 6 if kind < 0.85 else 4))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray(cv2.dilate(glyph, kernel) if kind < 0.85 else cv2.erode(glyph, kernel), np.uint8)


def _bent(glyph: Mask, rng: np.random.Generator) -> Mask:
    """A little otherwise than the font has it: its waist higher or lower, its head narrower or wider, slanting."""
    if rng.random() < 0.3:
        return glyph
    height, width = glyph.shape
    waist, taper, slant = rng.uniform(-0.09, 0.09), rng.uniform(-0.14, 0.14), rng.uniform(-0.08, 0.08)
    down, across = np.mgrid[:height, :width].astype(np.float32)
    share = down / (height - 1)
    source = (share + waist * np.sin(np.pi * share)) * (height - 1)
    middle = (width - 1) / 2
    aside = (across - middle) * (1 + taper * (share - 0.5) + abs(taper) / 2) + slant * width * (share - 0.5)
    return np.asarray(
        cv2.remap(glyph, (middle + aside).astype(np.float32), source.astype(np.float32), cv2.INTER_LINEAR), np.uint8
    )


def _other_card(
    ground: Picture, glyphs: Glyphs, edge: tuple[float, float], paper: Ink, rng: np.random.Generator
) -> None:
    """The paper of a card underneath, with an index or pips near the rim of the one above."""
    ground[:] = np.clip(paper * rng.uniform(0.85, 1.03), 0, 255)
    for _ in range(int(rng.integers(1, 5))):
        sign = str(rng.choice(list(SUITS)))
        thing = _thing(glyphs, sign, str(rng.choice(list("ggpu"))), rng)
        if rng.random() < 0.6:
            at = (edge[0] - rng.uniform(0.1, 1.2) * RANK, edge[1] + rng.uniform(-0.5, 2.5) * RANK)
        else:
            at = (edge[0] + rng.uniform(-0.5, 2.5) * RANK, edge[1] - rng.uniform(0.2, 1.2) * RANK)
        put(ground, thing, *at, _ink(sign, rng))


def _card_above(
    ground: Picture, glyphs: Glyphs, right: float, top: float, paper: Ink, rng: np.random.Generator
) -> None:
    """A card that lies on this one, right of its index and slanting, with a rim and something printed on it."""
    edge, lean = right + RANK * rng.uniform(0.05, 0.9), rng.uniform(-0.35, 0.35) * CANVAS / 2
    far = 2 * CANVAS
    corners = np.array([(edge - lean, 0), (far, 0), (far, CANVAS), (edge + lean, CANVAS)])
    tone = tuple(float(value) for value in np.clip(paper * rng.uniform(0.88, 1.03), 0, 255))
    cv2.fillPoly(ground, [corners.astype(np.int32)], tone)
    rim = tuple(float(value) for value in paper * rng.uniform(0.35, 0.95))
    cv2.polylines(ground, [corners.astype(np.int32)], True, rim, int(rng.integers(1, 4)))
    for _ in range(int(rng.integers(0, 3))):
        sign = str(rng.choice(list(SUITS)))
        thing = _thing(glyphs, sign, str(rng.choice(list("gpu"))), rng)
        put(ground, thing, edge + rng.uniform(0.2, 1.2) * RANK, top + rng.uniform(-0.5, 2.0) * RANK, _ink(sign, rng))


def _ink(sign: str, rng: np.random.Generator) -> Ink:
    """Blue, green, red of the ink of a suit: two colours, or four."""
    four = rng.random() < 0.2
    if four and sign == "D":
        return np.array([(200, 70, 20), (30, 110, 235), (50, 195, 235)][int(rng.integers(3))], float) + rng.normal(
            0, 18, 3
        )
    if four and sign == "C":
        return np.array((50, 120, 20), float) + rng.normal(0, 18, 3)
    if sign in "HD":
        return np.clip(np.array((40, 30, 205), float) + rng.normal(0, 22, 3), 0, 255)
    return np.clip(np.array((30, 28, 28), float) + abs(rng.normal(0, 18)) + rng.normal(0, 6, 3), 0, 255)


def _ground(rng: np.random.Generator) -> Picture:
    """What the card lies on: a table, cloth, other cards."""
    colour = rng.uniform(0, 255, 3) * rng.uniform(0.15, 1)
    if rng.random() < 0.35:
        colour = np.clip(rng.normal(225, 20) + rng.normal(0, 8, 3), 0, 255)
    coarse = rng.normal(0, rng.uniform(1, 25), (int(rng.integers(3, 40)), int(rng.integers(3, 40)))).astype(np.float32)
    rough = cv2.resize(coarse, (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
    ground = np.clip(colour + rough[:, :, None], 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        _back(ground, rng)
    return ground


def _back(ground: Picture, rng: np.random.Generator) -> None:
    """The back of a card: a lattice."""
    one = tuple(float(v) for v in rng.uniform(0, 255, 3))
    step, width = int(rng.integers(8, 30)), int(rng.integers(1, 6))
    for offset in range(-CANVAS, CANVAS, step):
        cv2.line(ground, (offset, 0), (offset + CANVAS, CANVAS), one, width)
        cv2.line(ground, (offset + CANVAS, 0), (offset, CANVAS), one, width)


def _card(ground: Picture, edge: tuple[float, float], paper: Ink, rng: np.random.Generator) -> None:
    """The card itself, its corner rounded, with a shadow or a dark rim."""
    x, y = int(edge[0]), int(edge[1])
    round_ = int(RANK * rng.uniform(0.15, 0.5))
    shape = np.zeros((CANVAS, CANVAS), np.uint8)
    far = CANVAS + 40
    cv2.rectangle(shape, (x + round_, y), (far, far), 255, -1)
    cv2.rectangle(shape, (x, y + round_), (far, far), 255, -1)
    cv2.circle(shape, (x + round_, y + round_), round_, 255, -1)
    shadow = cv2.GaussianBlur(shape, (0, 0), rng.uniform(1, 8)).astype(np.float32)[:, :, None] / 255
    dark = 1 - shadow * rng.uniform(0, 0.6)
    ground[:] = (ground * dark).astype(np.uint8)
    if rng.random() < 0.3:
        around = np.roll(shape, (int(rng.integers(-30, 30)), int(rng.integers(-30, 30))), (0, 1))
        ground[around > 0] = np.clip(paper * rng.uniform(0.85, 1.02), 0, 255)
    ground[shape > 0] = paper
    if rng.random() < 0.5:
        contours, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        grey = tuple(float(v) for v in paper * rng.uniform(0.3, 0.95))
        cv2.drawContours(ground, contours, -1, grey, int(rng.integers(1, 4)))


def _beside(
    ground: Picture, glyphs: Glyphs, sign: str, name: str, ink: Ink, right: float, top: float, rng: np.random.Generator
) -> None:
    """What is printed right of the index and below it: pips, or the frame and the dress of a picture."""
    x = right + RANK * rng.uniform(0.08, 1.4 if name not in "JQK" else 0.9)
    if name in "JQK" and rng.random() < 0.85:
        y = top + RANK * rng.uniform(-0.4, 0.6)
        if rng.random() < 0.7:
            tone = tuple(float(v) for v in rng.uniform(0, 255, 3))
            cv2.rectangle(ground, (int(x), int(y)), (CANVAS + 9, CANVAS + 9), tone, int(rng.integers(1, 4)))
        x += RANK * 0.1
        for _ in range(int(rng.integers(4, 14))):
            tone = tuple(float(v) for v in rng.uniform(0, 255, 3))
            at = np.array([x, y]) + rng.uniform(0.1, 3.5, 2) * RANK
            points = at + rng.uniform(-0.7, 0.7, (int(rng.integers(3, 6)), 2)) * RANK
            points[:, 0] = np.maximum(points[:, 0], x)
            cv2.fillPoly(ground, [points.astype(np.int32)], tone)
        if rng.random() < 0.6:
            size = int(RANK * rng.uniform(0.7, 1.4))
            put(ground, pip(sign, size, rng), x + 3, y + 3, ink)
        return
    if name in "A" or rng.random() < 0.1:
        return
    size = int(RANK * rng.uniform(0.8, 1.7))
    step = size * rng.uniform(1.1, 2.2)
    y = top + RANK * rng.uniform(-0.3, 1.2)
    shape = pip(sign, size, rng)
    columns = 1 if name in "23" else int(rng.integers(1, 3))
    if columns == 1 and name in "23":
        x += RANK * rng.uniform(0.8, 2.0)
    for column in range(columns):
        for row in range(int(rng.integers(1, 4))):
            put(ground, shape, x + column * step * 1.3, y + row * step, ink)
    if rng.random() < 0.1:
        put(ground, np.asarray(cv2.resize(glyphs.draw("8", rng), (20, 30)), np.uint8), x + 60, y + 20, ink)


def _covered(ground: Picture, pose: Pose, paper: Ink, rng: np.random.Generator) -> bool:
    """Lays something over a part of the index; whether so much that it cannot be read any more."""
    angle = rng.uniform(0, 2 * np.pi)
    across = np.array([np.cos(angle), np.sin(angle)])
    along = np.array([-across[1], across[0]])
    depth = rng.uniform(-0.1, 1.0) * pose.height * 0.6
    at = np.array([pose.x, pose.y]) + across * (pose.height * 0.5 - depth)
    corners = np.array(
        [at + along * 400, at - along * 400, at - along * 400 + across * 400, at + along * 400 + across * 400]
    )
    shape = np.zeros((CANVAS, CANVAS), np.uint8)
    cv2.fillPoly(shape, [corners.astype(np.int32)], 255)
    box = shape[
        int(pose.y - pose.height / 2) : int(pose.y + pose.height / 2), int(pose.x - RANK / 2) : int(pose.x + RANK / 2)
    ]
    tone = paper * rng.uniform(0.8, 1.05) if rng.random() < 0.4 else rng.uniform(0, 255, 3)
    ground[shape > 0] = np.clip(tone, 0, 255)
    cv2.polylines(ground, [corners.astype(np.int32)], True, tuple(float(v) for v in paper * rng.uniform(0.4, 0.95)), 2)
    return float((box > 0).mean()) > 0.12
