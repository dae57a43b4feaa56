"""How well discard piles are read, on rendered pictures in the folder named by SCENES_CARDS; their speed anywhere."""

import json
import os
from collections import Counter
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from tests.bench._figures import at_least, at_most, exactly, figure
from tests.bench._warps import Warps
from tests.vision.cards import table
from vision.cards.pile_reader import find_piles
from vision.cards.watch import PileWatch
from vision.rectify.mesh import Mesh

TRIES = 3
"""How often a first look is timed."""


def figures():
    """The figures, each with its unit and goal."""
    cv2.setNumThreads(1)
    folder = os.environ.get("SCENES_CARDS", "")
    return (_read(Path(folder)) if folder else {}) | _speed()


def _read(folder):
    counts = {"index in view": Counter(), "one index, or moving": Counter()}
    pictures = false = 0
    for truth in sorted(folder.glob("sets/*/truth.json")):
        for name, told in json.loads(truth.read_text())["images"].items():
            pictures += 1
            picture = cv2.imread(str(truth.parent / name))
            piles = find_piles(picture, Mesh(np.array(told["grid"], np.float32).reshape(11, 11, 2)))
            tops = [discard["top"] for discard in told.get("discards", [])]
            for top in tops:
                # Piles may touch: each is held against the one that lies most nearly where it does.
                pile = max(piles, key=lambda one: _overlap(one, top["polygon"]), default=None)
                plain = top["legible"] and top["index_visible"] == 2 and top["rank_px"] >= 14
                kind = "index in view" if plain else "one index, or moving" if top["index_visible"] else ""
                if kind:
                    card = pile.card if pile and _overlap(pile, top["polygon"]) > 0.1 else None
                    counts[kind]["?" if card is None else "right" if card == top["card"] else "wrong"] += 1
            piles = [pile for pile in piles if all(_overlap(pile, top["polygon"]) == 0.0 for top in tops)]
            false += sum(pile.card is not None for pile in piles)
    told_all = {}
    for kind, goals in (("index in view", (97.0, 0.1)), ("one index, or moving", (90.0, 0.2))):
        count = counts[kind]
        total = max(1, count.total())
        right, wrong = 100 * count["right"] / total, 100 * count["wrong"] / total
        told_all[f"cards: {kind}, named right ({count.total()})"] = at_least(right, goals[0], "%")
        told_all[f"cards: {kind}, named wrong"] = at_most(wrong, goals[1], "%")
    told_all[f"cards: named where none lies ({pictures} pictures)"] = exactly(false, 0)
    return told_all


def _overlap(pile, polygon):
    area, _ = cv2.intersectConvexConvex(np.array(polygon, np.float32), pile.corners)
    return float(area) / max(1.0, cv2.contourArea(pile.corners))


def _speed():
    drawn = table(1)
    warps = Warps(drawn.picture, drawn.picture.shape[1::-1])
    watch, clock = PileWatch(), count(0.0, 0.2)

    def look():
        watch.look(drawn.picture, drawn.mesh, next(clock))

    warps.weigh("first look", look)
    for _ in range(TRIES - 1):
        warps.weigh("first look", lambda: PileWatch().look(drawn.picture, drawn.mesh, 0.0))
    for number in range(12):
        warps.weigh("idle", look, times=20)
        drawn.lay(["AD", "9C", "KC", "7H"][number % 4], (-2.3, 4.0), 5)
        look()
        warps.weigh("new card", look)
        for _ in range(6):
            look()
    cloth = table(3)
    cloth.spread_cloth()
    cloth.lay("7H", (-2.3, 4.0), 5)
    for _ in range(TRIES):
        warps.weigh("cloth", lambda: PileWatch().look(cloth.picture, cloth.mesh, 0.0))
    return {
        "cards: a frame in which nothing changed": at_most(warps.least("idle"), 0.1, "warps"),
        "cards: reading a new card": at_most(warps.median("new card"), 6, "warps"),
        "cards: the first look around the board": figure(warps.least("first look"), "warps"),
        "cards: the same on a dotted white cloth": figure(warps.least("cloth"), "warps"),
    }
