"""Faults: named right, with the rule; gone without a trace when put right; standing when play goes on."""

import pytest

from engine import calls, events
from engine.observation import Between
from engine.records.replay import replay
from engine.records.twin import record_of
from tests.arbiter.desk import Desk

OPENING = ("b e4", "g e5", "b c3", "g h7")
CASES = {
    "out-of-turn": ("d8=g", "d8=."),
    "foreign-colour": ("d8=r", "d8=."),
    "two-chips": ("d8=b g3=b", "d8=. g3=."),
    "chip-moved": ("e5=. f5=g", "e5=g f5=."),
    "chip-swapped": ("e5=b", "e5=g"),
    "chip-taken": ("c3=.", "c3=b"),
}


def desk_in_play(**more: str) -> Desk:
    desk = Desk(**more)  # type: ignore[arg-type]
    desk.play(*OPENING)
    assert desk.faults() == []
    return desk


@pytest.mark.parametrize("code", CASES)
def test_a_fault_is_named_with_spaces_rule_and_mend(code: str) -> None:
    desk = desk_in_play()
    desk.hand(CASES[code][0], then=10)
    (fault,) = desk.all(events.FaultFound)
    assert fault.code == code
    assert set(fault.spaces) == {word.split("=")[0] for word in CASES[code][0].split()}
    assert fault.problems[0] == code
    assert fault.message.endswith(".")
    assert "book, line" in fault.rule
    assert fault.mend
    assert desk.arbiter.state == "disputed"


@pytest.mark.parametrize("code", CASES)
def test_a_fault_put_right_leaves_no_trace(code: str) -> None:
    desk = desk_in_play()
    before = desk.arbiter.position
    done, undone = CASES[code]
    desk.hand(done, then=10)
    desk.hand(undone, then=10)
    (cleared,) = desk.all(events.FaultCleared)
    assert (cleared.code, cleared.stands) == (code, False)
    assert desk.arbiter.position == before
    assert desk.arbiter.state == "watching"
    desk.play("b i9")
    assert desk.turns()[4:] == ["blue place i9"]


@pytest.mark.parametrize("code", [code for code in CASES if code != "two-chips"])
def test_a_fault_stands_when_play_goes_on(code: str) -> None:
    desk = desk_in_play()
    desk.hand(CASES[code][0], then=10)
    desk.play("b i9", "g i2")
    assert [t for t in desk.turns() if "!" not in t][4:] == ["blue place i9", "green place i2"]
    assert [cleared.stands for cleared in desk.all(events.FaultCleared)] == [True]
    assert len(desk.all(events.FaultFound)) == 1
    marks = [t.irregular for t in desk.all(events.TurnPlayed)] + [s.code for s in desk.all(events.ChangeStood)]
    assert code in marks
    assert desk.arbiter.ledger.table.letters == "".join(desk.board)


def test_a_second_chip_out_of_turn_after_one_that_stood_is_a_fault_again() -> None:
    desk = desk_in_play()
    desk.hand("d8=g", then=10)
    desk.play("b i9")
    assert desk.turns()[4:] == ["green place d8 !out-of-turn", "blue place i9"]
    desk.hand("i2=b", then=10)
    assert desk.faults() == ["out-of-turn d8", "out-of-turn i2"]


def test_after_a_chip_out_of_turn_that_stood_the_seat_that_was_to_move_may_still_move() -> None:
    desk = Desk("blue green red")
    desk.play("b e4", "g e5", "r c3")
    desk.hand("d8=g", then=10)
    desk.play("b i9", "g i2")
    assert desk.faults() == ["out-of-turn d8"]
    assert desk.turns()[3:] == ["green place d8 !out-of-turn", "blue place i9", "green place i2"]


def test_two_chips_that_stand_are_one_turn_and_one_marked() -> None:
    desk = desk_in_play()
    desk.hand("d8=b g3=b", then=10)
    desk.play("g i2")
    assert sorted(desk.turns()[4:]) == ["blue place d8 !two-chips", "blue place g3", "green place i2"]


