"""Who may look at recorded games, and that looking often costs the table little."""

import pytest

from tests.web.shelf import Entry, Shelf
from tests.web.show import PEOPLE, answer
from web.hosts import Hosts, InMemory
from web.pace import Pace
from web.remembered import Remembered
from web.series import EVENING_SECONDS

OF_ALL = ("/book", "/statistics", "/games.csv", "/api/series", "/camera.jpg")
TO_TAKE_HOME = ("/games/2/picture.png", "/games/2/clip.mp4", "/games/2/game.html")
OF_GAME = ("/games/{}", "/api/games/{}", "/api/games/{}/evidence/7", "/games/{}/evidence/7/turn-0007/film.mp4")


@pytest.fixture
def page(client, feed, tmp_path):
    """`page(old_games)`: a guest's phone at a table where game 1 is being played."""

    def make(old_games, **options):
        shelf = Shelf(tmp_path)
        feed.tell(game=1)
        hosts = Hosts(InMemory("123456"))
        options |= {"games": shelf, "evidence": shelf.evidence, "old_games": old_games}
        return client(calls=answer, hosts=hosts, **options)

    return make


def statuses(page, game):
    found = []
    for path in OF_GAME:
        with page.get(path.format(game)) as given:
            found.append(given.status_code)
    return found


def test_where_all_may_look_guests_see_every_game(page):
    guest = page("all")
    assert statuses(guest, 1) == [200] * 4
    assert statuses(guest, 2)[:3] == [200] * 3
    assert "/games/2" in guest.get("/games").text


def test_where_this_game_may_be_looked_at_guests_see_no_other(page, feed):
    guest = page("this")
    assert statuses(guest, 1) == [200] * 4
    assert statuses(guest, 2) == [403] * 4
    listed = guest.get("/games").text
    assert "/games/1" in listed
    assert "/games/2" not in listed
    assert "Other games are kept for the host" in listed
    for path in ("/book", "/statistics"):
        assert "No game is over yet." in guest.get(path).text
    feed.tell(game=2)
    assert statuses(guest, 1) == [403] * 4


def test_the_games_of_this_evening_stay_open_to_its_guests_when_the_next_one_is_played(page, feed, monkeypatch):
    began = {1: 0.0, 2: EVENING_SECONDS + 60, 3: EVENING_SECONDS + 3600}
    played = [Entry(game, at, "blue:Ada green:Ben", result="blue") for game, at in began.items()]
    monkeypatch.setattr(Shelf, "games", lambda shelf: played)
    guest = page("this")
    feed.tell(game=3)
    assert statuses(guest, 2)[:3] == [200] * 3
    assert "/games/2" in guest.get("/games").text
    assert statuses(guest, 1) == [403] * 4, "a game of another evening"


def test_where_nobody_may_look_guests_see_none_and_no_way_to_any(page):
    guest = page("nobody", camera=lambda: b"JPEG")
    assert statuses(guest, 1) == [403] * 4
    assert {guest.get(path).status_code for path in (*OF_ALL, *TO_TAKE_HOME)} == {403}
    assert 'id="camera"' not in guest.get("/tv").text
    assert statuses(guest, 99) == [403] * 4, "nor whether there is such a game"
    refused = guest.get("/games", headers=PEOPLE)
    assert refused.status_code == 403
    assert "Only the host can open older games." in refused.text
    table = guest.get("/").text
    assert "/games" not in table
    assert "data-games" not in table


@pytest.mark.parametrize("old_games", ["nobody", "this"])
def test_the_hosts_phone_may_look_at_everything_until_it_is_taken_off(page, old_games):
    phone = page(old_games)
    phone.post("/calls", json={"input": "hello"}, headers={"X-Host-Key": "123456"})
    assert statuses(phone, 1) == [200] * 4
    assert "/games/2" in phone.get("/games").text
    assert "data-games" in phone.get("/").text
    phone.delete("/api/devices/1", headers={"X-Host-Key": "123456"})
    assert statuses(phone, 2) == [403] * 4


def test_what_was_not_changed_is_not_sent_again(page):
    guest = page("all")
    for path in ("/qr.svg", *(path.format(1) for path in OF_GAME[1:])):
        with guest.get(path) as first:
            assert first.status_code == 200
            tag = first.headers["ETag"]
        with guest.get(path, headers={"If-None-Match": tag}) as again:
            assert again.status_code == 304, path
            assert not again.data


def test_many_who_ask_for_the_same_replay_cost_one(page, monkeypatch):
    asked = []
    monkeypatch.setattr(Shelf, "events", lambda self, game: asked.append(game) or self.kept[game])
    guest = page("all")
    for _ in range(30):
        guest.get("/api/games/2")
    assert asked == [2]


def test_a_store_of_requests_fills_again():
    now = [0.0]
    pace = Pace(burst=2, per_second=0.5, clock=lambda: now[0])
    assert [pace.seconds_to_wait("a") for _ in range(3)] == [0, 0, 2]
    now[0] += 2
    assert [pace.seconds_to_wait("a") for _ in range(2)] == [0, 2]


def test_what_is_remembered_is_made_anew_when_it_is_old_and_its_number_is_bounded():
    now, made = [0.0], []
    memory = Remembered(2, 5.0, clock=lambda: now[0])

    def ask(key):
        return memory.get(key, lambda: made.append(key) or len(made))

    assert [ask("a"), ask("a"), ask("b")] == [1, 1, 2]
    now[0] = 6.0
    assert ask("a") == 3
    assert [ask("c"), ask("b")] == [4, 5]
    assert len(memory._kept) == 2
