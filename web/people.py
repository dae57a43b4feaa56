"""Who sits where with a phone and what they ask for, as every page may know it: names and numbers, no tokens."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.plain_text import made_plain
from engine.saying import Saying
from web.setting import Seat

Outcome = Literal["", "taken", "refused", "declined"]
LONGEST_NAME = 40
"""Letters of a person's name; one that is typed longer is refused, one that a browser sends is cut."""
JOINER = "\u200d"
"""Holds the parts of one emoji together, though it shows nothing itself."""


class Player(msgspec.Struct, frozen=True):
    """A seat whose player came with a phone."""

    seat: int
    name: str
    """Empty where nobody typed one."""
    id: str
    """By which the phone knows that it is meant."""
    offered: bool = False
    """Whether the host's role waits for this phone."""


class Ask(msgspec.Struct, frozen=True):
    """The last thing a player asked for."""

    number: int
    seat: int
    call: dict[str, Any]
    """The call, without time and name."""
    outcome: Outcome = ""
    """Empty while nobody has answered."""
    message: Saying | str = ""
    """What the referee said to it."""


class People(msgspec.Struct, frozen=True):
    """The people with phones at a table, beside those who only watch."""

    players: tuple[Player, ...] = ()
    asks: tuple[Ask, ...] = ()
    """One a seat at most."""
    hosts: int = 0
    """Another number whenever somebody may have ceased to be a host: their phones ask whether it was they."""

    def named(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Seats by the names their players typed, where nobody had named them before."""
        names = {player.seat: player.name for player in self.players}
        return tuple(seat if seat.name else Seat(seat.team, names.get(at, "")) for at, seat in enumerate(seats))


def person_name(typed: str) -> str:
    """A name as it is shown: letters of every script and emoji, nothing that bends the line it stands in."""
    letters = (one if one.isprintable() or one == JOINER else " " for one in made_plain(typed))
    return " ".join("".join(letters).split()).strip(JOINER)
