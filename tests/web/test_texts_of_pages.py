"""The texts of all pages and those of one alone: in every language, with the same to fill in, and none in English."""

import re
from pathlib import Path

import pytest

import web
from tests.web.sources import STATIC, source_of
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


MEASURING = ("calibration.calibrate", "calibration.usable")
CODE = r'code="([\w-]+)"'
SAY_SO = {
    "setup": (*MEASURING, "vision.finding.board", "vision.finding.found", "referee.setup.evenings"),
    "deck": ("calibration.showing", "referee.session.table_deck"),
    "machine": (
        *("hardware.devices", "hardware.network.trouble", "hardware.panel", "hardware.pi", "hardware.recording"),
        *("hardware.usb", "hardware.video", "hardware.worries", "referee.setup.viewfinder"),
        *(f"referee.appliance.{name}" for name in ("joining", "machine", "network", "secure_page", "service")),
        *("referee.appliance.settings", "vision.rectify.pictures"),
    ),
}
"""Modules that say what is wrong, by the page that tells it."""
AMONG_THEM = {
    "setup": {"no-board", "cut-off", "not-empty", "profile-unusable"},
    "deck": {"no-card", "face-down", "looks-alike", "glare"},
    "machine": {
        *("too-hot", "low-voltage", "disk-full", "camera-held", "camera-forbidden", "camera-no-picture"),
        *("recording-empty", "cut-off", "wifi-word", "settings", "no-update"),
    },
}


@pytest.mark.parametrize("page", SAY_SO)
def test_whatever_can_be_wrong_has_words_with_what_to_do(page):
    source = source_of(*SAY_SO[page])
    codes = {*re.findall(CODE, source), *re.findall(r'Worry\("[a-z-]+", "([a-z-]+)"', source)}
    codes |= {one for pair in re.findall(r'"([a-z-]+)" if low else "([a-z-]+)"', source) for one in pair}
    codes |= set(re.findall(r'NetworkError\(.*"(wifi-[a-z]+)"\)', source))
    texts = wording.table_of(page)
    assert AMONG_THEM[page] <= codes <= texts["trouble"].keys()
    assert texts["trouble"].keys() == texts["mend"].keys()


def test_whatever_is_remarked_on_a_measured_table_has_words():
    remarks = set(re.findall(r'Remark\(.*, "([a-z]+(?:-[a-z]+)*)"[,)]', source_of(*MEASURING)))
    assert {"glare", "like-a-chip"} <= remarks
    assert remarks | {"profile-unusable"} <= wording.table_of("setup")["remark"].keys()


WORDS, OF_PAGE = r"\bwords\.([a-z]+)\.([a-z_]+)\b", r"\b()words\.([a-z_]+)\b"
SCRIPTS = {
    "setup": {WORDS: ("setup.js", "setup_game.js", "setup_view.js")},
    "deck": {OF_PAGE: ("deck.js",)},
    "machine": {WORDS: ("machine.js",)} | {rf"(?<![\w.])({short})\.([a-z_]+)\b": ("machine.js",) for short in "fvn"},
}
SHORT = {"": "page", "f": "health", "v": "version", "n": "network"}


@pytest.mark.parametrize("page", SCRIPTS)
def test_what_the_scripts_of_a_page_ask_for_is_in_its_texts(page):
    texts, asked = wording.table_of(page), set()
    for pattern, files in SCRIPTS[page].items():
        for file in files:
            asked |= {(SHORT.get(a, a), key) for a, key in re.findall(pattern, (STATIC / file).read_text("utf-8"))}
    assert len(asked) > 5
    missing = {(section, key) for section, key in asked if section in texts and key not in texts[section]}
    assert missing - {(section, "heading") for section in texts} == set()
