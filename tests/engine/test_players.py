"""Simulated players keep the rules, whatever the edition."""

from random import Random

import pytest

from engine.analysis.players import Table, choose_turn
from engine.rules.legality import Turn, problems
from engine.rules.position import new_game
from tests.engine.boards import table
from tests.engine.duel import TABLES


@pytest.mark.parametrize(("edition", "seats", "switches"), TABLES)
def test_bots_play_legal_games_to_their_end(edition, seats, switches):
    game = new_game(edition, seats, rules=switches)
    won = 0
    for seed in range(3):
        dealt = Table(game, Random(seed))
        while not dealt.over and dealt.position.turn < 400:
            before = dealt.position
            turn = dealt.next_turn()
            assert problems(game, before, turn) == ()
            assert [len(hand) for hand in dealt.hands] == list(dealt.position.hands)
            assert len(dealt.draw_deck) == dealt.position.draw_deck
        won += dealt.over
    assert won >= 2


def test_the_same_chance_plays_the_same_game():
    game = new_game("classic", "blue green")
    one, other = Table(game, Random(8)), Table(game, Random(8))
    assert [one.next_turn() for _ in range(20)] == [other.next_turn() for _ in range(20)]


def test_a_bot_completes_its_line_and_spoils_the_other():
    game, position = table(r3=".bbbb.....")
    assert choose_turn(game, position, ["2S", "5D", "KH"], Random(1)).card == "5D"
    game, position = table(r3=".gggg.....", r5="b.........")
    assert choose_turn(game, position, ["JS", "6D"], Random(1)).action == "remove"


def test_a_bot_that_cannot_play_passes():
    game, position = table()
    assert choose_turn(game, position, ["JS"], Random(1)) == Turn("pass")
    assert choose_turn(game, position, [], Random(1)) == Turn("pass")
