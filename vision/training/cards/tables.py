"""Tables and cloths, and what lies on them that is no card: drawn, as large as a piece of the table."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing import hands
from vision.drawing.canvas import Chance, Picture, blurred, happens, one_of, some_ink, spread, toned_ink
from vision.training.cards.face import PX
from vision.training.cards.lens import SIDE

PALM = (2.2, 4.4)
"""Centimetres across half a palm, of children and of large hands, which are nearer to the camera than the table is."""


def ground(chance: Chance) -> Picture:
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
                    reach = (max(2, step // 3), max(1, step // 6))
                    cv2.ellipse(picture, dot, reach, float(x * y % 180), 0, 360, ink, -1)
    elif kind < 0.26:
        _writing(chance, picture, (0, 0), SIDE)
    return np.ascontiguousarray(np.rot90(picture, int(chance.integers(4))))


FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)
WORDS = (*"AKQJ98765432%", "10", "DATE", "No.", "OK", "game", "100", "Sequence", "Q:", "A:", "2026", "K9", "J5", "the")


def _writing(chance: Chance, picture: Picture, at: tuple[int, int], height: int) -> None:
    """Lines of text, as in a book, on paper or a screen."""
    ink, scale = some_ink(chance, 0, 120), float(chance.uniform(0.25, 0.8))
    font, down = one_of(chance, FONTS), at[1]
    while down < at[1] + height:
        words = " ".join(one_of(chance, WORDS) for _ in range(int(chance.integers(1, 12))))
        cv2.putText(picture, words, (at[0], down), font, scale, ink, int(chance.integers(1, 3)), cv2.LINE_AA)
        down += max(8, int(scale * 34 * chance.uniform(0.8, 2)))


def things(chance: Chance, picture: Picture, owner: NDArray[np.uint8]) -> None:
    """Boxes, papers, phones, pens, chips and dice; `owner` is 255 where they lie."""
    for _ in range(int(chance.integers(1, 7))):
        at, turn = chance.uniform(0, SIDE, 2), float(chance.uniform(0, 180))
        layer, cover = picture.copy(), np.zeros((SIDE, SIDE), np.uint8)
        kind, ink = chance.random(), toned_ink(chance)
        if kind < 0.3:
            corners = cv2.boxPoints(((float(at[0]), float(at[1])), tuple(chance.uniform(20, 200, 2).tolist()), turn))
            cv2.fillConvexPoly(cover, corners.astype(np.int32), 255, cv2.LINE_AA)
            layer[:] = ink if happens(chance, 0.6) else (240, 244, 244)
            if happens(chance, 0.5):
                _writing(chance, layer, (int(at[0] - 60), int(at[1] - 50)), 120)
        elif kind < 0.65:
            for _ in range(int(chance.integers(1, 5))):
                place = tuple((at + chance.normal(0, 30, 2)).astype(int).tolist())
                radius = int(chance.uniform(12, 34))
                cv2.circle(cover, place, radius, 255, -1, cv2.LINE_AA)
                cv2.circle(layer, place, radius + 1, toned_ink(chance), -1)
                inner, tone = int(radius * chance.uniform(0.4, 0.9)), toned_ink(chance)
                cv2.circle(layer, place, inner, tone, int(chance.integers(-1, 4)) or 1, cv2.LINE_AA)
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


def hand(
    chance: Chance, picture: Picture, owner: NDArray[np.uint8], tips: NDArray[np.float64], zoom: float = 1.0
) -> None:
    """A hand with its arm, bare or in a sleeve, and their shadow, from one side; `owner` is 255 where they lie.

    Args:
        chance: decides all else.
        picture: what it is drawn on.
        owner: what lies where.
        tips: where its fingers end, pixels.
        zoom: of the piece, see `vision.training.cards.heaps.piece`.
    """
    angle = chance.uniform(0, 2 * np.pi)
    arm, size = hands.Arm(tips, np.array([np.cos(angle), np.sin(angle)])), PX * zoom * spread(chance, *PALM)
    skin, wrist = hands.arm_limbs(chance, arm, size)
    layers = [(skin, hands.skin_of(chance))]
    if happens(chance, 0.6):
        cloth = np.square(np.array(toned_ink(chance), np.float32) / 255)
        layers.append((hands.sleeve(chance, wrist, arm.out, size), cloth))
    bodies = [(body, colour) for limbs, colour in layers if not (body := hands.Body(limbs, SIDE)).empty]
    cover = np.zeros((SIDE, SIDE), np.float32)
    for body, _ in bodies:
        np.maximum(cover[body.place], body.solid, out=cover[body.place])
    shadow = blurred(cover, spread(chance, 2, 14))
    shift = np.array([[1, 0, chance.normal(0, 10)], [0, 1, chance.normal(0, 10)]], np.float32)
    shadow = np.asarray(cv2.warpAffine(shadow, shift, (SIDE, SIDE)), np.float32)
    picture[:] = picture * (1 - shadow[..., None] * np.float32(chance.uniform(0.1, 0.7)))
    lamp, light = hands.lamp_direction(chance), np.float32(chance.uniform(0.5, 1.3))
    for body, colour in bodies:
        lit = colour * (light * body.shading(chance, 0.05, lamp))[..., None]
        share = body.solid[..., None]
        picture[body.place] = picture[body.place] * (1 - share) + np.sqrt(np.clip(lit, 0, 1)) * (255 * share)
    owner[cover > 0.5] = 255
