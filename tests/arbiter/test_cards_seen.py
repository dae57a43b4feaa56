"""Cards on the discard piles: which turn each was laid in, and what is said when it does not fit.

Blue's pile is 1, green's is 2, unless a test says that both use one.
"""

import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.inputs import InputReader, InputWriter
from engine.saying import saying
from tests.arbiter.carding import home_of, lay, played, round_of
from tests.arbiter.harness import Harness


@pytest.fixture
def harness() -> Harness:
    return Harness()


def test_a_card_laid_before_its_chip_is_told_with_the_turn(harness: Harness) -> None:
    lay(harness, 1, "7H")
    harness.hand(f"{home_of(harness, '7H')}=b")
    (turn,) = harness.all(events.TurnPlayed)
    assert (turn.card, turn.card_seen, turn.irregular, turn.cards) == ("7H", True, None, ())
    assert not harness.faults()


def test_a_card_laid_after_its_chip_is_told_as_soon_as_it_is_seen(harness: Harness) -> None:
    harness.hand(f"{home_of(harness, '7H')}=b")
    assert harness.all(events.TurnPlayed)[0].card is None
    lay(harness, 1, "7H")
    (late,) = harness.all(events.TurnCorrected)
    assert (late.turn, late.card, late.card_seen) == (1, "7H", True)


def test_where_cards_are_seen_a_turn_waits_a_moment_for_its_card(harness: Harness) -> None:
    round_of(harness)
    harness.hand(f"{home_of(harness, '9D')}=b", then=3)
    assert len(harness.all(events.TurnPlayed)) == 2
    lay(harness, 1, "9D")
    harness.look(3)
    assert harness.all(events.TurnPlayed)[-1].card == "9D"
    assert not harness.all(events.TurnCorrected)


def test_a_turn_whose_card_never_comes_counts_all_the_same(harness: Harness) -> None:
    round_of(harness)
    harness.hand(f"{home_of(harness, '9D')}=b", then=12)
    assert harness.all(events.TurnPlayed)[-1].card is None
    assert not harness.faults()


def test_a_wrong_card_is_named_with_the_card_and_where_it_could_have_gone(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "KC")
    harness.hand(f"{home_of(harness, '3C')}=b", then=10)
    turn, fault = harness.all(events.TurnPlayed)[-1], harness.all(events.FaultFound)[-1]
    assert (turn.card, turn.irregular) == ("KC", "wrong-card")
    assert (fault.code, fault.card, fault.spaces) == ("wrong-card", "KC", (home_of(harness, "3C"),))
    assert set(fault.could) == {home_of(harness, "KC", 0), home_of(harness, "KC", 1)}
    assert fault.team == "blue"


def test_play_that_goes_on_lets_a_wrong_card_stand(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "KC")
    harness.hand(f"{home_of(harness, '3C')}=b", then=10)
    lay(harness, 2, "8H")
    harness.hand(f"{home_of(harness, '8H')}=g")
    assert harness.all(events.FaultCleared)[-1].stands
    assert harness.turns()[-1] == f"green place {home_of(harness, '8H')}"
    assert harness.faults() == [f"wrong-card {home_of(harness, '3C')}"]


def test_a_chip_taken_back_ends_the_fault_and_the_card_waits_for_its_chip(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "KC")
    harness.hand(f"{home_of(harness, '3C')}=b", then=10)
    harness.hand(f"{home_of(harness, '3C')}=. {home_of(harness, 'KC')}=b", then=12)
    assert not harness.arbiter.ledger.faults
    assert played(harness)[-1] == (home_of(harness, "KC"), "KC")


def test_a_chip_moved_to_the_space_beside_it_that_its_card_allows_is_put_right(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "KC")
    right = home_of(harness, "KC")
    beside = chr(ord(right[0]) + 1) + right[1:]
    harness.hand(f"{beside}=b", then=10)
    assert harness.faults() == [f"wrong-card {beside}"]
    harness.hand(f"{beside}=. {right}=b", then=12)
    assert harness.faults() == [f"wrong-card {beside}"]
    assert not harness.arbiter.ledger.faults
    assert played(harness)[-1] == (right, "KC")


