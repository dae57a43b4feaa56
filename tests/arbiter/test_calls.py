"""What people say: each call does what it says, is recorded with who and when, and is refused in plain words."""

import pytest

from engine import calls, events
from engine.judging.acts import TurnAct
from engine.judging.states import State
from engine.records.record import write_record
from engine.records.replay import replay
from engine.records.twin import record_of
from tests.arbiter.desk import Desk

OPENING = ("b e4", "g e5", "b c3", "g h7")


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.play(*OPENING)
    return desk


def test_a_call_is_recorded_with_who_and_when(desk: Desk) -> None:
    answer = desk.say(calls.Pause)
    assert (answer.who, answer.at, answer.accepted, answer.number) == ("host", pytest.approx(desk.at), True, 1)
    assert answer.call["input"] == "pause"


def test_the_eye_is_asked_to_look_again_at_any_time_and_no_ruling_hangs_on_it(desk: Desk) -> None:
    before = desk.arbiter.position
    desk.say(calls.Pause)
    for table in (desk, Desk(begun=False)):
        assert table.say(calls.LookAgain).accepted
    desk.say(calls.Resume)
    assert desk.arbiter.position == before
    refused = desk.say(calls.UndoCall)
    assert refused.message == "Nothing was said that could be taken back."


def test_nothing_counts_during_a_pause_and_play_goes_on_after_it(desk: Desk) -> None:
    desk.say(calls.Pause)
    desk.hand("f8=b")
    desk.hand("f8=.")
    assert len(desk.turns()) == 4
    desk.say(calls.Resume)
    desk.look(5)
    desk.play("b i9")
    assert desk.turns()[4:] == ["blue place i9"]


def test_undo_takes_turns_back_and_the_chips_that_still_lie_there_are_no_new_turns(desk: Desk) -> None:
    before = desk.arbiter.ledger.tables[2].position
    assert desk.say(calls.Undo, turns=2).accepted
    assert desk.arbiter.position == before
    desk.look(30)
    assert desk.turns() == ["blue place e4", "green place e5", "blue place c3", "green place h7"]
    (question,) = [q for q in desk.all(events.Question) if q.about == "board"]
    assert set(question.spaces) == {"c3", "h7"}
    desk.hand("c3=. h7=.")
    assert [closed.number for closed in desk.all(events.QuestionClosed)] == [question.number]
    desk.play("b d9")
    assert desk.turns()[4:] == ["blue place d9"]
    assert desk.faults() == []


def test_undo_of_more_turns_than_were_played_is_refused(desk: Desk) -> None:
    answer = desk.say(calls.Undo, turns=5)
    assert not answer.accepted
    assert answer.message == "Only 4 turns were played."


def test_an_undo_can_be_undone(desk: Desk) -> None:
    before = desk.arbiter.position
    desk.say(calls.Undo, turns=3)
    assert desk.say(calls.UndoCall).accepted
    assert desk.arbiter.position == before
    desk.play("b d9")
    assert desk.turns()[4:] == ["blue place d9"]


def test_an_undo_taken_back_after_a_later_call_keeps_the_turns_in_order_and_what_the_later_call_said() -> None:
    desk = Desk()
    desk.play("b b2", "g j5", "b c3")
    before = desk.arbiter.position
    desk.say(calls.Undo, turns=1)
    desk.say(calls.NoDraw)
    assert desk.say(calls.UndoCall, number=1).accepted
    acts = desk.arbiter.ledger.acts
    assert [(act.turn.space, act.seat, act.turn.no_draw) for act in acts if isinstance(act, TurnAct)] == [
        (desk.space("b2"), 0, False),
        (desk.space("j5"), 1, True),
        (desk.space("c3"), 0, False),
    ]
    assert desk.arbiter.position.chips == before.chips
    assert desk.arbiter.position.seat == before.seat
    desk.say(calls.UndoCall, number=2)
    assert desk.arbiter.position == before


def test_of_two_corrections_of_one_turn_the_earlier_can_be_taken_back_alone(desk: Desk) -> None:
    desk.say(calls.CorrectTurn, turn=2, space="d9")
    desk.say(calls.NoDraw, turn=2)
    desk.say(calls.UndoCall, number=1)
    turn = desk.arbiter.ledger.acts[1].turn
    assert (turn.space, turn.no_draw) == (desk.space("e5"), True)


def test_a_turn_put_right_is_judged_again_and_so_are_the_later_ones() -> None:
    desk = Desk()
    desk.play("b e4", "g e5", "b e6", "g -e4")
    assert desk.say(calls.CorrectTurn, turn=1, space="d4").accepted
    corrected = desk.all(events.TurnCorrected)
    assert [(c.turn, c.space, c.irregular) for c in corrected] == [(1, "d4", None), (4, "e4", "nothing-there")]
    assert desk.letter("d4") == "b"


