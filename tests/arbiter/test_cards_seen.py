"""Cards on the discard piles: which turn each was laid in, and what is said when it does not fit.

Blue's pile is 1, green's is 2, unless a test says that both use one.
"""

import pytest

from engine import events
from tests.arbiter.carding import home_of, lay, round_of
from tests.arbiter.harness import Harness
from tests.arbiter.stories import live


@pytest.fixture
def harness():
    return Harness()


def test_a_card_laid_before_its_chip_is_told_with_the_turn(harness):
    lay(harness, 1, "7H")
    harness.hand(f"{home_of(harness, '7H')}=b")
    (turn,) = harness.all(events.TurnPlayed)
    assert (turn.card, turn.card_seen, turn.irregular, turn.cards) == ("7H", True, None, ())
    assert not harness.faults()


@pytest.mark.parametrize(("card", "could"), [("KC", {"a8", "e8"}), ("JS", set())])
def test_a_wrong_card_is_named_with_the_card_and_where_it_could_have_gone(harness, card, could):
    round_of(harness)
    lay(harness, 1, card)
    harness.hand(f"{home_of(harness, '3C')}=b", then=14)
    turn, fault = harness.all(events.TurnPlayed)[-1], harness.all(events.FaultFound)[-1]
    assert (turn.card, turn.irregular) == (card, "wrong-card")
    assert (fault.code, fault.card, fault.spaces) == ("wrong-card", card, (home_of(harness, "3C"),))
    assert set(fault.could) == could
    assert fault.team == "blue"


