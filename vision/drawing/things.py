"""Things that come to lie over a board: cards, boxes, papers, phones, cups, pens, napkins."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing import faces, hands
from vision.drawing.canvas import ACROSS, Chance, Picture, Scale, happens, some_ink
from vision.drawing.covers import Cover, Points, filled, some_colour, window_of
from vision.drawing.decks import CARDS, Deck
from vision.drawing.scene import Colour, Scene

KINDS = {
    "hand": 0.4,
    "arm": 0.1,
    "card": 0.15,
    "box": 0.07,
    "paper": 0.11,
    "phone": 0.05,
    "cup": 0.05,
    "thin": 0.05,
    "cloth": 0.02,
}


def _somewhere(chance: Chance, scale: Scale) -> NDArray[np.float64]:
    """A place for a thing, pixels: a corner, an edge, or anywhere."""
    kind = chance.random()
    if kind < 0.35:
        corner = chance.integers(0, 2, 2) * (ACROSS - 1) + 0.5
        return (corner + chance.normal(0, 0.8, 2)) * scale.space
    place = chance.uniform(0, 1, 2)
    if kind < 0.7:
        place[chance.integers(2)] = chance.choice([0.04, 0.96]) + chance.normal(0, 0.06)
    return place * scale.side


def _quad(centre: NDArray[np.float64], width: float, height: float, angle: float) -> Points:
    """Corners of a rectangle, from its upper left one clockwise."""
    along = np.array([np.cos(angle), np.sin(angle)]) * width / 2
    down = np.array([-np.sin(angle), np.cos(angle)]) * height / 2
    return np.array([centre - along - down, centre + along - down, centre + along + down, centre - along + down])


def _lay_picture(cover: Cover, quad: Points, picture: Picture) -> None:
    """A rectangular picture between these corners."""
    place = window_of(quad, cover.side)
    if place is None:
        return
    height, width = picture.shape[:2]
    local = (quad - (place[1].start, place[0].start)).astype(np.float32)
    way = cv2.getAffineTransform(np.array([[0, 0], [width, 0], [width, height]], np.float32), local[:3])
    size = (place[1].stop - place[1].start, place[0].stop - place[0].start)
    laid = cv2.warpAffine(picture, way, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    cover.add(place, filled(quad, place), np.square(laid.astype(np.float32) * np.float32(1 / 255)))


def _card_picture(chance: Chance, deck: Deck) -> Picture:
    """The face of a playing card, or its back."""
    if happens(chance, 0.3):
        return faces.back(60, 84, some_ink(chance, 20, 220))
    if happens(chance, 0.5):
        return np.asarray(deck.tiles[chance.integers(len(CARDS))])
    return faces.spotted(str(chance.choice(CARDS)), 60, 84, (242, 246, 248))


def cards(chance: Chance, scene: Scene, deck: Deck, teams: NDArray[Any]) -> Cover:
    """One to three playing cards, or a pile of them."""
    scale = scene.scale
    cover = Cover(scale.side)
    centre, angle = _somewhere(chance, scale), chance.uniform(0, 2 * np.pi)
    long = chance.uniform(1.2, 1.8) * scale.space
    for _ in range(int(chance.integers(1, 5))):
        quad = _quad(centre, long * 0.71, long, angle)
        if happens(chance, 0.8):
            _lay_picture(cover, quad, _card_picture(chance, deck))
        elif (place := window_of(quad, scale.side)) is not None:
            cover.add(place, filled(quad, place), some_colour(chance, teams))
        centre = centre + chance.normal(0, 0.5, 2) * scale.space
        angle += chance.normal(0, 0.5)
    return cover


def _stand_up(cover: Cover, scene: Scene, base: Points, high: float, colour: Colour) -> Points:
    """The sides of what stands on these corners; gives back the corners of its top."""
    space = scene.scale.space
    moves = np.array([scene.shift(x / space, y / space, high) for x, y in base.tolist()]) * space
    top: Points = base + moves
    hull = np.asarray(cv2.convexHull(np.concatenate([base, top]).astype(np.float32)), np.float64)[:, 0]
    cover.add_polygon(hull, colour)
    return top


def box(chance: Chance, scene: Scene, deck: Deck, teams: NDArray[Any]) -> Cover:
    """A box, a book or a case with something printed on its lid."""
    scale, cover = scene.scale, Cover(scene.scale.side)
    width, height = chance.uniform(1.0, 5.0, 2) * scale.space
    base = _quad(_somewhere(chance, scale), width, height, chance.uniform(0, 2 * np.pi))
    colour = some_colour(chance, teams)
    top = _stand_up(cover, scene, base, chance.uniform(0.1, 1.2), colour * np.float32(chance.uniform(0.3, 0.8)))
    lid = np.full((48, 48, 3), np.sqrt(np.clip(colour, 0, 1)) * 255, np.uint8)
    if happens(chance, 0.6):
        for _ in range(int(chance.integers(1, 7))):
            ink = tuple(int(level) for level in chance.integers(0, 256, 3))
            ends = chance.integers(0, 48, (2, 2)).tolist()
            cv2.rectangle(lid, ends[0], ends[1], ink, -1 if happens(chance, 0.5) else 2)
    if happens(chance, 0.4):
        faces.write(lid, str(chance.choice(["GAME", "TEA", "SEQ", "BOX", "55"])), (24, 24), 12, (240, 240, 240))
    _lay_picture(cover, top, lid)
    return cover


def paper(chance: Chance, scene: Scene, deck: Deck, teams: NDArray[Any]) -> Cover:
    """A sheet: blank, ruled, or written on."""
    scale, cover = scene.scale, Cover(scene.scale.side)
    width, height = chance.uniform(1.5, 8.0, 2) * scale.space
    # Mostly along the board, as things are laid down.
    along = happens(chance, 0.6)
    turn = chance.integers(4) * np.pi / 2 + chance.normal(0, 0.1) if along else chance.uniform(0, 2 * np.pi)
    tone = chance.uniform(205, 255) * np.exp(chance.normal(0, 0.03, 3))
    sheet = np.full((120, 90, 3), np.clip(tone, 0, 255), np.uint8)
    kind, ink = chance.random(), some_ink(chance, 0, 150)
    if kind < 0.3:
        for y in range(int(chance.integers(4, 12)), 120, int(chance.integers(6, 14))):
            cv2.line(sheet, (0, y), (90, y), ink, 1)
    elif kind < 0.7:
        step = int(chance.integers(6, 16))
        for y in range(step, 120 - step, step):
            words = chance.integers(5, 85, (int(chance.integers(1, 5)), 2)).tolist()
            for start, end in words:
                cv2.line(sheet, (start, y), (end, y + int(chance.integers(-1, 2))), ink, int(chance.integers(1, 3)))
    if happens(chance, 0.2):
        faces.write(sheet, str(chance.choice(["GAME", "RULES", "SCORE", "12 : 7"])), (45, 20), 14, ink)
    _lay_picture(cover, _quad(_somewhere(chance, scale), width, height, turn), sheet)
    return cover


def phone(chance: Chance, scene: Scene, deck: Deck, teams: NDArray[Any]) -> Cover:
    """A phone, dark or lit."""
    long = scene.scale.space * chance.uniform(2.4, 3.8)
    return phone_at(chance, scene, _somewhere(chance, scene.scale), long)


def phone_at(chance: Chance, scene: Scene, centre: NDArray[np.float64], long: float) -> Cover:
    """A phone, dark or lit, around a point, `long` pixels long."""
    cover = Cover(scene.scale.side)
    quad = _quad(centre, long * 0.5, long, chance.uniform(0, 2 * np.pi))
    picture = np.full((96, 48, 3), int(chance.integers(5, 60)), np.uint8)
    if happens(chance, 0.5):
        screen = cv2.resize(chance.integers(0, 256, (6, 3, 3), np.uint8), (42, 86), interpolation=cv2.INTER_NEAREST)
        picture[5:91, 3:45] = screen
    else:
        fade = np.linspace(1, chance.uniform(1, 5), 86)[:, None, None]
        picture[5:91, 3:45] = np.clip(picture[5:91, 3:45] * fade, 0, 255).astype(np.uint8)
    _lay_picture(cover, quad, picture)
    return cover


def _circle(centre: NDArray[np.float64], radius: float) -> Points:
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return centre + radius * np.stack([np.cos(angle), np.sin(angle)], 1)


def cup(chance: Chance, scene: Scene, deck: Deck, teams: NDArray[Any]) -> Cover:
    """A cup or a glass, seen from above and aside."""
    centre, radius = _somewhere(chance, scene.scale), scene.scale.space * chance.uniform(0.6, 1.2)
    return cup_at(chance, scene, teams, centre, radius)


def cup_at(
    chance: Chance, scene: Scene, teams: NDArray[Any], centre: NDArray[np.float64], radius: float, saucer: float = 0.4
) -> Cover:
    """A cup around a point, its rim `radius` pixels from its middle; `saucer` is how often it stands on one."""
    scale, cover = scene.scale, Cover(scene.scale.side)
    colour = some_colour(chance, teams) if happens(chance, 0.6) else np.full(3, chance.uniform(0.6, 0.9), np.float32)
    if happens(chance, saucer):
        cover.add_polygon(_circle(centre, radius * chance.uniform(1.5, 1.9)), colour * np.float32(0.9))
    base = _circle(centre, radius * chance.uniform(0.7, 1))
    high = chance.uniform(0.4, 2.2)
    top = _stand_up(cover, scene, base, high, colour * np.float32(chance.uniform(0.4, 0.9))).mean(0)
    cover.add_polygon(_circle(top, radius), colour)
    drink = np.asarray(chance.random(3) ** 3 * (0.1, 0.3, 0.6), np.float32)
    cover.add_polygon(_circle(top, radius * 0.86), colour * np.float32(0.6))
    x, y = (top / scale.space).tolist()
    inside = np.array(scene.shift(x, y, -0.3 * high)) * scale.space
    cover.add_polygon(_circle(top + inside, radius * 0.78), drink)
    return cover


def thin(chance: Chance, scene: Scene, deck: Deck, teams: NDArray[Any]) -> Cover:
    """A pen, a cable, a string."""
    scale, cover = scene.scale, Cover(scene.scale.side)
    start, radius = _somewhere(chance, scale), scale.space * chance.uniform(0.03, 0.16)
    if happens(chance, 0.5):
        angle = chance.uniform(0, 2 * np.pi)
        way = np.array([np.cos(angle), np.sin(angle)]) * chance.uniform(1.5, 4) * scale.space
        points = np.stack([start, start + way])
    else:
        points = start + np.cumsum(chance.normal(0, 1.2, (int(chance.integers(3, 8)), 2)), 0) * scale.space
    limbs = [hands.Limb(a, b, radius, radius) for a, b in pairwise(points)]
    body = hands.Body(limbs, scale.side)
    if not body.empty:
        shade = body.shading(chance, 0.02, hands.lamp_direction(chance))
        cover.add(body.place, body.solid, some_colour(chance, teams) * shade[..., None])
    return cover


def pole(chance: Chance, scene: Scene, teams: NDArray[Any]) -> Cover:
    """The arm of a lamp or of the camera's own stand, straight over the board from beyond an edge."""
    scale, cover = scene.scale, Cover(scene.scale.side)
    arm, radius = hands.arm_of(chance, scale), scale.space * chance.uniform(0.08, 0.3)
    far = arm.tips + arm.out * 1.5 * scale.side
    body = hands.Body([hands.Limb(arm.tips, far, radius, radius * chance.uniform(0.7, 1.3))], scale.side)
    if not body.empty:
        shade = body.shading(chance, 0.02, hands.lamp_direction(chance))
        colour = np.full(3, chance.uniform(0.005, 0.08)) if happens(chance, 0.6) else some_colour(chance, teams)
        cover.add(body.place, body.solid, np.asarray(colour * shade[..., None], np.float32))
    return cover


