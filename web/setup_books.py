"""What can be played on a board, as the page that sets a table up offers it: editions, players, house rules."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.editions.edition import Edition, EditionError
from engine.editions.edition_files import edition_names, load_edition
from engine.equipment.board import Layout, LayoutError, load_layout
from engine.rules.position import deck_for


class Book(msgspec.Struct, frozen=True):
    """One edition, in plain values."""

    name: str
    """By what it is asked for."""
    title: str
    about: str
    """In English; the editions that come with the program have words in every language."""
    colours: tuple[str, ...]
    of_two: tuple[str, ...]
    """The colours of two teams, where the book names them."""
    teams: dict[int, tuple[int, ...]]
    """By the number of players: into how many teams they can part."""
    rules: dict[str, str]
    """What the book says, by the names of the switches that change it; empty where that hangs on who plays."""
    choices: dict[str, tuple[str, ...]]
    """What those switches may be set to."""
    rows: int
    """Sequences that win between two teams."""
    length: int
    """Spaces of a sequence."""
    lays: str
    """A card that lays a chip anywhere, as its box has it; empty where there is none."""
    takes: str
    """A card that takes a chip away."""


OF_EDITION: dict[str, Callable[[Edition], str]] = {
    "sequences_to_win": lambda edition: _same(edition.teams.sequences_to_win),
    "hand": lambda edition: _same(edition.hands),
    "dead_per_turn": lambda edition: str(edition.turns.dead_per_turn or "any"),
    "advanced_jack": lambda edition: _yes(edition.cards.advanced_jack),
    "diagonals": lambda edition: _yes(edition.lines.diagonals),
    "flip": lambda edition: _yes(edition.chips.flip),
    "missed_draw": lambda edition: edition.turns.missed_draw,
    "table_talk": lambda edition: _yes(edition.turns.table_talk),
    "dealing_rotates": lambda edition: _yes(edition.turns.dealing_rotates),
    "direction": lambda edition: edition.turns.direction,
}
"""Switches a family may want, the likeliest first, and what a book says of each."""
CHOICES = {
    "sequences_to_win": ("1", "2", "3"),
    "hand": ("3", "4", "5", "6", "7"),
    "dead_per_turn": ("1", "2", "3", "any"),
    "missed_draw": ("the-card", "until-next-turn"),
    "direction": ("clockwise", "counter-clockwise"),
}
YES_NO = ("yes", "no")


def _same(by_number: dict[int, int]) -> str:
    """The number that holds whoever plays; empty where there are several."""
    values = set(by_number.values())
    return str(values.pop()) if len(values) == 1 else ""


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def book_of(edition: Edition) -> Book:
    """An edition as the page offers it."""
    switches = [name for name in OF_EDITION if name != "advanced_jack" or edition.cards.remove]
    return Book(
        edition.found_by,
        edition.title,
        edition.about,
        edition.teams.colours,
        edition.teams.of_two,
        {players: edition.team_counts(players) for players in edition.player_counts},
        {name: OF_EDITION[name](edition) for name in switches},
        {name: CHOICES.get(name, YES_NO) for name in switches},
        edition.teams.sequences_to_win.get(2, 1),
        edition.lines.length,
        next(iter(edition.cards.wild), ""),
        next(iter(edition.cards.remove), ""),
    )


def books_for(layout: Layout, own: str = "") -> tuple[Book, ...]:
    """The editions whose cards fit a board; `own` is a further one of the table's, a file."""
    names = [*(("classic",) if "classic" in edition_names() else ()), *edition_names(), *([own] if own else [])]
    found = []
    for name in dict.fromkeys(names):
        try:
            edition = load_edition(name)
            deck_for(edition, layout)
            printed = load_layout(edition.layout)
        except (EditionError, LayoutError):
            continue
        if (printed.rows, printed.columns) != (layout.rows, layout.columns):
            continue
        found.append(book_of(edition))
    return tuple(found)
