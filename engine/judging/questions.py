"""The questions the table is asked, from the asking to their end.

No question stands for ever: it is answered, or the board shows the answer, or after a stated time the answer
holds that the rules and the evidence give. Whether there is anything to ask was decided before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from engine import events
from engine.judging.context import Context
from engine.judging.states import State

ASKED_SECONDS = {"claim": 120.0, "board": 120.0, "over": 120.0, "dead-card": 60.0, "card": 45.0, "doubt": 5.0}
"""How long each question is asked, by what it is about. Of a doubt no longer, so that the game is in step again within
ten seconds of a clear view."""

Why = Literal["said", "seen", "time", "played-on", "over", "moot"]


def ask(context: Context, about: str, default: str, spaces: Sequence[int], **more: Any) -> None:
    """Ask the table; after a time `default` holds. `more` is what else the event holds."""
    context.tell(
        events.Question(
            about=about,
            default=default,
            number=context.ledger.counted["question"] + 1,
            spaces=context.game.layout.names_of(spaces),
            until=round(context.at + ASKED_SECONDS[about], 3),
            **more,
        )
    )


def close(context: Context, number: int, answer: str, why: Why) -> None:
    """A question is settled."""
    context.tell(events.QuestionClosed(number=number, answer=answer, why=why))


def tend_questions(context: Context) -> None:
    """After every input: questions that settled themselves are closed, and what holds now is said."""
    for question in list(context.ledger.questions.values()):
        if context.ledger.ended is not None:
            close(context, question.number, question.default, "over")
        elif question.about == "doubt" and (context.state is State.PAUSED or context.tracker.swept):
            close(context, question.number, "", "moot")
        elif question.about in ("claim", "dead-card", "card"):
            _tend_of_turn(context, question)
        elif question.about == "board" and not context.ledger.lying:
            close(context, question.number, "done", "seen")
        elif question.about in ("board", "over") and context.at >= question.until:
            close(context, question.number, question.default, "time")


def _tend_of_turn(context: Context, question: events.Question) -> None:
    """A question about a turn goes with that turn; until then it is answered by what was seen, and takes its default
    once a round was played on it, or its time is over."""
    ledger = context.ledger
    said_dead = [ledger.table.dead, *(one.turn.dead for one in ledger.turns())]
    dropped = question.about == "dead-card" and not any(question.card in cards for cards in said_dead)
    if dropped or not ledger.still_asks(question):
        close(context, question.number, "", "moot")
    elif question.about == "card" and (card := ledger.turn(question.turn).turn.card):
        close(context, question.number, card, "seen")
    elif context.position.turn >= question.turn + len(context.game.seats):
        close(context, question.number, question.default, "played-on")
    elif context.at >= question.until:
        close(context, question.number, question.default, "time")
