"""Who may look at games and what the camera saw of them: everybody, or guests only so much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from flask import request

from web.calls import COOKIE
from web.hosts import Hosts

OldGames = Literal["nobody", "this", "all"]
"""What guests may look at: no recorded game, the one being played, or every one."""


class Readers:
    """Judges the request at hand. The host's devices may look at everything."""

    def __init__(self, hosts: Hosts, old_games: OldGames, this_game: Callable[[], int | None]) -> None:
        """`this_game` tells the number of the game being played."""
        self._hosts, self._old_games, self._this_game = hosts, old_games, this_game

    @property
    def this_game(self) -> int | None:
        """Number of the game being played; none where it is not kept."""
        return self._this_game()

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
        return (self._old_games == "this" and game == self._this_game()) or self.sees_all
