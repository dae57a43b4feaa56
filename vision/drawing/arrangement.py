"""Which chips lie where: games in progress, sequences turned over, chips between two spaces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import SPACES, Chance, happens

WHITE = 3
"""Added to a team's number where its chip lies white side up."""
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
BETWEEN = (0.42, 0.5)
"""How far from the middle of its space a chip lies that lies between two, spaces."""
FARTHEST = 0.36
"""How far any other chip may lie, spaces."""


@dataclass
class Arrangement:
    """Chips on a board."""

    label: NDArray[np.uint8]
    """0 bare, 1 to 3 the face of a team, 4 to 6 its white side; shape (SPACES, SPACES)."""
    offset: NDArray[np.float64]
    """Where each lies from the middle of its space, across and down, spaces; shape (SPACES, SPACES, 2)."""
    between: NDArray[np.uint8]
    """1 in both spaces that a chip between them shares."""


def _inside(row: int, column: int) -> bool:
    return 0 <= row < SPACES and 0 <= column < SPACES


def _scattered(chance: Chance, label: NDArray[np.uint8], teams: int, free: NDArray[np.bool_]) -> None:
    """Chips all over the board, or around a few places where the game is."""
    kind = chance.random()
    count = 0
    if kind >= 0.09:
        low, high = (1, 9) if kind < 0.3 else (5, 71) if kind < 0.82 else (8, 40)
        count = int(chance.integers(low, high))
    spaces = chance.permutation(SPACES * SPACES)
    if not happens(chance, 0.03):
        spaces = spaces[~free.ravel()[spaces]]
    if happens(chance, 0.25):
        middles = chance.uniform(0, SPACES, (3, 2))
        places = np.stack([spaces // SPACES, spaces % SPACES], 1)
        far = np.linalg.norm(places[:, None] - middles, axis=2).min(1)
        spaces = spaces[np.argsort(far + chance.exponential(2.5, len(far)))]
    label.ravel()[spaces[:count]] = 1 + chance.integers(teams, size=len(spaces[:count]))


def _line(chance: Chance) -> list[tuple[int, int]]:
    """Five spaces of the board in line: anywhere, or from a corner."""
    down, across = LINES[chance.integers(len(LINES))]
    row = int(chance.integers(SPACES - 4 * down))
    column = int(chance.integers(max(0, -4 * across), SPACES - max(0, 4 * across)))
    if happens(chance, 0.3):
        row, column = chance.choice([0, SPACES - 1], 2).tolist()
        inward = (1 if row == 0 else -1, 1 if column == 0 else -1)
        kind = int(chance.integers(3))
        down, across = inward[0] * (kind != 0), inward[1] * (kind != 1)
    return [(row + down * step, column + across * step) for step in range(5)]


def _sequences(chance: Chance, label: NDArray[np.uint8], teams: int, free: NDArray[np.bool_], turned: bool) -> None:
    for _ in range(int(chance.choice([1, 2, 3, 4, 6], p=[0.3, 0.25, 0.2, 0.15, 0.1]))):
        team = 1 + int(chance.integers(teams))
        for row, column in _line(chance):
            if not free[row, column]:
                label[row, column] = team + (WHITE if turned else 0)
    if turned and happens(chance, 0.2):
        more = (label > 0) & (label <= WHITE) & (chance.random((SPACES, SPACES)) < chance.uniform(0, 0.6))
        label[more] += WHITE


def _offsets(chance: Chance) -> NDArray[np.float64]:
    spread = chance.uniform(0.04, 0.13)
    offsets = np.clip(chance.normal(0, spread, (SPACES, SPACES, 2)), -0.33, 0.33)
    if happens(chance, 0.35):
        # Chips that reach into the next space must not be taken for the colour of what lies there.
        wild = chance.random((SPACES, SPACES)) < 0.25
        offsets[wild] = chance.uniform(-FARTHEST, FARTHEST, (int(wild.sum()), 2))
    return offsets


def _lay_between(chance: Chance, chips: Arrangement, teams: int) -> None:
    """Move a chip onto the line towards a neighbour, where nothing lies then."""
    row, column = chance.integers(0, SPACES, 2).tolist()
    down, across = LINES[chance.integers(2)]
    step = int(chance.choice([-1, 1]))
    other = (row + down * step, column + across * step)
    if not _inside(*other) or chips.between[row, column] or chips.between[other]:
        return
    chips.label[other] = 0
    if not chips.label[row, column]:
        chips.label[row, column] = 1 + int(chance.integers(teams))
    axis = 0 if across else 1
    chips.offset[row, column, axis] = step * chance.uniform(*BETWEEN)
    chips.offset[row, column, 1 - axis] = np.clip(chance.normal(0, 0.12), -FARTHEST, FARTHEST)
    chips.between[row, column] = chips.between[other] = 1


def arranged(chance: Chance, teams: int, turned: bool, free: NDArray[np.bool_]) -> Arrangement:
    """A position from chance; `turned` where chips of a sequence are turned over, `free` where hardly any ever lies."""
    label = np.zeros((SPACES, SPACES), np.uint8)
    _scattered(chance, label, teams, free)
    if int((label > 0).sum()) >= 4 and happens(chance, 0.9 if turned else 0.2):
        _sequences(chance, label, teams, free, turned)
    chips = Arrangement(label, _offsets(chance), np.zeros((SPACES, SPACES), np.uint8))
    if happens(chance, 0.03):
        for _ in range(int(chance.integers(1, 3))):
            _lay_between(chance, chips, teams)
    chips.offset[chips.label == 0] = 0
    return chips


def lay_on_twins(chance: Chance, chips: Arrangement, twin: NDArray[np.uint8]) -> None:
    """Lay equal chips in about the same place of both spaces of some cards: what looks like print to their comparison.

    `twin` is row and column of the other space with the card, 255 where there is none; shape (SPACES, SPACES, 2).
    """
    share = 1.0 if happens(chance, 0.25) else chance.uniform(0.1, 0.6)
    for row, column in np.argwhere((chips.label > 0) & (chips.between == 0) & (twin[..., 0] < SPACES)):
        other = tuple(twin[row, column].tolist())
        if happens(chance, share) and chips.between[other] == 0:
            chips.label[other] = chips.label[row, column]
            chips.offset[other] = np.clip(chips.offset[row, column] + chance.normal(0, 0.03, 2), -0.38, 0.38)
