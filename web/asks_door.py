"""The door by which players ask for something to be set right, and hosts answer them.

    POST   /api/asks           a call, as to /calls: it waits for a host, or counts at once where the table wants none;
                               that play shall stop always counts at once
    DELETE /api/asks           never mind
    POST   /api/asks/NUMBER    {"yes": true}: a host's answer
    GET    /api/at-once        for hosts: whether what players say counts without a host's yes
    PUT    /api/at-once        {"at_once": true}: let it count so, or no longer

Players show the token of their seat in `X-Player`, hosts theirs in `X-Host-Key`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from flask import Blueprint, Response, request

from engine.calls import AnyCall, Pause
from engine.saying import saying
from web.answers import json_answer, language
from web.call_words import NoCall, read_call, read_json
from web.calls import TakesCall, judged_answer, let_in, refusal
from web.hosts import Hosts
from web.pace import AskingPace
from web.player_calls import NotTheirs, about
from web.scoreboard import Scoreboard
from web.seat_answers import answer_plainly, called
from web.seats import Seats
from web.wording import text


def asks_door(
    seats: Seats, takes: TakesCall, hosts: Hosts, board: Callable[[], Scoreboard], pace: AskingPace
) -> Blueprint:
    """The door; `board` gives the game as the page shows it, `takes` hands a call to the referee."""
    door = Blueprint("asks", __name__)
    answer_plainly(door)

    @door.post("/api/asks")
    def ask() -> Response:
        token = request.headers.get("X-Player", "")
        player = seats.of(token)
        pace.must_not_hurry(token)
        shown = board()
        call = read_call(read_json(request.get_data(cache=False), language()), called(shown, player), language())
        what = about(shown, player.seat, call)
        if hosts.at_once or isinstance(call, Pause):  # who cries "Stop!" is believed first; a host lets play go on
            return judged_answer(takes(call))
        asked = seats.ask(player, call, what)
        key = "asked" if hosts.devices else "no_host"
        return json_answer({"accepted": True, "message": text("ask", key, language()), "ask": asked.number})

    @door.delete("/api/asks")
    def withdraw() -> Response:
        seats.withdraw(seats.of(request.headers.get("X-Player", "")))
        return json_answer({"accepted": True, "message": ""})

    @door.post("/api/asks/<int:number>")
    def answer(number: int) -> Response:
        let_in(hosts)
        yes = _yes_or_no("yes")
        waiting = seats.take(number)
        asked = waiting.ask
        if not yes:
            seats.answered(msgspec.structs.replace(asked, outcome="declined"))
            return json_answer({"accepted": True, "message": text("ask", "declined", language())})
        if not _still_about(board(), asked.seat, waiting.call, waiting.about):
            seats.answered(msgspec.structs.replace(asked, outcome="refused", message=saying("changed")))
            return refusal(text("ask", "changed", language()), 409)
        said = takes(waiting.call)
        outcome = "taken" if said.accepted else "refused"
        seats.answered(msgspec.structs.replace(asked, outcome=outcome, message=said.message))
        return judged_answer(said)

    @door.get("/api/at-once")
    def whether_at_once() -> Response:
        let_in(hosts)
        return json_answer({"at_once": hosts.at_once})

    @door.put("/api/at-once")
    def let_players_call() -> Response:
        let_in(hosts)
        wanted = _yes_or_no("at_once")
        hosts.let_players_call(wanted)
        return json_answer({"accepted": True, "message": text("ask", "at_once" if wanted else "with_yes", language())})

    return door


def _yes_or_no(name: str) -> bool:
    """What the request says under `name`.

    Raises:
        NoCall: it says neither.
    """
    said = read_json(request.get_data(cache=False), language()).get(name)
    if not isinstance(said, bool):
        raise NoCall(text("needs", "other", language()))
    return said


def _still_about(board: Scoreboard, seat: int, call: AnyCall, was: object) -> bool:
    try:
        return about(board, seat, call) == was
    except NotTheirs:
        return False
