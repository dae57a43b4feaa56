"""The texts of all pages and those of one alone: in every language, with the same to fill in, and none in English."""

import re
from pathlib import Path

import pytest

import web
from web import wording

LANGUAGES = Path(web.__file__).parent / "languages"
PAGES = sorted(folder.name for folder in LANGUAGES.iterdir() if folder.is_dir())
OTHERS = [code for code in wording.languages() if code != "en"]
SAME_IN_ENGLISH = {
    *("value.no", "version.heading", "page.title", "device.iPhone", "device.iPad", "question.no"),
    *("menu.open", "device.computer", "games.stop", "games.film"),
}
"""Texts of more than signs and units that are rightly the same in some language: names, and words that both have."""
ENGLISH_ONLY = re.compile(r"\b(the|was|were|of|and|with|board|card|turn|not|this|that)\b", re.IGNORECASE)


def texts_of(page, language):
    told = wording.table_of(page, language) if page else wording.table(language)
    return {f"{section}.{key}": text for section, texts in told.items() for key, text in texts.items()}


def holes(text):
    return sorted(re.findall(r"{\w*}?", text))


def test_each_page_has_its_texts_in_every_language():
    assert PAGES == ["club", "deck", "machine", "puzzles", "setup", "trust"]
    for page in PAGES:
        assert {file.stem for file in (LANGUAGES / page).glob("*.toml")} == set(wording.languages())


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_a_club_calls_turns_as_a_table_does(language):
    assert texts_of("club", language)["page.turns"] == wording.text("games", "turns", language, count="{n}")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("page", ["", *PAGES])
def test_every_text_is_there_with_the_same_things_to_fill_in_and_none_is_left_in_english(page, language):
    english, own = texts_of(page, "en"), texts_of(page, language)
    assert own.keys() == english.keys()
    assert {key for key, text in own.items() if holes(text) != holes(english[key])} == set()
    same = {key for key, text in own.items() if text == english[key]}
    in_words = {key for key in same if re.search(r"[a-z]{3}", re.sub(r"{\w+}|dBm", "", english[key]))}
    assert in_words <= SAME_IN_ENGLISH
    bare = {key: re.sub(r"{\w+}|`.*?`|--[\w-]+", "", text) for key, text in own.items()}
    assert {key for key, text in bare.items() if ENGLISH_ONLY.search(text)} == set()
