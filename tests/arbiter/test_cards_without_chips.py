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
from tests.arbiter.desk import Desk

SOON, LONG = 30, 70
"""Looks: six seconds, in which people look for the space; fourteen."""


@pytest.fixture
def desk() -> Desk:
    desk = Desk("blue:Ada green:Ben")
    round_of(desk)
    return desk


def test_a_card_without_a_chip_is_said_after_a_while_with_where_it_could_go(desk: Desk) -> None:
    lay(desk, 1, "KC")
    desk.look(SOON)
    assert not desk.faults()
    desk.look(LONG - SOON)
    (fault,) = desk.all(events.FaultFound)
    assert (fault.code, fault.card, fault.team, fault.spaces) == ("no-chip", "KC", "blue", ())
    assert set(fault.could) == {home_of(desk, "KC", 0), home_of(desk, "KC", 1)}
    assert fault.message == "Ada laid the king of clubs, and no chip was placed or taken."


def test_it_is_over_when_the_chip_comes_and_leaves_no_trace(desk: Desk) -> None:
    lay(desk, 1, "KC")
    desk.look(LONG)
    desk.hand(f"{home_of(desk, 'KC')}=b", then=10)
    assert not desk.arbiter.ledger.faults
    assert [fault.stands for fault in desk.all(events.FaultCleared)] == [False]
    assert played(desk)[-1] == (home_of(desk, "KC"), "KC")
    assert "!" not in write_record(record_of(desk.told))


@pytest.mark.parametrize("back", [{"card": "5C"}, {"gone": True}], ids=["the card below shows", "the pile is gone"])
def test_it_is_over_when_the_card_is_taken_back(desk: Desk, back: dict[str, object]) -> None:
    lay(desk, 1, "KC")
    desk.look(LONG)
    chances = ((str(back["card"]), 0.9999),) if "card" in back else ()
    desk.give(CardSeen(at=desk.at, pile=1, chances=chances, gone=bool(back.get("gone"))))
    desk.look(3)
    assert not desk.arbiter.ledger.faults


def test_play_that_goes_on_lets_it_be(desk: Desk) -> None:
    lay(desk, 1, "KC")
    desk.look(LONG)
    desk.say(calls.Stands)
    desk.look(LONG)
    assert desk.faults() == ["no-chip"], "it is said once for a card"
    desk.hand(f"{home_of(desk, 'KC')}=b", then=10)
    assert played(desk)[-1] == (home_of(desk, "KC"), "KC")


def test_a_dead_card_waits_for_the_one_that_is_drawn_for_it(desk: Desk) -> None:
    for which, letter in ((0, "b"), (1, "g")):
        desk.hand(f"{home_of(desk, '6D', which)}={letter}", then=12)
    lay(desk, 1, "6D")
    desk.look(LONG)
    assert not desk.faults()


def test_a_card_of_somebody_who_is_not_to_move_waits_for_their_turn(desk: Desk) -> None:
    lay(desk, 2, "8H")
    desk.look(LONG)
    assert not desk.faults()


def test_a_hand_over_the_board_or_a_chip_in_doubt_is_waited_for(desk: Desk) -> None:
    lay(desk, 1, "KC")
    desk.look(LONG, hidden=home_of(desk, "KC"))
    assert not desk.faults()


def test_a_card_that_cannot_be_read_is_nobodys_fault(desk: Desk) -> None:
    lay(desk, 1, "")
    desk.look(LONG)
    lay(desk, 1, "KC", 0.9)
    desk.look(LONG)
    assert not desk.faults()


def test_on_a_common_pile_it_is_the_seat_to_move(desk: Desk) -> None:
    desk = Desk("blue:Ada green:Ben")
    for letter, card in (("b", "5C"), ("g", "AS")):
        lay(desk, 1, card)
        desk.hand(f"{home_of(desk, card)}={letter}", then=8)
    lay(desk, 1, "KC")
    desk.look(LONG)
    assert [fault.team for fault in desk.all(events.FaultFound)] == ["blue"]


def test_after_a_restart_nobody_is_reminded_of_a_card_nobody_saw_laid(desk: Desk) -> None:
    lay(desk, 1, "KC")
    desk.look(LONG)
    desk.arbiter = Arbiter.resume(desk.game, desk.told)
    lay(desk, 1, "KC", lying=True)
    desk.look(LONG)
    assert not desk.arbiter.ledger.faults
    assert desk.faults() == ["no-chip"]
