"""Games that a damaged history lost, judged again from their inputs, which lie in files of their own.

The arbiter gives the same rulings for the same inputs, so what comes out is what was announced.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from engine.arbiter import Arbiter
from engine.board import LayoutError
from engine.edition import EditionError
from engine.events import AnyEvent, encode
from engine.inputs import Head, InputsError, read_inputs
from engine.position import SeatsError
from referee.history import GameRow, History
from referee.inputs import InputShelf


def rebuild(history: History, inputs: InputShelf) -> int:
    """Complete each game whose inputs tell more than the history has; how many games that were."""
    known = {row.id for row in history.games()}
    completed = 0
    for number in inputs.games():
        told = history.events(number) if number in known else []
        head, again = _judged_again(inputs, number)
        agrees = [encode(event) for event in again[: len(told)]] == [encode(event) for event in told]
        if head is None or not agrees or len(again) <= len(told):
            continue
        history.complete(_row(number, head, again, inputs), again[len(told) :])
        completed += 1
    return completed


def _judged_again(inputs: InputShelf, number: int) -> tuple[Head | None, list[AnyEvent]]:
    """What the inputs of a game lead to, up to the first that is missing or cannot be read."""
    head: Head | None = None
    happened: list[AnyEvent] = []
    for first, file in inputs.stretches(number):
        if first > len(happened):
            break  # a stretch before this one is gone
        del happened[first:]
        try:
            head = _judge(file, head, happened)
        except (InputsError, OSError, EditionError, LayoutError, SeatsError):
            break
    return head, happened


def _judge(file: Path, known: Head | None, happened: list[AnyEvent]) -> Head:
    """Judge one stretch behind what happened before it; new events are added one by one."""
    with file.open("rb") as lines:
        head, given = read_inputs(lines, str(file))
        arbiter = (
            Arbiter.resume(head.game(), tuple(happened), on_fault=head.on_fault)
            if happened
            else Arbiter(head.game(), on_fault=head.on_fault, wait_for_start=head.wait_for_start)
        )
        with contextlib.suppress(InputsError):  # what was said before a damaged line still counts
            for one in given:
                happened.extend(arbiter.receive(one))
    return known or head


def _row(number: int, head: Head, happened: Sequence[AnyEvent], inputs: InputShelf) -> GameRow:
    """The game's entry as far as its inputs tell; it counts as ended, for at which table it was is not known."""
    ended = max(file.stat().st_mtime for _, file in inputs.stretches(number))
    began = ended - max((event.at for event in happened), default=0.0)
    return GameRow(
        number, began, ended, head.edition, head.layout, " ".join(head.seats), head.rules, "inputs", "", "*", 0
    )
