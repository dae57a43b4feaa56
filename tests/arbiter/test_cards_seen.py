"""Cards on the discard piles: which turn each was laid in, and what is said when it does not fit.

Blue's pile is 1, green's is 2, unless a test says that both use one.
"""

import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.inputs import InputReader, InputWriter
from tests.arbiter.carding import home_of, lay, played, round_of
from tests.arbiter.desk import Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_card_laid_before_its_chip_is_told_with_the_turn(desk: Desk) -> None:
    lay(desk, 1, "7H")
    desk.hand(f"{home_of(desk, '7H')}=b")
    (turn,) = desk.all(events.TurnPlayed)
    assert (turn.card, turn.card_seen, turn.irregular, turn.cards) == ("7H", True, None, ())
    assert not desk.faults()


def test_a_card_laid_after_its_chip_is_told_as_soon_as_it_is_seen(desk: Desk) -> None:
    desk.hand(f"{home_of(desk, '7H')}=b")
    assert desk.all(events.TurnPlayed)[0].card is None
    lay(desk, 1, "7H")
    (late,) = desk.all(events.TurnCorrected)
    assert (late.turn, late.card, late.card_seen) == (1, "7H", True)


def test_where_cards_are_seen_a_turn_waits_a_moment_for_its_card(desk: Desk) -> None:
    round_of(desk)
    desk.hand(f"{home_of(desk, '9D')}=b", then=3)
    assert len(desk.all(events.TurnPlayed)) == 2
    lay(desk, 1, "9D")
    desk.look(3)
    assert desk.all(events.TurnPlayed)[-1].card == "9D"
    assert not desk.all(events.TurnCorrected)


def test_a_turn_whose_card_never_comes_counts_all_the_same(desk: Desk) -> None:
    round_of(desk)
    desk.hand(f"{home_of(desk, '9D')}=b", then=12)
    assert desk.all(events.TurnPlayed)[-1].card is None
    assert not desk.faults()


def test_a_wrong_card_is_named_with_the_card_and_where_it_could_have_gone(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "KC")
    desk.hand(f"{home_of(desk, '3C')}=b", then=10)
    turn, fault = desk.all(events.TurnPlayed)[-1], desk.all(events.FaultFound)[-1]
    assert (turn.card, turn.irregular) == ("KC", "wrong-card")
    assert (fault.code, fault.card, fault.spaces) == ("wrong-card", "KC", (home_of(desk, "3C"),))
    assert set(fault.could) == {home_of(desk, "KC", 0), home_of(desk, "KC", 1)}
    assert fault.team == "blue"


def test_play_that_goes_on_lets_a_wrong_card_stand(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "KC")
    desk.hand(f"{home_of(desk, '3C')}=b", then=10)
    lay(desk, 2, "8H")
    desk.hand(f"{home_of(desk, '8H')}=g")
    assert desk.all(events.FaultCleared)[-1].stands
    assert desk.turns()[-1] == f"green place {home_of(desk, '8H')}"
    assert desk.faults() == [f"wrong-card {home_of(desk, '3C')}"]


def test_a_chip_taken_back_ends_the_fault_and_the_card_waits_for_its_chip(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "KC")
    desk.hand(f"{home_of(desk, '3C')}=b", then=10)
    desk.hand(f"{home_of(desk, '3C')}=. {home_of(desk, 'KC')}=b", then=12)
    assert not desk.arbiter.ledger.faults
    assert played(desk)[-1] == (home_of(desk, "KC"), "KC")


def test_a_chip_moved_to_the_space_beside_it_that_its_card_allows_is_put_right(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "KC")
    right = home_of(desk, "KC")
    beside = chr(ord(right[0]) + 1) + right[1:]
    desk.hand(f"{beside}=b", then=10)
    assert desk.faults() == [f"wrong-card {beside}"]
    desk.hand(f"{beside}=. {right}=b", then=12)
    assert desk.faults() == [f"wrong-card {beside}"]
    assert not desk.arbiter.ledger.faults
    assert played(desk)[-1] == (right, "KC")


def test_a_two_eyed_jack_takes_no_chip_and_a_one_eyed_one_lays_none(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "JD")
    desk.hand(f"{home_of(desk, 'AS')}=.", then=14)
    lay(desk, 2, "JS")
    desk.hand(f"{home_of(desk, '8D')}=g", then=14)
    assert [fault.card for fault in desk.all(events.FaultFound)] == ["JD", "JS"]
    assert {fault.code for fault in desk.all(events.FaultFound)} == {"wrong-card"}


