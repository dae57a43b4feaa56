"""Indices are found on the table beside the board, whichever way they lie, and nothing else is taken for one."""

import numpy as np
import pytest

from tests.vision.cards import table
from vision.cards.piles import beside
from vision.cards.reader import ordinary_reader
from vision.cards.tabletop import Tabletop

LEFT, RIGHT = (-2.3, 4.0), (12.4, 5.0)
PLAINLY = 0.5


def looked_at(drawn):
    plane = Tabletop.of(drawn.mesh, drawn.picture.shape[1::-1])
    return ordinary_reader().detector.look(drawn.picture, plane, beside(drawn.picture, plane)), plane


def plain(look):
    return [place.pose for place in look.places if place.chance > PLAINLY]


@pytest.mark.parametrize("turn", [0, 75, 160, 250])
def test_both_indices_of_a_card_are_found_and_lie_to_each_other_as_on_a_card(turn):
    drawn = table(31)
    drawn.lay("9S", LEFT, turn)
    one, two = plain(looked_at(drawn)[0])
    assert abs(np.cos(one.turn - two.turn) + 1) < 0.05, "one stands on its head"
    assert 6 < np.hypot(one.x - two.x, one.y - two.y) < 10, "centimetres"


def test_cards_on_both_sides_of_the_board_are_found_in_one_look():
    drawn = table(32)
    for place, card in ((LEFT, "KD"), ((-2.4, 8.5), "3C"), (RIGHT, "AH")):
        drawn.lay(card, place, 20)
    assert len(plain(looked_at(drawn)[0])) == 6


def test_on_a_dotted_white_cloth_only_the_card_has_indices():
    drawn = table(33)
    drawn.spread_cloth()
    drawn.lay("7H", LEFT, 5)
    assert len(plain(looked_at(drawn)[0])) == 2


def test_a_face_a_back_and_the_bare_table_are_told_apart():
    drawn = table(34)
    face, back = drawn.lay("8D", LEFT, 0).mean(axis=0), drawn.lay("back", RIGHT, 0).mean(axis=0)
    look, plane = looked_at(drawn)
    beyond = face + np.array([0.0, 260.0])
    on_face, on_table, on_back = look.surface(plane.on_table(np.array([face, beyond, back])))
    assert on_face[1] > 0.5
    assert on_table[0] > 0.5
    assert on_back[1] < 0.5
