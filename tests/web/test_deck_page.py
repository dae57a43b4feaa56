"""The door through which a host shows a deck, and the words it is told in."""

import re

import pytest

from engine.trouble import Trouble
from tests.web.deck_desk import STAGES, FakeDeck
from tests.web.show import KEY
from web import wording
from web.hosts import Hosts, InMemory
from web.own_names import OwnNames
from web.waiting import create_waiting_app


@pytest.fixture
def desk():
    return FakeDeck("shown")


@pytest.fixture
def page(desk, client):
    return client(calls=lambda call: None, deck=desk, host_key="123456")


def told(page, language="en"):
    return page.get(f"/api/deck?lang={language}", headers=KEY).json


def test_the_page_of_a_table_leads_to_showing_a_deck_where_somebody_could_lay_cards(page, client):
    assert 'data-deck="Show the deck"' in page.get("/").text
    without = client(host_key="123456")
    assert "data-deck" not in without.get("/").text
    assert without.get("/deck").status_code == 404


def test_before_a_table_is_set_up_there_is_nothing_to_show_a_deck_to():
    waiting = create_waiting_app(lambda: None, OwnNames(), None, Hosts(InMemory("123456"))).test_client()
    assert waiting.get("/api/deck", headers=KEY).status_code == 404


def test_where_no_card_was_shown_there_is_no_picture_of_the_last_one(page, desk):
    page.post("/calls", json={"input": "hello"}, headers=KEY)
    desk.now = STAGES["unknown"]
    assert page.get("/api/deck/card.jpg").status_code == 404


def test_what_is_asked_for_is_said_in_the_language_of_the_phone_and_of_the_back_nothing_can_be_corrected(page, desk):
    assert told(page, "da")["asked"] == "Læg nu: hjerter 5"
    desk.now = STAGES["back"]
    assert told(page)["correction"] == told(page)["news"] == ""


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        ("unknown", "Are cards often not recognised?"),
        ("pictures", "cards with pictures"),
        ("shown", "Of 17 cards shown the table knew 9 by itself: it is worth going on."),
        ("whole", "by itself it knew 50 of them, so it was hardly worth it."),
    ],
)
def test_it_is_said_whether_showing_the_deck_is_worth_it(page, desk, stage, said):
    desk.now = STAGES[stage]
    assert said in told(page)["worth"]


@pytest.mark.parametrize("stage", ["face down", "looks alike", "unseen", "damaged"])
def test_each_refusal_is_a_sentence_with_what_to_do_in_the_language_of_the_phone(page, desk, stage):
    desk.now = STAGES[stage]
    for language in wording.languages():
        trouble = told(page, language)["trouble"]
        texts = wording.table_of("deck", language)
        assert trouble["reason"].startswith(texts["trouble"][trouble["code"]].split("{")[0])
        assert trouble["mend"]
        assert not re.search(r"[{}]|\bJS\b|\b5H\b", trouble["reason"] + trouble["mend"])


def test_a_tap_that_meant_another_card_than_the_one_that_lies_there_now_does_nothing(page, desk):
    late = page.post("/api/deck", json={"action": "back", "number": 19}, headers=KEY).json
    assert (late["accepted"], late["reason"]) == (False, "Meanwhile the table went on.")
    assert desk.asked == []
    assert page.post("/api/deck", json={"action": "back", "number": 20}, headers=KEY).json == {"accepted": True}
    assert page.post("/api/deck", json={"action": "stop", "number": 3}, headers=KEY).json == {"accepted": True}
    assert [one["action"] for one in desk.asked] == ["back", "stop"]


def test_a_refusal_of_an_action_is_told_in_the_language_of_the_phone(page, desk):
    desk.answer = Trouble("No deck is being shown.", "Begin.", code="not-shown")
    said = page.post("/api/deck?lang=sv", json={"action": "skip", "number": 20}, headers=KEY).json
    assert said["reason"] == "Ingen kortlek visas just nu."
