"""Cards lie on a pile in the order of their turns: what that says of a wrong one, above all on one pile for all."""

import pytest

from engine import calls, events
from tests.arbiter.carding import home_of, lay, played, round_of
from tests.arbiter.harness import Harness


@pytest.fixture
def one_pile() -> Harness:
    """A table with one pile, on which the first three cards lie."""
    harness = Harness()
    for card, team in (("5C", "b"), ("AS", "g"), ("2D", "b")):
        turn(harness, card, team)
    return harness


def turn(harness: Harness, card: str, team: str, on: str = "", then: int = 8, pile: int = 1) -> None:
    """A card is laid, and then a chip: on a space of the card, or on one of another card."""
    lay(harness, pile, card)
    harness.hand(f"{home_of(harness, on or card)}={team}", then=then)


def questions(harness: Harness) -> list[tuple[str, ...]]:
    return [question.options for question in harness.all(events.Question) if question.about == "card"]


def test_who_kept_the_card_that_was_meant_plays_it_in_the_next_turn(one_pile: Harness) -> None:
    turn(one_pile, "8H", "g", on="3C", then=10)
    turn(one_pile, "KD", "b")
    lay(one_pile, 1, "3C")
    one_pile.hand(f"{home_of(one_pile, '3C', 1)}=g")
    assert one_pile.faults() == [f"wrong-card {home_of(one_pile, '3C')}"]
    assert played(one_pile)[3] == (home_of(one_pile, "3C"), "8H")
    assert played(one_pile)[5] == (home_of(one_pile, "3C", 1), "3C")


def test_a_card_on_a_pile_of_ones_own_is_no_late_one_for_a_fault_that_stood() -> None:
    harness = Harness()
    round_of(harness)
    wrong, right = home_of(harness, "3C"), home_of(harness, "3C", 1)
    turn(harness, "KC", "b", on="3C", then=10)
    turn(harness, "8H", "g", pile=2)
    lay(harness, 1, "3C")
    harness.hand(f"{right}=b")
    assert played(harness)[2] == (wrong, "KC")
    assert played(harness)[4] == (right, "3C")


def test_a_card_that_would_have_put_a_fault_right_which_stood_is_asked_about() -> None:
    harness = Harness()
    round_of(harness)
    turn(harness, "KC", "b", on="3C", then=10)
    turn(harness, "8H", "g", pile=2)
    turn(harness, "3C", "b", on="9D", then=14)
    assert len(harness.faults()) == 1
    assert questions(harness) == [("9D", "3C")]


def test_a_turn_whose_card_was_never_seen_excuses_only_the_one_after_it(one_pile: Harness) -> None:
    one_pile.hand(f"{home_of(one_pile, '3C')}=g", then=10)
    turn(one_pile, "KD", "b")
    turn(one_pile, "8H", "g", on="7D", then=10)
    assert one_pile.faults() == [f"wrong-card {home_of(one_pile, '7D')}"]


def test_the_card_of_a_turn_without_one_accuses_nobody_when_it_comes_two_turns_late(one_pile: Harness) -> None:
    one_pile.hand(f"{home_of(one_pile, '3C')}=g", then=10)
    turn(one_pile, "KD", "b")
    turn(one_pile, "3C", "g", on="7D", then=14)
    assert not one_pile.faults()


def test_a_wrong_card_on_a_dead_one_is_named_on_one_pile_for_all(one_pile: Harness) -> None:
    for which, team in ((0, "g"), (1, "b")):
        lay(one_pile, 1, "JC")
        one_pile.hand(f"{home_of(one_pile, '6D', which)}={team}", then=8)
    lay(one_pile, 1, "6D")
    one_pile.look(2)
    turn(one_pile, "8H", "g", on="7D", then=12)
    assert one_pile.faults() == [f"wrong-card {home_of(one_pile, '7D')}"]


def test_two_wrong_cards_that_each_came_after_their_chips_are_both_asked_about(one_pile: Harness) -> None:
    for chip, team, card in (("3C", "g", "8H"), ("7D", "b", "10S")):
        one_pile.hand(f"{home_of(one_pile, chip)}={team}", then=9)
        lay(one_pile, 1, card)
        one_pile.look(12)
    turn(one_pile, "KD", "g", then=12)
    assert not one_pile.faults()
    assert questions(one_pile) == [
        ("3C", "8H"),
        ("7D", "10S"),
    ]
    number = one_pile.all(events.Question)[-1].number
    one_pile.say(calls.Answer, answer="10S", question=number)
    assert one_pile.faults() == [f"wrong-card {home_of(one_pile, '7D')}"]


