"""The steps of a story that the rules forbid: which fault would explain what was seen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.faults import Code
from engine.judging.change import Change
from engine.judging.story import Next, Node, Step, adjacent, untouched, without
from engine.rules.legality import Turn
from engine.rules.wording import Problem

MOVED, MOVED_FAR, SWAPPED, EXCHANGED = 3.8, 7.5, 5.0, 6.0
TWO_CHIPS, OUT_OF_TURN, FOREIGN, ON_CORNER, TAKEN, UNPLAYABLE = 5.0, 6.0, 5.0, 5.0, 6.0, 5.0


def faults(node: Node, rank: int, change: Change, now: str, seat: int) -> Iterator[Next]:
    """Each fault that would make the change at `rank`; `now` lies on its space at this point of the story."""
    if now == "*":
        yield _fault(node, (rank,), Code.CORNER, ON_CORNER, change.after)
    elif now == ".":
        yield from _new_chip(node, rank, change, seat)
    elif change.after == ".":
        yield from _gone(node, rank, change, now, seat)
    else:
        yield from _swapped(node, rank, change, now)


def _new_chip(node: Node, rank: int, change: Change, seat: int) -> Iterator[Next]:
    table, letter = node.table, change.after
    for other, (gone, was) in enumerate(node.left):
        if was == letter and gone.after == ".":
            near = adjacent(table, gone.space, change.space)
            yield _fault(node, (other, rank), Code.CHIP_MOVED, MOVED if near else MOVED_FAR, letter)
    if letter not in {seat.team[0] for seat in table.game.seats}:
        yield _fault(node, (rank,), Code.FOREIGN_COLOUR, FOREIGN, letter)
        return
    if letter == table.team_of(seat):
        found = table.problems("place", change.space, seat)
        if found:
            yield _turn_fault(node, rank, change, found[0].code, UNPLAYABLE, seat, found)
        return
    owner = next((s for s in table.seats_from_here() if table.team_of(s) == letter), None)
    if owner is None:  # the team resigned, or all its players left
        yield _fault(node, (rank,), Code.OUT_OF_TURN, OUT_OF_TURN, letter)
        return
    first = _sibling(node, change, letter)
    found = table.problems("place", change.space, owner)
    if first is not None:
        yield _turn_fault(node, rank, change, Code.TWO_CHIPS, TWO_CHIPS, owner, found, (first, change.space))
    else:
        yield _turn_fault(node, rank, change, Code.OUT_OF_TURN, OUT_OF_TURN, owner, found)


def _sibling(node: Node, change: Change, letter: str) -> int | None:
    """The space where the same hand has just laid a chip of this colour."""
    for step in reversed(node.steps):
        if step.action == "place" and step.letter == letter and step.changes[-1].reach == change.reach:
            return step.space
    if node.table.last is not None and not node.steps:
        last = node.table.last
        if last.action == "place" and last.letter == letter and last.reach == change.reach:
            return last.space
    return None


def _gone(node: Node, rank: int, change: Change, was: str, seat: int) -> Iterator[Next]:
    table = node.table
    for other, (fresh, now) in enumerate(node.left):
        if now == "." and fresh.after == was:
            near = adjacent(table, fresh.space, change.space)
            yield _fault(node, (rank, other), Code.CHIP_MOVED, MOVED if near else MOVED_FAR, was)
    found = table.problems("remove", change.space, seat)
    yield _fault(node, (rank,), Code.CHIP_TAKEN, TAKEN, was, found)


def _swapped(node: Node, rank: int, change: Change, was: str) -> Iterator[Next]:
    """Another chip on a space: from the stock, or in exchange for one that lay elsewhere."""
    for other, (fresh, now) in enumerate(node.left):
        if (now, fresh.after) == (change.after, was) and fresh.reach == change.reach:
            yield _fault(node, (rank, other), Code.CHIP_SWAPPED, EXCHANGED, "")
    yield _fault(node, (rank,), Code.CHIP_SWAPPED, SWAPPED, change.after)


def _fault(
    node: Node, ranks: tuple[int, ...], code: str, cost: float, letter: str, problems: tuple[Problem, ...] = ()
) -> Next:
    changes = tuple(node.left[rank][0] for rank in ranks)
    table = node.table.in_doubt({change.space: change.after for change in changes})
    spaces = tuple(change.space for change in changes)
    cost += untouched(changes)
    step = Step("fault", "", spaces[-1], table.seat, changes, code, spaces, problems, cost, letter)
    return step, table, tuple(item for rank, item in enumerate(node.left) if rank not in ranks)


def _turn_fault(
    node: Node,
    rank: int,
    change: Change,
    code: str,
    cost: float,
    seat: int,
    problems: tuple[Problem, ...],
    spaces: tuple[int, ...] = (),
) -> Next:
    """A fault that is somebody's turn all the same, should the table let it stand."""
    turn = Turn("place", change.space, irregular=code)
    after = node.table.out_of_order(turn, seat, change.reach)
    cost += untouched((change,))
    step = Step(
        "fault", "place", change.space, seat, (change,), code, spaces or (change.space,), problems, cost, change.after
    )
    return step, after, without(node.left, rank, change.after)
