"""What stands and lies about beside the board: spare chips, cards, a mug, a phone. Nobody's turn."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import partial
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from engine.observation import CHIPS
from hardware.tabletop.chips import SPACE, THICKNESS, Chip, ChipLook, chip_seen, seen
from hardware.tabletop.decor import Decor
from hardware.tabletop.optics import View
from vision.drawing import faces
from vision.drawing.canvas import Picture
from vision.drawing.playing_cards import playing_card
from vision.drawing.scene import Scene
from vision.drawing.stamps import Stamp
from vision.drawing.things import cup_at, phone_at


@dataclass(frozen=True)
class Thing:
    """Something beside the board; places in centimetres on the table."""

    kind: Literal["chip", "card", "back", "mug", "phone", "pile"]
    at: tuple[float, float]
    turn: float = 0.0
    what: str = ""
    """Team of a chip, name of a card."""
    colour: tuple[int, int, int] = (120, 120, 120)
    height: float = 0.0


PILES = 4
"""Places for cards that were played, where there is room for so many."""
OWN = 2
"""For so many room is made, if there is any at all."""
_APART = 0.8
"""Centimetres between piles that were squeezed in, and around each: cards do not lie quite straight."""

_AROUND = 6
"""Spaces across the scene in which a mug or a phone is drawn."""
_RIM = 3.8
"""Radius of a mug, centimetres."""
_COARSE = 10.0
"""Pixels of a drawn card to one of the picture's above which no index can be read anyway."""
_SIZES = {"card": (5.7, 8.9), "pile": (5.7, 8.9), "back": (5.7, 8.9), "phone": (7.2, 15.0)}


def choose(layout: Layout, decor: Decor) -> tuple[Thing, ...]:
    """The things around one table, none of which touches the board or hides it from the camera."""
    chance = random.Random(f"clutter {decor.seed}")
    board = decor.board.size(layout)
    seen = decor.view
    taken: list[tuple[float, float, float]] = []
    things: list[Thing] = []

    def free(radius: float) -> tuple[float, float] | None:
        for _ in range(60):
            x, y = chance.uniform(-60, 60), chance.uniform(-50, 50)
            beside = max(abs(x) - board[0] / 2, abs(y) - board[1] / 2)
            u, v = seen.project([(x, y)])[0]
            inside = 0 < u < seen.size[0] and 0 < v < seen.size[1]
            if inside and beside > radius + 0.8 and all(math.hypot(x - a, y - b) > radius + r for a, b, r in taken):
                taken.append((x, y, radius))
                return x, y
        return None

    for pile in _piles(chance, board, seen):
        things.append(pile)
        taken.append((*pile.at, 5.6))
    for team in CHIPS:
        spot = free(4.0)
        if spot is None:
            continue
        for _ in range(chance.randint(4, 9)):
            x, y = spot[0] + chance.gauss(0, 1.9), spot[1] + chance.gauss(0, 1.9)
            if max(abs(x) - board[0] / 2, abs(y) - board[1] / 2) > 1.4:
                level = THICKNESS * sum(math.hypot(x - t.at[0], y - t.at[1]) < 1.8 for t in things if t.kind == "chip")
                things.append(Thing("chip", (x, y), chance.uniform(0, 72), team, height=level))
    for kind in ("card", "back", "card"):
        spot = free(4.6)
        if spot is not None:
            colour = chance.choice(((150, 60, 50), (50, 40, 150)))
            for _ in range(chance.randint(1, 4)):
                card = chance.choice(["QH", "7D", "AS", "10C", "KD", "3H", "JC"])
                at = (spot[0] + chance.gauss(0, 0.25), spot[1] + chance.gauss(0, 0.25))
                things.append(Thing("card" if kind == "card" else "back", at, chance.gauss(20, 30), card, colour))
    spot = free(5.2)
    # A mug leans outwards in the picture; on the near side of a tilted camera it would lean over the board.
    if spot is not None and _outwards(seen, spot):
        colour = chance.choice(((40, 40, 170), (220, 222, 226), (60, 90, 40), (36, 34, 34)))
        things.append(Thing("mug", spot, 0.0, "", colour))
    spot = free(7.8)
    if spot is not None and chance.random() < 0.6:
        things.append(Thing("phone", spot, chance.uniform(0, 180), "", (30, 28, 26)))
    return tuple(things)


def _piles(chance: random.Random, board: tuple[float, float], view: View) -> list[Thing]:
    """Places for piles, apart from each other, whose cards lie beside the board and wholly in the picture."""
    found: list[Thing] = []
    half = np.array(board) / 2 + 0.5
    usual = cv2.contourArea(outline(view, Thing("pile", (0.0, 0.0))))
    for trial in range(600):
        at = (chance.uniform(-60, 60), chance.uniform(-50, 50))
        pile = Thing("pile", at, chance.choice((0, 90, 180, 270)) + chance.gauss(0, 8))
        corners = _corners(pile, spread=1.2)
        beside = (corners.min(0) > half) | (corners.max(0) < -half)
        pixels = view.project(corners)
        inside = (pixels > 0).all() and (pixels < np.array(view.size)).all()
        # Nobody lays them where the camera sees them small, unless there is no other room.
        large = trial > 400 or cv2.contourArea(outline(view, pile)) > 0.8 * usual
        if beside.any() and inside and large and all(math.dist(at, other.at) > 12 for other in found):
            found.append(pile)
            if len(found) == PILES:
                break
    # Where there is little room people lay one pile close beside the other rather than all on one.
    while len(found) < OWN and (more := _squeezed_in(found, half, view)) is not None:
        found.append(more)
    return found


