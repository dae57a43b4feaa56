"""Turns as they are seen: told once, in order, and only when they are certain."""

import pytest

from engine import events
from engine.observation import SourceEnded
from tests.arbiter.harness import Harness


def test_a_chip_that_was_laid_is_a_turn_told_once() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.look(30)
    assert harness.turns() == ["blue place e4"]
    (turn,) = harness.all(events.TurnPlayed)
    assert turn.turn == 1
    assert turn.card is None
    assert turn.cards == ("4C", "JC", "JD")


@pytest.mark.parametrize("fps", [5.0, 10.0, 15.0])
def test_the_last_turn_is_told_within_six_tenths_of_a_second(fps: float) -> None:
    harness = Harness(fps=fps)
    harness.hand("e4=b", then=0)
    left = harness.at
    harness.look(int(fps))
    (turn,) = harness.all(events.TurnPlayed)
    assert turn.at - left <= 0.6


def test_one_wrong_observation_changes_nothing() -> None:
    harness = Harness()
    harness.look(2, hidden="e4 e5 e6")
    harness.see(wrong="e4=b")
    harness.look(10)
    assert harness.turns() == harness.faults() == []


def test_a_space_misread_for_a_second_with_no_hand_near_it_is_no_turn() -> None:
    harness = Harness()
    harness.look(6, wrong="e4=b")
    harness.look(10)
    assert harness.turns() == harness.faults() == []


def test_a_turn_counts_while_a_hand_still_covers_another_part_of_the_board() -> None:
    harness = Harness()
    harness.look(2, hidden="e4 e5")
    harness.board[harness.space("e4")] = "b"
    harness.look(2, hidden="e4 e5")
    harness.look(4, hidden="i9 i10")
    assert harness.turns() == ["blue place e4"]


def test_two_turns_seen_at_once_are_two_turns_in_the_order_of_the_seats() -> None:
    harness = Harness()
    harness.hand("e4=g c7=b")
    assert harness.turns() == ["blue place c7", "green place e4"]
    assert harness.faults() == []


def test_four_turns_played_while_the_camera_stood_still_are_four_turns() -> None:
    harness = Harness()
    for name, letter in (("e4", "b"), ("e5", "g"), ("e6", "b"), ("e7", "g")):
        harness.board[harness.space(name)] = letter
    harness.at += 40
    harness.look(12)
    assert sorted(harness.turns()) == ["blue place e4", "blue place e6", "green place e5", "green place e7"]
    assert harness.faults() == []


def test_a_removal_waits_longer_than_a_placement() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.hand("e4=.", then=3)
    assert harness.turns() == ["blue place e4"]
    harness.look(2)
    assert harness.turns() == ["blue place e4", "green remove e4"]


def test_a_chip_lifted_and_put_back_is_no_turn() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.hand("e4=.", then=1)
    harness.hand("e4=b")
    harness.hand("e4=.", then=0)
    harness.look(10, hidden="d3 d4")
    harness.hand("e4=b")
    assert harness.turns() == ["blue place e4"]
    assert harness.faults() == []


def test_a_chip_taken_and_laid_again_at_once_by_the_next_seat_is_two_turns() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.hand("e4=.", then=2)
    harness.hand("e4=b")
    assert harness.turns() == ["blue place e4", "green remove e4", "blue place e4"]


def test_a_chip_straightened_by_a_finger_is_no_turn() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.look(5, hidden="e4 e5 d4")
    harness.look(5)
    assert harness.turns() == ["blue place e4"]


def test_a_chip_taken_back_and_laid_elsewhere_is_one_turn() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.hand("e4=. h8=b")
    assert harness.turns() == ["blue place e4", "blue place h8"]
    assert [undone.turn for undone in harness.all(events.TurnUndone)] == [1]
    assert harness.arbiter.position.turn == 1
    assert harness.faults() == []


def test_a_chip_laid_and_taken_at_once_by_the_next_seat_is_two_turns() -> None:
    harness = Harness()
    harness.hand("e4=b", then=2)
    harness.hand("e4=.")
    assert harness.turns() == ["blue place e4", "green remove e4"]


