"""Which story fits what was seen: turns where the rules allow them, faults where nothing else does.

A story is a list of steps that together make every change. The cheapest one wins; the cost of a step is how
unlikely it is (a negative logarithm of its odds, base e, roughly measured on simulated tables). Legal turns
cost next to nothing, so the rules are the prior; two turns of one reach of a hand cost something, faults more.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.board import Layout
from engine.events import Weighed
from engine.judging.sight import Change
from engine.judging.table import CHIPS, LastTurn, Table
from engine.position import Game
from engine.rules import Turn
from engine.wording import Problem

TURN = 0.1
SECOND_IN_REACH = 3.0
"""A second turn within one reach: quick players, or two hands at once."""
SECOND_UNSEEN = 0.8
"""The same after a time in which nobody could see."""
REMOVAL = 1.0
REFILLED = 4.0
"""A chip taken and another laid in its place, the space never seen empty between."""
OTHER_SEAT = 1.0
"""Somebody else's turn, where the order is in doubt."""
TAKEN_BACK = 3.5
NEVER_WAS = 1.0
"""The last turn was no turn at all; weighed only where nothing came near its space since."""
FAULT_UNSEEN = 2.5
"""Added to a fault where nobody watched: several turns are likelier then."""
UNTOUCHED = 3.0
"""A change that nothing was near enough to make: more likely the eye errs."""
MENDED_LATE = 2.2
"""A change that had been let stand is put right after all."""
MOVED, MOVED_FAR, SWAPPED = 3.8, 7.5, 5.0
TWO_CHIPS, OUT_OF_TURN, FOREIGN, ON_CORNER, TAKEN, UNPLAYABLE = 5.0, 6.0, 5.0, 5.0, 6.0, 5.0
MOST_FAULTS = 4
"""More faulty steps than this at once is a board upset."""
MOST_NODES = 200
MOST_DOUBT = 5.0
"""A story that costs so much more than the best is not worth telling."""

Kind = Literal["turn", "taken-back", "never-was", "put-right", "fault"]


@dataclass(frozen=True)
class Step:
    """One thing that happened, in a story."""

    kind: Kind
    action: str
    """`place` or `remove` for a turn; what changes the board for a fault is in `letters`."""
    space: int
    seat: int
    changes: tuple[Change, ...]
    code: str = ""
    spaces: tuple[int, ...] = ()
    problems: tuple[Problem, ...] = ()
    cost: float = 0.0
    letter: str = ""
    """The chip concerned."""


@dataclass(frozen=True)
class Story:
    """Steps in order, and what they cost together."""

    steps: tuple[Step, ...]
    cost: float

    @property
    def legal(self) -> bool:
        """Whether every step is a legal turn."""
        return all(step.kind == "turn" for step in self.steps)

    @property
    def faults(self) -> int:
        """Faulty steps."""
        return sum(step.kind == "fault" for step in self.steps)

    def words(self, layout: Layout) -> str:
        """The story as people tell it."""
        return ", then ".join(_told(step, layout) for step in self.steps)


def _told(step: Step, layout: Layout) -> str:
    where = " and ".join(layout.name_of(space) for space in step.spaces or (step.space,))
    if step.kind == "turn":
        return f"{step.letter} {step.action} {where}"
    return f"{step.code or 'taken back'} {where}"


@dataclass(frozen=True)
class _Node:
    cost: float
    number: int
    table: Table
    left: tuple[tuple[Change, str], ...]
    """What is not explained yet, each with the letter that lies there at this point of the story."""
    steps: tuple[Step, ...]

    def __lt__(self, other: _Node) -> bool:
        return (self.cost, self.number) < (other.cost, other.number)


def stories(table: Table, changes: Sequence[Change], unseen: bool = False, most: int = 3) -> tuple[Story, ...]:
    """The likeliest stories, best first.

    Chips of one colour seen together are taken in the order in which they were seen, unless only another order
    makes the story legal: one that completes a sequence locks chips for those that follow.

    Args:
        table: the game as it stands.
        changes: what was seen, at most one a space.
        unseen: the board could not be watched all the time, so several turns are no wonder.
        most: how many stories to look for.
    """
    found = _search(table, changes, unseen, most, every_order=False)
    if len(changes) > 2 and found and not found[0].legal:
        other = _search(table, changes, unseen, most, every_order=True)
        if other and other[0].legal:
            return other
    return found


