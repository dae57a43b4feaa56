"""What of the course of play no conformance case and no duel with the model shows: legal turns, open choices."""

from random import Random

from engine.rules.legality import Turn, legal_turns, play, problems
from engine.rules.position import new_game, start
from engine.rules.sequences import choices, completed
from tests.engine.boards import table
from tests.engine.duel import TABLES
from tests.often import cases


def legal_ones(game, position):
    """Every turn with which nothing is wrong, out of all that could be written."""
    return {
        one
        for action in ("place", "remove")
        for space in range(game.layout.size)
        for card in game.deck.kinds
        if not problems(game, position, one := Turn(action, space, card))
    }


@cases(("edition", "seats", "switches"), TABLES[:1] + TABLES[-1:] + TABLES[10:12], quick=2)
def test_legal_turns_are_all_those_without_a_problem(edition, seats, switches):
    game, random = new_game(edition, seats, rules=switches), Random(6)
    position = start(game)
    for number in range(60):
        if position.winner:
            break
        if number % 12 == 0:
            assert legal_ones(game, position) == set(legal_turns(game, position))
        position = play(game, position, random.choice(sorted(legal_turns(game, position), key=str)))


def test_nothing_is_legal_after_the_win():
    game, position = table("bible", r1="*bbbb.....")
    assert list(legal_turns(game, position)) == []


def test_the_table_is_asked_only_where_the_choice_is_open():
    game, position = table(r3=".bb.bb....", r6="..........")
    assert choices(game, position, 0, game.layout.space("d3")) == ()
    game, position = table(r3="bbb.bb....")
    (line,) = choices(game, position, 0, game.layout.space("d3"))
    assert [run[0] for run in line] == [20, 21]
    game, position = table(r3="bbbb.bbbb.")
    assert choices(game, position, 0, game.layout.space("e3")) == ()
    assert len(completed(game, position, 0, game.layout.space("e3"))) == 2
