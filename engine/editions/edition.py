"""Editions: everything in which the printed rule books differ, as data.

Its file is read in `edition_files`, single rules are changed by `switches`. How the rules use it stands in `rules`;
which line of which book says so stands in `rulebook`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

TEAMS = ("blue", "green", "red")
"""Every team there can be; the first letter stands for it on boards."""
TEAM_OF = {team[0]: team for team in TEAMS}
"""Each team by the letter that stands for it."""

BOOKS = ("English", "Danish", "Spanish", "Swedish", "Bible")
"""The printed books whose lines are cited."""


class EditionError(ValueError):
    """An edition or a switch that makes no sense; the sentence names the place."""


class Teams(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays with whom, and for what."""

    sequences_to_win: dict[int, int]
    alone: int
    colours: tuple[str, ...]
    of_two: tuple[str, ...] = ()
    uneven: tuple[int, ...] = ()


class Lines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a sequence is."""

    length: int
    diagonals: bool
    shared_spaces: int


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards that are not on the board."""

    wild: dict[str, int]
    remove: dict[str, int]
    advanced_jack: bool


class Turns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a turn may hold and what carelessness costs."""

    dead_per_turn: int
    missed_draw: str
    table_talk: bool
    dealing_rotates: bool
    direction: Literal["clockwise", "counter-clockwise"] = "clockwise"


class Chips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chips in the box; 0 where the book names no number."""

    flip: bool
    blue: int = 0
    green: int = 0
    red: int = 0


class EditionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form of an edition's TOML file; each key is explained in `editions/classic.toml`."""

    title: str
    about: str
    books: tuple[str, ...]
    layout: str
    teams: Teams
    chips: Chips
    hands: dict[int, int]
    lines: Lines
    cards: Cards
    turns: Turns


class Edition(EditionFile, frozen=True, kw_only=True):
    """One set of rules, switches applied."""

    name: str
    rules: str = ""
    """The switches that were given, as they are written in a record."""
    source: str = ""
    """The name or file it was loaded from; empty where it was made otherwise."""

    @property
    def found_by(self) -> str:
        """What `edition_files.load_edition` finds it by."""
        return self.source or self.name

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many can play."""
        return tuple(sorted(self.hands))

    def team_counts(self, players: int) -> tuple[int, ...]:
        """Into how many teams so many players can part.

        Up to three may play alone; more must be two or three equal teams (English book, lines 17, 19 and 69).
        """
        if players not in self.hands:
            return ()
        if players <= min(self.teams.alone, len(self.teams.colours)):
            return (players,)
        counts = tuple(sorted(self.teams.sequences_to_win))
        return counts if players in self.teams.uneven else tuple(n for n in counts if players % n == 0)
