"""What is said when the board cannot be seen as usual."""

import pytest

from engine.arbiter import Arbiter
from tests.arbiter.harness import Harness
from tests.arbiter.stories import live

STORIES = {
    "a hand that stays for ten seconds is told and its going too": """
        b e4 > blue place e4
        under a5 b5 c5 d5 e5 x50 > view: covered a5 b5 c5 d5 e5
        look 3 > view clear""",
    "a chip of whose space an arm leaves only bare print to be seen was not taken however long it rests there": """
        b e4, g h6 > blue place e4; green place h6
        under g6 g7 g8 x2, misread h6=. g6 g7 g8 x160 > view: covered g6 g7 g8; view clear
        under h6 h7 h8 x2, look 8
        b d9 > blue place d9""",
    "a chip that is taken beside a bowl on the board was taken": """
        b e4, g h6 > blue place e4; green place h6
        under g6 g7 g8 x160 > view: covered g6 g7 g8; view clear
        under g6 g7 g8 h6 h7 h5 i6 x3, lies h6=., under g6 g7 g8 x20 > blue remove h6
        g d9, under g6 g7 g8 x5 > green place d9""",
    "an ordinary reach is not worth a word": """
        under a5 b5 c5 d5 e5 x12, look 5""",
    "a turn played while much was covered counts afterwards": """
        under a5 b5 c5 d5 e5 x25
        lies e5=b, under a5 b5 c5 d5 e5 x25, look 5 > view: covered a5 b5 c5 d5 e5; view clear; blue place e5""",
    "a bump is told and loses nothing": """
        b e4 > blue place e4
        blind no-board x3, moved x1, look 8 > board moved
        g e5 > green place e5""",
    "another light is told once": """
        light x2, look 5 > light changed""",
    "a picture without a board is told after a second and clears": """
        blind no-board x10 > view: no-board
        look 4 > view clear""",
    "a camera that is lost and comes back is told": """
        b e4 > blue place e4
        lost unplugged > camera lost: unplugged
        gone 20, lies e5=g, back, look 12 > camera back; green place e5""",
    "a chip seen before a long pause without pictures and removed in it was played": """
        b e4 > blue place e4
        gone 3, lies h7=g, look 2, gone 4, lies h7=., look 12 > green place h7; blue remove h7""",
    "a chip seen before a long pause without a camera and removed in it was played": """
        b e4 > blue place e4
        gone 3, lies h7=g, look 2, lost unplugged, gone 4, lies h7=., look 12 > green place h7
        > camera lost: unplugged; camera back; blue remove h7""",
    "a chip seen before a long pause without a board and removed in it was played": """
        b e4 > blue place e4
        gone 3, lies h7=g, look 2, blind no-board x20, gone 4, lies h7=., look 12 > green place h7
        > view: no-board; view clear; blue remove h7""",
    "what one look before a long loss had is no turn, though its reason changed shortly before its end": """
        under e4 e5 x2, misread e4=b x1, lost unplugged, gone 4 > camera lost: unplugged
        lost silent, gone 0.5, misread e4=b x2, look 12 > camera lost: silent; camera back""",
    "a camera that is lost for a moment again and again loses no turn": """
        b e4 > blue place e4
        under e4 e5 x2, lies e4=.
        look 1, lost unplugged, back, gone 0.2 > camera lost: unplugged; camera back
        look 1, lost unplugged, back, gone 0.2 > camera lost: unplugged; camera back
        look 1, lost unplugged, back, gone 0.2 > camera lost: unplugged; camera back
        b e4 > green remove e4; blue place e4""",
    "what only one look before a long pause had is no turn": """
        under e4 e5 x2, misread e4=b x1, gone 4, look 12""",
    "a chip seen before a bump and after it is told in time": """
        under e4 e5 x2, lies e4=b, look 2, moved x1, look 2 > board moved; blue place e4""",
    "what only one look before a bump had is no turn": """
        under e4 e5 x2, misread e4=b x1, moved x1, look 8 > board moved""",
    "nobody is accused of what was played unseen while a hand may hide a part of it": """
        b e4 > blue place e4
        gone 6, lies h2=g f6=b h5=g, under e6 f6 g6 f7 x8
        look 8 > green place h2; blue place f6; green place h5""",
    "a board that is pushed along is told once": """
        moved x8 > board moved
        look 10, moved x1 > board moved""",
    "where the camera trembles nobody played what no hand came near": """
        seats blue green red
        b e4 > blue place e4
        moved x12, lies e4=r, moved x8, lies e4=b, moved x8 > board moved
        under c3 x2, lies c3=g, moved x6 > green place c3""",
    "a chip that vanishes with nobody near never lay there": """
        b e4 > blue place e4
        under f5 f6 x2, lies f5=g, look 15 > green place f5
        lies f5=., look 20 > turn 2 undone""",
    "a stand that hides spaces from the start on keeps no game from beginning and no fault from being told": """
        unbegun
        given
        under c2 d2 x4 > the game begins
        under c2 x8, under c2 d2 x3, under c2 d2 a9 b9 a10 b10 x2, lies a10=b, under c2 d2 x5 > fault corner a10""",
}


def test_a_hand_that_is_over_the_board_when_the_program_starts_again_is_no_stand():
    harness = Harness()
    harness.play("b e4")
    harness.arbiter = Arbiter.resume(harness.game, harness.told)
    harness.look(10, hidden="f5 f6 f7 g5 g6 g7 h5 h6 h7", moving=True)
    harness.board[harness.space("g6")] = "g"
    harness.look(1, hidden="h6 h7", moving=True)
    harness.look(4)
    assert harness.turns() == ["blue place e4", "green place g6"]


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_of_the_view(what):
    live(STORIES[what])
