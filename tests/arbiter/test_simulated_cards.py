"""Whole games with discard piles in view: nobody is accused falsely, however badly the cards are read."""

from msgspec.structs import replace

from engine.arbiter import Arbiter
from engine.rules.position import new_game
from tests.arbiter.carding import CLUMSY, WORST, Cards, SimulatedCards, refereed
from tests.arbiter.simulator import Torment
from tests.often import cases

GAME = new_game("classic", "blue green")
FOUR = new_game("classic", "blue green blue green")
TABLES = {"own piles": (GAME, 0), "one pile": (GAME, 1), "two piles of four": (FOUR, 2)}
READERS = {"ordinary reader": Cards(), "worst reader": WORST, "clumsy hands": CLUMSY}
PAIRS = [(reader, [*TABLES][(at + on) % 3]) for on in range(3) for at, reader in enumerate(READERS)]
"""Each reader at each table; in the first three every one of them is met."""


@cases(("reader", "where"), PAIRS, quick=3)
def test_no_honest_card_is_named_as_a_fault(reader: str, where: str) -> None:
    game, piles = TABLES[where]
    cards = replace(READERS[reader], piles=piles)
    for seed in range(300, 308):
        done = refereed(SimulatedCards(game, seed, Torment(), cards), Arbiter(game))
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
