"""What becomes of each call: refused in plain words, or accepted and carried out.

A call is checked first and changes nothing until it is accepted; then it is announced, and after it what
follows from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from engine import calls, events
from engine.judging import card_faults, dead_cards, unseen
from engine.judging.acts import TurnAct
from engine.judging.asking import Answer, Refusal, begun, known_card, known_team, nothing, playing
from engine.judging.beginning import Beginning
from engine.judging.claims import corrected, judge_again, verdict_on
from engine.judging.context import Context
from engine.judging.ledger import Ledger, LedgerError, names, write_changes
from engine.judging.open_faults import clear, stand_all
from engine.judging.questions import BOARD_SECONDS, ask, close
from engine.judging.states import Happening, State
from engine.rules import Turn, problems
from engine.sequences import choices


def answer(context: Context, call: calls.AnyCall) -> None:
    """Judge a call, announce it with the answer, and carry it out."""
    ledger = context.ledger
    number = ledger.counted["call"] + 1
    if isinstance(call, calls.DeadCard):
        call = dead_cards.placed(context, call)
    plain = msgspec.json.decode(calls.encode_call(call))
    before, ended = ledger.table, ledger.ended
    try:
        message, effect = _answers[type(call)](context, call)
    except (Refusal, LedgerError, ValueError) as refusal:
        context.tell(
            events.CallMade(
                **context.now, call=plain, who=call.who, accepted=False, message=str(refusal), number=number
            )
        )
        return
    context.tell(events.CallMade(**context.now, call=plain, who=call.who, message=message, number=number))
    effect()
    if ledger.table is not before and ledger.started and not isinstance(call, calls.Start):
        context.tell_difference(before, ended)
        context.tell_position()


# ---- the course of the game


def _start(context: Context, call: calls.Start) -> Answer:
    seats = len(context.game.seats)
    if call.to_move is not None and not 0 <= call.to_move < seats:
        raise Refusal(f"There is no seat {call.to_move + 1}; this game has {seats}.")

    def effect() -> None:
        for fault in list(context.ledger.faults.values()):
            clear(context, fault)
        beginning = Beginning.after(context.ledger)
        beginning.called(call.to_move)
        context.begin_again(beginning)

    return "The game begins as soon as the board can be seen.", effect


def _pause(context: Context, call: calls.Pause) -> Answer:
    playing(context)
    if context.state is State.PAUSED:
        raise Refusal("The game is paused already.")
    return "Paused: nothing counts until play goes on.", lambda: context.happen(Happening.PAUSE)


def _resume(context: Context, call: calls.Resume) -> Answer:
    if context.state is not State.PAUSED:
        raise Refusal("The game is not paused.")

    def effect() -> None:
        context.sight.forget()
        context.happen(Happening.RESUME)
        if context.ledger.faults:
            context.happen(Happening.FAULT)

    return "Play goes on.", effect


def _look_again(context: Context, call: calls.LookAgain) -> Answer:
    return "The eye looks at the board anew.", nothing


def _resign(context: Context, call: calls.Resign) -> Answer:
    ledger = playing(context)
    known_team(context, call.team)
    if call.team in ledger.table.position.resigned:
        raise Refusal(f"{call.team.capitalize()} has resigned already.")
    return f"{call.team.capitalize()} resigns.", nothing


def _draw(context: Context, call: calls.DrawAgreed) -> Answer:
    playing(context)
    return "The table agrees on a draw.", nothing


# ---- turns taken back or put right


def _undo(context: Context, call: calls.Undo) -> Answer:
    ledger = begun(context)
    played = sum(isinstance(act, TurnAct) for act in ledger.acts)
    if call.turns < 1:
        raise Refusal("At least one turn has to be taken back.")
    last = ledger.number_of(ledger.turn_index(0)) if played else 0
    if call.turn and call.turn != last:
        raise Refusal(f"Turn {last} came meanwhile, so turn {call.turn} was not taken back. Look again, then say it.")
    if call.turns > played:
        raise Refusal(f"Only {played} {'turn was' if played == 1 else 'turns were'} played.")
    turns = "The last turn is" if call.turns == 1 else f"The last {call.turns} turns are"

    def effect() -> None:
        for _ in range(call.turns):
            _take_out(context, ledger.turn_index(0), "Taken back by the table.")
        _ask_to_mend(context)

    return f"{turns} taken back.", effect


def _not_a_turn(context: Context, call: calls.NotATurn) -> Answer:
    ledger = begun(context)
    index = ledger.turn_index(call.turn)
    number = ledger.number_of(index)

    def effect() -> None:
        _take_out(context, index, "It was no turn.")
        judge_again(context, index)
        _ask_to_mend(context)

    return f"Turn {number} was none.", effect


def _take_out(context: Context, index: int, reason: str) -> None:
    ledger = context.ledger
    last = ledger.turn_index(0) == index
    acts = ledger.acts[:index] if last else [*ledger.acts[:index], *ledger.acts[index + 1 :]]
    wanted = ledger.replayed(acts, index)[-1].letters
    lying = _lying(context, wanted)
    context.tell(events.TurnUndone(**context.now, turn=ledger.number_of(index), reason=reason, lying=lying))


def _lying(context: Context, wanted: str) -> tuple[str, ...]:
    """Where the board, as last seen, is otherwise than wanted, open faults left out."""
    disputed = {space for fault in context.ledger.faults.values() for space, _, _ in fault.changes}
    seen = context.sight.latest
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
    table = context.ledger.table
    layout = context.game.layout
    wanted = table.letters
    colour = {"b": "a blue chip", "g": "a green chip", "r": "a red chip", ".": "nothing"}
    parts = [f"{colour[wanted[space]]} on {layout.name_of(space)}" for space in sorted(lying)]
    ask(
        context,
        "board",
        f"Please put the board back: {', '.join(parts)}.",
        "What lies there counts as nothing until it is put back or played on.",
        BOARD_SECONDS,
        sorted(lying),
        turn=table.position.turn,
    )


def _undo_call(context: Context, call: calls.UndoCall) -> Answer:
    ledger = begun(context)
    number = ledger.undoable(call.number)
    wanted = ledger.replayed(ledger.acts_without(number))[-1].letters

    def effect() -> None:
        context.tell(events.CallUndone(**context.now, number=number, lying=_lying(context, wanted)))
        judge_again(context, 0)
        _ask_to_mend(context)

    return f"Call {number} is taken back.", effect


def _correct(context: Context, call: calls.CorrectTurn) -> Answer:
    ledger = begun(context)
    index = ledger.turn_index(call.turn)
    act = ledger.acts[index]
    assert isinstance(act, TurnAct)
    layout = context.game.layout
    turn = act.turn
    if call.action and call.action not in ("place", "remove", "pass"):
        raise Refusal(f"“{call.action}” is no action; place, remove and pass are.")
    action: Literal["place", "remove", "pass"] = call.action or turn.action  # type: ignore[assignment]
    space = layout.space(call.space) if call.space else (None if action == "pass" else turn.space)
    if action != "pass" and space is None:
        raise Refusal("Which space was it?")
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
    return f"Turn {ledger.number_of(index)} is put right.", lambda: _replace_turn(
        context, index, new, "Put right by the table."
    )


def _replace_turn(context: Context, index: int, turn: Turn, reason: str) -> None:
    """Put a turn right, mark it if it is faulty, and judge the later ones again."""
    ledger = context.ledger
    act = ledger.acts[index]
    assert isinstance(act, TurnAct)
    old = act.turn
    irregular = verdict_on(ledger.tables[index], turn, act.seat, old.irregular)
    acts = [*ledger.acts[:index], TurnAct(turn, act.seat), *ledger.acts[index + 1 :]]
    lying = _lying(context, ledger.replayed(acts, index)[-1].letters)
    context.tell(corrected(context, index, turn, irregular, reason, lying))
    judge_again(context, index + 1)
    _ask_to_mend(context)


def _card_was(context: Context, call: calls.CardWas) -> Answer:
    ledger = begun(context)
    known_card(context, call.card)
    index = ledger.turn_index(call.turn)
    act = ledger.acts[index]
    assert isinstance(act, TurnAct)
    if act.turn.action == "pass":
        raise Refusal("That seat passed; it played no card.")
    new = msgspec.structs.replace(act.turn, card=call.card)
    wrong = [
        problem
        for problem in problems(context.game, ledger.tables[index].skip_to(act.seat), new)
        if problem.code in ("wrong-card", "third-copy")
    ]
    if wrong:
        raise Refusal(f"{wrong[0].message} {wrong[0].rule}".strip())
    return f"Turn {ledger.number_of(index)} was played with {call.card}.", lambda: _replace_turn(
        context, index, new, "The card was said."
    )


def _which_five(context: Context, call: calls.WhichFive) -> Answer:
    ledger = begun(context)
    index = ledger.turn_index(call.turn)
    five = _five(context, call.spaces)
    if call.turn == 0:
        index = _turn_that_made(ledger, five, index)
    act = ledger.acts[index]
    assert isinstance(act, TurnAct)
    if act.turn.action != "place" or act.turn.space is None:
        raise Refusal("That turn laid no chip.")
    game, before = context.game, ledger.tables[index].skip_to(act.seat)
    made = [s for s in ledger.tables[index + 1].position.sequences if s not in before.sequences]
    lines = choices(game, before, game.side_of[act.seat], act.turn.space)
    line = next((runs for runs in lines if five in runs), None)
    claims = tuple(s.spaces for s in made if line is None or s.spaces not in line)
    new = msgspec.structs.replace(act.turn, claims=(*claims, five) if five not in claims else claims)
    wrong = [p for p in problems(game, before, new) if p.code == "bad-claim"]
    if wrong:
        raise Refusal(f"{wrong[0].message} {wrong[0].rule}".strip())

    def effect() -> None:
        _replace_turn(context, index, new, "The table said which five count.")
        number = ledger.number_of(index)
        for question in [q for q in ledger.questions.values() if q.about == "claim" and q.turn == number]:
            close(context, question.number, _ends(context, five), "said")

    return f"Turn {ledger.number_of(index)} claims {_ends(context, five)}.", effect


def _answer(context: Context, call: calls.Answer) -> Answer:
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
    return _which_five(context, calls.WhichFive(at=call.at, spaces=tuple(call.answer.split("-")), turn=question.turn))


def _lies_there(context: Context, question: events.Question, yes: bool) -> Answer:
    """Somebody says whether a chip lies on a space that the eye will not swear to: as good as seen."""
    where = question.spaces[0]
    space, chip = context.game.layout.space(where), (question.team or "?")[0]
    due = context.ledger.table.letters[space]
    letter = chip if yes else "." if due == chip else due

    def effect() -> None:
        context.sight.swear(space, letter)
        close(context, question.number, "yes" if yes else "no", "said")

    return f"There is {'a' if yes else 'no'} {question.team} chip on {where}.", effect


def _turn_that_made(ledger: Ledger, five: tuple[int, ...], last: int) -> int:
    """The latest turn whose chip lies in the five."""
    for index in range(last, -1, -1):
        act = ledger.acts[index]
        if isinstance(act, TurnAct) and act.turn.action == "place" and act.turn.space in five:
            return index
    return last


def _five(context: Context, spaces: tuple[str, ...]) -> tuple[int, ...]:
    layout = context.game.layout
    if len(spaces) < 2:
        raise Refusal("A claim names its five spaces, or the two ends.")
    found = sorted(layout.space(name) for name in spaces)
    if len(found) == 2:
        found = list(layout.between(found[0], found[-1]))
    if len(found) != context.game.edition.lines.length:
        raise Refusal(f"A claim is {context.game.edition.lines.length} spaces in a line.")
    return tuple(found)


def _ends(context: Context, five: tuple[int, ...]) -> str:
    return "-".join(names(context.game, (five[0], five[-1])))


# ---- faults


def _stands(context: Context, call: calls.Stands) -> Answer:
    ledger = playing(context)
    if not ledger.faults:
        raise Refusal("There is no open fault.")
    if call.fault and call.fault not in ledger.faults:
        raise Refusal(f"Fault {call.fault} is not open.")
    return "It stands; play goes on from the board as it is.", lambda: stand_all(context, "", call.fault)


_answers: dict[type, Callable[[Any, Any], Answer]] = {
    calls.Start: _start,
    calls.Pause: _pause,
    calls.Resume: _resume,
    calls.Undo: _undo,
    calls.UndoCall: _undo_call,
    calls.CorrectTurn: _correct,
    calls.Stands: _stands,
    calls.NotATurn: _not_a_turn,
    calls.CardWas: _card_was,
    calls.DeadCard: dead_cards.dead_card,
    calls.NoDraw: unseen.no_draw,
    calls.TableTalk: unseen.table_talk,
    calls.CannotPlay: unseen.cannot_play,
    calls.WhichFive: _which_five,
    calls.Answer: _answer,
    calls.DeckShuffled: unseen.shuffled,
    calls.PlayerLeft: unseen.player_left,
    calls.SeatsSwapped: unseen.seats_swapped,
    calls.Resign: _resign,
    calls.DrawAgreed: _draw,
    calls.PositionIs: unseen.position_is,
    calls.LookAgain: _look_again,
}
