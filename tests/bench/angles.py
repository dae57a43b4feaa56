"""How boards are read from aside: drawn ones, by how far off the vertical their camera stands.

The board is taken for found: what a steep view leaves of each space is what is measured. `BOARDS`: how many an angle.
"""

import math
import os
from unittest.mock import patch

import numpy as np

from engine.equipment.board import Layout
from engine.observation import CHIPS, EMPTY, FREE, HIDDEN, UNSURE
from tests.bench._figures import figure
from vision.drawing import boards as drawn
from vision.drawing.arrangement import WHITE
from vision.drawing.camera import camera_of
from vision.drawing.canvas import SPACES
from vision.drawing.decks import CARDS
from vision.read.letters import letters
from vision.read.reader import LearntReader
from vision.read.teams import ANY, Teams
from vision.training import boards as whole
from vision.training.boards import deck_in, sample

BOARDS = int(os.environ.get("BOARDS", "24"))
ANGLES = (0, 10, 20, 30, 40, 50)
"""Degrees off the vertical."""
NEAR = 2.5
"""Degrees by which a camera may stand otherwise."""
CLEAR = 0.05
"""A space of which more is covered is not counted."""
SEED = 47


def _off_the_vertical(camera):
    x, y, high = camera.stand.eye
    return math.degrees(math.atan2(math.hypot(x, y), high))


def _camera_at(angle, chance):
    while True:
        camera = camera_of(chance)
        turned = not camera.many_pixels and not camera.stand.upright
        if turned and abs(_off_the_vertical(camera) - angle) <= NEAR:
            return camera


def _layout(cards):
    named = tuple(None if card == drawn.FREE else CARDS[card] for card in cards.cards.ravel())
    return Layout(name="drawn", rows=SPACES, columns=SPACES, cards=named)


def read_at(angle, number):
    """One drawn board: how many clear spaces are told wrongly, are `?`, and are there."""
    laid = []

    def cards_of(chance):
        laid.append(drawn.cards_of(chance))
        return laid[-1]

    with (
        patch.object(whole, "camera_of", lambda chance: _camera_at(angle, chance)),
        patch.object(whole, "cards_of", cards_of),
    ):
        chance = np.random.default_rng([SEED, int(angle), number])
        one = sample(chance, deck_in(chance, SEED, 0))
    layout = _layout(laid[0])
    playing = one.team[:, 0] >= 0
    teams = Teams(np.where(playing[:, None], one.team, 0).astype(np.float32), playing, playing)
    told = letters(LearntReader(layout).read(one.now, one.empty, teams), layout, ANY).letters
    clear = ((one.occ < CLEAR) & (one.between == 0)).ravel()
    true = _true(one, layout)
    seen = [(told[at], true[at]) for at in np.flatnonzero(clear)]
    unsure = sum(said in (UNSURE, HIDDEN) for said, _ in seen)
    return len(seen) - unsure - sum(said == lies for said, lies in seen), unsure, len(seen)


def _true(one, layout):
    bare = [FREE if space in layout.free else EMPTY for space in range(layout.size)]
    return "".join(CHIPS[(label - 1) % WHITE] if label else bare[at] for at, label in enumerate(one.label.ravel()))


def figures():
    """By angle, spaces that were told wrongly and that were `?`, of a hundred."""
    told = {}
    for angle in ANGLES:
        wrong, unsure, count = np.sum([read_at(angle, number) for number in range(BOARDS)], axis=0).tolist()
        for what, value in (("wrong", wrong), ("?", unsure)):
            share = figure(round(100 * value / count, 2), f"% of {count} spaces")
            told[f"{angle} degrees off the vertical, {what}"] = share
    return told
