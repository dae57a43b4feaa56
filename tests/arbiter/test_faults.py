"""Faults: named right, with the rule; gone without a trace when put right; standing when play goes on."""

import pytest

from engine import calls, events
from engine.observation import Between, Observation
from engine.records.replay import replay
from engine.records.twin import record_of
from engine.saying import saying
from tests.arbiter.harness import Harness

OPENING = ("b e4", "g e5", "b c3", "g h7")
CASES = {
    "out-of-turn": ("d8=g", "d8=."),
    "foreign-colour": ("d8=r", "d8=."),
    "two-chips": ("d8=b g3=b", "d8=. g3=."),
    "chip-moved": ("e5=. f5=g", "e5=g f5=."),
    "chip-swapped": ("e5=b", "e5=g"),
    "chip-taken": ("c3=.", "c3=b"),
}


def harness_in_play(**more: str) -> Harness:
    harness = Harness(**more)  # type: ignore[arg-type]
    harness.play(*OPENING)
    assert harness.faults() == []
    return harness


@pytest.mark.parametrize("code", CASES)
def test_a_fault_is_named_with_its_spaces(code: str) -> None:
    harness = harness_in_play()
    harness.hand(CASES[code][0], then=10)
    (fault,) = harness.all(events.FaultFound)
    assert fault.code == code
    assert set(fault.spaces) == {word.split("=")[0] for word in CASES[code][0].split()}
    assert fault.problems[0] == code
    assert harness.arbiter.state == "disputed"


@pytest.mark.parametrize("code", CASES)
def test_a_fault_put_right_leaves_no_trace(code: str) -> None:
    harness = harness_in_play()
    before = harness.arbiter.position
    done, undone = CASES[code]
    harness.hand(done, then=10)
    harness.hand(undone, then=10)
    (cleared,) = harness.all(events.FaultCleared)
    assert (cleared.code, cleared.stands) == (code, False)
    assert harness.arbiter.position == before
    assert harness.arbiter.state == "watching"
    harness.play("b i9")
    assert harness.turns()[4:] == ["blue place i9"]


@pytest.mark.parametrize("code", [code for code in CASES if code != "two-chips"])
def test_a_fault_stands_when_play_goes_on(code: str) -> None:
    harness = harness_in_play()
    harness.hand(CASES[code][0], then=10)
    harness.play("b i9", "g i2")
    assert [t for t in harness.turns() if "!" not in t][4:] == ["blue place i9", "green place i2"]
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [True]
    assert len(harness.all(events.FaultFound)) == 1
    marks = [t.irregular for t in harness.all(events.TurnPlayed)] + [s.code for s in harness.all(events.ChangeStood)]
    assert code in marks
    assert harness.arbiter.ledger.table.letters == "".join(harness.board)


def test_a_second_chip_out_of_turn_after_one_that_stood_is_a_fault_again() -> None:
    harness = harness_in_play()
    harness.hand("d8=g", then=10)
    harness.play("b i9")
    assert harness.turns()[4:] == ["green place d8 !out-of-turn", "blue place i9"]
    harness.hand("i2=b", then=10)
    assert harness.faults() == ["out-of-turn d8", "out-of-turn i2"]


def test_after_a_chip_out_of_turn_that_stood_the_seat_that_was_to_move_may_still_move() -> None:
    harness = Harness("blue green red")
    harness.play("b e4", "g e5", "r c3")
    harness.hand("d8=g", then=10)
    harness.play("b i9", "g i2")
    assert harness.faults() == ["out-of-turn d8"]
    assert harness.turns()[3:] == ["green place d8 !out-of-turn", "blue place i9", "green place i2"]


def test_two_chips_that_stand_are_one_turn_and_one_marked() -> None:
    harness = harness_in_play()
    harness.hand("d8=b g3=b", then=10)
    harness.play("g i2")
    assert sorted(harness.turns()[4:]) == ["blue place d8 !two-chips", "blue place g3", "green place i2"]


def test_of_two_chips_the_one_that_stays_is_the_turn() -> None:
    harness = harness_in_play()
    harness.hand("d8=b g3=b", then=10)
    harness.hand("d8=.", then=12)
    assert harness.turns()[4:] == ["blue place g3"]
    assert harness.faults() == ["two-chips g3 d8"]


