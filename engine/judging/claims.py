"""Which five of a longer row count: what the table may be asked, and what white sides turned up answer."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.equipment.board import mask_of
from engine.judging.context import Context
from engine.judging.corrections import put_right
from engine.judging.questions import ask, close
from engine.rules.position import Game, Position, locked_by
from engine.rules.sequences import choices
from engine.saying import saying

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
    """White sides were turned: where they show other fives than were counted, the turns are put right, and what was
    played since is judged again."""
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
            # Corners are always up, and what other sequences turned over says nothing of this one.
            fives = {mask_of(run): run for run in runs}
            others = locked_by(s for s in context.position.sequences if s.mask not in fives)
            white = mask_of({space for run in runs for space in run}) & up & ~game.free & ~others
            shown = [five for five in fives if white and white & ~five == 0 and five & ~up == 0]
            counts = [five for five in fives if five in made]
            if len(shown) == 1 and counts and shown[0] not in counts:
                wrong, counts = True, shown
            wanted.extend(fives[five] for five in counts)
        if wrong:
            turn = msgspec.structs.replace(played.turn, claims=tuple(wanted))
            put_right(context, played, turn, turn.irregular, saying("faces-show"))
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
