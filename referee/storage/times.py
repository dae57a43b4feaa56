"""The times that one run writes into games, put right where somebody sets the clock meanwhile."""

from __future__ import annotations

import contextlib
import sqlite3

from referee.storage.chain import GameChain
from referee.storage.clock import WallClock


class GameTimes:
    """Gives the times, and knows which were given."""

    def __init__(self, clock: WallClock) -> None:
        self._clock = clock
        self._since: dict[int, int] = {}
        """For each game this run wrote to, the first link it wrote."""
        self._ended: dict[int, float] = {}
        """When games ended in this run, as the clock said then."""
        self._was_set = True

    def wall(self) -> int:
        """Now, in thousandths of a second since 1970."""
        return round(self._clock.now() * 1000)

    def begin(self) -> dict[str, object]:
        """What to enter of a game that begins now."""
        self._was_set = self._clock.is_set()
        return {"began": self._clock.now(), "clock_set": int(self._was_set)}

    def writes_to(self, chain: GameChain, first: int) -> None:
        """This run writes to a game, from link `first` on."""
        self._since.setdefault(chain.game, first)

    def end_of(self, chain: GameChain) -> dict[str, object]:
        """What to enter when a game ends now. None ends before it began: then the clock is wrong, and that is said."""
        now, began = self._clock.now(), chain.began()
        self._ended[chain.game] = now
        return {"ended": now} if now >= began else {"ended": began, "clock_set": 0}

    def put_right(self, connection: sqlite3.Connection) -> None:
        """Where somebody set the clock, mend the times that this run took from it before."""
        step = self._clock.step()
        if not step and (self._was_set or not self._clock.is_set()):
            return
        self._was_set = True
        for game, since in self._since.items():
            with contextlib.suppress(sqlite3.IntegrityError):  # deleted since
                chain = GameChain(connection, game)
                right: dict[str, object] = {"clock_set": 1}
                if step:
                    chain.shift(since, step, self.wall())
                    began = chain.began()
                    if since == 0:
                        right["began"] = began = round(began + step, 3)
                    if game in self._ended:
                        self._ended[game] = round(self._ended[game] + step, 3)
                        right["ended"] = max(began, self._ended[game])
                chain.set(right, self.wall())
                chain.store()
