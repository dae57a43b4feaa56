"""Which story fits what was seen: turns where the rules allow them, faults where nothing else does.

A story is a list of steps that together make every change. The cheapest one wins. Legal turns cost next to
nothing, so the rules are the prior; two turns of one reach of a hand cost something, faults more.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import inf, log

from engine.judging.changes import Change
from engine.judging.steps import faults, mended_late, taken_back
from engine.judging.story import Next, Node, Step, Story, untouched
from engine.judging.table import Table
from engine.rules.deduction import nothing_to_play
from engine.rules.legality import Turn

TURN = 0.1
SECOND_IN_REACH = 3.0
"""A second turn within one reach: quick players, or two hands at once."""
SECOND_UNSEEN = 0.8
"""A second turn after a time in which nobody could see."""
REMOVAL = 1.0
IN_DOUBT = 2.0
"""Added to a removal that the eye would not swear to: a space is laid on far oftener than a chip is taken."""
REFILLED = 4.0
"""A chip taken and another laid in its place, the space never seen empty between."""
OVERTAKEN = 7.0
"""A turn told before one that lay there in clear view when its hand came."""
MOST_IN_ORDER = 3
"""Where more changes wait, the board could not be followed for a while, and their order says little."""
CLEAR_LOOKS = 2
"""Looks with nothing over the board that make a clear view."""
OTHER_SEAT = 1.0
"""Somebody else's turn, where the order is in doubt."""
OUT_OF_ORDER = 2.0
"""A turn, for each one told before it whose hand came later: such a hand may have gone sooner all the same."""
MOST_PASSED = 2.0
"""A seat that passes costs the negative log of how likely it holds nothing to play; dearer ones are not weighed."""
FAULT_UNSEEN = 2.5
"""Added to a fault where nobody watched: several turns are likelier then."""
CARD_FITS = 3.0
"""Added to a fault by which a chip came to a space whose card lies on a pile and is no turn's yet: few cards fit."""
MOST_FAULTS = 4
"""More faulty steps than this at once is a board upset."""
MOST_NODES = 200
MOST_STORIES = 3
MOST_DOUBT = 5.0
"""A story that costs so much more than the best is not worth telling."""


def stories(table: Table, changes: Sequence[Change], on_top: Collection[int] = ()) -> tuple[Story, ...]:
    """The likeliest stories, best first.

    Chips of one colour are taken in the order in which they were seen, and of those seen at once the one whose card
    lies on a pile last.

    Args:
        table: the game as it stands.
        changes: what was seen, at most one a space.
        on_top: spaces whose cards lie on top of the piles.
    """
    ordered = sorted(changes, key=lambda change: (change.first_at, change.space in on_top, change.space))
    # Where the board could not be watched all the time, several turns are no wonder.
    unseen = any(change.unseen for change in ordered)
    count = 0
    heap = [Node(0.0, 0, table, tuple((change, change.before) for change in ordered), ())]
    found: list[Story] = []
    while heap and count < MOST_NODES and len(found) < MOST_STORIES:
        node = heapq.heappop(heap)
        if found and node.cost > found[0].cost + MOST_DOUBT:
            break
        if not node.left:
            story = Story(node.steps, node.cost)
            if all(other.what != story.what for other in found):
                found.append(story)
            continue
        for step, after, left in _next_steps(node, unseen, on_top):
            count += 1
            steps = (*node.steps, step)
            if sum(s.kind == "fault" for s in steps) > MOST_FAULTS:
                continue
            heapq.heappush(heap, Node(node.cost + step.cost, count, after, left, steps))
    return tuple(found)


def _next_steps(node: Node, unseen: bool, on_top: Collection[int]) -> Iterator[Next]:
    table, left = node.table, node.left
    reaches = {change.reach for step in node.steps if step.kind == "turn" for change in step.changes}
    any_turn = False
    tried: set[tuple[str, str, int]] = set()
    for rank, (change, now) in enumerate(left):
        for step_seat, extra in _seats(table, change.reach):
            made = turn_of(table, change, now, step_seat)
            if made is None:
                continue
            any_turn = True
            # Chips of one colour are laid in the order in which they were seen; other orders change nothing,
            # except that the one that wins comes last.
            if (made.action, change.after, change.reach) in tried:
                break
            after = table.play(made, step_seat, change.reach)
            if after.position.winner is not None and len(left) > 1:
                break
            tried.add((made.action, change.after, change.reach))
            again = change.reach in reaches and not (change.was_empty and now == ".")
            cost = TURN + extra + 0.02 * rank
            if made.action == "remove":
                cost += REMOVAL + IN_DOUBT * (change.odds is not None)
            if again:
                cost += SECOND_UNSEEN if unseen else SECOND_IN_REACH
            cost += untouched((change,))
            if len(left) + len(node.steps) <= MOST_IN_ORDER and any(_lay_before(other, change) for other, _ in left):
                cost += OVERTAKEN
            if made.action == "remove" and change.after != "." and not change.was_empty:
                cost += REFILLED
            letter = table.team_of(step_seat) if made.action == "place" else now
            step = Step("turn", made.action, step_seat, (change,), cost=cost, letter=letter)
            # Where a chip was taken, the one that lies there now is still to come.
            coming = ((change, "."),) if made.action == "remove" and change.after != "." else ()
            yield step, after, left[:rank] + coming + left[rank + 1 :]
            break
    yield from taken_back(node)
    yield from mended_late(node)
    dearer = FAULT_UNSEEN if unseen else 0.0
    # Faults are told in the order in which they were seen: only the first unexplained change starts one.
    for rank in range(len(left)):
        for step, after, rest in faults(node, rank):
            played = not step.action and any(one.after != "." and one.space in on_top for one in step.changes)
            yield replace(step, cost=step.cost + dearer + CARD_FITS * played), after, rest
        if not any_turn:
            break


def _lay_before(one: Change, other: Change) -> bool:
    """Whether one change was seen clearly before the hand came that made the other."""
    return one.clear >= CLEAR_LOOKS and 0 <= one.reach < other.reach and one.first_at < other.first_at and other.touched


def _seats(table: Table, reach: int) -> Iterator[tuple[int, float]]:
    """The seats that may have played, and what each costs: the one to move, those that may move as well, and those
    before which nobody may have held a card to play. A hand that came before that of the last turn was rather that of a
    seat which was passed over."""
    late = OUT_OF_ORDER * table.played_since(reach)
    if late:
        yield from ((seat, OTHER_SEAT) for seat in sorted(table.owed))
    passed = 0.0
    for seat in table.seats_from_here():
        as_well = seat in table.also | table.owed
        if as_well or passed < MOST_PASSED:
            yield seat, late + (min(passed, OTHER_SEAT) if as_well else passed)
        if passed < MOST_PASSED:
            idle = nothing_to_play(table.game, table.position, seat)
            passed += -log(idle) if idle else inf


def turn_of(table: Table, change: Change, now: str, seat: int) -> Turn | None:
    """The turn of a seat by which a chip came to a bare space, or one was taken, where the rules allow it."""
    action = "place" if now == "." else "remove"
    if action == "place" and change.after != table.team_of(seat):
        return None
    if change.space in table.extra or table.problems(action, change.space, seat):
        return None
    return table.turn_for(action, change.space)
