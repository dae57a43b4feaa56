"""What may be told to the arbiter, and in which grain it takes it."""

from __future__ import annotations

import msgspec

from engine import calls
from engine.observation import CardSeen, Observation, SourceBack, SourceEnded, SourceLost

Input = Observation | CardSeen | SourceLost | SourceBack | SourceEnded | calls.AnyCall

JITTER = 1.0
"""Seconds that frames and calls may overtake each other by: what comes late is taken to come now."""
LONGEST_BREAK = 86_400.0
"""A clock that jumps on by more than a day was set."""

STEPS = bytes(0 if value < 16 else 250 if value >= 232 else min(value // 16 * 16 + 8, 224) for value in range(256))
"""Chances in steps, as bytes are translated: what is nearly certain is all the same, so that recorded inputs stay
small. Each step is its own: what was recorded in steps is judged as it was."""


def as_judged(given: Input) -> Input:
    """An input in the grain the arbiter takes it in: time in thousandths, chances in steps."""
    at = round(given.at, 3)
    if isinstance(given, Observation):
        return msgspec.structs.replace(given, at=at, chances=given.chances.translate(STEPS))
    return given if at == given.at else msgspec.structs.replace(given, at=at)


class Clock:
    """Time as the arbiter counts it: it never goes back, whatever the clock of the source does.

    Inputs count in the order in which they come. A clock that is put back, by hand or because a machine without
    a clock of its own learnt the time, goes on from where it stood; so does one put forward by more than anybody
    leaves a table.
    """

    def __init__(self, at: float = 0.0) -> None:
        self.at = at
        """When the last input came."""
        self._ahead = 0.0
        """What this clock is ahead of the source's."""

    def told(self, given: Input) -> Input:
        """The input with its time on this clock."""
        given = as_judged(given)
        at = round(given.at + self._ahead, 3)
        if not self.at - JITTER <= at <= self.at + LONGEST_BREAK:
            at = self.at
            if isinstance(given, Observation):  # What people say carries a time that somebody put there.
                self._ahead = round(at - given.at, 3)
        self.at = max(self.at, at)
        return given if given.at == self.at else msgspec.structs.replace(given, at=self.at)
