"""Names of an old game, mended from the host's phone."""

from dataclasses import replace

import pytest

from engine.trouble import Trouble
from tests.web.shelf import Shelf
from tests.web.show import KEY
from tests.web.test_keepsakes import until_made


class Signing:
    """Draws nothing but the name of who plays first."""

    def picture(self, state):
        return state["table"]["seats"][0]["name"].encode()

    def clip(self, states):
        return self.picture(states[-1])


@pytest.fixture
def page(client, tmp_path):
    shelf = Shelf(tmp_path)
    shelf.entries = {at: replace(one, result="*" if at == 2 else "green") for at, one in shelf.entries.items()}

    def rename(game, names):
        if "Full" in names:
            raise Trouble("The disk is full.", "Free some room.")
        shelf.rename(game, names)

    return client(games=shelf, rename=rename, host_key="123456", painter=Signing())


def mended(page, names, headers=KEY):
    return page.put("/api/games/1/names", json={"names": names}, headers=headers)


def test_only_a_host_mends_names_with_one_for_each_seat_of_a_game_that_is_over(page):
    assert mended(page, ["Ada", "Ben"], {}).status_code == 403
    for wrong in (["Ada"], ["Ada", "Ben", "Cid"], "Ada", None, ["Ada", 7]):
        assert mended(page, wrong).status_code == 400
    assert page.put("/api/games/99/names", json={"names": []}, headers=KEY).status_code == 404
    assert mended(page, ["Full", "Ben"]).json["message"] == "The disk is full. Free some room."
    unfinished = page.put("/api/games/2/names", json={"names": ["Ada", "Ben", "Cid"]}, headers=KEY)
    assert unfinished.status_code == 409


def test_a_mended_name_stands_wherever_the_game_is_shown(page):
    assert "North" in page.get("/games").text
    assert mended(page, ["Grandma", ""]).json == {"accepted": True, "message": "The names are mended."}
    for shown in ("/games", "/games/1", "/games.csv"):
        assert "Grandma" in page.get(shown).text
        assert "North" not in page.get(shown).text
    moments = page.get("/api/games/1").json["moments"]
    assert [seat["name"] for seat in moments[0]["set"]["table"]["seats"]] == ["Grandma", ""]


def test_a_mended_name_stands_in_the_picture_and_the_film_though_they_were_drawn_before(page):
    drawn = ("/games/1/picture.png", "/games/1/picture.png?turn=7", "/games/1/clip.mp4")
    assert [until_made(page, path)[1].data for path in drawn] == [b"North"] * 3
    mended(page, ["Grandma", ""])
    assert [until_made(page, path)[1].data for path in drawn] == [b"Grandma"] * 3


@pytest.mark.parametrize("language", ["en", "es"])
def test_two_players_of_a_game_keep_two_names_however_they_are_written(page, language):
    refused = mended(page, ["Ada", " ada"], {**KEY, "Accept-Language": language})
    said = {"en": "Two players are called Ada.", "es": "Dos jugadores se llaman Ada."}
    assert (refused.status_code, refused.json["message"]) == (409, said[language])
    assert "North" in page.get("/games").text