def test_of_two_chips_the_one_that_stays_is_the_turn() -> None:
    desk = desk_in_play()
    desk.hand("d8=b g3=b", then=10)
    desk.hand("d8=.", then=12)
    assert desk.turns()[4:] == ["blue place g3"]
    assert desk.faults() == ["two-chips g3 d8"]


def told_one_by_one(desk: Desk) -> None:
    """A hand lays two chips, of which one is seen and told before the other."""
    desk.look(2, hidden="d8 d9 g3 g4")
    desk.board[desk.space("d8")] = desk.board[desk.space("g3")] = "b"
    desk.look(2, hidden="d8 d9 g3 g4")
    desk.look(6, hidden="g3 g4")
    assert desk.turns()[4:] == ["blue place d8"]
    desk.look(8)
    assert desk.faults() == ["two-chips d8 g3"]


@pytest.mark.parametrize("at_once", [True, False])
def test_two_chips_that_are_both_taken_back_were_no_turn_though_one_was_told(at_once: bool) -> None:
    desk = desk_in_play()
    before = desk.arbiter.position
    told_one_by_one(desk)
    if at_once:
        desk.hand("d8=. g3=.", then=10)
    else:
        desk.look(2, hidden="d8 d9 g3 g4")
        desk.board[desk.space("d8")] = desk.board[desk.space("g3")] = "."
        desk.look(6, hidden="d8 d9")
        desk.look(10)
    assert [turn for turn in desk.turns() if "remove" in turn] == []
    assert desk.arbiter.position == before
    desk.play("b i9")
    assert desk.turns()[-1] == "blue place i9"


def test_a_jack_may_take_the_chip_that_was_left_of_two() -> None:
    desk = desk_in_play()
    told_one_by_one(desk)
    desk.hand("g3=.", then=10)
    desk.play("g -d8")
    assert desk.turns()[4:] == ["blue place d8", "green remove d8"]


def test_a_locked_chip_that_is_taken_says_so() -> None:
    desk = Desk("blue green")
    desk.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7", "b f2")
    desk.hand("d2=.", then=10)
    (fault,) = desk.all(events.FaultFound)
    assert fault.problems == ("chip-taken", "locked")
    assert "completed sequence" in fault.message


def test_a_fifth_removal_is_no_one_eyed_jacks_work() -> None:
    desk = Desk("blue green")
    desk.play("b e4", "g e5")
    for number, (own, taken) in enumerate((("c3", "e4"), ("c5", "e5"), ("c7", "c3"), ("c9", "c5"))):
        del number
        desk.play(f"b {own}", f"g -{taken}") if desk.letter(taken) == "b" else desk.play(f"b -{taken}", f"g {own}")
    jacks = [t for t in desk.all(events.TurnPlayed) if t.action == "remove"]
    assert len(jacks) == 4
    target = next(s for s in ("c7", "c9", "c3", "c5") if desk.letter(s) == "g")
    desk.hand(f"{target}=.", then=10)
    (fault,) = desk.all(events.FaultFound)
    assert fault.problems == ("chip-taken", "no-card-explains")


def test_a_chip_between_two_spaces_is_not_guessed() -> None:
    desk = desk_in_play()
    desk.look(3, hidden="d8 d9")
    desk.between = (Between((desk.space("d8"), desk.space("d9")), "b"),)
    desk.look(8, wrong="d8=? d9=?")
    assert desk.faults() == ["between-spaces d8 d9"]
    assert len(desk.turns()) == 4
    desk.between = ()
    desk.hand("d8=b", then=8)
    assert desk.turns()[4:] == ["blue place d8"]
    assert [cleared.code for cleared in desk.all(events.FaultCleared)] == ["between-spaces"]


