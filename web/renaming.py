"""Mending the names of an old game from the host's phone: "Ada sat as Grandma".

The game's chain keeps the names that were there before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, Response, request

from engine.trouble import Trouble
from web.answers import json_answer, language
from web.call_words import read_json
from web.calls import let_in, refusal
from web.hosts import Hosts
from web.kept_games import KeptGames
from web.wording import text

Rename = Callable[[int, Sequence[str]], None]
"""`(game, names)`: keeps a name for each seat, in turn order, empty for none. Raises Trouble where that cannot be."""


def renaming_door(kept: KeptGames, rename: Rename, hosts: Hosts) -> Blueprint:
    """`PUT /api/games/ID/names` with `{"names": ["Ada", "Ben"]}`, for hosts, of a game that is over."""
    door = Blueprint("renaming", __name__)

    @door.put("/api/games/<int:game>/names")
    def mend(game: int) -> Response:
        let_in(hosts)
        names = read_json(request.get_data(cache=False), language()).get("names")
        entry = kept.entry(game)
        seats = entry.seats.split()
        if not isinstance(names, list) or len(names) != len(seats) or not all(isinstance(name, str) for name in names):
            return refusal(text("needs", "other", language()), 400)
        if entry.result == "*":  # whoever goes on with it goes on by the names it has
            return refusal(text("games", "open_game", language()), 409)
        try:
            rename(game, names)
        except Trouble as trouble:
            return refusal(str(trouble), 409)
        kept.forget()
        return json_answer({"accepted": True, "message": text("games", "renamed", language())})

    return door