def _search(table: Table, changes: Sequence[Change], unseen: bool, most: int, every_order: bool) -> tuple[Story, ...]:
    ordered = sorted(changes, key=lambda change: (change.first_at, change.space))
    count = 0
    heap = [_Node(0.0, 0, table, tuple((change, change.before) for change in ordered), ())]
    found: list[Story] = []
    while heap and count < MOST_NODES and len(found) < most:
        node = heapq.heappop(heap)
        if found and node.cost > found[0].cost + MOST_DOUBT:
            break
        if not node.left:
            story = Story(node.steps, node.cost)
            told = sorted(map(_what, story.steps))
            if all(sorted(map(_what, other.steps)) != told for other in found):
                found.append(story)
            continue
        for step, after, left in _next_steps(node, unseen, every_order):
            count += 1
            steps = (*node.steps, step)
            if sum(s.kind == "fault" for s in steps) > MOST_FAULTS:
                continue
            heapq.heappush(heap, _Node(node.cost + step.cost, count, after, left, steps))
    return tuple(found)


def _what(step: Step) -> tuple[str, str, int]:
    return (step.kind, step.code, step.space)


def weights(found: Sequence[Story]) -> tuple[float, ...]:
    """How likely each story is among these; they sum to 1."""
    if not found:
        return ()
    best = min(story.cost for story in found)
    odds = [math.exp(best - story.cost) for story in found]
    return tuple(value / sum(odds) for value in odds)


def weighed(game: Game, told: Sequence[Story]) -> tuple[Weighed, ...]:
    """Stories and their weights, in words, where there is more than one."""
    if len(told) < 2:
        return ()
    return tuple(
        Weighed(story.words(game.layout), round(weight, 4)) for story, weight in zip(told, weights(told), strict=True)
    )


Next = tuple[Step, Table, tuple[tuple[Change, str], ...]]


def _next_steps(node: _Node, unseen: bool, every_order: bool) -> Iterator[Next]:
    table, left = node.table, node.left
    seat = table.seat
    reaches = {change.reach for step in node.steps if step.kind == "turn" for change in step.changes}
    any_turn = False
    tried: set[tuple[str, str, int]] = set()
    for rank, (change, now) in enumerate(left):
        for step_seat, extra in _seats(table):
            made = _turn(table, change, now, step_seat)
            if made is None:
                continue
            any_turn = True
            # Chips of one colour are laid in the order in which they were seen; other orders change nothing,
            # except that the one that wins comes last.
            if (made.action, change.after, change.reach) in tried and not every_order:
                break
            after = table.play(made, step_seat, change.reach)
            if after.position.winner is not None and len(left) > 1:
                break
            tried.add((made.action, change.after, change.reach))
            again = change.reach in reaches and not (change.was_empty and now == ".")
            cost = TURN + extra + 0.02 * rank + (REMOVAL if made.action == "remove" else 0.0)
            if again:
                cost += SECOND_UNSEEN if unseen else SECOND_IN_REACH
            cost += _untouched((change,))
            if made.action == "remove" and change.after != "." and not change.was_empty:
                cost += REFILLED
            letter = table.team_of(step_seat) if made.action == "place" else now
            step = Step("turn", made.action, change.space, step_seat, (change,), cost=cost, letter=letter)
            yield step, after, _without(left, rank, "." if made.action == "remove" else change.after)
            break
    yield from _corrections(node)
    yield from _mended_late(node)
    dearer = FAULT_UNSEEN if unseen else 0.0
    # Faults are told in the order in which they were seen: only the first unexplained change starts one.
    for rank, (change, now) in enumerate(left):
        for step, after, rest in _faults(node, rank, change, now, seat):
            yield replace(step, cost=step.cost + dearer), after, rest
        if not any_turn:
            break


