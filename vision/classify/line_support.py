"""Line support of white chips: they are turned over when a sequence is full, so they lie in straight fives.

A five is called so wherever sequences have another length, too, which is then given as `line`.

What a white chip looks like is for `vision.classify.white`, what is made of one for `vision.decode.reading`.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache

from vision.play import FIVE


def line_support(space: int, shown: Set[int], rows: int, columns: int, line: int = FIVE) -> int:
    """How many other spaces of one straight five through a space are among those `shown`, at most.

    `shown` are the spaces that show the white of one team; free spaces, which belong to every sequence, count among
    them. Where sequences are longer or shorter, `line` spaces, a full one still counts as a full five.
    """
    most = max((len(shown & others) for others in _around(rows, columns, line)[space]), default=0)
    return max(most + FIVE - line, 0) if most else 0


def fifths(
    shown: Set[int], bare: Set[int], rows: int, columns: int, faces: Set[int] = frozenset(), line: int = FIVE
) -> frozenset[int]:
    """The spaces of those `bare` one of which must be the fifth of four `shown` in a straight line.

    None where the four belong to a full five, or the fifth may be a space that is not bare: one that is hidden, say.
    A chip whose colour shows, in `faces`, is no fifth of white ones.
    """
    lines = [(five, five & shown) for five in fives(rows, columns, line)]
    full = [five for five, seen in lines if len(seen) == line]
    missing: dict[frozenset[int], set[int]] = {}
    for five, seen in lines:
        if len(seen) == line - 1 and is_apart(five, full):
            missing.setdefault(seen, set()).update(five - seen - faces)
    return frozenset[int]().union(*(spaces for spaces in missing.values() if spaces <= bare))


def is_apart(five: Set[int], full: Sequence[Set[int]]) -> bool:
    """Whether a five shares no more than one space with any full one, as two sequences do."""
    return all(len(five & whole) <= 1 for whole in full)


@lru_cache(maxsize=8)
def fives(rows: int, columns: int, line: int = FIVE) -> tuple[frozenset[int], ...]:
    """All straight fives of a board."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last = (row + (line - 1) * down, column + (line - 1) * across)
                if last[0] < rows and 0 <= last[1] < columns:
                    steps = range(line)
                    found.append(frozenset((row + step * down) * columns + column + step * across for step in steps))
    return tuple(found)


@lru_cache(maxsize=8)
def _around(rows: int, columns: int, line: int) -> tuple[tuple[frozenset[int], ...], ...]:
    """For every space the other four of each straight five it is part of."""
    around: list[list[frozenset[int]]] = [[] for _ in range(rows * columns)]
    for five in fives(rows, columns, line):
        for space in five:
            around[space].append(five - {space})
    return tuple(map(tuple, around))
