"""Whose piles are whose, said on the command line."""

import pytest

from engine.rules.position import new_game
from referee.refusal import Refusal
from referee.wiring import parse_piles

GAME = new_game("classic", "blue:Ada green:Ben blue:Cid green:Dot")


def test_piles_are_named_by_a_space_at_the_edge_and_a_player():
    said = [(call.beside, call.seat) for call in parse_piles("j4:ada a7:Dot e1:shared", GAME)]
    assert said == [("j4", 0), ("a7", 3), ("e1", None)]
    assert parse_piles("", GAME) == ()
    assert parse_piles("j4:green", new_game("classic", "blue green"))[0].seat == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("e5:Ada", "e5 does not lie at the board's edge"),
        ("k4:Ada", "is no space of this board"),
        (":Ada", "is no space of this board"),
        ("j4", "nobody is no player here"),
        ("j4:Eve", "Eve is no player here; it is one of Ada, Ben, Cid, Dot, or shared"),
        ("j4:blue", "blue has several players"),
    ],
)
def test_what_names_no_pile_or_no_player_is_refused_in_words(words, why):
    with pytest.raises(Refusal, match=why):
        parse_piles(words, GAME)