def test_a_chip_between_two_spaces_is_no_turn_however_sure_the_guess() -> None:
    desk = desk_in_play()
    desk.look(3, hidden="d8 d9")
    desk.board[desk.space("d8")] = "b"
    desk.between = (Between((desk.space("d8"), desk.space("d9")), "b"),)
    desk.look(15, wrong="d8=? d9=?")
    assert desk.faults() == ["between-spaces d8 d9"]
    assert len(desk.turns()) == 4
    assert desk.all(events.FaultCleared) == []


def test_an_upset_board_is_one_fault_and_gone_when_it_is_built_up_again() -> None:
    desk = desk_in_play()
    desk.play("b g9", "g b7", "b j2", "g d10")
    before = list(desk.board)
    desk.hand("e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g", then=12)
    assert [fault.code for fault in desk.all(events.FaultFound)] == ["board-upset"]
    desk.look(3, hidden="e4 e5")
    desk.board = before
    desk.look(12)
    assert [cleared.stands for cleared in desk.all(events.FaultCleared)] == [False]
    desk.play("b i9")
    assert desk.turns()[8:] == ["blue place i9"]


def test_played_on_an_upset_board_the_game_goes_on_as_it_lies() -> None:
    desk = desk_in_play()
    desk.play("b g9", "g b7", "b j2", "g d10")
    desk.hand("e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g", then=25)
    desk.play("b i9", "g i2")
    assert desk.turns()[8:] == ["blue place i9", "green place i2"]
    assert [cleared.stands for cleared in desk.all(events.FaultCleared)] == [True]
    assert "upset" in desk.all(events.PositionSet)[0].assumed
    assert desk.arbiter.ledger.table.letters == "".join(desk.board)
    assert replay(record_of(desk.told)).rows == desk.all(events.PositionSettled)[-1].position


def test_an_upset_board_built_up_chip_by_chip_is_no_second_fault() -> None:
    desk = desk_in_play()
    desk.play("b g9", "g b7", "b j2", "g d10")
    before = list(desk.board)
    desk.hand("e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g", then=12)
    for space, letter in enumerate(before):
        if desk.board[space] != letter:
            desk.hand(f"{desk.game.layout.name_of(space)}={letter}", then=10)
    assert [fault.code for fault in desk.all(events.FaultFound)] == ["board-upset"]
    desk.play("b i9")
    assert desk.turns()[8:] == ["blue place i9"]


def test_a_chip_between_spaces_that_was_played_over_is_no_turn_when_it_is_pushed_home() -> None:
    desk = desk_in_play()
    desk.look(3, hidden="d8 d9")
    desk.between = (Between((desk.space("d8"), desk.space("d9")), "b"),)
    desk.look(8, wrong="d8=? d9=?")
    desk.hand("i2=g", then=6)
    desk.between = ()
    desk.hand("d8=b", then=8)
    desk.play("b i9")
    assert desk.faults() == ["between-spaces d8 d9"]
    assert desk.turns()[4:] == ["green place i2", "blue place i9"]
    assert desk.letter("d8") == "b"


def test_an_upset_the_eye_reports_is_a_fault() -> None:
    desk = desk_in_play()
    desk.blind("upset", 12)
    assert [fault.code for fault in desk.all(events.FaultFound)] == ["board-upset"]
    desk.look(12)
    assert desk.arbiter.state == "watching"


def test_told_to_stand_a_fault_stands_at_once() -> None:
    desk = desk_in_play(on_fault="stand")
    desk.hand("d8=r", then=10)
    assert [cleared.stands for cleared in desk.all(events.FaultCleared)] == [True]
    assert desk.arbiter.state == "watching"


def test_strict_the_game_waits_until_the_fault_is_put_right_or_said_to_stand() -> None:
    desk = desk_in_play(on_fault="strict")
    desk.hand("d8=r", then=10)
    desk.play("b i9")
    assert len(desk.turns()) == 4
    assert desk.say(calls.Stands).accepted
    desk.look(5)
    assert desk.turns()[4:] == ["blue place i9"]


