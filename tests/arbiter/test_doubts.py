"""Spaces that stay doubtful: doubt is evidence, the rules are the prior, and what stays open is asked."""

import msgspec
import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.inputs import head_of, read_inputs, rerun, write_inputs
from engine.judging.input_quantization import Input
from engine.records.replay import replay
from engine.records.twin import record_of
from engine.saying import saying
from tests.arbiter.harness import Harness
from tests.arbiter.scoring import Score, referee
from tests.arbiter.simulator import CALM_TROUBLES, Simulated, Torment
from tests.arbiter.test_resume import lasting

TELLING = [("b", 0.85), ("b", 0.6), (".", 0.5), (".", 0.0)]
"""Guesses at a chip that were seen of real ones: the chip, hardly anything, nothing known, and surely not bare."""


def opened(seats: str = "blue green") -> Harness:
    harness = Harness(seats)
    harness.play("b e4", "g e5")
    return harness


def asked(harness: Harness) -> list[events.Question]:
    return [question for question in harness.all(events.Question) if question.about == "doubt"]


@pytest.mark.parametrize(("guess", "sure"), [(".", 0.5), (".", 0.1), ("b", 0.6), ("b", 0.75)])
def test_a_bare_space_that_is_doubtful_for_89_looks_after_a_bump_is_nobodys_turn(guess: str, sure: float) -> None:
    harness = opened()
    harness.blind("no-board", 3)
    harness.doubts["g8"] = (guess, sure)
    harness.see(moved=True)
    harness.look(88)
    harness.doubts.clear()
    harness.look(5)
    harness.play("b c3", "g h7")
    assert harness.turns()[2:] == ["blue place c3", "green place h7"]
    assert harness.faults() == []


@pytest.mark.parametrize(("guess", "sure"), TELLING)
def test_a_chip_that_is_doubtful_for_51_looks_becomes_its_turn_within_ten_seconds(guess: str, sure: float) -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", guess, sure, then=50)
    assert harness.turns()[2:] == ["blue place c3"]
    harness.doubts.clear()
    harness.look(5)
    harness.play("g h7")
    assert harness.turns()[3:] == ["green place h7"]
    assert harness.faults() == []


@pytest.mark.parametrize(("guess", "sure"), TELLING)
def test_when_the_next_player_goes_on_the_doubtful_chip_was_the_turn_before(guess: str, sure: float) -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", guess, sure)
    harness.play("g h7")
    assert harness.turns()[2:] == ["blue place c3", "green place h7"]
    assert harness.faults() == []
    assert [turn.doubted for turn in harness.all(events.TurnPlayed)] == [False, False, True, False]


def test_two_doubtful_chips_in_a_row_are_two_turns_in_the_order_of_their_hands() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", ".", 0.5)
    harness.hand_and_doubt("h7=g", ".", 0.4)
    harness.play("b d9")
    assert harness.turns()[2:] == ["blue place c3", "green place h7", "blue place d9"]
    assert harness.faults() == []


def test_a_surer_doubt_is_not_taken_for_the_turn_of_an_earlier_one() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", ".", 0.55)
    harness.hand_and_doubt("h7=g", ".", 0.05, then=3)
    harness.hand("d9=b", then=2)
    assert harness.turns()[2:] == []
    harness.look(3)
    assert harness.turns()[2:] == ["blue place c3", "green place h7", "blue place d9"]
    assert harness.faults() == []


def test_what_changed_with_an_earlier_hand_is_not_laid_to_the_last_one_that_came_near() -> None:
    harness = opened()
    harness.doubts["c3"] = (".", 0.45)
    harness.look(60)
    harness.look(3, hidden="d3 d4")
    harness.hand_and_doubt("c3=b", ".", 0.0)
    harness.hand("e4=.", then=3)
    harness.hand("d3=b", then=8)
    assert harness.turns()[2:] == ["blue place c3", "green remove e4", "blue place d3"]
    assert harness.faults() == []


