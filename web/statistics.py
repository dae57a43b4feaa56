"""What the games of a table come to, and the page `/statistics` that draws it by plain shapes: where sequences lie, how
long games take, what decides them. Counted from games that are over, by the same tally as `referee stats`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from flask import Blueprint, render_template

from engine.analysis.tallies import Tally, kind_of, tally_of, wilson
from engine.events import AnyEvent
from engine.records.twin import record_of
from web import page_words, wording
from web.answers import keep_private, language
from web.book import folded, heat_board, warmest
from web.kept_games import KeptGames, ReadOnce
from web.setting import GameEntry, Setting

STEPS = (1, 2, 5, 10, 20, 50, 100)
"""How much longer the games of one bar may be than those of the bar before."""
BARS = 8
"""Bars at most."""


class Counted(msgspec.Struct, frozen=True):
    """One game that is over."""

    tally: Tally
    setting: Setting
    turns: int
    minutes: int | None


class LeftOut(msgspec.Struct, frozen=True):
    """A game that was taken up in the middle: nobody knows how it began, so it is told of, not counted."""


class Bar(msgspec.Struct, frozen=True):
    """The games of about one length."""

    first: int
    last: int
    games: int
    share: float
    """Of the highest bar, 0 to 1."""


class Share(msgspec.Struct, frozen=True):
    """A part of all games that were won."""

    name: str
    games: int
    won: int
    even: float = 0.0
    """What chance alone would give, 0 to 1; 0 where nobody knows."""
    chance: bool = False
    """Whether so few games may be so by chance alone."""

    @property
    def part(self) -> float:
        """0 to 1."""
        return self.games / self.won


class Kind(msgspec.Struct, frozen=True):
    """The games of one edition, board and number of players."""

    setting: Setting
    """Of the latest of them."""
    tally: Tally
    turns: tuple[Bar, ...]
    minutes: tuple[Bar, ...]
    """Of the games whose clock tells."""
    shares: tuple[Share, ...]
    """`begins`, `corner` and `jack`; none where no game was won."""


def counted(entry: GameEntry, happened: Iterable[AnyEvent]) -> Counted | LeftOut | None:
    """A game by itself; none where it has no turn, or its board is not known here.

    Raises ValueError where its events make no record.
    """
    events = list(happened)
    tally = tally_of(record_of(events))
    board, _ = folded(events)
    if tally is None:
        return LeftOut()
    if not tally.turns or board.setting is None:
        return None
    return Counted(tally, board.setting, len(board.lines), board.minutes)


def kinds_of(games: Sequence[Counted]) -> tuple[Kind, ...]:
    """The games that may be counted together, what is played most first; `games` are the newest first."""
    found: dict[tuple[object, ...], list[Counted]] = {}
    for game in games:
        found.setdefault(kind_of(game.tally.game), []).append(game)
    return tuple(_kind(alike) for alike in sorted(found.values(), key=len, reverse=True))


def _kind(alike: Sequence[Counted]) -> Kind:
    tally = Tally(alike[0].tally.game)
    for game in alike:
        tally.merge(game.tally.counts())
    minutes = [game.minutes for game in alike if game.minutes is not None]
    return Kind(alike[0].setting, tally, bars([game.turns for game in alike]), bars(minutes), _shares(tally))


def _shares(tally: Tally) -> tuple[Share, ...]:
    if not tally.won:
        return ()
    even, began = 1 / len(tally.game.teams), tally.by_seat[0]
    low, high = wilson(began, tally.won)
    return (
        Share("begins", began, tally.won, even, low <= even <= high),
        Share("corner", tally.corner, tally.won),
        Share("jack", tally.jack, tally.won),
    )


def bars(lengths: Sequence[int]) -> tuple[Bar, ...]:
    """Lengths of games as few bars of one width, those between the first and the last that hold none, too."""
    if not lengths:
        return ()
    low, high = min(lengths), max(lengths)
    step = next((step for step in STEPS if high // step - low // step < BARS), STEPS[-1])
    counts = dict.fromkeys(range(low // step, high // step + 1), 0)
    for length in lengths:
        counts[length // step] += 1
    most = max(counts.values())
    return tuple(Bar(at * step, at * step + step - 1, count, count / most) for at, count in counts.items())


def statistics_door(kept: KeptGames) -> Blueprint:
    """Its address; only games that whoever asks may see are counted."""
    door = Blueprint("statistics", __name__)
    read = ReadOnce(kept, counted)

    @door.get("/statistics")
    def page() -> str:
        games = read.of(kept.visible())
        told = [game for game in games if isinstance(game, Counted)]
        return render_template(
            "statistics.html",
            kinds=[_told(kind) for kind in kinds_of(told)],
            left_out=_left_out(len(games) - len(told)),
            all=kept.readers.sees_all,
        )

    door.after_request(keep_private)
    return door


def _text(key: str, **values: Any) -> str:
    return wording.text("statistics", key, language(), **values)


def _told(kind: Kind) -> dict[str, Any]:
    """One kind of games in the words of whoever asks."""
    edition = page_words.edition_name(kind.setting.edition, language())
    players, tally = len(kind.setting.seats), kind.tally
    game, sequences = tally.game, tally.sequences
    teams, places = len(game.teams), {game.layout.name_of(space): count for space, count in tally.places.items()}
    return {
        "title": _text("kind" if teams == players else "kind_teams", edition=edition, n=players, teams=teams),
        "games": _games(tally.games),
        "heat": heat_board(kind.setting, places),
        "warmest": [wording.by_cards(name, kind.setting, language(), brief=True) for name in warmest(places)],
        "sequences": _text("sequences", count=sequences),
        "directions": [(_text(way), count, count / sequences) for way, count in tally.directions.most_common()],
        "lengths": [
            (_text(name), [(_range(bar), bar) for bar in bars])
            for name, bars in (("turns", kind.turns), ("minutes", kind.minutes))
            if bars
        ],
        "shares": [(_share(share, kind), share) for share in kind.shares],
        "removals": _text("removals", count=tally.removals),
    }


def _games(count: int) -> str:
    return _text("game" if count == 1 else "games", count=count)


def _left_out(count: int) -> str:
    if not count:
        return ""
    return _text("left_out_one" if count == 1 else "left_out", count=count)


def _range(bar: Bar) -> str:
    return str(bar.first) if bar.first == bar.last else f"{bar.first}–{bar.last}"


def _share(share: Share, kind: Kind) -> str:
    jacks = all(card[0] == "J" and card[1:] in wording.SUITS for card in kind.setting.wilds)
    key = "wild" if share.name == "jack" and not jacks else share.name
    said = _text(key, games=share.games, won=share.won)
    if not share.even:
        return said
    even = _text("even", teams=len(kind.tally.game.teams))
    return f"{said} {even} {_text('by_chance' if share.chance else 'not_by_chance')}"