def test_a_record_with_faults_that_stood_replays_to_the_position_shown() -> None:
    for code in CASES:
        desk = desk_in_play()
        desk.hand(CASES[code][0], then=10)
        desk.play("b i9", "g i2")
        verdict = replay(record_of(desk.told))
        assert verdict.ok, (code, verdict.problems)
        assert verdict.rows == desk.all(events.PositionSettled)[-1].position, code


def test_a_stood_change_put_right_late_is_no_new_fault() -> None:
    desk = desk_in_play()
    desk.hand("e5=. f5=g", then=10)
    desk.play("b i9")
    desk.hand("e5=g f5=.", then=10)
    assert desk.faults() == ["chip-moved e5 f5"]
    assert desk.letter("e5") == "g"
    assert desk.all(events.ChangeStood)[-1].code == "put-right"


def test_a_chip_on_a_free_corner_is_a_fault_and_gone_when_it_is_taken_off() -> None:
    desk = desk_in_play()
    desk.hand("j10=b", then=8)
    assert desk.faults() == ["corner j10"]
    desk.hand("j10=*", then=8)
    assert [cleared.stands for cleared in desk.all(events.FaultCleared)] == [False]
    desk.play("b i9")
    assert desk.turns()[4:] == ["blue place i9"]


def test_a_chip_left_on_a_corner_may_be_taken_off_later() -> None:
    desk = desk_in_play()
    desk.hand("j10=b", then=8)
    desk.play("b i9", "g i2")
    assert desk.letter("j10") == "b"
    desk.hand("j10=*", then=10)
    assert desk.letter("j10") == "*"
    desk.play("b d8")
    assert desk.faults() == ["corner j10"]
    assert desk.turns()[4:] == ["blue place i9", "green place i2", "blue place d8"]


def test_two_chips_that_changed_places_are_one_fault() -> None:
    desk = desk_in_play()
    desk.hand("e4=g e5=b", then=8)
    (fault,) = desk.all(events.FaultFound)
    assert (fault.code, set(fault.spaces)) == ("chip-swapped", {"e4", "e5"})
    assert "changed places" in fault.message
    desk.hand("e4=b e5=g", then=8)
    assert [cleared.stands for cleared in desk.all(events.FaultCleared)] == [False]
    desk.play("b i9")
    assert desk.turns()[4:] == ["blue place i9"]


def test_white_sides_turned_up_where_no_sequence_lies_are_a_bad_claim() -> None:
    desk = Desk("blue green")
    desk.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7")
    desk.flip("b2 c2 d2 e2")
    (fault,) = desk.all(events.FaultFound)
    assert (fault.code, fault.spaces, fault.team) == ("bad-claim", ("b2", "c2", "d2", "e2"), "blue")
    assert "book, line" in fault.rule
    desk.look(2, hidden="b2 c2 d2 e2")
    desk.flipped.clear()
    desk.look(8)
    assert [cleared.stands for cleared in desk.all(events.FaultCleared)] == [False]
    desk.play("b i9")
    assert desk.turns()[8:] == ["blue place i9"]


def test_white_sides_that_are_played_over_are_named_once_and_the_record_replays() -> None:
    desk = Desk("blue green")
    desk.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7")
    desk.flip("b2 c2 d2 e2")
    desk.play("b i9", "g i2", "b f2")
    assert desk.faults() == ["bad-claim b2 c2 d2 e2"]
    assert desk.turns()[8:] == ["blue place i9", "green place i2", "blue place f2"]
    assert [s.spaces[0] for s in desk.all(events.SequenceMade)] == ["b2"]
    verdict = replay(record_of(desk.told))
    assert verdict.ok, verdict.problems
    assert verdict.rows == desk.all(events.PositionSettled)[-1].position