def test_jacks_that_do_what_they_may_are_no_fault(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "JH")
    desk.hand(f"{home_of(desk, 'AS')}=.", then=10)
    lay(desk, 2, "JC")
    desk.hand(f"{home_of(desk, '8D')}=g", then=10)
    assert not desk.faults()
    assert [card for _, card in played(desk)] == ["5C", "AS", "JH", "JC"]


def test_a_card_that_cannot_be_read_is_nobodys_fault(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "")
    desk.hand(f"{home_of(desk, '3C')}=b", then=10)
    lay(desk, 2, "8H")
    desk.hand(f"{home_of(desk, '8H')}=g", then=10)
    assert not desk.faults()
    assert [card for _, card in played(desk)] == ["5C", "AS", None, "8H"]


def test_an_unreadable_card_after_its_chip_is_nobodys_fault_either(desk: Desk) -> None:
    round_of(desk)
    desk.hand(f"{home_of(desk, '3C')}=b", then=10)
    lay(desk, 1, "")
    desk.look(15)
    assert not desk.faults()


def test_a_card_read_doubtfully_is_what_the_rules_allow(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "9S", 0.6, others=(("6S", 0.4),))
    desk.hand(f"{home_of(desk, '6S')}=b", then=10)
    assert desk.all(events.TurnPlayed)[-1].card == "6S"
    assert not desk.faults()


def asked_nine_or_six(desk: Desk) -> events.Question:
    """A card that is rather the nine of spades is laid for a chip on a six, and the host is asked."""
    round_of(desk)
    lay(desk, 1, "9S", 0.995, others=(("6S", 0.003),))
    desk.hand(f"{home_of(desk, '6S')}=b", then=14)
    (question,) = [q for q in desk.all(events.Question) if q.about == "card"]
    return question


def test_a_doubtful_card_that_does_not_fit_is_asked_about_and_one_answer_settles_it(desk: Desk) -> None:
    question = asked_nine_or_six(desk)
    assert not desk.faults()
    assert question.question == "Was that the nine of spades or the six of spades?"
    desk.say(calls.Answer, answer="6S", question=question.number)
    assert played(desk)[-1] == (home_of(desk, "6S"), "6S")
    assert not desk.faults()


def test_the_question_which_card_it_was_shows_the_spaces_of_both(desk: Desk) -> None:
    question = asked_nine_or_six(desk)
    assert set(question.spaces) == {home_of(desk, "6S"), home_of(desk, "9S", 0), home_of(desk, "9S", 1)}


def test_a_wrong_card_laid_after_its_chip_is_named_though_the_next_player_reaches_for_the_board(desk: Desk) -> None:
    round_of(desk)
    desk.hand(f"{home_of(desk, '3C')}=b", then=9)
    lay(desk, 1, "8H")
    desk.look(2)
    assert not desk.faults()
    desk.look(4, hidden="e5 e6")
    desk.look(8)
    assert desk.faults() == [f"wrong-card {home_of(desk, '3C')}"]


def test_a_card_that_came_while_the_next_player_was_at_it_may_be_an_early_one(desk: Desk) -> None:
    round_of(desk)
    desk.hand(f"{home_of(desk, '3C')}=b", then=9)
    desk.look(4, hidden=f"{home_of(desk, 'KD')} e6")
    lay(desk, 1, "8H")
    desk.hand(f"{home_of(desk, 'KD')}=g", then=12)
    assert not desk.faults()


def test_a_wrong_card_between_those_of_two_turns_on_one_pile_is_asked_about(desk: Desk) -> None:
    for card, team in (("5C", "b"), ("AS", "g"), ("2D", "b")):
        lay(desk, 1, card)
        desk.hand(f"{home_of(desk, card)}={team}")
    desk.hand(f"{home_of(desk, '3C')}=g", then=9)
    lay(desk, 1, "8H")
    desk.look(12)
    lay(desk, 1, "KD")
    desk.hand(f"{home_of(desk, 'KD')}=b", then=12)
    assert not desk.faults()
    (question,) = [q for q in desk.all(events.Question) if q.about == "card"]
    assert question.question == "Was that the eight of hearts or the three of clubs?"
    desk.say(calls.Answer, answer="8H", question=question.number)
    assert desk.faults() == [f"wrong-card {home_of(desk, '3C')}"]


