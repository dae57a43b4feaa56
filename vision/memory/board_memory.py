"""What is known of a board beyond the picture at hand: the letter last seen in each space, and where the game stands.

A picture in which hardly anything can be read, or one that was damaged on its way, must not become what later ones
are compared with. So a letter is remembered once it has been seen for some time, and kept while nothing is seen.
"""

from __future__ import annotations

from engine.observation import CHIPS, EMPTY, UNSURE

SETTLED_SECONDS = 0.5
"""How long a letter must be seen before it is remembered: damaged pictures do not agree for so long. 0.3 to 1."""
BELIEVE_SECONDS = 2.0
"""Seconds after which what ought to pass is believed: other things on a board that was found again, pictures that all
break off above its end, other light while something hides part of it, something that does not rest. 1.5 to 4."""
AGREE, SLIPPED = 0.8, 2
"""Part of the chips that must lie as they did, 0.6 to 0.95, but for so many that may be laid, taken or knocked aside in
the moment in which the board moves, 1 to 3."""


class BoardMemory:
    """The last known letters of one board."""

    def __init__(self, spaces: int) -> None:
        self.expected = ""
        """A letter a space, as the game stands; empty where nobody said."""
        self._spaces = spaces
        self.forget()

    def forget(self) -> None:
        """Nothing that was seen counts any more. What the game says stays."""
        self.letters = UNSURE * self._spaces
        """The letter last known of each space; `?` where there was none yet."""
        self._new: dict[int, tuple[str, float]] = {}

    def take(self, letters: str, at: float) -> None:
        """Take in what a picture shows at a time in seconds; `?` and `#` tell nothing."""
        known, new = list(self.letters), {}
        for space, letter in enumerate(letters):
            if letter == known[space] or letter not in CHIPS + EMPTY:
                continue
            before, since = self._new.get(space, (letter, at))
            since = since if before == letter else at
            # The first that is told of a space is better than nothing.
            if known[space] == UNSURE or at - since >= SETTLED_SECONDS:
                known[space] = letter
            else:
                new[space] = letter, since
        self.letters, self._new = "".join(known), new

    def contradicts(self, letters: str) -> bool:
        """Whether these letters are of a board on which other things lie than did, and than the game says."""
        return all(differ(known, letters) for known in (self.letters, self.expected) if known)


def differ(before: str, now: str) -> bool:
    """Whether two boards differ in more chips than may slip while a board is moved, as far as both are seen."""
    pairs = [(a, b) for a, b in zip(before, now, strict=True) if {a, b} <= set(CHIPS + EMPTY) and {a, b} != {EMPTY}]
    return sum(a == b for a, b in pairs) + SLIPPED < AGREE * len(pairs)
