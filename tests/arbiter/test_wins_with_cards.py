"""A win whose card is not settled: the wrong card is named first, and the win waits until that is put right or stands.

Blue's pile is 1, green's is 2. One sequence wins.
"""

import pytest

from engine import calls, events
from engine.arbiter import Arbiter, OnFault
from tests.arbiter.carding import lay, played
from tests.arbiter.harness import Harness

LINE = ("d2", "e2", "f2", "g2", "h2")
ASIDE = ("b8", "d8", "f8", "h8")


def printed(harness: Harness, space: str) -> str:
    return harness.game.layout.cards[harness.space(space)] or ""


def one_from_a_win(on_fault: OnFault = "ask") -> Harness:
    """Four of five lie, each laid with its card, and blue is to move."""
    harness = Harness(rules="sequences_to_win=1", on_fault=on_fault)
    for blue, green in zip(LINE, ASIDE, strict=False):
        for pile, letter, space in ((1, "b", blue), (2, "g", green)):
            lay(harness, pile, printed(harness, space))
            harness.hand(f"{space}={letter}", then=8)
    assert not harness.faults()
    return harness


def told(harness: Harness) -> list[str]:
    """Faults, their ends and wins, in order."""
    words = []
    for event in harness.told:
        if isinstance(event, events.FaultFound):
            words.append(event.code)
        elif isinstance(event, events.FaultCleared):
            words.append("stands" if event.stands else "cleared")
        elif isinstance(event, events.GameWon):
            words.append(f"{event.team} wins")
    return words


def test_a_win_with_its_card_is_told_as_soon_as_any_turn() -> None:
    harness = one_from_a_win()
    lay(harness, 1, printed(harness, "h2"))
    harness.hand("h2=b", then=6)
    assert told(harness) == ["blue wins"]


def test_a_wrong_card_is_named_before_the_win_which_waits_for_it() -> None:
    harness = one_from_a_win()
    lay(harness, 1, "KC")
    harness.hand("h2=b", then=12)
    assert told(harness) == ["wrong-card"]
    assert harness.all(events.SequenceMade), "the five lie there all the same"
    harness.look(60)
    assert told(harness) == ["wrong-card", "stands", "blue wins"]
    assert harness.arbiter.ledger.ended == "blue"


def test_the_win_is_told_when_the_card_that_was_meant_is_laid() -> None:
    harness = one_from_a_win()
    lay(harness, 1, "KC")
    harness.hand("h2=b", then=12)
    lay(harness, 1, printed(harness, "h2"))
    harness.look(2)
    assert told(harness) == ["wrong-card", "cleared", "blue wins"]
    assert played(harness)[-1] == ("h2", printed(harness, "h2"))
    assert harness.all(events.PositionSettled)[-1].to_move is None


def test_the_win_is_told_when_the_table_lets_the_card_stand() -> None:
    harness = one_from_a_win()
    lay(harness, 1, "KC")
    harness.hand("h2=b", then=12)
    harness.say(calls.Stands)
    assert told(harness) == ["wrong-card", "stands", "blue wins"]


@pytest.mark.parametrize("elsewhere", ["", "i5=b"])
def test_a_chip_that_is_taken_back_has_won_nothing(elsewhere: str) -> None:
    harness = one_from_a_win()
    lay(harness, 1, "KC")
    harness.hand("h2=b", then=12)
    harness.hand(f"h2=. {elsewhere}".strip(), then=60)
    assert "blue wins" not in told(harness)
    assert harness.arbiter.ledger.ended is None
    assert not harness.arbiter.position.sequences


def test_a_card_that_comes_late_is_waited_for_before_the_win_is_told() -> None:
    harness = one_from_a_win()
    harness.hand("h2=b", then=12)
    assert told(harness) == []
    lay(harness, 1, "KC")
    harness.look(12)
    assert told(harness) == ["wrong-card"]


def test_a_card_that_never_comes_holds_no_win_back_for_long() -> None:
    harness = one_from_a_win()
    harness.hand("h2=b", then=24)
    assert told(harness) == ["blue wins"]


def test_where_faults_stand_at_once_the_win_follows_at_once() -> None:
    harness = one_from_a_win("stand")
    lay(harness, 1, "KC")
    harness.hand("h2=b", then=12)
    assert told(harness) == ["wrong-card", "stands", "blue wins"]


def test_where_nothing_stands_by_itself_the_win_waits_for_a_word() -> None:
    harness = one_from_a_win("strict")
    lay(harness, 1, "KC")
    harness.hand("h2=b", then=120)
    assert told(harness) == ["wrong-card"]
    harness.say(calls.Stands)
    assert told(harness) == ["wrong-card", "stands", "blue wins"]


def test_a_board_that_is_cleared_meanwhile_is_no_upset() -> None:
    harness = one_from_a_win()
    lay(harness, 1, "KC")
    harness.hand("h2=b", then=12)
    harness.hand(" ".join(f"{space}=." for space in (*LINE, *ASIDE)), then=70)
    assert told(harness)[:3] == ["wrong-card", "stands", "blue wins"]


def test_a_win_that_waits_outlives_a_restart() -> None:
    harness = one_from_a_win()
    lay(harness, 1, "KC")
    harness.hand("h2=b", then=12)
    harness.arbiter = Arbiter.resume(harness.game, harness.told)
    harness.look(70)
    assert told(harness).count("blue wins") == 1
    assert told(harness)[0] == "wrong-card"