def test_a_removal_waits_for_the_next_turn_where_a_doubt_leaves_open_whose_it_was() -> None:
    harness = opened("blue green red")
    harness.play("r f6")
    harness.hand_and_doubt("c3=b", ".", 0.6)
    harness.hand("f6=.", then=8)
    assert harness.turns()[3:] == []
    harness.play("r h7")
    assert harness.turns()[3:] == ["blue place c3", "green remove f6", "red place h7"]
    assert harness.faults() == []


def test_a_removal_is_told_in_time_though_a_doubt_leaves_open_whose_it_was_and_nobody_plays_on() -> None:
    harness = opened("blue green red")
    harness.play("r f6")
    harness.hand_and_doubt("c3=.", ".", 0.6)
    harness.hand("f6=.", then=30)
    assert "blue remove f6" in harness.turns()


def test_a_space_in_doubt_from_which_a_chip_was_taken_was_the_turn_before_when_the_next_player_goes_on() -> None:
    harness = opened()
    harness.doubts["e5"] = ("g", 0.6)
    harness.look(5)
    harness.hand_and_doubt("e5=.", ".", 0.3)
    harness.play("g h7")
    harness.look(5)
    assert harness.turns()[2:] == ["blue remove e5", "green place h7"]
    assert harness.faults() == []


def test_a_doubt_is_no_turn_where_the_seat_to_move_plays_elsewhere() -> None:
    harness = opened()
    harness.doubts["c3"] = ("b", 0.7)
    harness.look(5)
    harness.hand("d3=b")
    harness.look(60)
    assert harness.turns()[2:] == ["blue place d3"]


def test_what_stays_open_for_some_seconds_is_asked_once() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", ".", 0.5, then=14)
    assert asked(harness) == []
    harness.look(6)
    (question,) = asked(harness)
    assert (question.about, question.team, question.spaces) == ("doubt", "blue", ("c3",))
    assert (question.spaces, question.team, question.options) == (("c3",), "blue", ("yes", "no"))
    harness.look(100)
    assert len(asked(harness)) == 1
    assert not harness.arbiter.ledger.questions


def test_yes_makes_the_turn_and_no_makes_none() -> None:
    for answer, turns in (("yes", ["blue place c3"]), ("no", [])):
        harness = opened()
        harness.hand_and_doubt("c3=b" if turns else "c3=.", ".", 0.5, then=18)
        made = harness.say(calls.Answer, answer=answer, question=asked(harness)[0].number)
        assert made.message == saying("chip-there" if turns else "no-chip-there", team="blue", space="c3")
        harness.look(3)
        assert harness.turns()[2:] == turns
        harness.look(60)
        assert harness.turns()[2:] == turns
        assert [(event.answer, event.why) for event in harness.all(events.QuestionClosed)] == [(answer, "said")]
        assert len(asked(harness)) == 1
        harness.doubts.clear()
        harness.play("g h7" if turns else "b d9")
        assert len(harness.turns()) == 3 + len(turns)
        assert harness.faults() == []


@pytest.mark.parametrize(("guess", "sure", "answer"), [(".", 0.5, "yes"), (".", 0.8, "no")])
def test_unanswered_the_likelier_answer_holds_after_the_time_that_was_said(
    guess: str, sure: float, answer: str
) -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", guess, sure, then=17)
    (question,) = asked(harness)
    assert question.default == answer
    while harness.at < question.until:
        assert harness.turns()[2:] == []
        harness.look(1)
    harness.look(1)
    assert harness.turns()[2:] == (["blue place c3"] if answer == "yes" else [])
    assert [(event.answer, event.why) for event in harness.all(events.QuestionClosed)] == [(answer, "time")]


def test_the_eye_answers_a_question_when_it_sees_what_was_asked() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", ".", 0.5, then=18)
    harness.doubts.clear()
    harness.look(5)
    assert [(event.answer, event.why) for event in harness.all(events.QuestionClosed)] == [("yes", "seen")]
    assert harness.turns()[2:] == ["blue place c3"]


