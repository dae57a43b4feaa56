"""How a series of games by the same players stands."""

import pytest

from engine.events import GameStarted
from tests.web.shelf import Entry, Shelf
from web.scoreboard import Scoreboard
from web.series import BREAK_SECONDS, EVENING_SECONDS, Won, last_game, series_of
from web.updates import page_state

ADA_BEN = "blue:Ada green:Ben"
HOUR = 3600.0


def games(*told):
    """Games an hour apart, as (seats, result)."""
    return [Entry(at + 1, 1_790_000_000.0 + at * HOUR, seats, result=result) for at, (seats, result) in enumerate(told)]


def test_the_wins_of_the_same_players_are_counted_wherever_they_sit():
    played = games((ADA_BEN, "blue"), ("green:Ben blue:Ada", "green"), (ADA_BEN, "blue"), (ADA_BEN, "drawn"))
    series = series_of(played, 4)
    assert (series.games, series.drawn) == (4, 1)
    assert series.score == (Won("blue", ("Ada",), 2), Won("green", ("Ben",), 1))


def test_other_players_begin_a_series_of_their_own():
    played = games((ADA_BEN, "blue"), ("blue:Cid green:Dan", "green"), (ADA_BEN, "green"))
    assert series_of(played, 3).games == 1
    assert series_of(played, 1).games == 1


def test_a_game_that_was_left_counts_for_nothing_and_interrupts_nothing():
    played = games((ADA_BEN, "blue"), ("blue green", "*"), (ADA_BEN, "*"), (ADA_BEN, "blue"))
    assert series_of(played, 4).score[0].wins == 2


def test_the_next_evening_is_another_series():
    early, late = Entry(1, 0.0, ADA_BEN, result="blue"), Entry(2, BREAK_SECONDS + 1, ADA_BEN, result="blue")
    assert series_of([early, late], 2).games == 1


def test_of_a_game_that_is_not_there_nothing_is_told():
    assert series_of(games((ADA_BEN, "blue")), 7) is None
    assert series_of([], 1) is None


def test_the_page_is_told_the_series_of_the_game_it_shows(client, feed, tmp_path):
    shelf = Shelf(tmp_path, games((ADA_BEN, "blue"), (ADA_BEN, "green")))
    page = client(games=shelf)
    assert page.get("/api/series").json == {"series": None, "last": None}
    feed.tell(game=2)
    assert page.get("/api/series").json["series"]["games"] == 2


def test_while_the_next_game_is_played_the_last_one_is_told_with_its_winner():
    played = games((ADA_BEN, "blue"), (ADA_BEN, "green"), (ADA_BEN, "*"), (ADA_BEN, "*"))
    assert last_game(played, 4) == {"game": 2, "winner": "green", "names": ["Ben"]}
    assert last_game(games(("blue green", "drawn"), (ADA_BEN, "*")), 2) == {"game": 1, "winner": "drawn", "names": []}
    assert last_game(games((ADA_BEN, "*")), 1) is None


def test_yesterdays_last_game_is_no_last_game():
    early, late = Entry(1, 0.0, ADA_BEN, result="blue"), Entry(2, EVENING_SECONDS + 1, ADA_BEN)
    assert last_game([early, late], 2) is None


@pytest.mark.parametrize(
    ("rules", "dealer"), [("", ["blue:Cid"]), ("direction=counter-clockwise", ["blue:Ada"]), ("direction=up", [])]
)
def test_whoever_begins_sits_to_the_left_of_the_dealer(rules, dealer):
    seats = ("blue:Ada", "green:Ben", "blue:Cid", "green:Dan")
    started = GameStarted(edition="classic", layout="classic", seats=seats, rules=rules, to_move=3)
    told = page_state(Scoreboard(following=started))["next"]
    assert told == ["green:Dan", *dealer]
