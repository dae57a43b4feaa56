"""Which language a page, a refusal and a voice are in."""

import re

import pytest

from hardware.voice import LANGUAGES
from referee.showing import Announcer
from tests.web.script import long_game
from web import wording
from web.app import create_app

GERMAN_THEN_SPANISH = {"Accept-Language": "de-DE,es-MX;q=0.8,en;q=0.5"}
HTML = {"Accept": "text/html"}


@pytest.fixture
def page(feed):
    return create_app(feed, calls=lambda call: None, host_key="123456").test_client()


def language_of(answer):
    return re.search(r'<html lang="(\w+)"', answer.text)[1]


@pytest.mark.parametrize(
    ("preferred", "language"),
    [("da-DK", "da"), ("sv", "sv"), ("fi,sv;q=0.9,en;q=0.8", "sv"), ("de-DE,es-MX;q=0.8,en;q=0.5", "es"), ("ja", "en")],
)
def test_a_phone_gets_the_first_of_its_languages_that_there_is(page, preferred, language):
    assert language_of(page.get("/", headers={"Accept-Language": preferred})) == language
    lost = page.get("/no-such-page", headers={"Accept-Language": preferred, **HTML})
    assert language_of(lost) == language
    assert wording.table(language)["error"]["not_found"] in lost.text


def test_a_language_that_was_chosen_holds_for_the_pages_after_it(page):
    assert language_of(page.get("/?lang=da", headers=GERMAN_THEN_SPANISH)) == "da"
    assert language_of(page.get("/no-such-page", headers={**GERMAN_THEN_SPANISH, **HTML})) == "da"
    assert language_of(page.get("/?lang=sv")) == "sv"
    assert language_of(page.get("/")) == "sv"


def test_a_language_that_nobody_speaks_here_is_neither_shown_nor_kept(page):
    answer = page.get("/?lang=../xx", headers=GERMAN_THEN_SPANISH)
    assert language_of(answer) == "es"
    assert "Set-Cookie" not in answer.headers


def test_the_drawer_offers_every_language_by_its_own_name_and_shows_which_is_on(page):
    html = page.get("/?lang=sv").text
    offered = re.findall(r'<option value="(\w+)" lang="\w+"( selected)?>([^<]+)<', html)
    assert [(code, name) for code, _, name in offered] == list(wording.language_names().items())
    assert [code for code, on, _ in offered if on] == ["sv"]


def test_a_cache_keeps_the_languages_of_a_page_apart(page):
    assert {"Cookie", "Accept-Language"} <= set(page.get("/").vary)


@pytest.mark.parametrize("language", wording.languages())
def test_a_call_that_lacks_something_is_refused_in_the_language_of_the_phone(page, language):
    answer = page.post(
        "/calls",
        json={"input": "correct-turn", "turn": "seven"},
        headers={"X-Host-Key": "123456", "Accept-Language": language},
    )
    assert answer.status_code == 400
    assert answer.json["message"] == wording.table(language)["needs"]["turn"]


@pytest.mark.parametrize("language", wording.languages())
def test_the_machine_announces_in_the_language_it_was_started_with(language):
    said = []

    class Mouth:
        speak = said.append

    Announcer(Mouth(), language=language).hear(long_game().events)
    team = wording.table(language)["team"]["blue"]
    assert said == [wording.text("said", "sequence", language, team=team)]


def test_every_language_of_the_pages_has_a_voice():
    assert set(LANGUAGES) == set(wording.languages())
