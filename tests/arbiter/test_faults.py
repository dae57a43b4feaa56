"""Faults: named right, with the rule; gone without a trace when put right; standing when play goes on."""

import pytest

from engine import calls, events
from engine.observation import Between, Observation
from engine.records.replay import replay
from engine.records.twin import record_of
from engine.saying import saying
from tests.arbiter.harness import Harness
from tests.arbiter.stories import live

OPENING = ("b e4", "g e5", "b c3", "g h7")
CASES = {
    "out-of-turn": ("d8=g", "d8=."),
    "foreign-colour": ("d8=r", "d8=."),
    "two-chips": ("d8=b g3=b", "d8=. g3=."),
    "chip-moved": ("e5=. f5=g", "e5=g f5=."),
    "chip-swapped": ("e5=b", "e5=g"),
    "chip-taken": ("c3=.", "c3=b"),
}


def harness_in_play(**more):
    harness = Harness(**more)
    harness.play(*OPENING)
    assert harness.faults() == []
    return harness


@pytest.mark.parametrize("code", CASES)
def test_a_fault_is_named_with_its_spaces(code):
    harness = harness_in_play()
    harness.hand(CASES[code][0], then=10)
    (fault,) = harness.all(events.FaultFound)
    assert fault.code == code
    assert set(fault.spaces) == {word.split("=")[0] for word in CASES[code][0].split()}
    assert fault.problems[0] == code
    assert harness.arbiter.state == "disputed"


@pytest.mark.parametrize("code", CASES)
def test_a_fault_put_right_leaves_no_trace(code):
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
def test_a_fault_stands_when_play_goes_on(code):
    harness = harness_in_play()
    harness.hand(CASES[code][0], then=10)
    harness.play("b i9", "g i2")
    assert [t for t in harness.turns() if "!" not in t][4:] == ["blue place i9", "green place i2"]
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [True]
    assert len(harness.all(events.FaultFound)) == 1
    marks = [t.irregular for t in harness.all(events.TurnPlayed)] + [s.code for s in harness.all(events.ChangeStood)]
    assert code in marks
    assert harness.arbiter.ledger.table.letters == "".join(harness.board)


