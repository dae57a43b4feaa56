"""What a page must know of the table a game is played on: its cards, its shape, how many sequences win.

Here lives the reading of that from the event that starts a game, and no drawing.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from engine.events import GameStarted
from engine.rules.position import new_game

FREE = "*"


class Seat(msgspec.Struct, frozen=True):
    """A place in the turn order."""

    team: str
    name: str = ""


class Setting(msgspec.Struct, frozen=True):
    """The table of one game."""

    edition: str
    layout: str
    rows: int
    columns: int
    cards: tuple[str, ...]
    """The card printed on each space, row by row; `*` at free spaces."""
    seats: tuple[Seat, ...]
    needed: int = 0
    """Sequences that win; 0 where nobody could tell."""
    rules: str = ""
    wilds: tuple[str, ...] = ()
    """The cards that place a chip anywhere; none where nobody could tell."""
    removes: tuple[str, ...] = ()
    """The cards that take a chip off."""

    def which_of_two(self, name: str) -> tuple[str, str]:
        """The card printed on a space, and which of the two where the board has it twice: `upper`, `lower`, `left`,
        `right`; empty where it has not. Both empty for what is no space of this board."""
        found = re.fullmatch(r"([a-z])(\d{1,2})", name)
        if not found:
            return "", ""
        column, row = ord(found[1]) - ord("a"), int(found[2]) - 1
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return "", ""
        card = self.cards[row * self.columns + column]
        same = [divmod(at, self.columns) for at, other in enumerate(self.cards) if other == card]
        if card == FREE or len(same) != 2:
            return card, ""
        first = (row, column) == same[0]
        if same[0][0] != same[1][0]:
            return card, "upper" if first else "lower"
        return card, "left" if first else "right"


class GameEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the list of games."""

    id: int
    began: float
    """Seconds since 1970."""
    seats: str
    """Turn order, `blue:North green:East`."""
    edition: str
    result: str
    """The winning team, `drawn`, or `*` while it is open."""
    turns: int
    """How many were played and not taken back."""

    @property
    def book(self) -> str:
        """The edition as people call it: of a file neither folder nor ending."""
        return Path(self.edition).stem if self.edition.endswith(".toml") else self.edition


def space_name(space: int, columns: int) -> str:
    """`e4` for a number that counts row by row from 0."""
    row, column = divmod(space, columns)
    return f"{chr(ord('a') + column)}{row + 1}"


def seats_of(words: tuple[str, ...]) -> tuple[Seat, ...]:
    """Seats from `team` or `team:Name`."""
    return tuple(Seat(team.strip(), name.strip()) for team, _, name in (word.partition(":") for word in words))


def setting_of(started: GameStarted) -> Setting:
    """The table that a start event names.

    Raises:
        ValueError: the layout or the edition is not known here.
    """
    game = new_game(started.edition, started.seats, started.layout or None, started.rules, strict_seats=False)
    layout = game.layout
    return Setting(
        edition=started.edition,
        layout=started.layout,
        rows=layout.rows,
        columns=layout.columns,
        cards=tuple(card or FREE for card in layout.cards),
        seats=seats_of(started.seats),
        needed=game.need,
        rules=started.rules,
        wilds=game.deck.wilds,
        removes=game.deck.removes,
    )


def setting_or_bare(started: GameStarted) -> Setting:
    """The table of a start event; one without printed cards, which can still be shown, where the layout is not known
    here."""
    try:
        return setting_of(started)
    except ValueError:
        pass
    rows = started.position or ("*........*", *("." * 10 for _ in range(8)), "*........*")
    cards = tuple(FREE if letter == FREE else "" for row in rows for letter in row)
    return Setting(
        edition=started.edition,
        layout=started.layout,
        rows=len(rows),
        columns=len(rows[0]),
        cards=cards,
        seats=seats_of(started.seats),
        rules=started.rules,
    )
