"""Which five of a longer row count: what the table may be asked, and what white sides turned up answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine import events
from engine.equipment.board import mask_of
from engine.faults import kind_of
from engine.judging.acts import Played
from engine.judging.context import Context
from engine.judging.questions import ask, close
from engine.rules.legality import Turn, problems
from engine.rules.position import Game, Position
from engine.rules.sequences import choices
from engine.saying import Saying, saying

LOOK_BACK = 12
"""Turns whose claim white sides may still settle."""


def ambiguous(context: Context, before: Position, seat: int, space: int) -> None:
    """Ask which five count where the board alone does not say; the default holds meanwhile, and when nobody answers."""
    game = context.game
    if context.ledger.ended:
        return
    for runs in choices(game, before, game.side_of[seat], space):
        options = tuple(ends(game, run) for run in runs)
        spaces, team = sorted({space for run in runs for space in run}), game.seats[seat].team
        ask(context, "claim", options[0], spaces, options=options, team=team, turn=context.position.turn)


def ends(game: Game, five: Sequence[int]) -> str:
    """A five by its first and its last space, as an answer names it."""
    return "-".join(game.layout.names_of((five[0], five[-1])))


def tend_claims(context: Context) -> None:
    """White sides were turned: where they show other fives than were counted, the turns are put right."""
    ledger, game = context.ledger, context.game
    up = mask_of(context.tracker.flipped) | game.free
    for played in ledger.turns(LOOK_BACK):
        if played.turn.action != "place" or played.turn.space is None:
            continue
        before = played.position
        wanted: list[tuple[int, ...]] = []
        wrong = False
        made = {s.mask for s in played.after.position.sequences} - {s.mask for s in before.sequences}
        for runs in choices(game, before, game.side_of[played.act.seat], played.turn.space):
            shown = [run for run in runs if mask_of(run) & ~up == 0]
            counts = [run for run in runs if mask_of(run) in made]
            if len(shown) == 1 and counts and shown[0] not in counts:
                wrong = True
                wanted.append(shown[0])
            else:
                wanted.extend(counts)
        if wrong:
            turn = msgspec.structs.replace(played.turn, claims=tuple(wanted))
            correct(context, played, turn, turn.irregular, saying("faces-show"))
            context.tell_position()
    _close_answered(context)


def _close_answered(context: Context) -> None:
    """Questions that the white sides have answered are asked no more."""
    game, up = context.game, context.tracker.flipped
    for question in [q for q in context.ledger.questions.values() if q.about == "claim"]:
        asked = {game.layout.space(name) for name in question.spaces}
        for sequence in context.position.sequences:
            five = set(sequence.spaces)
            if five <= asked and five - game.layout.free <= up and not (asked - five) & up:
                close(context, question.number, ends(game, sequence.spaces), "seen")


def correct(context: Context, old: Played, turn: Turn, irregular: str | None, reason: Saying, **more: Any) -> None:
    """Announce that a turn was another one; `more` is what else the event holds."""
    layout = context.game.layout
    context.tell(
        events.TurnCorrected(
            turn=old.number,
            team=context.game.seats[old.act.seat].team,
            action=turn.action,
            space=None if turn.space is None else layout.name_of(turn.space),
            card=turn.card,
            claims=tuple(layout.names_of(claim) for claim in turn.claims),
            dead=None if turn.dead == old.turn.dead else turn.dead,
            no_draw=turn.no_draw,
            irregular=irregular,
            reason=reason,
            **more,
        )
    )


def judge_again(context: Context, first: int) -> None:
    """Judge the turns from the act numbered `first` on again; those that are faulty now are marked."""
    for index in range(first, len(context.ledger.acts)):
        later = context.ledger.played_at(index)
        if later is not None and not later.turn.irregular:
            verdict = verdict_on(later, later.turn)
            if verdict:
                correct(context, later, later.turn, verdict, saying("judged-again"))


def verdict_on(played: Played, turn: Turn) -> str | None:
    """The first problem of a turn as `turn`, or the mark it had where it is faulty for a reason only a camera sees."""
    found, marked = problems(played.before.game, played.position, turn), played.turn.irregular
    return found[0].code if found else marked if marked and kind_of(marked).outlasts_judging else None
