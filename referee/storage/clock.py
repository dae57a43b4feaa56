"""What time it is, on a machine that may not know: a Raspberry Pi has no clock of its own and asks the network.

Until it was told, its wall clock is wrong and then jumps. The steady clock, which nobody sets, shows the jump. Order
is never taken from the wall clock; it only says when, for people.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from hardware.health import UNSYNCHRONISED, kernel_clock

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
