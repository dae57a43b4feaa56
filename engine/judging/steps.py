"""The other steps of a story: faults the rules forbid, turns taken back, and faults put right after they had stood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.faults import CARD_CODES, Code, kind_of
from engine.judging.changes import Change
from engine.judging.story import Left, Next, Node, Step, untouched, without
from engine.judging.table import LastTurn, Table
from engine.rules.legality import Turn
from engine.rules.wording import Problem

MOVED_FAR = 3.7
"""Added where a chip was moved to a space that is not beside its own."""
EXCHANGED = 1.0
"""Added where two chips changed places."""
TAKEN_BACK = 3.5
NEVER_WAS = 1.0
"""The last turn was no turn at all; weighed only where nothing came near its space since."""
TAKEN_OFF = 0.05
"""A turn with a wrong card, or one chip of two, is undone: likelier than a turn of the next player on its space."""
MENDED_LATE = 2.2
"""A change that had been let stand is put right after all."""


def faults(node: Node, rank: int) -> Iterator[Next]:
    """Each fault that would make the change at `rank`."""
    change, now = node.left[rank]
    if now == "*":
        yield _fault(node, (rank,), Code.CORNER, change.after)
    elif now == ".":
        yield from _new_chip(node, rank, change)
    elif change.after == ".":
        yield from _gone(node, rank, change, now)
    else:
        yield from _swapped(node, rank, change, now)


def _new_chip(node: Node, rank: int, change: Change) -> Iterator[Next]:
    table, letter, seat = node.table, change.after, node.table.seat
    for other, (gone, was) in enumerate(node.left):
        if was == letter and gone.after == ".":
            yield _fault(node, (other, rank), Code.CHIP_MOVED, letter, more=_far(table, gone, change))
    if letter not in {seat.team[0] for seat in table.game.seats}:
        yield _fault(node, (rank,), Code.FOREIGN_COLOUR, letter)
        return
    if letter == table.team_of(seat):
        found = table.problems("place", change.space, seat)
        if found:
            yield _turn_fault(node, rank, found[0].code, seat, found)
        elif table.played_since(change.reach):
            yield _turn_fault(node, rank, Code.OUT_OF_TURN, seat, found)
        return
    owner = next((s for s in table.seats_from_here() if table.team_of(s) == letter), None)
    if owner is None:  # the team resigned, or all its players left
        yield _fault(node, (rank,), Code.OUT_OF_TURN, letter)
        return
    first = _sibling(node, change, letter)
    found = table.problems("place", change.space, owner)
    if first is not None:
        yield _turn_fault(node, rank, Code.TWO_CHIPS, owner, found, (first,))
    else:
        yield _turn_fault(node, rank, Code.OUT_OF_TURN, owner, found)


def _sibling(node: Node, change: Change, letter: str) -> int | None:
    """The space where the same hand has just laid a chip of this colour."""
    for step in reversed(node.steps):
        if step.action == "place" and step.letter == letter and step.changes[-1].reach == change.reach:
            return step.space
    if node.table.last is not None and not node.steps:
        last = node.table.last
        if last.turn.action == "place" and last.letter == letter and last.reach == change.reach:
            return last.space
    return None


def _gone(node: Node, rank: int, change: Change, was: str) -> Iterator[Next]:
    table = node.table
    for other, (fresh, now) in enumerate(node.left):
        if now == "." and fresh.after == was:
            yield _fault(node, (rank, other), Code.CHIP_MOVED, was, more=_far(table, fresh, change))
    found = table.problems("remove", change.space, table.seat)
    yield _fault(node, (rank,), Code.CHIP_TAKEN, was, found)


def _swapped(node: Node, rank: int, change: Change, was: str) -> Iterator[Next]:
    """Another chip on a space: from the stock, or in exchange for one that lay elsewhere."""
    for other, (fresh, now) in enumerate(node.left):
        if (now, fresh.after) == (change.after, was) and fresh.reach == change.reach:
            yield _fault(node, (rank, other), Code.CHIP_SWAPPED, "", more=EXCHANGED)
    yield _fault(node, (rank,), Code.CHIP_SWAPPED, change.after)


def _far(table: Table, one: Change, other: Change) -> float:
    """What it costs more that a chip was moved to a space that is not beside its own."""
    return 0.0 if table.game.layout.apart(one.space, other.space) == 1 else MOVED_FAR


def _fault(
    node: Node, ranks: tuple[int, ...], code: Code, letter: str, problems: tuple[Problem, ...] = (), more: float = 0.0
) -> Next:
    changes = tuple(node.left[rank][0] for rank in ranks)
    table = node.table.in_doubt({change.space: change.after for change in changes})
    cost = kind_of(code).rare + more + untouched(changes)
    step = Step("fault", "", table.seat, changes, code, problems=problems, cost=cost, letter=letter)
    return step, table, without(node.left, *ranks)


def _turn_fault(
    node: Node, rank: int, code: str, seat: int, problems: tuple[Problem, ...], more: tuple[int, ...] = ()
) -> Next:
    """A fault that is somebody's turn all the same, should the table let it stand."""
    change = node.left[rank][0]
    turn = Turn("place", change.space, irregular=code)
    after = node.table.out_of_order(turn, seat, change.reach)
    cost = kind_of(code).rare + untouched((change,))
    step = Step("fault", "place", seat, (change,), code, more, problems, cost, letter=change.after)
    return step, after, without(node.left, rank)


