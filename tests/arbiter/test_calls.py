"""What people say: each call does what it says, is recorded with who and when, and is refused in plain words."""

from typing import get_args

import pytest

from engine import calls, events
from engine.judging.acts import TurnAct
from engine.judging.handlers import HANDLERS
from engine.judging.states import State
from engine.records.record import write_record
from engine.records.replay import replay
from engine.records.twin import record_of
from engine.saying import saying
from tests.arbiter.harness import Harness

OPENING = ("b e4", "g e5", "b c3", "g h7")


@pytest.fixture
def harness() -> Harness:
    harness = Harness()
    harness.play(*OPENING)
    return harness


def test_every_call_is_judged_and_a_form_asks_only_for_what_its_call_takes() -> None:
    known = set(get_args(calls.AnyCall))
    assert set(HANDLERS) == known
    assert all(set(call.form or ()) <= set(call.__struct_fields__) for call in known)


def test_a_call_is_recorded_with_who_and_when(harness: Harness) -> None:
    answer = harness.say(calls.Pause)
    assert (answer.who, answer.at, answer.accepted, answer.number) == ("host", pytest.approx(harness.at), True, 1)
    assert answer.call["input"] == "pause"


def test_the_eye_is_asked_to_look_again_at_any_time_and_no_ruling_hangs_on_it(harness: Harness) -> None:
    before = harness.arbiter.position
    harness.say(calls.Pause)
    for table in (harness, Harness(begun=False)):
        assert table.say(calls.LookAgain).accepted
    harness.say(calls.Resume)
    assert harness.arbiter.position == before
    refused = harness.say(calls.UndoCall)
    assert refused.message == saying("nothing-said")


def test_nothing_counts_during_a_pause_and_play_goes_on_after_it(harness: Harness) -> None:
    harness.say(calls.Pause)
    harness.hand("f8=b")
    harness.hand("f8=.")
    assert len(harness.turns()) == 4
    harness.say(calls.Resume)
    harness.look(5)
    harness.play("b i9")
    assert harness.turns()[4:] == ["blue place i9"]


def test_undo_takes_turns_back_and_the_chips_that_still_lie_there_are_no_new_turns(harness: Harness) -> None:
    before = harness.arbiter.ledger.tables[2].position
    assert harness.say(calls.Undo, turns=2).accepted
    assert harness.arbiter.position == before
    harness.look(30)
    assert harness.turns() == ["blue place e4", "green place e5", "blue place c3", "green place h7"]
    (question,) = [q for q in harness.all(events.Question) if q.about == "board"]
    assert set(question.spaces) == {"c3", "h7"}
    harness.hand("c3=. h7=.")
    assert [closed.number for closed in harness.all(events.QuestionClosed)] == [question.number]
    harness.play("b d9")
    assert harness.turns()[4:] == ["blue place d9"]
    assert harness.faults() == []


def test_undo_of_more_turns_than_were_played_is_refused(harness: Harness) -> None:
    answer = harness.say(calls.Undo, turns=5)
    assert not answer.accepted
    assert answer.message == saying("only-turns", played=4)


def test_an_undo_can_be_undone(harness: Harness) -> None:
    before = harness.arbiter.position
    harness.say(calls.Undo, turns=3)
    assert harness.say(calls.UndoCall).accepted
    assert harness.arbiter.position == before
    harness.play("b d9")
    assert harness.turns()[4:] == ["blue place d9"]


def test_an_undo_taken_back_after_a_later_call_keeps_the_turns_in_order_and_what_the_later_call_said() -> None:
    harness = Harness()
    harness.play("b b2", "g j5", "b c3")
    before = harness.arbiter.position
    harness.say(calls.Undo, turns=1)
    harness.say(calls.NoDraw)
    assert harness.say(calls.UndoCall, number=1).accepted
    acts = harness.arbiter.ledger.acts
    assert [(act.turn.space, act.seat, act.turn.no_draw) for act in acts if isinstance(act, TurnAct)] == [
        (harness.space("b2"), 0, False),
        (harness.space("j5"), 1, True),
        (harness.space("c3"), 0, False),
    ]
    assert harness.arbiter.position.chips == before.chips
    assert harness.arbiter.position.seat == before.seat
    harness.say(calls.UndoCall, number=2)
    assert harness.arbiter.position == before


