"""A dead card belongs to the turn of whoever turned it in, also where it is said when the chip has counted already."""

import pytest

from engine import calls, events
from engine.records.record import write_record
from engine.records.twin import record_of
from tests.arbiter.harness import Harness

# 4C is printed on c2 and e4.
BOTH_COVERED = ("b c2", "g e4")


def dead_of(harness: Harness) -> dict[int, tuple[str, ...]]:
    """The dead cards of each turn, as the record has them."""
    return {number: turn.dead for number, turn in enumerate(record_of(harness.told).turns, 1) if turn.dead}


@pytest.fixture
def harness() -> Harness:
    harness = Harness("blue:Ada green:Ben")
    harness.play(*BOTH_COVERED, "b j7", "g j8")
    return harness


@pytest.mark.parametrize(("who", "turn"), [("Ben", 4), ("Ada", 5)], ids=["who laid the last chip", "who is to move"])
def test_said_by_a_player_it_goes_with_their_turn_and_nothing_is_asked(harness: Harness, who: str, turn: int) -> None:
    harness.give(calls.DeadCard(at=harness.at, who=who, card="4C"))
    harness.play("b i9")
    assert dead_of(harness) == {turn: ("4C",)}
    assert not harness.all(events.Question)


def test_said_when_it_is_dead_only_for_the_last_turn_it_goes_there(harness: Harness) -> None:
    assert harness.say(calls.DeadCard, card="4C").accepted
    harness.say(calls.Answer, answer="Ada")
    other = harness.say(calls.DeadCard, card="4C")
    assert other.accepted, "Ada has used up her one dead card of this turn, so it was Ben's"
    assert not harness.say(calls.DeadCard, card="4C").accepted
    assert dead_of(harness) == {4: ("4C",)}


def test_a_card_that_the_last_chip_made_dead_is_the_coming_turns() -> None:
    harness = Harness("blue:Ada green:Ben")
    harness.play(*BOTH_COVERED)
    harness.say(calls.DeadCard, card="4C")
    assert not harness.all(events.Question)
    harness.play("b j7")
    assert dead_of(harness) == {3: ("4C",)}


def test_a_card_that_still_has_a_space_and_a_jack_are_refused(harness: Harness) -> None:
    assert harness.say(calls.DeadCard, card="7H").message.about["problem"] == "not-dead"
    assert not harness.say(calls.DeadCard, card="JS").accepted


@pytest.mark.parametrize("played_on", [False, True])
def test_where_nobody_can_know_the_table_is_asked_and_the_answer_puts_it_right(
    harness: Harness, played_on: bool
) -> None:
    harness.say(calls.DeadCard, card="4C")
    (question,) = harness.all(events.Question)
    assert (question.about, question.options, question.default) == ("dead-card", ("Ada", "Ben"), "Ada")
    if played_on:
        harness.play("b i9")
        assert dead_of(harness) == {5: ("4C",)}
    assert harness.say(calls.Answer, answer="Ben").accepted
    if not played_on:
        harness.play("b i9")
    assert dead_of(harness) == {4: ("4C",)}
    assert not harness.arbiter.ledger.questions


def test_nothing_is_asked_when_the_last_chip_lies_for_a_while_already(harness: Harness) -> None:
    harness.look(60)
    harness.say(calls.DeadCard, card="4C")
    assert not harness.all(events.Question)


def test_it_may_be_said_for_a_turn_by_its_number_and_corrected(harness: Harness) -> None:
    assert not harness.say(calls.DeadCard, card="4C", turn=1).accepted, "it was not dead then"
    assert harness.say(calls.DeadCard, card="4C", turn=3).accepted
    assert dead_of(harness) == {3: ("4C",)}
    assert "x4C ?@j7" in write_record(record_of(harness.told))
    assert harness.say(calls.CorrectTurn, turn=3, dead=()).accepted
    assert dead_of(harness) == {}
    assert harness.say(calls.CorrectTurn, turn=4, dead=("4C",)).accepted
    assert dead_of(harness) == {4: ("4C",)}


def test_what_was_said_late_can_be_taken_back(harness: Harness) -> None:
    harness.say(calls.DeadCard, card="4C", turn=3)
    assert harness.say(calls.UndoCall).accepted
    assert dead_of(harness) == {}


def test_after_a_restart_the_dead_card_is_where_it_was(harness: Harness) -> None:
    harness.say(calls.DeadCard, card="4C")
    harness.say(calls.Answer, answer="Ben")
    again = type(harness.arbiter).resume(harness.game, harness.told)
    assert again.ledger.table.position == harness.arbiter.ledger.table.position