def test_a_space_seen_empty_while_the_next_hand_is_still_elsewhere_was_empty_before_that_hand_fills_it() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.hand("e4=.", then=1)
    harness.doubt("e4", ".", hidden="")
    harness.look(3, hidden="a9 b9 a10 b10")
    harness.hand("e4=b")
    assert harness.turns() == ["blue place e4", "green remove e4", "blue place e4"]


def test_an_empty_space_filled_again_by_the_next_seat_is_two_turns() -> None:
    harness = Harness("blue green red")
    harness.play("b e4")
    harness.hand("e4=.", then=2)
    harness.hand("e4=r")
    assert harness.turns() == ["blue place e4", "green remove e4", "red place e4"]


def test_a_sequence_and_the_win_are_told_with_the_turn() -> None:
    harness = Harness("blue green red")
    for blue, green, red in zip("bcdef", "bcdef", "ghijg", strict=True):
        if blue == "f":
            harness.play("b f2")
            break
        harness.play(f"b {blue}2", f"g {green}4", f"r {red}{6 + 'ghij'.index(red) % 2}")
    (sequence,) = harness.all(events.SequenceMade)
    assert sequence.spaces == ("b2", "c2", "d2", "e2", "f2")
    assert [won.team for won in harness.all(events.GameWon)] == ["blue"]
    assert harness.arbiter.state == "finished"


def test_what_happens_on_the_board_after_the_end_is_nobodys_turn() -> None:
    harness = Harness("blue green red")
    harness.play("b b2", "g b4", "r b6", "b c2", "g c4", "r c6", "b d2", "g d4", "r d6", "b e2", "g e4", "r g6", "b f2")
    before = len(harness.told)
    harness.hand("b2=. c2=. d2=. b4=.", then=20)
    assert [e for e in harness.told[before:] if not isinstance(e, events.PositionSettled)] == []


def test_at_the_end_of_a_recording_what_was_seen_twice_counts() -> None:
    harness = Harness()
    harness.hand("e4=b", then=2)
    assert harness.turns() == []
    harness.give(SourceEnded(at=harness.at))
    assert harness.turns() == ["blue place e4"]


def test_at_the_end_of_a_recording_a_chip_counts_that_only_the_last_picture_shows() -> None:
    harness = Harness()
    harness.hand("e4=b", then=1)
    harness.give(SourceEnded(at=harness.at))
    assert harness.turns() == ["blue place e4"]


def test_at_the_end_of_a_recording_nothing_counts_that_only_one_picture_under_a_hand_shows() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.hand("e5=g", then=0)
    harness.see(hidden="e6 f6")
    harness.give(SourceEnded(at=harness.at))
    assert harness.turns() == ["blue place e4"]


def test_at_the_end_of_a_recording_nobody_has_removed_a_chip_that_one_picture_misses() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.hand("e4=.", then=1)
    harness.give(SourceEnded(at=harness.at))
    assert harness.turns() == ["blue place e4"]


def test_each_settled_change_brings_the_position() -> None:
    harness = Harness()
    harness.play("b e4", "g e5")
    positions = harness.all(events.PositionSettled)
    assert len(positions) == 3
    assert positions[-1].position[3] == "....b....."
    assert positions[-1].to_move == 0


def test_white_sides_turned_up_settle_which_five_count() -> None:
    harness = Harness("blue green")
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b f2", "g j7", "b g2", "g j8")
    harness.play("b e2")
    assert [s.spaces[0] for s in harness.all(events.SequenceMade)] == ["b2"]
    (question,) = [q for q in harness.all(events.Question) if q.about == "claim"]
    assert question.options == ("b2-f2", "c2-g2")
    harness.flip("c2 d2 e2 f2 g2")
    assert harness.all(events.TurnCorrected)[-1].claims == (("c2", "d2", "e2", "f2", "g2"),)
    assert harness.arbiter.position.sequences[0].spaces == tuple(map(harness.space, ("c2", "d2", "e2", "f2", "g2")))
    assert harness.turns()[-1] == "blue place e2"
    assert len(harness.turns()) == 11


