"""Where everyone takes a turn at dealing (Spanish book, line 25), the next game begins with the next seat."""

import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.saying import saying
from tests.arbiter.harness import Harness


def begin_again(harness: Harness, **said: int) -> events.GameStarted:
    harness.board = [letter if letter == "*" else "." for letter in harness.board]
    harness.say(calls.Start, **said)
    harness.look(10)
    return harness.all(events.GameStarted)[-1]


def test_each_game_begins_one_seat_further_on() -> None:
    harness = Harness("blue:Ada green:Ben", edition="european-es")
    harness.play("b j7", "g j8")
    second = begin_again(harness)
    assert second.to_move == 1
    assert second.assumed == saying("deals-in-turn", who="Ben")
    harness.play("g j7")
    assert harness.faults() == []
    assert begin_again(harness).to_move == 0


def test_a_game_in_which_nobody_played_is_not_counted() -> None:
    harness = Harness(edition="european-es")
    assert begin_again(harness).to_move == 0


def test_who_is_said_to_begin_begins() -> None:
    harness = Harness(edition="european-es")
    harness.play("b j7")
    assert begin_again(harness, to_move=0).to_move == 0


@pytest.mark.parametrize(("edition", "rules"), [("classic", ""), ("european-es", "dealing_rotates=no")])
def test_where_dealing_does_not_rotate_nobody_is_guessed(edition: str, rules: str) -> None:
    harness = Harness(edition=edition, rules=rules)
    harness.play("b j7")
    assert begin_again(harness).to_move == 0


def test_a_call_of_the_game_before_cannot_be_taken_back_in_the_next_one() -> None:
    harness = Harness()
    harness.play("b j7", "g j8", "b d2")
    harness.say(calls.Undo, turns=1)
    begun = begin_again(harness)
    for number in (0, 1, 2):
        refused = harness.say(calls.UndoCall, number=number)
        assert (refused.accepted, refused.message) == (False, saying("nothing-said"))
    assert harness.arbiter.position.turn == 0
    told = harness.told[harness.told.index(begun) :]
    assert Arbiter.resume(harness.game, told).position == harness.arbiter.position
