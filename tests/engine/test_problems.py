"""Every problem of a turn, in each edition in which it can occur."""

from __future__ import annotations

import pytest

from engine.rules.legality import problems
from engine.rules.wording import RULES
from tests.engine.boards import ALL, codes, play_all, remove, table, turn, wild

FIVE = tuple(edition for edition in ALL if edition != "kids")


def own(edition: str) -> str:
    """A card and a space of its own on this edition's board."""
    return "Tiger@b1" if edition == "kids" else "7H@d6"


def own_space(edition: str) -> str:
    return own(edition).split("@")[1]


def own_card(edition: str) -> str:
    return own(edition).split("@")[0]


@pytest.mark.parametrize("edition", ALL)
def test_nothing_is_played_after_the_win(edition: str) -> None:
    rows = {"r1": "*bbb...", "r5": "......."} if edition == "kids" else {"r1": "*bbbb.....", "r9": "......bbbb"}
    rules = "" if edition in ("bible", "kids") else "sequences_to_win=1"
    game, position = table(edition, rules=rules, **rows)
    assert position.winner == "blue"
    assert codes(game, position, own(edition) if edition != "kids" else "Hippopotamus@a2") == ["game-over"]
    assert codes(game, position, "pass") == ["game-over"]


@pytest.mark.parametrize("edition", ALL)
def test_a_card_that_can_still_be_played_is_not_dead(edition: str) -> None:
    game, position = table(edition)
    assert codes(game, position, f"x{own_card(edition)} {own(edition)}") == ["not-dead"]


@pytest.mark.parametrize("edition", ALL)
def test_a_jack_is_never_dead(edition: str) -> None:
    game, position = table(edition)
    for card in (wild(edition), remove(edition)):
        assert codes(game, position, f"x{card} {own(edition)}") == ["not-dead"]


@pytest.mark.parametrize("edition", FIVE)
def test_a_card_whose_two_spaces_are_covered_is_dead(edition: str) -> None:
    game, position = table(edition, r5="........g.", r6="...b......")
    assert codes(game, position, "x7H 2H@e6") == []
    game, position = table(edition, r6="...b......")
    assert codes(game, position, "x7H 2H@e6") == ["not-dead"]


def test_an_animal_whose_two_spaces_are_covered_is_dead() -> None:
    game, position = table("kids", r1="*....b*", r5=".....g.")
    assert codes(game, position, "xTurtle Tiger@b1") == []


@pytest.mark.parametrize("edition", ["classic", "bible"])
def test_only_one_dead_card_is_turned_in(edition: str) -> None:
    game, position = table(edition, r5="..bb......", r6="....bb....", r7="..gg......", r9="..gg...gg.")
    dead = [c for c in game.deck.printed if all(position.taken >> s & 1 for s in game.layout.spaces_of(c))]
    assert len(dead) >= 2
    assert codes(game, position, f"x{dead[0]} {own(edition)}") == []
    assert codes(game, position, f"x{dead[0]} x{dead[1]} {own(edition)}") == ["too-many-dead"]


def test_only_one_dead_card_is_turned_in_on_the_animal_board() -> None:
    game, position = table("kids", r1="*b...g*", r6="*....b*", r5=".....g.")
    assert codes(game, position, "xTurtle Hippopotamus@a2") == []
    assert codes(game, position, "xTurtle xTiger Hippopotamus@a2") == ["too-many-dead"]


@pytest.mark.parametrize("edition", ["european", "european-es"])
def test_any_number_of_dead_cards_where_the_book_sets_no_limit(edition: str) -> None:
    game, position = table(edition, r5="..bb......", r6="....bb....", r7="..gg......", r9="..gg...gg.")
    dead = [c for c in game.deck.printed if all(position.taken >> s & 1 for s in game.layout.spaces_of(c))]
    assert codes(game, position, " ".join(f"x{card}" for card in dead) + f" {own(edition)}") == []


