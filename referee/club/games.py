"""The games of a club's evening, for the pages that show kept games."""

from __future__ import annotations

import msgspec

from engine.events import AnyEvent
from referee.club.archive import events_in
from referee.club.hub import Hub


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
        return events_in(self._hub.store.links(genesis))


class ClubEntry(msgspec.Struct, frozen=True):
    """One line of the list of games."""

    id: int
    began: float
    seats: str
    book: str
    result: str
    turns: int
