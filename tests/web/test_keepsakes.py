"""What the page gives people to take home: pictures, films, the game as one file."""

import json
import re
from threading import Event

import pytest

from engine import events as e
from engine.saying import saying
from tests.web.script import Script
from tests.web.shelf import Entry, Shelf
from tests.web.show import PEOPLE, stages
from web import wording


class Brush:
    """Draws nothing; a film takes until it is let go."""

    def __init__(self):
        self.go, self.drawn = Event(), []

    def picture(self, state):
        self.drawn.append(state["turn"])
        return b"PNG"

    def clip(self, states):
        self.go.wait(60)
        return f"mp4 of {len(states)}".encode()


@pytest.fixture
def brush():
    made = Brush()
    yield made
    made.go.set()


@pytest.fixture
def page(client, tmp_path, brush):
    shelf = Shelf(tmp_path)
    shelf.kept[2] = stages()["won"].events
    return client(games=shelf, evidence=shelf.evidence, painter=brush)


def until_made(page, path):
    """The statuses on the way, and the film."""
    seen = []
    for _ in range(60_000):
        answer = page.get(path)
        if answer.status_code == 200:
            return seen, answer
        seen.append(answer.status_code)
    raise AssertionError(f"{path} is never made: {set(seen)}")


def test_a_picture_is_of_the_turn_that_was_asked_for_else_of_the_end(page, brush):
    for asked in ("", "?turn=7", "?turn=700", "?turn=seven"):
        assert page.get(f"/games/2/picture.png{asked}").data == b"PNG"
    assert brush.drawn == [32, 7]


def test_a_film_that_is_still_being_made_is_said_to_be(page, brush):
    waiting = page.get("/games/2/clip.mp4", headers=PEOPLE)
    assert waiting.status_code == 202
    assert "The film is still being made." in waiting.text
    brush.go.set()
    seen, answer = until_made(page, "/games/2/clip.mp4")
    assert set(seen) <= {202}
    assert answer.data == b"mp4 of 33"
    assert answer.mimetype == "video/mp4"


def test_a_film_that_failed_is_made_anew(client, tmp_path):
    class Clumsy(Brush):
        def clip(self, states):
            self.drawn.append("mp4")
            if len(self.drawn) == 1:
                raise OSError("no room")
            return b"film"

    shelf = Shelf(tmp_path)
    page = client(games=shelf, painter=Clumsy())
    seen, answer = until_made(page, "/games/2/clip.mp4")
    assert answer.data == b"film"
    assert seen.count(503) == 1
    assert set(seen) == {202, 503}


KEPT = ("", "/picture.png", "/clip.mp4", "/game.html", "/evidence/7/turn-0007/film.mp4")


@pytest.mark.parametrize("path", [*(f"/games/99{one}" for one in KEPT), "/api/games/99", "/api/games/99/evidence/1"])
def test_a_game_that_was_deleted_is_said_to_be_gone(page, path):
    answer = page.get(path, headers=PEOPLE)
    assert answer.status_code == 404
    assert "Perhaps it was deleted" in answer.text


def test_names_cannot_break_out_of_a_game_as_one_file(client, tmp_path):
    shelf = Shelf(tmp_path, [Entry(1, 1_790_000_000.0, "blue:</script><script>alert(1)</script> green:Bo")])
    shelf.kept[1] = Script(("blue:</script><script>alert(1)</script>", "green:Bo")).play("b2").events
    text = client(games=shelf).get("/games/1/game.html").text
    assert "<script>alert" not in text
    kept = re.search(r'id="kept">(.*?)</script>', text)[1]
    assert json.loads(kept)["moments"][0]["set"]["table"]["seats"][0]["name"] == "</script><script>alert(1)</script>"


def test_what_was_said_at_the_table_stands_in_a_game_as_one_file(client, tmp_path):
    shelf = Shelf(tmp_path)
    shelf.kept[1] = Script().play("b2").say(e.CallMade(call={"input": "undo"}, message=saying("paused"))).events
    text = client(games=shelf).get("/games/1/game.html?lang=sv").text
    (kept,) = re.findall(r'id="kept">(.*?)</script>', text)
    assert json.loads(kept)["moments"][-1]["set"]["just"]["said"] == wording.told(saying("paused"), "sv")


def test_how_long_a_game_took_is_told_unless_the_clock_was_set_back(feed):
    for at, minutes in ((61.0, 1), (601.0, 10), (0.5, None)):
        feed.hear(Script().play("b2").say(e.GameWon(team="blue", at=at)))
        assert feed.state["minutes"] == minutes


def test_a_film_that_is_asked_for_again_and_again_has_its_game_folded_once(page, monkeypatch):
    read = []
    monkeypatch.setattr(Shelf, "events", lambda shelf, game: read.append(game) or shelf.kept[game])
    for _ in range(5):
        assert page.get("/games/2/clip.mp4").status_code == 202
        assert page.get("/games/2/picture.png").status_code == 200
    assert read == [2]
