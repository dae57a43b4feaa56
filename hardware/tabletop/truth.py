"""What really lay on the simulated table, frame by frame: for tests, benches and films, never for the eye."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from hardware.tabletop.acts import Note


@dataclass(frozen=True)
class FrameTruth:
    """One frame as it is."""

    index: int
    at: float
    rows: tuple[str, ...]
    """What lies on each space: `.` nothing, `b` `g` `r` a chip, `*` a free corner; one text a row."""
    flipped: tuple[int, ...]
    between: tuple[int, ...]
    """Spaces whose chip lies so far over a line that it is no one space's."""
    hidden: tuple[float, ...]
    """Part of each space, 0 to 1, behind the hand; empty while no hand is in the picture."""
    hand: bool
    """Whether hand or arm are in the picture."""

    @property
    def letters(self) -> str:
        """All rows as one text."""
        return "".join(self.rows)


@dataclass(frozen=True)
class EventTruth:
    """Something that happened, and the frames in which it did."""

    note: Note
    hand_frames: tuple[int, int]
    """First and last frame with the hand in the picture (the same frame twice where none was needed)."""
    settled_frame: int
    """First frame in which it lies open."""
    rows: tuple[str, ...]
    """The board after it."""
    flipped: tuple[int, ...]


KEPT = 3000
"""Frames that are known at most."""


class Truth:
    """All events of a run, and its latest frames."""

    def __init__(self) -> None:
        self.events: list[EventTruth] = []
        self._frames: OrderedDict[int, FrameTruth] = OrderedDict()

    def add(self, frame: FrameTruth) -> None:
        """Keep the truth of a frame; the oldest goes when there are too many."""
        self._frames[frame.index] = frame
        while len(self._frames) > KEPT:
            self._frames.popitem(last=False)

    def __getitem__(self, index: int) -> FrameTruth:
        return self._frames[index]

    def __len__(self) -> int:
        return len(self._frames)