def told_one_by_one(harness: Harness) -> None:
    """A hand lays two chips, of which one is seen and told before the other."""
    harness.look(2, hidden="d8 d9 g3 g4")
    harness.board[harness.space("d8")] = harness.board[harness.space("g3")] = "b"
    harness.look(2, hidden="d8 d9 g3 g4")
    harness.look(6, hidden="g3 g4")
    assert harness.turns()[4:] == ["blue place d8"]
    harness.look(8)
    assert harness.faults() == ["two-chips d8 g3"]


@pytest.mark.parametrize("at_once", [True, False])
def test_two_chips_that_are_both_taken_back_were_no_turn_though_one_was_told(at_once: bool) -> None:
    harness = harness_in_play()
    before = harness.arbiter.position
    told_one_by_one(harness)
    if at_once:
        harness.hand("d8=. g3=.", then=10)
    else:
        harness.look(2, hidden="d8 d9 g3 g4")
        harness.board[harness.space("d8")] = harness.board[harness.space("g3")] = "."
        harness.look(6, hidden="d8 d9")
        harness.look(10)
    assert [turn for turn in harness.turns() if "remove" in turn] == []
    assert harness.arbiter.position == before
    harness.play("b i9")
    assert harness.turns()[-1] == "blue place i9"


def test_a_jack_may_take_the_chip_that_was_left_of_two() -> None:
    harness = harness_in_play()
    told_one_by_one(harness)
    harness.hand("g3=.", then=10)
    harness.play("g -d8")
    assert harness.turns()[4:] == ["blue place d8", "green remove d8"]


def test_a_locked_chip_that_is_taken_says_so() -> None:
    harness = Harness("blue green")
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7", "b f2")
    harness.hand("d2=.", then=10)
    (fault,) = harness.all(events.FaultFound)
    assert fault.problems == ("chip-taken", "locked")


def test_a_fifth_removal_is_no_one_eyed_jacks_work() -> None:
    harness = Harness("blue green")
    harness.play("b e4", "g e5")
    for number, (own, taken) in enumerate((("c3", "e4"), ("c5", "e5"), ("c7", "c3"), ("c9", "c5"))):
        del number
        harness.play(f"b {own}", f"g -{taken}") if harness.letter(taken) == "b" else harness.play(
            f"b -{taken}", f"g {own}"
        )
    jacks = [t for t in harness.all(events.TurnPlayed) if t.action == "remove"]
    assert len(jacks) == 4
    target = next(s for s in ("c7", "c9", "c3", "c5") if harness.letter(s) == "g")
    harness.hand(f"{target}=.", then=10)
    (fault,) = harness.all(events.FaultFound)
    assert fault.problems == ("chip-taken", "no-card-explains")


def test_a_chip_between_two_spaces_is_not_guessed() -> None:
    harness = harness_in_play()
    harness.look(3, hidden="d8 d9")
    harness.between = (Between((harness.space("d8"), harness.space("d9")), "b"),)
    harness.look(8, wrong="d8=? d9=?")
    assert harness.faults() == ["between-spaces d8 d9"]
    assert len(harness.turns()) == 4
    harness.between = ()
    harness.hand("d8=b", then=8)
    assert harness.turns()[4:] == ["blue place d8"]
    assert [cleared.code for cleared in harness.all(events.FaultCleared)] == ["between-spaces"]


def test_a_chip_between_two_spaces_is_no_turn_however_sure_the_guess() -> None:
    harness = harness_in_play()
    harness.look(3, hidden="d8 d9")
    harness.board[harness.space("d8")] = "b"
    harness.between = (Between((harness.space("d8"), harness.space("d9")), "b"),)
    harness.look(15, wrong="d8=? d9=?")
    assert harness.faults() == ["between-spaces d8 d9"]
    assert len(harness.turns()) == 4
    assert harness.all(events.FaultCleared) == []


def test_an_upset_board_is_one_fault_and_gone_when_it_is_built_up_again() -> None:
    harness = harness_in_play()
    harness.play("b g9", "g b7", "b j2", "g d10")
    before = list(harness.board)
    harness.hand("e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g", then=12)
    assert [fault.code for fault in harness.all(events.FaultFound)] == ["board-upset"]
    harness.look(3, hidden="e4 e5")
    harness.board = before
    harness.look(12)
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [False]
    harness.play("b i9")
    assert harness.turns()[8:] == ["blue place i9"]