def test_a_sequence_that_shares_too_much_with_another_is_no_claim_when_its_white_sides_show() -> None:
    desk = Desk("blue green", rules="sequences_to_win=3")
    desk.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7", "b f2", "g j8")
    desk.flip("b2 c2 d2 e2 f2")
    assert desk.faults() == []
    desk.play("b g2", "g i5", "b h2", "g i7")
    desk.flip("g2 h2")
    assert desk.faults() == []
    desk.play("b b3", "g g9", "b b5")
    desk.flip("b3 b5")
    assert [fault.split()[0] for fault in desk.faults()] == ["bad-claim"]


def test_a_chip_or_two_that_lie_white_side_up_are_no_claim() -> None:
    desk = desk_in_play()
    desk.flip("e4 c3")
    desk.look(20)
    assert desk.faults() == []


def test_a_chip_pushed_onto_a_line_is_between_spaces_until_it_is_pushed_home() -> None:
    desk = desk_in_play()
    desk.look(3, hidden="e4 f4")
    desk.between = (Between((desk.space("e4"), desk.space("f4")), "b"),)
    desk.look(8, wrong="e4=? f4=?")
    assert desk.faults() == ["between-spaces e4 f4"]
    desk.look(3, hidden="e4 f4")
    desk.between = ()
    desk.look(8)
    assert [cleared.stands for cleared in desk.all(events.FaultCleared)] == [False]
    desk.play("b i9")
    assert desk.turns()[4:] == ["blue place i9"]
    assert desk.letter("e4") == "b"


def test_a_chip_pushed_over_a_line_and_on_is_a_chip_that_was_moved() -> None:
    desk = desk_in_play()
    desk.look(3, hidden="e4 f4")
    desk.between = (Between((desk.space("e4"), desk.space("f4")), "b"),)
    desk.look(8, wrong="e4=? f4=?")
    desk.between = ()
    desk.hand("e4=. f4=b", then=8)
    assert desk.faults() == ["between-spaces e4 f4", "chip-moved e4 f4"]


def test_a_chip_on_the_line_beside_another_is_between_spaces() -> None:
    desk = desk_in_play()
    desk.look(3, hidden="e5 f5")
    desk.between = (Between((desk.space("e5"), desk.space("f5")), "b"),)
    desk.look(8, wrong="e5=? f5=?")
    assert desk.faults() == ["between-spaces e5 f5"]
    desk.between = ()
    desk.hand("f5=b", then=8)
    assert desk.turns()[4:] == ["blue place f5"]
    assert desk.letter("e5") == "g"


def test_a_chip_pushed_onto_a_line_and_played_over_is_laid_again_when_it_is_pushed_home() -> None:
    desk = desk_in_play()
    desk.look(3, hidden="e4 f4")
    desk.between = (Between((desk.space("e4"), desk.space("f4")), "b"),)
    desk.look(8, wrong="e4=? f4=?")
    desk.hand("i9=b", then=6)
    assert desk.turns()[4:] == ["blue place i9"]
    desk.between = ()
    desk.hand("e4=b", then=8)
    desk.play("g i2")
    assert desk.faults() == ["between-spaces e4 f4"]
    assert desk.turns()[4:] == ["blue place i9", "green place i2"]
    assert desk.letter("e4") == "b"


def test_a_chip_the_eye_finds_on_a_line_though_nothing_came_near_is_no_fault() -> None:
    desk = desk_in_play()
    desk.look(20)
    desk.between = (Between((desk.space("e4"), desk.space("f4")), "b"),)
    desk.look(10, wrong="e4=? f4=?")
    assert desk.faults() == []


def test_a_chip_changed_for_another_is_swapped_though_its_space_was_in_doubt_under_the_hand() -> None:
    desk = Desk("blue green red")
    desk.play("b e4", "g e5", "r c3")
    desk.look(1, hidden="c3 c4")
    for _ in range(3):
        desk.doubt("c3", ".", hidden="c4 d4")
    desk.board[desk.space("c3")] = "g"
    desk.look(6)
    assert desk.faults() == ["chip-swapped c3"]