@pytest.mark.parametrize("edition", ALL)
def test_no_chip_goes_on_a_corner_and_none_comes_from_it(edition: str) -> None:
    game, position = table(edition)
    assert codes(game, position, f"{wild(edition)}@a1") == ["corner"]
    assert codes(game, position, f"{remove(edition)}-a1") == ["corner"]


@pytest.mark.parametrize("edition", ALL)
def test_a_chip_blocks_its_space_for_everybody(edition: str) -> None:
    game, position = table(edition)
    position = play_all(game, position, own(edition))
    assert codes(game, position, own(edition)) == ["occupied"]
    assert codes(game, position, f"{wild(edition)}@{own_space(edition)}") == ["occupied"]
    other = "Moose@g2" if edition == "kids" else "2S@b1"
    assert codes(game, play_all(game, position, other), own(edition)) == ["occupied"]


@pytest.mark.parametrize("edition", ALL)
def test_there_must_be_a_chip_to_take(edition: str) -> None:
    game, position = table(edition)
    assert codes(game, position, f"{remove(edition)}-{own_space(edition)}") == ["nothing-there"]


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("seats", ["blue green", "blue green red"])
def test_only_another_teams_chip_is_taken(edition: str, seats: str) -> None:
    game, position = table(edition, seats, r2="b......" if edition == "kids" else "b.........")
    assert codes(game, position, f"{remove(edition)}-a2") == ["own-chip"]
    position = play_all(game, position, own(edition))
    assert codes(game, position, f"{remove(edition)}-a2") == []


@pytest.mark.parametrize("edition", FIVE)
def test_a_chip_in_a_sequence_is_safe(edition: str) -> None:
    game, position = table(edition, rules="sequences_to_win=2", r3=".ggggg....")
    assert codes(game, position, f"{remove(edition)}-d3") == ["locked"]
    assert codes(game, position, "?-d3") == ["locked"]


def test_a_chip_in_a_row_of_animals_is_safe() -> None:
    game, position = table("kids", rules="sequences_to_win=2", r3=".gggg..")
    assert codes(game, position, "Dragon-d3") == ["locked"]


@pytest.mark.parametrize("edition", FIVE)
def test_the_advanced_jack_takes_a_chip_out_of_a_sequence(edition: str) -> None:
    game, position = table(edition, rules="sequences_to_win=2 advanced_jack=yes", r3=".ggggg....")
    assert codes(game, position, f"{remove(edition)}-d3") == []
    own_turn = table(edition, rules="sequences_to_win=2 advanced_jack=yes", r3=".bbbbb....")[1]
    assert codes(game, own_turn, f"{remove(edition)}-d3") == ["own-chip"]


def test_an_own_chip_in_a_sequence_breaks_two_rules() -> None:
    game, position = table(rules="sequences_to_win=2", r3=".bbbbb....")
    assert codes(game, position, "JH-c3") == ["own-chip", "locked"]


@pytest.mark.parametrize("edition", ALL)
def test_the_card_must_fit_the_space_and_the_action(edition: str) -> None:
    game, position = table(edition, r2="g......" if edition == "kids" else "g.........")
    elsewhere = "c1" if edition == "kids" else "e6"
    assert codes(game, position, f"{own_card(edition)}@{elsewhere}") == ["wrong-card"]
    assert codes(game, position, f"{remove(edition)}@{own_space(edition)}") == ["wrong-card"]
    assert codes(game, position, f"{own_card(edition)}-a2") == ["wrong-card"]
    assert codes(game, position, f"{wild(edition)}-a2") == ["wrong-card"]


@pytest.mark.parametrize("edition", ALL)
def test_there_are_two_of_each_card_until_the_shuffle(edition: str) -> None:
    game, position = table(edition)
    seen = wild(edition)
    spaces = ("b1", "c1", "d1")
    position = play_all(game, position, f"{seen}@{spaces[0]}|{seen}@{spaces[1]}")
    assert codes(game, position, f"{seen}@{spaces[2]}") == ["third-copy"]
    card = own_card(edition)
    first, second = (game.layout.name_of(space) for space in game.layout.spaces_of(card))
    game, position = table(edition)
    position = play_all(game, position, f"{card}@{first}|{card}@{second}|{remove(edition)}-{second}")
    assert codes(game, position, f"{card}@{second}") == ["third-copy"]
    assert codes(game, position, f"{remove(edition)}-{first}") == []


