"""A record as the events of a referee that saw it played, for tests that want events of a game they can write down."""

import msgspec

from engine import calls, events
from engine.judging.ledger import write_changes
from engine.records.notation import read_rows
from engine.records.record import DRAWN, OPEN, BoardIs, Comment, Resigned, Shuffled, Stood
from engine.records.replay import after_entry, first_moment
from engine.rules.deduction import explanations
from engine.rules.legality import Turn


def events_of(record):
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


def _events_of_entry(game, position, entry):
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


def _what_changed(game, before, after):
    def told(sequence):
        return {"team": sequence.team, "spaces": tuple(map(game.layout.name_of, sequence.spaces))}

    for sequence in before.sequences:
        if sequence not in after.sequences:
            yield events.SequenceBroken(**told(sequence), turn=after.turn)
    for sequence in after.sequences:
        if sequence not in before.sequences:
            yield events.SequenceMade(**told(sequence), turn=after.turn)
    if after.winner is not None and before.winner is None:
        yield events.GameWon(team=after.winner, turn=after.turn)


def _ended(record, position, said):
    """The end that no sequence brought about: agreed, or every other team gave up."""
    if record.result == DRAWN:
        call = calls.DrawAgreed(at=0.0)
        yield events.CallMade(call=msgspec.to_builtins(call), number=said + 1)
        yield events.GameDrawn(turn=position.turn)
        return
    gone = (record.result, *position.resigned)
    for number, team in enumerate((t for t in record.game.teams if t not in gone), said + 1):
        call = calls.Resign(at=0.0, team=team)
        yield events.CallMade(call=msgspec.to_builtins(call), number=number)
    yield events.GameWon(team=record.result, turn=position.turn)
