"""Which language a page, a refusal and a voice are in."""

import json
import re
from functools import cache, reduce
from importlib import resources
from pathlib import Path
from typing import get_args

import pytest

from engine import events as e
from engine.faults import FAULTS, MARKS
from engine.judging.view import REASONS
from engine.rules.rulebook import rules
from engine.saying import Saying, saying
from hardware.voice import LANGUAGES
from hardware.watchdog import Fault
from referee.measures import Measure, measure_words
from referee.session.showing import Announcer
from tests.web.script import long_game
from tests.web.show import PEOPLE
from web import wording
from web.calls import CallAnswer
from web.people import Ask, People
from web.scoreboard import Scoreboard, fold
from web.state_words import lines_of

UNKNOWN_THEN_SPANISH = {"Accept-Language": "qaa,es-MX;q=0.8,en;q=0.5"}
"""`qaa` and `qab` stand for no language that anybody will add."""


@pytest.fixture
def page(client):
    return client(calls=lambda call: None, host_key="123456")


def language_of(answer):
    return re.search(r'<html lang="(\w+)"', answer.text)[1]


@pytest.mark.parametrize(
    ("preferred", "language"),
    [("da-DK", "da"), ("sv", "sv"), ("qab,sv;q=0.9,en;q=0.8", "sv"), ("qaa,es-MX;q=0.8,en;q=0.5", "es"), ("qaa", "en")],
)
def test_a_phone_gets_the_first_of_its_languages_that_there_is(page, preferred, language):
    assert language_of(page.get("/", headers={"Accept-Language": preferred})) == language
    lost = page.get("/no-such-page", headers={"Accept-Language": preferred, **PEOPLE})
    assert language_of(lost) == language
    assert wording.table(language)["error"]["not_found"] in lost.text


def test_a_language_that_was_chosen_holds_for_the_pages_after_it(page):
    assert language_of(page.get("/?lang=da", headers=UNKNOWN_THEN_SPANISH)) == "da"
    assert language_of(page.get("/no-such-page", headers={**UNKNOWN_THEN_SPANISH, **PEOPLE})) == "da"
    assert language_of(page.get("/?lang=sv")) == "sv"
    assert language_of(page.get("/")) == "sv"


def test_a_language_that_nobody_speaks_here_is_neither_shown_nor_kept(page):
    answer = page.get("/?lang=../xx", headers=UNKNOWN_THEN_SPANISH)
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
    assert said == [wording.text("said", "sequence", language, team="North")]


def test_every_language_of_the_pages_has_a_voice():
    assert set(LANGUAGES) == set(wording.languages())


OTHERS = [code for code in wording.languages() if code != "en"]
OF_REMOVALS = {"nothing-there", "own-chip", "locked"}
"""Problems of a removal; on the board they are a chip that is missing."""


@cache
def the_table():
    return reduce(fold, long_game(), Scoreboard())


def announced(event, language):
    return wording.announcement(the_table(), event, language)


def fault(code, **more):
    return e.FaultFound(code=code, number=1, turn=9, **more)


@pytest.mark.parametrize("language", wording.languages())
def test_each_fault_is_told_in_the_language_of_the_table(language):
    for code in set(FAULTS) - OF_REMOVALS:
        told = announced(fault(code, spaces=("e4", "f5"), team="green", card="7H"), language)
        assert told.startswith(wording.fault_title(code, language)), code
        assert told != wording.fault_title(code, language), code
        assert not re.search(r"[{}]|\b[a-j]\d|  ", told), code
        texts = wording.table(language)
        assert code in texts["fault_mend"]
        assert code in texts["fault_rule"]


def test_a_fault_names_team_spaces_and_card_as_people_say_them():
    moved = fault("chip-moved", spaces=("e4", "f5"), team="green")
    assert announced(moved, "da") == (
        "En brik blev flyttet. Brikken fra East på nederste klør 4 blev flyttet til øverste hjerter 4."
    )
    wrong = fault("wrong-card", spaces=("e4",), team="green", card="QH")
    assert announced(wrong, "es") == (
        "La carta no corresponde. La carta reina de corazones no va con la casilla 4 de tréboles de abajo."
    )
    jack = fault("wrong-card", spaces=("e4",), team="green", card="JS")
    assert announced(jack, "en") == (
        "The card does not fit. jack of spades only takes a chip away: none is placed with it."
    )
    swapped = fault("chip-swapped", spaces=("e4", "f5"))
    assert announced(swapped, "sv") == (
        "En bricka har bytt färg. De här brickorna har bytt plats: nedre klöver 4, övre hjärter 4."
    )


@pytest.mark.parametrize("language", wording.languages())
def test_a_fault_of_which_too_little_is_known_is_told_by_its_title(language):
    assert announced(fault("out-of-turn", spaces=("e4",)), language) == wording.fault_title("out-of-turn", language)
    assert announced(fault("of-tomorrow", spaces=("e4",)), language) == wording.fault_title("other", language)


@pytest.mark.parametrize("language", wording.languages())
def test_each_kind_of_question_is_asked_in_the_language_of_the_table(language):
    of = {"spaces": ("e4",), "team": "blue", "card": "7H", "changes": ("e4:bg",), "options": ("7H", "8H"), "number": 1}
    for about in ("claim", "doubt", "dead-card", "card", "board", "over"):
        asked = announced(e.Question(about=about, **of), language)
        assert asked == re.sub(r"[{}]|\b[a-j]\d|  ", "", asked)
        assert len(asked) > 10, about


