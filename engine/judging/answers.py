"""What becomes of each call: refused with a reason, or accepted and carried out.

A call is checked first and changes nothing until it is accepted; then it is announced, and after it what
follows from it. An answer to a question of the referee is carried out as the call it stands for.
"""

from __future__ import annotations

from engine import calls, events
from engine.equipment.board import NoSpace
from engine.judging import card_faults, dead_cards, declared_facts  # noqa: F401 - its handlers make themselves known
from engine.judging.beginning import Beginning
from engine.judging.context import Context
from engine.judging.faults import clear, stand_all
from engine.judging.handlers import HANDLERS, Answer, Refusal, handles, known_seat, known_team, playing
from engine.judging.ledger import LedgerError
from engine.judging.questions import close
from engine.judging.states import Happening, State
from engine.judging.turn_calls import which_five
from engine.saying import saying


def answer(context: Context, call: calls.AnyCall) -> None:
    """Judge a call, announce it with the answer, and carry it out."""
    ledger = context.ledger
    before = ledger.table
    if isinstance(call, calls.DeadCard):
        call = dead_cards.placed(context, call)
    try:
        answering = HANDLERS[type(call)](context, call)
        message = next(answering)
    except (Refusal, LedgerError, NoSpace) as refusal:
        context.tell_call(call, refusal.said, accepted=False)
        return
    context.tell_call(call, message)
    next(answering, None)
    if ledger.table is not before and ledger.started and not isinstance(call, calls.Start):
        context.tell_position()


# ---- the course of the game


@handles
def _start(context: Context, call: calls.Start) -> Answer:
    if call.to_move is not None:
        known_seat(context, call.to_move)
    yield saying("begins")
    for fault in list(context.ledger.faults.values()):
        clear(context, fault)
    beginning = Beginning.after(context.ledger)
    beginning.to_move = call.to_move
    context.begin_again(beginning)


@handles
def _pause(context: Context, call: calls.Pause) -> Answer:
    playing(context)
    if context.state is State.PAUSED:
        raise Refusal("paused-already")
    yield saying("paused")
    context.happen(Happening.PAUSE)


@handles
def _resume(context: Context, call: calls.Resume) -> Answer:
    if context.state is not State.PAUSED:
        raise Refusal("not-paused")
    yield saying("goes-on")
    context.tracker.forget()
    context.happen(Happening.RESUME)
    if context.ledger.faults:
        context.happen(Happening.FAULT)


@handles
def _resign(context: Context, call: calls.Resign) -> Answer:
    ledger = playing(context)
    known_team(context, call.team)
    if call.team in ledger.table.position.resigned:
        raise Refusal("resigned-already", team=call.team)
    yield saying("resigns", team=call.team)


@handles
def _draw(context: Context, call: calls.DrawAgreed) -> Answer:
    playing(context)
    yield saying("draw-agreed")


@handles
def _look_again(context: Context, call: calls.LookAgain) -> Answer:
    yield saying("looks-again")


# ---- faults


@handles
def _stands(context: Context, call: calls.Stands) -> Answer:
    ledger = playing(context)
    if not ledger.faults:
        raise Refusal("no-fault")
    if call.fault and call.fault not in ledger.faults:
        raise Refusal("fault-not-open", number=call.fault)
    yield saying("stands")
    stand_all(context, "", call.fault)


# ---- answers to the referee's questions


@handles
def _answered(context: Context, call: calls.Answer) -> Answer:
    open_ones = playing(context).questions
    if not open_ones:
        raise Refusal("no-question")
    number = call.question or min(open_ones)
    if number not in open_ones:
        raise Refusal("question-not-open", number=number)
    question = open_ones[number]
    if not question.options:
        raise Refusal("board-answers")
    if call.answer not in question.options:
        raise Refusal("no-answer", answer=call.answer, options=", ".join(question.options))
    if question.about == "claim":
        five = tuple(call.answer.split("-"))
        yield from which_five(context, calls.WhichFive(at=call.at, spaces=five, turn=question.turn))
        return
    yield from _ANSWERED[question.about](context, question, call.answer)
    close(context, question.number, call.answer, "said")


def _lies_there(context: Context, question: events.Question, option: str) -> Answer:
    """Somebody says whether a chip lies on a space that the eye will not swear to: as good as seen."""
    where = question.spaces[0]
    space, chip = context.game.layout.space(where), (question.team or "?")[0]
    due = context.ledger.table.letters[space]
    yes = option == "yes"
    yield saying("chip-there" if yes else "no-chip-there", team=question.team, space=where)
    context.tracker.swear(space, chip if yes else "." if due == chip else due)


_ANSWERED = {"doubt": _lies_there, "dead-card": dead_cards.answered, "card": card_faults.answered}
"""What follows from the answer to a question, by what it is about."""
