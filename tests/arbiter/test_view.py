"""What is said when the board cannot be seen as usual."""

from engine import events
from engine.observation import SourceBack, SourceLost
from tests.arbiter.desk import Desk


def test_a_hand_that_stays_for_ten_seconds_is_told_and_its_going_too() -> None:
    desk = Desk()
    desk.play("b e4")
    desk.look(50, hidden="a5 b5 c5 d5 e5")
    desk.look(3)
    assert len(desk.all(events.ViewBlocked)) == len(desk.all(events.ViewClear)) == 1
    assert desk.all(events.ViewBlocked)[0].spaces == ("a5", "b5", "c5", "d5", "e5")
    assert desk.turns() == ["blue place e4"]


def test_an_ordinary_reach_is_not_worth_a_word() -> None:
    desk = Desk()
    desk.look(12, hidden="a5 b5 c5 d5 e5")
    desk.look(5)
    assert desk.all(events.ViewBlocked) == []


def test_a_turn_played_while_much_was_covered_counts_afterwards() -> None:
    desk = Desk()
    desk.hand("a5=. b5=. c5=. d5=. e5=b", times=50)
    assert desk.turns() == ["blue place e5"]


def test_a_bump_is_told_and_loses_nothing() -> None:
    desk = Desk()
    desk.play("b e4")
    desk.blind("no-board", 3)
    desk.see(moved=True)
    desk.look(8)
    desk.play("g e5")
    assert len(desk.all(events.BoardMoved)) == 1
    assert desk.turns() == ["blue place e4", "green place e5"]
    assert desk.faults() == []


def test_another_light_is_told_once() -> None:
    desk = Desk()
    desk.see(light_changed=True)
    desk.see(light_changed=True)
    desk.look(5)
    assert len(desk.all(events.LightChanged)) == 1


def test_a_picture_without_a_board_is_told_after_a_second_and_clears() -> None:
    desk = Desk()
    desk.blind("no-board", 10)
    desk.look(4)
    assert [blocked.reason for blocked in desk.all(events.ViewBlocked)] == ["The board is not in the picture."]
    assert len(desk.all(events.ViewClear)) == 1


def test_a_camera_that_is_lost_and_comes_back_is_told() -> None:
    desk = Desk()
    desk.play("b e4")
    desk.give(SourceLost(at=desk.at, reason="unplugged"))
    desk.at += 20
    desk.board[desk.space("e5")] = "g"
    desk.give(SourceBack(at=desk.at))
    desk.look(12)
    assert desk.all(events.CameraLost)[0].reason == "unplugged"
    assert len(desk.all(events.CameraBack)) == 1
    assert desk.turns() == ["blue place e4", "green place e5"]


def test_a_chip_seen_before_a_bump_and_after_it_is_told_in_time() -> None:
    desk = Desk()
    desk.look(2, hidden="e4 e5")
    desk.board[desk.space("e4")] = "b"
    desk.look(2)
    desk.see(moved=True)
    desk.look(2)
    assert desk.turns() == ["blue place e4"]


def test_what_only_one_look_before_a_bump_had_is_no_turn() -> None:
    desk = Desk()
    desk.look(2, hidden="e4 e5")
    desk.see(wrong="e4=b")
    desk.see(moved=True)
    desk.look(8)
    assert desk.turns() == []
    assert desk.faults() == []


def test_a_board_that_is_pushed_along_is_told_once() -> None:
    desk = Desk()
    desk.look(8, moved=True)
    desk.look(10)
    desk.see(moved=True)
    assert len(desk.all(events.BoardMoved)) == 2
