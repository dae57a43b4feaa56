"""Old games as a table, and how a host deletes one."""

import csv
import io

import pytest

from engine.trouble import Trouble
from tests.web.shelf import Shelf
from tests.web.show import KEY
from web.spreadsheet import as_csv


@pytest.fixture
def gone():
    return []


@pytest.fixture
def page(client, tmp_path, gone):
    def forget(game):
        if game == 2:
            raise Trouble("Game 2 is being refereed.", "End it first.")
        gone.append(game)

    return client(games=Shelf(tmp_path), forget=forget, host_key="123456")


def test_only_a_host_deletes_a_game_and_only_one_that_is_over(page, feed, gone):
    assert page.delete("/api/games/1").status_code == 403
    assert page.delete("/api/games/99", headers=KEY).status_code == 404
    feed.tell(game=3)
    played = page.delete("/api/games/3", headers=KEY)
    assert (played.status_code, played.json["message"]) == (409, "A game is being played. End it first.")
    assert "being refereed" in page.delete("/api/games/2", headers=KEY).json["message"]
    assert gone == []
    assert page.delete("/api/games/1", headers=KEY).json == {"accepted": True, "message": "Game 1 is deleted."}
    assert gone == [1]


def test_no_cell_of_a_table_is_carried_out_by_a_spreadsheet():
    told = as_csv(("who", "n"), [("=1+1", -3), ("+Ada", 2), ("@x", 0), ("Ada\nBen", 1)])
    assert told.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(told.decode("utf-8-sig"))))
    assert rows == [["who", "n"], ["'=1+1", "-3"], ["'+Ada", "2"], ["'@x", "0"], ["Ada\nBen", "1"]]


def test_the_games_come_as_a_table_for_spreadsheets(page):
    rows = list(csv.DictReader(io.StringIO(page.get("/games.csv").data.decode("utf-8-sig"))))
    assert [row["game"] for row in rows] == ["3", "2", "1"]
    assert rows[1] | {"began": ""} == {
        "game": "2",
        "began": "",
        "book": "classic",
        "players": "blue:Ada green:Bo red:Cy",
        "winner": "green",
        "turns": "61",
    }
