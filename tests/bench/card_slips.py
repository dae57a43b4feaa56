"""Drawn evenings at which cards slip: they come late or early, fall, are covered, turned over, exchanged, laid as two.

`CARD_EVENINGS` says how many evenings of a minute each are played. Nobody cheats, so that every fault is false.
"""

from __future__ import annotations

import os
import sys

import cv2

from hardware.simulated import SimulatedTable
from tests.referee.drawn_evening import refereed

EVENINGS = int(os.environ.get("CARD_EVENINGS", "6"))
FIRST, SECONDS = 20, 60
SLIPS = 0.6
"""Part of the turns at which something happens to a card."""


def figures() -> dict[str, dict[str, object]]:
    """The figures, each with its unit and goal."""
    cv2.setNumThreads(1)
    turns = seen = slips = mistakes = 0
    for seed in range(FIRST, FIRST + EVENINGS):
        evening = refereed(SimulatedTable(seed=seed, live=False, cheats=0.0, slips=SLIPS), SECONDS)
        for mistake in evening.mistakes():
            print(f"seed {seed}: {mistake}", file=sys.stderr)
            mistakes += 1
        turns += len(evening.turns)
        seen += sum(bool(turn.card_seen) for turn in evening.turns.values())
        slips += sum(event.note.kind == "trouble" for event in evening.table.truth.events)
    return {
        "slipping cards: what was said wrong": {
            "value": mistakes,
            "unit": f"of {turns} turns, {slips} slips",
            "goal": "0",
            "reached": mistakes == 0,
        },
        "slipping cards: turns told with their card": {
            "value": 100 * seen / max(1, turns),
            "unit": "%",
            "goal": None,
            "reached": None,
        },
    }
