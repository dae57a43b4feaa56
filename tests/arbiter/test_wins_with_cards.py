"""A win whose card is not settled: the wrong card is named first, and the win waits until that is put right or stands.

Blue's pile is 1, green's is 2. One sequence wins.
"""

import pytest

from engine import calls, events
from engine.arbiter import Arbiter, OnFault
from tests.arbiter.carding import lay, played
from tests.arbiter.desk import Desk

LINE = ("d2", "e2", "f2", "g2", "h2")
ASIDE = ("b8", "d8", "f8", "h8")


def printed(desk: Desk, space: str) -> str:
    return desk.game.layout.cards[desk.space(space)] or ""


def one_from_a_win(on_fault: OnFault = "ask") -> Desk:
    """Four of five lie, each laid with its card, and blue is to move."""
    desk = Desk(rules="sequences_to_win=1", on_fault=on_fault)
    for blue, green in zip(LINE, ASIDE, strict=False):
        for pile, letter, space in ((1, "b", blue), (2, "g", green)):
            lay(desk, pile, printed(desk, space))
            desk.hand(f"{space}={letter}", then=8)
    assert not desk.faults()
    return desk


def told(desk: Desk) -> list[str]:
    """Faults, their ends and wins, in order."""
    words = []
    for event in desk.told:
        if isinstance(event, events.FaultFound):
            words.append(event.code)
        elif isinstance(event, events.FaultCleared):
            words.append("stands" if event.stands else "cleared")
        elif isinstance(event, events.GameWon):
            words.append(f"{event.team} wins")
    return words


def test_a_win_with_its_card_is_told_as_soon_as_any_turn() -> None:
    desk = one_from_a_win()
    lay(desk, 1, printed(desk, "h2"))
    desk.hand("h2=b", then=6)
    assert told(desk) == ["blue wins"]


def test_a_wrong_card_is_named_before_the_win_which_waits_for_it() -> None:
    desk = one_from_a_win()
    lay(desk, 1, "KC")
    desk.hand("h2=b", then=12)
    assert told(desk) == ["wrong-card"]
    assert desk.all(events.SequenceMade), "the five lie there all the same"
    desk.look(60)
    assert told(desk) == ["wrong-card", "stands", "blue wins"]
    assert desk.arbiter.ledger.ended == "blue"


def test_the_win_is_told_when_the_card_that_was_meant_is_laid() -> None:
    desk = one_from_a_win()
    lay(desk, 1, "KC")
    desk.hand("h2=b", then=12)
    lay(desk, 1, printed(desk, "h2"))
    desk.look(2)
    assert told(desk) == ["wrong-card", "cleared", "blue wins"]
    assert played(desk)[-1] == ("h2", printed(desk, "h2"))
    assert desk.all(events.PositionSettled)[-1].to_move is None


def test_the_win_is_told_when_the_table_lets_the_card_stand() -> None:
    desk = one_from_a_win()
    lay(desk, 1, "KC")
    desk.hand("h2=b", then=12)
    desk.say(calls.Stands)
    assert told(desk) == ["wrong-card", "stands", "blue wins"]


@pytest.mark.parametrize("elsewhere", ["", "i5=b"])
def test_a_chip_that_is_taken_back_has_won_nothing(elsewhere: str) -> None:
    desk = one_from_a_win()
    lay(desk, 1, "KC")
    desk.hand("h2=b", then=12)
    desk.hand(f"h2=. {elsewhere}".strip(), then=60)
    assert "blue wins" not in told(desk)
    assert desk.arbiter.ledger.ended is None
    assert not desk.arbiter.position.sequences


def test_a_card_that_comes_late_is_waited_for_before_the_win_is_told() -> None:
    desk = one_from_a_win()
    desk.hand("h2=b", then=12)
    assert told(desk) == []
    lay(desk, 1, "KC")
    desk.look(12)
    assert told(desk) == ["wrong-card"]


def test_a_card_that_never_comes_holds_no_win_back_for_long() -> None:
    desk = one_from_a_win()
    desk.hand("h2=b", then=24)
    assert told(desk) == ["blue wins"]


def test_where_faults_stand_at_once_the_win_follows_at_once() -> None:
    desk = one_from_a_win("stand")
    lay(desk, 1, "KC")
    desk.hand("h2=b", then=12)
    assert told(desk) == ["wrong-card", "stands", "blue wins"]


def test_where_nothing_stands_by_itself_the_win_waits_for_a_word() -> None:
    desk = one_from_a_win("strict")
    lay(desk, 1, "KC")
    desk.hand("h2=b", then=120)
    assert told(desk) == ["wrong-card"]
    desk.say(calls.Stands)
    assert told(desk) == ["wrong-card", "stands", "blue wins"]


def test_a_board_that_is_cleared_meanwhile_is_no_upset() -> None:
    desk = one_from_a_win()
    lay(desk, 1, "KC")
    desk.hand("h2=b", then=12)
    desk.hand(" ".join(f"{space}=." for space in (*LINE, *ASIDE)), then=70)
    assert told(desk)[:3] == ["wrong-card", "stands", "blue wins"]


def test_a_win_that_waits_outlives_a_restart() -> None:
    desk = one_from_a_win()
    lay(desk, 1, "KC")
    desk.hand("h2=b", then=12)
    desk.arbiter = Arbiter.resume(desk.game, desk.told)
    desk.look(70)
    assert told(desk).count("blue wins") == 1
    assert told(desk)[0] == "wrong-card"
