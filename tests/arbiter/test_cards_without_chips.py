"""A card is laid and no chip comes: it is said after a while, and over when the chip comes or the card is taken back.

Blue's pile is 1, green's is 2.
"""

import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.observation import CardSeen
from engine.records.record import write_record
from engine.records.twin import record_of
from tests.arbiter.carding import home_of, lay, played, round_of
from tests.arbiter.harness import Harness

SOON, LONG = 30, 70
"""Looks: six seconds, in which people look for the space; fourteen."""


@pytest.fixture
def harness() -> Harness:
    harness = Harness("blue:Ada green:Ben")
    round_of(harness)
    return harness


def test_a_card_without_a_chip_is_said_after_a_while_with_where_it_could_go(harness: Harness) -> None:
    lay(harness, 1, "KC")
    harness.look(SOON)
    assert not harness.faults()
    harness.look(LONG - SOON)
    (fault,) = harness.all(events.FaultFound)
    assert (fault.code, fault.card, fault.team, fault.spaces) == ("no-chip", "KC", "blue", ())
    assert set(fault.could) == {home_of(harness, "KC", 0), home_of(harness, "KC", 1)}


def test_it_is_over_when_the_chip_comes_and_leaves_no_trace(harness: Harness) -> None:
    lay(harness, 1, "KC")
    harness.look(LONG)
    harness.hand(f"{home_of(harness, 'KC')}=b", then=10)
    assert not harness.arbiter.ledger.faults
    assert [fault.stands for fault in harness.all(events.FaultCleared)] == [False]
    assert played(harness)[-1] == (home_of(harness, "KC"), "KC")
    assert "!" not in write_record(record_of(harness.told))


@pytest.mark.parametrize("back", [{"card": "5C"}, {"gone": True}], ids=["the card below shows", "the pile is gone"])
def test_it_is_over_when_the_card_is_taken_back(harness: Harness, back: dict[str, object]) -> None:
    lay(harness, 1, "KC")
    harness.look(LONG)
    chances = ((str(back["card"]), 0.9999),) if "card" in back else ()
    harness.give(CardSeen(at=harness.at, pile=1, chances=chances, gone=bool(back.get("gone"))))
    harness.look(3)
    assert not harness.arbiter.ledger.faults


def test_play_that_goes_on_lets_it_be(harness: Harness) -> None:
    lay(harness, 1, "KC")
    harness.look(LONG)
    harness.say(calls.Stands)
    harness.look(LONG)
    assert harness.faults() == ["no-chip"], "it is said once for a card"
    harness.hand(f"{home_of(harness, 'KC')}=b", then=10)
    assert played(harness)[-1] == (home_of(harness, "KC"), "KC")


def test_a_dead_card_waits_for_the_one_that_is_drawn_for_it(harness: Harness) -> None:
    for which, letter in ((0, "b"), (1, "g")):
        harness.hand(f"{home_of(harness, '6D', which)}={letter}", then=12)
    lay(harness, 1, "6D")
    harness.look(LONG)
    assert not harness.faults()


def test_a_card_of_somebody_who_is_not_to_move_waits_for_their_turn(harness: Harness) -> None:
    lay(harness, 2, "8H")
    harness.look(LONG)
    assert not harness.faults()


def test_a_hand_over_the_board_or_a_chip_in_doubt_is_waited_for(harness: Harness) -> None:
    lay(harness, 1, "KC")
    harness.look(LONG, hidden=home_of(harness, "KC"))
    assert not harness.faults()


def test_a_card_that_cannot_be_read_is_nobodys_fault(harness: Harness) -> None:
    lay(harness, 1, "")
    harness.look(LONG)
    lay(harness, 1, "KC", 0.9)
    harness.look(LONG)
    assert not harness.faults()


def test_on_a_common_pile_it_is_the_seat_to_move(harness: Harness) -> None:
    harness = Harness("blue:Ada green:Ben")
    for letter, card in (("b", "5C"), ("g", "AS")):
        lay(harness, 1, card)
        harness.hand(f"{home_of(harness, card)}={letter}", then=8)
    lay(harness, 1, "KC")
    harness.look(LONG)
    assert [fault.team for fault in harness.all(events.FaultFound)] == ["blue"]


def test_after_a_restart_nobody_is_reminded_of_a_card_nobody_saw_laid(harness: Harness) -> None:
    lay(harness, 1, "KC")
    harness.look(LONG)
    harness.arbiter = Arbiter.resume(harness.game, harness.told)
    lay(harness, 1, "KC", lying=True)
    harness.look(LONG)
    assert not harness.arbiter.ledger.faults
    assert harness.faults() == ["no-chip"]
