"""Only one referee at a table: two would write one game between them.

Two tables may share a data folder; each has its own lock. The system lets go of it with the process, however it ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from referee.refusal import Refusal

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None


@contextlib.contextmanager
def alone_at(profile: str, data: Path) -> Iterator[None]:
    """Hold the table of that profile in that data folder. Raises Refusal while another referee holds it."""
    if fcntl is None:
        yield
        return
    name = hashlib.sha256(profile.encode()).hexdigest()[:16]
    file = data / "tables" / f"{name}.lock"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        held = file.open("a+")
    except OSError as error:
        raise Refusal(
            f"The data folder {data} cannot be written: {error.strerror}.", "Give another folder with --data DIR."
        ) from error
    with held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            held.seek(0)
            who = held.read().strip()
            raise Refusal(
                f"Another referee{f' (process {who})' if who else ''} already keeps the games of the table {profile}.",
                "Stop it first, or give this one another folder with --data DIR.",
            ) from error
        held.truncate(0)
        held.write(str(os.getpid()))
        held.flush()
        yield
