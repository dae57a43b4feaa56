"""The time of a turn: since when the one at hand runs, whether it stands still, and what is left where it is limited.

Turns take time on the clock of the source, as events do. The referee forfeits nothing: it tells, people decide.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from web.turnlist import Words

SHORTEST, LONGEST = 5, 3600
"""Seconds that a turn may be given."""
ASTRAY = 0.5
"""Seconds by which the clocks of source and machine may part before phones are told another moment."""


def is_time_of_a_turn(seconds: int) -> bool:
    """Whether a turn may be given so many seconds; 0 stands for no limit."""
    return not seconds or SHORTEST <= seconds <= LONGEST


class TurnTime(msgspec.Struct, frozen=True):
    """Since when the turn at hand takes time, on the clock of the source."""

    since: float | None = None
    """When the one before was told, moved on by all stillness since; none before the first turn."""
    still: float | None = None
    """Since when no turn takes time: in a pause, in a fault, while the board is not seen; none where play goes on."""

    def until(self, at: float) -> float:
        """The moment until which the turn took time."""
        return at if self.still is None else self.still

    def taken(self, at: float) -> float:
        """Seconds it took so far; 0 where nobody knows when it began."""
        return 0.0 if self.since is None else self.until(at) - self.since

    def begun(self, at: float, taken: float = 0.0) -> TurnTime:
        """The turn that begins then, or goes on with so many seconds taken."""
        return replace(self, since=self.until(at) - taken)

    def standing(self, stands: bool, at: float) -> TurnTime:
        """This turn, which takes no time from then on, or takes time again."""
        if stands == (self.still is not None):
            return self
        if self.still is None or self.since is None:
            return replace(self, still=at if stands else None)
        return TurnTime(self.since + max(0.0, at - self.still))


def left(time: TurnTime | None, seconds: int, at: float) -> float | None:
    """Seconds left of a turn, negative behind its end; none where no turn is limited, or none runs."""
    if not seconds or time is None or time.since is None:
        return None
    return seconds - max(0.0, time.taken(at))


class TurnClock:
    """What phones are told of the time a turn has: when it ends, or what is left while it stands still."""

    def __init__(self, seconds: int = 0, now: Callable[[], float] = time.monotonic) -> None:
        """`seconds` a turn, 0 for no limit; `now` is the machine's clock, which need not be that of the day."""
        self.seconds = seconds
        self._now = now
        self._at = 0.0
        self._ahead: float | None = None

    @property
    def now(self) -> int:
        """The time on the machine's clock, milliseconds; phones learn from it how far theirs is off."""
        return round(self._now() * 1000)

    def passed(self, at: float) -> None:
        """It is that late on the clock of the source, at this moment."""
        self._at = at
        ahead = self._now() - at
        if self._ahead is None or abs(ahead - self._ahead) > ASTRAY:
            self._ahead = ahead

    def remember(self, at: float) -> None:
        """It was that late when something was told before the program began; until more is heard time stands still."""
        self._at = at

    def rest(self) -> None:
        """Time stands still from now on."""
        if self._ahead is not None:
            self._at, self._ahead = self._now() - self._ahead, None

    def shown(self, time: TurnTime | None) -> Words | None:
        """`seconds` a turn, and `ends`, milliseconds on the machine's clock, or `left`, seconds; none without limit."""
        rest = left(time, self.seconds, self._at)
        if rest is None or time is None or time.since is None:
            return None
        if time.still is not None or self._ahead is None:
            return {"seconds": self.seconds, "left": round(rest, 1)}
        return {"seconds": self.seconds, "ends": round((time.since + self.seconds + self._ahead) * 1000)}