def test_a_chip_misread_when_an_upset_was_named_is_nobodys_turn_once_the_board_is_built_up_again() -> None:
    harness = harness_in_play()
    harness.play("b g9", "g b7", "b j2", "g d10")
    before = list(harness.board)
    harness.hand("e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g", then=4)
    harness.see(wrong="b7=r")
    harness.look(6)
    assert [fault.code for fault in harness.all(events.FaultFound)] == ["board-upset"]
    harness.look(9, hidden=" ".join(harness.game.layout.name_of(space) for space in range(len(before))))
    harness.board = before
    harness.look(1)
    harness.doubts["b7"] = ("g", 0.6)
    harness.look(1)
    harness.doubts.clear()
    harness.look(12)
    assert harness.turns()[8:] == []


def test_a_space_that_was_misread_beside_it_does_not_hide_a_fault_from_the_next_hand() -> None:
    harness = Harness()
    harness.play("b d7")
    harness.look(3, hidden="d8 d9")
    harness.board[harness.space("d8")] = "b"
    harness.look(3, hidden="d8 d9", wrong="d7=.")
    harness.look(1, wrong="d7=.")
    harness.look(1)
    harness.hand("d8=.")
    assert harness.faults() == ["out-of-turn d8"]


def test_played_on_an_upset_board_the_game_goes_on_as_it_lies() -> None:
    harness = harness_in_play()
    harness.play("b g9", "g b7", "b j2", "g d10")
    harness.hand("e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g", then=25)
    harness.play("b i9", "g i2")
    assert harness.turns()[8:] == ["blue place i9", "green place i2"]
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [True]
    assert harness.all(events.PositionSet)[0].assumed == saying("upset-taken")
    assert harness.arbiter.ledger.table.letters == "".join(harness.board)
    assert replay(record_of(harness.told)).rows == harness.all(events.PositionSettled)[-1].position


def test_an_upset_board_built_up_chip_by_chip_is_no_second_fault() -> None:
    harness = harness_in_play()
    harness.play("b g9", "g b7", "b j2", "g d10")
    before = list(harness.board)
    harness.hand("e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g", then=12)
    for space, letter in enumerate(before):
        if harness.board[space] != letter:
            harness.hand(f"{harness.game.layout.name_of(space)}={letter}", then=10)
    assert [fault.code for fault in harness.all(events.FaultFound)] == ["board-upset"]
    harness.play("b i9")
    assert harness.turns()[8:] == ["blue place i9"]


def test_a_chip_between_spaces_that_was_played_over_is_no_turn_when_it_is_pushed_home() -> None:
    harness = harness_in_play()
    harness.look(3, hidden="d8 d9")
    harness.between = (Between((harness.space("d8"), harness.space("d9")), "b"),)
    harness.look(8, wrong="d8=? d9=?")
    harness.hand("i2=g", then=6)
    harness.between = ()
    harness.hand("d8=b", then=8)
    harness.play("b i9")
    assert harness.faults() == ["between-spaces d8 d9"]
    assert harness.turns()[4:] == ["green place i2", "blue place i9"]
    assert harness.letter("d8") == "b"


def test_an_upset_the_eye_reports_is_a_fault() -> None:
    harness = harness_in_play()
    harness.blind("upset", 12)
    assert [fault.code for fault in harness.all(events.FaultFound)] == ["board-upset"]
    harness.look(12)
    assert harness.arbiter.state == "watching"


def test_told_to_stand_a_fault_stands_at_once() -> None:
    harness = harness_in_play(on_fault="stand")
    harness.hand("d8=r", then=10)
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [True]
    assert harness.arbiter.state == "watching"


def test_strict_the_game_waits_until_the_fault_is_put_right_or_said_to_stand() -> None:
    harness = harness_in_play(on_fault="strict")
    harness.hand("d8=r", then=10)
    harness.play("b i9")
    assert len(harness.turns()) == 4
    assert harness.say(calls.Stands).accepted
    harness.look(5)
    assert harness.turns()[4:] == ["blue place i9"]


