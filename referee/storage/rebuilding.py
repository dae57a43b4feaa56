"""Games that a damaged history lost, judged again from their inputs, which lie in files of their own.

The arbiter gives the same rulings for the same inputs, so what comes out is what was announced.
"""

from __future__ import annotations

import contextlib
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
from referee.storage.inputs import FOLDER, UNSAVED, InputShelf, about_of, last_anchor, unchained
from referee.storage.locks import hold_game


def complete(history: History, inputs: InputShelf) -> bool:
    """Have the history say what the inputs beside it know; whether it said less, which `history.salvaged` tells then.

    It says less after damage, in the place of a file that is gone, where an older copy of it was put back, and where
    the program was killed while the disk was full.
    """
    lost, doubted = history.salvaged if history.found.damaged else "", {*inputs.games()} - history.found.unharmed
    if not lost and doubted and not history.games():
        lost = f"The history {history.file} was empty."
    if not lost and (doubted := _fell_behind(history, inputs)):
        lost = f"The history {history.file} lost the end of game {', '.join(map(str, sorted(doubted)))}."
    if lost:
        completed = sum(_complete_game(history, inputs, number) for number in sorted(doubted))
        history.found.told = f"{lost} Games completed from their inputs: {completed}." if completed else lost
    return bool(lost)


def _complete_game(history: History, inputs: InputShelf, number: int) -> bool:
    """Enter what the inputs of a game tell behind what the history has of it; whether that was anything."""
    try:
        told = history.events(number)
    except Refusal:  # by a newer program: nothing of this one's can stand behind it
        return False
    head, again = _judged_again(inputs, number)
    agrees = [encode(event) for event in again[: len(told)]] == [encode(event) for event in told]
    if head is None or not agrees or (len(again) == len(told) and history.links(number)):
        return False
    history.complete(_row(number, head, again, inputs, history), again[len(told) :])
    return True


def judge_again(inputs: InputShelf, number: int) -> list[AnyEvent]:
    """What the inputs of a game lead to, as far as they can be read."""
    return _judged_again(inputs, number)[1]


def _fell_behind(history: History, inputs: InputShelf) -> set[int]:
    """Open games whose inputs know of a later end of their chain than the history does, and that nobody referees."""
    behind = set()
    for row in history.games():
        stretches = inputs.stretches(row.id)
        if row.ended is None and stretches:
            with contextlib.suppress(OSError, Refusal), contextlib.closing(hold_game(row.id, inputs.folder.parent)):
                file = stretches[-1][1]
                known = {link.hash for link in history.links(row.id)}
                if f"{FOLDER}/{file.name}" in history.files(row.id):
                    known.add(UNSAVED)  # it was closed in order, or completed by it already
                if (anchor := last_anchor(file)) and anchor not in known:
                    behind.add(row.id)
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
            return msgspec.structs.replace(row, id=number, ended=None if open_still else max(ended, row.began))
    began = ended - max((event.at for event in happened), default=0.0)
    return GameRow(
        id=number,
        began=began,
        ended=ended,
        edition=head.edition,
        layout=head.layout,
        seats=" ".join(head.seats),
        rules=head.rules,
        source="inputs",
        profile="",
        result="*",
        turns=0,
    )
