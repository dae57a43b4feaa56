"""What hosts do to old games from their phones: delete one for good, with all that was kept of it, and mend its names.

"Ada sat as Grandma": the game's chain keeps the names that were there before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, Response

from engine.plain_text import named_twice, player_word
from engine.trouble import Trouble
from web import page_words
from web.answers import language, read_json
from web.calls import accepted, let_in, refusal
from web.hosts import Hosts
from web.kept_games import KeptGames
from web.wording import text

Forget = Callable[[int], None]
"""Removes a game and its evidence. Raises Trouble where that cannot be done."""
Rename = Callable[[int, Sequence[str]], None]
"""`(game, names)`: keeps a name for each seat, in turn order, empty for none. Raises Trouble where that cannot be."""


def mending_door(kept: KeptGames, hosts: Hosts, forget: Forget | None, rename: Rename | None) -> Blueprint:
    """For hosts, as far as it may be done here: `DELETE /api/games/ID`, not of the game that is being played, and
    `PUT /api/games/ID/names` with `{"names": ["Ada", "Ben"]}`, of a game that is over."""
    door = Blueprint("mending", __name__)
    if forget is not None:
        _let_delete(door, kept, hosts, forget)
    if rename is not None:
        _let_rename(door, kept, hosts, rename)
    return door


def _let_delete(door: Blueprint, kept: KeptGames, hosts: Hosts, forget: Forget) -> None:
    @door.delete("/api/games/<int:game>")
    def delete(game: int) -> Response:
        let_in(hosts)
        if kept.entry(game).id in kept.readers.these_games:
            said = (page_words.say(part, "playing", language()) for part in ("trouble", "mend"))
            return refusal(" ".join(said), 409)
        try:
            forget(game)
        except Trouble as trouble:
            return refusal(str(trouble), 409)
        return accepted(text("games", "deleted", language(), game=game))


def _let_rename(door: Blueprint, kept: KeptGames, hosts: Hosts, rename: Rename) -> None:
    @door.put("/api/games/<int:game>/names")
    def mend(game: int) -> Response:
        let_in(hosts)
        names = read_json().get("names")
        entry = kept.entry(game)
        seats = entry.seats.split()
        if not isinstance(names, list) or len(names) != len(seats) or not all(isinstance(name, str) for name in names):
            return refusal(text("needs", "other", language()), 400)
        if entry.result == "*":  # whoever goes on with it goes on by the names it has
            return refusal(text("games", "open_game", language()), 409)
        if twice := named_twice([player_word(name) for name in names]):
            return refusal(page_words.say("trouble", "twice", language(), name=twice), 409)
        try:
            rename(game, names)
        except Trouble as trouble:
            return refusal(str(trouble), 409)
        kept.forget()
        return accepted(text("games", "renamed", language()))
