"""Sentences, and that every text a page asks for is there."""

import re
import typing
from functools import reduce
from itertools import accumulate
from pathlib import Path

import msgspec
import pytest

import web
from engine import calls
from engine import events as e
from engine.faults import FAULTS
from tests.web.script import Script, long_game, opening
from tests.web.show import stages
from tests.web.sources import STATIC
from web import wording
from web.scoreboard import Scoreboard, fold

TEMPLATES = Path(web.__file__).parent / "templates"


def told(events):
    for board in accumulate(events, fold, initial=Scoreboard()):
        yield wording.sentence(board.just)


def test_each_turn_is_one_plain_sentence():
    said = list(told(opening()))[1:]
    assert said[0] == "The game begins."
    assert said[1] == "North placed a chip on d4."
    assert "East played K♥ on g6." in said
    assert "North removed the chip on c8 with J♠." in said


def test_sequences_faults_and_the_winner_are_announced_and_turns_are_not():
    announced, board = [], Scoreboard()
    for event in (*long_game().fault(), e.GameWon(team="blue")):
        announced.append(wording.announcement(board, event))
        board = fold(board, event)
    assert [said for said in announced if said] == [
        "Sequence for North!",
        "Not their turn. A chip of East lies on the lower 4 of clubs, but it is North's turn.",
        "North wins the game!",
    ]


def test_a_side_of_several_players_or_of_one_without_a_name_is_called_by_its_colour():
    seats = ("blue:Ada", "green:Bo", "blue:Cy", "green", "red")
    setting = fold(Scoreboard(), Script(seats).events[0]).setting
    said = [wording.sentence({"key": "sequence", "team": team}, setting=setting) for team in ("blue", "green", "red")]
    assert said == ["Sequence for Blue!", "Sequence for Green!", "Sequence for Red!"]


def seen(turn, **more):
    """The first turn, played by North with a card that the camera saw."""
    more = {"seat": 0, **more} if turn is e.TurnPlayed else more
    return turn(turn=1, team="blue", action="place", space="g6", card="KH", card_seen=True, **more)


def test_a_turn_is_called_by_its_card_where_the_camera_saw_one():
    board = fold(Scoreboard(), Script().events[0])
    assert wording.announcement(board, seen(e.TurnPlayed)) == "North, king of hearts."
    calls = {wording.announcement(board, seen(e.TurnPlayed), language) for language in wording.languages()}
    assert len(calls) == len(wording.languages())
    said = msgspec.structs.replace(seen(e.TurnPlayed), card_seen=False)
    assert wording.announcement(board, said) is None, "whoever said it knows it"


def test_a_card_that_comes_after_its_chip_is_told_as_the_card_and_not_as_a_correction():
    board = reduce(fold, Script().play("g6").events[:2], Scoreboard())
    late = seen(e.TurnCorrected, reason="The card was seen.")
    assert wording.sentence(fold(board, late).just) == "North, K♥."
    assert wording.announcement(board, late) == "North, king of hearts."
    wrong = msgspec.structs.replace(late, space="f5")
    assert "corrected" in wording.sentence(fold(board, wrong).just)


def test_a_team_nobody_named_and_a_card_nobody_printed_are_said_as_they_are():
    assert wording.sentence({"key": "win", "team": "violet"}) == "violet wins the game!"
    assert wording.card_short("Lion") == "Lion"
    assert wording.card_words("ADD") == "ADD"
    assert wording.card_words("10D") == "10 of diamonds"
    assert wording.sentence({"key": "no-such-key"}) == ""


def test_an_unknown_language_is_answered_in_english():
    assert wording.table("xx") == wording.table("en")
    assert wording.languages()[0] == "en"


@pytest.mark.parametrize("language", wording.languages())
def test_no_sentence_of_any_stage_has_a_hole_in_any_language(language):
    for name, game in stages().items():
        board = Scoreboard()
        for event in game:
            said = wording.announcement(board, event, language) or "."
            board = fold(board, event)
            for sentence in (wording.sentence(board.just, language, setting=board.setting), said):
                assert sentence, name
                assert not re.search(r"[{}]|  ", sentence)


