"""A running table's part in a club: what its host's phone sees and does of it, and what sends meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.trouble import Trouble
from referee.club.joining import in_club, join, last_name, leave, membership, send_pictures
from referee.club.sender import ClubSender
from web.taking_part import ClubView


class TakingPart:
    """Joins and leaves clubs, and sends while the table is in one."""

    def __init__(self, data: Path, asked: tuple[str, str] = ("", "")) -> None:
        """`asked`: a link to a club and a name, where the table is to join by itself."""
        self._data, self._asked = data, asked
        self._state: Callable[[], str] = lambda: "live"
        self._sender = ClubSender(lambda: in_club(data, asked), data, lambda: self._state())

    def start(self, state: Callable[[], str]) -> None:
        """Send from now on, whenever there is a club; `state` as of `ClubSender`."""
        self._state = state
        self._sender.start()

    def close(self) -> None:
        """Send no more; nothing is waited for."""
        self._sender.close()

    def told(self) -> dict[str, Any]:
        """What the organiser said last; empty where the table is in no club."""
        return self._sender.told

    def view(self) -> ClubView:
        """How things stand."""
        name, trouble = last_name(self._data) or self._asked[1], self._sender.trouble
        try:
            known = membership(self._data)
        except Trouble as damaged:
            return ClubView(name=name, trouble=damaged)
        if known is None:
            return ClubView(name=name, trouble=trouble)
        return ClubView(known.table, known.address, known.pictures, trouble)

    def act(self, action: Mapping[str, Any], language: str) -> Trouble | None:
        """Do what the host asks for; why it cannot be done, or none where it was."""
        try:
            if action["action"] == "leave":
                leave(self._data)
            elif action["action"] == "pictures":
                send_pictures(self._data, action.get("on") is True)
            else:
                join(str(action.get("link", "")), str(action.get("name", "")), self._data, language)
        except Trouble as no:
            return no
        return None
