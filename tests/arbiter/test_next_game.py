"""Where everyone takes a turn at dealing (Spanish book, line 25), the next game begins with the next seat."""

import pytest

from engine import calls, events
from tests.arbiter.desk import Desk


def begin_again(desk: Desk, **said: int) -> events.GameStarted:
    desk.board = [letter if letter == "*" else "." for letter in desk.board]
    desk.say(calls.Start, **said)
    desk.look(10)
    return desk.all(events.GameStarted)[-1]


def test_each_game_begins_one_seat_further_on() -> None:
    desk = Desk("blue:Ada green:Ben", edition="european-es")
    desk.play("b j7", "g j8")
    second = begin_again(desk)
    assert second.to_move == 1
    assert "green:Ben begins" in second.assumed
    desk.play("g j7")
    assert desk.faults() == []
    assert begin_again(desk).to_move == 0


def test_a_game_in_which_nobody_played_is_not_counted() -> None:
    desk = Desk(edition="european-es")
    assert begin_again(desk).to_move == 0


def test_who_is_said_to_begin_begins() -> None:
    desk = Desk(edition="european-es")
    desk.play("b j7")
    assert begin_again(desk, to_move=0).to_move == 0


@pytest.mark.parametrize(("edition", "rules"), [("classic", ""), ("european-es", "dealing_rotates=no")])
def test_where_dealing_does_not_rotate_nobody_is_guessed(edition: str, rules: str) -> None:
    desk = Desk(edition=edition, rules=rules)
    desk.play("b j7")
    assert begin_again(desk).to_move == 0
