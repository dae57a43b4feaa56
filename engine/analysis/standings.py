"""Standings of an evening: a win counts, then sequences for minus against, then the games between those who are level.

No league of this game has published rules, so nothing else is imposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal

import msgspec

from engine.plain_text import player_word, same_name

Counting = Literal["sides", "players"]
"""Whether those who play a colour together are one entry, or each of them is one."""


class Result(msgspec.Struct, frozen=True):
    """One game that is over."""

    sides: Mapping[str, tuple[str, ...]]
    """Team -> its players' names, as they are to be written."""
    winner: str
    """A team, or `drawn`."""
    sequences: Mapping[str, int]
    """Team -> how many it made."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the standings."""

    who: str
    place: int
    """Shared by those whom nothing tells apart."""
    played: int
    won: int
    drawn: int
    made: int
    """Sequences made."""
    against: int
    """Sequences of those played against."""

    @property
    def lost(self) -> int:
        """Games lost."""
        return self.played - self.won - self.drawn


def side_name(players: Sequence[str]) -> str:
    """How a side is written: `Ada & Ben`, whoever sits first."""
    return " & ".join(sorted((" ".join(name.split()) for name in players), key=same_name))


def as_side(written: str) -> str:
    """A side as somebody wrote it, `ben &  Ada Rose`, by the names that records keep; empty where none is in it.

    >>> as_side("ben &  Ada Rose")
    'Ada-Rose & ben'
    """
    return side_name([word for name in written.split(" & ") if (word := player_word(name))])


def standings(results: Iterable[Result], counting: Counting = "sides", free: Iterable[str] = ()) -> list[Entry]:
    """Everybody who played, best first; `free` are sides that sat out and are given the game for it.

    >>> game = Result({"blue": ("Ada",), "green": ("Ben",)}, "blue", {"blue": 2, "green": 1})
    >>> [(one.place, one.who, one.won) for one in standings([game])]
    [(1, 'Ada', 1), (2, 'Ben', 0)]
    """
    tallies: dict[str, dict[str, int]] = {}
    written: dict[str, str] = {}
    beaten: dict[tuple[str, str], int] = {}
    given = (Result({"free": tuple(side.split(" & "))}, "free", {}) for side in free)
    for game in (*results, *given):
        entries = {team: _entries(players, counting) for team, players in game.sides.items()}
        for team, own in entries.items():
            others = [one for other, theirs in entries.items() if other != team for one in theirs]
            against = sum(made for other, made in game.sequences.items() if other != team)
            for who in own:
                key = same_name(who)
                written.setdefault(key, who)
                tally = tallies.setdefault(key, dict.fromkeys(("played", "won", "drawn", "made", "against"), 0))
                tally["played"] += 1
                tally["won"] += game.winner == team
                tally["drawn"] += game.winner == "drawn"
                tally["made"] += game.sequences.get(team, 0)
                tally["against"] += against
                if game.winner == team:
                    for other in others:
                        beaten[key, same_name(other)] = beaten.get((key, same_name(other)), 0) + 1
    ranked = sorted(tallies, key=lambda key: (*_worth(tallies[key]), written[key].casefold()))
    placed: list[Entry] = []
    for _, level in groupby(ranked, key=lambda key: _worth(tallies[key])):
        group = list(level)
        inside = {one: sum(beaten.get((one, other), 0) for other in group) for one in group}
        ordered = sorted(group, key=lambda one: (-inside[one], written[one].casefold()))
        first = len(placed) + 1
        for at, key in enumerate(ordered):
            same = at and inside[key] == inside[ordered[at - 1]]
            place = placed[-1].place if same else first + at
            placed.append(Entry(who=written[key], place=place, **tallies[key]))
    return placed


def _worth(tally: Mapping[str, int]) -> tuple[int, int]:
    return -tally["won"], tally["against"] - tally["made"]


def _entries(players: Sequence[str], counting: Counting) -> list[str]:
    return [side_name(players)] if counting == "sides" else [side_name([one]) for one in players]
