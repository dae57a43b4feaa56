"""Who plays whom in the next round of an evening: everybody against everybody, winners up a table, or from a list."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from engine.analysis.standings import same_name
from engine.trouble import Trouble


class PairingError(Trouble, ValueError):
    """A list that cannot be played: one sentence with the reason, one with the mend."""


class Pairing(msgspec.Struct, frozen=True):
    """Who plays at one table."""

    table: str
    sides: tuple[str, ...]


def round_robin(entries: Sequence[str], number: int) -> list[tuple[str, str]]:
    """The pairs of round `number`, from 1: the circle method, in which one stays and the others go round.

    With an odd number one sits out each round. After as many rounds as there are others it begins again.

    >>> round_robin(["A", "B", "C", "D"], 1)
    [('A', 'D'), ('B', 'C')]
    """
    circle: list[str | None] = [*entries, *([None] if len(entries) % 2 else [])]
    turns = (number - 1) % max(1, len(circle) - 1)
    rest = circle[1:]
    rest = rest[-turns:] + rest[:-turns] if turns else rest
    row = [circle[0], *rest]
    pairs = [(row[at], row[-1 - at]) for at in range(len(row) // 2)]
    return [(one, other) for one, other in pairs if one is not None and other is not None]


def winners_up(before: Sequence[Pairing], winners: Mapping[str, str], tables: Sequence[str]) -> list[Pairing]:
    """The next round where a winner goes up a table and a loser down; `tables` are in order, the best first.

    `winners` names the side that won at each table; at a table without one, the side that is named first goes up.
    Raises PairingError where three sides play at a table.
    """
    order = {name: at for at, name in enumerate(tables)}
    played = sorted((one for one in before if one.table in order), key=lambda one: order[one.table])
    if any(len(one.sides) != 2 for one in played):
        raise PairingError("Winners go up where two sides play at each table.", "Enter this round as a list.")
    last = len(played) - 1
    arriving: list[list[str]] = [[] for _ in played]
    for at, pairing in enumerate(played):
        best = winners.get(pairing.table, pairing.sides[0])
        for side in pairing.sides:
            up = same_name(side) == same_name(best)
            arriving[max(0, at - 1) if up else min(last, at + 1)].append(side)
    return [Pairing(pairing.table, tuple(arriving[at])) for at, pairing in enumerate(played)]


def at_tables(pairs: Iterable[tuple[str, ...]], tables: Sequence[str]) -> list[Pairing]:
    """The pairs laid to tables in order. Raises PairingError where there are more pairs than tables."""
    wanted = list(pairs)
    if len(wanted) > len(tables):
        raise PairingError(
            f"{len(wanted)} games need as many tables, and there are {len(tables)}.",
            "Let another table join, or play with fewer.",
        )
    return [Pairing(table, sides) for table, sides in zip(tables, wanted, strict=False)]


def from_csv(text: str, tables: Collection[str], known: Collection[str] = ()) -> list[Pairing]:
    """Pairings from lines `table,side,side[,side]`; a first line that names columns is passed over.

    Raises PairingError, with the line, for a table that has not joined, a name nobody `known` has (where any are
    known), a side that plays twice, or a line of another form.
    """
    names = {same_name(one): one for one in tables}
    people = {same_name(one) for one in known}
    found: list[Pairing] = []
    seen: set[str] = set()
    for number, row in enumerate(csv.reader(io.StringIO(text.lstrip("\ufeff"))), 1):
        cells = [" ".join(cell.split()) for cell in row]
        if not any(cells) or (number == 1 and same_name(cells[0]) == "table"):
            continue
        table, sides = names.get(same_name(cells[0])), tuple(cell for cell in cells[1:] if cell)
        if table is None:
            raise PairingError(f"Line {number}: no table {cells[0]!r} has joined.", f"Joined: {', '.join(tables)}.")
        if not 2 <= len(sides) <= 3:
            raise PairingError(f"Line {number}: two or three sides play at a table, not {len(sides)}.", "Table, A, B.")
        for side in sides:
            if people and same_name(side) not in people:
                raise PairingError(f"Line {number}: nobody is called {side!r}.", "Enter the name first, or mend it.")
            if same_name(side) in seen:
                raise PairingError(f"Line {number}: {side!r} would play twice.", "Each plays once in a round.")
            seen.add(same_name(side))
        if any(one.table == table for one in found):
            raise PairingError(f"Line {number}: table {table!r} stands there twice.", "One game to a table.")
        found.append(Pairing(table, sides))
    if not found:
        raise PairingError("There is no game in this list.", "A line is: table, one side, the other.")
    return found
