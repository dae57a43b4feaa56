"""Calls about what no camera sees: cards, draws, talk, who sits where, and where the board really stands."""

from __future__ import annotations

from engine import calls, events
from engine.faults import Code
from engine.judging.context import Context
from engine.judging.faults import as_seen, clear
from engine.judging.handlers import Answer, Refusal, begun, handles, known_card, known_seat, known_team, playing
from engine.judging.states import State
from engine.rules.deduction import can_be_laid
from engine.rules.found_position import taken_up, whose_turn
from engine.rules.playing import UNKNOWN
from engine.saying import saying

LATELY = 5.0
"""Seconds within which the board must have been seen to be taken as it lies."""


@handles
def _no_draw(context: Context, call: calls.NoDraw) -> Answer:
    played = begun(context).turn(call.turn)
    if played.turn.no_draw:
        raise Refusal("said-already")
    if played.turn.action == "pass":
        raise Refusal("passed-no-draw")
    yield saying("nobody-drew", number=played.number)


@handles
def _table_talk(context: Context, call: calls.TableTalk) -> Answer:
    playing(context)
    known_team(context, call.team)
    if context.game.edition.turns.table_talk is False:
        raise Refusal("no-talk-penalty", edition=context.game.edition.name)
    position, seats = context.position, context.game.seats
    giving = sum(seat.team == call.team and held > 0 for seat, held in zip(seats, position.hands, strict=True))
    if len(call.cards) > giving:
        raise Refusal("talk-at-most", team=call.team, count=giving)
    for card in call.cards:
        if card != UNKNOWN:
            known_card(context, card)
            if not can_be_laid(context.game, position, card):
                raise Refusal("problem", problem=Code.THIRD_COPY, card=card)
    yield saying("talk-cards" if call.cards else "talk", team=call.team, cards=call.cards)


@handles
def _cannot_play(context: Context, call: calls.CannotPlay) -> Answer:
    ledger = playing(context)
    if context.state is State.PAUSED:
        raise Refusal("paused-no-pass")
    table = ledger.table
    seat = table.seat
    yield saying("passes", team=table.game.seats[seat].team)
    context.tell(table.turn_told(seat, "pass", dead=table.dead))


@handles
def _shuffled(context: Context, call: calls.DeckShuffled) -> Answer:
    playing(context)
    yield saying("reshuffled")


@handles
def _player_left(context: Context, call: calls.PlayerLeft) -> Answer:
    ledger = playing(context)
    seats = context.game.seats
    known_seat(context, call.seat)
    if call.seat in ledger.table.away:
        raise Refusal("seat-empty")
    staying = {seat.team for number, seat in enumerate(seats) if number not in ledger.table.away | {call.seat}}
    if len(staying) < 2:
        raise Refusal("nobody-left")
    yield saying("seat-left", seat=call.seat + 1, team=seats[call.seat].team)


@handles
def _seats_swapped(context: Context, call: calls.SeatsSwapped) -> Answer:
    playing(context)
    for seat in (call.one, call.other):
        known_seat(context, seat)
    if call.one == call.other:
        raise Refusal("same-seat")
    yield saying("seats-swapped", one=call.one + 1, other=call.other + 1)


@handles
def _pile_is(context: Context, call: calls.PileIs) -> Answer:
    layout, seats = context.game.layout, context.game.seats
    if not layout.is_at_edge(layout.space(call.beside)):
        raise Refusal("pile-inside", space=call.beside)
    if call.seat is None:
        yield saying("pile-shared", space=call.beside)
    else:
        known_seat(context, call.seat)
        yield saying("pile-of", space=call.beside, who=seats[call.seat].called)


@handles
def _position_is(context: Context, call: calls.PositionIs) -> Answer:
    ledger = begun(context)
    table, layout = ledger.table, context.game.layout
    if call.to_move is not None:
        known_seat(context, call.to_move)
    if not call.position and call.at - context.tracker.hands.at > LATELY:
        raise Refusal("position-unseen")
    rows = call.position or as_seen(table, context.tracker.steady)
    if len(rows) != layout.rows or any(len(row) != layout.columns for row in rows):
        raise Refusal("position-shape", rows=layout.rows, columns=layout.columns)
    for space, letter in enumerate("".join(rows)):
        if letter not in ".bgrBGR*" or (letter == "*") != (space in layout.free):
            raise Refusal("no-letter", letter=letter, space=layout.name_of(space))
    seat = call.to_move
    if seat is None:
        seat = table.seat if call.position else whose_turn(table.game, taken_up(table.game, rows)[0])
    yield saying("position-taken")
    for fault in list(ledger.faults.values()):
        clear(context, fault, stands=True)
    context.tell(events.PositionSet(position=tuple(rows), to_move=seat, turn=table.position.turn))
