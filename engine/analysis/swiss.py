"""Rounds of a Swiss evening as clubs play them (Monrad): neighbours in the standings meet, and nobody meets twice.

Own, since py4swiss pairs by the colours of chess (two who are both due the same colour may not meet), which this game
has not, and comes ready for no Pi.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence

from engine.analysis.pairings import PairingError
from engine.analysis.standings import same_name

Near = Sequence[Sequence[int]]
"""For each, whom it may meet."""


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
    everybody = range(len(names))
    known = [{other for other in everybody if frozenset({names[one], names[other]}) in met} for one in everybody]
    near = [[other for other in everybody if other != one and other not in known[one]] for one in everybody]
    resting: list[int | None] = [None]
    if len(names) % 2:
        resting = [*sorted(everybody, key=lambda at: (sat_out.get(names[at], 0), -at))]
    for rests in resting:
        pairs = _from_the_top([at for at in everybody if at != rests], near)
        if pairs is not None:
            out = None if rests is None else ranked[rests]
            return [(ranked[one], ranked[other]) for one, other in pairs], out
    raise PairingError(
        "There is no round in which nobody meets somebody again.",
        "Enter the next one as a list, or end here.",
        code="all-met",
    )


def _from_the_top(left: Sequence[int], near: Near) -> list[tuple[int, int]] | None:
    """Pairs of all of them, the best served first; none where they cannot all be paired."""
    mates: dict[int, int] = {}
    if not all(one in mates or _join(one, set(left), near, mates) for one in left):
        return None
    pairs: list[tuple[int, int]] = []
    while left:
        best, *others = left
        for other in (one for one in near[best] if one in others):
            rest = [one for one in others if one != other]
            # All are paired now; with these two taken out, whoever was paired with them must find each other.
            tried = {one: mate for one, mate in mates.items() if not {one, mate} & {best, other}}
            if mates[best] == other or _join(mates[best], set(rest), near, tried):
                pairs.append((best, other))
                left, mates = rest, tried
                break
    return pairs


def _join(root: int, among: Collection[int], near: Near, mates: dict[int, int]) -> bool:
    """Find `root` a mate, changing those of others where need be, so that all who had one have one; whether it did."""
    return _Search(among, near, mates).joined(root)


class _Search:
    """One search of Edmonds's matching (Paths, trees, and flowers, 1965): a path to somebody without a mate, on which
    every second step is a pair, and circles of odd length count as one."""

    def __init__(self, among: Collection[int], near: Near, mates: dict[int, int]) -> None:
        self._near, self._mates = near, mates
        self._base = {one: one for one in among}
        """Who stands for the circle somebody is in."""
        self._came: dict[int, int] = {}
        """From whom somebody was reached."""

    def joined(self, root: int) -> bool:
        """Whether `root` has a mate now."""
        base, came, mates = self._base, self._came, self._mates
        reached, waiting = {root}, deque([root])
        while waiting:
            one = waiting.popleft()
            for other in self._near[one]:
                if other not in base or base[one] == base[other] or mates.get(one) == other:
                    continue
                if other == root or mates.get(other) in came:
                    fresh = self._close_circle(one, other) - reached
                elif other in came:
                    continue
                else:
                    came[other] = one
                    if other not in mates:
                        self._turn_over(other)
                        return True
                    fresh = {mates[other]}
                reached |= fresh
                waiting.extend(sorted(fresh))
        return False

    def _close_circle(self, one: int, other: int) -> set[int]:
        """Let a circle count as one; everybody in it."""
        shared, circle = self._shared(one, other), set[int]()
        for start, child in ((one, other), (other, one)):
            at, below = start, child
            while self._base[at] != shared:
                mate = self._mates[at]
                circle |= {self._base[at], self._base[mate]}
                self._came[at] = below
                at, below = self._came[mate], mate
        members = {at for at, base in self._base.items() if base in circle}
        self._base |= dict.fromkeys(members, shared)
        return members

    def _shared(self, one: int, other: int) -> int:
        """Where the ways from the root to the two part."""
        above = {self._base[one]}
        while (at := self._base[one]) in self._mates:
            one = self._came[self._mates[at]]
            above.add(self._base[one])
        while self._base[other] not in above:
            other = self._came[self._mates[self._base[other]]]
        return self._base[other]

    def _turn_over(self, end: int | None) -> None:
        """Pair what was not paired on the way to `end`, and the other way round."""
        while end is not None:
            before = self._came[end]
            end_of_next = self._mates.get(before)
            self._mates[end], self._mates[before] = before, end
            end = end_of_next
