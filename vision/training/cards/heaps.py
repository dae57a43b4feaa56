"""Pieces of a table with cards on it, drawn, and where their indices lie: what both networks learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.detector import CELL
from vision.cards.detector import PX as FOUND_PX
from vision.drawing.canvas import Chance, Picture, blurred, grain, grained, happens, one_of, some_ink, spread, toned_ink
from vision.training.cards.designs import CORNER, PX, Design, Face

SIDE = 165
"""Pixels along a piece of the table, PX a centimetre."""
FINER = PX / FOUND_PX
"""A piece is drawn so many times finer than the network that finds indices sees it."""
FOUND_SIDE = round(SIDE / FINER)
CELLS = FOUND_SIDE // CELL
SEEN, HIDDEN = 0.93, 0.15
"""An index of which at least the first part is in view has to be read; of which less than the second, must not be."""
DROWNED = 110
"""Grey levels of glare over an index that nobody could read."""
AROUND = 12
"""Pixels around a card in which its shadow falls."""
NO_CARDS = 0.12
"""Share of pieces without any card."""
NEVER_MIRRORED = (0, 1, 2, 3, 4, 5, 7, 8, 9, 11)
"""Places in RANKS of those that look otherwise in a mirror."""


@dataclass(frozen=True)
class Mark:
    """An index on a piece: its middle and height in pixels, its turn in radians, and what it says."""

    x: float
    y: float
    height: float
    turn: float
    rank: int
    suit: int
    counts: bool
    """Whether it must be read; half covered ones may be or not."""


@dataclass(frozen=True)
class Piece:
    """A drawn piece of the table."""

    picture: Picture
    marks: tuple[Mark, ...]
    surface: NDArray[np.uint8]
    """What lies uppermost at the middle of each cell: 0 the table or a thing, 1 a face, 2 a back; (CELLS, CELLS)."""


@dataclass(frozen=True)
class _Laid:
    face: Face
    place: NDArray[np.float32]
    """From pixels of the face, from its middle, to pixels of the piece; (2, 3)."""
    mirrored: bool


def piece(chance: Chance, decks: Sequence[Design]) -> Piece:
    """A piece from chance, with cards of one or two of these designs."""
    picture = _ground(chance)
    owner = np.zeros((SIDE, SIDE), np.uint8)
    scale = spread(chance, 0.84, 1.19)
    """The board says how large a centimetre is only so well."""
    if happens(chance, 0.35):
        _things(chance, picture, owner, decks)
    laid: list[_Laid] = []
    if not happens(chance, NO_CARDS):
        for card in _heap(chance, decks, scale):
            laid.append(card)
            _lay(chance, picture, owner, card, len(laid))
    if happens(chance, 0.16):
        _things(chance, picture, owner, decks)
    if happens(chance, 0.2):
        _hand(chance, picture, owner)
    glare = _glare(chance)
    picture = _seen_by_camera(chance, picture, glare)
    marks = [mark for number, card in enumerate(laid, 1) for mark in _marks(card, owner, number, glare, scale)]
    kinds = np.array([0, *(2 if card.face.back else 1 for card in laid)], np.uint8)
    middles = np.round((np.arange(CELLS) + 0.5) * CELL * FINER - 0.5).astype(int)
    surface = kinds[np.where(owner > len(laid), 0, owner)[np.ix_(middles, middles)]]
    return Piece(picture, tuple(marks), surface)


# ---- what lies on the table


def _heap(chance: Chance, decks: Sequence[Design], scale: float) -> list[_Laid]:
    """Cards, the lowest first: a squared pile, a messy one, cards in a row, or a few anywhere; one index is in view."""
    deck = decks[int(chance.integers(len(decks)))]
    second = decks[int(chance.integers(len(decks)))] if happens(chance, 0.15) else deck
    kind = chance.random()
    count = int(chance.integers(1, 3 if kind < 0.3 else 9))
    turn = chance.uniform(0, 2 * np.pi)
    step = chance.normal(0, 1, 2) * chance.uniform(0.4, 2.6)
    cards = []
    for number in range(count):
        if kind < 0.45:
            at, own = chance.normal(0, 0.25, 2), turn + chance.normal(0, 0.06)
        elif kind < 0.75:
            at, own = chance.normal(0, 1.7, 2), turn + chance.normal(0, 0.5)
        else:
            at, own = (number - count / 2) * step, turn + chance.normal(0, 0.1) + number * chance.normal(0, 0.1)
        if happens(chance, 0.5):
            own += np.pi
        if happens(chance, 0.06):
            own += np.pi / 2
        face = _drawn_from(chance, second if happens(chance, 0.5) else deck)
        cards.append(_placed(chance, face, at * PX, own, scale))
    shown = cards[int(chance.integers(count))] if happens(chance, 0.35) else cards[-1]
    spots = shown.face.spots
    look = chance.normal(0, 1.5, 2) * PX
    if spots:
        spot = one_of(chance, spots)
        look = np.array([spot.x, spot.y]) * PX
    shift = chance.uniform(10, SIDE - 10, 2) - shown.place[:, :2] @ look - shown.place[:, 2]
    for card in cards:
        card.place[:, 2] += shift
    return cards


def _drawn_from(chance: Chance, deck: Design) -> Face:
    kind = chance.random()
    if kind < 0.06 and deck.backs:
        return one_of(chance, deck.backs)
    if kind < 0.12 and deck.others:
        return one_of(chance, deck.others)
    return one_of(chance, deck.faces)


def _placed(chance: Chance, face: Face, at: NDArray[np.float64], turn: float, scale: float) -> _Laid:
    size = scale
    mirrored = face.rank in NEVER_MIRRORED and happens(chance, 0.02)
    c, s = np.cos(turn) * size, np.sin(turn) * size
    lean = np.array([[1 + chance.normal(0, 0.02), chance.normal(0, 0.02)], [0, 1 + chance.normal(0, 0.02)]])
    linear = lean @ np.array([[c, -s], [s, c]]) @ np.diag([-1.0 if mirrored else 1.0, 1.0])
    return _Laid(face, np.hstack([linear, at[:, None]]).astype(np.float32), mirrored)


def _lay(chance: Chance, picture: Picture, owner: NDArray[np.uint8], card: _Laid, number: int) -> None:
    face = card.face.picture
    half = np.array([(face.shape[1] - 1) / 2, (face.shape[0] - 1) / 2])
    corners = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ card.place[:, :2].T + card.place[:, 2]
    left, top = np.clip(np.floor(corners.min(axis=0)) - AROUND, 0, SIDE).astype(int).tolist()
    right, bottom = np.clip(np.ceil(corners.max(axis=0)) + AROUND, 0, SIDE).astype(int).tolist()
    size = (right - left, bottom - top)
    if min(size) < 3:
        return
    matrix = card.place.copy()
    matrix[:, 2] -= matrix[:, :2] @ half + (left, top)
    cover = cv2.warpAffine(_rounded(face.shape[:2]), matrix, size, flags=cv2.INTER_LINEAR)
    part = picture[top:bottom, left:right]
    under: Picture = part
    if happens(chance, 0.85):  # the shadow it throws on what lies beneath
        soft = blurred(np.roll(cover, tuple(chance.integers(-3, 4, 2).tolist()), (0, 1)), spread(chance, 0.6, 5))
        lit = cv2.convertScaleAbs(soft, alpha=-float(chance.uniform(0, 0.55)), beta=255.0)
        under = np.asarray(cv2.multiply(part, cv2.merge([lit] * 3), scale=1 / 255), np.uint8)
    laid = cv2.warpAffine(face, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cover.astype(np.float32) * np.float32(1 / 255)
    laid = cv2.convertScaleAbs(laid, alpha=float(chance.uniform(0.9, 1.0)))
    picture[top:bottom, left:right] = cv2.blendLinear(laid, under, share, 1 - share)
    owner[top:bottom, left:right][cover > 127] = number


_MASKS: dict[tuple[int, ...], NDArray[np.uint8]] = {}


def _rounded(shape: tuple[int, ...]) -> NDArray[np.uint8]:
    if shape not in _MASKS:
        mask = np.zeros(shape, np.uint8)
        corner = round(CORNER * PX)
        height, width = shape
        cv2.rectangle(mask, (corner, 0), (width - 1 - corner, height - 1), 255, -1)
        cv2.rectangle(mask, (0, corner), (width - 1, height - 1 - corner), 255, -1)
        for x in (corner, width - 1 - corner):
            for y in (corner, height - 1 - corner):
                cv2.circle(mask, (x, y), corner, 255, -1, cv2.LINE_AA)
        _MASKS[shape] = mask
    return _MASKS[shape]


def _marks(card: _Laid, owner: NDArray[np.uint8], number: int, glare: NDArray[np.float32], scale: float) -> list[Mark]:
    if card.face.rank < 0 or card.mirrored:
        return []
    found = []
    linear = card.place[:, :2]
    turn = float(np.arctan2(linear[1, 0], linear[0, 0]))
    grid = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, 6), np.linspace(-0.5, 0.5, 10)), -1).reshape(-1, 2)
    for spot in card.face.spots:
        corners = (grid * (spot.width, spot.height) + (spot.x, spot.y)) * PX
        places = np.round(corners @ linear.T + card.place[:, 2]).astype(int)
        inside = ((places >= 0) & (places < SIDE)).all(axis=1)
        x, y = places[inside].T
        seen = float((owner[y, x] == number).sum()) / len(grid)
        if seen <= HIDDEN:
            continue
        middle = np.array([spot.x, spot.y]) * PX @ linear.T + card.place[:, 2]
        drowned = float(glare[y, x].mean()) > DROWNED
        height = spot.height * PX * scale
        found.append(
            Mark(
                float(middle[0]),
                float(middle[1]),
                height,
                turn + spot.turn,
                card.face.rank,
                card.face.suit,
                seen >= SEEN and not drowned,
            )
        )
    return found


# ---- the table, and things on it


def _ground(chance: Chance) -> Picture:
    """A table or a cloth: plain, grained, striped, dotted, or printed with anything."""
    tone = np.array(toned_ink(chance) if happens(chance, 0.7) else (235, 240, 240), np.float32)
    knots = int(chance.integers(2, 40))
    coarse = chance.normal(0, spread(chance, 1, 22), (knots, int(chance.integers(2, 40)))).astype(np.float32)
    rough = cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    picture = np.clip(tone + rough[..., None], 0, 255).astype(np.uint8)
    kind = chance.random()
    ink, step, thick = toned_ink(chance), int(chance.integers(5, 60)), int(chance.integers(1, 9))
    if kind < 0.08:
        for at in range(0, SIDE, step):
            cv2.line(picture, (at, 0), (at, SIDE), ink, thick)
            if kind < 0.05:
                cv2.line(picture, (0, at), (SIDE, at), ink, thick)
    elif kind < 0.2:
        kind_of_print = chance.random()
        for x in range(0, SIDE + step, step):
            for y in range(0, SIDE + step, step):
                dot = (int(x + chance.normal(0, 1)), int(y + chance.normal(0, 1)))
                if kind_of_print < 0.5:
                    cv2.circle(picture, dot, max(1, step // 4), ink, -1 if kind_of_print < 0.35 else 1, cv2.LINE_AA)
                else:
                    cv2.ellipse(
                        picture, dot, (max(2, step // 3), max(1, step // 6)), float(x * y % 180), 0, 360, ink, -1
                    )
    elif kind < 0.26:
        _writing(chance, picture, (0, 0), SIDE, SIDE)
    return np.ascontiguousarray(np.rot90(picture, int(chance.integers(4))))


FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)
WORDS = (*"AKQJ98765432%", "10", "DATE", "No.", "OK", "game", "100", "Sequence", "Q:", "A:", "2026", "K9", "J5", "the")


def _writing(chance: Chance, picture: Picture, at: tuple[int, int], width: int, height: int) -> None:
    """Lines of text, as in a book, on paper or a screen."""
    ink, scale = some_ink(chance, 0, 120), float(chance.uniform(0.25, 0.8))
    font, down = one_of(chance, FONTS), at[1]
    while down < at[1] + height:
        words = " ".join(one_of(chance, WORDS) for _ in range(int(chance.integers(1, 12))))
        cv2.putText(picture, words, (at[0], down), font, scale, ink, int(chance.integers(1, 3)), cv2.LINE_AA)
        down += max(8, int(scale * 34 * chance.uniform(0.8, 2)))


def _things(chance: Chance, picture: Picture, owner: NDArray[np.uint8], decks: Sequence[Design]) -> None:
    """Boxes, papers, phones, pens, chips, dice and prints of cards that are no cards."""
    for _ in range(int(chance.integers(1, 4))):
        at, turn = chance.uniform(0, SIDE, 2), float(chance.uniform(0, 180))
        layer, cover = picture.copy(), np.zeros((SIDE, SIDE), np.uint8)
        kind, ink = chance.random(), toned_ink(chance)
        if kind < 0.3:
            corners = cv2.boxPoints(((float(at[0]), float(at[1])), tuple(chance.uniform(20, 200, 2).tolist()), turn))
            cv2.fillConvexPoly(cover, corners.astype(np.int32), 255, cv2.LINE_AA)
            layer[:] = ink if happens(chance, 0.6) else (240, 244, 244)
            if happens(chance, 0.5):
                _writing(chance, layer, (int(at[0] - 60), int(at[1] - 50)), 120, 120)
        elif kind < 0.65:
            for _ in range(int(chance.integers(1, 5))):
                place = tuple((at + chance.normal(0, 30, 2)).astype(int).tolist())
                radius = int(chance.uniform(12, 34))
                cv2.circle(cover, place, radius, 255, -1, cv2.LINE_AA)
                cv2.circle(layer, place, radius + 1, toned_ink(chance), -1)
                cv2.circle(
                    layer,
                    place,
                    int(radius * chance.uniform(0.4, 0.9)),
                    toned_ink(chance),
                    int(chance.integers(-1, 4)) or 1,
                    cv2.LINE_AA,
                )
        elif kind < 0.85:
            end = at + chance.normal(0, 120, 2)
            ends = tuple(at.astype(int).tolist()), tuple(end.astype(int).tolist())
            cv2.line(cover, *ends, 255, int(chance.integers(2, 16)), cv2.LINE_AA)
            layer[:] = ink
        else:
            size = int(chance.uniform(14, 40))
            corners = cv2.boxPoints(((float(at[0]), float(at[1])), (size, size), turn)).astype(np.int32)
            cv2.fillConvexPoly(cover, corners, 255, cv2.LINE_AA)
            layer[:] = ink
            for _ in range(int(chance.integers(1, 7))):
                dot = (at + chance.uniform(-0.35, 0.35, 2) * size).astype(int).tolist()
                cv2.circle(layer, tuple(dot), max(1, size // 10), some_ink(chance), -1, cv2.LINE_AA)
        share = cover[..., None].astype(np.float32) / 255
        picture[:] = (picture * (1 - share) + layer * share).astype(np.uint8)
        owner[cover > 127] = 255


def _hand(chance: Chance, picture: Picture, owner: NDArray[np.uint8]) -> None:
    """Fingers, a sleeve, and their shadow, from one side."""
    cover = np.zeros((SIDE, SIDE), np.uint8)
    angle = chance.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    tip = np.array([SIDE, SIDE]) / 2 + chance.normal(0, 55, 2)
    for finger in range(int(chance.integers(1, 6))):
        aside = np.array([-way[1], way[0]]) * (finger - 2) * chance.uniform(18, 30)
        start = tip + aside + way * abs(finger - 1.5) * chance.uniform(2, 12)
        end = start + way * 260 + aside * chance.uniform(-0.6, 0.6)
        cv2.line(
            cover,
            tuple(start.astype(int).tolist()),
            tuple(end.astype(int).tolist()),
            255,
            int(chance.integers(26, 46)),
            cv2.LINE_AA,
        )
    shade = cv2.GaussianBlur(cover, (0, 0), spread(chance, 2, 14))
    shift = np.array([[1, 0, chance.normal(0, 10)], [0, 1, chance.normal(0, 10)]], np.float32)
    shadow = cv2.warpAffine(shade, shift, (SIDE, SIDE)).astype(np.float32)[..., None] / 255
    dark = picture * (1 - shadow * np.float32(chance.uniform(0.1, 0.7)))
    bright = float(chance.uniform(0.25, 1))
    skin = (
        np.array([140, 170, 225], np.float32) * bright
        if happens(chance, 0.75)
        else np.array(toned_ink(chance), np.float32)
    )
    rounded = cv2.GaussianBlur(cover, (0, 0), 7).astype(np.float32)[..., None] / 255
    flesh = skin * (0.45 + 0.55 * rounded) + chance.normal(0, 4)
    share = cover[..., None].astype(np.float32) / 255
    picture[:] = np.clip(dark * (1 - share) + flesh * share, 0, 255).astype(np.uint8)
    owner[cover > 127] = 255


# ---- how a camera sees it


def _glare(chance: Chance) -> NDArray[np.float32]:
    """Grey levels that a mirrored lamp adds; (SIDE, SIDE)."""
    light = np.zeros((SIDE, SIDE), np.float32)
    if happens(chance, 0.25):
        at = chance.uniform(0, SIDE, 2)
        y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
        if happens(chance, 0.6):
            far = ((x - at[0]) ** 2 + (y - at[1]) ** 2) / np.float32(2 * spread(chance, 8, 60) ** 2)
        else:
            angle = chance.uniform(0, np.pi)
            across = (x - at[0]) * np.float32(np.cos(angle)) + (y - at[1]) * np.float32(np.sin(angle))
            far = across**2 / np.float32(2 * spread(chance, 3, 25) ** 2)
        light = np.exp(-far) * np.float32(chance.uniform(20, 250))
    if happens(chance, 0.15):
        light = light + np.float32(chance.uniform(0, 90))
    return light


def _seen_by_camera(chance: Chance, drawn: Picture, glare: NDArray[np.float32]) -> Picture:
    """Lamp, shadows, lens, sensor and JPEG."""
    lamp = chance.uniform(0.65, 1.0, 3) if happens(chance, 0.7) else np.array([0.35, 0.65, 1.0]) ** chance.uniform(0, 1)
    exposure = spread(chance, 0.35, 1.15)
    field = cv2.resize(
        chance.uniform(0.7, 1.0, (2, 2)).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR
    )
    light = drawn * (field[..., None] * (lamp * exposure).astype(np.float32))
    if happens(chance, 0.2):  # the edge of a shadow
        shape = np.zeros((SIDE, SIDE), np.float32)
        corners = chance.uniform(-60, SIDE + 60, (3, 2)).astype(np.int32)
        cv2.fillPoly(shape, [corners], float(chance.uniform(0.15, 0.65)))
        light *= 1 - cv2.GaussianBlur(shape, (0, 0), spread(chance, 1.5, 20))[..., None]
    light += (glare * min(1.0, exposure + 0.2))[..., None]
    # Fewer pixels a centimetre than here, and fewer along one way than the other where the camera looks aslant.
    turn = np.rad2deg(chance.uniform(0, np.pi)) if happens(chance, 0.5) else 0.0
    size = chance.uniform(0.45, 1.1, 2) if turn else np.full(2, chance.uniform(0.45, 1.15))
    size = np.maximum(size, size.max() * 0.55)
    middle = (SIDE / 2 - 0.5, SIDE / 2 - 0.5)
    forth = cv2.getRotationMatrix2D(middle, float(turn), 1.0)
    forth = np.diag([size[0], size[1]]) @ forth
    small = tuple(int(np.ceil(SIDE * side)) for side in size)
    forth[:, 2] += np.array(small) / 2 - size * (SIDE / 2)
    if size.min() < 0.9:
        light = blurred(light, 0.4 / float(size.min()))
    seen = cv2.warpAffine(light, forth, small, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    if happens(chance, 0.8):
        seen = blurred(seen, spread(chance, 0.35, 1.5))
    if happens(chance, 0.15):
        seen = _smeared(np.asarray(seen, np.float32), float(chance.uniform(2, 8)), chance)
    told: Picture = np.clip(seen, 0, 255).astype(np.uint8)
    noise = grain(chance, *told.shape[:2])
    if happens(chance, 0.5):
        noise = blurred(noise, 0.7)
    told = grained(told, noise, spread(chance, 0.4, 9))
    if happens(chance, 0.4):  # sharpened in the camera
        amount = float(chance.uniform(0.1, 0.9))
        told = np.asarray(cv2.addWeighted(told, 1 + amount, blurred(told, 1.2), -amount, 0), np.uint8)
    if happens(chance, 0.8):
        _, coded = cv2.imencode(".jpg", told, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(40, 97))])
        told = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    back = cv2.warpAffine(
        told, forth, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(back, np.uint8)


def _smeared(light: NDArray[np.float32], length: float, chance: Chance) -> NDArray[np.float32]:
    size = int(length) | 1
    kernel = np.zeros((size, size), np.float32)
    angle, half = chance.uniform(0, np.pi), size / 2
    tip = np.array([np.cos(angle), np.sin(angle)]) * half
    middle = np.array([size // 2, size // 2])
    cv2.line(kernel, tuple(np.round(middle - tip).astype(int)), tuple(np.round(middle + tip).astype(int)), 1.0)
    return np.asarray(cv2.filter2D(light, -1, kernel / max(float(kernel.sum()), 1.0)), np.float32)
