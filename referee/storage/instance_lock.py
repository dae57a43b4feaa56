"""Only one referee at a table, and only one at a game: two would write one game between them.

Two tables may share a data folder; each has its own lock, and so has each game that is being refereed.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path

from referee.refusal import Refusal
from referee.storage.locks import Lock


@contextlib.contextmanager
def instance_lock(profile: str, data: Path) -> Iterator[None]:
    """Hold the table of that profile in that data folder. Raises Refusal while another referee holds it."""
    name = hashlib.sha256(profile.encode()).hexdigest()[:16]
    with contextlib.closing(_lock(data, f"{name}.lock")) as lock:
        if not lock.take():
            raise Refusal(
                f"Another referee{lock.holder()} already keeps the games of the table {profile}.",
                "Stop it first, or give this one another folder with --data DIR.",
            )
        yield


def hold_game(game: int, data: Path) -> Lock:
    """Hold a game for as long as it is refereed, or while it is deleted. Raises Refusal while another does."""
    lock = _lock(data, f"game-{game}.lock")
    if not lock.take():
        holder = lock.holder()
        lock.close()
        raise Refusal(
            f"Game {game} is being refereed just now{holder}.", "Stop that referee first, or wait for the game's end."
        )
    return lock


def _lock(data: Path, name: str) -> Lock:
    try:
        return Lock(data / "tables" / name)
    except OSError as error:
        raise Refusal(
            f"The data folder {data} cannot be written: {error.strerror}.", "Give another folder with --data DIR."
        ) from error