ROUND = ("card 1 5C", "5C=b", "card 2 AS", "AS=g")
"""A first round in which it is learnt whose pile is whose."""
STORIES = {
    "a card laid after its chip is told as soon as it is seen": """
        given
        7H=b > blue place i5
        card 1 7H > turn 1: blue place i5 with 7H""",
    "where cards are seen a turn waits a moment for its card": """
        9D=b x3
        card 1 9D, look 3 > blue place h5 with 9D""",
    "a turn whose card never comes counts all the same": """
        9D=b x12 > blue place h5""",
    "play that goes on lets a wrong card stand": """
        card 1 KC, 3C=b x10 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC
        card 2 8H, 8H=g > wrong-card stands; green place i4 with 8H""",
    "a chip taken back ends the fault and the card waits for its chip": """
        card 1 KC, 3C=b x10 > blue place d2 with KC !wrong-card; fault wrong-card d2 KC
        3C=. KC=b x12 > turn 3 undone; wrong-card put right; blue place a8 with KC""",
    "a chip moved to the space beside it that its card allows is put right": """
        card 1 KC, b8=b x10 > blue place b8 with KC !wrong-card; fault wrong-card b8 KC
        b8=. KC=b x12 > turn 3 undone; wrong-card put right; blue place a8 with KC""",
    "a two-eyed jack takes no chip and a one-eyed one lays none": """
        card 1 JD, AS=. x14 > blue remove b3 with JD !wrong-card; fault wrong-card b3 JD
        card 2 JS, 8D=g x14 > wrong-card stands; green place h4 with JS !wrong-card; fault wrong-card h4 JS""",
    "jacks that do what they may are no fault": """
        card 1 JH, AS=. x10 > blue remove b3 with JH
        card 2 JC, 8D=g x10 > green place h4 with JC""",
    "a card that cannot be read is nobody's fault": """
        card 1 ?, 3C=b x10 > blue place d2
        card 2 8H, 8H=g x10 > green place i4 with 8H""",
    "an unreadable card after its chip is nobody's fault either": """
        3C=b x10 > blue place d2
        card 1 ?, look 15""",
    "a card on the pile of a turn whose own nobody could read is nobody's fault": """
        card 1 ?, 3C=b x10 > blue place d2
        card 1 KC, look 20""",
    "a wild card on a player's own pile counts before the printed one on another's": """
        card 1 JC, card 2 8D, 8D=b x12 > blue place h4 with JC""",
    "a card on another's pile is no wrong card of theirs while its own chip is being laid": """
        3C=b x10 > blue place d2
        card 1 8H, look 6, lies 8H=g, under 8H x1, look 10 > green place i4 with 8H""",
    "a card read doubtfully is what the rules allow": """
        card 1 9S 0.6 6S 0.4, 6S=b x10 > blue place f1 with 6S""",
    "a doubtful card that does not fit is asked about and one answer settles it": """
        card 1 9S 0.995 6S 0.003, 6S=b x14 > blue place f1; asked card f1 i1 b7: 6S or 9S
        answer 6S > said: card-told; turn 3: blue place f1 with 6S; answered: 6S""",
    "an answer that admits the wrong card is a fault": """
        card 1 9S 0.995 6S 0.003, 6S=b x14 > blue place f1; asked card f1 i1 b7: 6S or 9S
        answer 9S > said: card-told; turn 3: blue place f1 with 9S !wrong-card; fault wrong-card f1 9S
        > answered: 9S""",
    "a wrong card laid after its chip is named though the next player reaches for the board": """
        3C=b x9
        card 1 8H, look 2
        under e5 e6 x4 > blue place d2
        look 8 > turn 3: blue place d2 with 8H !wrong-card; fault wrong-card d2 8H""",
    "a card that came while the next player was at it may be an early one": """
        3C=b x9
        under KD e6 x4 > blue place d2
        card 1 8H, KD=g x12 > green place h8""",
    "a wrong card between those of two turns on one pile is asked about": """
        given card 1 5C, 5C=b, card 1 AS, AS=g, card 1 2D, 2D=b
        3C=g x9
        card 1 8H, look 12 > green place d2
        card 1 KD, KD=b x12 > blue place h8 with KD; asked card d2 i4 d7: 3C or 8H
        answer 8H > said: card-told; turn 4: green place d2 with 8H !wrong-card; fault wrong-card d2 8H
        > answered: 8H""",
    "a card that is sure but may just be the right one is asked about too": """
        card 1 3D 0.9995 9D 0.0002, 9D=b x14 > blue place h5; asked card h5 d3 j7: 9D or 3D""",
    "a dead card before the play is told with it": """
        card 1 6D, 6D=b x10 > blue place g3 with 6D
        card 2 JC, 6D'=g x10 > green place i10 with JC
        card 1 6D, look 5
        card 1 9C, 9C=b x10 > blue place a5 with 6D 9C""",
    "a card turned in that is not dead is named": """
        card 1 6D, look 18
        card 1 9C, 9C=b x10 > blue place a5 with 6D 9C !not-dead; fault not-dead a5 6D""",
    "a card that is covered within seconds may have been taken up and not turned in": """
        card 1 6D, look 12
        card 1 9C, 9C=b x10 > blue place a5 with 9C""",
    "a card exchanged while somebody else is at it is no turn's": """
        card 1 KC, KC=b x8 > blue place a8 with KC
        card 1 6D, 8H=g x10 > green place i4
        9C=b x20 > blue place a5""",
    "the third copy of a card is named where all were seen": """
        given
        card 1 5C, 5C=b x10 > blue place b2 with 5C
        card 2 JH, 5C=. x10 > green remove b2 with JH
        card 1 5C, 5C=b x10 > blue place b2 with 5C
        card 2 AS, AS=g x10 > green place b3 with AS
        card 1 5C, 5C'=b x10 > blue place d4 with 5C !third-copy; fault third-copy d4 5C""",
    "a card taken back before its chip counts as never laid": """
        card 1 KC, look 3
        card 1 5C, card 1 9D, 9D=b x10 > blue place h5 with 9D""",
    "cards that lay there before the game are nobody's": """
        given
        card 1 KC lying, 3C=b x12 > blue place d2""",
    "a card that lay there before the game stays nobody's when it is seen better": """
        given
        card 3 JC 0.8 lying, 3C=b x12 > blue place d2
        card 3 JC 0.9 same, 9D=g x12 > green place h5
        card 3 JC 0.99 same""",
    "a wild card that came while no pictures did is no turn's whose chip lay before": """
        given
        5C=b x2
        gone 4, look 1 > blue place b2
        card 2 JD, look 4
        look 8
        e5=g x12 > green place e5 with JD""",
    "a wild card that came while no pictures did is none of a turn told before": """
        given
        5C=b x12 > blue place b2
        gone 4, look 1
        card 2 JD, look 4
        look 8
        e5=g x12 > green place e5 with JD""",
    "a wild card is given to none of the turns that were played unseen": """
        gone 6, lies e5=b f5=g e6=b, card 1 JD, look 12 > blue place e5; green place f5; blue place e6""",
    "a wild card that is seen once they were told is given to none of them either": """
        gone 6, lies e5=b f5=g e6=b, look 12 > blue place e5; green place f5; blue place e6
        card 1 JD, look 12""",
    "on a common pile each card goes to the turn it fits": """
        given
        card 1 5C, 5C=b x8 > blue place b2 with 5C
        card 1 AS, AS=g x8 > green place b3 with AS
        card 1 9D, 9D=b x8 > blue place h5 with 9D
        card 1 8H, 8H=g x8 > green place i4 with 8H
        card 1 2C, 2C=b x8 > blue place e2 with 2C
        card 1 QS, QS=g x8 > green place j3 with QS""",
    "on a common pile a card of the next player, covered at once, accuses nobody": """
        given
        card 1 5C, 5C=b x8 > blue place b2 with 5C
        AS=g x3
        card 1 9D, 9D=b x12 > green place b3; blue place h5 with 9D""",
    "a card on which no earlier turn's can lie goes to the turn that comes": """
        3C=b x10 > blue place d2
        card 2 8H, 8H=g x10 > green place i4 with 8H
        card 1 9D, 9D=b x10 > blue place h5 with 9D
        card 2 6S, 6S=g x10 > green place f1 with 6S
        card 1 3C, look 6
        3C'=b x10 > blue place f4 with 3C""",
    "a card after which somebody else laid one of which no turn was seen was not turned in": """
        card 1 6D, look 18, card 2 8H, look 4
        card 1 9C, 9C=b x10 > blue place a5 with 9C""",
    "nobody is accused of a card that may be of a chip which stands without a turn": """
        b2=. c2=b x10, stands > fault chip-moved b2 c2; said: stands; chip-moved stands; counts as chip-moved
        card 1 KC, 3C=b x24 > blue place d2""",
    "nobody is accused of the card with which a chip is taken that may never have lain there": """
        3C=b x10 > blue place d2
        card 2 8H, 3C=. x24 > green remove d2""",
    "a card seen better later names its turn": """
        card 1 ?, 3C=b x10 > blue place d2
        card 1 3C same > turn 3: blue place d2 with 3C""",
    "a question goes with the turn it is about though another gets its number": """
        card 1 9S 0.995 6S 0.003, 6S=b x14 > blue place f1; asked card f1 i1 b7: 6S or 9S
        6S=. 9S=b x12 > turn 3 undone; blue place i1 with 9S; answered:  (moot)
        answer 6S > said: no-question""",
    "a question stays while its turn keeps its number whatever becomes of others": """
        card 1 9S 0.995 6S 0.003, 6S=b x14 > blue place f1; asked card f1 i1 b7: 6S or 9S
        none 2 > said: no-turn; turn 2 undone; asked board b3:
        none 1 > said: no-turn; turn 1 undone; asked board b2 b3:; answered:  (moot)
        5C=. AS=. > answered: done (seen); answered: done (seen)""",
    "a card that is said otherwise answers the question which it was": """
        card 1 9S 0.995 6S 0.003, 6S=b x14 > blue place f1; asked card f1 i1 b7: 6S or 9S
        was 6S 3 > said: card-told; turn 3: blue place f1 with 6S; answered: 6S (seen)""",
    "a second dead card in one turn is named": """
        card 1 JC, 6D=b x10, card 2 JD, 6D'=g x10 > blue place g3 with JC; green place i10 with JD
        card 1 JC, 7H=b x10, card 2 JD, 7H'=g x10 > blue place i5 with JC; green place d6 with JD
        card 1 2D, 2D=b x10, card 2 8H, 8H=g x10 > blue place c3 with 2D; green place i4 with 8H
        card 1 KD, KD=b x10, card 2 QD, QD=g x10 > blue place h8 with KD; green place h7 with QD
        card 1 6D, look 20, card 1 7H, look 20
        card 1 9C, 9C=b x14 > blue place a5 with 6D 7H 9C !too-many-dead; fault too-many-dead a5 7H""",
    "of turns that nobody saw those came last whose cards lie on top": """
        blind no-board x20, lies 2C=b QS=g 9D=b 8H=g, card 1 9D, card 2 8H, look 12 > view: no-board
        > view clear; blue place e2; green place j3; blue place h5; green place i4""",
    "of turns that nobody saw those came first whose cards lie below": """
        blind no-board x20, lies 2C=b QS=g 9D=b 8H=g, card 1 2C, card 2 QS, look 12 > view: no-board
        > view clear; blue place h5; green place i4; blue place e2; green place j3""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_of_cards(what):
    live(STORIES[what], ROUND)
