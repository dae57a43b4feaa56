"""The shortest way through the rules: a board, a game, a turn."""

from engine.equipment.board import load_layout
from engine.rules.legality import Turn, play, problems
from engine.rules.position import new_game, start


def test_a_chip_lies_on_the_space_of_its_card() -> None:
    game = new_game("classic", "blue:North green:East")
    turn = Turn("place", game.layout.space("d6"), "7H")
    assert problems(game, start(game), turn) == ()
    assert play(game, start(game), turn).rows(game)[5] == "...b......"


def test_a_space_has_one_name_and_one_number() -> None:
    layout = load_layout("classic")
    assert [layout.name_of(layout.space(name)) for name in ("a1", "j10")] == ["a1", "j10"]