def test_a_two_eyed_jack_takes_no_chip_and_a_one_eyed_one_lays_none(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "JD")
    harness.hand(f"{home_of(harness, 'AS')}=.", then=14)
    lay(harness, 2, "JS")
    harness.hand(f"{home_of(harness, '8D')}=g", then=14)
    assert [fault.card for fault in harness.all(events.FaultFound)] == ["JD", "JS"]
    assert {fault.code for fault in harness.all(events.FaultFound)} == {"wrong-card"}


def test_jacks_that_do_what_they_may_are_no_fault(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "JH")
    harness.hand(f"{home_of(harness, 'AS')}=.", then=10)
    lay(harness, 2, "JC")
    harness.hand(f"{home_of(harness, '8D')}=g", then=10)
    assert not harness.faults()
    assert [card for _, card in played(harness)] == ["5C", "AS", "JH", "JC"]


def test_a_card_that_cannot_be_read_is_nobodys_fault(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "")
    harness.hand(f"{home_of(harness, '3C')}=b", then=10)
    lay(harness, 2, "8H")
    harness.hand(f"{home_of(harness, '8H')}=g", then=10)
    assert not harness.faults()
    assert [card for _, card in played(harness)] == ["5C", "AS", None, "8H"]


def test_an_unreadable_card_after_its_chip_is_nobodys_fault_either(harness: Harness) -> None:
    round_of(harness)
    harness.hand(f"{home_of(harness, '3C')}=b", then=10)
    lay(harness, 1, "")
    harness.look(15)
    assert not harness.faults()


def test_a_card_read_doubtfully_is_what_the_rules_allow(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "9S", 0.6, others=(("6S", 0.4),))
    harness.hand(f"{home_of(harness, '6S')}=b", then=10)
    assert harness.all(events.TurnPlayed)[-1].card == "6S"
    assert not harness.faults()


def asked_nine_or_six(harness: Harness) -> events.Question:
    """A card that is rather the nine of spades is laid for a chip on a six, and the host is asked."""
    round_of(harness)
    lay(harness, 1, "9S", 0.995, others=(("6S", 0.003),))
    harness.hand(f"{home_of(harness, '6S')}=b", then=14)
    (question,) = [q for q in harness.all(events.Question) if q.about == "card"]
    return question


def test_a_doubtful_card_that_does_not_fit_is_asked_about_and_one_answer_settles_it(harness: Harness) -> None:
    question = asked_nine_or_six(harness)
    assert not harness.faults()
    assert set(question.options) == {"9S", "6S"}
    harness.say(calls.Answer, answer="6S", question=question.number)
    assert played(harness)[-1] == (home_of(harness, "6S"), "6S")
    assert not harness.faults()


def test_the_question_which_card_it_was_shows_the_spaces_of_both(harness: Harness) -> None:
    question = asked_nine_or_six(harness)
    assert set(question.spaces) == {home_of(harness, "6S"), home_of(harness, "9S", 0), home_of(harness, "9S", 1)}


def closed(harness: Harness) -> list[tuple[str, str]]:
    """What became of each question that is asked no more."""
    return [(event.answer, event.why) for event in harness.all(events.QuestionClosed)]


def test_a_question_goes_with_the_turn_it_is_about_though_another_gets_its_number(harness: Harness) -> None:
    question = asked_nine_or_six(harness)
    right = home_of(harness, "9S")
    harness.hand(f"{home_of(harness, '6S')}=. {right}=b", then=12)
    assert played(harness)[-1][0] == right
    assert harness.all(events.TurnPlayed)[-1].turn == question.turn
    assert closed(harness) == [("", "moot")]
    assert harness.say(calls.Answer, answer="6S", question=question.number).message == saying("no-question")


def test_a_question_stays_while_its_turn_keeps_its_number_whatever_becomes_of_others(harness: Harness) -> None:
    question = asked_nine_or_six(harness)
    harness.say(calls.NotATurn, turn=question.turn - 1)
    assert not closed(harness)
    harness.say(calls.NotATurn, turn=question.turn - 2)  # the whole round is none now, and the turn is turn 1
    assert closed(harness) == [("", "moot")]


def test_a_card_that_is_said_otherwise_answers_the_question_which_it_was(harness: Harness) -> None:
    question = asked_nine_or_six(harness)
    harness.say(calls.CardWas, turn=question.turn, card="6S")
    assert closed(harness) == [("6S", "seen")]


