"""Cards lie on a pile in the order of their turns: what that says of a wrong one, above all on one pile for all."""

import pytest

from tests.arbiter.stories import live

ONE_PILE = ("card 1 5C", "5C=b x8", "card 1 AS", "AS=g x8", "card 1 2D", "2D=b x8")
"""A table with one pile, on which the first three cards lie."""
STORIES = {
    "who kept the card that was meant plays it in the next turn": """
        card 1 8H, 3C=g x10 > green place d2 with 8H !wrong-card; fault wrong-card d2 8H
        card 1 KD, KD=b x8 > wrong-card stands; blue place h8 with KD
        card 1 3C, 3C'=g > green place f4 with 3C""",
    "a card on a pile of one's own is no late one for a fault that stood": """
        given card 1 5C, 5C=b, card 2 AS, AS=g
        card 1 KC, 3C=b x10 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC
        card 2 8H, 8H=g x8 > wrong-card stands; green place i4 with 8H
        card 1 3C, 3C'=b > blue place f4 with 3C""",
    "a card that would have put a fault right which stood is asked about": """
        given card 1 5C, 5C=b, card 2 AS, AS=g
        card 1 KC, 3C=b x10 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC
        card 2 8H, 8H=g x8 > wrong-card stands; green place i4 with 8H
        card 1 3C, 9D=b x14 > blue place h5; asked card h5 f4: 9D or 3C""",
    "a turn whose card was never seen excuses only the one after it": """
        3C=g x10 > green place d2
        card 1 KD, KD=b x8 > blue place h8 with KD
        card 1 8H, 7D=g x10 > green place h3 with 8H !wrong-card; fault wrong-card h3 8H""",
    "the card of a turn without one accuses nobody when it comes two turns late": """
        3C=g x10 > green place d2
        card 1 KD, KD=b x8 > blue place h8 with KD
        card 1 3C, 7D=g x14 > turn 4: green place d2 with 3C; green place h3""",
    "a wrong card on a dead one is named on one pile for all": """
        card 1 JC, 6D=g x8 > green place g3 with JC
        card 1 JC, 6D'=b x8 > blue place i10 with JC
        card 1 6D, look 2
        card 1 8H, 7D=g x12 > green place h3 with 8H !wrong-card; fault wrong-card h3 8H""",
    "two wrong cards that each came after their chips are both asked about": """
        3C=g x9
        card 1 8H, look 12 > green place d2
        7D=b x9
        card 1 10S, look 12 > blue place h3
        card 1 KD, KD=g x1
        look 11 > green place h8 with KD; asked card d2 i4 d7: 3C or 8H; asked card h3 j2 b6: 7D or 10S
        > answered: 3C (played-on)
        answer 10S > said: card-told; turn 5: blue place h3 with 10S !wrong-card; fault wrong-card h3 10S
        > answered: 10S""",
    "a card between two turns that cannot be read is not asked about": """
        3C=g x9
        card 1 ?, look 12 > green place d2
        card 1 KD, KD=b x12 > blue place h8 with KD""",
    "a question comes too where the next card is late as well": """
        3C=g x9
        card 1 8H, look 12 > green place d2
        KD=b x10 > blue place h8
        card 1 KD > turn 5: blue place h8 with KD; asked card d2 i4 d7: 3C or 8H
        look 3""",
    "a card that falls on the right one before its chip accuses nobody however long it lies": """
        card 1 KD, look 2
        card 1 8H, KD=g x30 > green place h8 with KD""",
    "a jack that lay on the card of the chip by chance was not played": """
        given card 1 5C, 5C=b, card 2 AS, AS=g
        card 1 JC, 3C=b x8 > blue place d2 with JC
        card 1 3C > turn 3: blue place d2 with 3C
        look 3
        card 2 8H, 8H=g x8 > green place i4 with 8H
        card 1 JC, 9D=b > blue place h5 with JC""",
    "a jack that was played stays the card of its turn when play has gone on": """
        given card 1 5C, 5C=b, card 2 AS, AS=g
        card 1 JC, 3C=b x8 > blue place d2 with JC
        card 2 8H, 8H=g x8 > green place i4 with 8H
        card 1 3C, 3C'=b > blue place f4 with 3C""",
    "a chip that comes with its card was laid though one beside it went": """
        given b d4, g h8, b h2
        d4=. x0
        look 1
        under e5 e6 f6 x2, card 1 5H, e5=b x12 > green remove d4; blue place e5 with 5H""",
    "a chip that comes without its card was moved from beside": """
        given b d4, g h8, b h2
        d4=. x0
        look 1
        under e5 e6 f6 x2, e5=b x12 > fault chip-moved d4 e5""",
    "a chip that comes with another card was moved from beside": """
        given b d4, g h8, b h2
        d4=. x0
        look 1
        under e5 e6 f6 x2, card 1 KD > turn 2: green place h8 with KD
        e5=b x12 > fault chip-moved d4 e5""",
    "cards seen at once wait in the order of the pile when their turn was none": """
        given card 1 4C, 4C=b, card 2 AS, AS=g
        card 1 JC, 4C'=b > blue place e4 with JC
        card 2 8H, 8H=g x8 > green place i4 with 8H
        card 1 4C, card 1 2D, 2D=b > blue place c3 with 4C 2D
        none > said: no-turn; turn 5 undone; asked board c3:
        2D=. 2D'=b x12 > answered: done (seen); blue place j6 with 4C 2D""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_of_cards_one_after_the_other(what):
    live(STORIES[what], ONE_PILE)
