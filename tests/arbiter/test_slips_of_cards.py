"""Cards that fall, slip, are exchanged or come twice: nobody is accused of them, and what is put right is forgotten.

Blue's pile is 1, green's is 2.
"""

import pytest

from engine import calls, events
from engine.arbiter import OnFault
from tests.arbiter.carding import home_of, lay, played, round_of
from tests.arbiter.desk import Desk


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    round_of(desk)
    return desk


def test_a_card_that_fell_on_the_pile_and_is_picked_up_at_once_accuses_nobody(desk: Desk) -> None:
    desk.hand(f"{home_of(desk, '3C')}=b", then=1)
    lay(desk, 1, "KC")
    desk.look(7)
    lay(desk, 1, "5C")  # the card below shows again
    lay(desk, 1, "3C")
    desk.look(10)
    assert not desk.faults()
    assert played(desk)[-1] == (home_of(desk, "3C"), "3C")


def test_the_card_that_was_meant_puts_a_wrong_one_right(desk: Desk) -> None:
    lay(desk, 1, "KC")
    desk.hand(f"{home_of(desk, '3C')}=b", then=10)
    assert desk.faults() == [f"wrong-card {home_of(desk, '3C')}"]
    lay(desk, 1, "5C")  # the wrong one is taken back
    desk.look(3)
    lay(desk, 1, "3C")
    desk.look(3)
    assert not desk.arbiter.ledger.faults
    assert not desk.all(events.FaultCleared)[-1].stands
    assert played(desk)[-1] == (home_of(desk, "3C"), "3C")
    lay(desk, 2, "8H")
    desk.hand(f"{home_of(desk, '8H')}=g", then=10)
    assert played(desk)[-1] == (home_of(desk, "8H"), "8H")


def test_a_card_of_the_next_player_is_not_the_wrong_card_of_the_one_before(desk: Desk) -> None:
    lay(desk, 1, "9D")
    desk.hand(f"{home_of(desk, '9D')}=b", then=8)
    desk.hand(f"{home_of(desk, '8H')}=g {home_of(desk, '2C')}=b", then=2)  # both at once, without their cards
    lay(desk, 2, "QS")
    desk.hand(f"{home_of(desk, 'QS')}=g", then=14)
    assert not desk.faults()


def test_nobody_is_accused_of_what_happened_while_the_camera_was_away(desk: Desk) -> None:
    desk.at += 20
    for name, letter in ((home_of(desk, "2C"), "b"), (home_of(desk, "QS"), "g")):
        desk.board[desk.space(name)] = letter
    lay(desk, 1, "KC")
    lay(desk, 2, "10D")
    desk.look(20)
    assert len(desk.turns()) == 4
    assert not desk.faults()


def test_the_other_copy_of_a_card_that_shows_again_may_be_the_one_that_was_played(desk: Desk) -> None:
    lay(desk, 1, "JD")
    desk.hand(f"{home_of(desk, '9D')}=b", then=10)
    lay(desk, 2, "8H")
    desk.hand(f"{home_of(desk, '8H')}=g", then=8)
    lay(desk, 1, "")  # turned over
    desk.look(3)
    lay(desk, 1, "JD")  # the second one, or the first again
    lay(desk, 1, "KC")  # falls on it
    desk.hand(f"{home_of(desk, '3C')}=b", then=14)
    assert not desk.faults()


def test_a_card_that_is_covered_by_another_speaks_against_nobody(desk: Desk) -> None:
    desk.hand(f"{home_of(desk, '9D')}=b", then=10)
    lay(desk, 2, "8H")
    desk.hand(f"{home_of(desk, '8H')}=g", then=8)
    lay(desk, 1, "KC")
    lay(desk, 1, "9D")
    desk.hand(f"{home_of(desk, '3C')}=b", then=14)
    assert not desk.faults()


def test_two_cards_that_fell_beside_the_right_one_are_not_two_dead_ones(desk: Desk) -> None:
    for card in ("6D", "7H"):
        for which, letter in ((0, "b"), (1, "g")):
            desk.hand(f"{home_of(desk, card, which)}={letter}", then=12)
    lay(desk, 1, "6D")
    lay(desk, 1, "7H")
    lay(desk, 1, "9C")
    desk.hand(f"{home_of(desk, '9C')}=b", then=10)
    assert not desk.faults()


def test_on_one_pile_for_all_a_card_that_is_read_a_moment_after_its_chip_is_named_all_the_same() -> None:
    desk = Desk()
    for letter, card in (("b", "5C"), ("g", "AS")):
        lay(desk, 1, card)
        desk.hand(f"{home_of(desk, card)}={letter}", then=8)
    desk.hand(f"{home_of(desk, '3C')}=b", then=2)
    lay(desk, 1, "KC")
    desk.look(10)
    assert desk.faults() == [f"wrong-card {home_of(desk, '3C')}"]


def test_a_wrong_card_is_named_within_two_seconds_of_the_hands_leaving(desk: Desk) -> None:
    lay(desk, 1, "KC")
    desk.hand(f"{home_of(desk, '3C')}=b", then=0)
    left = desk.at
    desk.look(12)
    (fault,) = desk.all(events.FaultFound)
    assert fault.at - left <= 2.0


@pytest.mark.parametrize("on_fault", ["ask", "strict"])
def test_a_chip_that_is_only_taken_off_again_is_no_turn_of_the_next_player(on_fault: OnFault) -> None:
    desk = Desk(on_fault=on_fault)
    round_of(desk)
    wrong = home_of(desk, "3C")
    lay(desk, 1, "KC")
    desk.hand(f"{wrong}=b", then=10)
    desk.hand(f"{wrong}=.", then=10)
    assert not desk.arbiter.ledger.faults
    assert not desk.all(events.FaultCleared)[-1].stands
    assert desk.arbiter.ledger.table.position.turn == 2
    desk.hand(f"{home_of(desk, 'KC')}=b", then=10)
    assert played(desk)[-1] == (home_of(desk, "KC"), "KC")
    assert len(desk.faults()) == 1


def test_a_chip_that_was_taken_with_the_wrong_jack_and_is_put_back_is_no_turn(desk: Desk) -> None:
    taken = home_of(desk, "AS")
    lay(desk, 1, "JD")
    desk.hand(f"{taken}=.", then=14)
    assert desk.faults() == [f"wrong-card {taken}"]
    desk.hand(f"{taken}=g", then=10)
    assert not desk.arbiter.ledger.faults
    assert desk.arbiter.ledger.table.position.turn == 2


def test_a_wrong_chip_that_the_next_players_one_eyed_jack_takes_is_their_turn(desk: Desk) -> None:
    wrong = home_of(desk, "3C")
    lay(desk, 1, "KC")
    desk.hand(f"{wrong}=b", then=10)
    lay(desk, 2, "JS")
    desk.hand(f"{wrong}=.", then=10)
    assert desk.all(events.FaultCleared)[-1].stands
    assert desk.turns()[-1] == f"green remove {wrong}"
    assert played(desk)[-1] == (wrong, "JS")


def test_a_wrong_chip_that_was_said_to_stand_is_taken_by_the_next_player(desk: Desk) -> None:
    wrong = home_of(desk, "3C")
    lay(desk, 1, "KC")
    desk.hand(f"{wrong}=b", then=10)
    desk.say(calls.Stands)
    desk.hand(f"{wrong}=.", then=14)
    assert desk.turns()[-1] == f"green remove {wrong}"