STORIES = {
    "a second chip out of turn after one that stood is a fault again": """
        d8=g x10 > fault out-of-turn d8
        b i9 > out-of-turn stands; green place d8 !out-of-turn; blue place i9
        i2=b x10 > fault out-of-turn i2""",
    "after a chip out of turn that stood the seat that was to move may still move": """
        seats blue green red
        given b e4, g e5, r c3
        d8=g x10 > fault out-of-turn d8
        b i9 > out-of-turn stands; green place d8 !out-of-turn; blue place i9
        g i2 > green place i2""",
    "two chips that stand are one turn and one marked": """
        d8=b g3=b x10 > fault two-chips g3 d8
        g i2 > two-chips stands; blue place g3; blue place d8 !two-chips; green place i2""",
    "of two chips the one that stays is the turn": """
        d8=b g3=b x10 > fault two-chips g3 d8
        d8=. x12 > two-chips put right; blue place g3""",
    "two chips told one by one and both taken back at once were no turn": """
        under d8 d9 g3 g4 x2, lies d8=b g3=b, under d8 d9 g3 g4 x2, under g3 g4 x6 > blue place d8
        look 8 > fault two-chips d8 g3
        d8=. g3=. x10 > two-chips put right; turn 5 undone
        b i9 > blue place i9""",
    "two chips told one by one and both taken back one by one were no turn": """
        under d8 d9 g3 g4 x2, lies d8=b g3=b, under d8 d9 g3 g4 x2, under g3 g4 x6 > blue place d8
        look 8 > fault two-chips d8 g3
        under d8 d9 g3 g4 x2, lies d8=. g3=., under d8 d9 x6 > two-chips put right
        look 10 > turn 5 undone
        b i9 > blue place i9""",
    "a jack may take the chip that was left of two": """
        under d8 d9 g3 g4 x2, lies d8=b g3=b, under d8 d9 g3 g4 x2, under g3 g4 x6 > blue place d8
        look 8 > fault two-chips d8 g3
        g3=. x10 > two-chips put right
        g -d8 > green remove d8""",
    "a chip between two spaces is not guessed": """
        line d8 d9 b > fault between-spaces d8 d9
        home, d8=b x8 > between-spaces put right; blue place d8""",
    "a chip between spaces that was played over is no turn when it is pushed home": """
        line d8 d9 b > fault between-spaces d8 d9
        i2=g x6 > between-spaces stands; counts as between-spaces; green place i2
        home, d8=b x8 > counts as put-right
        b i9 > blue place i9""",
    "a stood change put right late is no new fault": """
        e5=. f5=g x10 > fault chip-moved e5 f5
        b i9 > chip-moved stands; counts as chip-moved; blue place i9
        e5=g f5=. x10 > counts as put-right""",
    "a chip on a free corner is a fault and gone when it is taken off": """
        j10=b x8 > fault corner j10
        j10=* x8 > corner put right
        b i9 > blue place i9""",
    "a chip left on a corner may be taken off later": """
        j10=b x8 > fault corner j10
        b i9 > corner stands; counts as corner; blue place i9
        g i2 > green place i2
        j10=* x10 > counts as put-right
        b d8 > blue place d8""",
    "a fault put right in part by whoever plays on is judged anew and makes no turn up": """
        fps 12
        e4=. d4=b x24 > fault chip-moved e4 d4
        d4=. x1
        i9=b x24 > chip-moved put right; fault chip-taken e4; chip-taken stands; counts as chip-taken
        > blue place i9""",
    "two chips that changed places are one fault": """
        e4=g e5=b x8 > fault chip-swapped e4 e5
        e4=b e5=g x8 > chip-swapped put right
        b i9 > blue place i9""",
    "white sides turned up where no sequence lies are a bad claim": """
        given b b2, g b4, b c2, g c4, b d2, g d4, b e2, g j7
        white b2 c2 d2 e2 > fault bad-claim b2 c2 d2 e2
        black > bad-claim put right
        b i9 > blue place i9""",
    "white sides that are played over are named once": """
        given b b2, g b4, b c2, g c4, b d2, g d4, b e2, g j7
        white b2 c2 d2 e2 > fault bad-claim b2 c2 d2 e2
        b i9 > bad-claim stands; counts as bad-claim; blue place i9
        g i2 > green place i2
        b f2 > blue place f2; sequence blue b2-f2""",
    "a sequence that shares too much with another is no claim when its white sides show": """
        rules sequences_to_win=3
        given b b2, g b4, b c2, g c4, b d2, g d4, b e2, g j7, b f2, g j8
        white b2 c2 d2 e2 f2
        given b g2, g i5, b h2, g i7
        white g2 h2
        given b b3, g g9, b b5
        white b3 b5 > fault bad-claim g2 h2 b3 b5""",
    "a chip or two that lie white side up are no claim": """
        white e4 c3
        look 20""",
    "a chip pushed onto a line is between spaces until it is pushed home": """
        line e4 f4 b > fault between-spaces e4 f4
        under e4 f4 x3, home, look 8 > between-spaces put right
        b i9 > blue place i9""",
    "a chip pushed over a line and on is a chip that was moved": """
        line e4 f4 b > fault between-spaces e4 f4
        home, e4=. f4=b x8 > between-spaces put right; fault chip-moved e4 f4""",
    "a chip on the line beside another is between spaces": """
        line e5 f5 b > fault between-spaces e5 f5
        home, f5=b x8 > between-spaces put right; blue place f5""",
    "a chip pushed onto a line and played over is laid again when it is pushed home": """
        line e4 f4 b > fault between-spaces e4 f4
        i9=b x6 > between-spaces stands; counts as between-spaces; blue place i9
        home, e4=b x8 > counts as put-right
        g i2 > green place i2""",
    "on the space of a chip that was taken the next seat may play and the fault stands": """
        c3=. x6 > fault chip-taken c3
        c3=g x6 > chip-taken stands; blue remove c3 !chip-taken; green place c3""",
    "a chip moved by a second hand soon after the first is one fault": """
        under e6 f6 x2, look 4
        under a1 a2 b1 x1, lies e5=., under a1 a2 b1 x2, lies f5=g, look 8 > fault chip-moved e5 f5""",
    "a chip pushed away by the hand that plays is a fault that the turn leaves open": """
        under e5 e6 e7 f5 f6 x2, lies e5=. f5=g e7=b, under e7 e8 x6
        look 6 > fault chip-moved e5 f5; blue place e7
        e5=g f5=. > chip-moved put right
        g g7 > green place g7""",
    "beside a chip that was taken before the next seat plays without delay": """
        given b e4, g e5, b c3, g g7
        e4=. x6 > fault chip-taken e4
        f3=b x4 > chip-taken stands; counts as chip-taken; blue place f3""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_where_something_is_wrong(what):
    live(STORIES[what], OPENING)


def test_a_locked_chip_that_is_taken_says_so():
    harness = Harness("blue green")
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7", "b f2")
    harness.hand("d2=.", then=10)
    (fault,) = harness.all(events.FaultFound)
    assert fault.problems == ("chip-taken", "locked")


def test_a_fifth_removal_is_no_one_eyed_jacks_work():
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


def test_a_chip_between_two_spaces_is_no_turn_however_sure_the_guess():
    harness = harness_in_play()
    harness.look(3, hidden="d8 d9")
    harness.board[harness.space("d8")] = "b"
    harness.between = (Between((harness.space("d8"), harness.space("d9")), "b"),)
    harness.look(15, wrong="d8=? d9=?")
    assert harness.faults() == ["between-spaces d8 d9"]
    assert len(harness.turns()) == 4
    assert harness.all(events.FaultCleared) == []


def test_an_upset_board_is_one_fault_and_gone_when_it_is_built_up_again():
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


def test_a_chip_misread_when_an_upset_was_named_is_nobodys_turn_once_the_board_is_built_up_again():
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


def test_a_space_that_was_misread_beside_it_does_not_hide_a_fault_from_the_next_hand():
    harness = Harness()
    harness.play("b d7")
    harness.look(3, hidden="d8 d9")
    harness.board[harness.space("d8")] = "b"
    harness.look(3, hidden="d8 d9", wrong="d7=.")
    harness.look(1, wrong="d7=.")
    harness.look(1)
    harness.hand("d8=.")
    assert harness.faults() == ["out-of-turn d8"]


def test_played_on_an_upset_board_the_game_goes_on_as_it_lies():
    harness = harness_in_play()
    harness.play("b g9", "g b7", "b j2", "g d10")
    harness.hand("e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g", then=25)
    harness.play("b i9", "g i2")
    assert harness.turns()[8:] == ["blue place i9", "green place i2"]
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [True]
    assert harness.all(events.PositionSet)[0].assumed == saying("upset-taken")
    assert harness.arbiter.ledger.table.letters == "".join(harness.board)
    assert replay(record_of(harness.told)).rows == harness.all(events.PositionSettled)[-1].position


def test_an_upset_board_built_up_chip_by_chip_is_no_second_fault():
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


def test_an_upset_the_eye_reports_is_a_fault():
    harness = harness_in_play()
    harness.blind("upset", 12)
    assert [fault.code for fault in harness.all(events.FaultFound)] == ["board-upset"]
    harness.look(12)
    assert harness.arbiter.state == "watching"


def test_told_to_stand_a_fault_stands_at_once():
    harness = harness_in_play(on_fault="stand")
    harness.hand("d8=r", then=10)
    assert [cleared.stands for cleared in harness.all(events.FaultCleared)] == [True]
    assert harness.arbiter.state == "watching"


def test_strict_the_game_waits_until_the_fault_is_put_right_or_said_to_stand():
    harness = harness_in_play(on_fault="strict")
    harness.hand("d8=r", then=10)
    harness.play("b i9")
    assert len(harness.turns()) == 4
    assert harness.say(calls.Stands).accepted
    harness.look(5)
    assert harness.turns()[4:] == ["blue place i9"]


def test_a_record_with_faults_that_stood_replays_to_the_position_shown():
    for code in CASES:
        harness = harness_in_play()
        harness.hand(CASES[code][0], then=10)
        harness.play("b i9", "g i2")
        verdict = replay(record_of(harness.told))
        assert verdict.ok, (code, verdict.problems)
        assert verdict.rows == harness.all(events.PositionSettled)[-1].position, code


def test_a_chip_the_eye_finds_on_a_line_though_nothing_came_near_is_no_fault():
    harness = harness_in_play()
    harness.look(20)
    harness.between = (Between((harness.space("e4"), harness.space("f4")), "b"),)
    harness.look(10, wrong="e4=? f4=?")
    assert harness.faults() == []


def test_a_chip_changed_for_another_is_swapped_though_its_space_was_in_doubt_under_the_hand():
    harness = Harness("blue green red")
    harness.play("b e4", "g e5", "r c3")
    harness.look(1, hidden="c3 c4")
    for _ in range(3):
        harness.doubt("c3", ".", hidden="c4 d4")
    harness.board[harness.space("c3")] = "g"
    harness.look(6)
    assert harness.faults() == ["chip-swapped c3"]


def test_two_hands_with_two_free_looks_between_lay_no_two_chips_though_the_second_is_hardly_seen():
    harness = Harness("blue green red")
    harness.play("b e4", "g e5")
    harness.look(3, grazed=(harness.space("j10"),))
    harness.board[harness.space("j9")] = "g"
    harness.look(8)
    assert harness.faults() == ["out-of-turn j9"]


def test_a_chip_the_eye_only_guesses_to_be_gone_is_neither_taken_nor_a_fault():
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


def test_a_chip_far_from_the_hand_that_is_only_guessed_to_be_gone_hides_no_fault():
    harness = Harness()
    harness.play("b e4", "g e5", "b c9", "g g7")
    harness.board[harness.space("e4")] = "."
    for _ in range(3):
        harness.doubt("c9", ".", hidden="e4 f4")
    for _ in range(9):
        harness.doubt("c9", ".", hidden="")
    assert harness.faults() == ["chip-taken e4"]


def test_a_chip_that_lay_there_when_the_next_hand_came_is_not_told_after_its_turn():
    harness = Harness()
    harness.hand("h5=g", then=2)
    harness.see(wrong="g4=b")
    harness.look(3, hidden="g4 h5 g8 g7")
    harness.board[harness.space("g8")] = "b"
    harness.look(2, hidden="g4 h5 g8 g7")
    harness.look(2, hidden="g4 h5")
    harness.look(6)
    assert harness.faults() == ["out-of-turn h5"]


def test_one_look_that_the_eye_is_hardly_sure_of_keeps_no_fault_from_being_named():
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