@pytest.mark.parametrize(
    ("language", "read", "aloud"),
    [
        (
            "es",
            "North jugó K♥ en la casilla K♥ de abajo.",
            "North jugó rey de corazones en la casilla rey de corazones de abajo.",
        ),
        ("da", "North spillede K♥ på nederste K♥.", "North spillede hjerter konge på nederste hjerter konge."),
        ("sv", "North spelade K♥ på nedre K♥.", "North spelade hjärter kung på nedre hjärter kung."),
    ],
)
def test_a_turn_is_told_in_each_language_by_the_names_of_its_cards(language, read, aloud):
    board = reduce(fold, Script().play("g6", "KH").events[:2], Scoreboard())
    assert wording.sentence(board.just, language, setting=board.setting) == read
    assert wording.sentence(board.just, language, aloud=True, setting=board.setting) == aloud


def test_every_text_that_a_page_asks_for_is_in_the_table():
    # The page of the machine has a table of its own, and the words of setting up for its key.
    texts = {
        "machine": wording.table_of("machine", "en"),
        "key": wording.table_of("setup", "en")["page"],
        **wording.table("en"),
    }
    asked = set()
    for file in STATIC.glob("*.js"):
        code = file.read_text("utf-8")
        asked |= set(re.findall(r"texts\.(\w+)\.(\w+)", code))
        asked |= set(re.findall(r'say\(\s*"(\w+)", "(\w+)"', code))
        asked |= set(re.findall(r'texts\.(\w+)\["([\w-]+)"\]', code))
    for file in TEMPLATES.glob("*.html"):
        asked |= set(re.findall(r"\bt\.(\w+)\.(\w+)", file.read_text("utf-8")))
    asked |= {("call", form["input"]) for form in calls.forms()}
    assert len(asked) > 50
    assert {f"{section}.{key}" for section, key in asked if key not in texts[section]} == set()


def test_every_call_that_a_page_offers_is_one_the_referee_knows():
    known = {call.__struct_config__.tag for call in typing.get_args(calls.AnyCall)}
    pages = "".join(file.read_text("utf-8") for file in STATIC.glob("*.js"))
    offered = set(re.findall(r'input: "([\w-]+)"', pages)) - {"hello"} | {form["input"] for form in calls.forms()}
    assert offered <= known
    assert known - offered == set()


def test_whatever_a_call_lacks_has_a_sentence_that_asks_for_it():
    fields = {field for call in typing.get_args(calls.AnyCall) for field in call.__struct_fields__}
    assert fields - {"at", "who"} - wording.table("en")["needs"].keys() == set()


def test_every_fault_has_a_title():
    assert set(FAULTS) - wording.table("en")["fault"].keys() == set()


def test_every_field_that_a_form_asks_for_can_be_drawn():
    code = (STATIC / "host.js").read_text("utf-8")
    drawn = re.findall(r"^  (\w+): ", code[code.index("const FIELDS = {") : code.index("const LISTS")], re.MULTILINE)
    assert {field for form in calls.forms() for field in form["fields"]} - set(drawn) == set()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", "Hay una ficha de East en la casilla 4♣ de abajo, pero le toca a North."),
        ("da", "Der ligger en brik fra East på nederste 4♣, men det er North, der skal spille."),
        ("sv", "En bricka från East ligger på nedre 4♣, men det är North som ska spela."),
    ],
)
def test_a_fault_calls_a_side_of_one_player_by_that_player_in_every_language(language, said):
    setting = fold(Scoreboard(), Script().events[0]).setting
    about = {"spaces": ["e4"], "team": "green", "mover": "blue"}
    assert wording.by_kind("fault_message", "out-of-turn", about, language, setting=setting) == said
    several = fold(Scoreboard(), Script(("blue:Ada", "green:Bo", "blue:Cy", "green:Di")).events[0]).setting
    colour = wording.table(language)["team"]["green"]
    assert colour in wording.by_kind("fault_message", "out-of-turn", about, language, setting=several)


@pytest.mark.parametrize("language", wording.languages())
def test_one_turn_is_told_as_one(language):
    assert wording.turns_told(1, language) == wording.table(language)["games"]["one_turn"]
    assert wording.turns_told(24, language).startswith("24 ")
