"""Earlier games: the list, the replay, and what the camera saw."""

import re
from functools import reduce

import pytest

from engine import events as e
from engine.trouble import Trouble
from tests.engine.boards import read_record
from tests.engine.told import events_of
from tests.web.phones import lay_over
from tests.web.script import long_game
from tests.web.shelf import Shelf
from tests.web.show import PEOPLE, stages
from web.games import lessons_of
from web.scoreboard import Scoreboard, fold
from web.state_words import StateWords, moments
from web.updates import page_state


@pytest.fixture
def page(client, tmp_path):
    shelf = Shelf(tmp_path)
    return client(games=shelf, evidence=shelf.evidence)


def states_of(happened):
    state = {}
    for moment in moments(happened, "en"):
        state = lay_over(state, moment)
        yield moment["turn"], state


def test_the_list_says_who_played_when_and_who_won(page):
    text = page.get("/games").text
    assert text.index("/games/3") < text.index("/games/1")
    assert "Bo wins!" in text
    assert "Not finished" in text
    assert "Ada" in text
    assert "61 turns" in text


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "21 September 2026"),
        ("es", "21 de septiembre de 2026"),
        ("da", "21. september 2026"),
        ("sv", "21 september"),
    ],
)
def test_days_are_written_as_people_of_that_language_write_them(page, language, day):
    for path in ("/games", "/games/1"):
        shown = re.sub(r'datetime="[^"]*"', "", page.get(f"{path}?lang={language}").text)
        assert day in shown
        assert "2026-" not in shown


def test_the_game_being_played_is_listed_as_such(client, feed, tmp_path):
    shelf = Shelf(tmp_path)
    unfinished = next(entry.id for entry in shelf.games() if entry.result == "*")
    feed.tell(game=unfinished)
    text = client(games=shelf).get("/games").text
    assert "Being played" in text
    assert "Not finished" not in text


def test_while_a_won_game_is_looked_at_its_number_stays_and_the_next_one_is_being_played(client, feed, tmp_path):
    feed.hear(stages()["won"].events)
    feed.tell(game=2)
    feed.hear((e.GameStarted(edition="classic", layout="classic", seats=("blue:North", "green:East")),))
    feed.tell(game=1)
    assert feed.state["game"] == 2
    assert "Not finished" not in client(games=Shelf(tmp_path)).get("/games").text


def test_a_shelf_with_no_games_says_so(client, tmp_path):
    page = client(games=Shelf(tmp_path, ()))
    assert "No game has been kept yet." in page.get("/games").text


def test_a_replay_has_a_moment_for_every_turn_and_ends_where_the_game_stands():
    board = reduce(fold, long_game(), Scoreboard())
    shown = list(states_of(long_game()))
    assert [turn for turn, _ in shown] == list(range(25))
    final = StateWords("en").told(page_state(board), board.setting)
    assert {key: value for key, value in shown[-1][1].items() if key in final} == final


def test_a_fault_and_its_end_are_moments_of_their_own():
    game = long_game().fault().say(e.FaultCleared(code="out-of-turn", number=1)).play("g8")
    shown = [(turn, len(state["faults"])) for turn, state in states_of(game)]
    assert shown[-4:] == [(24, 0), (24, 1), (24, 0), (25, 0)]


def test_a_game_with_no_events_has_no_moments():
    assert list(moments([], "en")) == []


def test_without_scripts_a_replay_says_what_it_needs_and_how_the_game_ended(page):
    text = page.get("/games/2").text
    said = text[text.index("<noscript>") : text.index("</noscript>")]
    assert "This page needs JavaScript." in said
    assert "Bo wins!" in said


def test_what_the_camera_saw_is_listed_with_its_addresses(page):
    exhibits = page.get("/api/games/1/evidence/7").json["exhibits"]
    assert {(one["name"], one["kind"]) for one in exhibits} == {
        ("before", "picture"),
        ("after", "picture"),
        ("film", "film"),
        ("evidence", "words"),
    }
    for one in exhibits:
        answer = page.get(one["url"])
        assert answer.status_code == 200
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        answer.close()
    assert page.get("/api/games/1/evidence/8").json == {"exhibits": []}


def test_a_film_can_be_asked_for_in_parts_as_phones_do(page):
    answer = page.get("/games/1/evidence/7/turn-0007/film.mp4", headers={"Range": "bytes=3-6"})
    assert answer.status_code == 206
    assert answer.data == b"film"
    assert answer.mimetype == "video/mp4"
    answer.close()


@pytest.mark.parametrize(
    "path",
    [
        "turn-0007/secret.txt",
        "turn-0007/..%2f..%2f..%2fetc%2fpasswd",
        "../app.py",
        "..%2fturn-0007/film.mp4",
        "turn-0008/film.mp4",
    ],
)
def test_nothing_but_evidence_is_given_out(page, path):
    assert page.get(f"/games/1/evidence/7/{path}", headers=PEOPLE).status_code == 404


def test_what_could_be_learnt_is_shown_only_when_the_game_is_over(page):
    button = 'id="lessons"'
    assert button in page.get("/games/2").text
    assert button not in page.get("/games/1").text
    assert page.get("/api/games/1/lessons").status_code == 404
    assert page.get("/api/games/3/lessons").json["turns"] == 0, "a game that never began teaches nothing"
    found = page.get("/api/games/2/lessons").json
    assert set(found) == {"remarks", "puzzles", "unseen", "turns", "cut"}


def test_lessons_say_what_was_missed_and_stop_when_they_take_too_long():
    record = read_record(
        '[Edition "classic"]\n[Seats "blue green"]\n[Rules "sequences_to_win=1"]\n\n'
        "AS@b3 2S@b1 2D@c3 3S@c1 3D@d3 9S@i1 4D@e3 6C@a2 JC@j4 7S@g1 5D@f3"
    )
    found = lessons_of(events_of(record), lambda: 0.0)
    assert [(one["kind"], one["turn"]) for one in found["remarks"]] == [("missed-win", 9)]
    last = found["puzzles"][-1]
    assert (last["kind"], last["turn"], list(last["solutions"])) == ("win-in-one", 11, ["5D@f3"])
    assert (found["unseen"], found["turns"], found["cut"]) == (0, 11, 0)
    hours = iter(range(0, 1_000_000, 3600))
    assert lessons_of(events_of(record), lambda: float(next(hours)))["cut"] == 1


@pytest.mark.parametrize(
    ("language", "called"), [("en", "Sequence, as most boxes have it"), ("da", "Sequence, som de")]
)
def test_an_edition_is_called_as_people_call_it(page, language, called):
    told = page.get(f"/games?lang={language}").text
    assert called in told
    assert "classic" not in told


def test_a_table_without_a_history_has_no_shelf(client):
    watching = client()
    assert watching.get("/games").status_code == 404
    assert "/games" not in watching.get("/").text


def test_a_game_that_cannot_be_read_any_more_is_said_in_words(client):
    class Damaged:
        def games(self):
            raise Trouble("The history cannot be read: its pages do not fit together.")

    answer = client(games=Damaged()).get("/games", headers=PEOPLE)
    assert answer.status_code == 503
    assert "pages" not in answer.text, "what is wrong inside is for the log"
