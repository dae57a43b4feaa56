"""Who plays whom in the next round of an evening: everybody against everybody, Swiss, winners up a table, or from a
list."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

import msgspec

from engine.analysis.standings import as_side
from engine.plain_text import same_name
from engine.trouble import Trouble


class PairingError(Trouble, ValueError):
    """A list that cannot be played: one sentence with the reason, one with the mend."""


class Pairing(msgspec.Struct, frozen=True):
    """Who plays at one table."""

    table: str
    """Empty for a side that sits out."""
    sides: tuple[str, ...]
    after: int = 0
    """The last game between the same sides that was over there when they were paired there once more; 0 for none."""
    given: str = ""
    """The side to which the organiser gave the game, whatever was played; empty where it is played for."""

    def is_met_again(self, other: Pairing) -> bool:
        """Whether the other has the same sides at the same table."""
        return self.table == other.table and set(map(same_name, self.sides)) == set(map(same_name, other.sides))


def round_robin(entries: Sequence[str], number: int) -> list[tuple[str, str]]:
    """The pairs of round `number`, from 1: the circle method, in which one stays and the others go round.

    With an odd number one sits out each round. After as many rounds as there are others it begins again.

    >>> round_robin(["A", "B", "C", "D"], 1)
    [('A', 'D'), ('B', 'C')]
    """
    circle: list[str | None] = [*entries, *([None] if len(entries) % 2 else [])]
    turns = (number - 1) % max(1, len(circle) - 1)
    first, *rest = circle
    row = [first, *rest[-turns:], *rest[:-turns]]
    pairs = [(row[at], row[-1 - at]) for at in range(len(row) // 2)]
    return [(one, other) for one, other in pairs if one is not None and other is not None]


def everybody(entries: Sequence[str], met: Mapping[frozenset[str], int]) -> list[tuple[str, str]]:
    """The next round of everybody against everybody: that in which the fewest meet again; `met` counts by `same_name`.

    >>> everybody(["A", "B", "C", "D"], {frozenset({"a", "d"}): 1})
    [('A', 'C'), ('D', 'B')]
    """
    rounds = [round_robin(entries, number) for number in range(1, max(2, len(entries) + len(entries) % 2))]
    return min(rounds, key=lambda pairs: sum(met.get(frozenset(map(same_name, pair)), 0) for pair in pairs))


def meetings(rounds: Iterable[Iterable[Pairing]]) -> Counter[frozenset[str]]:
    """How often any two met, by `same_name`."""
    return Counter(
        frozenset(map(same_name, two)) for played in rounds for one in played for two in combinations(one.sides, 2)
    )


def swiss(
    ranked: Sequence[str], met: Collection[frozenset[str]], sat_out: Mapping[str, int]
) -> tuple[list[tuple[str, str]], str | None]:
    """The pairs of the next round of a Swiss evening as clubs play them (Monrad), and who sits out where the number is
    odd: neighbours in the standings meet, and nobody meets twice.

    Own, since py4swiss pairs by the colours of chess (two who are both due the same colour may not meet), which this
    game has not, and comes ready for no Pi.

    `ranked` are all who play, best first; `met` pairs and `sat_out` times, by `same_name`. The best meets whoever is
    next below and was not met, as long as all others can still be paired, then the best of those that are left. The
    last of those who sat out least sits out. Raises PairingError where not all can play without meeting again.

    >>> swiss(["Ada", "Ben", "Cid", "Dan", "Eva"], [frozenset({"ada", "ben"})], {"eva": 1})
    ([('Ada', 'Cid'), ('Ben', 'Eva')], 'Dan')
    """
    names = [same_name(one) for one in ranked]
    resting: list[int | None] = [None]
    if len(names) % 2:
        resting = [*sorted(range(len(names)), key=lambda at: (sat_out.get(names[at], 0), -at))]
    for rests in resting:
        pairs = _from_the_top(tuple(at for at in range(len(names)) if at != rests), names, met, set())
        if pairs is not None:
            out = None if rests is None else ranked[rests]
            return [(ranked[one], ranked[other]) for one, other in pairs], out
    raise PairingError(
        "There is no round in which nobody meets somebody again.",
        "Enter the next one as a list, or end here.",
        code="all-met",
    )


def _from_the_top(
    left: tuple[int, ...], names: Sequence[str], met: Collection[frozenset[str]], stuck: set[tuple[int, ...]]
) -> list[tuple[int, int]] | None:
    """Pairs of all of them, the best served first; none where they cannot all be paired. `stuck` are those who were
    tried and could not."""
    if not left:
        return []
    if left in stuck:
        return None
    best = left[0]
    for at, other in enumerate(left[1:], 1):
        if frozenset({names[best], names[other]}) not in met:
            rest = _from_the_top(left[1:at] + left[at + 1 :], names, met, stuck)
            if rest is not None:
                return [(best, other), *rest]
    stuck.add(left)
    return None


def winners_up(
    before: Sequence[Pairing], winners: Mapping[str, str], playing: Sequence[str], tables: Sequence[str]
) -> list[Pairing]:
    """The next round where a winner goes up a table and a loser down; the round `before` begins with the best table.

    `winners` names the side that won at each table; at a table without one, the side that is named first goes up. Of
    those who are `playing` whoever had no game comes in at the last table before who lost there; where others have
    left, those below come up. They keep the tables of the round before that are still there.
    Raises PairingError where three sides play at a table, and as `at_tables` does.
    """
    played = [one for one in before if one.table]
    if any(len(one.sides) != 2 for one in played):
        raise PairingError(
            "Winners go up where two sides play at each table.", "Enter this round as a list.", code="three-sides"
        )
    last = len(played) - 1
    arriving: list[list[str]] = [[] for _ in played]
    for at, pairing in enumerate(played):
        best = same_name(winners.get(pairing.table, pairing.sides[0]))
        up, down = sorted(pairing.sides, key=lambda side: same_name(side) != best)
        arriving[max(0, at - 1)].append(up)
        arriving[min(last, at + 1)].append(down)
    had_a_game = [side for sides in arriving for side in sides]
    there, had = set(map(same_name, playing)), set(map(same_name, had_a_game))
    staying = [side for side in had_a_game if same_name(side) in there]
    waiting = [side for side in playing if same_name(side) not in had]
    line = [*staying[:-1], *waiting, *staying[-1:]]
    pairs = [(one, other) for one, other in zip(line[::2], line[1::2], strict=False)]
    kept = [one.table for one in played if one.table in tables]
    out = line[-1] if len(line) % 2 else None
    return at_tables(pairs, [*kept, *(name for name in tables if name not in kept)], out)


def at_tables(pairs: Iterable[tuple[str, ...]], tables: Sequence[str], out: str | None) -> list[Pairing]:
    """The pairs laid to tables in order, and who sits `out`. Raises PairingError where tables are too few."""
    wanted = list(pairs)
    if len(wanted) > len(tables):
        raise PairingError(
            f"{len(wanted)} games need as many tables, and there are {len(tables)}.",
            "Let another table join, or play with fewer.",
            code="no-room",
            games=str(len(wanted)),
            tables=str(len(tables)),
        )
    resting = [] if out is None else [Pairing("", (out,))]
    return [Pairing(table, sides) for table, sides in zip(tables, wanted, strict=False)] + resting


def from_csv(text: str, tables: Collection[str], known: Collection[str] = ()) -> list[Pairing]:
    """Pairings from lines `table,side,side[,side]`; a first line that names columns is passed over.

    Semicolons or tabs may stand for the commas: spreadsheets write them where the comma is the decimal sign.

    Raises PairingError, with the line, for a table that has not joined, a name nobody `known` has (where any are
    known), a side that plays twice, or a line of another form.
    """
    names = {same_name(one): one for one in tables}
    people = {same_name(one) for one in known}
    found: list[Pairing] = []
    seen: set[str] = set()
    between = next((sign for sign in ";\t" if sign in text), ",")
    for number, row in enumerate(csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=between), 1):
        cells = [" ".join(cell.split()) for cell in row]
        if not any(cells) or (number == 1 and same_name(cells[0]) == "table"):
            continue
        table, sides = names.get(same_name(cells[0])), tuple(side for cell in cells[1:] if (side := as_side(cell)))
        if table is None:
            joined = ", ".join(tables)
            raise _wrong(
                number, f"no table {cells[0]!r} has joined.", f"Joined: {joined}.", "no-table", cells[0], joined
            )
        if not 2 <= len(sides) <= 3:
            many = str(len(sides))
            raise _wrong(number, f"two or three sides play at a table, not {many}.", "Table, A, B.", "sides", many)
        for side in sides:
            if people and same_name(side) not in people:
                mend = "Mend the name, or enter it among those who play."
                raise _wrong(number, f"nobody is called {side!r}.", mend, "unknown-name", side)
            if same_name(side) in seen:
                raise _wrong(number, f"{side!r} would play twice.", "Each plays once in a round.", "plays-twice", side)
            seen.add(same_name(side))
        if any(one.table == table for one in found):
            raise _wrong(number, f"table {table!r} stands there twice.", "One game to a table.", "table-twice", table)
        found.append(Pairing(table, sides))
    if not found:
        raise PairingError(
            "There is no game in this list.", "A line is: table, one side, the other.", code="empty-list"
        )
    return found


def _wrong(line: int, reason: str, mend: str, code: str, what: str, joined: str = "") -> PairingError:
    return PairingError(f"Line {line}: {reason}", mend, code=code, line=str(line), what=what, joined=joined)
