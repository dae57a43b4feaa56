"""In which interval the truth lies where some of many were counted."""

from __future__ import annotations

from math import sqrt

Z = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


def wilson(won: float, games: int) -> tuple[float, float]:
    """Wilson's score interval of a share (E. B. Wilson, Journal of the American Statistical Association 22, 1927)."""
    if games == 0:
        return 0.0, 1.0
    p = won / games
    middle = (p + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * sqrt(p * (1 - p) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
