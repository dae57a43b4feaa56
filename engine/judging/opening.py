"""How a game begins: from an empty board, or from what lies there, with what was assumed said aloud."""

from __future__ import annotations

from engine import events
from engine.judging.beginning import Beginning
from engine.judging.context import Context
from engine.judging.questions import ask, close
from engine.observation import CHIPS
from engine.rules.found_position import taken_up, whose_turn
from engine.saying import saying


def begin_unless_over(context: Context, beginning: Beginning) -> None:
    """Begin the game from what was seen; where a game that is won still lies there, ask for the board to be cleared."""
    game = beginning.game
    rows = beginning.rows(context.tracker.flipped)
    won = taken_up(game, rows)[0].winner
    chips = any(letter in CHIPS for letter in "".join(rows).lower())
    if not won and not (beginning.over and chips):
        _begin(context, beginning, rows)
        return
    if not beginning.over:
        ask(context, "over", "nothing-counts", (), team=won)
    beginning.over = True
    beginning.look_anew()


def _begin(context: Context, beginning: Beginning, rows: tuple[str, ...]) -> None:
    game = beginning.game
    seats, edition = tuple(str(seat) for seat in game.seats), game.edition.found_by
    chips = sum(letter in CHIPS for letter in "".join(rows).lower())
    position: tuple[str, ...] = ()
    seat, assumed = beginning.first if beginning.to_move is None else beginning.to_move, None
    if beginning.first and not chips and beginning.to_move is None:
        assumed = saying("deals-in-turn", who=game.seats[seat].called)
    if chips:
        position = rows
        standing, _ = taken_up(game, rows)
        if beginning.to_move is None:
            seat = whose_turn(game, standing)
        team = game.seats[seat].team
        fives = len(standing.sequences)
        assumed = saying("taken-up", chips=chips, sequences=fives, team=team)
    context.beginning = None
    for question in list(context.ledger.questions):
        close(context, question, "done", "seen")
    context.tell(
        events.GameStarted(
            edition=edition,
            layout=game.layout.found_by,
            seats=seats,
            rules=game.edition.rules,
            position=position,
            to_move=seat,
            assumed=assumed or "",
        )
    )
    context.tracker.begin()
    context.tell_position()
