"""The classic board's own check: its cards lie along one inward clockwise spiral.

"Each card twice" does not notice two cards that changed places; the spiral does.
"""

from __future__ import annotations

from collections.abc import Sequence

SIDE = 10
_UP = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Q", "K", "A")
LIKENESS = 0.8
"""Share of spaces (0 to 1) from which on a board counts as a misprinted classic one: the wrong prints
in circulation agree on 0.94 and more, other designs on less than 0.1."""


def path() -> tuple[int, ...]:
    """The spaces of the board along the spiral, from a1 clockwise inwards."""
    spaces, seen, row, column, down, right = [], set(), 0, 0, 0, 1
    for _ in range(SIDE * SIDE):
        spaces.append(row * SIDE + column)
        seen.add((row, column))
        ahead = (row + down, column + right)
        if not (0 <= ahead[0] < SIDE and 0 <= ahead[1] < SIDE) or ahead in seen:
            down, right = right, -down
        row, column = row + down, column + right
    return tuple(spaces)


def classic_cards() -> tuple[str | None, ...]:
    """The classic board: spades and diamonds rising, clubs and hearts falling, twice round."""
    run = [rank + suit for suit in "SDCH" for rank in (_UP if suit in "SD" else _UP[::-1])] * 2
    corners = {0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1}
    cards: list[str | None] = [None] * (SIDE * SIDE)
    rest = iter(run)
    for space in path():
        if space not in corners:
            cards[space] = next(rest)
    return tuple(cards)


def misprints(rows: int, columns: int, cards: Sequence[str | None]) -> dict[int, str | None]:
    """Where a board that is clearly meant to be the classic one differs from it.

    Looks at the board in all eight ways it can be turned and mirrored. Returns {space: card of the spiral};
    empty for the classic board and for a board that is something else altogether.
    """
    if (rows, columns) != (SIDE, SIDE) or len(cards) != SIDE * SIDE:
        return {}
    best: dict[int, str | None] | None = None
    right = classic_cards()
    for _ in range(2):
        for _ in range(4):
            wrong = {space: right[space] for space in range(len(right)) if cards[space] != right[space]}
            if best is None or len(wrong) < len(best):
                best = wrong
            right = tuple(right[(SIDE - 1 - s % SIDE) * SIDE + s // SIDE] for s in range(SIDE * SIDE))
        right = tuple(right[s // SIDE * SIDE + SIDE - 1 - s % SIDE] for s in range(SIDE * SIDE))
    assert best is not None
    return best if len(best) <= (1 - LIKENESS) * SIDE * SIDE else {}
