"""What the games of a table come to: where sequences lie, how long games take, what decides them.

Counted here from games that are over, by the same tally as `referee stats`; drawn in `statistics_page.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.analysis.interval import wilson
from engine.analysis.tallies import Tally, kind_of, tally_of
from engine.events import AnyEvent
from engine.records.twin import record_of
from web.book import folded
from web.kept_games import GameEntry
from web.setting import Setting

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
    teams: int
    games: int
    sequences: int
    places: dict[str, int]
    """How many sequences held each space."""
    directions: tuple[tuple[str, int], ...]
    """How many sequences lay `across`, `down` and `aslant`, most first."""
    turns: tuple[Bar, ...]
    minutes: tuple[Bar, ...]
    """Of the games whose clock tells."""
    shares: tuple[Share, ...]
    """`begins`, `corner` and `jack`; none where no game was won."""
    removals: int
    """Chips taken away."""


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
    name = tally.game.layout.name_of
    return Kind(
        setting=alike[0].setting,
        teams=len(tally.game.teams),
        games=len(alike),
        sequences=tally.sequences,
        places={name(space): count for space, count in tally.places.items()},
        directions=tuple(tally.directions.most_common()),
        turns=bars([game.turns for game in alike]),
        minutes=bars([game.minutes for game in alike if game.minutes is not None]),
        shares=_shares(tally),
        removals=tally.removals,
    )


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
    """So many lengths as few bars of one width, those between the first and the last that hold none, too."""
    if not lengths:
        return ()
    low, high = min(lengths), max(lengths)
    step = next((step for step in STEPS if high // step - low // step < BARS), STEPS[-1])
    counts = dict.fromkeys(range(low // step, high // step + 1), 0)
    for length in lengths:
        counts[length // step] += 1
    most = max(counts.values())
    return tuple(Bar(at * step, at * step + step - 1, count, count / most) for at, count in counts.items())
