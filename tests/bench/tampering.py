"""Ten thousand random edits, cuts and swaps in history, inputs, pictures and films: are all of them noticed?"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from referee.reports.bundle import write_bundle
from referee.session.persistence import Kept
from referee.storage.verifier import verify
from tests.referee.kept_games import played
from tests.referee.tampering import edits, tamper

EDITS = 10_000


def figures() -> dict[str, dict[str, Any]]:
    """Two games in a data folder, and one of them exported."""
    noticed, missed, by_file = 0, [], dict[str, int]()
    with tempfile.TemporaryDirectory() as folder:
        data, bundle = played(Path(folder) / "data", 3, 2), Path(folder) / "game.zip"
        kept = Kept.below(data)
        with kept.history:
            write_bundle(kept, 1, bundle)
        for edit in edits([data, bundle], EDITS, seed=1):
            with tamper(edit):
                code, _ = verify(edit.root)
            if code in (1, 2):
                noticed += 1
                by_file[edit.file.suffix] = by_file.get(edit.file.suffix, 0) + 1
            else:
                missed.append(edit)
        whole = [verify(place)[0] for place in (data, bundle)]
    for edit in missed[:10]:
        print(f"not noticed: {edit}")
    print("noticed: " + ", ".join(f"{count} in *{ending}" for ending, count in sorted(by_file.items())))
    return {
        "random edits of stored evidence noticed": {
            "value": noticed,
            "unit": f"of {EDITS}",
            "goal": str(EDITS),
            "reached": noticed == EDITS,
        },
        "the same files undone again that are whole": {
            "value": whole.count(0),
            "unit": "of 2",
            "goal": "2",
            "reached": whole == [0, 0],
        },
    }
