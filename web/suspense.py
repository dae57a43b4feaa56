"""How near each team is to its next sequence: what a page may make glow.

Counted from what lies, by the rule book's lines; cards that are left and jacks that could be played are not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from engine.equipment.board import mask_of
from engine.rules.position import new_game
from web.setting import FREE, Setting, space_name

Masks = tuple[int, ...]
"""Sets of spaces, a bit a space, row by row."""


class Near(msgspec.Struct, frozen=True):
    """One team's next sequence."""

    spaces: tuple[str, ...]
    """Empty spaces at which one chip completes it."""
    share: float
    """How far the team is on its way to all sequences that win, 0 to 1, its best line counted with them."""


class _Lines(msgspec.Struct, frozen=True):
    runs: Masks
    length: int
    shared: int


@lru_cache(maxsize=32)
def nearness(
    setting: Setting, position: tuple[str, ...], made: tuple[tuple[str, tuple[str, ...]], ...]
) -> Mapping[str, Near]:
    """Each team's next sequence; empty where the board or its rules are not known.

    Args:
        setting: the table.
        position: its rows, row 1 first: `.` empty, a team's letter a chip, `*` a free space.
        made: sequences that stand: team and spaces.
    """
    lines = _lines(setting.edition, setting.layout, setting.rules, tuple(seat.team for seat in setting.seats))
    if lines is None or not setting.needed or any(len(row) != setting.columns for row in position):
        return {}
    letters = "".join(position).lower()
    free = mask_of(space for space, letter in enumerate(letters) if letter == FREE)
    empty = mask_of(space for space, letter in enumerate(letters) if letter == ".")
    names = [space_name(space, setting.columns) for space in range(len(letters))]
    number = {name: space for space, name in enumerate(names)}
    found: dict[str, Near] = {}
    for team in dict.fromkeys(seat.team for seat in setting.seats):
        own = free | mask_of(space for space, letter in enumerate(letters) if letter == team[0])
        standing = [mask_of(number[name] for name in spaces) for whose, spaces in made if whose == team]
        best, glowing = 0, 0
        for run in lines.runs:
            if run & ~(own | empty) or any((run & other).bit_count() > lines.shared for other in standing):
                continue
            count = (run & own).bit_count()
            best = max(best, min(count, lines.length - 1))
            if count == lines.length - 1:
                glowing |= run & empty
        share = min(1.0, (len(standing) * lines.length + best) / (setting.needed * lines.length))
        spaces = tuple(name for space, name in enumerate(names) if glowing >> space & 1)
        found[team] = Near(spaces, 1.0 if len(standing) >= setting.needed else round(share, 3))
    return found


@lru_cache(maxsize=8)
def _lines(edition: str, layout: str, rules: str, teams: tuple[str, ...]) -> _Lines | None:
    try:
        game = new_game(edition, teams, layout or None, rules, strict_seats=False)
    except ValueError:
        return None
    book = game.edition.lines
    runs = tuple(mask_of(run) for run in game.layout.windows(book.length, book.diagonals))
    return _Lines(runs, book.length, book.shared_spaces)