def test_a_card_that_is_sure_but_may_just_be_the_right_one_is_asked_about_too(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "3D", 0.9995, others=(("9D", 0.0002),))
    desk.hand(f"{home_of(desk, '9D')}=b", then=14)
    assert not desk.faults()
    (question,) = [q for q in desk.all(events.Question) if q.about == "card"]
    assert question.options == ("9D", "3D")


def test_an_answer_that_admits_the_wrong_card_is_a_fault(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "9S", 0.995, others=(("6S", 0.003),))
    desk.hand(f"{home_of(desk, '6S')}=b", then=14)
    desk.say(calls.Answer, answer="9S")
    assert desk.faults() == [f"wrong-card {home_of(desk, '6S')}"]
    assert played(desk)[-1][1] == "9S"


def test_a_dead_card_before_the_play_is_told_with_it(desk: Desk) -> None:
    round_of(desk)
    one, two = home_of(desk, "6D", 0), home_of(desk, "6D", 1)
    lay(desk, 1, "6D")
    desk.hand(f"{one}=b", then=10)
    lay(desk, 2, "JC")
    desk.hand(f"{two}=g", then=10)
    lay(desk, 1, "6D")
    desk.look(5)
    lay(desk, 1, "9C")
    desk.hand(f"{home_of(desk, '9C')}=b", then=10)
    turn = desk.all(events.TurnPlayed)[-1]
    assert (turn.card, turn.dead) == ("9C", ("6D",))
    assert not desk.faults()


def test_a_card_turned_in_that_is_not_dead_is_named(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "6D")
    desk.look(18)
    lay(desk, 1, "9C")
    desk.hand(f"{home_of(desk, '9C')}=b", then=10)
    fault = desk.all(events.FaultFound)[-1]
    assert (fault.code, fault.card) == ("not-dead", "6D")


def test_a_card_that_is_covered_within_seconds_may_have_been_taken_up_and_not_turned_in(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "6D")
    desk.look(12)
    lay(desk, 1, "9C")
    desk.hand(f"{home_of(desk, '9C')}=b", then=10)
    assert played(desk)[-1] == (home_of(desk, "9C"), "9C")
    assert not desk.faults()


def test_a_card_exchanged_while_somebody_else_is_at_it_is_no_turns(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "KC")
    desk.hand(f"{home_of(desk, 'KC')}=b", then=8)
    lay(desk, 1, "6D")
    desk.hand(f"{home_of(desk, '8H')}=g", then=10)
    desk.hand(f"{home_of(desk, '9C')}=b", then=20)
    assert not desk.faults()


def test_the_third_copy_of_a_card_is_named_where_all_were_seen(desk: Desk) -> None:
    lay(desk, 1, "5C")
    desk.hand(f"{home_of(desk, '5C', 0)}=b", then=10)
    lay(desk, 2, "JH")
    desk.hand(f"{home_of(desk, '5C', 0)}=.", then=10)
    lay(desk, 1, "5C")
    desk.hand(f"{home_of(desk, '5C', 0)}=b", then=10)
    lay(desk, 2, "AS")
    desk.hand(f"{home_of(desk, 'AS')}=g", then=10)
    lay(desk, 1, "5C")
    desk.hand(f"{home_of(desk, '5C', 1)}=b", then=10)
    assert [fault.code for fault in desk.all(events.FaultFound)] == ["third-copy"]
    assert desk.all(events.FaultFound)[0].card == "5C"


def test_a_card_taken_back_before_its_chip_counts_as_never_laid(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "KC")
    desk.look(3)
    lay(desk, 1, "5C")
    lay(desk, 1, "9D")
    desk.hand(f"{home_of(desk, '9D')}=b", then=10)
    turn = desk.all(events.TurnPlayed)[-1]
    assert (turn.card, turn.dead) == ("9D", ())
    assert not desk.faults()


def test_cards_that_lay_there_before_the_game_are_nobodys(desk: Desk) -> None:
    lay(desk, 1, "KC", lying=True)
    desk.hand(f"{home_of(desk, '3C')}=b", then=12)
    assert desk.all(events.TurnPlayed)[0].card is None
    assert not desk.faults()


def test_on_a_common_pile_each_card_goes_to_the_turn_it_fits(desk: Desk) -> None:
    for letter, card in zip("bgbgbg", ("5C", "AS", "9D", "8H", "2C", "QS"), strict=True):
        lay(desk, 1, card)
        desk.hand(f"{home_of(desk, card)}={letter}", then=8)
    assert [card for _, card in played(desk)] == ["5C", "AS", "9D", "8H", "2C", "QS"]
    assert not desk.faults()


