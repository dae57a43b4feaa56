"""What time it is, on a machine that may not know, and the times that one run writes into games.

A Raspberry Pi has no clock of its own and asks the network: until it was told, its wall clock is wrong and then jumps.
The steady clock, which nobody sets, shows the jump, and what was written before is put right. Order is never taken from
the wall clock; it only says when, for people.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable

from hardware.health import UNSYNCHRONISED, kernel_clock
from referee.storage.chain import GameChain

STEP = 2.0
"""Seconds between wall clock and steady clock that are no drift: somebody set the clock."""


def kernel_says_set() -> bool:
    """Whether the kernel holds its clock for synchronised; taken as so where it cannot be asked."""
    return kernel_clock() != UNSYNCHRONISED


def steady() -> float:
    """Seconds that go on evenly, through sleep too."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def writable(wall: float) -> float:
    """A time of the wall clock; the first or last that can be written for one that cannot."""
    return min(max(wall, 0.0), 1e11)


def wall_time(form: str, wall: float) -> str:
    """A time of the wall clock as `strftime` writes it, where this machine is."""
    return time.strftime(form, time.localtime(writable(wall)))


class WallClock:
    """The wall clock, watched for steps."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        even: Callable[[], float] = steady,
        is_set: Callable[[], bool] = kernel_says_set,
    ) -> None:
        self._wall = wall
        self._even = even
        self.is_set = is_set
        self._apart = wall() - even()

    def now(self) -> float:
        """Seconds since 1970, as far as this machine knows."""
        return round(self._wall(), 3)

    def step(self) -> float:
        """Seconds by which the clock was set since this was asked last; 0 where it was not."""
        apart = self._wall() - self._even()
        moved, self._apart = apart - self._apart, apart
        return moved if abs(moved) >= STEP else 0.0


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
