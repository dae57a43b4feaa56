"""The door through which a host sets a table up, and the words it is told in."""

import pytest

from engine.trouble import Trouble
from tests.web.setup_desk import LAYOUT, FakeDesk
from tests.web.show import KEY
from web import wording
from web.hosts import Hosts, InMemory
from web.own_names import OwnNames
from web.setup import books_for
from web.waiting import create_waiting_app


@pytest.fixture
def desk():
    return FakeDesk("found", {"measure": "chips"})


@pytest.fixture
def page(desk):
    return create_waiting_app(lambda: None, OwnNames(), desk, Hosts(InMemory("123456"))).test_client()


def test_the_page_of_a_waiting_table_leads_to_setting_it_up(page):
    assert 'href="/setup"' in page.get("/").text


def test_a_table_that_is_not_set_up_says_so_in_the_language_of_the_phone(desk):
    lacks = Trouble("There is no table profile in /somewhere.", "Make one.", code="not-set-up")
    waiting = create_waiting_app(lambda: lacks, OwnNames(), desk, Hosts(InMemory("123456"))).test_client()
    assert "Bordet er ikke gjort klar endnu." in waiting.get("/?lang=da").text
    assert "profile" not in waiting.get("/?lang=da").text


def test_a_refusal_is_told_in_the_language_of_the_phone(page, desk):
    desk.answer = Trouble("Chips.", code="not-empty", spaces="e4")
    said = page.post("/api/setup?lang=da", json={"action": "measure", "step": "board"}, headers=KEY).json
    assert said["reason"] == "Der ser ud til at ligge brikker, eller en hånd, på nederste ♣4.".replace("♣4", "4♣")


def test_while_nothing_is_played_a_call_is_refused_in_a_sentence(page):
    said = page.post("/calls", json={"input": "pause"}, headers=KEY).json
    assert said["accepted"] is False
    assert said["message"]


def test_only_editions_that_fit_the_board_are_offered():
    names = [book.name for book in books_for(LAYOUT)]
    assert names[0] == "classic"
    assert "european-es" in names
    assert "kids" not in names


def test_every_switch_and_value_that_is_offered_is_explained():
    texts = wording.table_of("setup")
    for book in books_for(LAYOUT):
        assert book.choices.keys() == book.rules.keys() <= texts["rule"].keys()
        assert {one for values in book.choices.values() for one in values if not one.isdigit()} <= texts["value"].keys()
        assert book.name in texts["edition"]
        assert book.name in texts["edition_about"]
