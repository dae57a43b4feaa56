"""Rounds of a Swiss evening as clubs play them (Monrad): neighbours in the standings meet, and nobody meets twice.

Own, since py4swiss pairs by the colours of chess (two who are both due the same colour may not meet), which this game
has not, and comes ready for no Pi.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.analysis.pairings import PairingError
from engine.analysis.standings import same_name

MOST_TRIES = 100_000
"""Pairs that are tried before it is said that there is no round; an evening's rounds need as many as have come."""


def swiss(
    ranked: Sequence[str], met: Collection[frozenset[str]], sat_out: Mapping[str, int]
) -> tuple[list[tuple[str, str]], str | None]:
    """The pairs of the next round, and who sits out where the number is odd.

    `ranked` are all who play, best first; `met` pairs and `sat_out` times, by `same_name`. The best meets whoever is
    next below and was not met, then the best of those that are left. The last of those who sat out least sits out.
    Raises PairingError where nobody could play without meeting somebody again.

    >>> swiss(["Ada", "Ben", "Cid", "Dan", "Eva"], [frozenset({"ada", "ben"})], {"eva": 1})
    ([('Ada', 'Cid'), ('Ben', 'Eva')], 'Dan')
    """
    names = [same_name(one) for one in ranked]
    apart = [[frozenset({one, other}) not in met for other in names] for one in names]
    everybody = list(range(len(names)))
    resting: list[int | None] = [None]
    if len(names) % 2:
        resting = [*sorted(everybody, key=lambda at: (sat_out.get(names[at], 0), -at))]
    search = _Search(apart)
    for rests in resting:
        pairs = search.pairs(tuple(at for at in everybody if at != rests))
        if pairs is not None:
            out = None if rests is None else ranked[rests]
            return [(ranked[one], ranked[other]) for one, other in pairs], out
    raise PairingError(
        "There is no round in which nobody meets somebody again.",
        "Enter the next one as a list, or end here.",
        code="all-met",
    )


class _Search:
    """Tries pairs from the top, goes back where those below cannot be paired, and tries nothing twice."""

    def __init__(self, apart: Sequence[Sequence[bool]]) -> None:
        self._apart = apart
        self._dead: set[tuple[int, ...]] = set()
        self._tries = 0

    def pairs(self, left: tuple[int, ...]) -> list[tuple[int, int]] | None:
        """Pairs of all that are left; none where there are none."""
        if not left:
            return []
        if left in self._dead:
            return None
        best, *others = left
        for other in others:
            self._tries += 1
            if self._tries > MOST_TRIES:
                return None
            if self._apart[best][other]:
                below = self.pairs(tuple(one for one in others if one != other))
                if below is not None:
                    return [(best, other), *below]
        self._dead.add(left)
        return None
