"""Faults: named right, with the rule; gone without a trace when put right; standing when play goes on."""

import pytest

from engine.observation import MAY_LIE, Between, Observation, certain
from tests.arbiter.doubting import chances_of
from tests.arbiter.harness import Harness
from tests.arbiter.stories import live

OPENING = ("b e4", "g e5", "b c3", "g h7")
CASES = {
    "out-of-turn d8": ("d8=g", "d8=."),
    "foreign-colour d8": ("d8=r", "d8=."),
    "chip-moved e5 f5": ("e5=. f5=g", "e5=g f5=."),
    "chip-swapped e5": ("e5=b", "e5=g"),
    "chip-taken c3 (own-chip)": ("c3=.", "c3=b"),
    "two-chips g3 d8": ("d8=b g3=b", "d8=. g3=."),
}


@pytest.mark.parametrize("fault", CASES)
def test_a_fault_put_right_leaves_no_trace(fault):
    done, undone = CASES[fault]
    told = f"{done} x10 > fault {fault}\n {undone} x10 > {fault.split()[0]} put right\n b i9 > blue place i9"
    live(told, OPENING)


@pytest.mark.parametrize("fault", ["foreign-colour d8", "chip-swapped e5", "chip-taken c3 (own-chip)"])
def test_a_fault_stands_when_play_goes_on(fault):
    code = fault.split()[0]
    told = f"{CASES[fault][0]} x10 > fault {fault}\n b i9 > {code} stands; counts as {code}; blue place i9"
    live(f"{told}\n g i2 > green place i2", OPENING)


