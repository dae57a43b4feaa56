"""How a game begins: from an empty board, or from what lies there, with what was assumed said aloud."""

from __future__ import annotations

from engine import events
from engine.judging.beginning import Beginning
from engine.judging.context import Context
from engine.judging.questions import ask, close
from engine.observation import CHIPS
from engine.rules.found_position import taken_up, whose_turn
from engine.rules.position import Position
from engine.saying import Saying, saying


def begin_unless_over(context: Context, beginning: Beginning) -> None:
    """Begin the game from what was seen; where a game that is won still lies there, ask for the board to be cleared."""
    rows = beginning.rows(context.tracker.flipped)
    standing, _ = taken_up(beginning.game, rows)
    chips = sum(letter in CHIPS for letter in "".join(rows).lower())
    if not standing.winner and not (beginning.over and chips):
        _begin(context, beginning, rows, standing, chips)
        return
    if not beginning.over:
        ask(context, "over", "nothing-counts", (), team=standing.winner)
    beginning.over = True
    beginning.look_anew()


def _begin(context: Context, beginning: Beginning, rows: tuple[str, ...], standing: Position, chips: int) -> None:
    game, seat = beginning.game, beginning.to_move
    assumed: Saying | str = ""
    if chips:
        seat = whose_turn(game, standing) if seat is None else seat
        fives, team = len(standing.sequences), game.seats[seat].team
        assumed = saying("taken-up", chips=chips, sequences=fives, team=team)
    elif seat is None:
        seat = beginning.first
        assumed = saying("deals-in-turn", who=game.seats[seat].called) if seat else ""
    context.beginning = None
    for question in list(context.ledger.questions):
        close(context, question, "done", "seen")
    context.tell(
        events.GameStarted(
            edition=game.edition.found_by,
            layout=game.layout.found_by,
            seats=tuple(map(str, game.seats)),
            rules=game.edition.rules,
            position=rows if chips else (),
            to_move=seat,
            assumed=assumed,
        )
    )
    context.tracker.begin()
    context.tell_position()
