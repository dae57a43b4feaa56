"""The JSON-lines twin of a record: the same game as events, one a line, and back.

Events are only ever added: an undo or a correction is an event of its own. A record tells what they come to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from engine import calls, events
from engine.events import AnyEvent
from engine.judging.acts import EditAct, SaidAct, SetAct, TurnAct
from engine.judging.ledger import Ledger, write_changes
from engine.plain_text import PlainText, named
from engine.records.notation import read_rows
from engine.records.record import (
    DRAWN,
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
from engine.records.replay import after_entry, first_moment
from engine.rules.deduction import explanations
from engine.rules.legality import Turn
from engine.rules.position import Game, Position, Sequence


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


def write_lines(happened: Iterable[AnyEvent]) -> str:
    """Events as JSON lines."""
    return "".join(events.encode(event).decode() + "\n" for event in happened)


# ---- from events to a record


def record_of(happened: Iterable[AnyEvent], *, event: str = "", date: str = "", file: str = "") -> Record:
    """What these events come to, as a record: undone turns left out, corrected ones as corrected.

    Raises:
        RecordError: they do not begin with the start of a game, or do not fit together.
        EditionError, LayoutError, SeatsError: the game they name cannot be played.
    """
    ledger: Ledger | None = None
    began: events.GameStarted | None = None
    remarks: list[tuple[int, str]] = []
    for number, one in enumerate(happened, 1):
        if isinstance(one, events.GameStarted):
            began = one
            game = game_of(one.edition, one.layout, " ".join(one.seats), one.rules)
            ledger = Ledger(game)
        if ledger is None:
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
    return _of_ledger(ledger, began, remarks, event, date)


def _of_ledger(
    ledger: Ledger, began: events.GameStarted, remarks: list[tuple[int, str]], event: str, date: str
) -> Record:
    entries: list[Entry] = []
    for index, act in enumerate(ledger.acts):
        entries += [Comment(text) for at, text in remarks if at == index]
        entries += _entries_of(ledger, index, act)
    entries += [Comment(text) for at, text in remarks if at >= len(ledger.acts)]
    record = make_record(ledger.game, tuple(entries), result=ledger.ended or OPEN, event=event, date=date)
    more = []
    if began.position:
        more.append(("Position", "/".join(began.position)))
    if began.to_move:
        more.append(("ToMove", str(began.to_move + 1)))
    return msgspec.structs.replace(record, tags=(*record.tags[:-1], *more, record.tags[-1]))


def _entries_of(ledger: Ledger, index: int, act: object) -> Iterator[Entry]:
    before = ledger.tables[index]
    if isinstance(act, TurnAct):
        seats, position = ledger.game.seats, before.position
        skipped = range(position.seat, position.seat + (act.seat - position.seat) % len(seats))
        yield from (Turn("pass") for seat in skipped if seats[seat % len(seats)].team not in position.resigned)
        yield act.turn
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
        elif isinstance(act.call, calls.Resign):
            yield Resigned(act.call.team)


# ---- from a record to events


def events_of(record: Record) -> Iterator[AnyEvent]:
    """The record as events, each sequence and win told where it comes about."""
    game, moment = record.game, first_moment(record)
    yield events.GameStarted(
        edition=record.tag("Edition"),
        layout=record.tag("Board") or game.layout.name,
        seats=tuple(record.tag("Seats").split()),
        rules=record.tag("Rules"),
        position=read_rows(record.tag("Position")) if record.tag("Position") else (),
        to_move=int(record.tag("ToMove", "1")) - 1,
    )
    said = 0
    for entry in record.entries:
        position, moment = moment.position, after_entry(game, moment, entry)
        for one in _events_of_entry(game, position, entry):
            if isinstance(one, events.CallMade):
                said += 1
                one = msgspec.structs.replace(one, number=said)
            yield one
        yield from _what_changed(game, position, moment.position)
    if moment.position.winner is None and record.result != OPEN:
        yield from _ended(record, moment.position, said)


def _events_of_entry(game: Game, position: Position, entry: Entry) -> Iterator[AnyEvent]:
    name = game.layout.name_of
    if isinstance(entry, Turn):
        unseen = entry.card is None and entry.space is not None
        yield events.TurnPlayed(
            turn=position.turn + 1,
            seat=position.seat,
            team=game.seats[position.seat].team,
            action=entry.action,
            space=None if entry.space is None else name(entry.space),
            card=entry.card,
            cards=explanations(game, position, entry.action, entry.space or 0) if unseen else (),
            claims=tuple(tuple(map(name, claim)) for claim in entry.claims),
            dead=entry.dead,
            no_draw=entry.no_draw,
            shuffles=entry.shuffles,
            irregular=entry.irregular,
        )
    elif isinstance(entry, Comment):
        yield events.Remarked(text=entry.text)
    elif isinstance(entry, Stood):
        changes = write_changes(game, entry.changes)
        yield events.ChangeStood(code=entry.code, changes=changes, turn=position.turn, to_move=entry.to_move)
    elif isinstance(entry, BoardIs):
        yield events.PositionSet(position=entry.rows, to_move=entry.to_move, turn=position.turn)
    else:
        call: calls.Call
        if isinstance(entry, Shuffled):
            call = calls.DeckShuffled(at=0.0)
        elif isinstance(entry, Resigned):
            call = calls.Resign(at=0.0, team=entry.team)
        else:
            call = calls.TableTalk(at=0.0, team=entry.team, cards=entry.cards)
        yield events.CallMade(call=msgspec.to_builtins(call))


def _what_changed(game: Game, before: Position, after: Position) -> Iterator[AnyEvent]:
    def told(sequence: Sequence) -> dict[str, object]:
        return {"team": sequence.team, "spaces": tuple(map(game.layout.name_of, sequence.spaces))}

    for sequence in before.sequences:
        if sequence not in after.sequences:
            yield events.SequenceBroken(**told(sequence), turn=after.turn)  # type: ignore[arg-type]
    for sequence in after.sequences:
        if sequence not in before.sequences:
            yield events.SequenceMade(**told(sequence), turn=after.turn)  # type: ignore[arg-type]
    if after.winner is not None and before.winner is None:
        yield events.GameWon(team=after.winner, turn=after.turn)


def _ended(record: Record, position: Position, said: int) -> Iterator[AnyEvent]:
    """The end that no sequence brought about: agreed, or every other team gave up."""
    if record.result == DRAWN:
        call: calls.Call = calls.DrawAgreed(at=0.0)
        yield events.CallMade(call=msgspec.to_builtins(call), number=said + 1)
        yield events.GameDrawn(turn=position.turn)
        return
    gone = (record.result, *position.resigned)
    for number, team in enumerate((t for t in record.game.teams if t not in gone), said + 1):
        call = calls.Resign(at=0.0, team=team)
        yield events.CallMade(call=msgspec.to_builtins(call), number=number)
    yield events.GameWon(team=record.result, turn=position.turn)


__all__ = ["events_of", "read_lines", "record_of", "write_lines"]
