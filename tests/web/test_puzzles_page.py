"""Puzzles as the page asks them: out of games of this table that are over, else out of simulated ones."""

import msgspec
import pytest

from tests.engine.boards import read_record
from tests.engine.told import events_of
from tests.web.script import Script
from tests.web.shelf import Entry, Shelf
from tests.web.test_statistics_page import Evenings
from web.puzzles import puzzles_of, simulated
from web.setting import setting_of

HEAD = '[Edition "classic"]\n[Seats "blue:Ada green:Ben"]\n[Rules "sequences_to_win={}"]\n\n'
WON = "1. AS@b3 2S@b1 2. 2D@c3 3S@c1 3. 3D@d3 9S@i1 4. 4D@e3 6C@a2 5. 5D@f3"
SEVEN = "1. AS@b3 10C@a6 2. 2D@c3 pass 3. 4D@e3 pass 4. 5D@f3 pass 5. 6D@g3 pass 6. 7C@a3 pass 7. 3D@d3"


@pytest.fixture(scope="module")
def evenings():
    return Evenings()


@pytest.fixture
def page(client, evenings):
    return client(games=evenings)


def puzzles(turns, need=1):
    return puzzles_of(events_of(read_record(HEAD.format(need) + turns)))


def test_a_win_is_asked_with_the_board_before_it_a_hand_and_whose_turn_it_is():
    (asked,) = puzzles(WON)
    assert (asked["kind"], asked["turn"], asked["solutions"]) == ("win-in-one", 9, ["5D@f3"])
    assert asked["seat"] == {"team": "blue", "name": "Ada"}
    assert asked["position"][2] == ".bbbb....."
    assert len(asked["hand"]) == 7
    assert asked["table"]["wilds"]


def test_a_game_that_was_played_on_after_its_end_is_learnt_from_anew(client, monkeypatch):
    monkeypatch.setattr("web.kept_games.REMEMBERED_SECONDS", -1.0)
    record, shelf = read_record(HEAD.format(1) + WON), Shelf(games=())
    page = client(games=shelf)

    def is_over_after(turns):
        happened = tuple(events_of(msgspec.structs.replace(record, entries=record.entries[:turns])))
        shelf.keep(Entry(1, 1.79e9, "blue:Ada green:Ben", result="blue", turns=turns), happened)

    is_over_after(8)
    assert page.get("/api/games/1/lessons").json["turns"] == 8
    assert page.get("/api/games/1/puzzles").json == []
    is_over_after(9)
    assert page.get("/api/games/1/lessons").json["turns"] == 9
    assert [one["turn"] for one in page.get("/api/games/1/puzzles").json] == [9]


def test_which_five_is_asked_with_the_chip_that_was_laid():
    asked = next(one for one in puzzles(SEVEN, need=3) if one["kind"] == "which-five")
    assert asked["position"][2] == "bbbbbbb..."
    assert asked["last"]["space"] == "d3"
    assert set(asked["solutions"]) < set(asked["options"])


@pytest.mark.parametrize("number", range(3))
def test_simulated_players_give_puzzles_with_something_to_look_for(number):
    for asked in simulated(number):
        assert asked["solutions"]
        assert len(set(asked["hand"])) > 1 or len(asked["options"]) > 1


def test_simulated_players_play_on_the_board_of_the_table():
    kids = setting_of(Script(("blue", "green"), "kids", "kids").events[0])
    assert all(asked["table"]["layout"] == "kids" for asked in simulated(0, kids))
    assert simulated(0, kids) != simulated(0)


def test_a_game_that_never_began_has_none():
    assert puzzles_of([]) == []


def test_the_page_names_the_games_that_are_over_the_newest_first(page):
    assert 'data-games="3 2 1"' in page.get("/puzzles").text


def test_puzzles_of_a_game_that_is_over_are_given_and_of_one_that_goes_on_none(page):
    assert page.get("/api/games/1/puzzles").json[0]["solutions"]
    assert page.get("/api/games/4/puzzles").status_code == 404
    assert page.get("/api/games/9/puzzles").status_code == 404


def test_simulated_games_are_so_many_and_no_more(page):
    assert page.get("/api/puzzles/0").status_code == 200
    assert page.get("/api/puzzles/32").status_code == 404


def test_who_may_see_no_old_game_has_those_of_simulated_players(client, evenings):
    guest = client(games=evenings, old_games="nobody")
    assert 'data-games=""' in guest.get("/puzzles").text
    assert guest.get("/api/games/1/puzzles").status_code == 403
    assert guest.get("/api/puzzles/0").status_code == 200


def test_the_drawer_leads_to_puzzles_where_games_are_kept(page, client):
    assert 'href="/puzzles"' in page.get("/").text
    assert 'href="/puzzles"' not in client().get("/").text
