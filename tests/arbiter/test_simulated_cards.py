"""Whole games with discard piles in view: nobody is accused falsely, however badly the cards are read."""

import pytest
from msgspec.structs import replace

from engine.arbiter import Arbiter
from engine.rules.position import Game, new_game
from tests.arbiter.carding import CLUMSY, WORST, Cards, SimulatedCards, refereed
from tests.arbiter.simulator import Torment

GAME = new_game("classic", "blue green")


FOUR = new_game("classic", "blue green blue green")


@pytest.mark.parametrize(
    ("game", "piles"), [(GAME, 0), (GAME, 1), (FOUR, 2)], ids=["own piles", "one pile", "two piles of four"]
)
@pytest.mark.parametrize("cards", [Cards(), WORST, CLUMSY], ids=["ordinary reader", "worst reader", "clumsy hands"])
def test_no_honest_card_is_named_as_a_fault(game: Game, piles: int, cards: Cards) -> None:
    for seed in range(300, 308):
        done = refereed(SimulatedCards(game, seed, Torment(), replace(cards, piles=piles)), Arbiter(game))
        assert done.false == 0, seed
        assert done.told > done.turns / 2


def test_wrong_cards_are_named_where_cards_come_before_their_chips_and_are_read() -> None:
    plain = Cards(late=0.0, a_turn_late=0.0, never=0.0, unread=0.0, doubtful=0.0, misread=0.0, wrong=0.1)
    calm = Torment(clean=(10, 14), wrong=0.0, stuck=0.0, unsure=0.0)
    wrong = named = 0
    for seed in range(6):
        done = refereed(SimulatedCards(GAME, seed, calm, plain), Arbiter(GAME))
        assert done.false == 0
        wrong, named = wrong + done.wrong, named + done.named
    assert wrong >= 20
    assert named >= 0.9 * wrong
