"""What a rehearsal says of a table: how many spaces will be `?`, how many wrong, and which.

Only counting. The rehearsal itself is in `calibration.rehearsal`, what it means to people in `calibration.outlook`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.analysis.interval import wilson
from engine.observation import HIDDEN, UNSURE


class Fault(NamedTuple):
    """One space that was not read as it lay."""

    space: int
    lies: str
    """What lies there: the letter of a team, or `.` for nothing."""
    said: str
    """What was read: `?` or `#` for nothing certain, else a letter that is wrong."""

    @property
    def wrong(self) -> bool:
        """Whether something else was said for certain."""
        return self.said not in (UNSURE, HIDDEN)


@dataclass(frozen=True)
class Forecast:
    """Counts over the boards of a rehearsal."""

    spaces: int = 0
    """Spaces that were read on boards on which all chips lie coloured side up; free spaces left out."""
    faults: tuple[Fault, ...] = ()
    """Those of them that were not read as they lay."""
    whites: int = 0
    """Chips that were read white side up, on other boards."""
    white_faults: tuple[Fault, ...] = ()

    def with_board(self, read: int, faults: Sequence[Fault]) -> Forecast:
        """One board more, on which so many spaces were read."""
        return replace(self, spaces=self.spaces + read, faults=(*self.faults, *faults))

    def with_whites(self, read: int, faults: Sequence[Fault]) -> Forecast:
        """So many chips more that lie white side up."""
        return replace(self, whites=self.whites + read, white_faults=(*self.white_faults, *faults))

    @property
    def wrong(self) -> int:
        """Spaces read wrong, white sides left out."""
        return sum(fault.wrong for fault in self.faults)

    @property
    def unsure(self) -> int:
        """Spaces that stay `?`, white sides left out."""
        return len(self.faults) - self.wrong

    @property
    def surely_wrong_in_1000(self) -> float:
        """Of 1,000 spaces so many at least are read wrong: the lower end of the 95 % interval (Wilson)."""
        return 1000.0 * wilson(self.wrong, self.spaces)[0] if self.spaces else 0.0

    def by_chip(self) -> dict[str, tuple[int, int]]:
        """What lies there, a team's letter or `.` -> how many `?` and how many wrong, if any."""
        return {
            lies: (len(mine) - (wrong := sum(fault.wrong for fault in mine)), wrong)
            for lies in ".bgr"
            if (mine := [fault for fault in self.faults if fault.lies == lies])
        }

    def by_space(self) -> dict[int, int]:
        """Space -> how often it was not read as it lay, the worst first."""
        return dict(Counter(fault.space for fault in self.faults).most_common())

    @property
    def wrong_in_1000(self) -> float:
        """Of 1,000 spaces so many are read wrong."""
        return 1000.0 * self.wrong / max(self.spaces, 1)

    @property
    def unsure_in_1000(self) -> float:
        """Of 1,000 spaces so many stay `?`."""
        return 1000.0 * self.unsure / max(self.spaces, 1)
