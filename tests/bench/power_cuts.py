"""The plug is pulled ten thousand times, at any write or sync: is all that was announced on the disk afterwards?

The disk keeps what was synced; of what was not it keeps nothing, some of it, the first half torn at a sector, or all.
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import Any

from tests.referee.power_cuts import play_with_cuts

CUTS = 10_000
GAMES = 10
"""Different games that are written down meanwhile."""
VERIFY_EVERY = 10


def figures() -> dict[str, dict[str, Any]]:
    """Ten games, a thousand cuts each."""
    logging.disable(logging.CRITICAL)  # a disk without power is complained of at each cut
    cuts = lost = announced = changed = 0
    for seed in range(GAMES):
        with tempfile.TemporaryDirectory() as folder:
            found = play_with_cuts(Path(folder), CUTS // GAMES, seed, verify_every=VERIFY_EVERY)
        cuts, lost = cuts + found.cuts, lost + found.lost
        announced, changed = announced + found.announced, changed + len(found.changed)
    return {
        "power cuts after which nothing announced was missing": {
            "value": cuts - lost,
            "unit": f"of {cuts}",
            "goal": str(CUTS),
            "reached": cuts - lost == CUTS,
        },
        "events announced between them": {"value": announced, "unit": "events"},
        f"folders that the verifier found changed, of every {VERIFY_EVERY}th": {
            "value": changed,
            "unit": f"of {cuts // VERIFY_EVERY}",
            "goal": "0",
            "reached": changed == 0,
        },
    }
