"""Which language a page, a refusal and a voice are in."""

import ast
import itertools
import re
from importlib import resources

import pytest

from engine import events as e
from engine.faults import FAULTS, MARKS
from engine.rules.rulebook import rules
from hardware.voice import LANGUAGES
from referee.session.showing import Announcer
from tests.web.script import long_game
from web import wording
from web.answered import answered
from web.app import Services, create_app
from web.calls import CallAnswer
from web.citations import lines_of
from web.scoreboard import Scoreboard, fold

GERMAN_THEN_SPANISH = {"Accept-Language": "de-DE,es-MX;q=0.8,en;q=0.5"}
HTML = {"Accept": "text/html"}


@pytest.fixture
def page(feed):
    return create_app(feed, Services(calls=lambda call: None, host_key="123456")).test_client()


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
    assert said == [wording.text("said", "sequence", language, team="North")]


def test_every_language_of_the_pages_has_a_voice():
    assert set(LANGUAGES) == set(wording.languages())


OTHERS = [code for code in wording.languages() if code != "en"]
OF_REMOVALS = {"nothing-there", "own-chip", "locked"}
"""Problems of a removal; on the board they are a chip that is missing."""


def announced(event, language):
    board = Scoreboard()
    for before in long_game():
        board = fold(board, before)
    return wording.announcement(board, event, language)


def fault(code, **more):
    english = {"message": "English.", "mend": "English.", "rule": "Rule, line 1."}
    return e.FaultFound(code=code, number=1, turn=9, **english, **more)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("code", sorted(set(MARKS) - OF_REMOVALS))
def test_each_fault_is_told_in_the_language_of_the_table(language, code):
    told = announced(fault(code, spaces=("e4", "f5"), team="green", card="7H"), language)
    assert told.startswith(wording.fault_title(code, language))
    assert "English." not in told
    assert not re.search(r"[{}]|\b[a-j]\d|  ", told)
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
    swapped = fault("chip-swapped", spaces=("e4", "f5"))
    assert announced(swapped, "sv") == (
        "En bricka har bytt färg. De här brickorna har bytt plats: nedre klöver 4, övre hjärter 4."
    )


@pytest.mark.parametrize("language", OTHERS)
def test_a_fault_of_which_too_little_is_known_is_told_as_the_referee_says_it(language):
    title = wording.fault_title("out-of-turn", language)
    assert announced(fault("out-of-turn", spaces=("e4",)), language) == f"{title} English."
    assert announced(fault("of-tomorrow", spaces=("e4",)), language).endswith("English.")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("about", ["claim", "doubt", "dead-card", "card", "board", "over"])
def test_each_kind_of_question_is_asked_in_the_language_of_the_table(language, about):
    question = e.Question(
        question="English?", about=about, options=("7H", "8H"), spaces=("e4",), team="blue", card="7H", number=1
    )
    asked = announced(question, language)
    assert asked == wording.in_own_words(
        "question_about",
        about,
        {"options": question.options, "spaces": question.spaces, "team": "blue", "card": "7H"},
        language,
        aloud=True,
        setting=fold(Scoreboard(), long_game().events[0]).setting,
    )
    assert asked
    assert "English" not in asked


@pytest.mark.parametrize("language", OTHERS)
def test_what_the_referee_says_has_the_same_texts_in_all_other_languages(language):
    for section in (
        "fault_message",
        "fault_mend",
        "fault_rule",
        "fault_otherwise",
        "question_about",
        "question_default",
        "answer",
        "cited",
    ):
        assert wording.table(language)[section].keys() == wording.table("es")[section].keys()


CALLS = ("answers", "turn_calls", "declared_facts")
"""Modules of the engine in which people are answered."""


def variants(said):
    """What a string of the source can come to, with 7 for what varies."""
    if isinstance(said, ast.Constant):
        return [str(said.value)]
    if isinstance(said, ast.IfExp):
        return variants(said.body) + variants(said.orelse)
    if isinstance(said, ast.BinOp):
        return [one + other for one in variants(said.left) for other in variants(said.right)]
    if isinstance(said, ast.FormattedValue):
        return variants(said.value) if isinstance(said.value, ast.IfExp) else ["7"]
    if isinstance(said, ast.JoinedStr):
        return ["".join(parts) for parts in itertools.product(*map(variants, said.values))]
    return []


def answers_of_the_engine():
    for name in CALLS:
        source = (resources.files("engine") / "judging" / f"{name}.py").read_text("utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                yield from variants(node.args[0])
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
                yield from variants(node.value.elts[0])


RULINGS = {"7 7", "77", "7 taken back.", "Each seat of 7 gives up one card7."}
"""Answers that are made of others: a problem with its rule, a count of turns, cards that were given up or none."""


@pytest.mark.parametrize("language", OTHERS)
def test_every_answer_to_a_call_is_told_in_the_language_of_the_phone(language):
    texts = wording.table(language)
    told = {said: answered(said, texts) for said in answers_of_the_engine() if said.strip() not in RULINGS}
    assert len(told) > 30
    assert [said for said, own in told.items() if own == said] == []
    for made in (
        "The last turn is taken back.",
        "The last 3 turns are taken back.",
        "Each seat of blue gives up one card: 7H.",
    ):
        assert answered(made, texts) != made


SIGNS = {"%", "L*a*b*"}
"""Units that are the same in every language."""


def said_of_the_picture():
    """All that is said of how well the camera sees: names, units, bounds, and what would help."""
    source = (resources.files("vision") / "memory" / "quality.py").read_text("utf-8")
    (measured,) = [one for one in ast.parse(source).body if getattr(one, "name", "") == "measures_of"]
    for node in ast.walk(measured):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            yield node.value.value
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Measure":
            for said in node.args:
                if isinstance(said, ast.JoinedStr) or (isinstance(said, ast.Constant) and isinstance(said.value, str)):
                    yield from variants(said)


@pytest.mark.parametrize("language", OTHERS)
def test_how_well_the_camera_sees_is_told_in_the_language_of_the_phone(language):
    said = set(said_of_the_picture()) - SIGNS
    assert len(said) > 15
    assert {one for one in said if answered(one, wording.table(language)) == one} == set()


def test_what_varies_in_an_answer_stands_in_the_other_language_too():
    board = "Please put the board back: a green chip on e4, nothing on f5."
    assert answered(board, wording.table("da")) == "Læg brættet tilbage: en brik fra Grøn på e4, intet på f5."
    assert answered("Blue resigns.", wording.table("es")) == "Azul se rinde."
    assert answered("Who would say that?", wording.table("es")) == "Who would say that?"


def test_a_refusal_reaches_the_phone_in_its_language(feed):
    refused = CallAnswer(False, "Only 1 turn was played.")
    page = create_app(feed, Services(calls=lambda call: refused, host_key="123456")).test_client()
    headers = {"X-Host-Key": "123456", "Accept-Language": "sv"}
    assert page.post("/calls", json={"input": "undo", "turns": 2}, headers=headers).json == {
        "accepted": False,
        "message": "Bara 1 drag har spelats.",
    }


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
    assert set(wording.for_scripts(wording.table("da"))) >= asked - {
        "setup",
        "machine",
        "deck",
        "key",
    }  # English needs no section of answers
