"""Pictures in which a wrong name was near: what misleads at both ends of a card, and cards that lie across others."""

import numpy as np
import pytest

from tests.bench.no_cards import KINDS
from tests.vision.cards import table
from vision.cards.indices import BY_ITSELF, Index, together
from vision.cards.patch import CARDS, Pose
from vision.cards.piles import find_piles


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("cards of other games", 1068),  # an S over a club, which looks like a five
        ("cards of other games", 1266),  # a K over a red star
        ("heaps, hands over them, cards face down on them", 8031),  # a red four under a black nine, an end under a hand
    ],
)
def test_a_card_that_only_seems_to_be_one_or_lies_under_another_is_not_named(kind: str, seed: int) -> None:
    drawn = table(seed)
    allowed = KINDS[kind](drawn, np.random.default_rng(seed))
    assert {pile.card for pile in find_piles(drawn.picture, drawn.mesh) if pile.card} <= allowed


def index(chance: float) -> Index:
    """An index that says the five of clubs so surely."""
    chances = np.full(len(CARDS), (1 - chance) / (len(CARDS) - 1), np.float32)
    chances[CARDS.index("5C")] = chance
    return Index(Pose(0.0, 0.0, 2.0, 0.0), 0.9, chances)


def test_two_indices_bear_each_other_out_only_where_one_is_plain_by_itself() -> None:
    plain, unsure = index(0.99), index(0.97)
    assert together(plain, unsure).max() > 0.9999
    assert together(unsure, unsure).max() < BY_ITSELF
