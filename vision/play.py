"""What is played at a table, as far as it says what may lie on the board."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Play:
    """Who plays, and what becomes of their chips. What nobody said stands as in the printed rule books."""

    teams: frozenset[str] = frozenset()
    """Letters of those who play, none where nobody said. Chips of others are believed only where they are plain."""
    turned: bool = True
    """Whether the chips of a sequence are turned white side up."""


ANY = Play()
"""Where nobody said what is played."""
