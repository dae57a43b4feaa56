"""Boards: what is on which space, and which files are refused, naming the space."""

import json
from pathlib import Path

import pytest

from engine.equipment.board import LayoutError, layout_names, load_layout, mask_of, parse_layout, spaces_in
from engine.equipment.spiral import classic_cards, misprints
from engine.rules.position import new_game, start
from tests.engine.boards import play_all

DATA = Path(__file__).parent / "data"


def test_the_classic_board_is_its_spiral():
    assert load_layout("classic").cards == classic_cards()


@pytest.mark.parametrize("name", layout_names())
def test_every_board_has_each_card_twice(name):
    layout = load_layout(name)
    assert len(layout.cards) == layout.rows * layout.columns == layout.size
    assert all(len(layout.spaces_of(card)) == 2 for card in layout.kinds)
    assert len(layout.free) + 2 * len(layout.kinds) == layout.size


def test_free_spaces_lie_wherever_the_file_has_them():
    layout = load_layout("jokers-inside")
    assert [layout.name_of(space) for space in sorted(layout.free)] == ["e3", "h5", "c6", "f8"]
    game = new_game("classic", "blue green", "jokers-inside")
    position = play_all(game, start(game), "5C@a3|KS@j1|10H@b3|QS@j2|QH@c3|10S@j3|5S@d3")
    assert position.rows(game)[2] == "BBBB*....g"


@pytest.mark.parametrize("name", ["custom1_jokers_inside", "kids_6x7"])
def test_a_board_answers_to_its_other_names(name):
    assert load_layout(name) in [load_layout(known) for known in layout_names()]


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("layout_card_thrice.json", "h9 is AS, where the classic spiral has 2H"),
        ("layout_swapped_court_cards.json", "g5 is AC, where the classic spiral has AH; .*d8 is QH"),
        ("layout_turned_one_space_wrong.json", "j2 is AS, where the classic spiral has AC"),
    ],
)
def test_a_misprinted_board_is_refused_naming_the_space(file, words):
    with pytest.raises(LayoutError, match=words):
        load_layout(DATA / file)


def test_two_cards_that_changed_places_are_found_whichever_way_the_board_is_turned():
    cards = list(load_layout("classic").cards)
    for _ in range(4):
        assert misprints(10, 10, cards) == {}
        swapped = cards.copy()
        swapped[11], swapped[57] = cards[57], cards[11]
        assert set(misprints(10, 10, swapped)) == {11, 57}
        cards = [cards[(9 - s % 10) * 10 + s // 10] for s in range(100)]
    assert misprints(10, 10, [cards[s // 10 * 10 + 9 - s % 10] for s in range(100)]) == {}


def test_likeness_to_the_classic_board_may_be_meant():
    rows = json.loads((DATA / "layout_swapped_court_cards.json").read_text())
    assert parse_layout({"rows": rows, "own_design": True}, "mine").cards[46] == "AC"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([["AS", "2S"], ["AS", "3S"]], "mine: 2S lies on b1; every card must be on two spaces"),
        ([["AS", "AS"], ["AS", "*"]], "mine: AS lies on a1, b1, a2; every card"),
        ([["AS", "AS"], ["2S"]], "mine: row 2 has 1 spaces, row 1 has 2"),
        ([["AS", 7]], "mine: b1: 7 is no name for a card"),
        ([["AS", ""]], "mine: b1: '' is no name for a card"),
        ([["A@S", "A@S"]], "mine: a1: 'A@S' is no name for a card"),
        ([["A*", "A*"]], "mine: a1: 'A\\*' is no name for a card"),
        ({}, "mine: rows: a list of rows was expected"),
        ([], "mine: rows: a list of rows was expected"),
        ([[]], "mine: row 1: a list of cards was expected"),
        ({"rows": ["AS AS"], "colour": "red"}, "mine: colour: no such key"),
        ([["AS"] * 27], "1 to 26 columns"),
        ({"rows": ["AS AS"], "own_design": "no"}, "mine: own_design: true or false, without quotes, was expected"),
        ({"rows": ["AS AS"], "title": 5}, "mine: title: a text in quotes was expected"),
    ],
)
def test_a_layout_file_that_is_wrong_is_refused_in_words(data, words):
    with pytest.raises(LayoutError, match=words):
        parse_layout(data, "mine")


def test_pictures_are_named_freely(tmp_path):
    file = tmp_path / "ark.toml"
    file.write_text('rows = ["* lion ark bee *", "ark bee * lion dove", "* sea-star dove sea-star *"]\n')
    game = new_game("bible", "blue green", str(file))
    assert (game.layout.name, game.deck.size) == ("ark", 14)
    assert play_all(game, start(game), "pass|pass").turn == 2


def test_a_board_that_shows_a_special_card_is_refused():
    with pytest.raises(LayoutError, match="b1 is JD, which is not on the board in the classic edition"):
        new_game("classic", "blue green", parse_layout(["* JD", "JD *"], "odd"))


def test_files_that_are_missing_or_broken_are_refused(tmp_path):
    with pytest.raises(LayoutError, match="there is no layout “clasic”; there are checkerboard, classic"):
        load_layout("clasic")
    with pytest.raises(LayoutError, match="cannot be read"):
        load_layout(tmp_path / "none.json")
    broken = tmp_path / "broken.json"
    broken.write_text("[[")
    with pytest.raises(LayoutError, match="no valid JSON"):
        load_layout(broken)


def test_spaces_have_names():
    layout = load_layout("classic")
    assert (layout.space("a1"), layout.space("j1"), layout.space("a2"), layout.space("j10")) == (0, 9, 10, 99)
    assert [layout.name_of(space) for space in (0, 9, 10, 99)] == ["a1", "j1", "a2", "j10"]
    for wrong in ("", "a", "a0", "a11", "k1", "A1", "1a", "a01", "a１"):
        with pytest.raises(ValueError, match="is no space of this board; spaces go from a1 to j10"):
            layout.space(wrong)


def test_a_straight_run_between_two_spaces():
    layout = load_layout("classic")
    names = lambda *ends: [layout.name_of(s) for s in layout.between(*map(layout.space, ends))]  # noqa: E731
    assert names("b2", "f6") == names("f6", "b2") == ["b2", "c3", "d4", "e5", "f6"]
    assert names("g2", "c6") == ["g2", "f3", "e4", "d5", "c6"]
    assert names("a1", "a3") == ["a1", "a2", "a3"]
    assert names("a1", "b3") == names("a1", "a1") == []


def test_masks_and_spaces_go_back_and_forth():
    assert spaces_in(mask_of([3, 77, 99, 0])) == (0, 3, 77, 99)
    assert len(load_layout("classic").windows(5)) == 192
    assert len(load_layout("classic").windows(5, diagonals=False)) == 120
    assert len(load_layout("kids").windows(4)) == 69
