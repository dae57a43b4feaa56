"""Ten thousand random tries at the files that commands read: each command ends in order, and a table goes on."""

from __future__ import annotations

import logging
import os
import tempfile
from pathlib import Path
from typing import Any

from tests.referee.files_door import try_the_door
from tests.referee.kept_games import played

TRIES = 10_000


def figures() -> dict[str, dict[str, Any]]:
    """Odd values and tables in a history, harm to its files, harm to an exported game."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REFEREE_DATA"] = f"{folder}/none"
        work = Path(folder) / "work"
        work.mkdir()
        wrong = try_the_door(played(Path(folder) / "whole", 2, 1), work, TRIES, seed=1)
    for said in wrong[:10]:
        print(said)
    return {
        "tries at the files door that ended in a sentence": {
            "value": TRIES - len(wrong),
            "unit": f"of {TRIES}",
            "goal": str(TRIES),
            "reached": not wrong,
        }
    }
