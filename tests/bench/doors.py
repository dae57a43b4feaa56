"""The doors of the command line, tried 10,000 times at random.

`DOOR_TRIES` says how often, `DOOR_FIRST` from which number.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from tests.doors.tries import Door

TRIES = int(os.environ.get("DOOR_TRIES", "10000"))
MOST_MEMORY = 6_000_000_000
FIRST = int(os.environ.get("DOOR_FIRST", "0"))


def figures() -> dict[str, dict[str, Any]]:
    """Tries, and those that were not answered as promised; each of these is printed."""
    codes: Counter[int] = Counter()
    failed = 0
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))  # more than that is a failure, too
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        door = Door(Path(folder))
        for number in range(FIRST, FIRST + TRIES):
            tried = door.try_(number)
            codes[tried.code] += 1
            if tried.trouble:
                failed += 1
                print(f"try {number}: {tried.words}\n{tried.trouble}", file=sys.stderr, flush=True)
    return {
        "tries at the command line": {"value": TRIES, "unit": f"exit codes {dict(sorted(codes.items()))}"},
        "tries not answered as promised": {"value": failed, "unit": "", "goal": "0", "reached": not failed},
    }