def test_a_record_with_faults_that_stood_replays_to_the_position_shown() -> None:
    for code in CASES:
        harness = harness_in_play()
        harness.hand(CASES[code][0], then=10)
        harness.play("b i9", "g i2")
        verdict = replay(record_of(harness.told))
        assert verdict.ok, (code, verdict.problems)
        assert verdict.rows == harness.all(events.PositionSettled)[-1].position, code


def test_a_stood_change_put_right_late_is_no_new_fault() -> None:
    harness = harness_in_play()
    harness.hand("e5=. f5=g", then=10)
    harness.play("b i9")
    harness.hand("e5=g f5=.", then=10)
    assert harness.faults() == ["chip-moved e5 f5"]
    assert harness.letter("e5") == "g"
    assert harness.all(events.ChangeStood)[-1].code == "put-right"


def test_a_chip_on_a_free_corner_is_a_fault_and_gone_when_it_is_taken_off() -> None:
    harness = harness_in_play()
    harness.hand("j10=b", then=8)
    assert harness.faults() == ["corner j10"]
    harness.hand("j10=*", then=8)
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [False]
    harness.play("b i9")
    assert harness.turns()[4:] == ["blue place i9"]


def test_a_chip_left_on_a_corner_may_be_taken_off_later() -> None:
    harness = harness_in_play()
    harness.hand("j10=b", then=8)
    harness.play("b i9", "g i2")
    assert harness.letter("j10") == "b"
    harness.hand("j10=*", then=10)
    assert harness.letter("j10") == "*"
    harness.play("b d8")
    assert harness.faults() == ["corner j10"]
    assert harness.turns()[4:] == ["blue place i9", "green place i2", "blue place d8"]


def test_a_fault_put_right_in_part_by_whoever_plays_on_is_judged_anew_and_makes_no_turn_up() -> None:
    harness = Harness(fps=12)
    harness.play(*OPENING)
    harness.hand("e4=. d4=b", then=24)
    harness.hand("d4=.", then=1)
    harness.hand("i9=b", then=24)
    assert harness.faults() == ["chip-moved e4 d4", "chip-taken e4"]
    assert harness.turns()[4:] == ["blue place i9"]


def test_two_chips_that_changed_places_are_one_fault() -> None:
    harness = harness_in_play()
    harness.hand("e4=g e5=b", then=8)
    (fault,) = harness.all(events.FaultFound)
    assert (fault.code, set(fault.spaces)) == ("chip-swapped", {"e4", "e5"})
    harness.hand("e4=b e5=g", then=8)
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [False]
    harness.play("b i9")
    assert harness.turns()[4:] == ["blue place i9"]


def test_white_sides_turned_up_where_no_sequence_lies_are_a_bad_claim() -> None:
    harness = Harness("blue green")
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7")
    harness.flip("b2 c2 d2 e2")
    (fault,) = harness.all(events.FaultFound)
    assert (fault.code, fault.spaces, fault.team) == ("bad-claim", ("b2", "c2", "d2", "e2"), "blue")
    harness.look(2, hidden="b2 c2 d2 e2")
    harness.flipped.clear()
    harness.look(8)
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [False]
    harness.play("b i9")
    assert harness.turns()[8:] == ["blue place i9"]


def test_white_sides_that_are_played_over_are_named_once_and_the_record_replays() -> None:
    harness = Harness("blue green")
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7")
    harness.flip("b2 c2 d2 e2")
    harness.play("b i9", "g i2", "b f2")
    assert harness.faults() == ["bad-claim b2 c2 d2 e2"]
    assert harness.turns()[8:] == ["blue place i9", "green place i2", "blue place f2"]
    assert [s.spaces[0] for s in harness.all(events.SequenceMade)] == ["b2"]
    verdict = replay(record_of(harness.told))
    assert verdict.ok, verdict.problems
    assert verdict.rows == harness.all(events.PositionSettled)[-1].position


def test_a_sequence_that_shares_too_much_with_another_is_no_claim_when_its_white_sides_show() -> None:
    harness = Harness("blue green", rules="sequences_to_win=3")
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7", "b f2", "g j8")
    harness.flip("b2 c2 d2 e2 f2")
    assert harness.faults() == []
    harness.play("b g2", "g i5", "b h2", "g i7")
    harness.flip("g2 h2")
    assert harness.faults() == []
    harness.play("b b3", "g g9", "b b5")
    harness.flip("b3 b5")
    assert [fault.split()[0] for fault in harness.faults()] == ["bad-claim"]


