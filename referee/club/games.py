"""The games of a club's evening, for the pages that show kept games."""

from __future__ import annotations

from engine.events import AnyEvent
from referee.club.archive import events_in
from referee.club.hub import Hub
from web.setting import GameEntry


class ClubGames:
    """The games of the evening, for the pages that show kept games."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def games(self) -> list[GameEntry]:
        """All of them."""
        return [
            GameEntry(
                id=one.line.number,
                began=one.line.came,
                seats=" ".join(f"{seat.team}:{seat.name}" if seat.name else seat.team for seat in one.board.seats),
                edition=str(one.entry.get("edition", "")),
                result=str(one.entry.get("result", "*")),
                turns=len(one.board.lines),
            )
            for one in self._hub.games()
        ]

    def events(self, game: int) -> list[AnyEvent]:
        """Everything that was announced in one of them; what a newer program announced is passed over."""
        genesis = next((one.line.genesis for one in self._hub.games() if one.line.number == game), "")
        return events_in(self._hub.store.links(genesis))
