"""What pages count over many games: each game that is over is read once for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

from engine.events import AnyEvent
from engine.trouble import Trouble
from web.kept_games import GameEntry, KeptGames

COUNTED = 300
"""Games that are counted, the latest: each is read whole once, some hundredths of a second on a small machine."""

T = TypeVar("T")


class ReadOnce(Generic[T]):
    """Games made into something short. What is over changes by its names alone, so each is read once for these."""

    def __init__(self, kept: KeptGames, make: Callable[[GameEntry, Sequence[AnyEvent]], T | None]) -> None:
        """`make` gives nothing for a game with nothing to count. None is read yet."""
        self._kept, self._make = kept, make
        self._lock = Lock()
        self._made: dict[tuple[int, str, str, int], T | None] = {}

    def of(self, entries: list[GameEntry], most: int = COUNTED) -> list[T]:
        """Of the latest games among these that are over, without those that cannot be read."""
        over = [entry for entry in entries if entry.result != "*"][:most]
        with self._lock:
            wanted = {(entry.id, entry.result, entry.seats, entry.turns): entry for entry in over}
            self._made = {key: made for key, made in self._made.items() if key in wanted}
            for key, entry in wanted.items():
                if key not in self._made:
                    self._made[key] = self._read(entry)
            return [made for key in wanted if (made := self._made[key]) is not None]

    def _read(self, entry: GameEntry) -> T | None:
        try:
            return self._make(entry, self._kept.events(entry.id))
        except (Trouble, ValueError):
            return None
