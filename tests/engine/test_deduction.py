"""Which cards explain what was seen: exact for all unseen plays at once."""

from random import Random

import pytest

from engine.rules.deduction import can_be_laid, explanations, nothing_to_play
from engine.rules.legality import Turn, play
from engine.rules.position import new_game, start
from tests.engine.boards import codes, play_all, table
from tests.engine.duel import Duel


def can(game, position, action, space):
    return set(explanations(game, position, action, game.layout.space(space)))


def test_two_unseen_plays_compete_for_the_last_wild_card():
    game, position = table()
    position = play_all(game, position, "7H@d6|7H@i5|JS-i5|JS-d6|2S@b1|2S@g9|JH-g9|JH-b1")
    position = play_all(game, position, "JD@a2|JD@a3|JC@a4")
    assert can(game, position, "place", "d6") == {"JC"}
    assert can(game, position, "place", "b1") == {"JC"}
    one = play_all(game, position, "?@d6")
    assert can(game, one, "place", "b1") == set()
    assert codes(game, one, "?@b1") == ["no-card-explains"]
    assert codes(game, one, "JC@e6") == ["third-copy"]


def test_a_card_nobody_saw_can_be_known_to_be_gone():
    """All wild cards are out and 7H was laid once: the unseen chip on d6 was the other one."""
    game, position = table()
    position = play_all(game, position, "JD@a2|JD@a3|JC@a4|JC@a5|7H@i5|?@d6|JS-d6|JS-i5")
    assert codes(game, position, "7H@d6") == ["third-copy"]
    assert codes(game, position, "?@d6") == ["no-card-explains"]


def test_what_only_unseen_plays_say_is_told_where_nothing_else_is_wrong():
    game, position = table(r2="bbb.......", r3="ggg.......")
    position = play_all(game, position, "?-a3|?-a2|JS-b3|?-b2")
    assert codes(game, position, "JH-c3") == ["third-copy"]
    assert codes(game, position, "JH@e6") == ["wrong-card"]
    assert codes(game, position, "x2S JH-c3") == ["not-dead"]


def test_a_dead_card_that_unseen_plays_cannot_do_without_is_one_too_many():
    game, position = table()
    position = play_all(game, position, "JC@a2|JD@b2|JC@c2|JD@d2|?@d6|?@i5")
    assert codes(game, position, "x7H 2H@e6") == ["third-copy"]
    assert codes(game, position, "x7H pass") == ["third-copy"]
    assert codes(game, position, "x7H ?@e6") == ["no-card-explains"]
    assert codes(game, position, "?@e6") == []


@pytest.mark.parametrize("edition", ["classic", "european-es", "bible", "kids"])
def test_explanations_are_those_of_a_matching_of_plays_to_cards(edition):
    """Long games with most cards unseen; the model matches every unseen play with a card of its own."""
    for seed in (1, 2, 4):
        duel = Duel(edition, "blue green", "" if edition in ("kids", "bible") else "sequences_to_win=6", seed)
        for _ in range(60):
            duel.play(duel.dealt_move())
            duel.compare_explanations()


def test_knowledge_of_a_card_that_cannot_be_is_not_kept():
    game, position = table()
    position = play_all(game, position, "7H@d6|7H@i5")
    third = play(game, position, Turn("place", game.layout.space("e6"), "7H", irregular="wrong-card third-copy"))
    assert third.laid == position.laid
    assert can_be_laid(game, third, "2H")


def test_a_board_full_of_unseen_chips_can_be_explained():
    game = new_game("classic", "blue green", rules="sequences_to_win=6")
    position = start(game)
    spaces = [space for space in range(100) if space not in game.layout.free]
    for number in range(90):
        turn = Turn("place", spaces[number])
        assert explanations(game, position, "place", spaces[number])
        position = play(game, position, turn)
    assert position.unseen.bit_count() > 0


def test_how_likely_a_seat_holds_nothing_to_play_is_how_often_dealt_hands_do():
    few = {f"r{row}": "bgbgbgbgbg" for row in range(2, 10)} | {"r1": "*gbgbgbg.*", "r10": "*.bgbgbgb*"}
    game, position = table(**few)
    random, held, dealt = Random(7), position.hands[0] + 1, 4000
    printed = {game.layout.cards[game.layout.space(name)] for name in ("i1", "b10")}
    playable = {*printed, *game.deck.wilds, *game.deck.removes}
    idle = sum(not playable & set(random.sample(game.deck.cards, held)) for _ in range(dealt))
    assert nothing_to_play(game, position, 0) == pytest.approx(idle / dealt, abs=0.03)


def test_somebody_with_an_empty_board_always_has_something_to_play_and_nobody_on_a_full_one():
    game, position = table()
    assert nothing_to_play(game, position, 0) < 1e-6
    full = {f"r{row}": "b" * 10 for row in range(2, 10)} | {"r1": "*bbbbbbbb*", "r10": "*bbbbbbbb*"}
    assert nothing_to_play(*table(**full), 0) == 1.0
