"""The game after the one that is over: where everyone deals in turn, the next seat begins."""

from types import SimpleNamespace

import pytest

from engine import calls
from engine.arbiter import Arbiter
from engine.observation import Observation, certain
from referee.session.live import NextGame
from referee.session.persistence import same_round
from referee.session.table import LiveTable, Sitting
from referee.wiring import Rules
from tests.arbiter.harness import Harness


def after(seats, edition, played, rules=""):
    harness = Harness(seats, edition=edition, rules=rules)
    if played:
        harness.play(played)
    return NextGame.after(harness.arbiter, Rules(edition, seats, rules), None)


def test_where_everyone_deals_in_turn_the_next_seat_is_the_first_of_the_next_game():
    following = after("blue:Ada green:Ben", "european-es", "b j7")
    assert following.rules.seats == "green:Ben blue:Ada"
    assert [seat.name for seat in following.game.seats] == ["Ben", "Ada"]
    assert following.first == 1


def test_the_turn_goes_once_round_the_table():
    seats, seen = "blue:Ada green:Ben red:Cid", []
    for _ in range(3):
        letter = seats[0]
        following = after(seats, "classic", f"{letter} j7", "dealing_rotates=yes")
        seen.append(seats.split()[0])
        seats = following.rules.seats
    assert seen == ["blue:Ada", "green:Ben", "red:Cid"]
    assert seats == "blue:Ada green:Ben red:Cid"


@pytest.mark.parametrize(("edition", "played"), [("classic", "b j7"), ("european-es", "")])
def test_else_the_seats_stay_as_they_are(edition, played):
    assert after("blue:Ada green:Ben", edition, played).rules.seats == "blue:Ada green:Ben"


@pytest.mark.parametrize(("rotates", "seats"), [("no", "blue:Ben green:Ada"), ("yes", "green:Ada blue:Ben")])
def test_players_who_changed_places_sit_there_in_the_next_game_too(rotates, seats):
    harness = Harness("blue:Ada green:Ben", edition="classic", rules=f"dealing_rotates={rotates}")
    harness.play("b j7")
    harness.say(calls.SeatsSwapped, one=0, other=1)
    following = NextGame.after(
        harness.arbiter, Rules("classic", "blue:Ada green:Ben", f"dealing_rotates={rotates}"), None
    )
    assert following.rules.seats == seats


def test_somebody_who_left_comes_back_for_the_next_game():
    seats = "blue:Ada green:Ben red:Cid"
    harness = Harness(seats, edition="classic", rules="dealing_rotates=yes")
    harness.play("b j7")
    harness.say(calls.PlayerLeft, seat=1)
    following = NextGame.after(harness.arbiter, Rules("classic", seats, "dealing_rotates=yes"), None)
    assert same_round(following.rules.seats, seats)


def test_what_is_said_of_seats_in_the_game_that_is_over_is_meant_of_the_same_players_in_the_next_one():
    begun = []
    harness = Harness("blue:Ada green:Ben", edition="european-es")
    harness.play("b j7")
    for beside, seat in (("j4", 0), ("a7", None)):
        harness.say(calls.PileIs, beside=beside, seat=seat)
    harness.say(calls.Resign, team="blue")
    game = NextGame.after(harness.arbiter, Rules("european-es", "blue:Ada green:Ben"), None).game

    def lay():
        begun.append(Sitting(Arbiter(game)))
        return begun[0]

    table = LiveTable(None, Sitting(harness.arbiter), lay)
    table.eye = SimpleNamespace(expect=lambda letters: None)
    table.say(calls.Start(at=0.0, to_move=0))
    letters = "".join("*" if space in game.layout.free else "." for space in range(100))
    for look in range(30):
        begun[0].arbiter.receive(Observation(at=look / 5, frame=look, letters=letters, chances=certain(letters)))
    assert begun[0].arbiter.game.seats[begun[0].arbiter.position.seat].name == "Ada", "the first of the game before"
    assert begun[0].arbiter.piles_said == {"j4": 1, "a7": None}, "Ada's pile, and one that all lay on"


def test_the_same_round_may_begin_with_anybody_and_goes_in_one_direction():
    assert same_round("a b c", "c a b")
    assert not same_round("a b c", "c b a")
    assert not same_round("a b", "a b a b")
