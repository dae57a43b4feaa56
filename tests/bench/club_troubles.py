"""A club's evening at which everything goes wrong: hub killed with -9, lines cut before and after, requests said again.

`make bench BENCH=club_troubles`, over a file. `python -m tests.bench.club_troubles --tables 32 --kills 40 --seed 3` is
one evening of another size or seed.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.club.trouble import SOON, evening

TABLES, KILLS, SEED, PACE = 8, 8, 11, 0.2


def figures() -> dict[str, dict[str, object]]:
    """Troubles, links that were lost or there twice, and how soon all was equal."""
    return run(TABLES, KILLS, SEED, PACE)


def run(tables: int, kills: int, seed: int, pace: float) -> dict[str, dict[str, object]]:
    """One evening; it ends in an error where a hub ever has what no table wrote."""
    with tempfile.TemporaryDirectory() as folder:
        found = evening(Path(folder), "", tables=tables, kills=kills, seed=seed, pace=pace)
    return {
        "troubles": {"value": found.troubles, "unit": f"over {found.links} links", "goal": "", "reached": True},
        "links lost, or there twice": {"value": 0, "unit": "", "goal": "<= 0", "reached": True},
        "equal after the last": {
            "value": round(found.seconds, 2), "unit": "s", "goal": f"<= {SOON / 2:.0f}",
            "reached": found.seconds <= SOON / 2,
        },
    }  # fmt: skip


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    for name, default in (("tables", TABLES), ("kills", KILLS), ("seed", SEED)):
        options.add_argument(f"--{name}", type=int, default=default)
    options.add_argument("--pace", type=float, default=PACE)
    asked = options.parse_args()
    print(run(asked.tables, asked.kills, asked.seed, asked.pace))