def taken_back(node: Node) -> Iterator[Next]:
    """The chip of the last turn was taken back, and maybe laid elsewhere, before anybody else played."""
    left, last = node.left, node.table.last
    if node.steps or last is None:
        return
    own = next((rank for rank, (change, _) in enumerate(left) if change.space == last.space), None)
    if own is not None:
        yield from _as_before(node, last, own)
    if last.turn.action != "place":
        yield from _withdrawn(node, last)
    elif own is not None and left[own][1] == last.letter and left[own][0].after == ".":
        gone = left[own][0]
        for rank, (change, now) in enumerate(left):
            touches = node.table.game.layout.apart(last.space, change.space) == 1
            beside = touches and not _fits_only(last, change.space)
            if now == "." and change.after == last.letter and change.reach == gone.reach and not beside:
                yield from _laid_elsewhere(last, (gone, change), without(left, own, rank), 1)


def _as_before(node: Node, last: LastTurn, rank: int) -> Iterator[Next]:
    """The space of the last turn lies as before it.

    Nothing was near: the eye had erred. Or its card was wrong, and the player has put that right. Or one chip of two
    was told as the turn, and the hand that took the other off takes this one, too.
    """
    change, was = node.left[rank][0], last.before.letters[last.space]
    if change.after != was:
        return
    rest = without(node.left, rank)
    if not change.touched:
        step = Step("never-was", "", last.seat, (change,), "never-was", cost=NEVER_WAS)
        yield step, last.before, rest
    if change.reach == last.relieved or (last.relieved is None and last.turn.irregular in CARD_CODES):
        action = "remove" if was == "." else "place"
        step = Step("taken-off", action, last.seat, (change,), cost=TAKEN_OFF, letter=last.letter)
        yield step, last.before, rest


def _laid_elsewhere(last: LastTurn, changes: tuple[Change, ...], rest: Left, undoes: int) -> Iterator[Next]:
    """The chip of a turn lies where the last of the changes is instead, if it could be laid there."""
    change, back, seat = changes[-1], last.before, last.seat
    if not back.problems("place", change.space, seat):
        more = (last.space,) if undoes > 1 else ()
        step = Step("taken-back", "place", seat, changes, more=more, cost=TAKEN_BACK, letter=last.letter, undoes=undoes)
        yield step, back.play(Turn("place", change.space), seat, change.reach), rest


def _fits_only(last: LastTurn, space: int) -> bool:
    """Whether the card of the last turn is printed on this space and not on the one on which its chip was laid."""
    home = last.before.game.home.get(last.turn.card or "", 0)
    return bool(home >> space & 1) and not home >> last.space & 1


def _withdrawn(node: Node, last: LastTurn) -> Iterator[Next]:
    """The last two turns were one chip laid and taken back by its own seat, which plays only now."""
    laid = last.before.last
    if laid is None or laid.turn.action != "place" or laid.space != last.space:
        return
    for rank, (change, now) in enumerate(node.left):
        if now == "." and change.after == laid.letter:
            yield from _laid_elsewhere(laid, (change,), without(node.left, rank), 2)


def mended_late(node: Node) -> Iterator[Next]:
    """A change that had been let stand is put right after all."""
    table, left = node.table, node.left
    for rank, (change, now) in enumerate(left):
        if now == "." and any(change.space in spaces and change.after == whose for spaces, whose in table.between):
            step = Step("put-right", "", table.seat, (change,), "put-right")
            yield step, table.edited({change.space: change.after}), without(left, rank)
    if not (table.stood or table.extra):
        return
    ranks = {change.space: rank for rank, (change, _) in enumerate(left)}
    lonely = tuple(
        ((space, "*" if table.game.free >> space & 1 else ".", letter),) for space, letter in table.extra.items()
    )
    for changes in (*table.stood, *lonely):
        if all(
            space in ranks and left[ranks[space]][1] == now and left[ranks[space]][0].after == was
            for space, was, now in changes
        ):
            mine = [ranks[space] for space, _, _ in changes]
            letters = {space: was for space, was, _ in changes}
            after = replace(table.edited(letters), stood=tuple(other for other in table.stood if other != changes))
            made = tuple(left[rank][0] for rank in mine)
            step = Step("put-right", "", table.seat, made, "put-right", cost=MENDED_LATE)
            yield step, after, without(left, *mine)