def test_a_correction_can_be_taken_back(desk: Desk) -> None:
    before = desk.arbiter.position
    desk.say(calls.CorrectTurn, turn=1, space="d4")
    assert desk.arbiter.position != before
    desk.say(calls.UndoCall)
    assert desk.arbiter.position == before


def test_not_a_turn_in_the_middle_keeps_the_seats_of_the_later_turns(desk: Desk) -> None:
    assert desk.say(calls.NotATurn, turn=2).accepted
    assert desk.letter("e5") == "."
    assert desk.arbiter.position.turn == 4
    assert desk.arbiter.ledger.table.seat == 0


def test_a_card_that_was_said_is_checked(desk: Desk) -> None:
    assert desk.say(calls.CardWas, card="4C", turn=1).accepted
    assert desk.all(events.TurnCorrected)[-1].card == "4C"
    refused = desk.say(calls.CardWas, card="9D", turn=2)
    assert not refused.accepted
    assert "does not fit e5" in refused.message
    assert not desk.say(calls.CardWas, card="ZZ").accepted


def test_a_dead_card_is_checked_and_goes_with_the_next_turn() -> None:
    desk = Desk()
    desk.play("b e4", "g e5")
    refused = desk.say(calls.DeadCard, card="4C")
    assert "not dead" in refused.message
    desk.play("b e2", "g d2")
    desk.play("b i9", "g i2")
    assert not desk.say(calls.DeadCard, card="JS").accepted
    other = next(s for s in desk.game.layout.spaces_of("4C") if desk.game.layout.name_of(s) != "e4")
    desk.play(f"b {desk.game.layout.name_of(other)}") if desk.board[other] == "." else None
    assert desk.say(calls.DeadCard, card="4C").accepted
    assert not desk.say(calls.DeadCard, card="4C").accepted
    desk.play("g j9" if desk.arbiter.ledger.table.seat else "b j9")
    assert desk.all(events.TurnPlayed)[-1].dead == ("4C",)


def test_a_seat_that_cannot_play_passes(desk: Desk) -> None:
    assert desk.say(calls.CannotPlay).accepted
    desk.play("g d9")
    assert desk.turns()[4:] == ["blue pass None", "green place d9"]
    assert desk.faults() == []


def test_a_fault_may_be_let_stand_by_the_table(desk: Desk) -> None:
    assert desk.say(calls.Stands).message == "There is no open fault."
    desk.hand("d8=g", then=10)
    assert desk.say(calls.Stands).accepted
    assert desk.turns()[4:] == ["green place d8 !out-of-turn"]
    assert desk.arbiter.state is State.WATCHING


def test_which_five_is_answered_by_the_table() -> None:
    desk = Desk()
    desk.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b f2", "g j7", "b g2", "g j8", "b e2")
    refused = desk.say(calls.WhichFive, spaces=("b2", "b6"))
    assert not refused.accepted
    assert desk.say(calls.WhichFive, spaces=("c2", "g2")).accepted
    assert desk.arbiter.position.sequences[0].spaces[0] == desk.space("c2")
    assert [closed.answer for closed in desk.all(events.QuestionClosed)] == ["c2-g2"]


def test_a_shuffle_lets_every_card_come_again(desk: Desk) -> None:
    desk.say(calls.CardWas, card="4C", turn=1)
    assert desk.arbiter.position.laid
    assert desk.say(calls.DeckShuffled).accepted
    assert desk.arbiter.position.laid == 0
    desk.say(calls.UndoCall)
    assert desk.arbiter.position.laid


def test_table_talk_and_a_forgotten_draw_cost_cards(desk: Desk) -> None:
    hands = desk.arbiter.position.hands
    assert desk.say(calls.TableTalk, team="blue").accepted
    assert desk.arbiter.position.hands == (hands[0] - 1, hands[1])
    assert desk.say(calls.NoDraw).accepted
    assert desk.arbiter.position.hands == (hands[0] - 1, hands[1] - 1)
    assert not desk.say(calls.NoDraw).accepted
    assert not desk.say(calls.TableTalk, team="red").accepted


def test_a_player_who_left_is_passed_over() -> None:
    desk = Desk("blue green blue green")
    desk.play("b e4", "g e5")
    assert desk.say(calls.PlayerLeft, seat=2).accepted
    desk.play("g d9", "b d7", "g h2", "g h3")
    assert desk.turns()[2:] == ["green place d9", "blue place d7", "green place h2", "green place h3"]
    assert desk.faults() == []
    assert not desk.say(calls.PlayerLeft, seat=0).accepted


def test_players_who_change_places_change_names_only() -> None:
    desk = Desk("blue:North green:East")
    desk.play("b e4")
    assert desk.say(calls.SeatsSwapped, one=0, other=1).accepted
    assert [seat.name for seat in desk.arbiter.game.seats] == ["East", "North"]
    desk.play("g e5")
    assert desk.turns() == ["blue place e4", "green place e5"]