def test_letters_that_come_later_take_back_what_was_none() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=.", "b", 0.9, then=20)
    assert harness.turns()[2:] == ["blue place c3"]
    harness.doubts.clear()
    harness.look(10)
    assert len(harness.all(events.TurnUndone)) == 1
    assert harness.letter("c3") == "."
    harness.play("b d9", "g h7")
    assert harness.turns()[3:] == ["blue place d9", "green place h7"]
    assert harness.faults() == []


def test_a_doubted_turn_is_taken_back_when_its_player_is_seen_to_play_elsewhere() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=.", "b", 0.9, then=20)
    assert harness.turns()[2:] == ["blue place c3"]
    harness.hand("d3=b")
    harness.look(20)
    assert [undone.turn for undone in harness.all(events.TurnUndone)] == [3]
    assert (harness.letter("c3"), harness.letter("d3")) == (".", "b")
    harness.play("g h7")
    assert harness.turns()[3:] == ["blue place d3", "green place h7"]
    assert harness.faults() == []


def test_a_turn_laid_to_the_wrong_one_of_two_doubts_is_put_right() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", ".", 0.65, then=2)
    harness.doubts["d3"] = ("b", 0.7)
    harness.look(5, hidden="j10 j9")
    harness.play("g h7")
    told = harness.turns()[2]
    harness.doubts.clear()
    harness.look(10)
    assert harness.letter("c3") == "b"
    assert harness.letter("d3") == "."
    harness.play("b d9")
    assert harness.faults() == [], told
    verdict = replay(record_of(harness.told))
    assert verdict.ok, verdict.problems


@pytest.mark.parametrize("bare", [0.05, 0.4, 0.6])
def test_a_doubtful_chip_that_is_taken_later_was_there(bare: float) -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", ".", bare, then=5)
    harness.play("g h7", "b d9")
    harness.doubts.clear()
    harness.hand("c3=.", then=8)
    assert harness.turns()[2:] == ["blue place c3", "green place h7", "blue place d9", "green remove c3"]
    assert harness.faults() == []


def test_nobody_wins_by_a_guess_that_nobody_was_asked_about() -> None:
    harness = Harness(rules="sequences_to_win=1")
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7")
    harness.hand_and_doubt("f2=b", "b", 0.9, then=13)
    assert not harness.all(events.GameWon)
    harness.look(30)
    assert len(asked(harness)) == 1
    assert [won.team for won in harness.all(events.GameWon)] == ["blue"]


def test_a_win_that_the_eye_sees_to_be_none_is_taken_back() -> None:
    harness = Harness(rules="sequences_to_win=1")
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7")
    harness.hand_and_doubt("f2=.", "b", 0.9, then=45)
    assert len(harness.all(events.GameWon)) == 1
    harness.doubts.clear()
    harness.look(8)
    assert harness.arbiter.ledger.ended is None
    assert harness.arbiter.state == "watching"


def test_a_chip_in_doubt_that_may_have_been_moved_is_not_called_taken() -> None:
    harness = Harness()
    harness.play("b e4", "g e5", "b c3", "g h7")
    harness.hand("c3=. d3=b", then=0)
    harness.doubts["d3"] = ("b", 0.7)
    harness.look(6)
    harness.doubts.clear()
    harness.look(8)
    assert harness.faults() == ["chip-moved c3 d3"]


def test_a_question_and_its_answer_outlive_a_restart() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", ".", 0.5, then=18)
    harness.arbiter = Arbiter.resume(harness.game, [events.decode(events.encode(event)) for event in harness.told])
    assert harness.arbiter.ledger.questions
    harness.say(calls.Answer, answer="yes")
    harness.arbiter = Arbiter.resume(harness.game, [events.decode(events.encode(event)) for event in harness.told])
    assert lasting(Arbiter.resume(harness.game, harness.told).ledger) == lasting(harness.arbiter.ledger)
    harness.look(20)
    assert harness.turns()[2:] == ["blue place c3"]
    assert len(asked(harness)) == 1


def test_a_pause_ends_what_is_asked() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", ".", 0.5, then=18)
    harness.say(calls.Pause)
    assert [event.why for event in harness.all(events.QuestionClosed)] == ["moot"]
    harness.say(calls.Resume)
    harness.doubts.clear()
    harness.look(10)
    assert harness.turns()[2:] == ["blue place c3"]


