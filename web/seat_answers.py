"""What the doors for players share: how they refuse, and what they call a player."""

from __future__ import annotations

from flask import Blueprint, Response
from werkzeug.exceptions import RequestEntityTooLarge

from web.answers import language
from web.call_words import NoCall
from web.calls import must_be_from_this_page, refusal
from web.people import Player
from web.player_calls import NotTheirs
from web.scoreboard import Scoreboard
from web.seats import NoSeat
from web.wording import text

STATUS = {"seat_taken": 409, "no_ask": 409, "no_seat": 404, "unseated": 403, "taken_off": 403, "replaced": 403}


def answer_plainly(door: Blueprint) -> None:
    """Lets only this server's own pages in, and answers every refusal with a sentence."""

    @door.errorhandler(NoSeat)
    def no_seat(no: NoSeat) -> Response:
        key = "seat_taken_unnamed" if no.why == "seat_taken" and not no.name else no.why
        return refusal(text("ask", key, language(), name=no.name), STATUS[no.why])

    @door.errorhandler(NotTheirs)
    def not_theirs(no: NotTheirs) -> Response:
        return refusal(text("ask", str(no), language()), 409 if str(no) == "changed" else 400)

    @door.errorhandler(NoCall)
    def no_call(no: NoCall) -> Response:
        return refusal(str(no), 400)

    @door.errorhandler(RequestEntityTooLarge)
    def too_big(_: RequestEntityTooLarge) -> Response:
        return refusal(text("error", "too_big", language()), 413)

    door.before_request(must_be_from_this_page)


def called(board: Scoreboard, player: Player) -> str:
    """What a player is called in the record: by the typed name, else by the seat's."""
    seats = board.setting.seats if board.setting else ()
    seat = seats[player.seat] if player.seat < len(seats) else None
    return player.name or (seat.name or seat.team if seat else "")