def test_of_two_corrections_of_one_turn_the_earlier_can_be_taken_back_alone(harness: Harness) -> None:
    harness.say(calls.CorrectTurn, turn=2, space="d9")
    harness.say(calls.NoDraw, turn=2)
    harness.say(calls.UndoCall, number=1)
    turn = harness.arbiter.ledger.acts[1].turn
    assert (turn.space, turn.no_draw) == (harness.space("e5"), True)


def test_a_turn_put_right_is_judged_again_and_so_are_the_later_ones() -> None:
    harness = Harness()
    harness.play("b e4", "g e5", "b e6", "g -e4")
    assert harness.say(calls.CorrectTurn, turn=1, space="d4").accepted
    corrected = harness.all(events.TurnCorrected)
    assert [(c.turn, c.space, c.irregular) for c in corrected] == [(1, "d4", None), (4, "e4", "nothing-there")]
    assert harness.letter("d4") == "b"


def test_a_correction_can_be_taken_back(harness: Harness) -> None:
    before = harness.arbiter.position
    harness.say(calls.CorrectTurn, turn=1, space="d4")
    assert harness.arbiter.position != before
    harness.say(calls.UndoCall)
    assert harness.arbiter.position == before


def test_not_a_turn_in_the_middle_keeps_the_seats_of_the_later_turns(harness: Harness) -> None:
    assert harness.say(calls.NotATurn, turn=2).accepted
    assert harness.letter("e5") == "."
    assert harness.arbiter.position.turn == 4
    assert harness.arbiter.ledger.table.seat == 0


def test_a_card_that_was_said_is_checked(harness: Harness) -> None:
    assert harness.say(calls.CardWas, card="4C", turn=1).accepted
    assert harness.all(events.TurnCorrected)[-1].card == "4C"
    refused = harness.say(calls.CardWas, card="9D", turn=2)
    assert not refused.accepted
    assert refused.message == saying("problem", problem="wrong-card", card="9D", spaces="e5", action="place")
    assert not harness.say(calls.CardWas, card="ZZ").accepted


def test_a_dead_card_is_checked_and_goes_with_the_next_turn() -> None:
    harness = Harness()
    harness.play("b e4", "g e5")
    refused = harness.say(calls.DeadCard, card="4C")
    assert refused.message.about["problem"] == "not-dead"
    harness.play("b e2", "g d2")
    harness.play("b i9", "g i2")
    assert not harness.say(calls.DeadCard, card="JS").accepted
    other = next(s for s in harness.game.layout.spaces_of("4C") if harness.game.layout.name_of(s) != "e4")
    harness.play(f"b {harness.game.layout.name_of(other)}") if harness.board[other] == "." else None
    assert harness.say(calls.DeadCard, card="4C").accepted
    assert not harness.say(calls.DeadCard, card="4C").accepted
    harness.play("g j9" if harness.arbiter.ledger.table.seat else "b j9")
    assert harness.all(events.TurnPlayed)[-1].dead == ("4C",)


def test_a_seat_that_cannot_play_passes(harness: Harness) -> None:
    assert harness.say(calls.CannotPlay).accepted
    harness.play("g d9")
    assert harness.turns()[4:] == ["blue pass None", "green place d9"]
    assert harness.faults() == []


def test_a_fault_may_be_let_stand_by_the_table(harness: Harness) -> None:
    assert harness.say(calls.Stands).message == saying("no-fault")
    harness.hand("d8=g", then=10)
    assert harness.say(calls.Stands).accepted
    assert harness.turns()[4:] == ["green place d8 !out-of-turn"]
    assert harness.arbiter.state is State.WATCHING