def test_a_chip_or_two_that_lie_white_side_up_are_no_claim() -> None:
    harness = harness_in_play()
    harness.flip("e4 c3")
    harness.look(20)
    assert harness.faults() == []


def test_a_chip_pushed_onto_a_line_is_between_spaces_until_it_is_pushed_home() -> None:
    harness = harness_in_play()
    harness.look(3, hidden="e4 f4")
    harness.between = (Between((harness.space("e4"), harness.space("f4")), "b"),)
    harness.look(8, wrong="e4=? f4=?")
    assert harness.faults() == ["between-spaces e4 f4"]
    harness.look(3, hidden="e4 f4")
    harness.between = ()
    harness.look(8)
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [False]
    harness.play("b i9")
    assert harness.turns()[4:] == ["blue place i9"]
    assert harness.letter("e4") == "b"


def test_a_chip_pushed_over_a_line_and_on_is_a_chip_that_was_moved() -> None:
    harness = harness_in_play()
    harness.look(3, hidden="e4 f4")
    harness.between = (Between((harness.space("e4"), harness.space("f4")), "b"),)
    harness.look(8, wrong="e4=? f4=?")
    harness.between = ()
    harness.hand("e4=. f4=b", then=8)
    assert harness.faults() == ["between-spaces e4 f4", "chip-moved e4 f4"]


def test_a_chip_on_the_line_beside_another_is_between_spaces() -> None:
    harness = harness_in_play()
    harness.look(3, hidden="e5 f5")
    harness.between = (Between((harness.space("e5"), harness.space("f5")), "b"),)
    harness.look(8, wrong="e5=? f5=?")
    assert harness.faults() == ["between-spaces e5 f5"]
    harness.between = ()
    harness.hand("f5=b", then=8)
    assert harness.turns()[4:] == ["blue place f5"]
    assert harness.letter("e5") == "g"


def test_a_chip_pushed_onto_a_line_and_played_over_is_laid_again_when_it_is_pushed_home() -> None:
    harness = harness_in_play()
    harness.look(3, hidden="e4 f4")
    harness.between = (Between((harness.space("e4"), harness.space("f4")), "b"),)
    harness.look(8, wrong="e4=? f4=?")
    harness.hand("i9=b", then=6)
    assert harness.turns()[4:] == ["blue place i9"]
    harness.between = ()
    harness.hand("e4=b", then=8)
    harness.play("g i2")
    assert harness.faults() == ["between-spaces e4 f4"]
    assert harness.turns()[4:] == ["blue place i9", "green place i2"]
    assert harness.letter("e4") == "b"


def test_a_chip_the_eye_finds_on_a_line_though_nothing_came_near_is_no_fault() -> None:
    harness = harness_in_play()
    harness.look(20)
    harness.between = (Between((harness.space("e4"), harness.space("f4")), "b"),)
    harness.look(10, wrong="e4=? f4=?")
    assert harness.faults() == []


def test_a_chip_changed_for_another_is_swapped_though_its_space_was_in_doubt_under_the_hand() -> None:
    harness = Harness("blue green red")
    harness.play("b e4", "g e5", "r c3")
    harness.look(1, hidden="c3 c4")
    for _ in range(3):
        harness.doubt("c3", ".", hidden="c4 d4")
    harness.board[harness.space("c3")] = "g"
    harness.look(6)
    assert harness.faults() == ["chip-swapped c3"]


def test_two_hands_with_two_free_looks_between_lay_no_two_chips_though_the_second_is_hardly_seen() -> None:
    harness = Harness("blue green red")
    harness.play("b e4", "g e5")
    harness.look(3, grazed=(harness.space("j10"),))
    harness.board[harness.space("j9")] = "g"
    harness.look(8)
    assert harness.faults() == ["out-of-turn j9"]


