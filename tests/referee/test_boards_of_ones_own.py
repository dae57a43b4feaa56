"""Boards and rules of one's own: the examples of the reference pages are drawn and played; wrong ones are refused."""

import re
from pathlib import Path

import cv2
import pytest

from engine.editions.edition import EditionError, EditionFile, Turns
from engine.editions.edition_files import load_edition
from engine.equipment.board import LayoutError, load_layout
from engine.records.replay import replay
from engine.rules.position import new_game
from hardware.simulated import SimulatedTable
from tests.engine.boards import read_record
from tests.referee.conftest import run
from web.setup import books_for

DOCS = Path(__file__).parents[2] / "docs"
ARK, HOUSE = DOCS / "examples" / "ark.toml", DOCS / "examples" / "house.toml"


def test_the_example_board_is_the_one_on_the_page():
    page = (DOCS / "layouts.md").read_text("utf-8")
    shown = [line.strip() for line in page.splitlines() if line.startswith('      "')]
    assert shown
    assert all(line in ARK.read_text("utf-8") for line in shown)


@pytest.mark.parametrize("page", ["layouts.md", "record-format.md"])
def test_the_example_record_on_the_page_is_clean(page):
    text = re.search(r"(?:^    .*\n|^\n)*^    1\. .*\n(?:^    .*\n?)*", (DOCS / page).read_text("utf-8"), re.MULTILINE)
    record = read_record("\n".join(line.strip() for line in text[0].splitlines()), str(ARK.parent / "game.sgn"))
    verdict = replay(record)
    assert (verdict.ok, verdict.turns, verdict.warnings) == (True, 4, ())


def test_a_board_of_ones_own_lies_on_the_simulated_table():
    table = SimulatedTable(seed=1, edition="bible", seats="blue green", layout=str(ARK))
    assert "Burning-Bush" in table.layout.cards
    assert table.empty_picture().shape[2] == 3


def test_a_board_is_drawn_as_a_picture(tmp_path):
    assert run("layouts", ARK, "--picture", tmp_path / "ark.png") == 0
    drawn = cv2.imread(str(tmp_path / "ark.png"))
    assert drawn.shape[1] == 760
    for names, file in (([], "a.png"), (["classic", "kids"], "a.png"), (["classic"], "a.txt")):
        assert run("layouts", *names, "--picture", tmp_path / file) == 2


def test_the_example_rules_are_played():
    game = new_game(str(HOUSE), "blue green")
    assert (game.edition.lines.length, game.edition.cards.remove) == (4, {"JS": 2, "JC": 2})


def test_every_key_of_an_edition_is_on_the_page():
    page = (DOCS / "editions.md").read_text("utf-8")
    for key in EditionFile.__struct_fields__:
        assert f"`{key}" in page
    for key in Turns.__struct_fields__:
        assert f"`turns.{key}`" in page


WRONG_EDITIONS = {
    ("length = 4", 'length = "four"'): "lines.length: Expected `int`, got `str`. In the classic edition: .* = 5",
    ("alone = 3", "allone = 3"): "teams: .* unknown field `allone`. Did you mean alone?",
    ("length = 4", "length = 2"): "3 spaces or more were expected. In the classic edition: lines.length = 5",
    ("[turns]", "[turns"): "no valid TOML: .*`referee editions classic --file`",
}
WRONG_BOARDS = {
    ("Star ", "Stern "): "a2; every card must be on two spaces",
    ("title", "titel"): "titel: no such key in a layout. Did you mean title?",
    ("Star ", "* "): "Star lies on",
    ("]", ""): "no valid TOML",
}


@pytest.mark.parametrize(
    ("load", "example", "change", "words"),
    [
        *((load_edition, HOUSE, *row) for row in WRONG_EDITIONS.items()),
        *((load_layout, ARK, *row) for row in WRONG_BOARDS.items()),
    ],
)
def test_an_edition_or_a_board_that_is_wrong_is_refused_with_file_place_and_an_example(
    tmp_path, load, example, change, words
):
    file = tmp_path / "ours.toml"
    file.write_text(example.read_text("utf-8").replace(*change, 1), "utf-8")
    with pytest.raises((EditionError, LayoutError), match=words) as refused:
        load(str(file))
    assert str(file) in str(refused.value)
    assert load is load_edition or 'rows = ["* 2S 3S *"' in str(refused.value)


def test_json_that_is_nested_without_end_is_refused(tmp_path):
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000)
    with pytest.raises(LayoutError, match="no valid JSON"):
        load_layout(file)


def test_rules_of_ones_own_name_a_board_that_lies_beside_them(tmp_path):
    (tmp_path / "ark.toml").write_text(ARK.read_text("utf-8"), "utf-8")
    rules = tmp_path / "ours.toml"
    rules.write_text(HOUSE.read_text("utf-8").replace('layout = "classic"', 'layout = "ark.toml"'), "utf-8")
    assert "Burning-Bush" in new_game(str(rules), "blue green").layout.cards


def test_rules_of_a_sequence_longer_than_their_board_are_told_of_when_they_are_checked(tmp_path, capsys):
    rules = tmp_path / "ours.toml"
    rules.write_text(HOUSE.read_text("utf-8").replace("length = 4", "length = 11"), "utf-8")
    assert run("editions", rules) == 2
    assert f"{rules}: editions.ours.lines.length: on the board classic 10 spaces" in capsys.readouterr().err
    assert str(rules) not in [book.name for book in books_for(load_layout("classic"), str(rules))]


def test_rules_that_name_a_board_that_is_not_there_are_told_of_when_they_are_checked(tmp_path, capsys):
    rules = tmp_path / "ours.toml"
    rules.write_text(HOUSE.read_text("utf-8").replace('layout = "classic"', 'layout = "clasic"'), "utf-8")
    assert run("editions", rules) == 2
    assert f"{rules}: layout: there is no layout “clasic”" in capsys.readouterr().err
