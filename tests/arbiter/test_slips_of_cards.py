"""Cards that fall, slip, are exchanged or come twice: nobody is accused of them, and what is put right is forgotten.

Blue's pile is 1, green's is 2.
"""

import pytest

from tests.arbiter.stories import live

ROUND = ("card 1 5C", "5C=b", "card 2 AS", "AS=g")
STORIES = {
    "a card that fell on the pile and is picked up at once accuses nobody": """
        3C=b x1
        card 1 KC, look 7
        card 1 5C, card 1 3C, look 10 > blue place d2 with 3C""",
    "the card that was meant puts a wrong one right": """
        card 1 KC, 3C=b x10 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC
        card 1 5C, look 3
        card 1 3C > turn 3: blue place d2 with 3C
        look 3 > wrong-card put right
        card 2 8H, 8H=g x10 > green place i4 with 8H""",
    "a card of the next player is not the wrong card of the one before": """
        card 1 9D, 9D=b x8 > blue place h5 with 9D
        8H=g 2C=b x2
        card 2 QS, QS=g x14 > green place i4; blue place e2; green place j3 with QS""",
    "nobody is accused of what happened while the camera was away": """
        gone 20, lies 2C=b QS=g, card 1 KC, card 2 10D, look 20 > blue place e2; green place j3""",
    "the other copy of a card that shows again may be the one that was played": """
        card 1 JD, 9D=b x10 > blue place h5 with JD
        card 2 8H, 8H=g x8 > green place i4 with 8H
        card 1 ?, look 3
        card 1 JD, card 1 KC, 3C=b x14 > blue place d2""",
    "a card that is covered by another speaks against nobody": """
        9D=b x10 > blue place h5
        card 2 8H, 8H=g x8 > green place i4 with 8H
        card 1 KC, card 1 9D > turn 3: blue place h5 with 9D
        3C=b x14 > blue place d2""",
    "two cards that fell beside the right one are not two dead ones": """
        6D=b x12 > blue place g3
        6D'=g x12 > green place i10
        7H=b x12 > blue place i5
        7H'=g x12 > green place d6
        given card 1 6D, card 1 7H
        card 1 9C, 9C=b x10 > blue place a5 with 9C""",
    "on one pile for all a card that is read a moment after its chip is named all the same": """
        given
        card 1 5C, 5C=b x8 > blue place b2 with 5C
        card 1 AS, AS=g x8 > green place b3 with AS
        3C=b x2
        card 1 KC, look 10 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC""",
    "a wrong card stays named when its turn gets another number and is put right as ever": """
        8H=g x12 > fault out-of-turn i4
        stands > said: stands; out-of-turn stands; green place i4 !out-of-turn
        card 1 KC, 3C=b x12 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC
        none 4 > said: no-turn; turn 4 undone; asked board i4:
        look 3
        card 1 5C, look 3, card 1 3C, look 3 > turn 3: blue place d2 with 3C; wrong-card put right
        8H=. > answered: done (seen)""",
    "a chip that is only taken off again is no turn of the next player": """
        card 1 KC, 3C=b x10 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC
        3C=. x10 > turn 3 undone; wrong-card put right
        KC=b x10 > blue place a8 with KC""",
    "a chip that is only taken off again is no turn where the game waits for faults to be put right": """
        on_fault strict
        card 1 KC, 3C=b x10 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC
        3C=. x10 > turn 3 undone; wrong-card put right
        KC=b x10 > blue place a8 with KC""",
    "a chip that was taken with the wrong jack and is put back is no turn": """
        card 1 JD, AS=. x14 > blue remove b3 with JD !wrong-card; fault wrong-card b3 JD
        AS=g x10 > turn 3 undone; wrong-card put right""",
    "a wrong chip that the next player's one-eyed jack takes is their turn": """
        card 1 KC, 3C=b x10 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC
        card 2 JS, 3C=. x10 > wrong-card stands; green remove d2 with JS""",
    "a wrong chip that was said to stand is taken by the next player": """
        card 1 KC, 3C=b x10 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC
        stands > said: stands; wrong-card stands
        3C=. x14 > green remove d2""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_where_hands_slip(what):
    live(STORIES[what], ROUND)