def test_resigning_ends_the_game_and_can_be_taken_back(desk: Desk) -> None:
    assert desk.say(calls.Resign, team="green").accepted
    assert [won.team for won in desk.all(events.GameWon)] == ["blue"]
    assert desk.arbiter.state is State.FINISHED
    assert not desk.say(calls.Resign, team="blue").accepted
    desk.say(calls.UndoCall)
    assert desk.arbiter.state is State.WATCHING
    desk.play("b d9")
    assert desk.turns()[4:] == ["blue place d9"]


def test_a_draw_is_agreed(desk: Desk) -> None:
    desk.say(calls.DrawAgreed)
    assert len(desk.all(events.GameDrawn)) == 1
    assert record_of(desk.told).result == "drawn"


def test_a_position_that_is_told_holds(desk: Desk) -> None:
    rows = [list("." * 10) for _ in range(10)]
    rows[0][0] = rows[0][9] = rows[9][0] = rows[9][9] = "*"
    rows[4][4] = "b"
    told = tuple("".join(row) for row in rows)
    assert desk.say(calls.PositionIs, position=told, to_move=1).accepted
    assert desk.arbiter.position.rows(desk.game) == told
    assert desk.arbiter.ledger.table.seat == 1
    assert not desk.say(calls.PositionIs, position=("...",)).accepted


def test_the_position_may_be_taken_from_what_the_camera_sees(desk: Desk) -> None:
    desk.hand("e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g", then=12)
    assert desk.faults()[0].startswith("board-upset")
    assert desk.say(calls.PositionIs).accepted
    assert desk.arbiter.ledger.table.letters == "".join(desk.board)
    assert desk.arbiter.state is State.WATCHING
    desk.play("b d9", "g i2")
    assert desk.turns()[4:] == ["blue place d9", "green place i2"]


def test_a_call_before_the_game_has_begun_is_refused() -> None:
    desk = Desk(begun=False)
    assert desk.say(calls.Undo).message == "No game has begun yet."


def test_start_begins_a_new_game_from_what_lies_there(desk: Desk) -> None:
    assert desk.say(calls.Start).accepted
    desk.look(12)
    assert len(desk.all(events.GameStarted)) == 2
    assert desk.arbiter.position.turn == 0
    assert desk.letter("e4") == "b"


def test_a_record_of_every_call_replays_to_the_position_shown(desk: Desk) -> None:
    desk.say(calls.CardWas, card="4C", turn=1)
    desk.say(calls.NoDraw)
    desk.say(calls.TableTalk, team="blue")
    desk.say(calls.DeckShuffled)
    desk.say(calls.CannotPlay)
    desk.play("g d9", "b d2", "g d7")
    desk.say(calls.NotATurn, turn=6)
    verdict = replay(record_of(desk.told))
    assert verdict.ok
    assert verdict.rows == desk.all(events.PositionSettled)[-1].position


def test_a_team_that_resigned_has_no_more_turns_and_the_others_go_on() -> None:
    desk = Desk("blue green red")
    desk.play("b j3", "g j4", "r j6")
    desk.say(calls.Resign, team="green")
    desk.play("b j7", "r j8", "b i1")
    assert desk.faults() == []
    assert desk.turns()[3:] == ["blue place j7", "red place j8", "blue place i1"]
    assert "resign:green" in write_record(record_of(desk.told))


def test_a_chip_of_a_team_that_resigned_is_out_of_turn() -> None:
    desk = Desk("blue green red")
    desk.play("b j3", "g j4", "r j6")
    desk.say(calls.Resign, team="green")
    desk.play("b j7", "g j8")
    assert desk.faults() == ["out-of-turn j8"]
    desk.say(calls.Stands)
    desk.play("r i1")
    assert desk.turns()[-1] == "red place i1"


def test_a_resignation_out_of_turn_leaves_the_turn_where_it_was_and_can_be_taken_back() -> None:
    desk = Desk("blue green red")
    desk.play("b j3")
    desk.say(calls.Resign, team="blue")
    desk.play("g j4", "r j6", "g j7")
    assert desk.faults() == []
    desk.say(calls.UndoCall)
    assert desk.arbiter.position.resigned == ()


def test_the_board_as_it_is_seen_is_what_more_than_one_look_has() -> None:
    desk = Desk()
    desk.play("b e4", "g e5")
    desk.see(wrong="h7=b")
    desk.say(calls.PositionIs)
    desk.look(20)
    assert desk.letter("h7") == "."
    assert desk.faults() == []


def test_what_came_and_went_on_the_board_of_a_game_that_is_over_is_no_turn_when_play_goes_on() -> None:
    desk = Desk()
    desk.play("b e4", "g e5")
    desk.say(calls.DrawAgreed)
    desk.hand("c3=b", then=8)
    desk.hand("c3=.", then=8)
    desk.say(calls.UndoCall)
    desk.look(20)
    assert len(desk.turns()) == 2