def test_on_the_space_of_a_chip_that_was_taken_the_next_seat_may_play_and_the_fault_stands() -> None:
    harness = harness_in_play()
    harness.hand("c3=.", then=6)
    assert harness.faults() == ["chip-taken c3"]
    harness.hand("c3=g", then=6)
    assert harness.faults() == ["chip-taken c3"]
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [True]
    assert harness.turns()[4:] == ["blue remove c3 !chip-taken", "green place c3"]


def test_a_chip_moved_by_a_second_hand_soon_after_the_first_is_one_fault() -> None:
    harness = harness_in_play()
    harness.look(2, hidden="e6 f6")
    harness.look(4)
    harness.look(1, hidden="a1 a2 b1")
    harness.board[harness.space("e5")] = "."
    harness.look(2, hidden="a1 a2 b1")
    harness.board[harness.space("f5")] = "g"
    harness.look(8)
    assert harness.faults() == ["chip-moved e5 f5"]


def test_a_chip_pushed_away_by_the_hand_that_plays_is_a_fault_that_the_turn_leaves_open() -> None:
    harness = harness_in_play()
    harness.look(2, hidden="e5 e6 e7 f5 f6")
    harness.board[harness.space("e5")], harness.board[harness.space("f5")] = ".", "g"
    harness.board[harness.space("e7")] = "b"
    harness.look(6, hidden="e7 e8")
    harness.look(6)
    assert harness.faults() == ["chip-moved e5 f5"]
    assert harness.turns()[4:] == ["blue place e7"]
    assert harness.all(events.FaultCleared) == []
    harness.hand("e5=g f5=.")
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [False]
    harness.play("g g7")
    assert harness.turns()[4:] == ["blue place e7", "green place g7"]


def test_a_chip_the_eye_only_guesses_to_be_gone_is_neither_taken_nor_a_fault() -> None:
    for chip in ("e4", "e5"):
        harness = Harness()
        harness.play("b e4", "g e5")
        for _ in range(3):
            harness.doubt(chip, ".", hidden="d4 d5")
        for _ in range(10):
            harness.doubt(chip, ".", hidden="")
        assert harness.turns()[2:] == []
        assert harness.faults() == []
        harness.board[harness.space(chip)] = "."
        harness.look(8)
        assert harness.faults() + harness.turns()[2:] == ["blue remove e5" if chip == "e5" else "chip-taken e4"]


def test_a_chip_far_from_the_hand_that_is_only_guessed_to_be_gone_hides_no_fault() -> None:
    harness = Harness()
    harness.play("b e4", "g e5", "b c9", "g g7")
    harness.board[harness.space("e4")] = "."
    for _ in range(3):
        harness.doubt("c9", ".", hidden="e4 f4")
    for _ in range(9):
        harness.doubt("c9", ".", hidden="")
    assert harness.faults() == ["chip-taken e4"]


def test_beside_a_chip_that_was_taken_before_the_next_seat_plays_without_delay() -> None:
    harness = Harness()
    harness.play("b e4", "g e5", "b c3", "g g7")
    harness.hand("e4=.", then=6)
    assert harness.faults() == ["chip-taken e4"]
    harness.hand("f3=b", then=4)
    assert harness.turns()[4:] == ["blue place f3"]


def test_a_chip_that_lay_there_when_the_next_hand_came_is_not_told_after_its_turn() -> None:
    harness = Harness()
    harness.hand("h5=g", then=2)
    harness.see(wrong="g4=b")
    harness.look(3, hidden="g4 h5 g8 g7")
    harness.board[harness.space("g8")] = "b"
    harness.look(2, hidden="g4 h5 g8 g7")
    harness.look(2, hidden="g4 h5")
    harness.look(6)
    assert harness.faults() == ["out-of-turn h5"]


def test_one_look_that_the_eye_is_hardly_sure_of_keeps_no_fault_from_being_named() -> None:
    harness = Harness()
    harness.hand("h5=g", then=2)
    letters = list(harness.board)
    letters[harness.space("g4")] = "b"
    sure = bytearray([253] * len(letters))
    sure[harness.space("g4")] = 200
    text = "".join(letters)
    harness.give(Observation(at=harness.at, frame=harness.frame, letters=text, guesses=text, confidence=bytes(sure)))
    harness.at, harness.frame = harness.at + harness.step, harness.frame + 1
    harness.look(1, hidden="g4 h5 g8 g7")
    assert harness.faults() == ["out-of-turn h5"]
