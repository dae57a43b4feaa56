"""Decks that the ordinary reader does not know: read by their indices alone, and after they were shown.

Drawn decks, shown in one light and read in others, at any angle: alone, on a heap of the same deck, under a hand,
under a card that lies face down, in a lamp's mirror, and cards of another deck in their place. `SHOWN_DECK` says how
many pictures of each kind are drawn.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable

import cv2
import numpy as np

from tests.bench._figures import at_most, exactly, figure
from tests.bench._warps import Warps
from tests.vision import odd_decks
from tests.vision.cards import table
from vision.cards.pile_reader import PileReader
from vision.cards.watch import PileWatch
from vision.drawing import faces

PICTURES = int(os.environ.get("SHOWN_DECK", "20"))
DECKS: dict[str, tuple[Callable[[str], np.ndarray], tuple[str, ...]]] = {
    "suit beside the rank": (odd_decks.beside, odd_decks.FIFTY_TWO),
    "Russian letters": (odd_decks.russian, odd_decks.FIFTY_TWO),
    "pictures": (odd_decks.pictured, odd_decks.PICTURES),
}
KINDS = ("alone", "on a heap", "under a hand", "under a card face down", "in a lamp's mirror", "another deck's")
TABLE = 3
"""The drawn table on which all of it lies."""


def figures():
    """The figures, each with its unit and goal."""
    cv2.setNumThreads(1)
    rows = {}
    wrong, alone = 0, PileReader()
    readers = {name: PileReader(odd_decks.shown(design, cards, TABLE)) for name, (design, cards) in DECKS.items()}
    for name, (design, cards) in DECKS.items():
        shown = readers[name]
        for kind in KINDS:
            counts = {"shown": Counter[str](), "alone": Counter[str]()}
            for seed in range(PICTURES):
                drawn, allowed = _draw(kind, design, cards, np.random.default_rng(9000 + seed))
                counts["shown"][_named(shown, drawn, allowed)] += 1
                counts["alone"][_named(alone, drawn, allowed)] += 1
            wrong += counts["shown"]["wrong"]
            unit = f"of {PICTURES}; by indices alone {counts['alone']['right']}, wrong {counts['alone']['wrong']}"
            rows[f"{name}, {kind}: named right"] = figure(counts["shown"]["right"], unit)
            if counts["shown"]["wrong"]:
                print(f"{name}, {kind}: {counts['shown']['wrong']} wrong", file=sys.stderr)
    rows["all: named wrong once shown"] = exactly(wrong, 0)
    return rows | _speed(readers["suit beside the rank"])


def _draw(kind, design, cards, rng):
    """A table, and which cards may be named."""
    drawn = table(TABLE)
    name, turn = str(rng.choice(cards)), float(rng.uniform(0, 360))
    x, y = -2.4 + rng.uniform(-0.3, 0.3), 4.2 + rng.uniform(-2, 2)

    def near(most):
        return float(x + rng.uniform(-most, most)), float(y + rng.uniform(-most, most))

    if kind == "on a heap":
        for _ in range(3):
            drawn.lay_face(design(str(rng.choice(cards))), near(0.5), turn + float(rng.uniform(-25, 25)))
    if kind == "another deck's":
        drawn.lay_face(faces.emblem(f"stranger {name}", *odd_decks.SIZE, (240, 244, 246)), (x, y), turn)
        name = ""
    else:
        drawn.lay_face(design(name), (x, y), turn)
    size = float(rng.uniform(2, 5)), float(rng.uniform(2, 5))
    if kind == "under a hand":
        drawn.cover(near(0.9), size, (120, 150, 205))
    elif kind == "in a lamp's mirror":
        drawn.mirror_a_lamp(near(0.9), size, float(rng.uniform(0.5, 0.95)))
    elif kind == "under a card face down":
        drawn.lay_face(faces.back(*odd_decks.SIZE, (150, 60, 50)), near(0.6), turn + float(rng.uniform(-90, 90)))
        name = ""
    drawn.picture = odd_decks.in_other_light(drawn.picture, rng)
    return drawn, {name}


def _named(reader, drawn, allowed):
    named = [pile.card for pile in reader.piles(drawn.picture, drawn.mesh) if pile.card]
    return "?" if not named else "right" if set(named) <= allowed else "wrong"


def _speed(reader):
    """A new card of a shown deck, as the watch reads it."""
    drawn, watch = table(TABLE), PileWatch(reader)
    warps = Warps(drawn.picture, drawn.picture.shape[1::-1])
    watch.look(drawn.picture, drawn.mesh, 0.0)
    for number, card in enumerate(("AD", "9C", "KC", "7H", "2S", "10H", "QD", "5C")):
        drawn.lay_face(odd_decks.beside(card), (-2.3, 4.0), 5 + 3 * number)
        watch.look(drawn.picture, drawn.mesh, number + 0.4)
        warps.weigh("new card", lambda at=number + 0.6: watch.look(drawn.picture, drawn.mesh, at))
    return {"reading a new card": at_most(warps.median("new card"), 6, "warps")}
