"""How many top cards are named on heaps of decks and fonts that are never learnt from, drawn, often blurred or dark.

`HELD_CARDS` says how many pieces of table are drawn; a card of which no index is in view counts nowhere. It needs what
the trainings of the networks need: `pip install -e '.[train]'`, the free decks and many fonts.
"""

import os
import tempfile
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from tests.bench._figures import at_least, at_most
from vision.cards.patch import CARDS
from vision.cards.pile_reader import PileReader
from vision.cards.tabletop import Tabletop
from vision.training.cards.face import PX
from vision.training.cards.lens import SIDE
from vision.training.cards.pool import held_pool

PIECES = int(os.environ.get("HELD_CARDS", "400"))
ZOOM = 0.6
"""Of the pieces: a card and what lies around it fit on one."""
NEAR = 1.2
"""Centimetres from the middle of a card within which a pile is taken for it."""
UNDER = 0.15
"""A card of which others cover more than this part lies under them; what covers less may lie beside it."""
GOALS = {2: ("both indices in view", 98.0, 0.1), 1: ("one index in view", 85.0, 0.2)}


def figures():
    """The figures, each with its unit and goal."""
    cv2.setNumThreads(1)
    counts = {1: Counter(), 2: Counter(), "named": Counter()}
    with tempfile.TemporaryDirectory() as folder:
        pool = held_pool(Path(folder) / "held", PIECES, Path(folder) / "decks", ZOOM)
        for picture, cards, marks in zip(pool.pictures, pool.cards, pool.marks, strict=True):
            _read(picture, cards, marks, counts)
    rows = {}
    for indices, (kind, right, wrong) in GOALS.items():
        told = counts[indices]
        of, total = f"% of {told.total()}", max(1, told.total())
        rows[f"held-out cards, {kind}: named right"] = at_least(100 * told["right"] / total, right, of)
        rows[f"held-out cards, {kind}: named wrong"] = at_most(100 * told["wrong"] / total, wrong, of)
    named = counts["named"].total()
    under = 100 * counts["named"]["under"] / max(1, named)
    rows["held-out cards: named though another lies on it"] = at_most(under, 0.1, f"% of {named}")
    return rows


def _read(picture, cards, marks, counts):
    """Adds how the top cards of one piece are named to the counts, by how many of their indices are in view."""
    cards = [card for card in cards if card[10] and card[6] >= 0]
    table = _table()
    piles = PileReader().piles_in(picture, table, np.full(picture.shape[:2], 255, np.uint8))
    lie = {}
    """How much of the least covered of the cards that a pile may mean is covered, by its place among the piles."""
    for card in cards:
        name = CARDS[int(card[6]) * 4 + int(card[7])]
        middle = table.on_table(card[:6].reshape(1, 2, 3)[:, :, 2])[0]
        near = [at for at, pile in enumerate(piles) if np.hypot(*(middle - (pile.top.x, pile.top.y))) < NEAR]
        named = [at for at in near if piles[at].card]
        same = [at for at in named if piles[at].card == name]
        for at in same:
            lie[at] = min(lie.get(at, 1), card[9])
        if card[9] == 0 and (indices := _in_view(card, marks)):
            counts[indices]["right" if same else "wrong" if named else "not named"] += 1
    counts["named"].update("under" if covered > UNDER else "on top" for covered in lie.values())


def _in_view(card, marks):
    """How many of a card's indices have to be read, 0 to 2."""
    own = marks[(marks[:, 6] == 1) & (marks[:, 4] == card[6]) & (marks[:, 5] == card[7])]
    place = card[:6].reshape(2, 3)
    at = np.abs((own[:, :2] - place[:, 2]) @ np.linalg.inv(place[:, :2]).T)
    return min(2, int((at < (3.4, 4.7)).all(axis=1).sum()))


def _table():
    """The table that a piece shows, seen from straight above."""
    scale, middle = PX * ZOOM, (SIDE - 1) / 2
    to_picture = np.array([[scale, 0, middle], [0, scale, middle], [0, 0, 1.0]])
    return Tabletop(to_picture, np.zeros((4, 2), np.float32), (4.0, 4.0))
