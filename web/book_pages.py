"""The page `/book`, the family's games in figures."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, render_template

from web import wording
from web.answers import keep_private, language
from web.book import Book, Digest, book_of, digest_of
from web.dates import written
from web.kept_games import KeptGames
from web.plain_board import heat_board, warmest
from web.read_once import ReadOnce
from web.setting import Setting


def book_door(kept: KeptGames) -> Blueprint:
    """Its address; only games that whoever asks may see are counted."""
    door = Blueprint("book", __name__)
    digests = ReadOnce(kept, digest_of)

    @door.get("/book")
    def page() -> str:
        book = book_of(digests.of(kept.visible()))
        heat = heat_board(book.board, book.places) if book.board is not None else None
        return render_template(
            "book.html", t=wording.table(language()), heat=heat, all=kept.readers.sees_all, **_told(book)
        )

    door.after_request(keep_private)
    return door


def _told(book: Book) -> dict[str, Any]:
    """The book in the words of whoever asks."""
    caught = sorted((one for one in book.players if one.caught), key=lambda one: (-one.caught, one.name))
    return {
        "games": book.games,
        "players": [(one, _space(one.favourite, book.board)) for one in book.players],
        "caught": caught,
        "longest": _game(book.longest),
        "fastest": _game(book.fastest),
        "warmest": [_space(name, book.board) for name in warmest(book.places)],
    }


def _space(name: str, board: Setting | None) -> str:
    return wording.by_cards(name, board, language(), brief=True) if name and board is not None else ""


def _minutes(minutes: int | None) -> str:
    return "" if minutes is None else wording.text("book", "minutes", language(), count=minutes)


def _game(game: Digest | None) -> dict[str, Any] | None:
    if game is None:
        return None
    turns = wording.turns_told(game.turns, language())
    began = datetime.fromtimestamp(game.began).astimezone()
    drawn = wording.table(language())["page"]["drawn"]
    return {
        "id": game.id,
        "when": written(began, language()),
        "datetime": began.isoformat(timespec="minutes"),
        "length": " · ".join(part for part in (_minutes(game.minutes), turns) if part),
        "result": drawn if game.winner == "drawn" else wording.won(game.winner, game.setting.seats, language()),
    }
