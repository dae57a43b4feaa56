"""The family book and its page, `/book`: what many games come to for those who played them.

Games that are over are counted; players are known by the names of their seats, however these are written. Boards are
drawn by plain shapes, as on the page of statistics: both come without scripts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from flask import Blueprint, render_template

from engine import events as e
from engine.events import AnyEvent
from web import wording
from web.answers import keep_private, language
from web.kept_games import KeptGames, ReadOnce, written
from web.scoreboard import Scoreboard, fold
from web.setting import FREE, GameEntry, Setting, space_name
from web.turnlist import Words
from web.wording import card_short

WIDTH, HEIGHT = 40, 44
"""Of a space, in the drawing's own units."""
RED_SUITS = ("♥", "♦")
WARMEST = 3
"""Spaces that are named beside a heat map."""


class Cell(msgspec.Struct, frozen=True):
    """One space."""

    x: int
    y: int
    card: str
    """As it is printed, `7♥`; `★` on a free space."""
    red: bool
    heat: float
    """0 to 1."""
    count: int


class PlainBoard(msgspec.Struct, frozen=True):
    """What is drawn, and how large."""

    width: int
    height: int
    cells: tuple[Cell, ...]


def warmest(counts: Mapping[str, int]) -> list[str]:
    """The spaces that are named beside a heat map, the warmest first."""
    return sorted(counts, key=lambda name: (-counts[name], name))[:WARMEST]


def heat_board(setting: Setting, counts: Mapping[str, int]) -> PlainBoard:
    """The board with every space as warm as it was often played."""
    most = max(counts.values(), default=0) or 1
    cells = []
    for at, card in enumerate(setting.cards):
        row, column = divmod(at, setting.columns)
        count = counts.get(space_name(at, setting.columns), 0)
        short = "★" if card == FREE else card_short(card)
        red = short.endswith(RED_SUITS)
        cells.append(Cell(column * WIDTH, row * HEIGHT, short, red, round(count / most, 3), count))
    return PlainBoard(setting.columns * WIDTH, setting.rows * HEIGHT, tuple(cells))


class Digest(msgspec.Struct, frozen=True):
    """One game that is over, as far as the book needs it."""

    id: int
    began: float
    """Seconds since 1970."""
    winner: str
    """A team, or `drawn`."""
    turns: int
    minutes: int | None
    setting: Setting
    laid: tuple[tuple[int, str], ...]
    """Seat and space of each chip that was laid and not taken back."""
    caught: tuple[str, ...]
    """The team of each fault, where it was one team's."""


class Player(msgspec.Struct, frozen=True):
    """One line of the book."""

    name: str
    games: int
    won: int
    caught: int
    """Faults of this player alone: in a team of several nobody knows whose they were."""
    favourite: str
    """The space on which this player laid most chips, on the board that is played most; empty where none stands out."""


class Book(msgspec.Struct, frozen=True):
    """What the games come to."""

    games: int
    players: tuple[Player, ...]
    """Who won most comes first."""
    longest: Digest | None
    fastest: Digest | None
    """Of those that were won."""
    board: Setting | None
    """The board that was played most."""
    places: dict[str, int]
    """How many chips were laid on each of its spaces."""


def folded(happened: Iterable[AnyEvent]) -> tuple[Scoreboard, tuple[str, ...]]:
    """A game's last scoreboard, and the team of each fault in it."""
    board, caught = Scoreboard(), []
    for event in happened:
        board = fold(board, event)
        if isinstance(event, e.FaultFound) and event.team:
            caught.append(event.team)
    return board, tuple(caught)


def digest_of(entry: GameEntry, happened: Iterable[AnyEvent]) -> Digest | None:
    """One game in short; none where it never began."""
    board, caught = folded(happened)
    if board.setting is None:
        return None
    return Digest(
        id=entry.id,
        began=entry.began,
        winner=entry.result,
        turns=len(board.lines),
        minutes=board.minutes,
        setting=board.setting,
        laid=tuple(_laid(line.words) for line in board.lines if line.words.get("action") == "place"),
        caught=caught,
    )


def _laid(words: Words) -> tuple[int, str]:
    seat = words.get("seat")
    return (-1 if seat is None else seat, words.get("space", ""))


def book_of(games: Sequence[Digest]) -> Book:
    """The book of these games."""
    boards = Counter(game.setting.layout for game in games)
    played = max(boards, key=lambda name: boards[name], default=None)
    board = next((game.setting for game in games if game.setting.layout == played), None)
    on_it = [game for game in games if game.setting.layout == played]
    won = [game for game in games if game.winner != "drawn"]
    return Book(
        games=len(games),
        players=_players(games, on_it),
        longest=max(games, key=lambda game: (game.minutes or 0, game.turns), default=None),
        fastest=min(won, key=lambda game: (game.minutes or game.turns, game.turns), default=None),
        board=board,
        places=dict(Counter(space for game in on_it for _, space in game.laid)),
    )


def _players(games: Sequence[Digest], on_it: Sequence[Digest]) -> tuple[Player, ...]:
    names: dict[str, str] = {}
    played, won, caught = Counter[str](), Counter[str](), Counter[str]()
    laid: dict[str, Counter[str]] = {}
    for game in games:
        seats = game.setting.seats
        sitting = {seat.name.casefold(): seat for seat in seats if seat.name}
        for key, seat in sitting.items():
            names[key] = seat.name
            played[key] += 1
            won[key] += seat.team == game.winner
            if sum(other.team == seat.team for other in seats) == 1:
                caught[key] += game.caught.count(seat.team)
    for game in on_it:
        for seat_number, space in game.laid:
            if 0 <= seat_number < len(game.setting.seats) and (name := game.setting.seats[seat_number].name):
                laid.setdefault(name.casefold(), Counter())[space] += 1
    order = sorted(names, key=lambda key: (-won[key], played[key], key))
    return tuple(
        Player(names[key], played[key], won[key], caught[key], _favourite(laid.get(key, Counter()))) for key in order
    )


def _favourite(laid: Counter[str]) -> str:
    """The space that was played most, more than once and more than any other."""
    best = laid.most_common(2)
    if not best or best[0][1] < 2 or (len(best) > 1 and best[1][1] == best[0][1]):
        return ""
    return best[0][0]


def book_door(kept: KeptGames) -> Blueprint:
    """Its address; only games that whoever asks may see are counted."""
    door = Blueprint("book", __name__)
    digests = ReadOnce(kept, digest_of)

    @door.get("/book")
    def page() -> str:
        book = book_of(digests.of(kept.visible()))
        heat = heat_board(book.board, book.places) if book.board is not None else None
        return render_template("book.html", heat=heat, all=kept.readers.sees_all, **_told(book))

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
