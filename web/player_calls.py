"""What a player may say: of their own team's turns, faults and questions, and that play shall stop or go on.

Whether it makes sense is the arbiter's to say, as of every call; here it is only seen whether it is this player's to
say, and what it is about, so that what was asked of one turn is never done to another.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec

from engine import calls
from web.scoreboard import Scoreboard
from web.setting import FREE, Setting

PAUSED = "paused"

About = tuple[Hashable, ...]
"""What a call is about; another one, or none, once that has changed."""


class NotTheirs(Exception):
    """That is not this player's to say; the message is the key of a text in `ask`."""


def about(board: Scoreboard, seat: int, call: calls.AnyCall) -> About:
    """What the call of the player at that seat is about. Raises NotTheirs."""
    setting = board.setting
    if setting is None or not 0 <= seat < len(setting.seats):
        raise NotTheirs("no_seat")
    team = setting.seats[seat].team
    match call:
        case calls.Pause():
            _must(board.arbiter != PAUSED and not board.winner, "changed")
            return ("pause",)
        case calls.Resume():
            _must(board.arbiter == PAUSED, "changed")
            return ("resume",)
        case calls.CannotPlay():
            _must(board.to_move == seat and not board.winner, "not_yours")
            return ("cannot-play", board.turns.made)
        case calls.CardWas():
            line = board.turns.of(call.turn)
            _must(line is not None, "changed")
            assert line is not None
            _must(line.words["team"] == team, "not_yours")
            _must(call.card in cards_that_fit(line.words, setting), "does_not_fit")
            return ("card-was", line.id, call.turn, line.words.get("action"), line.words.get("space"))
        case calls.Stands():
            fault = next((one for one in board.faults if one["number"] == call.fault), None)
            _must(fault is not None, "changed")
            assert fault is not None
            _must(fault["team"] in (team, None, ""), "not_yours")
            return ("stands", call.fault, fault["code"], tuple(fault["spaces"]))
        case calls.Answer():
            asked = next((one for one in board.questions if one["number"] == call.question), None)
            _must(asked is not None and call.answer in asked["options"], "changed")
            assert asked is not None
            _must(asked["team"] in (team, None, ""), "not_yours")
            return ("answer", call.question, asked["question"])
        case _:
            raise NotTheirs("host_only")


def cards_that_fit(turn: dict[str, Any], setting: Setting) -> tuple[str, ...]:
    """The cards a turn may have been played with, the same as `cardsThatFit` in `static/correction.js`."""
    if turn.get("action") == "pass":
        return ()
    printed, _ = setting.which_of_two(str(turn.get("space", "")))
    allowed = setting.removes if turn.get("action") == "remove" else (printed, *setting.wilds)
    weighed = (*(turn.get("cards") or allowed), turn.get("card"))
    return tuple(dict.fromkeys(card for card in weighed if card and card != FREE))


def told(call: calls.AnyCall) -> dict[str, Any]:
    """The call as pages know it, without time and name."""
    plain: dict[str, Any] = msgspec.to_builtins(call)
    return {field: value for field, value in plain.items() if field not in ("at", "who")}


def _must(so: bool, otherwise: str) -> None:
    if not so:
        raise NotTheirs(otherwise)
