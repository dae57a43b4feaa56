"""In which interval the truth lies where some of many were counted."""

from __future__ import annotations

from math import sqrt


def wilson(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's score interval of a share (E. B. Wilson, Journal of the American Statistical Association 22, 1927)."""
    if games == 0:
        return 0.0, 1.0
    p = won / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
