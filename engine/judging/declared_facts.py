"""Calls about what no camera sees: cards, draws, talk, who sits where, and where the board really stands."""

from __future__ import annotations

from engine import calls, events
from engine.faults import Code
from engine.judging.acts import TurnAct
from engine.judging.asking import Answer, Refusal, begun, known_card, known_team, nothing, playing
from engine.judging.context import Context
from engine.judging.faults import as_seen, clear, guessed_seat
from engine.judging.states import State
from engine.rules.deduction import can_be_laid
from engine.rules.playing import UNKNOWN
from engine.rules.wording import problem


def no_draw(context: Context, call: calls.NoDraw) -> Answer:
    """A seat forgot to draw."""
    ledger = begun(context)
    index = ledger.turn_index(call.turn)
    act = ledger.acts[index]
    assert isinstance(act, TurnAct)
    if act.turn.no_draw:
        raise Refusal("That was said already.")
    if act.turn.action == "pass":
        raise Refusal("That seat passed; it had nothing to draw.")
    return f"After turn {ledger.number_of(index)} nobody drew.", nothing


def table_talk(context: Context, call: calls.TableTalk) -> Answer:
    """Each seat of a team gives up a card."""
    playing(context)
    known_team(context, call.team)
    if context.game.edition.turns.table_talk is False:
        raise Refusal(
            f"The {context.game.edition.name} edition has no penalty for table talk; switch it on with table_talk=yes."
        )
    position, seats = context.position, context.game.seats
    giving = sum(seat.team == call.team and held > 0 for seat, held in zip(seats, position.hands, strict=True))
    if len(call.cards) > giving:
        raise Refusal(f"{call.team.capitalize()} gives up {giving} cards at most, one a seat that holds any.")
    for card in call.cards:
        if card != UNKNOWN:
            known_card(context, card)
            if not can_be_laid(context.game, position, card):
                found = problem(context.game, Code.THIRD_COPY, cards=(card,))
                raise Refusal(f"{found.message} {found.rule}".strip())
    given_up = f": {', '.join(call.cards)}" if call.cards else ""
    return f"Each seat of {call.team} gives up one card{given_up}.", nothing


def cannot_play(context: Context, call: calls.CannotPlay) -> Answer:
    """The seat to move passes."""
    ledger = playing(context)
    if context.state is State.PAUSED:
        raise Refusal("The game is paused: nobody passes until it goes on.")
    table = ledger.table
    seat = table.seat

    def effect() -> None:
        context.tell(
            events.TurnPlayed(
                **context.now,
                turn=table.skip_to(seat).turn + 1,
                seat=seat,
                team=table.game.seats[seat].team,
                action="pass",
                dead=table.dead,
            )
        )

    return f"{table.game.seats[seat].team.capitalize()} passes.", effect


def shuffled(context: Context, call: calls.DeckShuffled) -> Answer:
    """The discards became the new deck."""
    playing(context)
    return "All discards are the new deck; every card may come again.", nothing


def player_left(context: Context, call: calls.PlayerLeft) -> Answer:
    """A seat is passed over from now on."""
    ledger = playing(context)
    seats = context.game.seats
    if not 0 <= call.seat < len(seats):
        raise Refusal(f"There is no seat {call.seat + 1}; this game has {len(seats)}.")
    away = ledger.table.away | {call.seat}
    if call.seat in ledger.table.away:
        raise Refusal("That seat is empty already.")
    staying = {seat.team for number, seat in enumerate(seats) if number not in away}
    if len(staying) < 2:
        raise Refusal("Nobody would be left to play against; let a team resign instead.")
    return f"Seat {call.seat + 1} ({seats[call.seat].team}) is passed over from now on.", nothing


def seats_swapped(context: Context, call: calls.SeatsSwapped) -> Answer:
    """Two players changed places."""
    playing(context)
    seats = context.game.seats
    for seat in (call.one, call.other):
        if not 0 <= seat < len(seats):
            raise Refusal(f"There is no seat {seat + 1}; this game has {len(seats)}.")
    if call.one == call.other:
        raise Refusal("That is one and the same seat.")
    return f"Seats {call.one + 1} and {call.other + 1} changed players.", nothing


def pile_is(context: Context, call: calls.PileIs) -> Answer:
    """Whose discard pile lies beside a space at the board's edge."""
    layout, seats = context.game.layout, context.game.seats
    if not layout.is_at_edge(layout.space(call.beside)):
        raise Refusal(f"A pile is named by a space at the board's edge; {call.beside} lies inside.")
    if call.seat is None:
        return f"The pile by {call.beside} is everybody's.", nothing
    if not 0 <= call.seat < len(seats):
        raise Refusal(f"There is no seat {call.seat + 1}; this game has {len(seats)}.")
    return f"The pile by {call.beside} is {seats[call.seat].called}'s.", nothing


def position_is(context: Context, call: calls.PositionIs) -> Answer:
    """The board is as told, or as it is seen."""
    ledger = begun(context)
    table, layout = ledger.table, context.game.layout
    if call.to_move is not None and not 0 <= call.to_move < len(context.game.seats):
        raise Refusal(f"There is no seat {call.to_move + 1}; this game has {len(context.game.seats)}.")
    rows = call.position or as_seen(table, context.tracker.steady)
    if len(rows) != layout.rows or any(len(row) != layout.columns for row in rows):
        raise Refusal(f"A position of this board is {layout.rows} rows of {layout.columns} letters.")
    for space, letter in enumerate("".join(rows)):
        if letter not in ".bgrBGR*" or (letter == "*") != (space in layout.free):
            raise Refusal(f"“{letter}” on {layout.name_of(space)} makes no sense.")
    seat = call.to_move
    if seat is None:
        seat = table.seat if call.position else guessed_seat(table, rows)

    def effect() -> None:
        for fault in list(ledger.faults.values()):
            clear(context, fault, stands=True)
        context.tell(events.PositionSet(**context.now, position=tuple(rows), to_move=seat, turn=table.position.turn))

    return "The game goes on from this position.", effect
