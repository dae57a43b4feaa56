"""Dead cards that were said: whose turn they belong to, also where they are said late.

A card that is dead only for one of the two seats that can have meant it belongs there. Where both can have meant it
the seat to move is taken to, and the table is asked if the last turn has only just counted.
"""

from __future__ import annotations

import msgspec

from engine import calls, events
from engine.faults import CARD_CODES
from engine.judging.acts import Played, SaidAct
from engine.judging.context import Context
from engine.judging.corrections import put_right
from engine.judging.handlers import Answer, Refusal, handles, known_card, playing
from engine.judging.ledger import Ledger
from engine.judging.questions import ask
from engine.rules.legality import Turn, problems
from engine.rules.wording import Problem
from engine.saying import saying

LATE_SECONDS = 10.0
"""A dead card said sooner than this after a turn counted may still be that turn's."""


def placed(context: Context, call: calls.DeadCard) -> calls.DeadCard:
    """The call with its turn settled: the number of one that was played, or 0 for the one to come."""
    ledger = context.ledger
    if not ledger.started:
        return call
    last = _last_turn(ledger)
    played = ledger.table.position.turn
    if call.turn:
        return msgspec.structs.replace(call, turn=0) if call.turn > played else call
    if last is None or call.card not in context.game.deck.unit:
        return call
    fits_last = not _wrong(ledger, last, call.card)
    fits_coming = not _wrong(ledger, None, call.card)
    if fits_last and (not fits_coming or _said_by_last(ledger, last, call.who)):
        return msgspec.structs.replace(call, turn=last.number)
    return call


@handles
def _dead_card(context: Context, call: calls.DeadCard) -> Answer:
    ledger = playing(context)
    known_card(context, call.card)
    played = ledger.turn(call.turn) if call.turn else None
    wrong = _wrong(ledger, played, call.card)
    if wrong:
        could = context.game.layout.names_of(wrong[0].spaces)
        raise Refusal("problem", problem=wrong[0].code, card=call.card, could=could)
    if played is None:
        yield saying("dead-told", card=call.card)
        _ask_whose(context, call)
    else:
        yield saying("dead-in-turn", card=call.card, turn=played.number)
        _with_dead(context, played, (*played.turn.dead, call.card))


def answered(context: Context, question: events.Question, option: str) -> Answer:
    """The table said whose dead card it was."""
    if option == question.default:
        yield saying("card-stays", card=question.card)
    else:
        played = context.ledger.turn(question.turn)
        yield saying("dead-in-turn", card=question.card, turn=question.turn)
        _move(context, played, question.card or "")


def _wrong(ledger: Ledger, played: Played | None, card: str) -> list[Problem]:
    """What speaks against this dead card in a turn that was played, or in the one to come."""
    if played is None:
        table = ledger.table
        position, said = table.skip_to(table.seat), table.dead
    else:
        position, said = played.position, played.turn.dead
    found = problems(ledger.table.game, position, Turn("pass", dead=(*said, card)))
    return [problem for problem in found if problem.code in CARD_CODES]


def _last_turn(ledger: Ledger) -> Played | None:
    """The last turn; none where something else happened since than dead cards."""
    last = next(ledger.turns(), None)
    since = ledger.acts[last.index + 1 :] if last is not None else []
    return last if all(isinstance(act, SaidAct) and isinstance(act.call, calls.DeadCard) for act in since) else None


def _said_by_last(ledger: Ledger, last: Played, who: str) -> bool:
    """Whether the player of the last turn said it, by name, and nobody else of that name is to move."""
    seats = ledger.table.game.seats
    return bool(who) and who == seats[last.act.seat].name != seats[ledger.table.seat].name


def _ask_whose(context: Context, call: calls.DeadCard) -> None:
    ledger, seats = context.ledger, context.game.seats
    last = _last_turn(ledger)
    if last is None or context.at - ledger.turn_at > LATE_SECONDS or _wrong(ledger, last, call.card):
        return
    one, other = seats[ledger.table.seat], seats[last.act.seat]
    if call.who and call.who == one.name:
        return
    options, number = (one.called, other.called), last.number
    if options[0] == options[1]:
        options = (f"{options[0]} ({number + 1})", f"{options[1]} ({number})")
    ask(context, "dead-card", options[0], (), options=options, team=other.team, turn=number, card=call.card)


def _move(context: Context, played: Played, card: str) -> None:
    """Take a dead card from the turn it was charged to, and give it to this one."""
    ledger = context.ledger
    _with_dead(context, played, (*played.turn.dead, card))
    waiting = _call_of(ledger, card)
    if waiting:
        context.tell(events.CallUndone(number=waiting))
        return
    charged = [one for one in ledger.turns(len(ledger.acts) - played.index - 1) if card in one.turn.dead]
    if charged:
        dead = list(charged[-1].turn.dead)
        dead.remove(card)
        _with_dead(context, charged[-1], tuple(dead))


def _call_of(ledger: Ledger, card: str) -> int:
    """The call that said this dead card for the coming turn; 0 where that turn has been played."""
    if card not in ledger.table.dead:
        return 0
    said = (act for act in reversed(ledger.acts) if isinstance(act, SaidAct))
    return next((act.number for act in said if isinstance(act.call, calls.DeadCard) and act.call.card == card), 0)


def _with_dead(context: Context, played: Played, dead: tuple[str, ...]) -> None:
    """Put other dead cards to a turn, and judge what came after it again."""
    turn = msgspec.structs.replace(played.turn, dead=dead)
    put_right(context, played, turn, turn.irregular, saying("dead-said"))