def test_a_wrong_card_laid_after_its_chip_is_named_though_the_next_player_reaches_for_the_board(
    harness: Harness,
) -> None:
    round_of(harness)
    harness.hand(f"{home_of(harness, '3C')}=b", then=9)
    lay(harness, 1, "8H")
    harness.look(2)
    assert not harness.faults()
    harness.look(4, hidden="e5 e6")
    harness.look(8)
    assert harness.faults() == [f"wrong-card {home_of(harness, '3C')}"]


def test_a_card_that_came_while_the_next_player_was_at_it_may_be_an_early_one(harness: Harness) -> None:
    round_of(harness)
    harness.hand(f"{home_of(harness, '3C')}=b", then=9)
    harness.look(4, hidden=f"{home_of(harness, 'KD')} e6")
    lay(harness, 1, "8H")
    harness.hand(f"{home_of(harness, 'KD')}=g", then=12)
    assert not harness.faults()


def test_a_wrong_card_between_those_of_two_turns_on_one_pile_is_asked_about(harness: Harness) -> None:
    for card, team in (("5C", "b"), ("AS", "g"), ("2D", "b")):
        lay(harness, 1, card)
        harness.hand(f"{home_of(harness, card)}={team}")
    harness.hand(f"{home_of(harness, '3C')}=g", then=9)
    lay(harness, 1, "8H")
    harness.look(12)
    lay(harness, 1, "KD")
    harness.hand(f"{home_of(harness, 'KD')}=b", then=12)
    assert not harness.faults()
    (question,) = [q for q in harness.all(events.Question) if q.about == "card"]
    assert set(question.options) == {"8H", "3C"}
    harness.say(calls.Answer, answer="8H", question=question.number)
    assert harness.faults() == [f"wrong-card {home_of(harness, '3C')}"]


def test_a_card_that_is_sure_but_may_just_be_the_right_one_is_asked_about_too(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "3D", 0.9995, others=(("9D", 0.0002),))
    harness.hand(f"{home_of(harness, '9D')}=b", then=14)
    assert not harness.faults()
    (question,) = [q for q in harness.all(events.Question) if q.about == "card"]
    assert question.options == ("9D", "3D")


def test_an_answer_that_admits_the_wrong_card_is_a_fault(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "9S", 0.995, others=(("6S", 0.003),))
    harness.hand(f"{home_of(harness, '6S')}=b", then=14)
    harness.say(calls.Answer, answer="9S")
    assert harness.faults() == [f"wrong-card {home_of(harness, '6S')}"]
    assert played(harness)[-1][1] == "9S"


def test_a_dead_card_before_the_play_is_told_with_it(harness: Harness) -> None:
    round_of(harness)
    one, two = home_of(harness, "6D", 0), home_of(harness, "6D", 1)
    lay(harness, 1, "6D")
    harness.hand(f"{one}=b", then=10)
    lay(harness, 2, "JC")
    harness.hand(f"{two}=g", then=10)
    lay(harness, 1, "6D")
    harness.look(5)
    lay(harness, 1, "9C")
    harness.hand(f"{home_of(harness, '9C')}=b", then=10)
    turn = harness.all(events.TurnPlayed)[-1]
    assert (turn.card, turn.dead) == ("9C", ("6D",))
    assert not harness.faults()


def test_a_card_turned_in_that_is_not_dead_is_named(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "6D")
    harness.look(18)
    lay(harness, 1, "9C")
    harness.hand(f"{home_of(harness, '9C')}=b", then=10)
    fault = harness.all(events.FaultFound)[-1]
    assert (fault.code, fault.card) == ("not-dead", "6D")


def test_a_card_that_is_covered_within_seconds_may_have_been_taken_up_and_not_turned_in(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "6D")
    harness.look(12)
    lay(harness, 1, "9C")
    harness.hand(f"{home_of(harness, '9C')}=b", then=10)
    assert played(harness)[-1] == (home_of(harness, "9C"), "9C")
    assert not harness.faults()


def test_a_card_exchanged_while_somebody_else_is_at_it_is_no_turns(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "KC")
    harness.hand(f"{home_of(harness, 'KC')}=b", then=8)
    lay(harness, 1, "6D")
    harness.hand(f"{home_of(harness, '8H')}=g", then=10)
    harness.hand(f"{home_of(harness, '9C')}=b", then=20)
    assert not harness.faults()


