"""The suit of a number card is weighed by its pips where its indices leave a doubt of it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.cards import table
from vision.cards.indices import Index, read_indices, together
from vision.cards.ink import candidates, find_marks
from vision.cards.patch import CARDS, Pose
from vision.cards.piles import NAMED, beside, paper_of
from vision.cards.pips import told_by_pips
from vision.cards.reader import ordinary_reader
from vision.cards.seen import cards_of
from vision.cards.tabletop import Tabletop

LEFT = (-2.3, 4.0)


def chances_of(**shares):
    """Chances of the 52 cards: some by name, the rest shared by all."""
    chances = np.full(len(CARDS), (1 - sum(shares.values())) / len(CARDS), np.float32)
    for card, share in shares.items():
        chances[CARDS.index(card.lstrip("_"))] += share
    return chances


def doubted(card, turn, chances):
    """A card that lies there, told by its pips although its indices said no more than `chances`."""
    drawn = table(turn)
    drawn.lay(card, LEFT, turn)
    picture = drawn.picture
    plane = Tabletop.of(drawn.mesh, picture.shape[1::-1])
    marks = find_marks(picture, plane, beside(picture, plane), paper_of(picture, drawn.mesh))
    indices = read_indices(picture, plane, candidates(marks), ordinary_reader())
    (seen,) = cards_of(indices, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), plane)
    assert seen.whole
    return told_by_pips(replace(seen, chances=chances), marks, picture, plane, ordinary_reader(), NAMED)


@pytest.mark.parametrize("turn", [0, 75, 160, 290])
@pytest.mark.parametrize("card", ["3S", "3C", "7S", "7C", "AS", "AC", "9H", "9D"])
def test_pips_tell_a_suit_that_the_indices_leave_open(card, turn):
    rank, suit = card[:-1], card[-1]
    other = {"S": "C", "C": "S", "H": "D", "D": "H"}[suit]
    told = doubted(card, turn, chances_of(**{f"_{rank}{suit}": 0.4999, f"_{rank}{other}": 0.4999}))
    assert told.card == card
    assert told.confidence > 0.8


def test_pips_that_gainsay_the_indices_leave_a_doubt_and_name_nothing():
    told = doubted("3C", 20, chances_of(_3S=0.97, _3C=0.0299))
    assert told.confidence < NAMED


@pytest.mark.parametrize("shares", [{"_3C": 0.9995}, {"_3S": 0.5, "_8S": 0.4999}, {"_KS": 0.5, "_KC": 0.4999}])
def test_a_card_in_no_doubt_one_of_unsure_rank_and_a_picture_are_left_as_they_were_read(shares):
    chances = chances_of(**shares)
    assert np.array_equal(doubted("3S", 20, chances).chances, chances)


def test_two_indices_bear_out_the_rank_that_is_plain_in_one_and_leave_the_suit_that_is_plain_in_none():
    pose = Pose(0.0, 0.0, 2.0, 0.0)
    one = Index(pose, 1.0, chances_of(_3S=0.85, _3C=0.149))
    chances = together(one, replace(one, chances=chances_of(_3S=0.75, _3C=0.249))).reshape(13, 4)
    assert chances.sum(axis=1).max() > 0.999
    assert chances.sum(axis=0).max() < 0.85