STORIES = {
    "a second chip out of turn after one that stood is a fault again": """
        d8=g x10 > fault out-of-turn d8
        b i9 > out-of-turn stands; green place d8 !out-of-turn; blue place i9
        i2=b x10 > fault out-of-turn i2
        i2=. x10 > out-of-turn put right
        g i2 > green place i2""",
    "after a chip out of turn that stood the seat that was to move may still move": """
        seats blue green red
        given b e4, g e5, r c3
        d8=g x10 > fault out-of-turn d8
        b i9 > out-of-turn stands; green place d8 !out-of-turn; blue place i9
        g i2 > green place i2""",
    "when the seat that was passed over has played late, whoever is next may play": """
        seats blue green red
        given b e4, g e5, r c3
        d8=g x10 > fault out-of-turn d8
        b i9 > out-of-turn stands; green place d8 !out-of-turn; blue place i9
        r i2 > red place i2
        b h3 > blue place h3
        g h7 > green place h7""",
    "two chips that stand are one turn and one marked": """
        d8=b g3=b x10 > fault two-chips g3 d8
        g i2 > two-chips stands; blue place g3; blue place d8 !two-chips; green place i2""",
    "of two chips the one that stays is the turn": """
        d8=b g3=b x10 > fault two-chips g3 d8
        d8=. x12 > two-chips put right; blue place g3""",
    "two chips that come within a moment of each other are one hand's though it was not seen": """
        lies d8=b, look 1, lies g3=b, look 7 > blue place d8; fault two-chips d8 g3
        d8=. g3=. x8 > two-chips put right; turn 5 undone
        b i2 > blue place i2""",
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
        e5=g f5=. x10 > counts as put-right
        g i2 > green place i2""",
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
        i9=b x24 > chip-moved put right; fault chip-taken e4 (own-chip); chip-taken stands
        > counts as chip-taken; blue place i9""",
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
        c3=. x6 > fault chip-taken c3 (own-chip)
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
        e4=. x6 > fault chip-taken e4 (own-chip)
        f3=b x4 > chip-taken stands; counts as chip-taken; blue place f3""",
    "a locked chip that is taken says so": """
        given b b2, g b4, b c2, g c4, b d2, g d4, b e2, g j7, b f2
        d2=. x10 > fault chip-taken d2 (locked)""",
    "a fifth removal is no one-eyed jack's work": """
        given b e4, g e5, b c3, g -e4, b -e5, g c5, b c7, g -c3, b -c5, g c9
        c9=. x10 > fault chip-taken c9 (no-card-explains)""",
    "a chip between two spaces is no turn however sure the guess": """
        lies d8=b, line d8 d9 b > fault between-spaces d8 d9
        look 7""",
    "an upset board is one fault and gone when it is built up again": """
        given b e4, g e5, b c3, g h7, b g9, g b7, b j2, g d10
        e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g x12 > fault board-upset c2 c3 f3 e4 e5 f6 b7 h7 b8 h8 g9
        under e4 e5 x3, lies e4=b f3=. e5=g f6=. c3=b c2=. h7=g h8=. g9=b b7=g b8=., look 12 > board-upset put right
        b i9 > blue place i9""",
    "a chip misread when an upset was named is nobody's turn once the board is built up again": """
        given b e4, g e5, b c3, g h7, b g9, g b7, b j2, g d10
        e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g x4
        misread b7=r x1, look 6 > fault board-upset c2 c3 f3 e4 e5 f6 h7 b8 h8 g9
        under all x9, lies e4=b f3=. e5=g f6=. c3=b c2=. h7=g h8=. g9=b b7=g b8=., look 1, unsure b7 g 0.6, look 1
        sure, look 12 > board-upset put right""",
    "played on on an upset board the game goes on as it lies": """
        given b e4, g e5, b c3, g h7, b g9, g b7, b j2, g d10
        e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g x25 > fault board-upset c2 c3 f3 e4 e5 f6 b7 h7 b8 h8 g9
        b i9 > board-upset stands; assumed: upset-taken; blue place i9
        g i2 > green place i2""",
    "an upset board built up chip by chip is no second fault": """
        given b e4, g e5, b c3, g h7, b g9, g b7, b j2, g d10
        e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g g9=. b7=. b8=g x12 > fault board-upset c2 c3 f3 e4 e5 f6 b7 h7 b8 h8 g9
        e4=b x10, f3=. x10, e5=g x10, f6=. x10, c3=b x10, c2=. x10
        h7=g x10, h8=. x10, g9=b x10, b7=g x10, b8=. x10 > board-upset put right
        b i9 > blue place i9""",
    "an upset that the eye reports is a fault": """
        blind upset x12 > view: upset; fault board-upset
        look 12 > board-upset put right; view clear""",
    "told to stand a fault stands at once": """
        on_fault stand
        d8=r x10 > fault foreign-colour d8; foreign-colour stands; counts as foreign-colour""",
    "strict the game waits until a fault is said to stand": """
        on_fault strict
        d8=r x10 > fault foreign-colour d8
        b i9
        stands > said: stands; foreign-colour stands; counts as foreign-colour
        look 5 > blue place i9""",
    "a space that was misread beside it does not hide a fault from the next hand": """
        given b d7
        under d8 d9 x3, lies d8=b, misread d7=. d8 d9 x3, misread d7=. x1, look 1
        d8=. > fault out-of-turn d8; out-of-turn put right""",
    "a chip is swapped though its space was in doubt under the hand": """
        seats blue green red
        given b e4, g e5, r c3
        under c3 c4 x1, guess c3 . c4 d4 x3, lies c3=g, look 6 > fault chip-swapped c3""",
    "a chip that is only guessed to be gone is not taken": """
        given b e4, g e5
        guess e4 . d4 d5 x3, guess e4 . x10
        lies e4=., look 8 > fault chip-taken e4 (own-chip)""",
    "a chip that is only guessed to be gone is no turn": """
        given b e4, g e5
        guess e5 . d4 d5 x3, guess e5 . x10
        lies e5=., look 8 > blue remove e5""",
    "a chip far from the hand that is only guessed to be gone hides no fault": """
        given b e4, g e5, b c9, g g7
        lies e4=., guess c9 . e4 f4 x3, guess c9 . x9 > fault chip-taken e4 (own-chip)""",
    "a chip that lay there when the next hand came is not told after its turn": """
        given
        h5=g x2, misread g4=b x1, under g4 h5 g8 g7 x3
        lies g8=b, under g4 h5 g8 g7 x2, under g4 h5 x2, look 6 > fault out-of-turn h5; out-of-turn stands
        > green place h5 !out-of-turn; blue place g8""",
    "two hands with two free looks between lay no two chips though the second is hardly seen": """
        seats blue green red
        given b e4, g e5
        graze j10 x3, lies j9=g, look 8 > fault out-of-turn j9""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_where_something_is_wrong(what):
    live(STORIES[what], OPENING)


def test_a_chip_the_eye_finds_on_a_line_though_nothing_came_near_is_no_fault():
    harness = Harness()
    harness.play("b e4")
    harness.look(20)
    harness.between = (Between((harness.space("e4"), harness.space("f4")), "b"),)
    harness.look(10, wrong="e4=? f4=?")
    assert harness.faults() == []


def test_one_look_that_the_eye_is_hardly_sure_of_keeps_no_fault_from_being_named():
    harness = Harness()
    harness.hand("h5=g", then=2)
    letters = list(harness.board)
    letters[harness.space("g4")] = "b"
    text = "".join(letters)
    chances = bytearray(certain(text))
    first = len(MAY_LIE) * harness.space("g4")
    chances[first : first + len(MAY_LIE)] = chances_of("b", 200)
    harness.give(Observation(at=harness.at, frame=harness.frame, letters=text, chances=bytes(chances)))
    harness.at, harness.frame = harness.at + harness.step, harness.frame + 1
    harness.look(1, hidden="g4 h5 g8 g7")
    assert harness.faults() == ["out-of-turn h5"]