def test_the_third_copy_of_a_card_is_named_where_all_were_seen(harness: Harness) -> None:
    lay(harness, 1, "5C")
    harness.hand(f"{home_of(harness, '5C', 0)}=b", then=10)
    lay(harness, 2, "JH")
    harness.hand(f"{home_of(harness, '5C', 0)}=.", then=10)
    lay(harness, 1, "5C")
    harness.hand(f"{home_of(harness, '5C', 0)}=b", then=10)
    lay(harness, 2, "AS")
    harness.hand(f"{home_of(harness, 'AS')}=g", then=10)
    lay(harness, 1, "5C")
    harness.hand(f"{home_of(harness, '5C', 1)}=b", then=10)
    assert [fault.code for fault in harness.all(events.FaultFound)] == ["third-copy"]
    assert harness.all(events.FaultFound)[0].card == "5C"


def test_a_card_taken_back_before_its_chip_counts_as_never_laid(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "KC")
    harness.look(3)
    lay(harness, 1, "5C")
    lay(harness, 1, "9D")
    harness.hand(f"{home_of(harness, '9D')}=b", then=10)
    turn = harness.all(events.TurnPlayed)[-1]
    assert (turn.card, turn.dead) == ("9D", ())
    assert not harness.faults()


def test_cards_that_lay_there_before_the_game_are_nobodys(harness: Harness) -> None:
    lay(harness, 1, "KC", lying=True)
    harness.hand(f"{home_of(harness, '3C')}=b", then=12)
    assert harness.all(events.TurnPlayed)[0].card is None
    assert not harness.faults()


def test_a_card_that_lay_there_before_the_game_stays_nobodys_when_it_is_seen_better(harness: Harness) -> None:
    lay(harness, 3, "JC", 0.8, lying=True)
    harness.hand(f"{home_of(harness, '3C')}=b", then=12)
    lay(harness, 3, "JC", 0.9, same=True)
    harness.hand(f"{home_of(harness, '9D')}=g", then=12)
    lay(harness, 3, "JC", 0.99, same=True)
    assert [card for _, card in played(harness)] == [None, None]


@pytest.mark.parametrize("last", [("9D", "8H"), ("2C", "QS")])
def test_of_turns_that_nobody_saw_those_came_last_whose_cards_lie_on_top(
    harness: Harness, last: tuple[str, str]
) -> None:
    round_of(harness)
    harness.blind("no-board", 20)
    for letter, card in zip("bgbg", ("2C", "QS", "9D", "8H"), strict=True):
        harness.board[harness.space(home_of(harness, card))] = letter
    for pile, card in enumerate(last, 1):
        lay(harness, pile, card)
    harness.look(12)
    assert [space for space, _ in played(harness)[-2:]] == [home_of(harness, card) for card in last]
    assert not harness.faults()


@pytest.mark.parametrize("looks", [2, 12])
def test_a_wild_card_that_came_while_no_pictures_did_is_no_turn_s_whose_chip_lay_before(
    harness: Harness, looks: int
) -> None:
    harness.hand(f"{home_of(harness, '5C')}=b", then=looks)
    harness.at += 4.0
    harness.look(1)
    lay(harness, 2, "JD")
    harness.look(4)
    assert played(harness) == [(home_of(harness, "5C"), None)]
    harness.look(8)
    harness.hand("e5=g", then=12)
    assert [card for _, card in played(harness)] == [None, "JD"]


@pytest.mark.parametrize("late", [False, True])
def test_a_wild_card_is_given_to_none_of_the_turns_that_were_played_unseen(harness: Harness, late: bool) -> None:
    round_of(harness)
    harness.at += 6.0
    for name, letter in (("e5", "b"), ("f5", "g"), ("e6", "b")):
        harness.board[harness.space(name)] = letter
    if late:
        harness.look(12)
    lay(harness, 1, "JD")
    harness.look(12)
    assert [card for _, card in played(harness)][2:] == [None, None, None]


def test_on_a_common_pile_each_card_goes_to_the_turn_it_fits(harness: Harness) -> None:
    for letter, card in zip("bgbgbg", ("5C", "AS", "9D", "8H", "2C", "QS"), strict=True):
        lay(harness, 1, card)
        harness.hand(f"{home_of(harness, card)}={letter}", then=8)
    assert [card for _, card in played(harness)] == ["5C", "AS", "9D", "8H", "2C", "QS"]
    assert not harness.faults()


