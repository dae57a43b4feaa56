"""Rounds of a Swiss evening as clubs play them (Monrad): neighbours in the standings meet, and nobody meets twice.

Own, since py4swiss pairs by the colours of chess (two who are both due the same colour may not meet), which this game
has not, and comes ready for no Pi.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.analysis.pairings import PairingError
from engine.plain_text import same_name


def swiss(
    ranked: Sequence[str], met: Collection[frozenset[str]], sat_out: Mapping[str, int]
) -> tuple[list[tuple[str, str]], str | None]:
    """The pairs of the next round, and who sits out where the number is odd.

    `ranked` are all who play, best first; `met` pairs and `sat_out` times, by `same_name`. The best meets whoever is
    next below and was not met, as long as all others can still be paired, then the best of those that are left. The
    last of those who sat out least sits out. Raises PairingError where not all can play without meeting again.

    >>> swiss(["Ada", "Ben", "Cid", "Dan", "Eva"], [frozenset({"ada", "ben"})], {"eva": 1})
    ([('Ada', 'Cid'), ('Ben', 'Eva')], 'Dan')
    """
    names = [same_name(one) for one in ranked]
    resting: list[int | None] = [None]
    if len(names) % 2:
        resting = [*sorted(range(len(names)), key=lambda at: (sat_out.get(names[at], 0), -at))]
    for rests in resting:
        pairs = _from_the_top(tuple(at for at in range(len(names)) if at != rests), names, met, set())
        if pairs is not None:
            out = None if rests is None else ranked[rests]
            return [(ranked[one], ranked[other]) for one, other in pairs], out
    raise PairingError(
        "There is no round in which nobody meets somebody again.",
        "Enter the next one as a list, or end here.",
        code="all-met",
    )


def _from_the_top(
    left: tuple[int, ...], names: Sequence[str], met: Collection[frozenset[str]], stuck: set[tuple[int, ...]]
) -> list[tuple[int, int]] | None:
    """Pairs of all of them, the best served first; none where they cannot all be paired. `stuck` are those who were
    tried and could not."""
    if not left:
        return []
    if left in stuck:
        return None
    best = left[0]
    for at, other in enumerate(left[1:], 1):
        if frozenset({names[best], names[other]}) not in met:
            rest = _from_the_top(left[1:at] + left[at + 1 :], names, met, stuck)
            if rest is not None:
                return [(best, other), *rest]
    stuck.add(left)
    return None
