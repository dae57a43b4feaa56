"""Pictures that invite a wrong name: what is no card, and cards of which nobody could say which one lies on top.

`NO_CARDS` says how many pictures are drawn, the same number of each kind. What is named although it is not the one
card that may be named is told with its kind and seed.
"""

import os
import sys
from collections.abc import Callable

import cv2
import numpy as np

from engine.equipment.cards import RANKS, SUITS
from tests.bench._figures import exactly
from tests.vision.cards import Table, table
from vision.cards.pile_reader import find_piles
from vision.drawing import faces
from vision.drawing.pips import lay, pip

PICTURES = int(os.environ.get("NO_CARDS", "1000"))
DECK = [rank + suit for rank in RANKS for suit in SUITS]
Spot = tuple[float, float]


def figures():
    """The figures, each with its unit and goal."""
    cv2.setNumThreads(1)
    each = max(1, PICTURES // len(KINDS))
    rows = {}
    total = 0
    for number, (kind, draw) in enumerate(KINDS.items()):
        false = right = 0
        for seed in range(number * 1000, number * 1000 + each):
            drawn = table(seed)
            allowed = draw(drawn, np.random.default_rng(seed))
            named = [pile.card for pile in find_piles(drawn.picture, drawn.mesh) if pile.card]
            wrong = [card for card in named if card not in allowed]
            false, right = false + len(wrong), right + len(named) - len(wrong)
            if wrong:
                print(f"{kind}, seed {seed}: {' '.join(wrong)}", file=sys.stderr)
        total += false
        unit = f"of {each} pictures" + (f", {right} named right" if right else "")
        rows[f"{kind}: named wrong"] = exactly(false, 0, unit)
    rows["all: named wrong"] = exactly(total, 0, f"of {each * len(KINDS)} pictures")
    return rows


def _spots(rng):
    """Four places beside the board, in spaces."""
    return [
        (float(rng.uniform(-2.8, -1.9)), float(rng.uniform(1, 3.5))),
        (float(rng.uniform(-2.8, -1.9)), float(rng.uniform(6, 9))),
        (float(rng.uniform(12.0, 13.0)), float(rng.uniform(1, 3.5))),
        (float(rng.uniform(12.0, 13.0)), float(rng.uniform(6, 9))),
    ]


def _turn(rng):
    return float(rng.uniform(0, 360))


def _cards(rng, count):
    return [str(card) for card in rng.choice(DECK, count, replace=False)]


def _lay(drawn, card, at, turn, other_deck):
    (drawn.lay_of_another_deck if other_deck else drawn.lay)(card, at, turn)


def _things(drawn, rng):
    """Cards face down, jokers, phones, boxes with words on them, score sheets, cups."""
    for at in _spots(rng):
        kind = int(rng.integers(6))
        if kind == 0:
            drawn.lay("back", at, _turn(rng))
        elif kind == 1:
            drawn.lay("joker", at, _turn(rng))
        elif kind == 2:
            phone = np.full((640, 320, 3), 28, np.uint8)
            for place, key in enumerate("123456789*0#"):
                faces.write(phone, key, (80 + 80 * (place % 3), 260 + 90 * (place // 3)), 40, (235, 235, 235))
            drawn.lay_face(phone, at, _turn(rng), (7.2, 14.4))
        elif kind == 3:
            box = np.full((500, 400, 3), rng.integers(150, 256, 3), np.uint8)
            for line in range(6):
                words = "".join(str(letter) for letter in rng.choice(list("AKQJ23456789 10"), 5))
                faces.write(box, words, (200, 50 + 75 * line), 44, (30, 30, 40))
            drawn.lay_face(box, at, _turn(rng), (8, 10))
        elif kind == 4:
            sheet = np.full((560, 400, 3), 246, np.uint8)
            for row in range(9):
                cv2.line(sheet, (0, 60 * row), (400, 60 * row), (200, 180, 160), 2)
                for column in range(4):
                    if rng.random() < 0.7:
                        faces.write(
                            sheet, str(rng.integers(2, 11)), (50 + 100 * column, 30 + 60 * row), 34, (90, 40, 30)
                        )
            drawn.lay_face(sheet, at, _turn(rng), (9, 12.6))
        else:
            drawn.stand_a_glass(at, float(rng.uniform(6, 8)))
    return set()


def _other_games(drawn, rng):
    """Cards of other games: a rank without a suit, a suit without a rank, a number over a star, letters no deck has."""
    for at in _spots(rng):
        kind = int(rng.integers(4))
        face = np.full((704, 504, 3), 250, np.uint8)
        suit = str(rng.choice(list(SUITS)))
        colour = faces.ink(suit)
        word = str(rng.choice([*"XMWSHGO", "12", "13", "21"])) if kind == 3 else str(rng.choice(list(RANKS)))
        for _ in range(2):
            if kind != 1:
                faces.write(face, word, (62, 60), 76 if len(word) == 1 else 56, colour)
            if kind in (1, 3):
                lay(face, pip(suit, 66), colour, 29, 123)
            if kind == 2:
                points = [(62 + 34 * r * np.sin(a), 156 - 34 * r * np.cos(a)) for a, r in _STAR]
                cv2.fillPoly(face, [np.round(points).astype(np.int32)], colour, cv2.LINE_AA)
            face = np.ascontiguousarray(face[::-1, ::-1])
        drawn.lay_face(face, at, _turn(rng))
    return set()


_STAR = [(np.pi * step / 5, 1.0 if step % 2 == 0 else 0.4) for step in range(10)]


def _cloth(drawn, rng):
    """A cloth with dots, stripes, checks, or printed with suits and figures all over."""
    kind = int(rng.integers(4))
    if kind == 0:
        drawn.spread_cloth()
        return set()
    tile = np.full((96, 96, 3), rng.integers(200, 256, 3), np.uint8)
    ink = [int(value) for value in rng.integers(0, 140, 3)]
    if kind == 1:
        tile[:, ::8] = tile[:, 1::8] = ink
    elif kind == 2:
        tile[:48, :48] = tile[48:, 48:] = ink
    else:
        for place, suit in enumerate(rng.permutation(list(SUITS))):
            lay(tile, pip(str(suit), 22), tuple(ink), 12 + 48 * (place % 2), 24 + 48 * (place // 2))
            faces.write(
                tile, str(rng.choice(list(RANKS))), (23 + 48 * (place % 2), 12 + 48 * (place // 2)), 16, tuple(ink)
            )
    cloth = np.tile(tile, (24, 24, 1))
    board = np.zeros(drawn.picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(board, np.round(drawn.mesh.corners).astype(np.int32), 1)
    before = drawn.picture.copy()
    drawn.lay_face(cloth, (5, 5), _turn(rng), (130, 130))
    drawn.picture = np.where(board[..., None] > 0, before, drawn.picture).astype(np.uint8)
    return set()


def _printed_board(drawn, rng):
    """A board printed with whole cards, as large as its spaces and larger."""
    size = (float(rng.uniform(3.4, 3.9)), float(rng.uniform(3.4, 3.9))) if rng.random() < 0.5 else (6.3, 8.8)
    step = (1.0, 1.0) if size[0] < 5 else (1.7, 2.3)
    for y in np.arange(0.5 * step[1], 10 - 0.4 * step[1], step[1]):
        for x in np.arange(0.5 * step[0], 10 - 0.4 * step[0], step[0]):
            if rng.random() < 0.5:
                drawn.lay(str(rng.choice(DECK)), (float(x), float(y)), 0.0, size_cm=size)
    return set()


def _hands(drawn, rng):
    """Fans of cards held in hands."""
    for x, y in _spots(rng)[::2]:
        drawn.hold_in_a_hand(" ".join(_cards(rng, int(rng.integers(3, 7)))), (x, y + 1.0))
    return set()


def _mirrored(drawn, rng):
    """Cards in a picture that is mirrored."""
    for card, at in zip(_cards(rng, 4), _spots(rng), strict=True):
        drawn.lay(card, at, _turn(rng), mirrored=True)
    return set()


def _under_a_glass(drawn, rng):
    """A card with a glass on it."""
    cards = _cards(rng, 4)
    for card, at in zip(cards, _spots(rng), strict=True):
        _lay(drawn, card, at, _turn(rng), rng.random() < 0.5)
        drawn.stand_a_glass(
            (at[0] + rng.uniform(-0.9, 0.9), at[1] + rng.uniform(-0.9, 0.9)), float(rng.uniform(5.5, 8))
        )
    return set(cards)


def _cut_off(drawn, rng):
    """Piles that the picture's edge cuts off."""
    tops = set()
    for at in ((-4.4, 1.5), (-4.5, 6.5), (13.9, 2.0), (14.2, 7.0)):
        other_deck = rng.random() < 0.5
        cards = _cards(rng, int(rng.integers(1, 4)))
        for card in cards:
            near = (at[0] + float(rng.uniform(-0.5, 0.5)), at[1] + float(rng.uniform(-0.5, 0.5)))
            _lay(drawn, card, near, _turn(rng), other_deck)
        tops.add(cards[-1])
    return tops


def _heaps(drawn, rng):
    """Heaps of two to five cards of two decks, some with a hand over them, some with a card face down on top."""
    tops = set()
    for at in _spots(rng):
        cards = _cards(rng, int(rng.integers(2, 6)))
        for card in cards:
            near = (at[0] + float(rng.uniform(-0.4, 0.4)), at[1] + float(rng.uniform(-0.4, 0.4)))
            _lay(drawn, card, near, _turn(rng), rng.random() < 0.5)
        kind = rng.random()
        if kind < 0.25:
            drawn.lay("back", (at[0] + float(rng.uniform(-0.3, 0.3)), at[1]), _turn(rng))
            continue
        if kind < 0.6:
            off = rng.uniform(-1.2, 1.2, 2)
            drawn.cover((at[0] + float(off[0]), at[1] + float(off[1])), (4.5, 4.5), (120, 150, 205))
        tops.add(cards[-1])
    return tops


KINDS: dict[str, Callable[[Table, np.random.Generator], set[str]]] = {
    "things that are no cards": _things,
    "cards of other games": _other_games,
    "patterned cloths": _cloth,
    "boards printed with cards": _printed_board,
    "cards held in hands": _hands,
    "mirrored pictures": _mirrored,
    "cards under a glass": _under_a_glass,
    "piles cut off by the picture": _cut_off,
    "heaps, hands over them, cards face down on them": _heaps,
}
