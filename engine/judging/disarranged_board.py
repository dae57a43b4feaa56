"""An upset board on which people play on: the game goes on from the board as it lay before the new turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.judging.change_tracker import ChangeTracker
from engine.judging.table import CHIPS

LOOKS = 4
"""Observations in which a space must look new."""
LIES_SECONDS = 3.0
"""How long an upset board must have lain still before a chip more is a turn."""
MOST_NEW = 2


@dataclass
class DisarrangedBoard:
    """How an upset board has come to lie."""

    letters: str
    since: float
    reach: int
    _new: dict[tuple[int, str], int] = field(default_factory=dict)

    def look(self, tracker: ChangeTracker) -> bool:
        """Take in what is seen; whether somebody has played on, `letters` being the board before."""
        if tracker.hidden:
            return False
        now = {
            (space, new)
            for space, (old, new) in enumerate(zip(self.letters, tracker.latest, strict=True))
            if new != old and new != "?"
        }
        self._new = {key: self._new.get(key, 0) + 1 for key in now}
        sure = [(space, letter) for (space, letter), count in self._new.items() if count >= LOOKS]
        if not sure:
            return False
        chips = all(letter in CHIPS and self.letters[space] == "." for space, letter in sure)
        lay = tracker.at - self.since >= LIES_SECONDS
        if chips and lay and len(now) <= MOST_NEW and tracker.reach > self.reach:
            return True
        self.letters, self.since, self.reach = tracker.latest, tracker.at, tracker.reach
        self._new.clear()
        return False