@pytest.mark.parametrize("edition", ALL)
def test_an_unseen_removal_needs_a_card_that_is_left(edition: str) -> None:
    rows = {"r2": "ggg.g.g", "r5": "bbb.b.b"} if edition == "kids" else {"r2": "gg.gg.gg.g", "r5": "bb.bb.bb.b"}
    game, position = table(edition, **rows)
    left = game.deck.remove_copies

    def lying(row: int, letter: str) -> str:
        return f"{'abcdefghij'[position.rows(game)[row - 1].index(letter)]}{row}"

    for number in range(left):
        row = 2 if number % 2 == 0 else 5
        mine = "g" if row == 2 else "b"
        space = lying(row, mine)
        position = play_all(game, position, f"?-{space}")
    row, mine = (2, "g") if left % 2 == 0 else (5, "b")
    space = lying(row, mine)
    assert codes(game, position, f"?-{space}") == ["no-card-explains"]


@pytest.mark.parametrize("edition", ALL)
def test_a_claim_names_a_five_that_the_chip_completes(edition: str) -> None:
    length = 4 if edition == "kids" else 5
    row = "bbb...." if edition == "kids" else "bbbb......"
    game, position = table(edition, r3=row)
    last = "d3" if edition == "kids" else "e3"
    assert codes(game, position, f"{wild(edition)}@{last} =a3-{last}") == []
    assert codes(game, position, f"{wild(edition)}@{last} ={last}-a3") == []
    further = chr(ord("a") + length) + "3"
    assert codes(game, position, f"{wild(edition)}@{last} =b3-{further}") == ["bad-claim"]
    assert codes(game, position, f"{wild(edition)}@{last} =a3-b3") == ["bad-claim"]
    assert codes(game, position, f"{wild(edition)}@b5 =a3-{last}") == ["bad-claim"]
    assert codes(game, position, f"pass =a3-{last}") == ["bad-claim"]


@pytest.mark.parametrize("edition", ALL)
def test_every_problem_is_told_in_order(edition: str) -> None:
    game, position = table(edition, r2="b......" if edition == "kids" else "b.........")
    card, remover = own_card(edition), remove(edition)
    limit = game.edition.turns.dead_per_turn
    expected = ["not-dead", *(["too-many-dead"] if limit else []), "own-chip", "bad-claim"]
    assert codes(game, position, f"x{card} x{card} {remover}-a2 =a1-b1") == expected
    assert codes(game, position, f"x{card} x{card} {card}@{'c1' if edition == 'kids' else 'e6'}") == [
        "not-dead",
        *(["too-many-dead"] if limit else []),
        "wrong-card",
        "third-copy",
    ]


def test_a_card_is_not_judged_where_the_space_is_wrong() -> None:
    game, position = table(r6="...g......")
    assert codes(game, position, "2S@d6") == ["occupied"]
    assert codes(game, position, "2S-e6") == ["nothing-there"]
    assert codes(game, position, "2S@a1") == ["corner"]


def test_where_the_book_is_silent_the_rule_says_so() -> None:
    game, position = table("bible")
    (corner,) = problems(game, position, turn(game, "ADD@a1"))
    assert corner.rule == "English book, line 5, on which this edition is silent"
    game, position = table("european", rules="dead_per_turn=1", r5="........g.", r6="...b......", r4=".g.......g")
    (dead,) = problems(game, position, turn(game, "x7H xKS 2H@e6"))
    assert (dead.code, dead.rule) == ("too-many-dead", "rule of this table: dead_per_turn=1")


def test_each_problem_comes_with_a_sentence_and_its_rule() -> None:
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
