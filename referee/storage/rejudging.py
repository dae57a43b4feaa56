"""Recorded games judged again from their inputs, which lie in files of their own.

The arbiter gives the same rulings for the same inputs. So what comes out stands beside what was announced, and what a
damaged history lost comes back.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from engine.editions.edition import EditionError
from engine.equipment.board import LayoutError
from engine.events import AnyEvent, encode
from engine.inputs import Head, InputsError, differences, judge, read_inputs
from engine.judging.ledger import LedgerError
from engine.rules.position import SeatsError
from referee.console import counted
from referee.refusal import Refusal
from referee.storage.chain import INPUTS, Link, Mark
from referee.storage.history import GameRow, History
from referee.storage.inputs import FOLDER, InputShelf, about_of, last_anchor, unchained
from referee.storage.locks import hold_game
from web import wording


@dataclass(frozen=True)
class Stretch:
    """One file of a game's inputs."""

    first: int
    """Number of the first event behind which it goes on."""
    name: str
    """Its path below the game."""
    lines: Sequence[bytes]


@dataclass
class Rejudged:
    """What came out."""

    told: int
    """Rulings that were announced."""
    differences: list[str] = field(default_factory=list)
    """Where this version rules otherwise, as `- before` and `+ now` with the number of the event."""
    incomplete: list[str] = field(default_factory=list)
    """What of the inputs is missing, so that not all could be judged again; a sentence each."""


def rejudge(
    told: Sequence[AnyEvent],
    stretches: Sequence[Stretch],
    marks: Mapping[str, Mark],
    at_home: Callable[[Head], Head] = lambda head: head,
) -> Rejudged:
    """Judge each stretch again behind what was announced before it.

    `at_home` finds the rule book and layout that a head names here.

    Raises what the rule book says of a head that makes no game.
    """
    found = Rejudged(len(told))
    first = stretches[0].first if stretches else len(told)
    if first:
        found.incomplete.append(f"The inputs of {counted(first, 'ruling')} at the beginning are not there.")
    there = {stretch.name for stretch in stretches}
    found.incomplete += [f"{name} is not there." for name in marks if name not in there]
    ends = [*(stretch.first for stretch in stretches), len(told)][1:]
    for stretch, until in zip(stretches, ends, strict=True):
        _rejudge_stretch(found, told, stretch, until, marks.get(stretch.name), at_home)
    return found


def marks_of(links: Iterable[Link]) -> dict[str, Mark]:
    """How far each file of inputs was on the disk, as a game's chain says last. Raises Refusal."""
    try:
        marks = [msgspec.json.decode(link.json, type=Mark) for link in links if link.kind == INPUTS]
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Refusal(
            f"What the chain says of the inputs cannot be understood: {error}.", "Ask for it again."
        ) from error
    return {mark.file: mark for mark in marks}


def _rejudge_stretch(
    found: Rejudged,
    told: Sequence[AnyEvent],
    stretch: Stretch,
    until: int,
    mark: Mark | None,
    at_home: Callable[[Head], Head],
) -> None:
    written = _without_sentences if any(map(_holds_a_sentence, told)) else encode
    expected = [written(event) for event in told[stretch.first : until]]
    if not expected and mark is None and not any(line.endswith(b"\n") for line in stretch.lines):
        return  # killed before its first line was whole: nothing was judged, nothing is missing
    again: list[bytes] = []
    of_last: int = 0
    broken = ""
    try:
        head, given = read_inputs(unchained(stretch.lines, stretch.name), stretch.name)
        for happened in judge(at_home(head), given, told[: stretch.first]):
            of_last = len(happened)
            again.extend(map(written, happened))
    except InputsError as error:
        broken = f"{error}."
    except LedgerError as error:
        broken = wording.told(error.said)
    if again[: len(expected)] == expected and len(again) - of_last <= len(expected):
        again = again[: len(expected)]  # killed between the ruling and announcing it
    if len(again) < len(expected) and again == expected[: len(again)]:
        broken = broken or _what_is_missing(stretch, mark)
        if broken:
            where = stretch.first + len(again)
            found.incomplete.append(
                f"{broken} They lead to the first {where} of {until} rulings, the same as announced."
            )
            return
    elif broken:
        found.incomplete.append(broken)
        expected = expected[: len(again)]
    found.differences += differences(expected, again, stretch.first)


_SAYINGS = ("message", "reason", "assumed")


def _holds_a_sentence(event: AnyEvent) -> bool:
    """Whether an older version announced it, which put into words what is a code by now."""
    return any(isinstance(said := getattr(event, name, ""), str) and said for name in _SAYINGS)


def _without_sentences(event: AnyEvent) -> bytes:
    held = {name: "" for name in _SAYINGS if hasattr(event, name)}
    return encode(msgspec.structs.replace(event, **held))


def _what_is_missing(stretch: Stretch, mark: Mark | None) -> str:
    """Why a file of inputs leads to fewer rulings than were announced; empty where it is all there."""
    whole = sum(line.endswith(b"\n") for line in stretch.lines)
    if mark is None:
        return f"{stretch.name} may be cut short: nobody noted how long it was."
    if whole < mark.lines:
        return f"{stretch.name} is cut short: {whole} of {mark.lines} lines are there."
    if mark.missing:
        return f"{stretch.name} lacks {counted(mark.missing, 'line')} at its end: the disk was full."
    return ""


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
    again, row = judge_again(inputs, number), _row(number, inputs, history)
    agrees = [encode(event) for event in again[: len(told)]] == [encode(event) for event in told]
    if row is None or not agrees or (len(again) == len(told) and history.links(number)):
        return False
    history.complete(row, again[len(told) :])
    return True


def judge_again(inputs: InputShelf, number: int) -> list[AnyEvent]:
    """What the inputs of a game lead to, up to the first that is missing or cannot be read."""
    happened: list[AnyEvent] = []
    for first, file in inputs.stretches(number):
        if first > len(happened):
            break  # a stretch before this one is gone, or its end
        del happened[first:]
        # What was said before a damaged line still counts.
        with (
            contextlib.suppress(InputsError, OSError, EditionError, LayoutError, SeatsError, LedgerError),
            file.open("rb") as lines,
        ):
            head, given = read_inputs(unchained(lines, str(file)), str(file))
            for came_of_it in judge(head, given, tuple(happened)):
                happened.extend(came_of_it)
    return happened


def _fell_behind(history: History, inputs: InputShelf) -> set[int]:
    """Open games whose inputs know of a later end of their chain than the history does, and that nobody referees."""
    behind = set()
    for row in history.games():
        stretches = inputs.stretches(row.id)
        if row.ended is None and stretches:
            with contextlib.suppress(OSError, Refusal), contextlib.closing(hold_game(row.id, inputs.folder.parent)):
                file, known = stretches[-1][1], {link.hash for link in history.links(row.id)}
                if f"{FOLDER}/{file.name}" in history.files(row.id):
                    continue  # closed in order, or the game is completed by it already
                if (anchor := last_anchor(file)) and anchor not in known:
                    behind.add(row.id)
    return behind


def _row(number: int, inputs: InputShelf, history: History) -> GameRow | None:
    """The game's entry as the first of its inputs that can be read began with it; none where none can.

    Only the newest game at a table can be gone on with.
    """
    stretches = inputs.stretches(number)
    for _, file in stretches:
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            row = msgspec.json.decode(about_of(file), type=GameRow)
            open_still = number == max(inputs.games()) and history.unfinished(row.profile) is None
            ended = max(other.stat().st_mtime for _, other in stretches)
            return msgspec.structs.replace(row, id=number, ended=None if open_still else max(ended, row.began))
    return None