def test_a_card_between_two_turns_that_cannot_be_read_is_not_asked_about(one_pile: Harness) -> None:
    one_pile.hand(f"{home_of(one_pile, '3C')}=g", then=9)
    lay(one_pile, 1, "")
    one_pile.look(12)
    turn(one_pile, "KD", "b", then=12)
    assert not questions(one_pile)
    assert not one_pile.faults()


def test_a_question_comes_too_where_the_next_card_is_late_as_well(one_pile: Harness) -> None:
    one_pile.hand(f"{home_of(one_pile, '3C')}=g", then=9)
    lay(one_pile, 1, "8H")
    one_pile.look(12)
    one_pile.hand(f"{home_of(one_pile, 'KD')}=b", then=10)
    lay(one_pile, 1, "KD")
    one_pile.look(3)
    assert questions(one_pile) == [("3C", "8H")]


def test_a_card_that_falls_on_the_right_one_before_its_chip_accuses_nobody_however_long_it_lies(
    one_pile: Harness,
) -> None:
    lay(one_pile, 1, "KD")
    one_pile.look(2)
    lay(one_pile, 1, "8H")
    one_pile.hand(f"{home_of(one_pile, 'KD')}=g", then=30)
    assert not one_pile.faults()
    assert played(one_pile)[-1] == (home_of(one_pile, "KD"), "KD")


def test_a_jack_that_lay_on_the_card_of_the_chip_by_chance_was_not_played() -> None:
    harness = Harness()
    round_of(harness)
    turn(harness, "JC", "b", on="3C")
    assert played(harness)[-1] == (home_of(harness, "3C"), "JC")
    lay(harness, 1, "3C")  # the jack was taken up again
    harness.look(3)
    assert played(harness)[-1] == (home_of(harness, "3C"), "3C")
    turn(harness, "8H", "g", pile=2)
    lay(harness, 1, "JC")
    harness.hand(f"{home_of(harness, '9D')}=b")
    assert played(harness)[-1] == (home_of(harness, "9D"), "JC")
    assert not harness.faults()


def test_a_jack_that_was_played_stays_the_card_of_its_turn_when_play_has_gone_on() -> None:
    harness = Harness()
    round_of(harness)
    turn(harness, "JC", "b", on="3C")
    turn(harness, "8H", "g", pile=2)
    lay(harness, 1, "3C")
    harness.hand(f"{home_of(harness, '3C', 1)}=b")
    assert played(harness)[2] == (home_of(harness, "3C"), "JC")
    assert played(harness)[4] == (home_of(harness, "3C", 1), "3C")


@pytest.mark.parametrize("time", range(6))
def test_cards_seen_at_once_wait_in_the_order_of_the_pile_when_their_turn_was_none(time: int) -> None:
    harness = Harness()
    round_of(harness, "4C")
    lay(harness, 1, "JC")
    harness.hand(f"{home_of(harness, '4C', 1)}=b")
    turn(harness, "8H", "g", pile=2)
    lay(harness, 1, "4C")
    lay(harness, 1, "2D")
    harness.hand(f"{home_of(harness, '2D')}=b")
    harness.say(calls.NotATurn)
    harness.hand(f"{home_of(harness, '2D')}=. {home_of(harness, '2D', 1)}=b", then=12)
    last = harness.all(events.TurnPlayed)[-1]
    assert (last.space, last.card, last.dead) == (home_of(harness, "2D", 1), "2D", ("4C",))


def _laid_beside_one_that_is_taken(harness: Harness, card: str | None) -> None:
    """While a hand is over the board a blue chip goes, and another comes beside it, maybe with its card."""
    harness.play("b d4", "g h8", "b h2")
    harness.hand("d4=.", then=0)
    harness.look(1)
    harness.look(2, hidden="e5 e6 f6")
    if card is not None:
        lay(harness, 1, card)
    harness.hand("e5=b", then=12)


def test_a_chip_that_comes_with_its_card_was_laid_though_one_beside_it_went() -> None:
    harness = Harness()
    card = harness.game.layout.cards[harness.space("e5")]
    _laid_beside_one_that_is_taken(harness, card)
    assert harness.turns()[3:] == ["green remove d4", "blue place e5"]
    assert harness.faults() == []


@pytest.mark.parametrize("card", [None, "KD"])
def test_a_chip_that_comes_without_its_card_was_moved_from_beside(card: str | None) -> None:
    harness = Harness()
    _laid_beside_one_that_is_taken(harness, card)
    assert harness.faults() == ["chip-moved d4 e5"]
