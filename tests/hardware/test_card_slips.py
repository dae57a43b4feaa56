"""What happens to the cards of the drawn players though nobody cheats."""

import random

import numpy as np
import pytest

from hardware.simulated import SimulatedTable
from hardware.tabletop.acts import Change, PileStop, Reach, Stop
from hardware.tabletop.scene import Laid
from tests.card_slips import SLIPS, OddStop, Slips

CHIP = Stop(12, Change(12, Laid("b")))


class Holding:
    """A hand of two cards."""

    def __init__(self):
        self.cards = ["7H", "QS"]

    def hand(self, seat):
        return tuple(self.cards)

    def exchange(self, seat, laid, held):
        self.cards[self.cards.index(held)] = laid


def changes(kind, hands=None):
    """What each reach changes when a two of clubs is laid for a chip and this happens to it."""
    slips = Slips(hands or Holding(), random.Random(1), 1.0, (kind,))
    card = PileStop(0, "2C")
    acts = slips.acts(Reach(0, (card, CHIP)), Reach(0, (CHIP,)), card)
    return [[stop.change for stop in act.stops] for act in acts if isinstance(act, Reach)]


def test_a_late_card_comes_after_its_chip_and_an_early_one_in_a_reach_of_its_own():
    assert changes("late") == [[CHIP.change], [PileStop(0, "2C")]]
    assert changes("early") == [[PileStop(0, "2C")], [CHIP.change]]


def test_a_card_that_falls_is_picked_up_and_one_is_turned_over():
    usual, fallen, picked = changes("dropped")
    assert usual == [PileStop(0, "2C"), CHIP.change]
    assert type(fallen[0]) is PileStop
    assert picked == [OddStop(0, does="takes")]
    assert changes("turned-over")[1] == [OddStop(0, does="turns")]
    assert changes("covered")[1] == [None]


def test_an_exchanged_card_is_in_the_hand_again():
    hands = Holding()
    taken, laid = changes("exchanged", hands)[1]
    assert taken == OddStop(0, does="takes")
    assert type(laid) is PileStop
    assert "2C" in hands.cards
    assert laid.card not in hands.cards


@pytest.mark.parametrize("kind", [kind for kind in SLIPS if kind not in ("late", "early", "covered", "turned-over")])
def test_who_holds_no_other_card_lays_the_one_as_usual(kind):
    hands = Holding()
    hands.cards = ["2C"]
    assert changes(kind, hands) == [[PileStop(0, "2C"), CHIP.change]]


def test_a_card_that_is_turned_over_shows_its_back():
    scene = SimulatedTable(seed=5, size=(640, 480), live=False).scene
    scene.discard(0, "7H")
    face = scene.still.copy()
    OddStop(0, does="turns").happen(scene)
    x, y = scene.view.project([scene.pile(0)])[0].round().astype(int)
    around = np.s_[y - 4 : y + 5, x - 4 : x + 5]
    assert np.abs(scene.still[around].astype(int) - face[around]).mean() > 30
