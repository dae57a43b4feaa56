"""Cards that fall, slip, are exchanged or come twice: nobody is accused of them, and what is put right is forgotten.

Blue's pile is 1, green's is 2.
"""

import pytest

from engine import calls, events
from engine.arbiter import OnFault
from tests.arbiter.carding import home_of, lay, played, round_of
from tests.arbiter.harness import Harness


@pytest.fixture
def harness() -> Harness:
    harness = Harness()
    round_of(harness)
    return harness


def test_a_card_that_fell_on_the_pile_and_is_picked_up_at_once_accuses_nobody(harness: Harness) -> None:
    harness.hand(f"{home_of(harness, '3C')}=b", then=1)
    lay(harness, 1, "KC")
    harness.look(7)
    lay(harness, 1, "5C")  # the card below shows again
    lay(harness, 1, "3C")
    harness.look(10)
    assert not harness.faults()
    assert played(harness)[-1] == (home_of(harness, "3C"), "3C")


def test_the_card_that_was_meant_puts_a_wrong_one_right(harness: Harness) -> None:
    lay(harness, 1, "KC")
    harness.hand(f"{home_of(harness, '3C')}=b", then=10)
    assert harness.faults() == [f"wrong-card {home_of(harness, '3C')}"]
    lay(harness, 1, "5C")  # the wrong one is taken back
    harness.look(3)
    lay(harness, 1, "3C")
    harness.look(3)
    assert not harness.arbiter.ledger.faults
    assert not harness.all(events.FaultCleared)[-1].stands
    assert played(harness)[-1] == (home_of(harness, "3C"), "3C")
    lay(harness, 2, "8H")
    harness.hand(f"{home_of(harness, '8H')}=g", then=10)
    assert played(harness)[-1] == (home_of(harness, "8H"), "8H")


def test_a_card_of_the_next_player_is_not_the_wrong_card_of_the_one_before(harness: Harness) -> None:
    lay(harness, 1, "9D")
    harness.hand(f"{home_of(harness, '9D')}=b", then=8)
    harness.hand(f"{home_of(harness, '8H')}=g {home_of(harness, '2C')}=b", then=2)  # both at once, without their cards
    lay(harness, 2, "QS")
    harness.hand(f"{home_of(harness, 'QS')}=g", then=14)
    assert not harness.faults()


def test_nobody_is_accused_of_what_happened_while_the_camera_was_away(harness: Harness) -> None:
    harness.at += 20
    for name, letter in ((home_of(harness, "2C"), "b"), (home_of(harness, "QS"), "g")):
        harness.board[harness.space(name)] = letter
    lay(harness, 1, "KC")
    lay(harness, 2, "10D")
    harness.look(20)
    assert len(harness.turns()) == 4
    assert not harness.faults()


def test_the_other_copy_of_a_card_that_shows_again_may_be_the_one_that_was_played(harness: Harness) -> None:
    lay(harness, 1, "JD")
    harness.hand(f"{home_of(harness, '9D')}=b", then=10)
    lay(harness, 2, "8H")
    harness.hand(f"{home_of(harness, '8H')}=g", then=8)
    lay(harness, 1, "")  # turned over
    harness.look(3)
    lay(harness, 1, "JD")  # the second one, or the first again
    lay(harness, 1, "KC")  # falls on it
    harness.hand(f"{home_of(harness, '3C')}=b", then=14)
    assert not harness.faults()


def test_a_card_that_is_covered_by_another_speaks_against_nobody(harness: Harness) -> None:
    harness.hand(f"{home_of(harness, '9D')}=b", then=10)
    lay(harness, 2, "8H")
    harness.hand(f"{home_of(harness, '8H')}=g", then=8)
    lay(harness, 1, "KC")
    lay(harness, 1, "9D")
    harness.hand(f"{home_of(harness, '3C')}=b", then=14)
    assert not harness.faults()


def test_two_cards_that_fell_beside_the_right_one_are_not_two_dead_ones(harness: Harness) -> None:
    for card in ("6D", "7H"):
        for which, letter in ((0, "b"), (1, "g")):
            harness.hand(f"{home_of(harness, card, which)}={letter}", then=12)
    lay(harness, 1, "6D")
    lay(harness, 1, "7H")
    lay(harness, 1, "9C")
    harness.hand(f"{home_of(harness, '9C')}=b", then=10)
    assert not harness.faults()


def test_on_one_pile_for_all_a_card_that_is_read_a_moment_after_its_chip_is_named_all_the_same() -> None:
    harness = Harness()
    for letter, card in (("b", "5C"), ("g", "AS")):
        lay(harness, 1, card)
        harness.hand(f"{home_of(harness, card)}={letter}", then=8)
    harness.hand(f"{home_of(harness, '3C')}=b", then=2)
    lay(harness, 1, "KC")
    harness.look(10)
    assert harness.faults() == [f"wrong-card {home_of(harness, '3C')}"]


def test_a_wrong_card_is_named_within_two_seconds_of_the_hands_leaving(harness: Harness) -> None:
    lay(harness, 1, "KC")
    harness.hand(f"{home_of(harness, '3C')}=b", then=0)
    left = harness.at
    harness.look(12)
    (fault,) = harness.all(events.FaultFound)
    assert fault.at - left <= 2.0


@pytest.mark.parametrize("on_fault", ["ask", "strict"])
def test_a_chip_that_is_only_taken_off_again_is_no_turn_of_the_next_player(on_fault: OnFault) -> None:
    harness = Harness(on_fault=on_fault)
    round_of(harness)
    wrong = home_of(harness, "3C")
    lay(harness, 1, "KC")
    harness.hand(f"{wrong}=b", then=10)
    harness.hand(f"{wrong}=.", then=10)
    assert not harness.arbiter.ledger.faults
    assert not harness.all(events.FaultCleared)[-1].stands
    assert harness.arbiter.ledger.table.position.turn == 2
    harness.hand(f"{home_of(harness, 'KC')}=b", then=10)
    assert played(harness)[-1] == (home_of(harness, "KC"), "KC")
    assert len(harness.faults()) == 1


def test_a_chip_that_was_taken_with_the_wrong_jack_and_is_put_back_is_no_turn(harness: Harness) -> None:
    taken = home_of(harness, "AS")
    lay(harness, 1, "JD")
    harness.hand(f"{taken}=.", then=14)
    assert harness.faults() == [f"wrong-card {taken}"]
    harness.hand(f"{taken}=g", then=10)
    assert not harness.arbiter.ledger.faults
    assert harness.arbiter.ledger.table.position.turn == 2


def test_a_wrong_chip_that_the_next_players_one_eyed_jack_takes_is_their_turn(harness: Harness) -> None:
    wrong = home_of(harness, "3C")
    lay(harness, 1, "KC")
    harness.hand(f"{wrong}=b", then=10)
    lay(harness, 2, "JS")
    harness.hand(f"{wrong}=.", then=10)
    assert harness.all(events.FaultCleared)[-1].stands
    assert harness.turns()[-1] == f"green remove {wrong}"
    assert played(harness)[-1] == (wrong, "JS")


def test_a_wrong_chip_that_was_said_to_stand_is_taken_by_the_next_player(harness: Harness) -> None:
    wrong = home_of(harness, "3C")
    lay(harness, 1, "KC")
    harness.hand(f"{wrong}=b", then=10)
    harness.say(calls.Stands)
    harness.hand(f"{wrong}=.", then=14)
    assert harness.turns()[-1] == f"green remove {wrong}"
