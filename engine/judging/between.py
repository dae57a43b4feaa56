"""A chip that lies between spaces, as it has been seen so far."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class BetweenSeen:
    """A chip that was seen to lie between spaces."""

    spaces: tuple[int, ...]
    team: str
    first_at: float
    last_at: float
    count: int = 1
    clear: int = 0
    """Observations of it in which nothing covered any part of the board."""
    touched: bool = False
    """Whether something came near its spaces just before."""
