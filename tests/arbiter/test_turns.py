"""Turns as they are seen: told once, in order, and only when they are certain."""

import pytest

from engine import events
from tests.arbiter.harness import Harness
from tests.arbiter.stories import live


def test_a_chip_that_was_laid_is_a_turn_told_once():
    harness = Harness()
    harness.play("b e4")
    harness.look(30)
    assert harness.turns() == ["blue place e4"]
    (turn,) = harness.all(events.TurnPlayed)
    assert turn.turn == 1
    assert turn.card is None
    assert not turn.card_seen
    assert turn.cards == ("4C", "JC", "JD")


@pytest.mark.parametrize("fps", [5.0, 10.0, 15.0])
def test_the_last_turn_is_told_within_six_tenths_of_a_second(fps):
    harness = Harness(fps=fps)
    harness.hand("e4=b", then=0)
    left = harness.at
    harness.look(int(fps))
    (turn,) = harness.all(events.TurnPlayed)
    assert turn.at - left <= 0.6


SIX_IN_A_ROW = """
        given b b2, g b4, b c2, g c4, b d2, g d4, b f2, g j7, b g2, g j8
        b e2 > blue place e2; sequence blue b2-f2; asked claim b2 c2 d2 e2 f2 g2: b2-f2 or c2-g2"""
"""Of the six b2 to f2 count until somebody says or shows otherwise."""
TAKEN_OUT = f"""{SIX_IN_A_ROW}
        lies b2=., look 8 > fault chip-taken b2 (locked)"""
LET_BE = f"""{TAKEN_OUT}
        b h9 > chip-taken stands; green remove b2 !chip-taken; sequence blue c2-g2; blue place h9
        > answered: b2-f2 (played-on)"""
