"""What the eye reads on drawn tables, one line a picture, to be compared between processors.

With no word the lines are printed; with two files of them they are compared. Letters must be equal.
Processors add in their own order, so a chance, told in 255 steps, may differ by one.
"""

import random
import sys
from pathlib import Path

from hardware.simulated import SimulatedTable
from hardware.tabletop.scene import Laid
from tests.vision.scenes import LAYOUT
from tests.watched_table import measured
from vision.eye import eye_for_one

TEAMS = ("b", "g", "r")


def lines(seeds=range(5, 9), boards=3):
    """Letters and chances of each drawn board of each drawn table."""
    found = []
    for seed in seeds:
        table = SimulatedTable(seed=seed, seats="blue green red", live=False, size=(1024, 768), clutter=False, tilt=12)
        look = measured(table)
        for board in range(boards):
            rng = random.Random(100 * seed + board)
            spaces = rng.sample([space for space in range(100) if space not in LAYOUT.free], 12 * (board + 1))
            table.scene.show({space: Laid(rng.choice(TEAMS), dx=rng.uniform(-0.5, 0.5)) for space in spaces})
            seen = eye_for_one(look, LAYOUT).look(table.scene.still.copy(), 0.0, 0)
            table.scene.show({})
            found.append(f"{seed}/{board} {seen.letters} {seen.chances.hex()}")
    return found


def difference(here, there):
    """Where two such lines differ by more than a step of a chance; an empty text where they do not."""
    mine, theirs = here.split(), there.split()
    if mine[:2] != theirs[:2]:
        return f"{here}\n{there}"
    steps = max(abs(a - b) for a, b in zip(bytes.fromhex(mine[2]), bytes.fromhex(theirs[2]), strict=True))
    return f"{mine[0]}: a chance differs by {steps} of 255" if steps > 1 else ""


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print("\n".join(lines()))
    else:
        read = (Path(file).read_text("utf-8").splitlines() for file in sys.argv[1:])
        sys.exit("\n".join(filter(None, (difference(*pair) for pair in zip(*read, strict=True)))) or 0)