def test_on_a_common_pile_a_card_of_the_next_player_accuses_nobody(desk: Desk) -> None:
    lay(desk, 1, "5C")
    desk.hand(f"{home_of(desk, '5C')}=b", then=8)
    desk.hand(f"{home_of(desk, 'AS')}=g", then=3)  # green's card is covered at once
    lay(desk, 1, "9D")
    desk.hand(f"{home_of(desk, '9D')}=b", then=12)
    assert not desk.faults()
    assert played(desk)[-1] == (home_of(desk, "9D"), "9D")


def test_a_card_seen_better_later_names_its_turn(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "")
    desk.hand(f"{home_of(desk, '3C')}=b", then=10)
    lay(desk, 1, "3C", same=True)
    assert played(desk)[-1] == (home_of(desk, "3C"), "3C")


def test_without_a_pile_everything_is_as_before() -> None:
    desk = Desk()
    desk.hand(f"{home_of(desk, '3C')}=b", then=3)
    (turn,) = desk.all(events.TurnPlayed)
    assert turn.card is None
    assert not turn.card_seen
    assert turn.cards == ("3C", "JC", "JD")


def test_cards_are_recorded_and_judged_again_the_same() -> None:
    desk = Desk()
    given: list[object] = []
    receive = desk.arbiter.receive
    desk.give = lambda one: (given.append(one), desk.told.extend(receive(one)))[0]  # type: ignore[assignment,arg-type,func-returns-value]
    round_of(desk)
    lay(desk, 1, "KC", others=(("KS", 0.0001),))
    desk.hand(f"{home_of(desk, '3C')}=b", then=10)
    writer, reader = InputWriter(), InputReader()
    lines = [writer.line(one) for one in given]  # type: ignore[arg-type]
    again = Desk(begun=False)
    first = Desk()
    arbiter = Arbiter(again.game)
    told: list[events.AnyEvent] = []
    for number in range(4):
        told += arbiter.receive(_plain_look(first, number))
    for line in lines:
        told += arbiter.receive(reader.input(line))
    assert [events.encode(e) for e in told if e.at > 0.7] == [events.encode(e) for e in desk.told if e.at > 0.7]


def _plain_look(desk: Desk, number: int) -> object:
    from engine.observation import Observation

    letters = "".join("*" if s in desk.game.layout.free else "." for s in range(desk.game.layout.size))
    return Observation(
        at=number * 0.2, frame=number, letters=letters, guesses=letters, confidence=bytes([253]) * len(letters)
    )


def test_a_chip_that_was_taken_with_a_wrong_card_is_to_be_put_back(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "JD")
    desk.hand(f"{home_of(desk, 'AS')}=.", then=14)
    (fault,) = desk.all(events.FaultFound)
    assert fault.mend.startswith(f"Put the chip back on {home_of(desk, 'AS')}, or lay the card that was meant.")


def test_of_a_one_eyed_jack_it_is_said_that_no_chip_is_placed_with_it(desk: Desk) -> None:
    round_of(desk)
    lay(desk, 1, "JS")
    desk.hand(f"{home_of(desk, '8D')}=b", then=14)
    (fault,) = desk.all(events.FaultFound)
    assert fault.message.startswith("The jack of spades only takes a chip away")
    assert fault.mend.startswith(f"Take the chip off {home_of(desk, '8D')}")


def test_a_second_dead_card_in_one_turn_is_named(desk: Desk) -> None:
    round_of(desk)
    for card in ("6D", "7H"):
        for which, (team, pile, jack) in enumerate((("b", 1, "JC"), ("g", 2, "JD"))):
            lay(desk, pile, jack)
            desk.hand(f"{home_of(desk, card, which)}={team}", then=10)
    for card, team, pile in (("2D", "b", 1), ("8H", "g", 2), ("KD", "b", 1), ("QD", "g", 2)):
        lay(desk, pile, card)
        desk.hand(f"{home_of(desk, card)}={team}", then=10)
    lay(desk, 1, "6D")
    desk.look(20)
    lay(desk, 1, "7H")
    desk.look(20)
    assert not desk.faults()
    lay(desk, 1, "9C")
    desk.hand(f"{home_of(desk, '9C')}=b", then=14)
    (fault,) = desk.all(events.FaultFound)
    assert (fault.code, fault.card, fault.spaces) == ("too-many-dead", "7H", (home_of(desk, "9C"),))
