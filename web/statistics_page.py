"""The page `/statistics`: plots of what the games of this table come to, drawn by the server as plain shapes."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template

from web import page_words, wording
from web.answers import keep_private, language
from web.kept_games import KeptGames
from web.plain_board import heat_board, warmest
from web.read_once import ReadOnce
from web.statistics import Bar, Counted, Kind, Share, counted, kinds_of


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
            t=wording.table(language()),
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
    players = len(kind.setting.seats)
    return {
        "title": _text("kind" if kind.teams == players else "kind_teams", edition=edition, n=players, teams=kind.teams),
        "games": _games(kind.games),
        "heat": heat_board(kind.setting, kind.places),
        "warmest": [wording.by_cards(name, kind.setting, language(), brief=True) for name in warmest(kind.places)],
        "sequences": _text("sequences", count=kind.sequences),
        "directions": [(_text(way), count, count / kind.sequences) for way, count in kind.directions],
        "lengths": [
            (_text(name), [(_range(bar), bar) for bar in bars])
            for name, bars in (("turns", kind.turns), ("minutes", kind.minutes))
            if bars
        ],
        "shares": [(_share(share, kind), share) for share in kind.shares],
        "removals": _text("removals", count=kind.removals),
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
    return f"{said} {_text('even', teams=kind.teams)} {_text('by_chance' if share.chance else 'not_by_chance')}"
