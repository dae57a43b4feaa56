"""Chips that touch: players push them together where four spaces meet."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import CHIPS, LAYOUT, board_of, look_of
from vision.decode.reading import read_straight
from vision.rectify.straight import MARGIN, SIDE

PAPER = (205, 212, 218)
FARTHEST = 0.4
"""No chip lies farther from the middle of its space. Parts of a space."""
EMPTY_BOARD = board_of(PAPER)


def a_pack(count: int, radius: float, chance: np.random.Generator) -> list[np.ndarray]:
    """Places of so many chips, each of which touches another one, in a space of its own; in spaces, across and
    down."""
    while True:
        pack = [4.5 + chance.uniform(-FARTHEST, FARTHEST, 2)]
        for _ in range(200):
            turn = chance.uniform(0.0, 2.0 * np.pi)
            place = pack[chance.integers(len(pack))] + 2.02 * radius * np.array([np.cos(turn), np.sin(turn)])
            taken = any((np.floor(place) == np.floor(other)).all() for other in pack)
            free = min(np.linalg.norm(place - other) for other in pack) >= 2.0 * radius
            if free and not taken and abs(place % 1.0 - 0.5).max() <= FARTHEST:
                pack.append(place)
            if len(pack) == count:
                return pack


def read_pack(pack: list[np.ndarray], teams: str, radius: float, chance: np.random.Generator) -> dict[int, str]:
    """What is read of a board that bears nothing else: space -> letter, where that is not bare."""
    look = look_of(EMPTY_BOARD, CHIPS, radius)
    picture = EMPTY_BOARD.astype(float)
    for place, team in zip(pack, teams, strict=True):
        mask = np.zeros(picture.shape[:2], np.uint8)
        centre = [round(16.0 * (one * SIDE + MARGIN - 0.5)) for one in place]
        cv2.circle(mask, centre, round(16.0 * radius * SIDE), 255, -1, cv2.LINE_AA, shift=4)
        share = mask[..., None] / 255.0
        picture += share * (np.multiply(PAPER, look.colour_of(team).reflectance) - picture)
    noisy = np.clip(picture + chance.normal(0.0, 2.0, picture.shape), 0, 255).astype(np.uint8)
    letters = read_straight(noisy, look, ("b", "g", "r")).letters
    return {space: letter for space, letter in enumerate(letters) if letter != "." and space not in LAYOUT.free}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("radius", [0.31, 0.38])
def test_every_chip_of_a_pack_is_told_be_they_of_one_colour_or_of_several(radius: float, seed: int) -> None:
    chance = np.random.default_rng(seed)
    for count in (3, 4, 5, 6):
        pack = a_pack(count, radius, chance)
        for teams in ("bgr"[seed % 3] * count, "".join(chance.choice(list("bgr"), count))):
            lying = {int(down) * 10 + int(across): team for (across, down), team in zip(pack, teams, strict=True)}
            assert read_pack(pack, teams, radius, chance) == lying