def _squeezed_in(piles: list[Thing], half: NDArray[np.float64], view: View) -> Thing | None:
    """The place at which one more pile is seen largest, though it nearly touches the others; None where there is none.
    `half` is half of the board's width and height and a margin, centimetres."""
    middles = np.stack(np.meshgrid(np.arange(-60.0, 61.0), np.arange(-50.0, 51.0)), -1).reshape(-1, 2)
    best: tuple[float, Thing] | None = None
    taken = [_corners(pile, spread=_APART).astype(np.float32) for pile in piles]
    for turn in (0.0, 90.0):
        corners = _corners(Thing("pile", (0.0, 0.0), turn), spread=_APART)[None] + middles[:, None]
        pixels = view.project(corners.reshape(-1, 2)).reshape(corners.shape)
        beside = ((corners.min(1) > half) | (corners.max(1) < -half)).any(1)
        inside = (pixels > 0).all((1, 2)) & (pixels < np.array(view.size)).all((1, 2))
        for place in np.flatnonzero(beside & inside):
            seen = float(cv2.contourArea(pixels[place].astype(np.float32)))
            if best is not None and seen <= best[0]:
                continue
            if all(cv2.intersectConvexConvex(corners[place].astype(np.float32), one)[0] <= 0 for one in taken):
                best = seen, Thing("pile", (float(middles[place][0]), float(middles[place][1])), turn)
    return best[1] if best else None


def _outwards(view: View, at: tuple[float, float]) -> bool:
    foot, head = view.project([at])[0], view.project([at], 9.0)[0]
    middle = view.project([(0.0, 0.0)])[0]
    return float(np.linalg.norm(head - middle)) > float(np.linalg.norm(foot - middle)) + 6


def darken(picture: Picture, outline: NDArray[np.float32], strength: float, softness: float) -> None:
    """Cast a soft shadow of an outline, pixels, onto the picture."""
    x0, y0 = np.maximum(np.floor(outline.min(0) - 4 * softness).astype(int), 0)
    x1, y1 = np.ceil(outline.max(0) + 4 * softness).astype(int)
    region = picture[y0:y1, x0:x1]
    if region.size == 0:
        return
    mask = np.zeros((region.shape[0], region.shape[1]), np.uint8)
    cv2.fillPoly(mask, [np.round(outline - (x0, y0)).astype(np.int32)], 255)
    keep = 255 - cv2.convertScaleAbs(cv2.GaussianBlur(mask, (0, 0), softness), alpha=strength)
    cv2.multiply(region, cv2.merge([keep] * 3), region, 1 / 255)


def _lay_flat(picture: Picture, view: View, thing: Thing, zoom: int) -> None:
    corners = outline(view, thing) * zoom
    darken(picture, corners + np.float32(1.2 * zoom), 0.45, 1.0 * zoom)
    flat = playing_card(thing.what) if thing.kind == "card" else faces.back(114, 178, thing.colour)
    coarser = flat.shape[1] / max(1.0, float(np.linalg.norm(corners[1] - corners[0])))
    if coarser > _COARSE:  # so wide a blur would take longer than all else
        finer = 4.0 / coarser
        flat = np.asarray(cv2.resize(flat, None, fx=finer, fy=finer, interpolation=cv2.INTER_AREA), np.uint8)
        coarser = 4.0
    h, w = flat.shape[:2]
    if coarser > 1:  # thin strokes of a small index must not fall between the pixels
        flat = np.asarray(cv2.GaussianBlur(flat, (0, 0), 0.4 * coarser), np.uint8)
    warp = cv2.getPerspectiveTransform(np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32) - 0.5, corners)
    cv2.warpPerspective(
        flat, warp, picture.shape[1::-1], dst=picture, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )


def draw(picture: Picture, view: View, things: tuple[Thing, ...], zoom: int) -> None:
    """Draw the cards into a picture `zoom` times as fine as the camera's."""
    for thing in things:
        if thing.kind in ("card", "back"):
            _lay_flat(picture, view, thing, zoom)


def outline(view: View, thing: Thing) -> NDArray[np.float32]:
    """Pixels of the four corners of something flat; shape (4, 2)."""
    return view.project(_corners(thing))


def _corners(thing: Thing, spread: float = 0.0) -> NDArray[np.float64]:
    """Table coordinates of the corners of something flat, larger by `spread` centimetres; shape (4, 2)."""
    width, height = (side + spread for side in _SIZES[thing.kind])
    c, s = math.cos(math.radians(thing.turn)), math.sin(math.radians(thing.turn))
    x, y = thing.at
    ends = [(-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2)]
    return np.array([(x + a * c - b * s, y + a * s + b * c) for a, b in ends])


def standing(view: View, look: ChipLook, things: tuple[Thing, ...]) -> list[Stamp]:
    """What is no card as the camera sees it, that on top last."""
    stamps = []
    for number, thing in enumerate(things):
        if thing.kind == "chip":
            stamps.append(chip_seen(view, look, Chip(thing.what, thing.at, thing.turn, height=thing.height)))
        elif thing.kind in ("mug", "phone"):
            stamps.append(seen(view, thing.at, _AROUND, partial(_stand, thing, number)))
    return stamps


def _stand(thing: Thing, number: int, scene: Scene) -> None:
    """Draw what stands in the middle of a scene."""
    chance = np.random.default_rng([number, round(thing.turn)])
    middle = np.full(2, scene.scale.side / 2)
    if thing.kind == "mug":
        colour = np.square(np.array([thing.colour]) / 255)
        cover = cup_at(chance, scene, colour, middle, _RIM / SPACE * scene.scale.space, saucer=0.0)
    else:
        cover = phone_at(chance, scene, middle, _SIZES["phone"][1] / SPACE * scene.scale.space)
    cover.paint(scene, chance)
