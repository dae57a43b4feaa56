"""The doors by which players take a seat and ask, and a host takes and gives roles and answers.

    PUT    /api/seat           {"seat": 1, "name": "Ben"}: sit down, with the token of an earlier visit if there is one
    DELETE /api/seat           get up
    DELETE /api/seats/SEAT     a host takes a player's phone off
    POST   /api/host/SEAT      a host holds its role out to the phone at that seat
    POST   /api/host           that phone takes it, and the giver is no host any more
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
from web.answers import NoCall, json_answer, language, read_call, read_json
from web.calls import TakesCall, accepted, enrolled, judged_answer, let_in, must_be_from_this_page, refusal
from web.hosts import Hosts
from web.pace import AskingPace
from web.people import LONGEST_NAME, Player, person_name
from web.player_calls import NotTheirs, about
from web.scoreboard import Scoreboard
from web.seats import NoSeat, Seats
from web.wording import text

STATUS = {"no_seat": 404, "unseated": 403, "taken_off": 403, "replaced": 403}
"""The others are 409."""


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
        token, player = seats.sit(wanted, name, token, setting.seats if setting else ())
        return accepted(text("ask", "seated", language()), player=token, id=player.id, seat=player.seat)

    @door.delete("/api/seat")
    def stand_up() -> Response:
        seats.stand_up(request.headers.get("X-Player", ""))
        return accepted(text("ask", "stood_up", language()))

    @door.delete("/api/seats/<int:seat>")
    def take_off(seat: int) -> Response:
        let_in(hosts)
        shown = board()
        gone = seats.take_off(seat)
        if gone is None:
            return refusal(text("call", "no_device", language()), 404)
        return accepted(text("ask", "player_gone", language(), name=called(shown, gone)))

    @door.post("/api/host/<int:seat>")
    def hand_over(seat: int) -> Response:
        admitted = let_in(hosts)
        player = seats.offer(seat, admitted.device.number if admitted.device else None)
        if player is None:
            return refusal(text("call", "no_device", language()), 404)
        return accepted(text("ask", "offered", language(), name=called(board(), player)))

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
    posted = read_json()
    seat, typed = posted.get("seat"), posted.get("name", "")
    if not isinstance(seat, int) or isinstance(seat, bool) or not isinstance(typed, str):
        raise NoCall(text("needs", "seat", language()))
    name = person_name(typed)
    if len(name) > LONGEST_NAME:
        raise NoCall(text("ask", "long_name", language(), most=LONGEST_NAME))
    return seat, name


def answer_plainly(door: Blueprint) -> None:
    """Lets only this server's own pages in, and answers every refusal with a sentence."""

    @door.errorhandler(NoSeat)
    def no_seat(no: NoSeat) -> Response:
        key = "seat_taken_unnamed" if no.why == "seat_taken" and not no.name else no.why
        return refusal(text("ask", key, language(), name=no.name), STATUS.get(no.why, 409))

    @door.errorhandler(NotTheirs)
    def not_theirs(no: NotTheirs) -> Response:
        return refusal(text("ask", str(no), language()), 409 if str(no) == "changed" else 400)

    door.before_request(must_be_from_this_page)


def called(board: Scoreboard, player: Player) -> str:
    """What a player is called in the record: by the typed name, else by the seat's."""
    seats = board.setting.seats if board.setting else ()
    seat = seats[player.seat] if player.seat < len(seats) else None
    return player.name or (seat.name or seat.team if seat else "")


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
        call = read_call(read_json(), called(shown, player), language())
        what = about(shown, player.seat, call)
        if hosts.at_once or isinstance(call, Pause):  # who cries "Stop!" is believed first; a host lets play go on
            return judged_answer(takes(call))
        asked = seats.ask(player, call, what)
        return accepted(text("ask", "asked" if hosts.devices else "no_host", language()), ask=asked.number)

    @door.delete("/api/asks")
    def withdraw() -> Response:
        seats.withdraw(seats.of(request.headers.get("X-Player", "")))
        return accepted("")

    @door.post("/api/asks/<int:number>")
    def answer(number: int) -> Response:
        let_in(hosts)
        yes = _yes_or_no("yes")
        waiting = seats.take(number)
        asked = waiting.ask
        if not yes:
            seats.answered(msgspec.structs.replace(asked, outcome="declined"))
            return accepted(text("ask", "declined", language()))
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
        return accepted(text("ask", "at_once" if wanted else "with_yes", language()))

    return door


def _yes_or_no(name: str) -> bool:
    """What the request says under `name`.

    Raises:
        NoCall: it says neither.
    """
    said = read_json().get(name)
    if not isinstance(said, bool):
        raise NoCall(text("needs", "other", language()))
    return said


def _still_about(board: Scoreboard, seat: int, call: AnyCall, was: object) -> bool:
    try:
        return about(board, seat, call) == was
    except NotTheirs:
        return False