STORIES = {
    "one wrong look changes nothing": """
        under e4 e5 e6 x2, misread e4=b x1, look 10""",
    "a space misread for a second with no hand near it is no turn": """
        misread e4=b x6, look 10""",
    "a turn counts while a hand still covers another part of the board": """
        under e4 e5 x2, lies e4=b, under e4 e5 x2, under i9 i10 x4 > blue place e4""",
    "two turns seen at once are two turns in the order of the seats": """
        e4=g c7=b > blue place c7; green place e4""",
    "a removal waits longer than a placement": """
        b e4 > blue place e4
        e4=. x3
        look 2 > green remove e4""",
    "a chip lifted and put back is no turn": """
        b e4 > blue place e4
        e4=. x1
        e4=b
        e4=. x0
        under d3 d4 x10, e4=b""",
    "a chip taken and laid again at once by the next seat is two turns": """
        b e4 > blue place e4
        e4=. x2
        e4=b > green remove e4; blue place e4""",
    "a chip straightened by a finger is no turn": """
        b e4 > blue place e4
        under e4 e5 d4 x5, look 5""",
    "a chip taken back and laid elsewhere is one turn": """
        b e4 > blue place e4
        e4=. h8=b > turn 1 undone; blue place h8""",
    "a chip laid and taken at once by the next seat is two turns": """
        e4=b x2
        e4=. > blue place e4; green remove e4""",
    "an empty space filled again by the next seat is two turns": """
        seats blue green red
        b e4 > blue place e4
        e4=. x2
        e4=r > green remove e4; red place e4""",
    "at the end of a recording what was seen twice counts": """
        e4=b x2
        end > blue place e4""",
    "at the end of a recording a chip counts that only the last picture shows": """
        e4=b x1
        end > blue place e4""",
    "at the end of a recording nothing counts that only one picture under a hand shows": """
        b e4 > blue place e4
        e5=g x0
        under e6 f6 x1, end""",
    "at the end of a recording nobody has removed a chip that one picture misses": """
        b e4 > blue place e4
        e4=. x1
        end""",
    "the colour of a chip that shows its white side is no evidence": """
        given b b2, g b4, b c2, g c4, b d2, g d4, b e2, g j7, b f2, white b2 c2 d2 e2 f2
        misread d2=r x20""",
    "a chip laid and taken off again by another reach was no turn once its own seat plays": """
        seats blue green red
        given b e4, g e5, r c3
        h7=b x4 > blue place h7
        h7=. x6 > green remove h7
        b d9 > turn 5 undone; turn 4 undone; blue place d9
        g i2 > green place i2""",
    "a chip laid while a hand is seen elsewhere need not wait as long as one nobody was near": """
        under b2 b3 c2 x3, lies h8=b, under b2 b3 c2 x2, look 4 > blue place h8
        look 12
        lies e4=g, look 6
        look 6 > green place e4""",
    "a chip lifted by a hand that lays it elsewhere is moved not taken": """
        given b e4, g e5, b c3
        lies c3=., under g9 h9 g10 h10 x5, under d3 d4 x1, lies d3=b, look 5 > fault chip-moved c3 d3""",
    "a chip laid beside a covered one of its colour waits until that is seen": """
        given b e4, g e5
        lies e4=., under e4 f4 f5 x2, lies f4=b, under e4 e5 x4, look 5 > fault chip-moved e4 f4""",
    "four turns played while the camera stood still are four turns": """
        lies e4=b e5=g e6=b e7=g, gone 40, look 12 > blue place e4; green place e5; blue place e6
        > green place e7""",
    "a space seen empty while the next hand is still elsewhere was empty before that hand fills it": """
        b e4 > blue place e4
        e4=. x1, guess e4 . x1, under a9 b9 a10 b10 x3, e4=b > green remove e4; blue place e4""",
    "the win is told with its turn and what happens then is nobody's": """
        seats blue green red
        given b b2, g b4, r b6, b c2, g c4, r c6, b d2, g d4, r d6, b e2, g e4, r g6
        b f2 > blue place f2; sequence blue b2-f2; blue wins
        b2=. c2=. d2=. b4=. x20""",
    "white sides turned up settle which five count": f"""{SIX_IN_A_ROW}
        white c2 d2 e2 f2 g2 > turn 11: blue place e2 with None; sequence blue c2-g2; answered: c2-g2 (seen)""",
    "white sides settle which five of a row into a corner count": """
        given b d10, g b4, b e10, g c4, b f10, g d4, b h10, g j7, b i10, g j8, b g10
        white e10 f10 g10 h10 i10 > turn 11: blue place g10 with None; sequence blue e10-i10
        > answered: e10-i10 (seen)
        g -d10 > green remove d10""",
    "a chip taken out of a five that does not count was no fault once white sides show which does": f"""{TAKEN_OUT}
        white c2 d2 e2 f2 g2, b h9 > turn 11: blue place e2 with None; chip-taken put right; sequence blue c2-g2
        > answered: c2-g2 (seen); green remove b2; blue place h9""",
    "a chip taken out of a five that does not count was no fault once it is said which does": f"""{TAKEN_OUT}
        five c2 g2, b h9 > said: claims; turn 11: blue place e2 with None; chip-taken put right; answered: c2-g2
        > sequence blue c2-g2; green remove b2; blue place h9""",
    "a chip that was let be taken out of a five loses its mark when white sides show another": f"""{LET_BE}
        white c2 d2 e2 f2 g2 > turn 11: blue place e2 with None; turn 12: green remove b2 with None""",
    "a chip that was let be taken out of a five loses its mark when another is said to count": f"""{LET_BE}
        five c2 g2 > said: claims; turn 11: blue place e2 with None; turn 12: green remove b2 with None""",
    "a turn with no hand in sight is waited for before the next is called out of turn": """
        given b e4
        look 8, lies h1=g, look 1, under d4 d5 x1, lies d4=b, under d4 d5 x1, look 10 > green place h1
        > blue place d4""",
    "a chip is told at once where the hand covered only parts of spaces": """
        graze j7 j8 x2, lies j7=b, look 3 > blue place j7""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_of_what_hands_do(what):
    live(STORIES[what])


def test_a_board_that_is_not_empty_is_taken_up_and_says_what_was_assumed():
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
