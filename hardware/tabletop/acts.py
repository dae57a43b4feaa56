"""The words in which the players' doings are told: planned turns, changes, reaches of a hand, rests.

Plain values; who does what and when is decided in `script` and `stage`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.rules.turn import Turn
from hardware.tabletop.scene import Laid


@dataclass(frozen=True)
class Planned:
    """A turn that a player is about to take."""

    seat: int
    team: str
    turn: Turn
    completes: tuple[tuple[int, ...], ...]
    """Fives that the placed chip makes."""
    flips: bool
    """Whether this edition turns the chips of a sequence over."""


@dataclass(frozen=True)
class Change:
    """A chip laid on a space, or taken from it (`chip` none)."""

    space: int
    chip: Laid | None


@dataclass(frozen=True)
class Note:
    """What an act means, for those who check the referee."""

    kind: Literal["turn", "fault", "fix", "stands", "flip", "clear", "trouble"]
    turn: int = 0
    seat: int | None = None
    team: str | None = None
    action: str = ""
    spaces: tuple[int, ...] = ()
    card: str | None = None
    dead: tuple[str, ...] = ()
    completes: tuple[tuple[int, ...], ...] = ()
    code: str = ""


@dataclass(frozen=True)
class Stop:
    """A place where the hand halts, and what it changes there."""

    space: int
    change: Change | None = None


@dataclass(frozen=True)
class PileStop:
    """The hand halts over a seat's discard pile and lays a card face up there."""

    seat: int
    card: str

    @property
    def change(self) -> PileStop:
        """This: it changes the pile."""
        return self


@dataclass(frozen=True)
class Reach:
    """A hand comes in, halts at every stop and goes."""

    seat: int
    stops: tuple[Stop | PileStop, ...]
    held_in: str | None = None
    held_out: str | None = None
    note: Note | None = None
    pose: str = "pinch"
    linger: float = 0.35
    """Seconds at each stop."""


@dataclass(frozen=True)
class Rest:
    """Nobody touches the board for so many seconds."""

    seconds: float
    note: Note | None = None


Act = Reach | Rest
