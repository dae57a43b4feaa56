"""What the table is asked: one tap answers, play and the board answer too, and no question stands for ever."""

import pytest

from engine import calls, events
from engine.saying import saying
from tests.arbiter.harness import Harness

SIX = ("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b f2", "g j7", "b g2", "g j8", "b e2")
"""A row of six: it is asked which five of them count."""


@pytest.fixture
def harness() -> Harness:
    harness = Harness()
    harness.play(*SIX)
    return harness


def question_of(harness: Harness) -> events.Question:
    (question,) = harness.arbiter.ledger.questions.values()
    return question


def closed(harness: Harness) -> list[tuple[str, str]]:
    return [(event.answer, event.why) for event in harness.all(events.QuestionClosed)]


@pytest.mark.parametrize("in_full", [False, True])
def test_which_five_count_is_answered_by_naming_one_of_the_answers_or_its_ends(harness: Harness, in_full: bool) -> None:
    question = question_of(harness)
    assert (question.about, question.options, question.default) == ("claim", ("b2-f2", "c2-g2"), "b2-f2")
    assert not harness.say(calls.WhichFive, spaces=("b2", "b6")).accepted
    call = (calls.WhichFive, {"spaces": ("c2", "g2")}) if in_full else (calls.Answer, {"answer": "c2-g2"})
    assert harness.say(call[0], **call[1]).accepted
    assert harness.arbiter.position.sequences[0].spaces[0] == harness.space("c2")
    assert closed(harness) == [("c2-g2", "said")]


def test_an_answer_to_no_question_or_that_is_none_is_refused_in_words(harness: Harness) -> None:
    assert harness.say(calls.Answer, answer="maybe").message == saying(
        "no-answer", answer="maybe", options="b2-f2, c2-g2"
    )
    assert harness.say(calls.Answer, question=7, answer="b2-f2").message == saying("question-not-open", number=7)
    harness.say(calls.Answer, answer="b2-f2")
    assert harness.say(calls.Answer, answer="b2-f2").message == saying("no-question")


def test_an_answer_nobody_gives_is_the_one_of_the_rules_after_the_time_that_was_said(harness: Harness) -> None:
    question = question_of(harness)
    while harness.at < question.until:
        assert harness.arbiter.ledger.questions
        harness.look(1)
    harness.look(1)
    assert closed(harness) == [("b2-f2", "time")]
    assert not harness.arbiter.ledger.questions


def test_once_everybody_has_played_again_the_five_of_the_rules_count(harness: Harness) -> None:
    harness.play("g h9", "b i9")
    assert closed(harness) == [("b2-f2", "played-on")]


def test_no_question_outlives_its_game_or_the_turn_it_is_about(harness: Harness) -> None:
    harness.say(calls.Undo)
    assert ("", "moot") in closed(harness)
    again = Harness()
    again.play(*SIX)
    again.say(calls.Resign, team="green")
    assert closed(again) == [("b2-f2", "over")]
    assert not again.arbiter.ledger.questions


def test_a_board_that_nobody_puts_back_is_asked_about_for_a_while_only() -> None:
    harness = Harness()
    harness.play("b e4", "g e5")
    harness.say(calls.Undo)
    question = question_of(harness)
    assert question.about == "board"
    assert harness.say(calls.Answer, answer="yes").message == saying("board-answers")
    harness.at = question.until
    harness.look(1)
    assert [why for _, why in closed(harness)] == ["time"]
    harness.look(20)
    assert len(harness.turns()) == 2
