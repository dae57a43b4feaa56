"""Cards that the ordinary reader does not know are read once their deck was shown, in other light, and none wrong."""

import numpy as np
import pytest

from tests.often import cases
from tests.vision import odd_decks
from tests.vision.cards import table
from vision.cards.pile_reader import PileReader, find_piles
from vision.cards.watch import PileWatch
from vision.drawing import faces

LEFT, RIGHT = (-2.4, 4.2), (12.5, 5.5)
"""Middles of piles beside the board, in spaces."""
SPADES_AND_MORE = (*odd_decks.FIFTY_TWO[:13], "JC", "QC", "KC", "6C", "7H", "8H", "10D")


@pytest.fixture(scope="module")
def beside():
    return PileReader(odd_decks.shown(odd_decks.beside, SPADES_AND_MORE, places=odd_decks.THREE_PLACES))


@pytest.fixture(scope="module")
def pictured():
    return PileReader(odd_decks.shown(odd_decks.pictured, odd_decks.PICTURES, places=odd_decks.THREE_PLACES))


def in_other_light(drawn, seed):
    drawn.picture = odd_decks.in_other_light(drawn.picture, np.random.default_rng(seed))
    return drawn


def named(reader, drawn):
    return [pile.card for pile in reader.piles(drawn.picture, drawn.mesh) if pile.card]


@cases(("left", "right"), [("9S", "8S"), ("QC", "3S"), ("KC", "2S"), ("8H", "10D")], quick=1)
def test_cards_with_the_suit_beside_the_rank_are_read_in_another_light_once_they_were_shown(beside, left, right):
    seed = sum(map(ord, left + right))
    drawn = table(3)
    drawn.lay_face(odd_decks.beside(left), LEFT, seed)
    corners = drawn.lay_face(odd_decks.beside(right), RIGHT, 2 * seed)
    in_other_light(drawn, seed)
    by_indices = {pile.card for pile in find_piles(drawn.picture, drawn.mesh)} - {None}
    assert by_indices < {left, right}, "the deck need not be shown where its indices name all of it"
    assert named(beside, drawn) == [left, right]
    pile = beside.piles(drawn.picture, drawn.mesh)[1]
    off = min(np.abs(np.roll(pile.corners, by, 0) - corners).max() for by in (0, 2))
    assert off < 8


@cases(("seed", "name"), enumerate(("lion", "ark", "dove")), quick=1)
def test_cards_of_pictures_are_read_by_their_names(pictured, seed, name):
    assert pictured.cards == odd_decks.PICTURES
    drawn = table(3)
    drawn.lay_face(odd_decks.pictured("star"), (LEFT[0] + 0.3, LEFT[1]), 100 * seed + 15)
    drawn.lay_face(odd_decks.pictured(name), LEFT, 100 * seed)
    assert named(pictured, in_other_light(drawn, seed)) == [name]


@cases(("seed", "name"), enumerate(("star", "ark", "lamb")), quick=1)
def test_a_lamp_mirrored_in_a_picture_hides_it_not(pictured, seed, name):
    drawn = table(3)
    drawn.lay_face(odd_decks.pictured(name), LEFT, 70 * seed + 5)
    drawn.mirror_a_lamp((LEFT[0] + 0.3, LEFT[1] - 0.4), (3.0, 2.5), 0.8)
    assert named(pictured, in_other_light(drawn, seed)) == [name]


@cases(("seed", "name"), enumerate(("star", "ark", "lamb")), quick=1)
def test_a_picture_of_which_a_hand_covers_a_corner_is_read(pictured, seed, name):
    drawn = table(3)
    drawn.lay_face(odd_decks.pictured(name), LEFT, 70 * seed + 5)
    drawn.cover((LEFT[0] + 0.6, LEFT[1] + 0.7), (2.5, 2.5), (120, 150, 205))
    assert named(pictured, in_other_light(drawn, seed)) == [name]


@cases("seed", range(4), quick=1)
def test_a_card_that_lies_face_down_on_one_that_was_shown_leaves_none_to_be_named(beside, seed):
    drawn = table(3)
    drawn.lay_face(odd_decks.beside("7S"), LEFT, 10)
    drawn.lay_face(faces.back(504, 704, (150, 60, 50)), (LEFT[0] + 0.2, LEFT[1]), 40 * seed + 20)
    assert named(beside, in_other_light(drawn, seed)) == []


def test_a_card_of_another_deck_is_none_of_the_deck_that_was_shown(pictured):
    drawn = table(3)
    drawn.lay_face(faces.emblem("wolf", *odd_decks.SIZE, (240, 244, 246)), LEFT, 20)
    drawn.lay("7H", RIGHT, 70)
    assert named(pictured, in_other_light(drawn, 1)) == []


@cases(("seed", "name"), enumerate(("4S", "KC", "7H")), quick=1)
def test_a_mirror_image_of_a_card_that_was_shown_is_never_named(beside, seed, name):
    drawn = table(3)
    drawn.lay_face(np.ascontiguousarray(odd_decks.beside(name)[:, ::-1]), LEFT, 30 * seed)
    assert named(beside, in_other_light(drawn, seed)) == []


def test_of_a_deck_on_which_nothing_is_printed_none_is_named():
    blank = PileReader(odd_decks.shown(lambda _: np.full((704, 504, 3), 240, np.uint8), ("one", "two")))
    drawn = table(3)
    drawn.lay_face(np.full((704, 504, 3), 240, np.uint8), LEFT, 20)
    assert named(blank, in_other_light(drawn, 1)) == []


def test_a_card_half_under_a_hand_is_told_by_the_index_that_shows(beside):
    drawn = table(3)
    drawn.lay_face(odd_decks.beside("9S"), LEFT, 8)
    drawn.cover((LEFT[0] + 0.6, LEFT[1] + 0.6), (4.0, 4.0), (120, 150, 205))
    (pile,) = beside.piles(in_other_light(drawn, 5).picture, drawn.mesh)
    assert (pile.likeliest, pile.on_top, pile.whole) == ("9S", True, False)


def test_cards_the_ordinary_reader_knows_are_still_read_by_it(beside):
    drawn = table(3)
    drawn.lay("7H", LEFT, 12)
    assert named(beside, drawn) == ["7H"]


def test_a_pile_of_pictures_is_watched_like_any_other(pictured):
    drawn, watch = table(3), PileWatch(pictured)
    told = []
    for number, name in enumerate(("", "lion", "lamb")):
        if name:
            drawn.lay_face(odd_decks.pictured(name), LEFT, 4 * number)
        for frame in range(4):
            told += watch.look(drawn.picture, drawn.mesh, number + frame / 5)
    assert [seen.chances[0][0] for seen in told if not seen.same] == ["lion", "lamb"]
    assert all(seen.chances[0][1] > 0.99 for seen in told)
