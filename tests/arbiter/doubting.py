"""Spaces that stay doubtful: what an eye says of them, look after look, as real ones were seen to.

What an eye cannot tell now it cannot tell a moment later: lamp, print and chip are the same. So a doubt keeps its
chances, but for a little noise, until it passes. Mostly bare print is the likeliest with hardly a better chance than
even, over a chip as over bare print; now and then it is the chip that lies there, or one that does not. Of what the
likeliest leaves open most has one other letter: over a chip mostly its own, over print that of any colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.observation import CHIPS, EMPTY, MAY_LIE

SHORTEST, LONGEST = 5, 100
"""Observations a doubt lasts."""


@dataclass
class Doubted:
    """What the eye says of a space it will not swear to."""

    guess: str
    """The likeliest of `MAY_LIE`."""
    sure: float
    rest: tuple[float, ...]
    """What each of `MAY_LIE` has of what the guess leaves open."""
    until: float
    """When it passes."""


EVENLY = (1 / 3,) * len(MAY_LIE)


def chances_of(guess: str, sure: int, rest: tuple[float, ...] = EVENLY) -> bytes:
    """The chances of one space, 0 to 255, whose likeliest letter has the chance `sure`; `rest` is what each other of
    `MAY_LIE` has of what is left open."""
    return bytes(
        sure if kind == guess else round((255 - sure) * share) for kind, share in zip(MAY_LIE, rest, strict=True)
    )


class Doubting:
    """The lasting doubts of one eye."""

    def __init__(self, seed: int, fps: float, chips: str) -> None:
        """`chips`: the letters of the teams that play; the eye thinks of no other."""
        self._chips = chips
        self._random, self._rest = Random(seed), Random(f"rest {seed}")
        self._fps = fps
        self.spaces: dict[int, Doubted] = {}

    def begin(self, space: int, letter: str, at: float) -> None:
        """A space on which `letter` lies becomes doubtful."""
        lasts = self._random.randint(SHORTEST, LONGEST) / self._fps
        guess, sure = self._chip(letter) if letter in CHIPS else self._bare()
        self.spaces[space] = Doubted(guess, sure, self._left_open(letter, guess, sure), at + lasts)

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

    def look(self, letters: list[str], chances: list[bytes], at: float) -> None:
        """Write the doubts into an observation; covered spaces stay covered."""
        for space, doubted in list(self.spaces.items()):
            if at > doubted.until:
                del self.spaces[space]
            elif letters[space] != "#":
                sure = round(255 * min(1.0, max(0.0, self._random.gauss(doubted.sure, 0.02))))
                letters[space], chances[space] = "?", chances_of(doubted.guess, sure, doubted.rest)

    def _chip(self, letter: str) -> tuple[str, float]:
        random = self._random
        kind = random.random()
        if kind < 0.4:
            return letter, random.uniform(0.5, 0.93)
        if kind < 0.75:
            return ".", random.uniform(0.4, 0.6)
        if kind < 0.9:
            return self._rest.choice([letter, *self._chips]), random.uniform(0.45, 0.6)
        return ".", random.uniform(0.6, 0.82)

    def _bare(self) -> tuple[str, float]:
        random = self._random
        kind = random.random()
        if kind < 0.65:
            return ".", random.uniform(0.45, 0.95)
        if kind < 0.85:
            return ".", random.uniform(0.4, 0.5)
        if kind < 0.97:
            return random.choice(self._chips), random.uniform(0.45, 0.7)
        return random.choice(self._chips), random.uniform(0.7, 0.85)

    def _left_open(self, letter: str, guess: str, sure: float) -> tuple[float, ...]:
        """What each of `MAY_LIE` has of what the likeliest leaves open; none is likelier than that."""
        random = self._rest
        others = [kind for kind in EMPTY + self._chips if kind != guess]
        likely = random.random() < 0.8
        first = letter if letter != guess and likely else random.choice(others)
        second = letter if letter not in (first, guess) else random.choice([kind for kind in others if kind != first])
        most = min(random.uniform(0.6, 1.0), sure / (1.0 - sure))
        return tuple(most if kind == first else 1.0 - most if kind == second else 0.0 for kind in MAY_LIE)
