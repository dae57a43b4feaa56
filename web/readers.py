"""Who may look at games and what the camera saw of them: everybody, or guests only so much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from flask import request

from web.calls import COOKIE
from web.hosts import Hosts

OldGames = Literal["nobody", "this", "all"]
"""What guests may look at: no recorded game, those of this evening, or every one."""


class Readers:
    """Judges the request at hand. The host's devices may look at everything."""

    def __init__(
        self,
        hosts: Hosts,
        old_games: OldGames,
        these_games: Callable[[], tuple[int, ...]],
        evening: Callable[[], tuple[int, ...]],
    ) -> None:
        """`these_games` tells the numbers of the game being played, and of the one that is still shown; `evening`
        those of the games that were played this evening."""
        self._hosts, self._old_games, self._these_games, self._evening = hosts, old_games, these_games, evening

    @property
    def these_games(self) -> tuple[int, ...]:
        """Numbers of the game being played and of the one still shown; none where they are not kept."""
        return self._these_games()

    @property
    def sees_all(self) -> bool:
        """Whether nothing is kept from whoever asks."""
        if self._old_games == "all":
            return True
        shown = request.headers.get("X-Host-Key") or request.cookies.get(COOKIE, "")
        return self._hosts.device_of(shown) is not None

    @property
    def sees_any(self) -> bool:
        """Whether there may be something to see for whoever asks."""
        return self._old_games != "nobody" or self.sees_all

    def may_read(self, game: int) -> bool:
        """Whether whoever asks may look at that game."""
        if self._old_games == "this" and (game in self._these_games() or game in self._evening()):
            return True
        return self.sees_all
