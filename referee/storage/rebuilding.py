"""Games that a damaged history lost, judged again from their inputs, which lie in files of their own.

The arbiter gives the same rulings for the same inputs, so what comes out is what was announced.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.editions.edition import EditionError
from engine.equipment.board import LayoutError
from engine.events import AnyEvent, encode
from engine.inputs import Head, InputsError, judge, read_inputs
from engine.judging.ledger import LedgerError
from engine.rules.position import SeatsError
from referee.refusal import Refusal
from referee.storage.history import GameRow, History
from referee.storage.inputs import InputShelf, about_of, last_anchor, unchained


def rebuild(history: History, inputs: InputShelf) -> int:
    """Complete each game whose inputs tell more than the history has; how many games that were."""
    known = {row.id for row in history.games()}
    completed = 0
    for number in sorted({*inputs.games()} - history.found.unharmed):
        try:
            told = history.events(number) if number in known else []
        except Refusal:  # by a newer program: nothing of this one's can stand behind it
            continue
        head, again = _judged_again(inputs, number)
        agrees = [encode(event) for event in again[: len(told)]] == [encode(event) for event in told]
        if head is None or not agrees or (number in known and len(again) <= len(told)):
            continue
        history.complete(_row(number, head, again, inputs, history), again[len(told) :])
        completed += 1
    return completed


def judge_again(inputs: InputShelf, number: int) -> list[AnyEvent]:
    """What the inputs of a game lead to, as far as they can be read."""
    return _judged_again(inputs, number)[1]


def fell_behind(history: History, inputs: InputShelf) -> list[int]:
    """Games whose inputs know of a later end of their chain than the history does."""
    behind = []
    for row in history.games():
        stretches = inputs.stretches(row.id)
        if row.ended is None and stretches:
            with contextlib.suppress(OSError, Refusal):
                anchor = last_anchor(stretches[-1][1])
                if anchor and anchor not in {link.hash for link in history.links(row.id)}:
                    behind.append(row.id)
    return behind


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
        except (InputsError, OSError, EditionError, LayoutError, SeatsError, LedgerError):
            break
    return head, happened


def _judge(file: Path, known: Head | None, happened: list[AnyEvent]) -> Head:
    """Judge one stretch behind what happened before it; new events are added one by one."""
    with file.open("rb") as lines:
        head, given = read_inputs(unchained(lines, str(file)), str(file))
        with contextlib.suppress(InputsError):  # what was said before a damaged line still counts
            for came_of_it in judge(head, given, tuple(happened)):
                happened.extend(came_of_it)
    return known or head


def _row(number: int, head: Head, happened: Sequence[AnyEvent], inputs: InputShelf, history: History) -> GameRow:
    """The game's entry as its inputs tell it, or as far as they do.

    Only the newest game at a table, if it is known which that was, can be gone on with.
    """
    stretches = inputs.stretches(number)
    ended = max(file.stat().st_mtime for _, file in stretches)
    newest = number == max(inputs.games())
    for _, file in stretches:
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            row = msgspec.json.decode(about_of(file), type=GameRow)
            open_still = newest and history.unfinished(row.profile) is None
            return dataclasses.replace(row, id=number, ended=None if open_still else max(ended, row.began))
    began = ended - max((event.at for event in happened), default=0.0)
    return GameRow(
        number, began, ended, head.edition, head.layout, " ".join(head.seats), head.rules, "inputs", "", "*", 0
    )