SAID = re.compile(r"""\b(?:saying|Saying|Refusal|LedgerError)\(\s*"([a-z][a-z-]*)\"""")
"""A sentence that a module of the engine or the program says by its code."""


def codes_said():
    for room in ("engine", "referee", "web"):
        for file in Path(room).rglob("*.py"):
            yield from SAID.findall(file.read_text("utf-8"))


@pytest.mark.parametrize("language", wording.languages())
def test_whatever_the_referee_says_by_a_code_has_its_words_in_every_language(language):
    codes = {*codes_said(), *REASONS, *get_args(Fault), "bands"} - {wording.PROBLEM, "back", ""}
    assert len(codes) > 80
    assert {code for code in codes if not wording.told(Saying(code), language)} == set()


@pytest.mark.parametrize("language", wording.languages())
def test_how_well_the_camera_sees_is_told_in_the_language_of_the_phone(language):
    source = (resources.files("referee") / "measures.py").read_text("utf-8")
    measured = re.findall(r'Measure\("(\w+)", \w+, "([^"]+)", (.+)\)', source)
    crossed = [Measure(name, 1.0, unit, least=2.0) for name, unit, ends in measured if "most=" not in ends]
    crossed += [Measure(name, 3.0, unit, most=2.0) for name, unit, ends in measured if "most=" in ends or "," in ends]
    assert len({one.name for one in crossed}) > 5
    for one in crossed:
        name, unit = one.name, one.unit
        told = measure_words(one, language)
        assert told["name"] == wording.table(language)["measure"][name]
        assert told["advice"].endswith(".")
        assert "2" in told["bound"]
        assert unit in ("%", "L*a*b*") or told["unit"] != unit or language == "en"


def test_what_varies_in_an_answer_stands_in_the_other_language_too():
    assert wording.told(saying("resigns", team="blue"), "es") == "Azul se rinde."
    assert wording.told(saying("talk-cards", team="red", cards=("7H", "KD")), "en").endswith("7♥, K♦.")
    assert wording.told("A sentence of an older record.", "es") == "A sentence of an older record."
    asked = {"about": "board", "changes": ["e4:bg", "f5:b."], "spaces": ["e4", "f5"]}
    assert wording.question_words(asked, "da") == "Læg brættet tilbage: en brik fra Grøn på e4, intet på f5."
    asked["changes"] = []
    assert wording.question_words(asked, "da") == "Læg brættet tilbage: e4, f5.", "as of an older record"


@pytest.mark.parametrize("language", wording.languages())
def test_a_card_that_breaks_a_rule_is_refused_with_what_is_wrong_and_the_rule(language):
    told = wording.told(saying("problem", problem="wrong-card", card="9D", spaces="e5", action="place"), language)
    assert "9♦" in told
    assert "e5" in told
    assert told.endswith(wording.table(language)["fault_rule"]["wrong-card"])


def test_a_refusal_reaches_the_phone_in_its_language(client):
    refused = CallAnswer(False, saying("only-turn", played=1))
    page = client(calls=lambda call: refused, host_key="123456")
    headers = {"X-Host-Key": "123456", "Accept-Language": "sv"}
    assert page.post("/calls", json={"input": "undo", "turns": 2}, headers=headers).json == {
        "accepted": False,
        "message": "Bara 1 drag har spelats.",
    }


def test_who_asked_hears_in_their_language_why_it_was_refused(feed):
    asked = Ask(number=1, seat=0, call={"input": "undo"}, outcome="refused", message=saying("only-turn", played=1))
    feed.tell(people=People(asks=(asked,)))
    (told,) = json.loads(feed.whole("sv").data)["state"]["people"]["asks"]
    assert told["message"] == "Bara 1 drag har spelats."


def test_possible_answers_are_told_one_by_one_whatever_they_are_called():
    for options, told in (("Ann Lee (4), Bo (3)", "Ann Lee (4) eller Bo (3)"), ("yes, no", "Ja eller Nej")):
        said = wording.told(saying("no-answer", answer="x", options=options), "sv")
        assert said == f"“x” är inget svar; det är {told}."


def test_each_fault_names_its_lines_in_every_book_that_agrees():
    assert lines_of("occupied") == {"English": "45", "Danish": "30", "Spanish": "51", "Swedish": "61", "Bible": "29"}
    for code in MARKS:
        for row in FAULTS[code].rules:
            if rules()[row].grade == "printed":
                for book, lines in rules()[row].lines.items():
                    assert set(lines.split(", ")) <= set(lines_of(code)[book].split(", "))
    assert lines_of("foreign-colour") == {}, "the books disagree on who plays which colour"


def test_no_script_asks_for_a_text_that_its_page_leaves_out():
    scripts = "".join(
        file.read_text("utf-8") for file in (resources.files("web") / "static").iterdir() if file.name.endswith(".js")
    )
    asked = set(re.findall(r"(?<!/)\btexts\.(\w+)", scripts)) | set(re.findall(r'\bsay\("(\w+)"', scripts))
    assert asked & wording.SERVERS_OWN == set()
    assert set(wording.for_scripts(wording.table("da"))) >= asked - {"setup", "machine", "deck", "key"}