def test_a_game_full_of_doubts_and_answers_is_judged_again_alike() -> None:
    torment = Torment(troubles=dict.fromkeys(CALM_TROUBLES, 0.03), doubts=0.1, stray_doubts=0.01)
    harness = Harness()
    given: list[Input] = []
    told: list[events.AnyEvent] = []
    arbiter = Arbiter(harness.game)
    for seen in Simulated(harness.game, 12, torment).play():
        given.append(seen)
        told += arbiter.receive(seen)
        for number, question in list(arbiter.ledger.questions.items()):
            if seen.frame % 7 == 0 and question.options:
                answer = calls.Answer(at=seen.at, question=number, answer=question.options[seen.frame % 2])
                given.append(answer)
                told += arbiter.receive(answer)
    assert any(isinstance(event, events.CallMade) for event in told)
    head, again = read_inputs(write_inputs(head_of(harness.game), given))
    assert [events.encode(event) for event in rerun(head, again)] == [events.encode(event) for event in told]


@pytest.mark.parametrize(
    "torment",
    [
        Torment(wrong=0.001, stuck=0.0, stray_doubts=0.01),
        Torment(wrong=0.001, stuck=0.0, doubts=0.01),
        Torment(wrong=0.001, stuck=0.0, troubles={"bump": 0.1}, doubts_after_bumps=1.0),
    ],
    ids=["anywhere", "on chips", "after bumps"],
)
def test_simulated_games_with_doubts_that_last_stay_in_step_and_leave_no_question(torment: Torment) -> None:
    harness, total = Harness(), Score()
    for seed in range(400, 406):
        done = referee(Simulated(harness.game, seed, torment), Arbiter(harness.game), answers=0.3)
        verdict = replay(record_of(done.told))
        assert verdict.ok, (seed, verdict.problems)
        assert not done.arbiter.ledger.questions
        total.add(done.score)
    assert (total.found, total.false_turns, total.false_faults) == (total.turns, 0, 0), total.missed
    assert total.clear_out <= 10.0


def test_a_turn_says_whether_the_eye_would_swear_to_it() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", "b", 0.85, then=20)
    turn = harness.all(events.TurnPlayed)[-1]
    assert turn.doubted
    assert 0.5 < turn.confidence < 1.0
    assert msgspec.structs.replace(turn, doubted=False) != turn


def test_a_board_that_is_cleared_after_the_game_takes_no_doubted_turn_out_of_the_record() -> None:
    harness = opened()
    harness.play("b d3", "g h7")
    harness.hand_and_doubt("c3=b", ".", 0.5, then=50)
    assert harness.turns()[4:] == ["blue place c3"]
    harness.say(calls.DrawAgreed)
    harness.doubts.clear()
    harness.hand("e4=. e5=. d3=. h7=. c3=.", then=20)
    assert harness.all(events.TurnUndone) == []


def test_a_chip_nobody_spoke_of_was_a_turn_after_all_when_the_next_player_goes_on() -> None:
    harness = opened()
    harness.hand_and_doubt("c3=b", ".", 0.8, then=50)
    assert [(event.answer, event.why) for event in harness.all(events.QuestionClosed)] == [("no", "time")]
    harness.play("g h7")
    assert harness.turns()[2:] == ["blue place c3", "green place h7"]
    assert harness.faults() == []


def passed_over() -> Harness:
    """A game in which a doubted turn was none, and the next player has played."""
    harness = opened()
    harness.hand_and_doubt("c3=b", ".", 0.5)
    harness.play("g h7")
    harness.doubts.clear()
    harness.look(8, wrong="c3=.")
    return harness


def test_a_seat_that_seems_to_have_been_passed_over_may_lay_a_chip_more() -> None:
    harness = passed_over()
    assert [event.turn for event in harness.all(events.TurnUndone)] == [3]
    harness.look(20)
    harness.play("b d9")
    assert harness.turns()[4:] == ["blue place c3", "blue place d9"]
    assert harness.faults() == []
    verdict = replay(record_of(harness.told))
    assert verdict.ok, verdict.problems


