"""What is said when the board cannot be seen as usual."""

import pytest

from engine import events
from engine.observation import SourceBack, SourceLost
from engine.saying import saying
from tests.arbiter.harness import Harness


def test_a_hand_that_stays_for_ten_seconds_is_told_and_its_going_too() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.look(50, hidden="a5 b5 c5 d5 e5")
    harness.look(3)
    assert len(harness.all(events.ViewBlocked)) == len(harness.all(events.ViewClear)) == 1
    assert harness.all(events.ViewBlocked)[0].spaces == ("a5", "b5", "c5", "d5", "e5")
    assert harness.turns() == ["blue place e4"]


def test_an_ordinary_reach_is_not_worth_a_word() -> None:
    harness = Harness()
    harness.look(12, hidden="a5 b5 c5 d5 e5")
    harness.look(5)
    assert harness.all(events.ViewBlocked) == []


def test_a_turn_played_while_much_was_covered_counts_afterwards() -> None:
    harness = Harness()
    harness.hand("a5=. b5=. c5=. d5=. e5=b", times=50)
    assert harness.turns() == ["blue place e5"]


def test_a_bump_is_told_and_loses_nothing() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.blind("no-board", 3)
    harness.see(moved=True)
    harness.look(8)
    harness.play("g e5")
    assert len(harness.all(events.BoardMoved)) == 1
    assert harness.turns() == ["blue place e4", "green place e5"]
    assert harness.faults() == []


def test_another_light_is_told_once() -> None:
    harness = Harness()
    harness.see(light_changed=True)
    harness.see(light_changed=True)
    harness.look(5)
    assert len(harness.all(events.LightChanged)) == 1


def test_a_picture_without_a_board_is_told_after_a_second_and_clears() -> None:
    harness = Harness()
    harness.blind("no-board", 10)
    harness.look(4)
    assert [blocked.reason for blocked in harness.all(events.ViewBlocked)] == [saying("no-board")]
    assert len(harness.all(events.ViewClear)) == 1


def test_a_camera_that_is_lost_and_comes_back_is_told() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.give(SourceLost(at=harness.at, reason="unplugged"))
    harness.at += 20
    harness.board[harness.space("e5")] = "g"
    harness.give(SourceBack(at=harness.at))
    harness.look(12)
    assert harness.all(events.CameraLost)[0].reason == "unplugged"
    assert len(harness.all(events.CameraBack)) == 1
    assert harness.turns() == ["blue place e4", "green place e5"]


@pytest.mark.parametrize("pause", ["no pictures", "unplugged", "no-board"])
def test_a_chip_seen_before_a_long_pause_and_removed_in_it_was_played(pause: str) -> None:
    harness = Harness()
    harness.play("b e4")
    harness.at += 3.0  # nobody sees the hand
    harness.board[harness.space("h7")] = "g"
    harness.look(2)
    if pause == "unplugged":
        harness.give(SourceLost(at=harness.at, reason=pause))
    harness.blind("no-board", 20 if pause == "no-board" else 0)
    harness.at += 4.0
    harness.board[harness.space("h7")] = "."
    harness.look(12)
    assert harness.turns() == ["blue place e4", "green place h7", "blue remove h7"]


def test_a_camera_that_is_lost_for_a_moment_again_and_again_loses_no_turn() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.look(2, hidden="e4 e5")
    harness.board[harness.space("e4")] = "."
    for _ in range(3):
        harness.look(1)
        harness.give(SourceLost(at=harness.at, reason="unplugged"))
        harness.give(SourceBack(at=harness.at))
        harness.at += 0.2
    harness.play("b e4")
    assert harness.turns() == ["blue place e4", "green remove e4", "blue place e4"]


def test_what_only_one_look_before_a_long_pause_had_is_no_turn() -> None:
    harness = Harness()
    harness.look(2, hidden="e4 e5")
    harness.see(wrong="e4=b")
    harness.at += 4.0
    harness.look(12)
    assert harness.turns() == []
    assert harness.faults() == []


def test_a_chip_seen_before_a_bump_and_after_it_is_told_in_time() -> None:
    harness = Harness()
    harness.look(2, hidden="e4 e5")
    harness.board[harness.space("e4")] = "b"
    harness.look(2)
    harness.see(moved=True)
    harness.look(2)
    assert harness.turns() == ["blue place e4"]


def test_what_only_one_look_before_a_bump_had_is_no_turn() -> None:
    harness = Harness()
    harness.look(2, hidden="e4 e5")
    harness.see(wrong="e4=b")
    harness.see(moved=True)
    harness.look(8)
    assert harness.turns() == []
    assert harness.faults() == []


def test_nobody_is_accused_of_what_was_played_unseen_while_a_hand_may_hide_a_part_of_it() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.at += 6.0
    for name, letter in (("h2", "g"), ("f6", "b"), ("h5", "g")):
        harness.board[harness.space(name)] = letter
    harness.look(8, hidden="e6 f6 g6 f7")
    assert not harness.faults()
    harness.look(8)
    assert not harness.faults()
    assert sorted(harness.turns()) == ["blue place e4", "blue place f6", "green place h2", "green place h5"]


def test_a_board_that_is_pushed_along_is_told_once() -> None:
    harness = Harness()
    harness.look(8, moved=True)
    harness.look(10)
    harness.see(moved=True)
    assert len(harness.all(events.BoardMoved)) == 2


def test_a_chip_that_vanishes_with_nobody_near_never_lay_there() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.look(2, hidden="f5 f6")
    harness.board[harness.space("f5")] = "g"
    harness.look(15)
    harness.board[harness.space("f5")] = "."
    harness.look(20)
    assert harness.turns() == ["blue place e4", "green place f5"]
    assert [undone.turn for undone in harness.all(events.TurnUndone)] == [2]
    assert harness.faults() == []