def _seats(table: Table) -> Iterator[tuple[int, float]]:
    yield table.seat, 0.0
    for seat in table.seats_from_here():
        if seat in table.also and seat != table.seat:
            yield seat, OTHER_SEAT


def _turn(table: Table, change: Change, now: str, seat: int) -> Turn | None:
    team = table.team_of(seat)
    if now == ".":
        action = "place"
        if change.after != team:
            return None
    elif now in CHIPS and change.after != now:
        action = "remove"
        if now == team or change.space in table.extra:
            return None
    else:
        return None
    if change.space in table.extra or table.problems(action, change.space, seat):
        return None
    return table.turn_for(action, change.space)


def _without(left: tuple[tuple[Change, str], ...], rank: int, now: str) -> tuple[tuple[Change, str], ...]:
    change = left[rank][0]
    rest = left[:rank] + left[rank + 1 :]
    if now == change.after:
        return rest
    return (*left[:rank], (change, now), *left[rank + 1 :])


def _corrections(node: _Node) -> Iterator[Next]:
    """The chip of the last turn was taken back and laid elsewhere, before anybody else played."""
    table, left = node.table, node.left
    last = table.last
    if node.steps or last is None:
        return
    yield from _never_was(node, last)
    if last.action != "place":
        return
    space, team = last.space, last.letter
    gone = next((r for r, (c, now) in enumerate(left) if c.space == space and now == team and c.after == "."), None)
    if gone is None:
        return
    for rank, (change, now) in enumerate(left):
        same_reach = change.reach == left[gone][0].reach
        if now != "." or change.after != team or not same_reach or _adjacent(table, space, change.space):
            continue
        back, previous = last.before, last.seat
        if back.problems("place", change.space, previous):
            continue
        step = Step(
            "taken-back",
            "place",
            change.space,
            previous,
            (left[gone][0], change),
            cost=TAKEN_BACK,
            spaces=(space, change.space),
            letter=team,
        )
        after = back.play(Turn("place", change.space), previous, change.reach)
        rest = tuple(item for r, item in enumerate(left) if r not in (gone, rank))
        yield step, after, rest


def _never_was(node: _Node, last: LastTurn) -> Iterator[Next]:
    """The space of the last turn looks as before it, and nothing was near: the eye had erred."""
    was = last.before.letters[last.space]
    for rank, (change, _) in enumerate(node.left):
        if change.space == last.space and change.after == was and not change.touched:
            step = Step("never-was", "", last.space, last.seat, (change,), "never-was", cost=NEVER_WAS)
            rest = tuple(item for other, item in enumerate(node.left) if other != rank)
            yield step, last.before, rest


def _mended_late(node: _Node) -> Iterator[Next]:
    """A change that had been let stand is put right after all."""
    table, left = node.table, node.left
    for rank, (change, now) in enumerate(left):
        if now == "." and any(change.space in spaces and change.after == whose for spaces, whose in table.between):
            step = Step("put-right", "", change.space, table.seat, (change,), "put-right", (change.space,))
            yield step, table.edited({change.space: change.after}), _without(left, rank, change.after)
    if not (table.stood or table.extra):
        return
    ranks = {change.space: rank for rank, (change, _) in enumerate(left)}
    lonely = tuple(
        ((space, ".", letter),) for space, letter in table.extra.items() if table.game.free >> space & 1 == 0
    )
    for changes in (*table.stood, *lonely):
        if not all(
            space in ranks and left[ranks[space]][1] == now and left[ranks[space]][0].after == was
            for space, was, now in changes
        ):
            continue
        mine = tuple(ranks[space] for space, _, _ in changes)
        letters = {space: was for space, was, _ in changes}
        after = replace(table.edited(letters), stood=tuple(other for other in table.stood if other != changes))
        step = Step(
            "put-right",
            "",
            changes[0][0],
            table.seat,
            tuple(left[rank][0] for rank in mine),
            "put-right",
            tuple(letters),
            cost=MENDED_LATE,
        )
        yield step, after, tuple(item for rank, item in enumerate(left) if rank not in mine)


