"""What may have happened, as a story: steps in order, each with what it costs.

The cost of a step is how unlikely it is (a negative logarithm of its odds, base e, roughly measured on simulated
tables). Here lives the form of stories and how they are weighed and told; how they are made is elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.equipment.board import Layout
from engine.events import Weighed
from engine.judging.changes import Change
from engine.judging.table import Table
from engine.rules.position import Game
from engine.rules.wording import Problem

UNTOUCHED = 3.0
"""Cost of a change that nothing was near enough to make: more likely the eye errs."""

Kind = Literal["turn", "taken-back", "taken-off", "never-was", "put-right", "fault"]


@dataclass(frozen=True)
class Step:
    """One thing that happened, in a story."""

    kind: Kind
    action: str
    """`place` or `remove` for a turn and a fault that is somebody's turn; empty for the others."""
    seat: int
    changes: tuple[Change, ...]
    code: str = ""
    more: tuple[int, ...] = ()
    """A space concerned that nothing changed in this step, before those of the changes."""
    problems: tuple[Problem, ...] = ()
    cost: float = 0.0
    letter: str = ""
    """The chip concerned."""
    undoes: int = 1
    """Turns that were none, where a chip was taken back."""

    @property
    def space(self) -> int:
        """The space of the last change."""
        return self.changes[-1].space

    @property
    def spaces(self) -> tuple[int, ...]:
        """Every space concerned."""
        return (*self.more, *(change.space for change in self.changes))

    @property
    def what(self) -> tuple[str, str, int, str]:
        """What was done, and with whose chip, whoever did it."""
        return self.kind, self.code, self.space, self.letter

    def ends(self, table: Table) -> bool:
        """Whether it would end the game on this table."""
        turn = table.turn_for(self.action, self.space)
        return self.action == "place" and table.play(turn, self.seat).ended is not None


@dataclass(frozen=True)
class Story:
    """Steps in order, and what they cost together."""

    steps: tuple[Step, ...]
    cost: float

    @property
    def legal(self) -> bool:
        """Whether every step is a legal turn."""
        return all(step.kind == "turn" for step in self.steps)

    @property
    def what(self) -> tuple[tuple[str, str, int, str], ...]:
        """What was done, in whatever order and by whomever."""
        return tuple(sorted(step.what for step in self.steps))

    @property
    def faults(self) -> int:
        """Faulty steps."""
        return sum(step.kind == "fault" for step in self.steps)

    def words(self, layout: Layout) -> str:
        """The story as people tell it."""
        return ", then ".join(_told(step, layout) for step in self.steps)


def _told(step: Step, layout: Layout) -> str:
    where = " and ".join(layout.names_of(step.spaces))
    if step.kind == "turn":
        return f"{step.letter} {step.action} {where}"
    return f"{step.code or 'taken back'} {where}"


Left = tuple[tuple[Change, str], ...]
"""Changes that wait for an explanation, each with the letter that lies there at a point of a story."""


class Node(NamedTuple):
    """A story as far as it is made; the cheapest one, and of those the one made first, comes before the others."""

    cost: float
    number: int
    table: Table
    left: Left
    """What is not explained yet."""
    steps: tuple[Step, ...]


Next = tuple[Step, Table, Left]
"""A step, the table after it, and what is left to be explained."""


def weighed(game: Game, told: Sequence[Story]) -> tuple[Weighed, ...]:
    """Stories in words, each with how likely it is among these, where there is more than one."""
    if len(told) < 2:
        return ()
    best = min(story.cost for story in told)
    odds = [math.exp(best - story.cost) for story in told]
    return tuple(
        Weighed(story.words(game.layout), round(one / sum(odds), 4)) for story, one in zip(told, odds, strict=True)
    )


def without(left: Left, *ranks: int) -> Left:
    """What is left without the changes at these ranks."""
    return tuple(item for rank, item in enumerate(left) if rank not in ranks)


def untouched(changes: Sequence[Change]) -> float:
    """What it costs that nothing was near these changes."""
    return 0.0 if all(change.touched or change.unseen for change in changes) else UNTOUCHED