def test_which_five_is_answered_by_the_table() -> None:
    harness = Harness()
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b f2", "g j7", "b g2", "g j8", "b e2")
    refused = harness.say(calls.WhichFive, spaces=("b2", "b6"))
    assert not refused.accepted
    assert harness.say(calls.WhichFive, spaces=("c2", "g2")).accepted
    assert harness.arbiter.position.sequences[0].spaces[0] == harness.space("c2")
    assert [closed.answer for closed in harness.all(events.QuestionClosed)] == ["c2-g2"]


def test_a_shuffle_lets_every_card_come_again(harness: Harness) -> None:
    harness.say(calls.CardWas, card="4C", turn=1)
    assert harness.arbiter.position.laid
    assert harness.say(calls.DeckShuffled).accepted
    assert harness.arbiter.position.laid == 0
    harness.say(calls.UndoCall)
    assert harness.arbiter.position.laid


def test_table_talk_and_a_forgotten_draw_cost_cards(harness: Harness) -> None:
    hands = harness.arbiter.position.hands
    assert harness.say(calls.TableTalk, team="blue").accepted
    assert harness.arbiter.position.hands == (hands[0] - 1, hands[1])
    assert harness.say(calls.NoDraw).accepted
    assert harness.arbiter.position.hands == (hands[0] - 1, hands[1] - 1)
    assert not harness.say(calls.NoDraw).accepted
    assert not harness.say(calls.TableTalk, team="red").accepted


def test_a_player_who_left_is_passed_over() -> None:
    harness = Harness("blue green blue green")
    harness.play("b e4", "g e5")
    assert harness.say(calls.PlayerLeft, seat=2).accepted
    harness.play("g d9", "b d7", "g h2", "g h3")
    assert harness.turns()[2:] == ["green place d9", "blue place d7", "green place h2", "green place h3"]
    assert harness.faults() == []
    assert not harness.say(calls.PlayerLeft, seat=0).accepted


def test_players_who_change_places_change_names_only() -> None:
    harness = Harness("blue:North green:East")
    harness.play("b e4")
    assert harness.say(calls.SeatsSwapped, one=0, other=1).accepted
    assert [seat.name for seat in harness.arbiter.game.seats] == ["East", "North"]
    harness.play("g e5")
    assert harness.turns() == ["blue place e4", "green place e5"]


def test_resigning_ends_the_game_and_can_be_taken_back(harness: Harness) -> None:
    assert harness.say(calls.Resign, team="green").accepted
    assert [won.team for won in harness.all(events.GameWon)] == ["blue"]
    assert harness.arbiter.state is State.FINISHED
    assert not harness.say(calls.Resign, team="blue").accepted
    harness.say(calls.UndoCall)
    assert harness.arbiter.state is State.WATCHING
    harness.play("b d9")
    assert harness.turns()[4:] == ["blue place d9"]


def test_a_draw_is_agreed(harness: Harness) -> None:
    harness.say(calls.DrawAgreed)
    assert len(harness.all(events.GameDrawn)) == 1
    assert record_of(harness.told).result == "drawn"


def test_a_position_that_is_told_holds(harness: Harness) -> None:
    rows = [list("." * 10) for _ in range(10)]
    rows[0][0] = rows[0][9] = rows[9][0] = rows[9][9] = "*"
    rows[4][4] = "b"
    told = tuple("".join(row) for row in rows)
    assert harness.say(calls.PositionIs, position=told, to_move=1).accepted
    assert harness.arbiter.position.rows(harness.game) == told
    assert harness.arbiter.ledger.table.seat == 1
    assert not harness.say(calls.PositionIs, position=("...",)).accepted