def _faults(node: _Node, rank: int, change: Change, now: str, seat: int) -> Iterator[Next]:
    if now == "*":
        yield _fault(node, (rank,), "corner", ON_CORNER, change.after)
    elif now == ".":
        yield from _new_chip(node, rank, change, seat)
    elif change.after == ".":
        yield from _gone(node, rank, change, now, seat)
    else:
        yield _fault(node, (rank,), "chip-swapped", SWAPPED, change.after)


def _new_chip(node: _Node, rank: int, change: Change, seat: int) -> Iterator[Next]:
    table, letter = node.table, change.after
    for other, (gone, was) in enumerate(node.left):
        if was == letter and gone.after == ".":
            near = _adjacent(table, gone.space, change.space)
            yield _fault(node, (other, rank), "chip-moved", MOVED if near else MOVED_FAR, letter)
    if letter not in {seat.team[0] for seat in table.game.seats}:
        yield _fault(node, (rank,), "foreign-colour", FOREIGN, letter)
        return
    if letter == table.team_of(seat):
        found = table.problems("place", change.space, seat)
        if found:
            yield _turn_fault(node, rank, change, found[0].code, UNPLAYABLE, seat, found)
        return
    owner = next((s for s in table.seats_from_here() if table.team_of(s) == letter), None)
    if owner is None:
        yield _fault(node, (rank,), "foreign-colour", FOREIGN, letter)
        return
    first = _sibling(node, change, letter)
    found = table.problems("place", change.space, owner)
    if first is not None:
        yield _turn_fault(node, rank, change, "two-chips", TWO_CHIPS, owner, found, (first, change.space))
    else:
        yield _turn_fault(node, rank, change, "out-of-turn", OUT_OF_TURN, owner, found)


def _sibling(node: _Node, change: Change, letter: str) -> int | None:
    """The space where the same hand has just laid a chip of this colour."""
    for step in reversed(node.steps):
        if step.action == "place" and step.letter == letter and step.changes[-1].reach == change.reach:
            return step.space
    if node.table.last is not None and not node.steps:
        last = node.table.last
        if last.action == "place" and last.letter == letter and last.reach == change.reach:
            return last.space
    return None


def _gone(node: _Node, rank: int, change: Change, was: str, seat: int) -> Iterator[Next]:
    table = node.table
    for other, (fresh, now) in enumerate(node.left):
        if now == "." and fresh.after == was:
            near = _adjacent(table, fresh.space, change.space)
            yield _fault(node, (rank, other), "chip-moved", MOVED if near else MOVED_FAR, was)
    found = table.problems("remove", change.space, seat)
    yield _fault(node, (rank,), "chip-taken", TAKEN, was, found)


def _fault(
    node: _Node, ranks: tuple[int, ...], code: str, cost: float, letter: str, problems: tuple[Problem, ...] = ()
) -> Next:
    changes = tuple(node.left[rank][0] for rank in ranks)
    table = node.table.in_doubt({change.space: change.after for change in changes})
    spaces = tuple(change.space for change in changes)
    cost += _untouched(changes)
    step = Step("fault", "", spaces[-1], table.seat, changes, code, spaces, problems, cost, letter)
    return step, table, tuple(item for rank, item in enumerate(node.left) if rank not in ranks)


def _turn_fault(
    node: _Node,
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
    cost += _untouched((change,))
    step = Step(
        "fault", "place", change.space, seat, (change,), code, spaces or (change.space,), problems, cost, change.after
    )
    return step, after, _without(node.left, rank, change.after)


def _untouched(changes: Sequence[Change]) -> float:
    return 0.0 if all(change.touched or change.unseen for change in changes) else UNTOUCHED


def _adjacent(table: Table, one: int, other: int) -> bool:
    width = table.game.layout.columns
    (row, column), (to_row, to_column) = divmod(one, width), divmod(other, width)
    return one != other and abs(row - to_row) <= 1 and abs(column - to_column) <= 1