def test_the_colour_of_a_chip_that_shows_its_white_side_is_no_evidence() -> None:
    harness = Harness()
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7", "b f2")
    harness.flip("b2 c2 d2 e2 f2")
    harness.look(20, wrong="d2=r")
    assert harness.faults() == []


def test_a_board_that_is_not_empty_is_taken_up_and_says_what_was_assumed() -> None:
    harness = Harness(begun=False)
    for name, letter in (("e4", "b"), ("e5", "g"), ("e6", "b")):
        harness.board[harness.space(name)] = letter
    harness.look(12)
    (start,) = harness.all(events.GameStarted)
    assert start.position[3] == "....b....."
    assert start.to_move == 1
    assert start.assumed.about["chips"] == "3"
    harness.play("g c3")
    assert harness.turns() == ["green place c3"]


def test_a_chip_laid_and_taken_off_again_by_another_reach_was_no_turn_once_its_own_seat_plays() -> None:
    harness = Harness("blue green red")
    harness.play("b e4", "g e5", "r c3")
    harness.hand("h7=b", then=4)
    harness.hand("h7=.", then=6)
    harness.play("b d9", "g i2")
    undone = {event.turn for event in harness.all(events.TurnUndone)}
    kept = [
        turn for turn in harness.all(events.TurnPlayed)[3:] if turn.turn not in undone or turn.space in ("d9", "i2")
    ]
    assert [(turn.team, turn.space) for turn in kept] == [("blue", "d9"), ("green", "i2")]
    assert harness.faults() == []
    assert harness.letter("h7") == "."


def test_a_chip_is_told_at_once_where_the_hand_covered_only_parts_of_spaces() -> None:
    harness = Harness()
    harness.look(2, grazed=(harness.space("j7"), harness.space("j8")))
    harness.board[harness.space("j7")] = "b"
    harness.look(3)
    assert harness.turns() == ["blue place j7"]


def test_a_chip_laid_while_a_hand_is_seen_elsewhere_need_not_wait_as_long_as_one_nobody_was_near() -> None:
    harness = Harness()
    harness.look(3, hidden="b2 b3 c2")
    harness.board[harness.space("h8")] = "b"
    harness.look(2, hidden="b2 b3 c2")
    harness.look(4)
    assert harness.turns() == ["blue place h8"]
    harness.look(12)
    harness.board[harness.space("e4")] = "g"
    harness.look(6)
    assert harness.turns() == ["blue place h8"]
    harness.look(6)
    assert harness.turns() == ["blue place h8", "green place e4"]


def test_a_chip_lifted_by_a_hand_that_lays_it_elsewhere_is_moved_not_taken() -> None:
    harness = Harness()
    harness.play("b e4", "g e5", "b c3")
    harness.board[harness.space("c3")] = "."
    harness.look(5, hidden="g9 h9 g10 h10")
    assert harness.turns()[3:] == []
    harness.look(1, hidden="d3 d4")
    harness.board[harness.space("d3")] = "b"
    harness.look(5)
    assert harness.turns()[3:] == []
    assert harness.faults() == ["chip-moved c3 d3"]


def test_a_chip_laid_beside_a_covered_one_of_its_colour_waits_until_that_is_seen() -> None:
    harness = Harness()
    harness.play("b e4", "g e5")
    harness.board[harness.space("e4")] = "."
    harness.look(2, hidden="e4 f4 f5")
    harness.board[harness.space("f4")] = "b"
    harness.look(4, hidden="e4 e5")
    assert harness.turns()[2:] == []
    harness.look(5)
    assert harness.faults() == ["chip-moved e4 f4"]


def test_a_turn_that_came_with_no_hand_in_sight_is_waited_for_before_the_next_is_called_out_of_turn() -> None:
    harness = Harness()
    harness.play("b e4")
    harness.look(8)
    harness.board[harness.space("h1")] = "g"
    harness.look(1)
    harness.hand("d4=b", times=2, then=10)
    assert harness.turns()[1:] == ["green place h1", "blue place d4"]
    assert harness.faults() == []
