"""One space that looks otherwise than the game says, with the evidence that it does."""

from __future__ import annotations

from dataclasses import dataclass

FADES = 0.15
"""Weight a change loses with each look in which the eye will say nothing of its space."""
FADED = 1.0
"""Weight it keeps all the same."""


@dataclass(slots=True)
class Change:
    """One space that looks otherwise than the game says."""

    space: int
    before: str
    """What ought to lie there: `.`, `b`, `g`, `r` or `*`."""
    after: str
    """What is seen."""
    first_at: float
    first_frame: int
    reach: int
    """Counts the times something came over the board; changes of one reach are one hand's work."""
    touched: bool
    """Whether something covered the space or a neighbour just before."""
    was_empty: bool = False
    """Whether the space was seen empty between the chip that lay there and the one that does."""
    last_at: float = 0.0
    last_frame: int = 0
    count: int = 0
    """Observations that agree."""
    weight: float = 0.0
    """Sum of their probabilities, less those that disagree."""
    definite: int = 0
    """Agreeing observations in which the eye gave a letter, not only a guess."""
    total: float = 0.0
    """Sum of the probabilities of those."""
    weakest: float = 1.0
    clear: int = 0
    """Agreeing observations with a letter in which nothing covered any part of the board."""
    doubt: int = 0
    """Observations since the last agreeing one that saw something else."""
    unseen: bool = False
    """Whether the board could not be watched for some time before it was first seen."""
    accompanied: bool = False
    """Whether something covered some other part of the board just before: a second hand may have been missed."""
    covered_again: bool = False
    """Whether something covered the space after it had been seen so with a clear view."""
    gone_reach: int = 0
    """The reach after which it was seen no more."""
    guessed: float = 0.0
    """How much of its weight comes from guesses."""
    odds: float | None = None
    """Log-odds that it is so, where the eye would not swear to it and other things have to speak for it."""

    @property
    def span(self) -> float:
        """Seconds from the first to the last agreeing observation."""
        return self.last_at - self.first_at

    @property
    def mean(self) -> float:
        """How sure the eye was on average."""
        return self.total / self.definite if self.definite else 0.0

    def fade(self) -> None:
        """The eye will not swear to it any more, and guesses nothing: what it saw before may be so no longer."""
        self.weight = max(min(self.weight, FADED), self.weight - FADES)

    @property
    def key(self) -> tuple[int, str]:
        """Space and what is seen there."""
        return (self.space, self.after)
