"""What a player may say: of their own team's turns, faults and questions, and that play shall stop or go on.

Whether it makes sense is the arbiter's to say, as of every call; here it is only seen whether it is this player's to
say, and what it is about, so that what was asked of one turn is never done to another.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import msgspec

from engine import calls
from engine.judging.states import State
from web.scoreboard import Scoreboard
from web.setting import FREE, Setting
from web.turnlist import Words

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
            _must(board.arbiter != State.PAUSED and not board.winner, "changed")
            return ("pause",)
        case calls.Resume():
            _must(board.arbiter == State.PAUSED, "changed")
            return ("resume",)
        case calls.CannotPlay():
            _must(board.to_move == seat and not board.winner, "not_yours")
            return ("cannot-play", board.turns.made)
        case calls.CardWas():
            line = board.turns.of(call.turn)
            if line is None:
                raise NotTheirs("changed")
            _must(line.words["team"] == team, "not_yours")
            _must(call.card in cards_that_fit(line.words, setting), "does_not_fit")
            return ("card-was", line.id, call.turn, line.words.get("action"), line.words.get("space"))
        case calls.Stands():
            fault = _open(board.faults, call.fault)
            _must(fault["team"] in (team, None, ""), "not_yours")
            return ("stands", call.fault, fault["code"], tuple(fault["spaces"]))
        case calls.Answer():
            asked = _open(board.questions, call.question)
            _must(call.answer in asked["options"], "changed")
            _must(asked["team"] in (team, None, ""), "not_yours")
            return ("answer", call.question, asked["about"], tuple(asked["spaces"]), tuple(asked["options"]))
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


def _open(these: Iterable[Words], number: int) -> Words:
    """The fault or question of that number. Raises NotTheirs where it is open no more."""
    for one in these:
        if one["number"] == number:
            return one
    raise NotTheirs("changed")


def _must(so: bool, otherwise: str) -> None:
    if not so:
        raise NotTheirs(otherwise)