def test_on_a_common_pile_a_card_of_the_next_player_accuses_nobody(harness: Harness) -> None:
    lay(harness, 1, "5C")
    harness.hand(f"{home_of(harness, '5C')}=b", then=8)
    harness.hand(f"{home_of(harness, 'AS')}=g", then=3)  # green's card is covered at once
    lay(harness, 1, "9D")
    harness.hand(f"{home_of(harness, '9D')}=b", then=12)
    assert not harness.faults()
    assert played(harness)[-1] == (home_of(harness, "9D"), "9D")


def test_a_card_seen_better_later_names_its_turn(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "")
    harness.hand(f"{home_of(harness, '3C')}=b", then=10)
    lay(harness, 1, "3C", same=True)
    assert played(harness)[-1] == (home_of(harness, "3C"), "3C")


def test_without_a_pile_everything_is_as_before() -> None:
    harness = Harness()
    harness.hand(f"{home_of(harness, '3C')}=b", then=3)
    (turn,) = harness.all(events.TurnPlayed)
    assert turn.card is None
    assert not turn.card_seen
    assert turn.cards == ("3C", "JC", "JD")


def test_cards_are_recorded_and_judged_again_the_same() -> None:
    harness = Harness()
    given: list[object] = []
    receive = harness.arbiter.receive
    harness.give = lambda one: (given.append(one), harness.told.extend(receive(one)))[0]  # type: ignore[assignment,arg-type,func-returns-value]
    round_of(harness)
    lay(harness, 1, "KC", others=(("KS", 0.0001),))
    harness.hand(f"{home_of(harness, '3C')}=b", then=10)
    writer, reader = InputWriter(), InputReader()
    lines = [writer.line(one) for one in given]  # type: ignore[arg-type]
    again = Harness(begun=False)
    first = Harness()
    arbiter = Arbiter(again.game)
    told: list[events.AnyEvent] = []
    for number in range(4):
        told += arbiter.receive(_plain_look(first, number))
    for line in lines:
        told += arbiter.receive(reader.input(line))
    assert [events.encode(e) for e in told if e.at > 0.7] == [events.encode(e) for e in harness.told if e.at > 0.7]


def _plain_look(harness: Harness, number: int) -> object:
    from engine.observation import Observation

    letters = "".join("*" if s in harness.game.layout.free else "." for s in range(harness.game.layout.size))
    return Observation(
        at=number * 0.2, frame=number, letters=letters, guesses=letters, confidence=bytes([253]) * len(letters)
    )


def test_a_chip_that_was_taken_with_a_wrong_card_is_to_be_put_back(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "JD")
    harness.hand(f"{home_of(harness, 'AS')}=.", then=14)
    (fault,) = harness.all(events.FaultFound)
    assert (fault.code, fault.spaces) == ("wrong-card", (home_of(harness, "AS"),))
    assert harness.all(events.TurnPlayed)[-1].action == "remove"


def test_no_chip_is_placed_with_a_one_eyed_jack(harness: Harness) -> None:
    round_of(harness)
    lay(harness, 1, "JS")
    harness.hand(f"{home_of(harness, '8D')}=b", then=14)
    (fault,) = harness.all(events.FaultFound)
    assert (fault.code, fault.card, fault.spaces) == ("wrong-card", "JS", (home_of(harness, "8D"),))
    assert not fault.could


def test_a_second_dead_card_in_one_turn_is_named(harness: Harness) -> None:
    round_of(harness)
    for card in ("6D", "7H"):
        for which, (team, pile, jack) in enumerate((("b", 1, "JC"), ("g", 2, "JD"))):
            lay(harness, pile, jack)
            harness.hand(f"{home_of(harness, card, which)}={team}", then=10)
    for card, team, pile in (("2D", "b", 1), ("8H", "g", 2), ("KD", "b", 1), ("QD", "g", 2)):
        lay(harness, pile, card)
        harness.hand(f"{home_of(harness, card)}={team}", then=10)
    lay(harness, 1, "6D")
    harness.look(20)
    lay(harness, 1, "7H")
    harness.look(20)
    assert not harness.faults()
    lay(harness, 1, "9C")
    harness.hand(f"{home_of(harness, '9C')}=b", then=14)
    (fault,) = harness.all(events.FaultFound)
    assert (fault.code, fault.card, fault.spaces) == ("too-many-dead", "7H", (home_of(harness, "9C"),))
