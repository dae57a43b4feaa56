"""Prints what the eye reads on drawn tables, one line a picture, to be compared between processors."""

from __future__ import annotations

import random

from calibration.calibrate import calibrate, parse_chips
from hardware.simulated import SimulatedTable
from hardware.tabletop.scene import Laid
from tests.vision.scenes import LAYOUT
from vision.eye import read_picture

TEAMS = ("b", "g", "r")


def lines(seeds: range = range(5, 9), boards: int = 3) -> list[str]:
    """Letters, guesses and confidences of each drawn board of each drawn table."""
    found = []
    for seed in seeds:
        table = SimulatedTable(seed=seed, seats="blue green red", live=False, size=(1024, 768), clutter=False, tilt=12)
        words = " ".join(f"{team}:{space}" for team, space in table.color_chips.items())
        look = calibrate(table.empty_picture(), table.colors_picture(), parse_chips(words, LAYOUT), layout=LAYOUT).look
        for board in range(boards):
            rng = random.Random(100 * seed + board)
            spaces = rng.sample([space for space in range(100) if space not in LAYOUT.free], 12 * (board + 1))
            table.scene.show({space: Laid(rng.choice(TEAMS), dx=rng.uniform(-5, 5)) for space in spaces})
            seen = read_picture(table.scene.still.copy(), look, LAYOUT)
            table.scene.show({})
            found.append(f"{seed}/{board} {seen.letters} {seen.guesses} {bytes(seen.confidence).hex()}")
    return found


if __name__ == "__main__":
    print("\n".join(lines()))
