"""The questions the table is asked, from the asking to their end.

No question stands for ever: it is answered, or the board shows the answer, or after a stated time the answer
holds that the rules and the evidence give. Whether there is anything to ask was decided before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine import calls, events
from engine.judging.acts import SaidAct, TurnAct
from engine.judging.context import Context
from engine.judging.ledger import names
from engine.judging.states import State

CLAIM_SECONDS = 120.0
"""Nobody said which five count: those hold that the records take (the ones nearest row 1, then column a)."""
BOARD_SECONDS = 120.0
"""Nobody put the board back: people have seen by now what the page says about it."""

Why = Literal["said", "seen", "time", "played-on", "over", "moot"]


def ask(
    context: Context,
    about: str,
    question: str,
    default: str,
    seconds: float,
    spaces: Sequence[int],
    *,
    options: tuple[str, ...] = (),
    team: str | None = None,
    turn: int = 0,
    card: str | None = None,
) -> None:
    """Ask the table; after so many seconds `default` holds."""
    context.tell(
        events.Question(
            **context.now,
            question=question,
            about=about,
            options=options,
            default=default,
            number=context.ledger.counted["question"] + 1,
            spaces=names(context.game, spaces),
            team=team,
            turn=turn,
            card=card,
            until=round(context.at + seconds, 3),
        )
    )


def close(context: Context, number: int, answer: str, why: Why) -> None:
    """A question is settled."""
    context.tell(events.QuestionClosed(**context.now, number=number, answer=answer, why=why))


def tend_questions(context: Context) -> None:
    """After every input: questions that settled themselves are closed, and what holds now is said."""
    for question in list(context.ledger.questions.values()):
        if context.ledger.ended is not None:
            close(context, question.number, question.default, "over")
        elif question.about == "doubt" and context.state is State.PAUSED:
            close(context, question.number, "", "moot")
        elif question.about == "claim":
            _tend_claim(context, question)
        elif question.about == "dead-card":
            _tend_dead_card(context, question)
        elif question.about == "card":
            _tend_card(context, question)
        elif question.about == "board" and not context.ledger.lying:
            close(context, question.number, "done", "seen")
        elif question.about in ("board", "over") and context.at >= question.until:
            close(context, question.number, question.default, "time")


def _tend_claim(context: Context, question: events.Question) -> None:
    if not _about_a_turn(context, question):
        close(context, question.number, "", "moot")
    else:
        _end_in_time(context, question)


def _tend_card(context: Context, question: events.Question) -> None:
    if not context.ledger.has_turn(question.turn):
        close(context, question.number, "", "moot")
    else:
        _end_in_time(context, question)


def _end_in_time(context: Context, question: events.Question) -> None:
    """A question about a turn takes its default once a round was played on it, or its time is over."""
    if context.position.turn >= question.turn + len(context.game.seats):
        close(context, question.number, question.default, "played-on")
    elif context.at >= question.until:
        close(context, question.number, question.default, "time")


def _tend_dead_card(context: Context, question: events.Question) -> None:
    ledger = context.ledger
    asked = any(isinstance(act, SaidAct) and _says_dead(act, question.card) for act in ledger.acts)
    kept = any(isinstance(act, TurnAct) and question.card in act.turn.dead for act in ledger.acts)
    if not (asked or kept) or not ledger.has_turn(question.turn):
        close(context, question.number, "", "moot")
    else:
        _end_in_time(context, question)


def _says_dead(act: SaidAct, card: str | None) -> bool:
    return isinstance(act.call, calls.DeadCard) and act.call.card == card


def _about_a_turn(context: Context, question: events.Question) -> bool:
    """Whether the turn whose claim is asked about still stands."""
    ledger = context.ledger
    for index in range(len(ledger.acts) - 1, -1, -1):
        act = ledger.acts[index]
        if isinstance(act, TurnAct) and ledger.number_of(index) == question.turn:
            space = act.turn.space
            return space is not None and context.game.layout.name_of(space) in question.spaces
    return False
