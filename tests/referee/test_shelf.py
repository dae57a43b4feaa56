"""What `referee editions`, `referee layouts` and `referee deal` print."""

import json

import pytest

from engine.editions.edition_files import edition_names
from engine.rules.rulebook import rules
from tests.referee.conftest import printed, run


def test_editions_are_listed_with_the_switches():
    code, text = printed(run, "editions")
    assert code == 0
    for word in ("classic", "european-es", "bible", "kids", "advanced_jack=yes|no", "sequences_to_win=1 to 6"):
        assert word in text


def test_an_edition_is_explained_with_book_and_line():
    text = printed(run, "editions", "european-es", "--rules", "advanced_jack=yes")[1]
    assert "A sequence is 5 in a line, across or down. [Spanish book, lines 15, 17]" in text
    assert "It may also break a completed sequence. [Spanish book, line 69]" in text
    assert "Everyone takes a turn at dealing." in text


@pytest.mark.parametrize("edition", edition_names())
def test_every_rule_is_explained_with_its_grade(edition):
    lines = printed(run, "editions", edition)[1].splitlines()
    for name, rule in rules().items():
        at = next(number for number, line in enumerate(lines) if line.split()[:1] == [name])
        told = " ".join(lines[at + 1 : at + 4])
        grade = {"printed": "Printed: ", "disagree": "The books disagree: ", "ours": "as no book says it: "}[rule.grade]
        assert grade in told
        assert rule.answer in told
        for book, says in rule.each.items():
            assert f"{book} book" in told
            assert says in told


def test_editions_and_layouts_come_as_json_too():
    lines = printed(run, "editions", "--json")[1].splitlines()
    assert {json.loads(line)["name"] for line in lines} == {"bible", "classic", "european", "european-es", "kids"}
    layout = json.loads(printed(run, "layouts", "classic", "--json")[1])
    assert layout["rows"][0][:2] == ["*", "2S"]


def test_layouts_are_listed_and_drawn():
    assert "kids             6 x 7" in printed(run, "layouts")[1]
    drawn = printed(run, "layouts", "classic")[1].splitlines()
    assert drawn[1].split() == list("abcdefghij")
    assert drawn[2].split() == ["1", "*", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "*"]


def test_a_deal_draws_seats_and_says_who_begins():
    text = printed(run, "deal", "Ann", "Bob", "Cid", "Dee", "--seed", 3)[1]
    assert "Ann deals 6 cards to each; Bob begins." in text
    assert 'Seats, clockwise: "blue:Bob green:Cid blue:Dee green:Ann"' in text
    data = json.loads(printed(run, "deal", "Ann", "Bob", "Cid", "--seed", 3, "--json")[1])
    assert (len(data["seats"].split()), data["cards"]) == (3, 6)