def test_the_position_may_be_taken_from_what_the_camera_sees(harness: Harness) -> None:
    harness.hand("e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g", then=12)
    assert harness.faults()[0].startswith("board-upset")
    assert harness.say(calls.PositionIs).accepted
    assert harness.arbiter.ledger.table.letters == "".join(harness.board)
    assert harness.arbiter.state is State.WATCHING
    harness.play("b d9", "g i2")
    assert harness.turns()[4:] == ["blue place d9", "green place i2"]


def test_a_call_before_the_game_has_begun_is_refused() -> None:
    harness = Harness(begun=False)
    assert harness.say(calls.Undo).message == saying("no-game")


def test_start_begins_a_new_game_from_what_lies_there(harness: Harness) -> None:
    assert harness.say(calls.Start).accepted
    harness.look(12)
    assert len(harness.all(events.GameStarted)) == 2
    assert harness.arbiter.position.turn == 0
    assert harness.letter("e4") == "b"


def test_a_record_of_every_call_replays_to_the_position_shown(harness: Harness) -> None:
    harness.say(calls.CardWas, card="4C", turn=1)
    harness.say(calls.NoDraw)
    harness.say(calls.TableTalk, team="blue")
    harness.say(calls.DeckShuffled)
    harness.say(calls.CannotPlay)
    harness.play("g d9", "b d2", "g d7")
    harness.say(calls.NotATurn, turn=6)
    verdict = replay(record_of(harness.told))
    assert verdict.ok
    assert verdict.rows == harness.all(events.PositionSettled)[-1].position


def test_a_team_that_resigned_has_no_more_turns_and_the_others_go_on() -> None:
    harness = Harness("blue green red")
    harness.play("b j3", "g j4", "r j6")
    harness.say(calls.Resign, team="green")
    harness.play("b j7", "r j8", "b i1")
    assert harness.faults() == []
    assert harness.turns()[3:] == ["blue place j7", "red place j8", "blue place i1"]
    assert "resign:green" in write_record(record_of(harness.told))


def test_a_chip_of_a_team_that_resigned_is_out_of_turn() -> None:
    harness = Harness("blue green red")
    harness.play("b j3", "g j4", "r j6")
    harness.say(calls.Resign, team="green")
    harness.play("b j7", "g j8")
    assert harness.faults() == ["out-of-turn j8"]
    harness.say(calls.Stands)
    harness.play("r i1")
    assert harness.turns()[-1] == "red place i1"


def test_a_resignation_out_of_turn_leaves_the_turn_where_it_was_and_can_be_taken_back() -> None:
    harness = Harness("blue green red")
    harness.play("b j3")
    harness.say(calls.Resign, team="blue")
    harness.play("g j4", "r j6", "g j7")
    assert harness.faults() == []
    harness.say(calls.UndoCall)
    assert harness.arbiter.position.resigned == ()


def test_the_board_as_it_is_seen_is_what_more_than_one_look_has() -> None:
    harness = Harness()
    harness.play("b e4", "g e5")
    harness.see(wrong="h7=b")
    harness.say(calls.PositionIs)
    harness.look(20)
    assert harness.letter("h7") == "."
    assert harness.faults() == []


def test_what_came_and_went_on_the_board_of_a_game_that_is_over_is_no_turn_when_play_goes_on() -> None:
    harness = Harness()
    harness.play("b e4", "g e5")
    harness.say(calls.DrawAgreed)
    harness.hand("c3=b", then=8)
    harness.hand("c3=.", then=8)
    harness.say(calls.UndoCall)
    harness.look(20)
    assert len(harness.turns()) == 2


def test_a_five_on_an_upset_board_that_is_let_stand_is_announced_once() -> None:
    harness = Harness()
    harness.play("b d4", "g h8")
    harness.blind("upset", 12)
    for name in ("c2", "c3", "c4", "c5", "c6"):
        harness.board[harness.space(name)] = "b"
    harness.look(12)
    assert harness.say(calls.Stands).accepted
    assert [made.spaces for made in harness.all(events.SequenceMade)] == [("c2", "c3", "c4", "c5", "c6")]
