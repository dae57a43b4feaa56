"""The statistics of a table: where sequences lie, how long games take, what corners and jacks decide."""

from random import Random

import pytest

from engine.records.record import make_record
from engine.rules.position import new_game
from tests.engine.random_games import random_game
from tests.engine.told import events_of
from tests.web.script import Script
from tests.web.shelf import Entry, Shelf
from web import wording
from web.statistics import LeftOut, bars, counted, kinds_of

SEATS = {1: "blue:Ada green:Ben", 2: "blue:Ada green:Ben", 3: "blue:Ada green:Ben red:Cy", 4: "blue:Ada green:Ben"}


def played(seed, seats, edition="classic"):
    """The events of a game that is played at random to its end, and who won."""
    game = new_game(edition, seats)
    history = random_game(game, Random(seed))
    winner = history[-1][1].winner or "*"
    return list(events_of(make_record(game, tuple(turn for turn, _ in history), result=winner))), winner


class Evenings(Shelf):
    """Three games that are over, two of them between two players, and one that goes on."""

    def __init__(self, number=3):
        super().__init__(games=())
        for one in range(1, number + 1):
            happened, winner = played(one, SEATS[one])
            self.keep(Entry(one, 1.79e9 + one, SEATS[one], result=winner), happened)
        self.keep(Entry(4, 1.79e9 + 4, SEATS[4]), played(4, SEATS[4])[0][:30])


@pytest.fixture(scope="module")
def evenings():
    return Evenings()


def kinds(games):
    made = (counted(entry, games.events(entry.id)) for entry in games.games() if entry.result != "*")
    return kinds_of([one for one in made if one is not None])


def test_games_of_one_edition_and_number_of_players_are_counted_together(evenings):
    two, three = kinds(evenings)
    assert [(len(one.setting.seats), one.tally.games) for one in (two, three)] == [(2, 2), (3, 1)]
    assert sum(bar.games for bar in two.turns) == 2
    assert sum(two.tally.places.values()) == 5 * two.tally.sequences == sum(two.tally.directions.values()) * 5
    assert [share.name for share in two.shares] == ["begins", "corner", "jack"]
    assert all(0 <= share.games <= share.won == 2 for share in two.shares)


def test_so_few_games_may_be_chance(evenings):
    assert kinds(evenings)[0].shares[0].chance


def taken_up_in_the_middle():
    rows = ("*........*", "..b.......", *("." * 10 for _ in range(7)), "*........*")
    happened = Script(rows=rows).play("b3").events
    happened[0] = type(happened[0])(edition="classic", layout="classic", seats=("blue", "green"), position=rows)
    return happened


def test_a_game_that_was_taken_up_in_the_middle_is_not_counted():
    assert counted(Entry(1, 0.0, "", result="blue"), taken_up_in_the_middle()) == LeftOut()


@pytest.mark.parametrize("number", [3, 0])
def test_the_page_says_why_it_counts_fewer_games_than_the_book(client, number):
    games = Evenings(number)
    games.keep(Entry(4, 1.79e9 + 4, SEATS[4], result="blue"), taken_up_in_the_middle())
    told = client(games=games).get("/statistics").text
    assert "1 game is in the family book only: the referee came to it in the middle" in told
    assert "No game is over yet." not in told


@pytest.mark.parametrize(
    ("lengths", "found"),
    [
        ([], []),
        ([7], [(7, 7, 1)]),
        ([3, 4, 4], [(3, 3, 1), (4, 4, 2)]),
        ([60, 75, 118], [(60, 69, 1), (70, 79, 1), (80, 89, 0), (90, 99, 0), (100, 109, 0), (110, 119, 1)]),
    ],
)
def test_lengths_are_told_in_few_bars_of_one_width(lengths, found):
    assert [(bar.first, bar.last, bar.games) for bar in bars(lengths)] == found


def test_the_page_draws_what_was_counted_and_leaves_out_what_goes_on(client, evenings):
    told = client(games=evenings).get("/statistics").text
    assert "2 players" in told
    assert "2 games" in told
    assert "Where sequences lie" in told
    assert told.count('<svg class="plain-board"') == 2
    assert "Whoever began won" in told
    assert "Even would be one in 3." in told


def test_before_the_first_game_it_says_what_will_be_there_and_what_random_games_come_to(client):
    told = client(games=Evenings(0)).get("/statistics").text
    assert "No game is over yet." in told
    assert "80 turns" in told


@pytest.mark.parametrize("language", wording.languages())
def test_it_is_told_in_every_language_without_a_hole(client, evenings, language):
    told = client(games=evenings).get(f"/statistics?lang={language}").text
    assert wording.table(language)["statistics"]["places"] in told
    assert "{" not in told
