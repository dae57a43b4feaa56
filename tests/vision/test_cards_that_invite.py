"""Pictures in which a wrong name was near: what misleads at both ends of a card, and cards that lie across others."""

import numpy as np
import pytest

from tests.bench.no_cards import KINDS
from tests.vision.cards import table
from vision.cards.pile_reader import find_piles


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("cards of other games", 1068),  # an S over a club, which looks like a five
        ("cards of other games", 1266),  # a K over a red star
        ("heaps, hands over them, cards face down on them", 8031),  # a red four under a black nine, an end under a hand
        ("piles cut off by the picture", 7015),  # half a four is in view, and a corner of what lies on it
    ],
)
def test_a_card_that_only_seems_to_be_one_or_lies_under_another_is_not_named(kind, seed):
    drawn = table(seed)
    allowed = KINDS[kind](drawn, np.random.default_rng(seed))
    assert {pile.card for pile in find_piles(drawn.picture, drawn.mesh) if pile.card} <= allowed
