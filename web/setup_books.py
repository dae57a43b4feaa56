"""What can be played on a board, as the page that sets a table up offers it: editions, players, house rules."""

from __future__ import annotations

import msgspec

from engine.editions.edition import Edition, EditionError
from engine.editions.edition_files import edition_names, load_edition
from engine.editions.switches import SWITCHES
from engine.equipment.board import Layout, LayoutError, load_layout
from engine.rules.position import deck_for, runs_for


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


def book_of(edition: Edition) -> Book:
    """An edition as the page offers it."""
    offered = [one for one in SWITCHES.values() if one.choices]
    if not edition.cards.remove:
        offered = [one for one in offered if one.name != "advanced_jack"]
    return Book(
        name=edition.found_by,
        title=edition.title,
        about=edition.about,
        colours=edition.teams.colours,
        of_two=edition.teams.of_two,
        teams={players: edition.team_counts(players) for players in edition.player_counts},
        rules={one.name: one.printed(edition) for one in offered},
        choices={one.name: one.choices for one in offered},
        rows=edition.teams.sequences_to_win.get(2, 1),
        length=edition.lines.length,
        lays=next(iter(edition.cards.wild), ""),
        takes=next(iter(edition.cards.remove), ""),
    )


def books_for(layout: Layout, own: str = "") -> tuple[Book, ...]:
    """The editions whose cards fit a board; `own` is a further one of the table's, a file."""
    names = [*(("classic",) if "classic" in edition_names() else ()), *edition_names(), *([own] if own else [])]
    found = []
    for name in dict.fromkeys(names):
        try:
            edition = load_edition(name)
            deck_for(edition, layout)
            runs_for(edition, layout)
            printed = load_layout(edition.layout)
        except (EditionError, LayoutError):
            continue
        if (printed.rows, printed.columns) != (layout.rows, layout.columns):
            continue
        found.append(book_of(edition))
    return tuple(found)
