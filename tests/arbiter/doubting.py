"""Spaces that stay doubtful: what an eye says of them, look after look, as real ones were seen to.

What an eye cannot tell now it cannot tell a moment later: lamp, print and chip are the same. So a doubt keeps its
guess and, but for a little noise, its probability, until it passes. Mostly the guess is `.` with hardly a better
chance than even, over a chip as over bare print; now and then it is the chip that lies there, or one that does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

COLOURS = "bgr"
SHORTEST, LONGEST = 5, 100
"""Observations a doubt lasts."""


@dataclass
class Doubted:
    """What the eye says of a space it will not swear to."""

    guess: str
    sure: float
    until: float
    """When it passes."""


class Doubting:
    """The lasting doubts of one eye."""

    def __init__(self, seed: int, fps: float) -> None:
        self._random = Random(seed)
        self._fps = fps
        self.spaces: dict[int, Doubted] = {}

    def begin(self, space: int, letter: str, at: float) -> None:
        """A space on which `letter` lies becomes doubtful."""
        lasts = self._random.randint(SHORTEST, LONGEST) / self._fps
        guess, sure = self._chip(letter) if letter in COLOURS else self._bare()
        self.spaces[space] = Doubted(guess, sure, at + lasts)

    def maybe(self, space: int, letter: str, at: float, share: float) -> None:
        """What lies on a space was changed: it may be doubtful now, and an old doubt is about something else."""
        old = self.spaces.pop(space, None)
        if self._random.random() < share or (old is not None and self._random.random() < 0.5):
            self.begin(space, letter, at)

    def stray(self, board: list[str], at: float, share: float) -> None:
        """With that chance one of all spaces becomes doubtful."""
        if self._random.random() >= share:
            return
        space = self._random.randrange(len(board))
        if board[space] != "*":
            self.begin(space, board[space], at)

    def look(self, letters: list[str], guesses: list[str], sure: list[int], at: float) -> None:
        """Write the doubts into an observation; covered spaces stay covered."""
        for space, doubted in list(self.spaces.items()):
            if at > doubted.until:
                del self.spaces[space]
            elif letters[space] != "#":
                letters[space], guesses[space] = "?", doubted.guess
                sure[space] = round(255 * min(1.0, max(0.0, self._random.gauss(doubted.sure, 0.02))))

    def _chip(self, letter: str) -> tuple[str, float]:
        random = self._random
        kind = random.random()
        if kind < 0.4:
            return letter, random.uniform(0.5, 0.93)
        if kind < 0.75:
            return ".", random.uniform(0.4, 0.6)
        if kind < 0.9:
            return ".", random.uniform(0.0, 0.15)
        return ".", random.uniform(0.6, 0.82)

    def _bare(self) -> tuple[str, float]:
        random = self._random
        kind = random.random()
        if kind < 0.65:
            return ".", random.uniform(0.45, 0.95)
        if kind < 0.85:
            return ".", random.uniform(0.0, 0.45)
        if kind < 0.97:
            return random.choice(COLOURS), random.uniform(0.45, 0.7)
        return random.choice(COLOURS), random.uniform(0.7, 0.85)
