"""Legal turns three deep, and the first two depths as the second referee counts them."""

from __future__ import annotations

import time
from typing import Any

from engine.analysis.perft import perft
from engine.rules.position import new_game, start
from tests.engine.duel import Duel
from tests.engine.model import perft as model_perft

KNOWN = {"classic": (288, 82_656), "bible": (192, 36_672), "kids": (76, 5_700)}


def figures() -> dict[str, dict[str, Any]]:
    """Name to value, unit, goal and whether it is reached."""
    found = {}
    for edition, numbers in KNOWN.items():
        game = new_game(edition, "blue green")
        ours = tuple(perft(game, start(game), depth) for depth in (1, 2))
        found[f"perft_{edition}"] = _figure(ours[1], "legal turns, two deep", f"{numbers[1]}", ours == numbers)
    began = time.process_time()
    game = new_game("classic", "blue green")
    perft(game, start(game), 3)
    seconds = round(time.process_time() - began, 1)
    found["perft_3_classic"] = _figure(seconds, "s", "<= 60", seconds <= 60)
    for edition, depth in (("kids", 2), ("bible", 2), ("classic", 2)):
        theirs = model_perft(Duel(edition, "blue green").model, depth)
        same = theirs == KNOWN[edition][depth - 1]
        found[f"model_perft_{edition}"] = _figure(theirs, f"by the second referee, {depth} deep", "the same", same)
    return found


def _figure(value: float, unit: str, goal: str, reached: bool) -> dict[str, Any]:
    return {"value": value, "unit": unit, "goal": goal, "reached": reached}