def cloth(chance: Chance, scene: Scene, deck: Deck, teams: NDArray[Any]) -> Cover:
    """A napkin, a piece of paper, anything with an outline of its own."""
    scale, cover = scene.scale, Cover(scene.scale.side)
    corners = int(chance.integers(4, 12))
    angle = np.sort(chance.uniform(0, 2 * np.pi, corners))
    reach = chance.uniform(0.15, 2.2) * scale.space * chance.uniform(0.6, 1.3, corners)
    outline = _somewhere(chance, scale) + np.stack([np.cos(angle), np.sin(angle)], 1) * reach[:, None]
    if (place := window_of(outline, scale.side)) is not None:
        solid = filled(outline, place)
        knots = chance.uniform(0.6, 1.2, (6, 6)).astype(np.float32)
        tone = cv2.resize(knots, solid.shape[::-1], interpolation=cv2.INTER_CUBIC)
        cover.add(place, solid, some_colour(chance, teams) * np.asarray(tone)[..., None])
    return cover


_THINGS = {"card": cards, "box": box, "paper": paper, "phone": phone, "cup": cup, "thin": thin, "cloth": cloth}


def _some_kind(chance: Chance, kinds: Collection[str]) -> str:
    """One of these KINDS, by their shares."""
    shares = np.array([KINDS[kind] for kind in kinds])
    return str(chance.choice(list(kinds), p=shares / shares.sum()))


def lifeless(chance: Chance, scene: Scene, deck: Deck, teams: NDArray[Any]) -> Cover:
    """Anything but a hand or an arm over the board."""
    return _THINGS[_some_kind(chance, _THINGS)](chance, scene, deck, teams)


def thing(chance: Chance, scene: Scene, deck: Deck, teams: NDArray[Any]) -> tuple[Cover, hands.Arm | None]:
    """Anything over the board, and the arm where it is a hand."""
    kind = _some_kind(chance, KINDS)
    if kind in _THINGS:
        return _THINGS[kind](chance, scene, deck, teams), None
    arm = hands.arm_of(chance, scene.scale)
    if kind == "arm":
        return hands.forearm(chance, scene.scale, teams, arm), None
    return hands.hand(chance, scene.scale, teams, arm), arm
