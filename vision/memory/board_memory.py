"""What is known of a board beyond the picture at hand: the letter last seen in each space, and where the game stands.

A picture in which hardly anything can be read, or one that was damaged on its way, must not become what later ones
are compared with. So a letter is remembered once it has been seen for some time, and kept while nothing is seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.observation import EMPTY

CHIPS = "bgr"

SETTLED_SECONDS = 0.5
"""How long a letter must be seen before it is remembered: damaged pictures do not agree for so long. 0.3 to 1."""
AGREE = 0.8
"""At least this part of the chips must lie as they did. 0.6 to 0.95."""
SLIPPED = 2
"""Chips that may be laid, taken or knocked aside in the moment in which the board moves. 1 to 3."""
COMPARABLE = 0.25
"""Boards of which fewer spaces can be compared cannot be told from each other. Parts of all spaces; 0.1 to 0.5."""


@dataclass
class BoardMemory:
    """The last known letters of one board."""

    spaces: int
    expected: str = ""
    """A letter a space, as the game stands; empty where nobody said."""
    _known: list[str] = field(default_factory=list)
    _new: dict[int, tuple[str, float]] = field(default_factory=dict)
    _latest: str = ""

    def __post_init__(self) -> None:
        self.forget()

    @property
    def letters(self) -> str:
        """The letter last known of each space; `?` where there was none yet."""
        return "".join(self._known)

    def forget(self) -> None:
        """Nothing that was seen counts any more. What the game says stays."""
        self._known = ["?"] * self.spaces
        self._new = {}
        self._latest = ""

    def take(self, letters: str, at: float) -> None:
        """Take in what a picture shows at a time in seconds; `?` and `#` tell nothing."""
        if letters == self._latest and not self._new:
            return
        if letters != self._latest:
            self._latest = letters
            new: dict[int, tuple[str, float]] = {}
            for space, (letter, known) in enumerate(zip(letters, self._known, strict=True)):
                if letter == known or letter not in CHIPS + EMPTY:
                    continue
                if known == "?":  # the first that is told of a space is better than nothing
                    self._known[space] = letter
                    continue
                before = self._new.get(space)
                new[space] = before if before is not None and before[0] == letter else (letter, at)
            self._new = new
        for space in [space for space, (_, since) in self._new.items() if at - since >= SETTLED_SECONDS]:
            self._known[space] = self._new.pop(space)[0]

    def contradicts(self, letters: str) -> bool:
        """Whether these letters are of a board on which other things lie than did, and than the game says."""
        told = [known for known in (self.letters, self.expected) if known]
        return all(differ(known, letters) for known in told)


def differ(before: str, now: str) -> bool:
    """Whether two boards differ in more chips than may slip while a board is moved, as far as both are seen."""
    pairs = [(a, b) for a, b in zip(before, now, strict=True) if a in CHIPS + EMPTY and b in CHIPS + EMPTY]
    if len(pairs) < COMPARABLE * len(before):
        return False
    chips = [a == b for a, b in pairs if a != EMPTY or b != EMPTY]
    return sum(chips) + SLIPPED < AGREE * len(chips)
