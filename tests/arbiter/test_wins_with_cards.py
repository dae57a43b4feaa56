"""A win whose card is not settled: the wrong card is named first, and the win waits until that is put right or stands.

Blue's pile is 1, green's is 2. One sequence wins, and blue, who is to move, has four of five.
"""

import pytest

from tests.arbiter.stories import live

ONE_FROM_A_WIN = (
    *("card 1 3C", "d2=b x8", "card 2 8S", "b8=g x8", "card 1 2C", "e2=b x8", "card 2 QC", "d8=g x8"),
    *("card 1 AH", "f2=b x8", "card 2 AC", "f8=g x8", "card 1 KH", "g2=b x8", "card 2 KD", "h8=g x8"),
)
WRONG_CARD = """
        card 1 KC, h2=b x12 > blue place h2 with KC !wrong-card; fault wrong-card h2 KC; sequence blue d2-h2"""
"""Blue wins with it once it stands."""
STORIES = {
    "a win with its card is told as soon as any turn": """
        card 1 QH, h2=b x6 > blue place h2 with QH; sequence blue d2-h2; blue wins""",
    "a wrong card is named before the win, which waits for it": f"""{WRONG_CARD}
        look 60 > wrong-card stands; blue wins""",
    "the win is told when the card that was meant is laid": f"""{WRONG_CARD}
        card 1 QH, look 2 > turn 9: blue place h2 with QH; wrong-card put right; blue wins""",
    "the win is told when the table lets the card stand": f"""{WRONG_CARD}
        stands > said: stands; wrong-card stands; blue wins""",
    "a chip that is taken back has won nothing": f"""{WRONG_CARD}
        h2=. x60 > turn 9 undone; wrong-card put right; fault no-chip KC""",
    "a chip that is moved elsewhere has won nothing": f"""{WRONG_CARD}
        h2=. i5=b x60 > turn 9 undone; wrong-card put right; blue place i5 with KC !wrong-card
        > fault wrong-card i5 KC""",
    "a card that comes late is waited for before the win is told": """
        h2=b x12
        card 1 KC, look 12 > blue place h2 with KC !wrong-card; fault wrong-card h2 KC; sequence blue d2-h2""",
    "a card that never comes holds no win back for long": """
        h2=b x12
        look 12 > blue place h2; sequence blue d2-h2; blue wins""",
    "where faults stand at once the win follows at once": """
        on_fault stand
        card 1 KC, h2=b x12 > blue place h2 with KC !wrong-card; fault wrong-card h2 KC; wrong-card stands
        > sequence blue d2-h2; blue wins""",
    "where nothing stands by itself the win waits for a word": """
        on_fault strict
        card 1 KC, h2=b x120 > blue place h2 with KC !wrong-card; fault wrong-card h2 KC; sequence blue d2-h2
        stands > said: stands; wrong-card stands; blue wins""",
    "a board that is cleared meanwhile is no upset": f"""{WRONG_CARD}
        d2=. e2=. f2=. g2=. h2=. b8=. d8=. f8=. h8=. x70 > wrong-card stands; blue wins
        > fault board-upset d2 e2 f2 g2 h2 b8 d8 f8 h8""",
    "a win that waits outlives a restart": f"""{WRONG_CARD}
        restart, look 70 > wrong-card stands; blue wins""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_of_a_win_with_cards(what):
    live("rules sequences_to_win=1" + STORIES[what], ONE_FROM_A_WIN)
