"""Calls that take turns back or put them right, and what has to be put back on the board after them."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine import calls, events
from engine.faults import Code
from engine.judging.acts import Played, TurnAct
from engine.judging.claims import ends
from engine.judging.context import Context
from engine.judging.corrections import judge_again, put_right, verdict_on
from engine.judging.handlers import Answer, Refusal, begun, handles, known_card
from engine.judging.ledger import write_changes
from engine.judging.questions import ask, close
from engine.rules.legality import Turn, problems
from engine.rules.sequences import choices
from engine.saying import Saying, saying


@handles
def _undo(context: Context, call: calls.Undo) -> Answer:
    ledger = begun(context)
    turns = [*ledger.turns()]
    if call.turns < 1:
        raise Refusal("at-least-one-turn")
    last = turns[0].number if turns else 0
    if call.turn and call.turn != last:
        raise Refusal("turn-came", last=last, turn=call.turn)
    if call.turns > len(turns):
        raise Refusal("only-turn" if len(turns) == 1 else "only-turns", played=len(turns))
    yield saying("last-turn-undone" if call.turns == 1 else "last-turns-undone", turns=call.turns)
    for _ in range(call.turns):
        _take_out(context, ledger.turn(0), saying("undone"))
    _ask_to_mend(context)


@handles
def _not_a_turn(context: Context, call: calls.NotATurn) -> Answer:
    played = begun(context).turn(call.turn)
    yield saying("no-turn", number=played.number)
    _take_out(context, played, saying("was-no-turn"))
    judge_again(context, played.index)
    _ask_to_mend(context)


def _take_out(context: Context, played: Played, reason: Saying) -> None:
    ledger = context.ledger
    wanted = ledger.replayed(ledger.acts_undoing(played.index), played.index)[-1].letters
    lying = _lying(context, wanted)
    context.tell(events.TurnUndone(turn=played.number, reason=reason, lying=lying))


def _lying(context: Context, wanted: str) -> tuple[str, ...]:
    """Where the board, as last seen, is otherwise than wanted, open faults left out."""
    disputed = context.ledger.disputed
    seen = context.tracker.latest
    held = context.ledger.table.letters
    return write_changes(
        context.game,
        [
            (space, due, now)
            for space, (due, now) in enumerate(zip(wanted, seen, strict=True))
            if now not in ("?", "#", due)
            and due != "*"
            and space not in disputed
            and (held[space] == now or space in context.ledger.lying)
        ],
    )


def _ask_to_mend(context: Context) -> None:
    lying = context.ledger.lying
    if not lying:
        return
    spaces, wanted = sorted(lying), context.ledger.table.letters
    changes = write_changes(context.game, [(space, lying[space], wanted[space]) for space in spaces])
    ask(context, "board", "nothing-counts", spaces, changes=changes, turn=context.position.turn)


@handles
def _undo_call(context: Context, call: calls.UndoCall) -> Answer:
    ledger = begun(context)
    number = ledger.undoable(call.number)
    wanted = ledger.replayed(ledger.acts_without(number))[-1].letters
    yield saying("call-undone", number=number)
    context.tell(events.CallUndone(number=number, lying=_lying(context, wanted)))
    judge_again(context, 0)
    _ask_to_mend(context)


@handles
def _correct_turn(context: Context, call: calls.CorrectTurn) -> Answer:
    played = begun(context).turn(call.turn)
    layout, turn = context.game.layout, played.turn
    if call.action and call.action not in ("place", "remove", "pass"):
        raise Refusal("no-action", action=call.action)
    action: Literal["place", "remove", "pass"] = call.action or turn.action  # type: ignore[assignment]
    space = layout.space(call.space) if call.space else (None if action == "pass" else turn.space)
    if action != "pass" and space is None:
        raise Refusal("which-space")
    if call.card:
        known_card(context, call.card)
    for card in call.dead or ():
        known_card(context, card)
    new = msgspec.structs.replace(
        turn,
        action=action,
        space=space,
        card=call.card or (turn.card if space == turn.space and action == turn.action else None),
        dead=turn.dead if call.dead is None else call.dead,
        claims=turn.claims if call.claims is None else tuple(_five(context, claim) for claim in call.claims),
        irregular=None,
    )
    yield saying("turn-put-right", number=played.number)
    _replace_turn(context, played, new, saying("put-right"))


def _replace_turn(context: Context, played: Played, turn: Turn, reason: Saying) -> None:
    """Put a turn right, mark it if it is faulty, and judge the later ones again."""
    ledger = context.ledger
    acts = ledger.acts_with(played.index, TurnAct(turn, played.act.seat))
    lying = _lying(context, ledger.replayed(acts, played.index)[-1].letters)
    put_right(context, played, turn, verdict_on(played, turn), reason, lying=lying)
    _ask_to_mend(context)


@handles
def _card_was(context: Context, call: calls.CardWas) -> Answer:
    ledger = begun(context)
    known_card(context, call.card)
    played = ledger.turn(call.turn)
    if played.turn.action == "pass":
        raise Refusal("passed-no-card")
    new = msgspec.structs.replace(played.turn, card=call.card)
    for problem in problems(context.game, played.position, new):
        if problem.code in (Code.WRONG_CARD, Code.THIRD_COPY):
            where = context.game.layout.names_of(problem.spaces)
            raise Refusal("problem", problem=problem.code, card=call.card, spaces=where, action=new.action)
    yield saying("card-told", number=played.number, card=call.card)
    _replace_turn(context, played, new, saying("card-said"))


@handles
def which_five(context: Context, call: calls.WhichFive) -> Answer:
    """The table says which five of a longer row count."""
    ledger = begun(context)
    played = ledger.turn(call.turn)
    five = _five(context, call.spaces)
    if call.turn == 0:  # The latest turn whose chip lies in the five.
        laid = (one for one in ledger.turns() if one.turn.action == "place" and one.turn.space in five)
        played = next(laid, played)
    if played.turn.action != "place" or played.turn.space is None:
        raise Refusal("laid-no-chip")
    game, before = context.game, played.position
    made = [s for s in played.after.position.sequences if s not in before.sequences]
    lines = choices(game, before, game.side_of[played.act.seat], played.turn.space)
    line = next((runs for runs in lines if five in runs), None)
    claims = tuple(s.spaces for s in made if line is None or s.spaces not in line)
    new = msgspec.structs.replace(played.turn, claims=(*claims, five) if five not in claims else claims)
    for problem in problems(game, before, new):
        if problem.code == Code.BAD_CLAIM:
            raise Refusal("no-sequence", spaces=ends(game, five))
    number, named = played.number, ends(game, five)
    yield saying("claims", number=number, spaces=named)
    _replace_turn(context, played, new, saying("five-said"))
    for question in [q for q in ledger.questions.values() if q.about == "claim" and q.turn == number]:
        close(context, question.number, named, "said")


def _five(context: Context, spaces: tuple[str, ...]) -> tuple[int, ...]:
    layout = context.game.layout
    if len(spaces) < 2:
        raise Refusal("claim-names")
    found = sorted(layout.space(name) for name in spaces)
    if len(found) == 2:
        found = list(layout.between(found[0], found[-1]))
    if len(found) != context.game.edition.lines.length:
        raise Refusal("claim-length", length=context.game.edition.lines.length)
    return tuple(found)
