"""Every problem of a turn, in each edition in which it can occur."""

from engine.rules.legality import problems
from engine.rules.wording import RULES
from tests.engine.boards import table, turn


def test_where_the_book_is_silent_the_rule_says_so():
    game, position = table("bible")
    (corner,) = problems(game, position, turn(game, "ADD@a1"))
    assert corner.rule == "English book, line 5, on which this edition is silent"
    game, position = table("european", rules="dead_per_turn=1", r5="........g.", r6="...b......", r4=".g.......g")
    (dead,) = problems(game, position, turn(game, "x7H xKS 2H@e6"))
    assert (dead.code, dead.rule) == ("too-many-dead", "rule of this table: dead_per_turn=1")


def test_each_problem_comes_with_a_sentence_and_its_rule():
    game, position = table(rules="sequences_to_win=2", r3=".bbbbb....", r6="...g......")
    told = {}
    for words in ("7H@d6", "JH-c3", "x2S JH-a1", "x2S x2S 2S@a2", "2S@b1 =b1-f1", "2S-d6", "JH-b1", "JH@b1"):
        for problem in problems(game, position, turn(game, words)):
            told[problem.code] = problem
            assert problem.message[0].isupper()
            assert problem.message.endswith(".")
            assert "English book, line" in problem.rule
            assert "Danish book, line" in problem.rule
    assert "A chip of green already lies on d6." in told["occupied"].message
    assert told["locked"].rule == "English book, line 49; Danish book, lines 37, 38"
    assert set(told) >= set(RULES) - {"game-over", "no-card-explains"}