def test_two_hands_with_two_free_looks_between_lay_no_two_chips_though_the_second_is_hardly_seen() -> None:
    desk = Desk("blue green red")
    desk.play("b e4", "g e5")
    desk.look(3, grazed=(desk.space("j10"),))
    desk.board[desk.space("j9")] = "g"
    desk.look(8)
    assert desk.faults() == ["out-of-turn j9"]


def test_on_the_space_of_a_chip_that_was_taken_the_next_seat_may_play_and_the_fault_stands() -> None:
    desk = desk_in_play()
    desk.hand("c3=.", then=6)
    assert desk.faults() == ["chip-taken c3"]
    desk.hand("c3=g", then=6)
    assert desk.faults() == ["chip-taken c3"]
    assert [cleared.stands for cleared in desk.all(events.FaultCleared)] == [True]
    assert desk.turns()[4:] == ["blue remove c3 !chip-taken", "green place c3"]


def test_a_chip_moved_by_a_second_hand_soon_after_the_first_is_one_fault() -> None:
    desk = desk_in_play()
    desk.look(2, hidden="e6 f6")
    desk.look(4)
    desk.look(1, hidden="a1 a2 b1")
    desk.board[desk.space("e5")] = "."
    desk.look(2, hidden="a1 a2 b1")
    desk.board[desk.space("f5")] = "g"
    desk.look(8)
    assert desk.faults() == ["chip-moved e5 f5"]


def test_a_chip_pushed_away_by_the_hand_that_plays_is_a_fault_that_the_turn_leaves_open() -> None:
    desk = desk_in_play()
    desk.look(2, hidden="e5 e6 e7 f5 f6")
    desk.board[desk.space("e5")], desk.board[desk.space("f5")] = ".", "g"
    desk.board[desk.space("e7")] = "b"
    desk.look(6, hidden="e7 e8")
    desk.look(6)
    assert desk.faults() == ["chip-moved e5 f5"]
    assert desk.turns()[4:] == ["blue place e7"]
    assert desk.all(events.FaultCleared) == []
    desk.hand("e5=g f5=.")
    assert [cleared.stands for cleared in desk.all(events.FaultCleared)] == [False]
    desk.play("g g7")
    assert desk.turns()[4:] == ["blue place e7", "green place g7"]


def test_a_chip_the_eye_only_guesses_to_be_gone_is_neither_taken_nor_a_fault() -> None:
    for chip in ("e4", "e5"):
        desk = Desk()
        desk.play("b e4", "g e5")
        for _ in range(3):
            desk.doubt(chip, ".", hidden="d4 d5")
        for _ in range(10):
            desk.doubt(chip, ".", hidden="")
        assert desk.turns()[2:] == []
        assert desk.faults() == []
        desk.board[desk.space(chip)] = "."
        desk.look(8)
        assert desk.faults() + desk.turns()[2:] == ["blue remove e5" if chip == "e5" else "chip-taken e4"]


def test_a_chip_far_from_the_hand_that_is_only_guessed_to_be_gone_hides_no_fault() -> None:
    desk = Desk()
    desk.play("b e4", "g e5", "b c9", "g g7")
    desk.board[desk.space("e4")] = "."
    for _ in range(3):
        desk.doubt("c9", ".", hidden="e4 f4")
    for _ in range(9):
        desk.doubt("c9", ".", hidden="")
    assert desk.faults() == ["chip-taken e4"]


def test_beside_a_chip_that_was_taken_before_the_next_seat_plays_without_delay() -> None:
    desk = Desk()
    desk.play("b e4", "g e5", "b c3", "g g7")
    desk.hand("e4=.", then=6)
    assert desk.faults() == ["chip-taken e4"]
    desk.hand("f3=b", then=4)
    assert desk.turns()[4:] == ["blue place f3"]
