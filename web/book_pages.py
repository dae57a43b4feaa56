"""The pages `/book`, the family's games in figures, and `/games/ID/sheet`, one game on a sheet of paper."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, abort, render_template

from web import wording
from web.answers import keep_private, language
from web.book import Book, Digest, book_of, digest_of, folded
from web.dates import written
from web.kept_games import KeptGames, shown_entry
from web.plain_board import board_with_chips, heat_board, warmest
from web.read_once import ReadOnce
from web.setting import Setting


def book_door(kept: KeptGames) -> Blueprint:
    """The addresses of the book and of games on paper; only games that whoever asks may see are counted."""
    door = Blueprint("book", __name__)
    digests = ReadOnce(kept, digest_of)

    @door.get("/book")
    def page() -> str:
        book = book_of(digests.of(kept.visible()))
        heat = heat_board(book.board, book.places) if book.board is not None else None
        return render_template(
            "book.html", t=wording.table(language()), heat=heat, all=kept.readers.sees_all, **_told(book)
        )

    @door.get("/games/<int:game>/sheet")
    def sheet(game: int) -> str:
        entry = kept.entry(game)
        board, caught = folded(kept.events(game))
        setting = board.setting
        if setting is None:
            return abort(404)
        rows = [line.words for line in board.lines] + [board.gap_words(gap) for gap in board.turns.gaps]
        return render_template(
            "sheet.html",
            t=wording.table(language()),
            game=shown_entry(entry, kept.readers.these_games),
            minutes=_minutes(board.minutes),
            caught=len(caught),
            board=board_with_chips(
                setting, board.position, [(made["team"], made["spaces"]) for made in board.sequences]
            ),
            turns=[
                (words["turn"], words.get("team", ""), wording.sentence(words, language(), setting=setting))
                for words in sorted(rows, key=lambda words: words["turn"])
            ],
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
