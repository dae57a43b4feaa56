"""A card is laid and no chip comes: it is said after a while, and over when the chip comes or the card is taken back.

Blue's pile is 1, green's is 2. Thirty looks are six seconds, in which people look for the space.
"""

import pytest

from engine import events
from tests.arbiter.carding import home_of, lay
from tests.arbiter.harness import Harness
from tests.arbiter.stories import live

ROUND = ("card 1 5C", "5C=b", "card 2 AS", "AS=g")
STORIES = {
    "it is over when the chip comes and leaves no trace": """
        card 1 KC, look 30
        look 40 > fault no-chip KC
        KC=b x10 > no-chip put right; blue place a8 with KC""",
    "it is over when the card below shows": """
        card 1 KC, look 70 > fault no-chip KC
        card 1 5C, look 3 > no-chip put right""",
    "it is over when the pile is gone": """
        card 1 KC, look 70 > fault no-chip KC
        card 1 gone, look 3 > no-chip put right""",
    "play that goes on lets it be, and it is said once for a card": """
        card 1 KC, look 70 > fault no-chip KC
        stands > said: stands; no-chip stands
        look 70
        KC=b x10 > blue place a8 with KC""",
    "a dead card waits for the one that is drawn for it": """
        card 1 2D, 2D=b x8, card 2 JD, 6D=g x8 > blue place c3 with 2D; green place g3 with JD
        card 1 9D, 9D=b x8, card 2 JC, 6D'=g x8 > blue place h5 with 9D; green place i10 with JC
        card 1 6D, look 70""",
    "a card of somebody who is not to move waits for their turn": """
        card 2 8H, look 70""",
    "a hand over the board is waited for, and two seconds more": """
        card 1 KC, under KC x70, look 9
        look 3 > fault no-chip KC""",
    "a card that cannot be read is nobody's fault": """
        card 1 ?, look 70, card 1 KC 0.9, look 70""",
    "after a restart nobody is reminded of a card nobody saw laid": """
        card 1 KC, look 70 > fault no-chip KC
        restart, card 1 KC lying, look 70 > no-chip put right; assumed: as-left
        stands > said: no-fault""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_of_cards_without_chips(what):
    live(STORIES[what], ROUND)


@pytest.mark.parametrize("green", [1, 2], ids=["a common pile", "piles of their own"])
def test_it_is_said_of_the_seat_to_move_with_where_the_card_could_go(green):
    harness = Harness()
    for pile, letter, card in ((1, "b", "5C"), (green, "g", "AS")):
        lay(harness, pile, card)
        harness.hand(f"{home_of(harness, card)}={letter}", then=8)
    lay(harness, 1, "KC")
    harness.look(70)
    (fault,) = harness.all(events.FaultFound)
    assert (fault.code, fault.card, fault.team, fault.spaces) == ("no-chip", "KC", "blue", ())
    assert set(fault.could) == {home_of(harness, "KC", 0), home_of(harness, "KC", 1)}
