"""The JSON-lines twin of a record: the same game as events, one a line, of which the record is made.

Events are only ever added: an undo or a correction is an event of its own. A record tells what they come to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import msgspec

from engine import calls, events
from engine.events import AnyEvent
from engine.faults import Code
from engine.judging.acts import EditAct, SaidAct, SetAct, TurnAct
from engine.judging.ledger import Ledger
from engine.plain_text import PlainText, named
from engine.records.record import (
    OPEN,
    BoardIs,
    Comment,
    Entry,
    Record,
    RecordError,
    Resigned,
    Shuffled,
    Stood,
    Talk,
    game_of,
    given_text,
    make_record,
)
from engine.rules.legality import Turn

_SEATED = events.GameStarted | events.SeatsChanged


def read_lines(text: str | bytes, file: str = "") -> tuple[AnyEvent, ...]:
    """The events of JSON lines. Raises RecordError with the line."""
    found, at = [], 0
    given = given_text(text, file)
    for line in given.text.split("\n"):
        if line.strip():
            try:
                found.append(events.decode(line))
            except msgspec.DecodeError as error:
                raise _no_event(error, given, at, line, file) from None
        at += len(line) + 1
    return tuple(found)


def _no_event(error: msgspec.DecodeError, given: PlainText, began: int, line: str, file: str) -> RecordError:
    """The error for a line that is no event: at the sign where it ends to be JSON, with the name of an odd one."""
    where = re.search(r"\(byte (\d+)\)", str(error))
    at = len(line.encode()[: int(where[1])].decode(errors="ignore")) if where else 0
    place = given.place(began + at)
    return RecordError(file, *place, f"an event as JSON ({error})", hint=named(line[at : at + 1]))


def read_twin(text: str | bytes, file: str = "") -> tuple[Record, ...]:
    """The games of JSON lines, each from the start of a game to the next. Raises as `read_lines` and `record_of` do."""
    happened = read_lines(text, file)
    begun = [at for at, one in enumerate(happened) if isinstance(one, events.GameStarted)]
    games = pairwise([0, *begun[1:], len(happened)])
    return tuple(_record(ledger_of(happened[first:end], file, first), "", "") for first, end in games)


def write_lines(happened: Iterable[AnyEvent]) -> str:
    """Events as JSON lines."""
    return "".join(events.encode(event).decode() + "\n" for event in happened)


def record_of(happened: Iterable[AnyEvent], *, event: str = "", date: str = "", file: str = "") -> Record:
    """What these events come to, as a record: undone turns left out, corrected ones as corrected.

    Raises:
        RecordError: they do not begin with the start of a game, or do not fit together.
        EditionError, LayoutError, SeatsError: the game they name cannot be played.
    """
    return _record(ledger_of(happened, file), event, date)


def by_names(happened: Sequence[AnyEvent], seats: str) -> Sequence[AnyEvent]:
    """What was announced in a game by the names that its seats have now, `team:Name` with blanks between; as it was
    where these are other seats."""
    now = tuple(seats.split())
    last = next((event.seats for event in reversed(happened) if isinstance(event, _SEATED)), ())
    if now == last or [word.partition(":")[0] for word in now] != [word.partition(":")[0] for word in last]:
        return happened
    names = {was.partition(":")[2]: word.partition(":")[2] for was, word in zip(last, now, strict=True) if ":" in was}

    def named(seat: str) -> str:
        team, _, name = seat.partition(":")
        return f"{team}:{names.get(name, name)}".removesuffix(":")

    return [
        msgspec.structs.replace(event, seats=now if event.seats == last else tuple(map(named, event.seats)))
        if isinstance(event, _SEATED)
        else event
        for event in happened
    ]


class Folded(NamedTuple):
    """The events of a game, taken in one after the other."""

    ledger: Ledger
    began: events.GameStarted
    remarks: list[tuple[int, str]]
    """What was remarked, each with how many acts stood before it."""


def ledger_of(happened: Iterable[AnyEvent], file: str = "", behind: int = 0) -> Folded:
    """The ledger that these events come to, before which as many as `behind` stand in the file; raises as `record_of`
    does."""
    ledger: Ledger | None = None
    began: events.GameStarted | None = None
    remarks: list[tuple[int, str]] = []
    for number, one in enumerate(happened, behind + 1):
        if isinstance(one, events.GameStarted):
            began = one
            game = game_of(one.edition, one.layout, " ".join(one.seats), one.rules)
            ledger = Ledger(game)
        if ledger is None:
            if isinstance(one, events.TurnPlayed):  # what else comes earlier is of the camera, or said at the table
                raise RecordError(file, number, 1, "the start of a game before its first turn")
            continue
        if isinstance(one, events.Remarked):
            remarks.append((len(ledger.acts), one.text))
            continue
        try:
            ledger.take(one)
        except ValueError as error:
            raise RecordError(file, number, 1, f"an event that fits the ones before ({error})") from None
    if ledger is None or began is None:
        raise RecordError(file, 1, 1, "the start of a game")
    return Folded(ledger, began, remarks)


def _record(told: Folded, event: str, date: str) -> Record:
    ledger, began, remarks = told
    entries: list[Entry] = []
    for index, act in enumerate(ledger.acts):
        entries += [Comment(text) for at, text in remarks if at == index]
        entries += _entries_of(ledger, index, act)
    entries += [Comment(text) for at, text in remarks if at >= len(ledger.acts)]
    record = make_record(
        replace(ledger.game, seats=ledger.table.game.seats),
        tuple(entries),
        result=ledger.ended or OPEN,
        event=event,
        date=date,
    )
    more = []
    if began.position:
        more.append(("Position", "/".join(began.position)))
    if began.to_move:
        more.append(("ToMove", str(began.to_move + 1)))
    return msgspec.structs.replace(record, tags=(*record.tags[:-1], *more, record.tags[-1]))


def _entries_of(ledger: Ledger, index: int, act: object) -> Iterator[Entry]:
    before = ledger.tables[index]
    if isinstance(act, TurnAct):
        yield from _entries_of_turn(ledger, index, act)
    elif isinstance(act, EditAct):
        letters = before.letters
        yield Stood(act.code, tuple((s, letters[s], now) for s, now in act.letters), act.seat)
    elif isinstance(act, SetAct):
        yield BoardIs(act.rows, act.seat)
    elif isinstance(act, SaidAct):
        if isinstance(act.call, calls.DeckShuffled):
            yield Shuffled()
        elif isinstance(act.call, calls.TableTalk):
            yield Talk(act.call.team, act.call.cards)
        elif (
            isinstance(act.call, calls.Resign)
            and ledger.tables[index + 1].position.resigned != before.position.resigned
        ):
            yield Resigned(act.call.team)


def _entries_of_turn(ledger: Ledger, index: int, act: TurnAct) -> Iterator[Entry]:
    """A turn and the passes before it.

    A team that resigned has no turn in a record, so a chip of its that was laid all the same is one that stood: its
    turn was played before an undo was taken back and its resignation came in again.
    """
    seats, before, after = ledger.game.seats, ledger.tables[index], ledger.tables[index + 1]
    position, turn = before.position, act.turn
    resigned = seats[act.seat].team in position.resigned
    if resigned and turn.space is not None:
        changed = ((turn.space, before.letters[turn.space], after.letters[turn.space]),)
        yield Stood(turn.irregular or Code.OUT_OF_TURN, changed, after.position.seat)
        return
    skipped = range(position.seat, position.seat + (act.seat - position.seat) % len(seats))
    skip = Turn("pass", irregular=Code.GAME_OVER if before.ended else None)
    yield from (skip for seat in skipped if seats[seat % len(seats)].team not in position.resigned)
    if not resigned:
        yield turn
