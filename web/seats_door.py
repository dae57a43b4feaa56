"""The door by which players take a seat and a host takes and gives roles.

    PUT    /api/seat           {"seat": 1, "name": "Ben"}: sit down, with the token of an earlier visit if there is one
    DELETE /api/seat           get up
    DELETE /api/seats/SEAT     a host takes a player's phone off
    POST   /api/host/SEAT      a host holds its role out to the phone at that seat
    POST   /api/host           that phone takes it, and the giver is no host any more

Players show the token of their seat in `X-Player`, hosts theirs in `X-Host-Key`. What players ask, and hosts answer,
comes by `asks_door`.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, request

from web.answers import json_answer, language
from web.call_words import NoCall, read_json
from web.calls import enrolled, let_in, refusal
from web.hosts import Hosts
from web.pace import AskingPace
from web.people import LONGEST_NAME, person_name
from web.scoreboard import Scoreboard
from web.seat_answers import answer_plainly, called
from web.seats import Seats
from web.wording import text


def seats_door(seats: Seats, hosts: Hosts, board: Callable[[], Scoreboard], pace: AskingPace) -> Blueprint:
    """The door; `board` gives the game as the page shows it."""
    door = Blueprint("seats", __name__)
    answer_plainly(door)

    @door.put("/api/seat")
    def sit() -> Response:
        token = request.headers.get("X-Player", "")
        pace.must_not_hurry(token or request.remote_addr or "")
        wanted, name = _seat_and_name()
        setting = board().setting
        token, player = seats.sit(wanted, name, token, len(setting.seats) if setting else 0)
        words = text("ask", "seated", language())
        return json_answer({"accepted": True, "message": words, "player": token, "id": player.id, "seat": player.seat})

    @door.delete("/api/seat")
    def stand_up() -> Response:
        seats.stand_up(request.headers.get("X-Player", ""))
        return json_answer({"accepted": True, "message": text("ask", "stood_up", language())})

    @door.delete("/api/seats/<int:seat>")
    def take_off(seat: int) -> Response:
        let_in(hosts)
        shown = board()
        gone = seats.take_off(seat)
        if gone is None:
            return refusal(text("call", "no_device", language()), 404)
        words = text("ask", "player_gone", language(), name=called(shown, gone))
        return json_answer({"accepted": True, "message": words})

    @door.post("/api/host/<int:seat>")
    def hand_over(seat: int) -> Response:
        admitted = let_in(hosts)
        player = seats.offer(seat, admitted.device.number if admitted.device else None)
        if player is None:
            return refusal(text("call", "no_device", language()), 404)
        words = text("ask", "offered", language(), name=called(board(), player))
        return json_answer({"accepted": True, "message": words})

    @door.post("/api/host")
    def take_over() -> Response:
        player = seats.of(request.headers.get("X-Player", ""))
        giver = seats.accept(player)
        if giver is None:
            return refusal(text("ask", "no_ask", language()), 409)
        answer = enrolled(hosts, called(board(), player))
        hosts.take_off(giver)
        seats.hosts_changed()
        return answer

    return door


def _seat_and_name() -> tuple[int, str]:
    """The seat and the name that the request gives.

    Raises:
        NoCall: there is no such thing in it, or the name is too long.
    """
    posted = read_json(request.get_data(cache=False), language())
    seat, typed = posted.get("seat"), posted.get("name", "")
    if not isinstance(seat, int) or isinstance(seat, bool) or not isinstance(typed, str):
        raise NoCall(text("needs", "seat", language()))
    name = person_name(typed)
    if len(name) > LONGEST_NAME:
        raise NoCall(text("ask", "long_name", language(), most=LONGEST_NAME))
    return seat, name
