"""The board as printed: spaces, which card is where, and every straight five a sequence could fill.

Nothing here knows of chips or turns. Sets of spaces are bit masks: bit 0 is a1, bit 1 is b1, row by row.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from engine.equipment.cards import Card, is_name
from engine.equipment.spiral import misprints
from engine.nearest import did_you_mean
from engine.plain_text import read_json, read_toml
from engine.saying import saying

FREE_NAMES = frozenset({"*", "FREE"})
ACROSS, DOWN, DIAGONALS = (1, 0), (0, 1), ((1, 1), (-1, 1))
"""Steps as (columns, rows)."""


A_RIGHT_LAYOUT = 'A layout that is right: rows = ["* 2S 3S *", "4S 3S 2S 4S"]'
"""An example for whoever wrote one that is not."""


class NoSpace(ValueError):
    """A name that no space of a board has."""

    def __init__(self, name: str, last: str) -> None:
        super().__init__(f"“{name}” is no space of this board; spaces go from a1 to {last}")
        self.said = saying("no-space", space=name, last=last)


class LayoutError(ValueError):
    """A layout cannot be used; the sentence names the space."""


def mask_of(spaces: Iterable[int]) -> int:
    """The bit mask of a set of spaces."""
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask


def spaces_in(mask: int) -> tuple[int, ...]:
    """The spaces of a bit mask, in order."""
    spaces = []
    while mask:
        low = mask & -mask
        spaces.append(low.bit_length() - 1)
        mask ^= low
    return tuple(spaces)


@dataclass(frozen=True)
class Layout:
    """Which card is printed on which space. Checked when made: raises LayoutError in words."""

    name: str
    rows: int
    columns: int
    cards: tuple[Card | None, ...]
    """Row by row; None is a free space."""
    title: str = ""
    about: str = ""
    own_design: bool = False
    """The file says that its likeness to the classic board is meant."""
    source: str = ""
    """The name or file it was loaded from; empty where it was made otherwise."""

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= 26 and 1 <= self.rows <= 99):
            raise LayoutError(f"{self.name}: a board has 1 to 26 columns and 1 to 99 rows")
        if len(self.cards) != self.size:
            raise LayoutError(f"{self.name}: {self.rows} x {self.columns} spaces expected, {len(self.cards)} found")
        wrong = {} if self.own_design else misprints(self.rows, self.columns, self.cards)
        if wrong:
            said = "; ".join(
                f"{self.name_of(space)} is {self.cards[space] or 'free'}, "
                f"where the classic spiral has {card or 'a free space'}"
                for space, card in sorted(wrong.items())
            )
            raise LayoutError(f"{self.name}: {said}")
        for card, spaces in self._homes.items():
            if len(spaces) != 2:
                where = ", ".join(map(self.name_of, spaces))
                raise LayoutError(f"{self.name}: {card} lies on {where}; every card must be on two spaces")

    @cached_property
    def _homes(self) -> dict[Card, tuple[int, ...]]:
        homes: dict[Card, list[int]] = {}
        for space, card in enumerate(self.cards):
            if card is not None:
                homes.setdefault(card, []).append(space)
        return {card: tuple(spaces) for card, spaces in homes.items()}

    @cached_property
    def twins(self) -> dict[int, int]:
        """Each space that pictures a card, and the other one that does."""
        return {one: other for spaces in self._homes.values() for one, other in (spaces, spaces[::-1])}

    @property
    def found_by(self) -> str:
        """What `load_layout` finds it by."""
        return self.source or self.name

    @property
    def size(self) -> int:
        """Spaces in all, free ones too."""
        return self.rows * self.columns

    @cached_property
    def free(self) -> frozenset[int]:
        """The free spaces: they count as a chip of every team, and none is ever laid on them."""
        return frozenset(space for space, card in enumerate(self.cards) if card is None)

    @property
    def kinds(self) -> tuple[Card, ...]:
        """Every card pictured, once, in the order of the board."""
        return tuple(self._homes)

    def is_at_edge(self, space: int) -> bool:
        """Whether a space lies in the first or last row or column."""
        row, column = divmod(space, self.columns)
        return row in (0, self.rows - 1) or column in (0, self.columns - 1)

    def apart(self, one: int, other: int) -> int:
        """How many steps of a king two spaces are apart; 1 where they touch, corner to corner included."""
        (row, column), (to_row, to_column) = divmod(one, self.columns), divmod(other, self.columns)
        return max(abs(row - to_row), abs(column - to_column))

    def rows_of(self, letters: Sequence[str]) -> tuple[str, ...]:
        """A letter a space as text, row 1 first."""
        text, width = "".join(letters), self.columns
        return tuple(text[start : start + width] for start in range(0, len(text), width))

    def name_of(self, space: int) -> str:
        """`e4` for the number of a space."""
        row, column = divmod(space, self.columns)
        return f"{chr(ord('a') + column)}{row + 1}"

    def names_of(self, spaces: Iterable[int]) -> tuple[str, ...]:
        """Spaces by name, in their order."""
        return tuple(self.name_of(space) for space in spaces)

    def space(self, name: str) -> int:
        """The number of space `e4`. Raises ValueError in words."""
        column, row = ord(name[0]) - ord("a") if name else -1, name[1:]
        inside = row.isascii() and row.isdigit() and row[0] != "0" and len(row) < 3 and int(row) <= self.rows
        if not (0 <= column < self.columns and inside):
            last = self.name_of(self.size - 1)
            raise NoSpace(name, last)
        return (int(row) - 1) * self.columns + column

    def spaces_of(self, card: Card) -> tuple[int, ...]:
        """Where a card is printed; nowhere for a jack."""
        return self._homes.get(card, ())

    def windows(self, length: int, diagonals: bool = True) -> tuple[tuple[int, ...], ...]:
        """Every straight run of `length` spaces, each in order from row 1 down, then from column a.

        Sorted, so that of two runs in one line the one nearer row 1, then column a, comes first.
        """
        return _windows(self.rows, self.columns, length, diagonals)

    def between(self, first: int, last: int) -> tuple[int, ...]:
        """The straight run from one space to another, ends included; empty where they are not in line."""
        (row, column), (to_row, to_column) = divmod(first, self.columns), divmod(last, self.columns)
        down, right = to_row - row, to_column - column
        steps = max(abs(down), abs(right))
        if steps == 0 or abs(down) not in (0, steps) or abs(right) not in (0, steps):
            return ()
        step = (down // steps) * self.columns + right // steps
        return tuple(sorted(range(first, last + (1 if step > 0 else -1), step)))


@lru_cache(maxsize=64)
def _windows(rows: int, columns: int, length: int, diagonals: bool) -> tuple[tuple[int, ...], ...]:
    found = []
    for right, down in (ACROSS, DOWN, *(DIAGONALS if diagonals else ())):
        for row in range(rows):
            for column in range(columns):
                end_row, end_column = row + (length - 1) * down, column + (length - 1) * right
                if end_row < rows and 0 <= end_column < columns:
                    found.append(tuple((row + i * down) * columns + column + i * right for i in range(length)))
    return tuple(sorted(found))


@lru_cache(maxsize=1)
def layout_names() -> tuple[str, ...]:
    """The layouts that come with the program."""
    folder = resources.files("engine") / "layouts"
    return tuple(sorted(entry.name[: -len(".toml")] for entry in folder.iterdir() if entry.name.endswith(".toml")))


@lru_cache(maxsize=64)
def _shipped(name: str) -> Layout:
    text = (resources.files("engine") / "layouts" / f"{name}.toml").read_text("utf-8")
    return parse_layout(tomllib.loads(text), name, name)


@lru_cache(maxsize=1)
def other_names() -> dict[str, str]:
    """Other names the layouts that come with the program answer to."""
    folder = resources.files("engine") / "layouts"
    return {
        other: name
        for name in layout_names()
        for other in tomllib.loads((folder / f"{name}.toml").read_text("utf-8")).get("also", ())
    }


def load_layout(name_or_path: str | Path, folder: Path | None = None) -> Layout:
    """A layout by its name, or from a `.toml` or `.json` file (sought in `folder` too).

    Raises:
        LayoutError: no such layout, or the file does not describe one; names the space.
    """
    name = str(name_or_path)
    if name in layout_names():
        return _shipped(name)
    if name in other_names():
        return _shipped(other_names()[name])
    path = Path(name)
    if not path.is_file() and folder is not None and (folder / path).is_file():
        path = folder / path
    if path.suffix not in (".toml", ".json"):
        raise LayoutError(
            f"there is no layout “{name}”; there are {', '.join(layout_names())}, or give a .toml or .json file."
            f"{did_you_mean(name, (*layout_names(), *other_names()))}"
        )
    try:
        data = (read_json if path.suffix == ".json" else read_toml)(path.read_bytes())
    except OSError as error:
        raise LayoutError(f"layout file {name} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        why = "nested too deep" if isinstance(error, RecursionError) else error
        kind = path.suffix[1:].upper()
        raise LayoutError(f"layout file {name} is no valid {kind}: {why}. {A_RIGHT_LAYOUT}") from None
    try:
        return parse_layout(data, path.stem, name)
    except LayoutError as error:
        end = "" if str(error).endswith("?") else "."
        raise LayoutError(f"{name}: {error}{end} {A_RIGHT_LAYOUT}") from None


def parse_layout(data: Any, name: str, source: str = "") -> Layout:
    """A layout from the data of a file: a list of rows, or a table with `rows`, `title`, `about`.

    A row is a list of names or one text with blanks between them; `*` or `FREE` is a free space.
    Raises LayoutError naming the row or space.
    """
    table: dict[str, Any] = data if isinstance(data, dict) else {"rows": data}
    rows = table.get("rows")
    if not isinstance(rows, list) or not rows:
        raise LayoutError(f"{name}: rows: a list of rows was expected")
    keys = ("rows", "title", "about", "name", "also", "own_design")
    for key in sorted(set(table) - set(keys)):
        raise LayoutError(f"{name}: {key}: no such key in a layout.{did_you_mean(key, keys)}")
    for key, kind, what in (
        ("title", str, "a text in quotes"),
        ("about", str, "a text in quotes"),
        ("own_design", bool, "true or false, without quotes,"),
    ):
        if not isinstance(table.get(key, kind()), kind):
            raise LayoutError(f"{name}: {key}: {what} was expected")
    cells: list[Card | None] = []
    width = len(_row(rows[0], name, 1))
    for number, raw in enumerate(rows, 1):
        row = _row(raw, name, number)
        if len(row) != width:
            raise LayoutError(f"{name}: row {number} has {len(row)} spaces, row 1 has {width}")
        cells += [None if card in FREE_NAMES else card for card in row]
    return Layout(
        name=name,
        rows=len(rows),
        columns=width,
        cards=tuple(cells),
        title=table.get("title", ""),
        about=table.get("about", ""),
        own_design=table.get("own_design", False),
        source=source,
    )


def _row(raw: Any, name: str, number: int) -> Sequence[str]:
    row = raw.split() if isinstance(raw, str) else raw
    if not isinstance(row, list) or not row:
        raise LayoutError(f"{name}: row {number}: a list of cards was expected")
    for column, card in enumerate(row):
        space = f"{chr(ord('a') + column)}{number}"
        if not isinstance(card, str) or not (card in FREE_NAMES or is_name(card)):
            raise LayoutError(f"{name}: {space}: {card!r} is no name for a card (letters, digits, - and _)")
    return row
