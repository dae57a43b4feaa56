"""Deleting an old game from the host's phone: for good, with all that was kept of it."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response

from engine.trouble import Trouble
from web.answers import json_answer, language
from web.calls import let_in, refusal
from web.hosts import Hosts
from web.kept_games import KeptGames
from web.wording import text

Forget = Callable[[int], None]
"""Removes a game and its evidence. Raises Trouble where that cannot be done."""


def deleting_door(kept: KeptGames, forget: Forget, hosts: Hosts) -> Blueprint:
    """`DELETE /api/games/ID`, for hosts; the game that is being played stays."""
    door = Blueprint("deleting", __name__)

    @door.delete("/api/games/<int:game>")
    def delete(game: int) -> Response:
        let_in(hosts)
        if kept.entry(game).id in kept.readers.these_games:
            return refusal(text("games", "being_played", language()), 409)
        try:
            forget(game)
        except Trouble as trouble:
            return refusal(str(trouble), 409)
        return json_answer({"accepted": True, "message": text("games", "deleted", language(), game=game)})

    return door
