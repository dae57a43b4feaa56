"""Answers of the table to the referee's questions, each as the call it stands for."""

from __future__ import annotations

from engine import calls, events
from engine.judging import card_faults, dead_cards
from engine.judging.asking import Answer, Refusal, playing
from engine.judging.context import Context
from engine.judging.questions import close
from engine.judging.turn_calls import which_five


def answered(context: Context, call: calls.Answer) -> Answer:
    """The answer to a question, as the call it stands for."""
    open_ones = playing(context).questions
    if not open_ones:
        raise Refusal("There is no open question.")
    number = call.question or min(open_ones)
    if number not in open_ones:
        raise Refusal(f"Question {number} is not open.")
    question = open_ones[number]
    if not question.options:
        raise Refusal("The board itself answers that: put it back as asked, or play on.")
    if call.answer not in question.options:
        raise Refusal(f"“{call.answer}” is no answer; {' and '.join(question.options)} are.")
    if question.about == "doubt":
        return _lies_there(context, question, call.answer == "yes")
    answered = {dead_cards.ABOUT: dead_cards.answered, card_faults.ABOUT: card_faults.answered}.get(question.about)
    if answered is not None:
        message, effect = answered(context, question, call.answer)

        def settle() -> None:
            effect()
            close(context, question.number, call.answer, "said")

        return message, settle
    return which_five(context, calls.WhichFive(at=call.at, spaces=tuple(call.answer.split("-")), turn=question.turn))


def _lies_there(context: Context, question: events.Question, yes: bool) -> Answer:
    """Somebody says whether a chip lies on a space that the eye will not swear to: as good as seen."""
    where = question.spaces[0]
    space, chip = context.game.layout.space(where), (question.team or "?")[0]
    due = context.ledger.table.letters[space]
    letter = chip if yes else "." if due == chip else due

    def effect() -> None:
        context.tracker.swear(space, letter)
        close(context, question.number, "yes" if yes else "no", "said")

    return f"There is {'a' if yes else 'no'} {question.team} chip on {where}.", effect