def test_a_seat_that_was_passed_over_once_has_one_chip_more_and_no_other() -> None:
    harness = passed_over()
    harness.look(20)
    harness.play("b d9", "g j3", "b j5", "b j7")
    assert harness.turns()[5:] == ["blue place d9", "green place j3", "blue place j5"]
    assert harness.faults() == ["out-of-turn j7"]


@pytest.mark.parametrize("bare", [0.5, 0.77])
def test_a_doubtful_chip_that_would_win_has_won_when_the_board_is_cleared_before_anybody_is_asked(bare: float) -> None:
    harness = Harness(rules="sequences_to_win=1")
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7")
    harness.hand_and_doubt("f2=b", ".", bare, then=8)
    harness.hand("b2=. c2=. d2=. e2=. f2=. b4=. c4=. d4=. j7=.", then=10)
    assert [won.team for won in harness.all(events.GameWon)] == ["blue"]
    assert asked(harness) == []
    assert harness.faults() == []


def test_a_board_that_is_cleared_beside_a_doubt_that_would_win_nothing_is_upset_and_the_doubt_is_forgotten() -> None:
    harness = opened()
    harness.play("b d3", "g h7", "b d9", "g j3")
    harness.hand_and_doubt("c3=b", "b", 0.6, then=8)
    harness.hand("e4=. e5=. d3=. h7=. d9=. j3=. c3=.", then=20)
    assert not harness.all(events.GameWon)
    assert [fault.partition(" ")[0] for fault in harness.faults()] == ["board-upset"]
    harness.say(calls.Stands)
    harness.look(60)
    assert harness.turns()[6:] == []
    assert not harness.arbiter.ledger.questions


def test_a_space_that_was_doubtful_for_single_looks_counts_as_plain_when_a_hand_comes() -> None:
    harness = opened("blue green red")
    harness.play("r f6")
    for _ in range(6):
        harness.see(wrong="c3=?")
        harness.look(4)
    harness.hand_and_doubt("c3=b", ".", 0.5)
    harness.hand("f6=.", then=8)
    harness.play("r h7")
    assert harness.turns()[3:] == ["blue place c3", "green remove f6", "red place h7"]
    assert harness.faults() == []


def test_a_game_begins_at_once_on_an_empty_board_of_which_a_few_spaces_are_in_doubt() -> None:
    harness = Harness(begun=False)
    harness.doubts = {"c3": (".", 0.5), "h7": (".", 0.6)}
    harness.look(3)
    assert harness.arbiter.started
    harness.play("b d9", "g e4")
    assert harness.turns() == ["blue place d9", "green place e4"]


def test_a_board_of_which_hardly_anything_can_be_told_is_no_empty_board() -> None:
    harness = Harness(begun=False)
    harness.doubts = {f"{column}{row}": (".", 0.5) for column in "bcdef" for row in range(2, 5)}
    harness.look(5)
    assert not harness.arbiter.started


def test_a_chip_in_doubt_when_the_game_is_seen_to_begin_is_its_first_turn_when_the_next_player_goes_on() -> None:
    harness = Harness(begun=False)
    mug = "j8 j9"
    harness.look(2, hidden=mug)
    harness.look(2, hidden=f"{mug} c3 c4")
    harness.board[harness.space("c3")] = "b"
    harness.doubts["c3"] = (".", 0.5)
    harness.look(5, hidden=mug)
    assert not harness.arbiter.started
    harness.look(5)
    harness.play("g h7", "b d9")
    assert harness.turns() == ["blue place c3", "green place h7", "blue place d9"]
    assert harness.faults() == []


def test_a_doubtful_chip_beside_which_another_is_taken_was_not_moved_there() -> None:
    harness = opened()
    harness.play("b d3", "g h7")
    harness.hand_and_doubt("c3=b", ".", 0.55, then=7)
    harness.hand("d3=.", then=1)
    harness.doubts.clear()
    harness.look(8)
    assert harness.turns()[4:] == ["blue place c3", "green remove d3"]
    assert harness.faults() == []
