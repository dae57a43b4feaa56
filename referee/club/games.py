"""The games of a club's evening, for the pages that show kept games."""

from __future__ import annotations

import contextlib

import msgspec

from engine import events
from engine.events import AnyEvent
from referee.club.hub import Hub
from referee.storage.chain import EVENT


class ClubGames:
    """The games of the evening, for the pages that show kept games."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def games(self) -> list[ClubEntry]:
        """All of them."""
        return [
            ClubEntry(
                one.line.number,
                one.line.came,
                " ".join(f"{seat.team}:{seat.name}" if seat.name else seat.team for seat in one.board.seats),
                str(one.entry.get("edition", "")),
                str(one.entry.get("result", "*")),
                len(one.board.lines),
            )
            for one in self._hub.games()
        ]

    def events(self, game: int) -> list[AnyEvent]:
        """Everything that was announced in one of them; what a newer program announced is passed over."""
        genesis = next((one.line.genesis for one in self._hub.games() if one.line.number == game), "")
        found: list[AnyEvent] = []
        for link in self._hub.store.links(genesis):
            if link.kind == EVENT:
                with contextlib.suppress(msgspec.MsgspecError, RecursionError):
                    found.append(events.decode(link.json))
        return found


class ClubEntry(msgspec.Struct, frozen=True):
    """One line of the list of games."""

    id: int
    began: float
    seats: str
    book: str
    result: str
    turns: int
